"""Where is a claimed bound weakest? A search for a point that refutes it, guided by enclosures.

The search proves nothing by failing. What it finds is a point where the ball arithmetic already
excludes the claim; the simple exact witness is made from it elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from proofcheck.engine.composition_bound import Divergence, Region, Spot
from proofcheck.numbers.balls import Ball

_COLUMNS = 20  # epsilons tried
_ROWS = 32  # values of delta' tried for each
_STARTS = 10  # events that are looked at closely
_SECTIONS = 14  # of an interval that is searched
_GOLDEN = (Ball(5).sqrt() - 1) / 2
_NEAREST_TO_0 = Fraction(1, 1000)  # as a part of the largest epsilon
_FARTHEST = 8  # the largest epsilon tried if the region has none
_SMALLEST_DELTA = Fraction(1, 10**15)
_LARGEST_DELTA = 1 - Fraction(1, 1000)


class Found(NamedTuple):
    """A point with the excess of one event over delta' there, from below: above 1 it refutes.

    The event is "at least `event` answers are favourable".
    """

    spot: Spot
    ratio: Ball
    event: int


def hunt(divergence: Divergence, region: Region, hints: Iterable[Spot] = ()) -> Found:
    """The point where the divergence was found largest relative to delta'.

    The divergence has an edge wherever the worst event changes, which stops a search on it. So the
    search takes one event at a time, for which the excess is smooth: the best delta' for an epsilon,
    and the best epsilon, near the best point of a grid for that event.

    Args:
        divergence: that of the claimed bound at one n.
        region: where to search.
        hints: points to start from besides the grid, such as the weakest one of a neighbouring n.

    Returns:
        The weakest point found, at the latest the first one that refutes.
    """
    epsilons = _geometric(*_ends(region.epsilon_low, region.epsilon_high), _COLUMNS)
    deltas = _rows(*_delta_ends(region), _ROWS)
    starts: dict[int, Found] = {}
    for spot in (*hints, *(Spot(epsilon, delta) for epsilon in epsilons for delta in deltas)):
        if not _contains(region, spot):
            continue
        found = _found(divergence, spot)
        if found.ratio > 1:
            return found
        if found.event not in starts or found.ratio > starts[found.event].ratio:
            starts[found.event] = found
    spread = _step(epsilons)
    tops: list[Found] = []
    for start in sorted(starts.values(), key=_Descending)[:_STARTS]:
        tops.append(_best_epsilon(start, divergence, region, spread, deltas))
        if tops[-1].ratio > 1:
            break
    return _largest([*starts.values(), *tops])


def _found(divergence: Divergence, spot: Spot, event: int | None = None) -> Found:
    excess, event = divergence.excess(spot.epsilon, spot.delta, event)
    return Found(spot, (excess / spot.delta).lower(), event)


def _best_epsilon(
    start: Found, divergence: Divergence, region: Region, spread: Ball, deltas: list[Ball]
) -> Found:
    """The best point for the event of `start` with epsilon within a factor `spread` of its epsilon."""
    epsilon = start.spot.epsilon
    low, high = epsilon / spread, epsilon * spread
    if region.epsilon_high is not None:
        high = _smaller(high, _ball(region.epsilon_high))
    low = _larger(low, _ball(region.epsilon_low))

    def best_at(point: Ball) -> Found:
        return _best_delta(divergence, point, start.event, deltas)

    return _golden(low.mid(), high.mid(), best_at, _largest([start, best_at(epsilon)]))


def _best_delta(divergence: Divergence, epsilon: Ball, event: int, deltas: list[Ball]) -> Found:
    """The best delta' for one epsilon and one event: on the grid, then between its neighbours there."""
    column = [_found(divergence, Spot(epsilon, delta), event) for delta in deltas]
    best = _largest(column)
    place = next(i for i, found in enumerate(column) if found is best)
    low, high = deltas[min(place + 1, len(deltas) - 1)], deltas[max(place - 1, 0)]
    return _golden(low, high, lambda delta: _found(divergence, Spot(epsilon, delta), event), best)


