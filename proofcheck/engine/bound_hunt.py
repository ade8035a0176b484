"""Where is a claimed bound weakest? A search for a point that refutes it, guided by enclosures.

The search proves nothing by failing. What it finds is a point where the ball arithmetic already
excludes the claim; the simple exact witness is made from it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from proofcheck.engine.composition_bound import Divergence, Region, Spot
from proofcheck.numbers.balls import Ball

_COLUMNS = 20  # epsilons tried
_ROWS = 40  # values of delta' tried for each
_STARTS = 8  # events for which the search climbs
_HALVINGS = 14
_MOVES = 6  # of one step length
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

    The divergence has an edge wherever the worst event changes, which stops a search on it; so the
    search climbs the smooth excess of one event at a time, from the best point of a grid for it.

    Args:
        divergence: that of the claimed bound at one n.
        region: where to search.
        hints: points to start from besides the grid, such as the weakest one of a neighbouring n.

    Returns:
        The weakest point found, at the latest the first one that refutes.
    """
    epsilons = _geometric(*_ends(region.epsilon_low, region.epsilon_high), _COLUMNS)
    deltas = _geometric(*_delta_ends(region), _ROWS)
    starts: dict[int, Found] = {}
    for spot in (*hints, *(Spot(epsilon, delta) for epsilon in epsilons for delta in deltas)):
        if not _contains(region, spot):
            continue
        found = _found(divergence, spot)
        if found.ratio > 1:
            return found
        if found.event not in starts or found.ratio > starts[found.event].ratio:
            starts[found.event] = found
    tops = []
    for start in sorted(starts.values(), key=_Descending)[:_STARTS]:
        tops.append(_climbed(start, divergence, region, _step(epsilons), _step(deltas)))
        if tops[-1].ratio > 1:
            break
    return _largest(tops)


def _found(divergence: Divergence, spot: Spot, event: int | None = None) -> Found:
    excess, event = divergence.excess(spot.epsilon, spot.delta, event)
    return Found(spot, (excess / spot.delta).lower(), event)


def _climbed(start: Found, divergence: Divergence, region: Region, step_e: Ball, step_d: Ball) -> Found:
    """Walk uphill in (ln epsilon, ln delta') for one event, in eight directions, with shrinking steps."""
    best = start
    for _ in range(_HALVINGS):
        for _ in range(_MOVES):
            near = [
                _found(divergence, spot, start.event)
                for spot in _around(best.spot, step_e, step_d)
                if _contains(region, spot)
            ]
            better = _largest([best, *near])
            if better is best:
                break
            best = better
        if best.ratio > 1:
            break
        step_e, step_d = step_e.sqrt().mid(), step_d.sqrt().mid()
    return best


def _around(spot: Spot, step_e: Ball, step_d: Ball) -> Iterator[Spot]:
    for power_e in (-1, 0, 1):
        for power_d in (-1, 0, 1):
            if power_e or power_d:
                yield Spot(
                    (spot.epsilon * step_e**power_e).mid(),
                    (spot.delta * step_d**power_d).mid(),
                )


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
