"""The value of a formula in one concrete finite model, by brute force, and that of its normal form.

A model gives every letter a number (or a table, if it is a function) and every index a range. Nothing here
shares code with the algebra that it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath

from proofcheck.logic import algebra
from proofcheck.logic.formula import Claim, Derivative, Expression, Index, Letter, Named, Total, free_indices
from proofcheck.numbers import Call, Number, Power, Product, Quotient, Sum

Point = Mapping[Index, Any]
mpmath.mp.dps = 40
ROUNDING = mpmath.mpf(10) ** -15  # derivatives are taken numerically
FUNCTIONS = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt, "tanh": mpmath.tanh}


@dataclass(frozen=True)
class Model:
    """`value(letter, arguments)` is a letter's value, `ranges[index](arguments)` an index's range.

    The arguments are the values of the indices that the letter or the range depends on.
    """

    value: Callable[[Letter, tuple[Any, ...]], Any]
    ranges: Mapping[Index, Callable[..., list[Any]]]
    moved: Mapping[Letter, Any] = field(default_factory=dict)

    def range(self, index: Index, point: Point) -> list[Any]:
        return self.ranges[index](*(point[other] for other in index.over))

    def letter(self, letter: Letter, point: Point) -> Any:
        if letter in self.moved:
            return self.moved[letter]
        return self.value(letter, tuple(point[index] for index in letter.over))

    def points(self, indices: frozenset[Index]) -> Iterator[dict[Index, Any]]:
        """All values of the indices and of those that their ranges depend on."""
        order: list[Index] = []

        def place(index: Index) -> None:
            for other in index.over:
                place(other)
            if index not in order:
                order.append(index)

        for index in sorted(indices, key=lambda i: (i.name, len(i.over))):
            place(index)

        def extend(point: dict[Index, Any], rest: list[Index]) -> Iterator[dict[Index, Any]]:
            if not rest:
                yield point
                return
            for value in self.range(rest[0], point):
                yield from extend({**point, rest[0]: value}, rest[1:])

        yield from extend({}, order)


def evaluate(e: Expression, model: Model, point: Point) -> Any:
    """The value of `e` at a point."""

    def value(part: Expression) -> Any:
        return evaluate(part, model, point)

    match e:
        case Number(number):
            return mpmath.mpf(number.numerator) / number.denominator
        case Letter():
            return model.letter(e, point)
        case Sum(terms):
            return mpmath.fsum(map(value, terms))
        case Product(factors):
            return mpmath.fprod(map(value, factors))
        case Quotient(a, b):
            return value(a) / value(b)
        case Power(a, b):
            return value(a) ** value(b)
        case Call(name, (a,)):
            return FUNCTIONS[name](value(a))
        case Named(_, _, _, body):
            return value(body)
        case Total(index, body):
            return mpmath.fsum(
                evaluate(body, model, {**point, index: one}) for one in model.range(index, point)
            )
        case Derivative(body, letter, order, at):

            def moved(to: Any) -> Any:
                return evaluate(body, Model(model.value, model.ranges, {**model.moved, letter: to}), point)

            return mpmath.diff(moved, value(at), order)
    raise TypeError(type(e).__name__)


def form_value(form: Any, model: Model, point: Point, letters: Mapping[Any, Letter]) -> Any:
    """The value of a normal form; `letters` says which symbol is which letter."""
    import sympy

    def value(part: Any) -> Any:
        return form_value(part, model, point, letters)

    if form.is_Rational:
        return mpmath.mpf(int(form.p)) / int(form.q)
    if form == sympy.E:
        return mpmath.e
    if form in letters:
        return model.letter(letters[form], point)
    if form in algebra._INVERSES:
        return 1 / value(algebra._INVERSES[form])
    if form in algebra._SUMS:
        bound, inside = algebra._SUMS[form]
        return mpmath.fsum(
            form_value(inside, model, p, letters) for p in _extensions(model, dict(point), bound)
        )
    if isinstance(form, sympy.exp):
        return mpmath.exp(value(form.args[0]))
    if isinstance(form, sympy.log):
        return mpmath.log(value(form.args[0]))
    if form.is_Add:
        return mpmath.fsum(map(value, form.args))
    if form.is_Mul:
        return mpmath.fprod(map(value, form.args))
    if form.is_Pow:
        return value(form.base) ** value(form.exp)
    if isinstance(form, sympy.Abs):
        return abs(value(form.args[0]))
    raise TypeError(type(form).__name__)


def _extensions(model: Model, point: dict[Index, Any], bound: frozenset[Index]) -> Iterator[dict[Index, Any]]:
    if not bound:
        yield point
        return
    ready = next(i for i in sorted(bound, key=lambda i: i.name) if not frozenset(i.over) & bound)
    for one in model.range(ready, point):
        yield from _extensions(model, {**point, ready: one}, bound - {ready})


def holds(claim: Claim, model: Model) -> bool:
    """Whether a claim is true in the model, for all values of its free indices, up to rounding."""
    for point in model.points(free_indices(claim.left) | free_indices(claim.right)):
        left, right = evaluate(claim.left, model, point), evaluate(claim.right, model, point)
        slack = (right - left) / (1 + abs(left) + abs(right))
        if slack < -ROUNDING or (claim.relation == "=" and slack > ROUNDING):
            return False
    return True


__all__ = ["FUNCTIONS", "Model", "evaluate", "form_value", "holds"]