def _golden(low: Ball, high: Ball, found_at: Callable[[Ball], Found], best: Found) -> Found:
    """Golden section search on a logarithmic scale, from what is known to be good; stops where it refutes."""
    if best.ratio > 1 or not low < high:
        return best
    inner = (high / low) ** -_GOLDEN
    points = (high * inner).mid(), (low / inner).mid()
    left, right = found_at(points[0]), found_at(points[1])
    for _ in range(_SECTIONS):
        best = _largest([best, left, right])
        if best.ratio > 1:
            break
        if left.ratio > right.ratio:
            high = points[1]
            points = (high * (high / low) ** -_GOLDEN).mid(), points[0]
            left, right = found_at(points[0]), left
        else:
            low = points[0]
            points = points[1], (low * (high / low) ** _GOLDEN).mid()
            left, right = right, found_at(points[1])
    return best


def _contains(region: Region, spot: Spot) -> bool:
    high = region.epsilon_high
    return bool(
        spot.epsilon >= _ball(region.epsilon_low).lower()
        and (high is None or spot.epsilon <= _ball(high).upper())
        and spot.epsilon > 0
        and spot.delta >= _ball(region.delta_low).lower()
        and spot.delta <= _ball(region.delta_high).upper()
        and spot.delta > 0
        and spot.delta < 1
    )


def _ends(low: Fraction, high: Fraction | None) -> tuple[Fraction, Fraction]:
    last = max(low, Fraction(_FARTHEST)) if high is None else high
    return max(low, last * _NEAREST_TO_0), last


def _delta_ends(region: Region) -> tuple[Fraction, Fraction]:
    low, high = region.delta_low, region.delta_high
    last = high if high < 1 else max(low, _LARGEST_DELTA)
    return (low if low else min(last, _SMALLEST_DELTA)), last


def _geometric(low: Fraction, high: Fraction, count: int) -> list[Ball]:
    """Exact points in geometric progression from high down to low; one if the ends are the same."""
    last = _ball(high).mid()
    if low >= high:
        return [last]
    step = (_ball(low / high).log() / (count - 1)).exp()
    return [(last * step**i).mid() for i in range(count - 1)] + [_ball(low).mid()]


def _smaller(a: Ball, b: Ball) -> Ball:
    return a if a < b else b


def _larger(a: Ball, b: Ball) -> Ball:
    return a if a > b else b


def _rows(low: Fraction, high: Fraction, count: int) -> list[Ball]:
    """Values of delta' from high to low, equidistant in sqrt(ln(1/delta')), on which most bounds depend."""
    first, last = ((1 / _ball(end)).log().nonnegative_part().sqrt() for end in (high, low))
    if low >= high:
        return [_ball(high).mid()]
    roots = [first + (last - first) * i / (count - 1) for i in range(1, count - 1)]
    return [_ball(high).mid(), *((-root * root).exp().mid() for root in roots), _ball(low).mid()]


def _step(points: list[Ball]) -> Ball:
    return (points[0] / points[1]).mid() if len(points) > 1 else Ball(1)


def _largest(found: Iterable[Found]) -> Found:
    """The one of the largest ratio; at once the first that refutes."""
    best: Found | None = None
    for item in found:
        if item.ratio > 1:
            return item
        if best is None or item.ratio > best.ratio:
            best = item
    if best is None:
        raise ValueError("nothing to choose from")
    return best


class _Descending:
    """A sort key: the larger ratio first."""

    def __init__(self, found: Found) -> None:
        self.ratio = found.ratio

    def __lt__(self, other: _Descending) -> bool:
        return bool(self.ratio > other.ratio)


def _ball(value: Fraction) -> Ball:
    return Ball(value.numerator) / value.denominator
