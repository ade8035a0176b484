"""Quotients of exp-sums in a canonical form, so that equality is equality of the parts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from proofcheck.numbers.exact import ExpSum, RingElement, lowered, ring_sign
from proofcheck.numbers.monomial import ONE
from proofcheck.numbers.ordering import ABOVE, BELOW, EQUAL, Order
from proofcheck.numbers.reduction import cancelled, primitive, rationalised


class ExpRatio:
    """An irrational element of the field of the probabilities, `numerator / denominator`.

    Made by `quotient`, which finds the one canonical form: the denominator is positive and free of
    radicals, nothing can be cancelled, and a rational value becomes a Fraction instead.
    Supports + - * / ** with ExpRatio, Fraction, int (`**` with int), ==, hash and exact < <= > >=.
    """

    __slots__ = ("_hash", "denominator", "numerator")
    numerator: ExpSum
    denominator: RingElement

    def __init__(self, numerator: ExpSum, denominator: RingElement) -> None:
        """The parts must be in canonical form already; use `quotient` otherwise."""
        self.numerator = numerator
        self.denominator = denominator
        self._hash: int | None = None

    def __add__(self, other: Exact | int) -> Exact:
        if not isinstance(other, (ExpRatio, Fraction, int)):
            return NotImplemented
        if self.denominator == other.denominator:
            return quotient(self.numerator + other.numerator, self.denominator)
        return quotient(
            self.numerator * other.denominator + self.denominator * other.numerator,
            self.denominator * other.denominator,
        )

    __radd__ = __add__

    def __neg__(self) -> ExpRatio:
        return ExpRatio(-self.numerator, self.denominator)

    def __pos__(self) -> ExpRatio:
        return self

    def __abs__(self) -> ExpRatio:
        return self if self.numerator.sign() > 0 else -self

    def __sub__(self, other: Exact | int) -> Exact:
        return self + -other if isinstance(other, (ExpRatio, Fraction, int)) else NotImplemented

    def __rsub__(self, other: Fraction | int) -> Exact:
        return -self + other if isinstance(other, (Fraction, int)) else NotImplemented

    def __mul__(self, other: Exact | int) -> Exact:
        if not isinstance(other, (ExpRatio, Fraction, int)):
            return NotImplemented
        return quotient(self.numerator * other.numerator, self.denominator * other.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact | int) -> Exact:
        if not isinstance(other, (ExpRatio, Fraction, int)):
            return NotImplemented
        return quotient(self.numerator * other.denominator, self.denominator * other.numerator)

    def __rtruediv__(self, other: Fraction | int) -> Exact:
        if not isinstance(other, (Fraction, int)):
            return NotImplemented
        return quotient(self.denominator * other.numerator, self.numerator * other.denominator)

    def __pow__(self, exponent: int) -> Exact:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return quotient(self.denominator**-exponent, self.numerator**-exponent)
        return quotient(self.numerator**exponent, self.denominator**exponent)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExpRatio):
            return self.numerator == other.numerator and self.denominator == other.denominator
        return False if isinstance(other, (Fraction, int)) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.numerator, self.denominator))
        return self._hash

    def __lt__(self, other: Exact | int) -> bool:
        return exact_order(self, other) is BELOW

    def __le__(self, other: Exact | int) -> bool:
        return exact_order(self, other) is not ABOVE

    def __gt__(self, other: Exact | int) -> bool:
        return exact_order(self, other) is ABOVE

    def __ge__(self, other: Exact | int) -> bool:
        return exact_order(self, other) is not BELOW

    def __bool__(self) -> bool:
        return True  # zero is a Fraction

    def __reduce__(self) -> tuple[object, ...]:
        return ExpRatio, (self.numerator, self.denominator)

    def __str__(self) -> str:
        from proofcheck.numbers.conversion import to_expression

        return str(to_expression(self))

    def __repr__(self) -> str:
        return f"ExpRatio({self})"


Exact = Fraction | ExpRatio


def quotient(numerator: RingElement, denominator: RingElement) -> Exact:
    """`numerator / denominator` in canonical form; a Fraction if the value is rational.

    Raises:
        ZeroDivisionError: the denominator is zero.
    """
    num, den = lowered(numerator), lowered(denominator)
    if isinstance(num, int) and isinstance(den, int):
        return Fraction(num, den)
    if not num:
        if not den:
            raise ZeroDivisionError("division by zero")
        return Fraction(0)
    n = ExpSum({ONE: num}) if isinstance(num, int) else num
    if not isinstance(den, int):
        n, d = cancelled(*rationalised(n, den))
        den = lowered(d)
    if not den:
        raise ZeroDivisionError("division by zero")
    n, den = primitive(n, den)
    value = n.as_integer()
    if value is not None and isinstance(den, int):
        return Fraction(value, den)
    return ExpRatio(n, den)


def exact_sign(x: Exact | int) -> int:
    """The sign of an exact number: -1, 0 or 1."""
    return x.numerator.sign() if isinstance(x, ExpRatio) else (x > 0) - (x < 0)


def exact_order(x: Exact | int, y: Exact | int) -> Order:
    """The order of two exact numbers; never UNDECIDED."""
    if isinstance(x, ExpRatio) or isinstance(y, ExpRatio):
        s = ring_sign(x.numerator * y.denominator - x.denominator * y.numerator)
        return ABOVE if s > 0 else BELOW if s < 0 else EQUAL
    return ABOVE if x > y else BELOW if x < y else EQUAL


def numerator_denominator(x: Exact | int) -> tuple[RingElement, RingElement]:
    """The parts of the canonical quotient; the denominator is positive."""
    return lowered(x.numerator), x.denominator


def over_common_denominator(values: Iterable[Exact | int]) -> tuple[tuple[RingElement, ...], RingElement]:
    """Numerators of the values over one common positive denominator, and that denominator."""
    parts = [numerator_denominator(value) for value in values]
    integers = 1
    others: list[ExpSum] = []
    for _, d in parts:
        if isinstance(d, int):
            integers = lcm(integers, d)
        elif d not in others:
            others.append(d)
    common: RingElement = integers
    for other in others:
        # The part of `other` that the common denominator does not hold yet.
        missing = quotient(other, common)
        common = common * missing.numerator
    numerators = []
    for n, d in parts:
        scale = quotient(common, d)
        numerators.append(lowered(n * scale.numerator))
    return tuple(numerators), lowered(common)
