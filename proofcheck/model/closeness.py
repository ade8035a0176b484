"""Whether the boxes are (eps,0)-close for a given eps, message by message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofcheck.model.box import Family
from proofcheck.numbers import (
    Exact,
    Expression,
    Order,
    Threshold,
    exact_order,
    exp,
    ln,
    numerator_denominator,
    simplify,
    to_expression,
)


@dataclass(frozen=True)
class TooFar:
    """The worst message of a box whose ratio exceeds e^eps, or may do so (`order` UNDECIDED).

    `direction` is "P1/P2" or "P2/P1", `needed` the smallest eps that this box needs.
    """

    box: str
    message: str
    direction: str
    ratio: Exact
    needed: Expression
    order: Order


def too_far(family: Family, epsilon: Expression) -> Iterator[TooFar]:
    """The boxes that are not certainly (eps,0)-close, for an eps >= 0."""
    threshold = Threshold(exp(epsilon))
    judged: dict[tuple[object, ...], Order] = {}
    for box in family:
        message, direction, ratio = box.worst_message
        key = (box.messages, box.p1, box.p2)
        if key not in judged:
            judged[key] = _order(ratio, threshold)
        order = judged[key]
        if order in (Order.ABOVE, Order.UNDECIDED):
            yield TooFar(box.name, message, direction, ratio, simplify(ln(to_expression(ratio))), order)


def _order(ratio: Exact, threshold: Threshold) -> Order:
    if threshold.exact is not None:
        return exact_order(ratio, threshold.exact)
    return threshold.order(*numerator_denominator(ratio))
