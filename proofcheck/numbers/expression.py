"""How a real number is written: immutable expressions and their text form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Scalar = int | Fraction

# An integer power of a rational is evaluated only while the result has at most this many bits.
MAX_POWER_BITS = 100_000

_NO_VARIABLES: frozenset[str] = frozenset()


class Expression:
    """A real number as text would write it; the value is fixed once every variable is substituted.

    Operators `+ - * / **` take an `int`, a `Fraction` or another expression. Equality and hash are
    those of the spelling, not of the value: to compare values use `compare`.
    `variables` is the set of names that still have to be substituted.
    """

    __slots__ = ("_hash", "variables")
    __match_args__: tuple[str, ...] = ()
    _hash: int
    variables: frozenset[str]

    def __add__(self, other: Expression | Scalar) -> Expression:
        return add(self, other) if isinstance(other, (Expression, int, Fraction)) else NotImplemented

    def __radd__(self, other: Scalar) -> Expression:
        return add(other, self) if isinstance(other, (int, Fraction)) else NotImplemented

    def __sub__(self, other: Expression | Scalar) -> Expression:
        return add(self, negate(other)) if isinstance(other, (Expression, int, Fraction)) else NotImplemented

    def __rsub__(self, other: Scalar) -> Expression:
        return add(other, negate(self)) if isinstance(other, (int, Fraction)) else NotImplemented

    def __mul__(self, other: Expression | Scalar) -> Expression:
        return multiply(self, other) if isinstance(other, (Expression, int, Fraction)) else NotImplemented

    def __rmul__(self, other: Scalar) -> Expression:
        return multiply(other, self) if isinstance(other, (int, Fraction)) else NotImplemented

    def __truediv__(self, other: Expression | Scalar) -> Expression:
        return divide(self, other) if isinstance(other, (Expression, int, Fraction)) else NotImplemented

    def __rtruediv__(self, other: Scalar) -> Expression:
        return divide(other, self) if isinstance(other, (int, Fraction)) else NotImplemented

    def __pow__(self, other: Expression | Scalar) -> Expression:
        return power(self, other) if isinstance(other, (Expression, int, Fraction)) else NotImplemented

    def __rpow__(self, other: Scalar) -> Expression:
        return power(other, self) if isinstance(other, (int, Fraction)) else NotImplemented

    def __neg__(self) -> Expression:
        return negate(self)

    def __pos__(self) -> Expression:
        return self

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value; use compare(e, 0)")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return False
        return hash(self) == hash(other) and _parts(self) == _parts(other)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # The stored hash depends on the process, so a pickle holds the parts alone.
        return type(self), _parts(self)

    def __str__(self) -> str:
        from proofcheck.numbers.printing import text

        return text(self)

    def substitute(self, values: Mapping[str, Expression | Scalar]) -> Expression:
        """The same expression with variables replaced.

        Args:
            values: name -> expression or rational; names that do not occur are ignored.

        Returns:
            The expression; variables that `values` does not name stay.
        """
        if self.variables.isdisjoint(values):
            return self
        return _rebuild(self, values)


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expression):
    """A rational number."""

    value: Fraction

    def __post_init__(self) -> None:
        _seal(self, hash(("number", self.value.numerator, self.value.denominator)), _NO_VARIABLES)


@dataclass(frozen=True, slots=True, eq=False)
class Variable(Expression):
    """A name that is to be substituted, such as `n`, `epsilon`, `delta`."""

    name: str

    def __post_init__(self) -> None:
        _seal(self, hash(("variable", self.name)), frozenset((self.name,)))


@dataclass(frozen=True, slots=True, eq=False)
class Sum(Expression):
    """`terms[0] + terms[1] + ...`, at least two terms, at most one of them a Number."""

    terms: tuple[Expression, ...]

    def __post_init__(self) -> None:
        _seal(self, hash(("sum", self.terms)), _names(self.terms))


@dataclass(frozen=True, slots=True, eq=False)
class Product(Expression):
    """`factors[0] * factors[1] * ...`, at least two factors; a Number can only come first."""

    factors: tuple[Expression, ...]

    def __post_init__(self) -> None:
        _seal(self, hash(("product", self.factors)), _names(self.factors))


@dataclass(frozen=True, slots=True, eq=False)
class Quotient(Expression):
    """`numerator / denominator`."""

    numerator: Expression
    denominator: Expression

    def __post_init__(self) -> None:
        parts = (self.numerator, self.denominator)
        _seal(self, hash(("quotient", parts)), _names(parts))


@dataclass(frozen=True, slots=True, eq=False)
class Power(Expression):
    """`base ^ exponent`; the base is positive unless the exponent is an integer."""

    base: Expression
    exponent: Expression

    def __post_init__(self) -> None:
        parts = (self.base, self.exponent)
        _seal(self, hash(("power", parts)), _names(parts))


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expression):
    """A function of `functions.FUNCTIONS` at its arguments: one, or at least one for `min` and `max`."""

    name: str
    args: tuple[Expression, ...]

    def __post_init__(self) -> None:
        _seal(self, hash((self.name, self.args)), _names(self.args))


def add(*values: Expression | Scalar) -> Expression:
    """The sum of any number of terms: nested sums are flattened, rationals added up."""
    terms: list[Expression] = []
    constant = Fraction(0)
    place = -1
    for value in values:
        e = coerce(value)
        for term in e.terms if isinstance(e, Sum) else (e,):
            if isinstance(term, Number):
                if place < 0:
                    place = len(terms)
                constant += term.value
            else:
                terms.append(term)
    if constant or not terms:
        terms.insert(max(place, 0), Number(constant))
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))


def multiply(*values: Expression | Scalar) -> Expression:
    """The product of any number of factors: nested products are flattened, rationals multiplied."""
    factors: list[Expression] = []
    coefficient = Fraction(1)
    for value in values:
        e = coerce(value)
        for factor in e.factors if isinstance(e, Product) else (e,):
            if isinstance(factor, Number):
                coefficient *= factor.value
            else:
                factors.append(factor)
    if not factors:
        return Number(coefficient)
    if len(factors) == 1 and coefficient == -1 and isinstance(factors[0], Quotient):
        return Quotient(negate(factors[0].numerator), factors[0].denominator)
    if coefficient != 1:
        factors.insert(0, Number(coefficient))
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def negate(value: Expression | Scalar) -> Expression:
    """`-value`."""
    return multiply(-1, value)


def divide(numerator: Expression | Scalar, denominator: Expression | Scalar) -> Expression:
    """`numerator / denominator`; a zero denominator is kept and found when the value is asked for."""
    a, b = coerce(numerator), coerce(denominator)
    if isinstance(b, Number) and b.value:
        if isinstance(a, Number):
            return Number(a.value / b.value)
        if b.value == 1:
            return a
    return Quotient(a, b)


def power(base: Expression | Scalar, exponent: Expression | Scalar) -> Expression:
    """`base ^ exponent`; rational to an integer power is evaluated up to `MAX_POWER_BITS` bits."""
    a, b = coerce(base), coerce(exponent)
    if isinstance(b, Number):
        if b.value == 1:
            return a
        if isinstance(a, Number) and b.value.denominator == 1:
            n = b.value.numerator
            if power_bits(a.value, n) <= MAX_POWER_BITS and (a.value or n >= 0):
                return Number(a.value**n)
    if a == EULER:
        return Call("exp", (b,))
    return Power(a, b)


def coerce(value: Expression | Scalar) -> Expression:
    """An expression for `value`; a float (or anything else) is a TypeError."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (int, Fraction)):
        return Number(value if type(value) is Fraction else Fraction(value))
    raise TypeError(f"expected an Expression, int or Fraction, not {type(value).__name__}")


