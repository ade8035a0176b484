"""From two exact reals to one line of the proof: sides, slack, verdict and how it was decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from proofcheck.logic.judgement import Approximate, Inequality, LinearForm, Method, Value, Verdict
from proofcheck.numbers import Exact, Expression, Order, compare, number, to_expression

Real = Exact | Expression | LinearForm | int
Relation = Literal["<=", "<", "=", ">="]

_HOLDS: dict[str, frozenset[Order]] = {
    "<=": frozenset({Order.BELOW, Order.EQUAL}),
    "<": frozenset({Order.BELOW}),
    "=": frozenset({Order.EQUAL}),
    ">=": frozenset({Order.ABOVE, Order.EQUAL}),
}


def holds(order: Order, relation: Relation) -> Verdict:
    """The verdict of `left relation right` when `left` is `order` relative to `right`."""
    if order is Order.UNDECIDED:
        return Verdict.UNDECIDED
    return Verdict.VERIFIED if order in _HOLDS[relation] else Verdict.REFUTED


def shown(value: Real) -> Value:
    """How a real is reported: a number of the field exactly, an expression by digits unless rational."""
    return Approximate(value) if isinstance(value, Expression) else value


def inequality(
    left_name: str,
    left: Real,
    relation: Relation,
    right_name: str,
    right: Real,
    note: str = "",
) -> Inequality:
    """Compare two reals rigorously and report the line; an open comparison carries its enclosure."""
    comparison = compare(as_expression(left), as_expression(right))
    verdict = holds(comparison.order, relation)
    slack: Value
    if verdict is Verdict.UNDECIDED:
        slack = {"lower": comparison.lower, "upper": comparison.upper}
    elif comparison.order is Order.EQUAL:
        slack = number(0)
    else:
        difference = as_expression(right) - as_expression(left)
        slack = shown(-difference if relation == ">=" else difference)
    method: Method = "exact" if comparison.method == "exact" else "enclosure"
    return Inequality(
        left_name, shown(left), relation, right_name, shown(right), slack, verdict, method, note
    )


def as_expression(value: Real) -> Expression:
    """Any exact real as an expression."""
    if isinstance(value, LinearForm):
        return to_expression(value.a) - to_expression(value.b) * value.threshold
    return value if isinstance(value, Expression) else to_expression(value)


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a conjunction: one refuted refutes, else one open leaves it open."""
    found = set(verdicts)
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.INAPPLICABLE):
        if verdict in found:
            return verdict
    return Verdict.VERIFIED


def weakest(methods: Iterable[Method]) -> Method:
    """ "exact" only if every line was decided exactly."""
    found = set(methods)
    for method in ("bound", "enclosure", "enumeration", "symbolic"):
        if method in found:
            return method
    return "exact"
