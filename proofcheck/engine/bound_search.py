"""`eps' = F(n, epsilon, delta')` for a range of n: proved valid, refuted by an instance, or open.

For each n in turn, in this order: a short attempt at a proof, a hunt for a point that refutes, and
a long attempt at a proof on what the short one left. The first refuted n ends the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.engine.bound_hunt import hunt
from proofcheck.engine.bound_witness import Decision, Range, decide, simple_witness
from proofcheck.engine.composition_bound import BITS, Divergence, Region, Spot, Strip, Tile, prove, whole
from proofcheck.logic.judgement import Verdict
from proofcheck.numbers import DomainError, Expression, Number, Order, compare, number
from proofcheck.numbers.balls import dyadic_bounds, enclosure, precision

DEFAULT_NUMBERS = range(1, 257)
DEFAULT_EPSILON = Range(number(0), number(3))
DEFAULT_DELTA = Range(number(Fraction(1, 10**12)), number(Fraction(99, 100)))
DEFAULT_BUDGET = 1_000_000  # evaluations of the divergence in all

_SHORT = 3_000  # evaluations before the hunt
_NEAR_0 = Fraction(1, 1000)
_SHARE = 4  # one n may use up to this part of what is left of the budget

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class OpenPart:
    """A part of the region that was neither proved nor refuted for one n, as rational bounds."""

    epsilon_low: Fraction
    epsilon_high: Fraction | None
    delta_low: Fraction
    delta_high: Fraction


@dataclass(frozen=True)
class ForOneN:
    """What was found for one n.

    Attributes:
        n: the number of openings.
        verdict: VERIFIED for all epsilon and delta' of the region, REFUTED, or UNDECIDED.
        tiles: rectangles that were proved.
        evaluations: of the divergence.
        left: rectangles that cover what stays undecided.
        found: the exact refutation, or the exact decision where the region is one point.
        weakest: where the divergence was found largest relative to delta', if that was looked for.
    """

    n: int
    verdict: Verdict
    tiles: tuple[Tile, ...]
    evaluations: int
    left: tuple[OpenPart, ...] = ()
    found: Decision | None = None
    weakest: Spot | None = None


@dataclass(frozen=True)
class BoundReport:
    """The answer: every n that was looked at, in order, up to the first refuted one."""

    bound: Expression
    epsilon: Range
    delta: Range
    numbers: tuple[int, ...]
    rows: tuple[ForOneN, ...]

    @property
    def verdict(self) -> Verdict:
        """REFUTED if one n is; VERIFIED if every n of the range is."""
        if self.refutation is not None:
            return Verdict.REFUTED
        proved = self.having(Verdict.VERIFIED)
        return Verdict.VERIFIED if proved == self.numbers else Verdict.UNDECIDED

    @property
    def refutation(self) -> Decision | None:
        """The exact refutation at the smallest n for which one was found."""
        return next((row.found for row in self.rows if row.verdict is Verdict.REFUTED), None)

    def having(self, verdict: Verdict) -> tuple[int, ...]:
        """The values of n with that verdict."""
        return tuple(row.n for row in self.rows if row.verdict is verdict)


def examine_bound(
    bound: Expression,
    *,
    numbers: Iterable[int] = DEFAULT_NUMBERS,
    epsilon: Range = DEFAULT_EPSILON,
    delta: Range = DEFAULT_DELTA,
    budget: int = DEFAULT_BUDGET,
    progress: Progress | None = None,
) -> BoundReport:
    """Is `eps' = bound` valid for n-fold adaptive composition of all (epsilon,0)-close boxes?

    Args:
        bound: an expression in n, epsilon and delta.
        numbers: the values of n, in the order in which they are tried.
        epsilon: the values of epsilon; 0 is excluded, `high` None is no upper end.
        delta: the values of delta'; 0 and 1 are excluded.
        budget: evaluations of the divergence in all; exceeding it leaves things undecided.
        progress: called with (stage, done, total).

    Returns:
        The report. What it calls proved or refuted is rigorous, whatever the budget.

    Raises:
        ValueError: an empty range.
        DomainError: the bound has no value in a corner of the ranges.
    """
    wanted = tuple(numbers)
    region = outer_region(epsilon, delta)
    _certify_corners(bound, wanted[:1], epsilon, delta)
    rows: list[ForOneN] = []
    left = budget
    hints: tuple[Spot, ...] = ()
    for place, n in enumerate(wanted):
        row = _one(bound, n, region, epsilon, delta, left // _SHARE, hints)
        rows.append(row)
        left = max(0, left - row.evaluations)
        hints = (row.weakest,) if row.weakest is not None else ()
        if progress is not None:
            progress("n", place + 1, len(wanted))
        if row.verdict is Verdict.REFUTED:
            break
    return BoundReport(bound, epsilon, delta, wanted, tuple(rows))


def _certify_corners(bound: Expression, numbers: Iterable[int], epsilon: Range, delta: Range) -> None:
    """Raise `DomainError` if the bound has no value near some corner, so that a slip is told at once."""
    epsilon_high = epsilon.low + 1 if epsilon.high is None else epsilon.high
    epsilons = (epsilon_high, epsilon_high * _NEAR_0 if epsilon.low == number(0) else epsilon.low)
    delta_high = number(1 - _NEAR_0) if delta.high is None or delta.high == number(1) else delta.high
    deltas = (delta_high, number(_NEAR_0**4) if delta.low == number(0) else delta.low)
    for n in numbers:
        for e in epsilons:
            for d in deltas:
                try:
                    compare(bound.substitute({"n": n, "epsilon": e, "delta": d}), 0)
                except DomainError as error:
                    raise DomainError(f"at n = {n}, epsilon = {e}, delta = {d}: {error}") from None


def outer_region(epsilon: Range, delta: Range) -> Region:
    """The smallest region with ends of the working precision that contains the ranges.

    Raises:
        ValueError: a range is empty, or reaches outside `epsilon >= 0`, `0 <= delta' <= 1`.
    """
    epsilon_low, epsilon_high = _outer(epsilon)
    delta_low, delta_high = _outer(delta)
    if delta_high is None or delta_low < 0 or delta_high > 1:
        raise ValueError("delta' lies between 0 and 1")
    if epsilon_low < 0:
        raise ValueError("epsilon is not negative")
    if delta_low > delta_high or (epsilon_high is not None and epsilon_low > epsilon_high):
        raise ValueError("the range is empty")
    if delta_high == 0 or epsilon_high == 0 or delta_low == 1:
        raise ValueError("epsilon = 0, delta' = 0 and delta' = 1 are not in question")
    return Region(epsilon_low, epsilon_high, delta_low, delta_high)


def _one(
    bound: Expression,
    n: int,
    region: Region,
    epsilon: Range,
    delta: Range,
    budget: int,
    hints: tuple[Spot, ...],
) -> ForOneN:
    if epsilon.point is not None and delta.point is not None:
        decided = decide(bound, n, epsilon.point, delta.point)
        if decided is not None:
            return ForOneN(n, _verdict(decided.comparison.order), (), 1, found=decided)
    with precision(BITS):
        divergence = Divergence(bound, n)
        search = prove(divergence, region, [whole(region)], budget=min(budget, _SHORT))
        tiles, left = search.proofs, search.left
        weakest = search.witness
        if left and weakest is None:
            weakest = hunt(divergence, region, hints).spot
        refutation = _refutation(bound, divergence, region, epsilon, delta, weakest)
        if left and refutation is None:
            search = prove(divergence, region, left, budget=max(0, budget - divergence.evaluations))
            tiles, left = (*tiles, *search.proofs), search.left
            refutation = _refutation(bound, divergence, region, epsilon, delta, search.witness)
        verdict = Verdict.REFUTED if refutation else Verdict.UNDECIDED if left else Verdict.VERIFIED
        parts = () if refutation else tuple(_open_part(strip, region) for strip in left)
        return ForOneN(n, verdict, tiles, divergence.evaluations, parts, refutation, weakest)


def _refutation(
    bound: Expression,
    divergence: Divergence,
    region: Region,
    epsilon: Range,
    delta: Range,
    spot: Spot | None,
) -> Decision | None:
    """An exact refutation near the spot, if the enclosure at the spot already refutes."""
    if spot is None or not divergence.at_least(spot.epsilon, spot.delta) > spot.delta:
        return None
    return simple_witness(bound, divergence, region, epsilon, delta, spot)


def _verdict(order: Order) -> Verdict:
    if order is Order.UNDECIDED:
        return Verdict.UNDECIDED
    return Verdict.REFUTED if order is Order.ABOVE else Verdict.VERIFIED


def _open_part(strip: Strip, region: Region) -> OpenPart:
    bounds = dyadic_bounds(strip.delta, BITS)
    if bounds is None:
        raise ValueError("delta' is finite")
    mantissa, exponent = bounds[1]
    delta_high = mantissa * Fraction(2) ** exponent
    return OpenPart(strip.epsilon_low, strip.epsilon_high, region.delta_low, delta_high)


def _outer(values: Range) -> tuple[Fraction, Fraction | None]:
    low, high = _rational(values.low, 0), None
    if values.high is not None:
        high = _rational(values.high, 1)
    return low, high


def _rational(value: Expression, end: int) -> Fraction:
    """The value itself if it is rational, else a close rational below (end 0) or above (end 1)."""
    if isinstance(value, Number):
        return value.value
    bounds = dyadic_bounds(enclosure(value, BITS), BITS)
    if bounds is None:
        raise ValueError(f"{value} is not a finite number")
    mantissa, exponent = bounds[end]
    return mantissa * Fraction(2) ** exponent