def power_bits(base: Fraction, exponent: int) -> int:
    """An upper bound of the bit size of `base ** exponent`, without computing it."""
    if abs(base) in (0, 1):
        return 1
    size = max(abs(base.numerator), base.denominator)
    if size.bit_length() > 64:
        return size.bit_length() * abs(exponent)
    return (size**64).bit_length() * abs(exponent) // 64 + 1


def children(e: Expression) -> tuple[Expression, ...]:
    """The direct subexpressions of `e`."""
    match e:
        case Sum(parts) | Product(parts) | Call(_, parts):
            return parts
        case Quotient(a, b) | Power(a, b):
            return (a, b)
    return ()


def size(e: Expression) -> int:
    """The number of nodes of the expression."""
    return 1 + sum(size(part) for part in children(e))


def _rebuild(e: Expression, values: Mapping[str, Expression | Scalar]) -> Expression:
    match e:
        case Variable(name):
            return coerce(values[name])
        case Sum(terms):
            return add(*(term.substitute(values) for term in terms))
        case Product(factors):
            return multiply(*(factor.substitute(values) for factor in factors))
        case Quotient(a, b):
            return divide(a.substitute(values), b.substitute(values))
        case Power(a, b):
            return power(a.substitute(values), b.substitute(values))
        case Call(name, args):
            return Call(name, tuple(arg.substitute(values) for arg in args))
    return e


def _seal(e: Expression, hash_value: int, variables: frozenset[str]) -> None:
    object.__setattr__(e, "_hash", hash_value)
    object.__setattr__(e, "variables", variables)


def _names(parts: tuple[Expression, ...]) -> frozenset[str]:
    return _NO_VARIABLES.union(*(part.variables for part in parts))


def _parts(e: Expression) -> tuple[Any, ...]:
    return tuple([getattr(e, name) for name in e.__match_args__])


EULER: Expression = Call("exp", (Number(Fraction(1)),))
