"""The formulas of a general proof: expressions with letters, sums and derivatives, and claims about them.

An expression of `proofcheck.numbers` says one number. Here four more kinds of it speak of all cases at
once: a `Letter` stands for any real of a declared sign, or for a function on finite sets such as p(x); a
`Total` is a finite sum over such a set; a `Derivative` is taken in a letter; and `Named` is an abbreviation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from proofcheck.numbers import Call, Expression, Power, Product, Quotient, Scalar, Sum, exp, number

DeclaredSign = Literal["positive", "nonnegative", "real"]
Relation = Literal["=", "<=", "<"]


class FormulaError(ValueError):
    """A formula means nothing: a value is caught by a sum or a derivative, or algebra divides by zero."""


@dataclass(frozen=True)
class Index:
    """A variable that ranges over a finite, nonempty set; the set may depend on the indices `over`."""

    name: str
    over: tuple[Index, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Letter(Expression):
    """Any real of the declared sign or, if `over` is not empty, any function of those indices.

    `shown` and `latex` are its spelling, its arguments included; `natural` restricts it to 0, 1, 2, ...
    """

    name: str
    sign: DeclaredSign
    over: tuple[Index, ...] = ()
    shown: str = ""
    latex: str = ""
    meaning: str = ""
    natural: bool = False

    def __post_init__(self) -> None:
        _seal(self, frozenset((self.name,)))


@dataclass(frozen=True, slots=True, eq=False)
class Total(Expression):
    """The finite sum of `body` over all values of `index`."""

    index: Index
    body: Expression

    def __post_init__(self) -> None:
        _seal(self, self.body.variables)


@dataclass(frozen=True, slots=True, eq=False)
class Derivative(Expression):
    """The derivative of `body` of the given order in `letter`, at the point `at`."""

    body: Expression
    letter: Letter
    order: int
    at: Expression

    def __post_init__(self) -> None:
        _seal(self, self.body.variables | self.at.variables)


@dataclass(frozen=True, slots=True, eq=False)
class Named(Expression):
    """An abbreviation: `name` of `args` stands for `body`, and is `body` in every respect."""

    name: str
    latex: str
    args: tuple[Expression, ...]
    body: Expression

    def __post_init__(self) -> None:
        _seal(self, self.body.variables.union(*(arg.variables for arg in self.args)))


@dataclass(frozen=True)
class Claim:
    """`left relation right`, for all values of the letters and of the free indices."""

    left: Expression
    relation: Relation
    right: Expression

    @property
    def gap(self) -> Expression:
        """`right - left`: what the claim says is zero, nonnegative or positive."""
        return self.right if self.left == number(0) else self.right - self.left


def equal(left: Expression | Scalar, right: Expression | Scalar) -> Claim:
    """The claim `left = right`."""
    return Claim(_coerced(left), "=", _coerced(right))


def at_most(left: Expression | Scalar, right: Expression | Scalar) -> Claim:
    """The claim `left <= right`."""
    return Claim(_coerced(left), "<=", _coerced(right))


def below(left: Expression | Scalar, right: Expression | Scalar) -> Claim:
    """The claim `left < right`."""
    return Claim(_coerced(left), "<", _coerced(right))


def total(indices: Index | tuple[Index, ...], body: Expression) -> Expression:
    """The sum of `body` over one or several indices, the first of them outermost."""
    for index in reversed(indices if isinstance(indices, tuple) else (indices,)):
        body = Total(index, body)
    return body


def derivative(
    body: Expression, letter: Letter, order: int = 1, at: Expression | Scalar | None = None
) -> Expression:
    """The derivative of `body` in `letter`, at `at` or at the letter itself."""
    return Derivative(body, letter, order, letter if at is None else _coerced(at))


def named(name: str, latex: str, body: Expression, *args: Expression) -> Expression:
    """`body` under a short name; `args` are shown behind the name."""
    return Named(name, latex, args, body)


def cosh(u: Expression) -> Expression:
    """The hyperbolic cosine, an abbreviation for exponentials."""
    return Named("cosh", r"\cosh", (u,), (exp(u) + exp(-u)) / 2)


def parts(e: Expression) -> tuple[Expression, ...]:
    """The direct subexpressions; of an abbreviation those of its meaning."""
    match e:
        case Sum(several) | Product(several) | Call(_, several):
            return several
        case Quotient(a, b) | Power(a, b):
            return (a, b)
        case Total(_, body):
            return (body,)
        case Derivative(body, _, _, at):
            return (body, at)
        case Named(_, _, args, body):
            return (body, *args)
    return ()


def letters(e: Expression) -> Iterator[Letter]:
    """The letters that are free in `e`, in order of appearance, each as often as it occurs."""
    if isinstance(e, Letter):
        yield e
    elif isinstance(e, Derivative):
        yield from (letter for letter in letters(e.body) if letter != e.letter)
        yield from letters(e.at)
    else:
        for part in parts(e):
            yield from letters(part)


def all_indices(e: Expression) -> frozenset[Index]:
    """Every index that occurs, free or bound, with those its range depends on."""
    if isinstance(e, Letter):
        return _with_ranges(e.over)
    found = frozenset[Index]().union(*(all_indices(part) for part in parts(e)))
    return found | _with_ranges((e.index,)) if isinstance(e, Total) else found


def free_indices(e: Expression) -> frozenset[Index]:
    """The indices that are not summed over; the range of a free index is that of some fixed case."""
    if isinstance(e, Letter):
        return frozenset(e.over)
    found = frozenset[Index]().union(*(free_indices(part) for part in parts(e)))
    return (found - {e.index}) | frozenset(e.index.over) if isinstance(e, Total) else found


def held_fixed(e: Expression) -> frozenset[Index]:
    """The free indices and those on which their ranges depend: all that `e` is a function of."""
    return _with_ranges(tuple(free_indices(e)))


def badly_formed(e: Expression, bound: frozenset[Index] = frozenset()) -> str | None:
    """Why the sums in `e` make no sense, None if they do.

    No index is summed twice around one place, and none whose range depends on an index summed inside.
    """
    if isinstance(e, Total):
        if e.index in bound:
            return f"{e.index.name} is summed over twice"
        if any(e.index in other.over for other in free_indices(e.body)):
            return f"the range of another index depends on {e.index.name}"
        if any(index in e.index.over for index in _summed(e.body)):
            return f"the range of {e.index.name} depends on an index summed inside"
        bound |= {e.index}
    return next((reason for part in parts(e) if (reason := badly_formed(part, bound))), None)


def replaced(e: Expression, values: Mapping[Letter, Expression]) -> Expression:
    """`e` with letters replaced; sums stay as they are, so the values may not depend on their indices anew.

    Raises `FormulaError` where a value would be caught by a sum or a derivative.
    """
    return _replaced(e, values, frozenset())


def rebuilt(e: Expression, change: Mapping[int, Expression]) -> Expression:
    """`e` with some of its `parts`, by position, replaced by others."""
    new = [change.get(i, part) for i, part in enumerate(parts(e))]
    match e:
        case Sum(_):
            return sum(new[1:], new[0])
        case Product(_):
            out = new[0]
            for factor in new[1:]:
                out = out * factor
            return out
        case Call(name, _):
            return Call(name, tuple(new))
        case Quotient(_, _):
            return new[0] / new[1]
        case Power(_, _):
            return new[0] ** new[1]
        case Total(index, _):
            return Total(index, new[0])
        case Derivative(_, letter, order, _):
            return Derivative(new[0], letter, order, new[1])
        case Named(name, latex, _, _):
            return Named(name, latex, tuple(new[1:]), new[0])
    return e


def _replaced(e: Expression, values: Mapping[Letter, Expression], bound: frozenset[Index]) -> Expression:
    if isinstance(e, Letter):
        value = values.get(e, e)
        if (free_indices(value) - frozenset(e.over)) & bound:
            raise FormulaError(f"the value of {e.name} depends on an index that is summed over around it")
        return value
    if isinstance(e, Derivative):
        inner = {letter: value for letter, value in values.items() if letter != e.letter}
        if any(e.letter in letters(inner[letter]) for letter in letters(e.body) if letter in inner):
            raise FormulaError(f"a value depends on {e.letter.name}, in which a derivative is taken")
        body, at = _replaced(e.body, inner, bound), _replaced(e.at, values, bound)
        return Derivative(body, e.letter, e.order, at)
    if isinstance(e, Total):
        bound |= {e.index}
    return rebuilt(e, {i: _replaced(part, values, bound) for i, part in enumerate(parts(e))})


def _summed(e: Expression) -> frozenset[Index]:
    found = frozenset[Index]().union(*(_summed(part) for part in parts(e)))
    return found | {e.index} if isinstance(e, Total) else found


def _with_ranges(indices: tuple[Index, ...]) -> frozenset[Index]:
    return frozenset(indices).union(*(_with_ranges(index.over) for index in indices))


def _coerced(value: Expression | Scalar) -> Expression:
    return value if isinstance(value, Expression) else number(value)


def _seal(e: Expression, variables: frozenset[str]) -> None:
    """Store what every expression carries: its hash and the names in it."""
    fields = tuple(getattr(e, name) for name in e.__match_args__)
    object.__setattr__(e, "_hash", hash((type(e).__name__, fields)))
    object.__setattr__(e, "variables", variables)
