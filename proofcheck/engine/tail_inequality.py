"""The fifth rung: the lemma and the theorem for all epsilon > 0 and all delta', for one n at a time.

Claim, for `1 <= n`, `n/2 < j <= n` and `1 < t < 2j/n`:

    sum_{i >= j} C(n,i) t^i / (1+t)^n  <=  exp(-(2j - n t)^2 / (2n)).                     (*)

Why this is the lemma for n-fold randomised response at `epsilon = ln t`, for every delta'. With i of
n answers favourable to P1 the privacy loss is `(2i - n) ln t`. The lemma for all delta' (with
`eps' = n beta + epsilon sqrt(2 n ln(1/delta'))`, `beta = epsilon (e^epsilon - 1) = (t - 1) ln t`) is one
comparison at each atom `l = (2j - n) ln t` beyond the mean `n beta`:
`Pr1[loss >= l] <= exp(-(l - n beta)^2 / (2 n epsilon^2))`. Here `(l - n beta) / ln t = 2j - n - n(t-1) =
2j - n t`, so the comparison is (*), and the atom lies beyond the mean exactly if `t < 2j/n`. As t > 1
this needs j > n/2. At t = 1 the loss is 0 and there is nothing to show.

Why it gives the theorem for all boxes. The hockey-stick divergence is at most Pr1[W], so (*) bounds
that of randomised response by delta'; randomised response dominates n adaptive openings of any
(epsilon,0)-close boxes (rung 4), whose divergence is therefore no larger.

How it is proved. Both sides of (*) increase with t on the interval: more truth moves the number of
favourable answers up, and `2j - n t` is positive and shrinks. So on [a, b] it suffices that the left
side at b is below the right side at a: one comparison of a rational with an exponential.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from proofcheck.engine.branch_and_bound import Broken, Closed, Search, Split, Stuck, branch_and_bound
from proofcheck.numbers import Expression, exp, number
from proofcheck.numbers.balls import Ball, precision

DEFAULT_BUDGET = 100_000  # cells for one n
_BITS = 96
_SMALLEST = Fraction(1, 1 << 40)  # a shorter interval of t is left open


class Tile(NamedTuple):
    """A closed interval of t on which (*) was proved for j: `tail(high) <= within * bound(low)`."""

    n: int
    j: int
    low: Fraction
    high: Fraction


class Point(NamedTuple):
    """One instance of (*)."""

    n: int
    j: int
    t: Fraction


@dataclass(frozen=True)
class TailInequality:
    """(*) as data, so that stronger readings can be tried: `tail <= within * exp(-exponent*(2j-nt)^2/(2n))`.

    With `exponent = 1` and `within = 1` it is the lemma's. For n = 1 the exponent may rise to 2 ln 2,
    where j = t = 1 is an equality; for n = 13 no longer (j = 12, t near 1).
    """

    exponent: Fraction = Fraction(1)
    within: Fraction = Fraction(1)

    def tail(self, point: Point) -> Fraction:
        """The left side, exactly."""
        n, j, t = point
        return Fraction(_tail_numerator(n, j, t), (t.numerator + t.denominator) ** n)

    def bound(self, point: Point) -> Expression:
        """The right side."""
        n, j, t = point
        return number(self.within) * exp(-self.exponent * (2 * j - n * t) ** 2 / (2 * n))


LEMMA = TailInequality()


@dataclass(frozen=True)
class TailProof:
    """What a search found for one n.

    Attributes:
        n: the number of openings.
        tiles: the certificate: intervals of t, which cover [1, 2j/n] for every j if `left` is empty.
        left: the parts of the region that were neither proved nor refuted.
        witness: a point with 1 < t where the inequality fails, or None.
        worst: the end of a tile at which tail/bound was found largest.
        examined: the number of intervals looked at.
    """

    n: int
    tiles: tuple[Tile, ...]
    left: tuple[Tile, ...]
    witness: Point | None
    worst: Point
    examined: int

    @property
    def proved(self) -> bool:
        """Whether (*) holds for this n, every j and every t."""
        return self.witness is None and not self.left


def prove_tail_inequality(
    n: int, claim: TailInequality = LEMMA, *, budget: int = DEFAULT_BUDGET
) -> TailProof:
    """Prove or refute (*) for one n >= 1 and all j and t, rigorously.

    A refutation is exact at a rational t > 1. Only a claim that is false, or true by less than the
    smallest interval allows, or a budget that is too small, leaves parts open.
    """
    cells = [Tile(n, j, Fraction(1), Fraction(2 * j, n)) for j in range(n // 2 + 1, n + 1)]
    best: list[tuple[Ball, Point]] = []

    def examine(cell: Tile) -> Closed[Tile] | Split[Tile, Tile] | Broken[Point] | Stuck:
        low, high = Point(n, cell.j, cell.low), Point(n, cell.j, cell.high)
        ratio = _ratio(claim, low, low)
        # Midpoints only choose which point to report as the worst.
        if not best or ratio.mid() > best[0][0].mid():
            best[:] = [(ratio, low)]
        if _ratio(claim, high, low) <= 1:
            return Closed((cell,))
        middle = _between(cell.low, cell.high)
        for t in (cell.low, middle):
            if t > 1 and _ratio(claim, Point(n, cell.j, t), Point(n, cell.j, t)) > 1:
                return Broken(Point(n, cell.j, t))
        if cell.high - cell.low < _SMALLEST:
            return Stuck()
        return Split((Tile(n, cell.j, cell.low, middle), Tile(n, cell.j, middle, cell.high)))

    with precision(_BITS):
        found: Search[Tile, Tile, Point] = branch_and_bound(cells, examine, budget=budget)
    return TailProof(n, found.proofs, found.left, found.witness, best[0][1], found.examined)


def prove_up_to(
    numbers: Iterable[int], claim: TailInequality = LEMMA, *, budget: int = DEFAULT_BUDGET
) -> tuple[TailProof, ...]:
    """One proof for each n, in order; ends early at the first n that is refuted."""
    proofs: list[TailProof] = []
    for n in numbers:
        proofs.append(prove_tail_inequality(n, claim, budget=budget))
        if proofs[-1].witness is not None:
            break
    return tuple(proofs)


def _ratio(claim: TailInequality, left: Point, right: Point) -> Ball:
    """The left side of the claim at one point over its right side at another (same n and j)."""
    n, j, t = left
    tail = Ball(_tail_numerator(n, j, t)) / Ball(t.numerator + t.denominator) ** n
    deviation = 2 * j - n * right.t
    power = claim.exponent * deviation * deviation / (2 * n)
    raised = (Ball(power.numerator) / power.denominator).exp()
    return tail * raised * claim.within.denominator / claim.within.numerator


def _tail_numerator(n: int, j: int, t: Fraction) -> int:
    """`sum_{i >= j} C(n,i) a^i b^(n-i)` for t = a/b, by Horner's scheme from i = n down to j."""
    a, b = t.numerator, t.denominator
    total, power, binomial = 0, 1, 1
    for i in range(n, j - 1, -1):
        total = total * a + binomial * power
        power *= b
        binomial = binomial * i // (n - i + 1)
    return total * int(a**j)


def _between(low: Fraction, high: Fraction) -> Fraction:
    """A point near the middle with few digits, so that the exact powers stay small."""
    middle, width = (low + high) / 2, high - low
    places = 2
    while Fraction(1, 1 << places) > width / 4:
        places += 1
    return Fraction(round(middle * (1 << places)), 1 << places)
