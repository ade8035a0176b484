"""Is `eps' = F(n, epsilon, delta')` a valid bound, for one n and all epsilon and delta' of a region?

Randomised response dominates all (epsilon,0)-close boxes (rung 4), so F is valid exactly if

    H(epsilon, r) <= delta'   with   r = F / epsilon   and   t = e^epsilon,
    H(epsilon, r) = sum over i with 2i - n > r of C(n,i) (t^i - e^(r epsilon) t^(n-i)) / (1+t)^n,

the hockey-stick divergence of n-fold randomised response at e^F. Two monotonicities make rectangles
of (epsilon, delta') cheap:

(M1) For fixed r, H grows with epsilon: it is the mean of `(1 - e^(-epsilon (2i - n - r)))^+`, which
     grows with i and with epsilon, and more truth moves i up.
(M2) For fixed threshold e^F, H grows with epsilon (data processing: the less truthful response is a
     randomised function of the more truthful one), and H falls as the threshold grows.

So on a rectangle H is at most its value at the largest epsilon and at the least r, where for r one
takes a lower bound of F/epsilon (by M1) or of F over the largest epsilon (by M2). No derivative and no
limit is needed: the strip next to epsilon = 0 is an ordinary rectangle, and so is that next to
delta' = 0 once r >= n there (then H = 0: basic composition), and the one up to epsilon = infinity.

A strip of epsilon is covered from the top of delta' downwards. If r is at least r0 on all that is
left, then H <= g = H(largest epsilon, r0), which settles delta' from g upwards and leaves [.., g].
A strip where this makes no progress, though a single epsilon would, is halved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from proofcheck.analysis.response_enclosures import ResponseTails
from proofcheck.engine.branch_and_bound import Broken, Closed, Outcome, Search, Split, Stuck, branch_and_bound
from proofcheck.numbers import Expression
from proofcheck.numbers.balls import Ball
from proofcheck.numbers.cancellation import divided
from proofcheck.numbers.intervals import (
    INFINITY,
    ONE,
    ZERO,
    Interval,
    UncertifiedDomain,
    compiled,
    interval,
)

BITS = 96
_STEPS = 32  # rectangles taken off one strip before the budget is looked at again
_SMALLEST = Fraction(1, 1 << 60)  # a strip of smaller relative width is left open
_FARTHEST = 1 << 10  # an epsilon from which on a strip up to infinity is not halved
_PROGRESS = Ball(1) - Ball(2) ** -30  # less is no progress


@dataclass(frozen=True)
class Region:
    """`epsilon_low <= epsilon <= epsilon_high` and likewise delta'; `epsilon_high` None is infinity.

    Ends 0, infinity and (for delta') 1 are not included: epsilon > 0 and 0 < delta' < 1 always.
    """

    epsilon_low: Fraction
    epsilon_high: Fraction | None
    delta_low: Fraction
    delta_high: Fraction


class Tile(NamedTuple):
    """A rectangle on which F is valid: there `H(epsilon_high, r) <= delta_low` for some r <= F/epsilon."""

    epsilon_low: Fraction
    epsilon_high: Fraction | None
    delta_low: Ball
    delta_high: Ball


class Spot(NamedTuple):
    """A point at which F was found not to be valid (rigorously, in ball arithmetic)."""

    epsilon: Ball
    delta: Ball


class Strip(NamedTuple):
    """What is left of a strip: epsilon from low to high, delta' from the region's lower end to `delta`."""

    epsilon_low: Fraction
    epsilon_high: Fraction | None
    delta: Ball


class Divergence:
    """The divergence of n-fold randomised response at `e^F`, on rectangles and at points.

    To be used inside `precision(BITS)`. Tails are remembered for each epsilon; `evaluations` counts.

    Raises:
        DomainError: a part of F without variables has no value.
    """

    def __init__(self, bound: Expression, n: int) -> None:
        at_n = bound.substitute({"n": n})
        self.n = n
        self.evaluations = 0
        self._bound = compiled(at_n, BITS)
        self._per_epsilon = compiled(divided(at_n, "epsilon"), BITS)
        self._tails: dict[tuple[int, int], ResponseTails] = {}

    def at_most(self, epsilon: Interval, delta: Interval) -> Ball:
        """An upper bound (an exact point) on a rectangle; 1 where F may have no value."""
        self.evaluations += 1
        r = self._least_ratio(epsilon, delta)
        if epsilon.high.is_finite():
            return self._tails_at(epsilon.high).at_most(r)
        return ZERO if r >= self.n else ONE

    def at_least(self, epsilon: Ball, delta: Ball) -> Ball:
        """A lower bound (an exact point) at one point; 0 where F may have no value."""
        return self.excess(epsilon, delta)[0]

    def excess(self, epsilon: Ball, delta: Ball, event: int | None = None) -> tuple[Ball, int]:
        """A lower bound of `Pr1[S] - e^F Pr2[S]` at one point, and the j of S = "at least j favourable".

        S is the worst event, or the given one. For a fixed event the excess is smooth in epsilon and
        delta', while the divergence, their maximum, has an edge wherever the worst event changes.
        """
        self.evaluations += 1
        try:
            largest = self._bound(_box(Interval(epsilon, epsilon), Interval(delta, delta))).high
        except UncertifiedDomain:
            return ZERO, self.n + 1
        r = (largest / epsilon).upper()
        tails = self._tails_at(epsilon)
        j = tails.worst_event(r) if event is None else event
        return tails.excess(j, r), j

    def _least_ratio(self, epsilon: Interval, delta: Interval) -> Ball:
        """A lower bound r for which `H(epsilon.high, r)` bounds the divergence on the rectangle."""
        box = _box(epsilon, delta)
        least = -INFINITY
        try:
            least = self._per_epsilon(box).low
            if least > 0:
                return least
            other = (self._bound(box).low / epsilon.high).lower()
        except UncertifiedDomain:
            return least
        return other if other > least else least

    def _tails_at(self, epsilon: Ball) -> ResponseTails:
        mantissa, exponent = epsilon.man_exp()
        key = int(mantissa), int(exponent)
        if key not in self._tails:
            self._tails[key] = ResponseTails(self.n, epsilon)
        return self._tails[key]


def whole(region: Region) -> Strip:
    """The region as one strip."""
    return Strip(region.epsilon_low, region.epsilon_high, interval(region.delta_low, region.delta_high).high)


def prove(
    divergence: Divergence, region: Region, strips: Iterable[Strip], *, budget: int
) -> Search[Strip, Tile, Spot]:
    """Prove that F is valid on strips of the region, or find a point where it is not.

    Args:
        divergence: that of F at one n.
        region: the values of epsilon and delta'.
        strips: where to look: `[whole(region)]`, or the strips that an earlier search left.
        budget: about how many evaluations of the divergence may be made.

    Returns:
        The search; its proofs are tiles that cover the strips but for those left.
    """
    left = budget + divergence.evaluations
    end = interval(region.delta_low, region.delta_high).low

    def examine(strip: Strip) -> Outcome[Tile, Strip, Spot]:
        if divergence.evaluations >= left:
            return Stuck()
        return _examine(divergence, strip, end)

    return branch_and_bound(strips, examine, budget=budget)


def _examine(divergence: Divergence, strip: Strip, end: Ball) -> Outcome[Tile, Strip, Spot]:
    """Take rectangles off the strip from the top, and tell what is to be done with the rest."""
    low, high, delta = strip
    epsilon = interval(low, high)
    tiles: list[Tile] = []
    for _ in range(_STEPS):
        reached = divergence.at_most(epsilon, Interval(end, delta))
        if reached <= end:
            return Closed((*tiles, Tile(low, high, end, delta)))
        if reached * 10 > delta * 7:
            reached = _by_the_half(divergence, epsilon, end, delta, reached)
            spot = _broken_at(divergence, epsilon.high, end, delta)
            if spot is not None:
                return Broken(spot)
            if _splitting_helps(divergence, epsilon.high, delta, reached):
                halves = _halves(strip._replace(delta=delta))
                return Split(halves, tuple(tiles)) if halves else _stopped(strip, delta, tiles)
        tiles.append(Tile(low, high, reached, delta))
        delta = reached
    return Split((strip._replace(delta=delta),), tuple(tiles))


def _by_the_half(divergence: Divergence, epsilon: Interval, end: Ball, delta: Ball, reached: Ball) -> Ball:
    """How far down a rectangle gets that only has to reach delta/2.

    This matters where F does not fall as delta' grows, or is enclosed badly on long intervals.
    """
    half = (delta / 2).upper()
    if not half > end:
        return reached
    nearer = divergence.at_most(epsilon, Interval(half, delta))
    if not nearer < reached:
        return reached
    return nearer if nearer > half else half


def _broken_at(divergence: Divergence, epsilon: Ball, end: Ball, delta: Ball) -> Spot | None:
    """Whether F fails at this epsilon at delta, or a little below the divergence there."""
    if not epsilon.is_finite():
        return None
    value = divergence.at_least(epsilon, delta)
    if value > delta:
        return Spot(epsilon, delta)
    below = (value * 1023 / 1024).lower()
    if below > end and below > 0 and divergence.at_least(epsilon, below) > below:
        return Spot(epsilon, below)
    return None


def _splitting_helps(divergence: Divergence, epsilon: Ball, delta: Ball, reached: Ball) -> bool:
    """Whether a thin strip would get at least twice as far as `reached` (or there is no progress)."""
    if not reached < delta * _PROGRESS or not epsilon.is_finite():
        return True
    thin = divergence.at_most(Interval(epsilon, epsilon), Interval(delta, delta))
    return bool((delta - reached) * 2 < delta - thin)


def _halves(strip: Strip) -> tuple[Strip, ...]:
    """Two strips that cover this one, the one of larger epsilon first; none if it is too thin."""
    low, high, delta = strip
    if high is None:
        if low >= _FARTHEST:
            return ()
        middle = 2 * low if low else Fraction(1)
    elif high - low <= high * _SMALLEST:
        return ()
    else:
        middle = (low + high) / 2 if high <= 2 * low else high / 2
    return Strip(middle, high, delta), Strip(low, middle, delta)


def _stopped(strip: Strip, delta: Ball, tiles: list[Tile]) -> Outcome[Tile, Strip, Spot]:
    """A strip that is too thin to split: keep its tiles, and give up on the rest."""
    return Split((strip._replace(delta=delta),), tuple(tiles)) if tiles else Stuck()


def _box(epsilon: Interval, delta: Interval) -> dict[str, Interval]:
    return {"epsilon": epsilon, "delta": delta}
