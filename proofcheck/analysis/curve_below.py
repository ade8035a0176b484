"""A whole hockey-stick curve below a Gaussian-shaped bound, by bisection between breakpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.analysis.piecewise import Piece
from proofcheck.numbers import (
    Exact,
    GaussianBound,
    Order,
    compare,
    exact_order,
    numerator_denominator,
    to_expression,
)

# An interval that is still open after this many halvings is left undecided.
_DEPTH = 60


@dataclass(frozen=True)
class CurveBelow:
    """Whether `H(T) <= bound(ln T)` for all T beyond the bound's mean.

    `order` is BELOW when it holds, ABOVE when `at` is a T where it fails, UNDECIDED when `at` is where
    the search gave up. `intervals` counts the comparisons.
    """

    order: Order
    at: Exact | None
    intervals: int


def curve_below(pieces: Sequence[Piece], bound: GaussianBound) -> CurveBelow:
    """Decide it for a convex piecewise-linear curve that does not rise (pieces by rising T).

    On an interval [u, v] the curve is at most its value at u and the bound at least its value at v;
    where that does not suffice the interval is halved. The last piece is zero.
    """
    intervals = 0
    ends = [piece.start for piece in pieces[1:]]
    for piece, end in zip(pieces, ends, strict=False):
        # T = e^(eps') is at least 1, so the first piece need not reach further down.
        start: Exact = Fraction(1) if piece.start is None else piece.start
        if end is None or exact_order(start, end) is not Order.BELOW:
            continue
        waiting = [(start, end, 0)]
        while waiting:
            low, high, depth = waiting.pop()
            intervals += 1
            if not bound.beyond_mean(*numerator_denominator(high)):
                continue
            highest = to_expression(piece.a - piece.b * low)
            if compare(highest, bound.at(*numerator_denominator(high))).order in (Order.BELOW, Order.EQUAL):
                continue
            middle = (low + high) / 2
            parts = numerator_denominator(middle)
            value = to_expression(piece.a - piece.b * middle)
            if bound.beyond_mean(*parts) and compare(value, bound.at(*parts)).order is Order.ABOVE:
                return CurveBelow(Order.ABOVE, middle, intervals)
            if depth == _DEPTH:
                return CurveBelow(Order.UNDECIDED, middle, intervals)
            waiting += [(low, middle, depth + 1), (middle, high, depth + 1)]
    return CurveBelow(Order.BELOW, None, intervals)
