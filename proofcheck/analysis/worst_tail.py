"""The worst strategy for the lemma on histories: the largest `Pr1[ratio > T]`, exactly.

The recursion is that of `worst_case` with another payoff and with P1-mass as its unit:

    psi_{M,0}(r) = 1[r > 1],   psi_{M,k}(r) = max_{b in M} sum_x p_b(x) psi_{M-b,k-1}(r p_b(x)/q_b(x)).

These are rising step functions, which jump at inverses of reachable ratios, and T again only scales
them. So one run gives the worst tail as a staircase over all T; for one T only the jumps near the ratios
that a history of the right length can have are kept, which is less.

Randomised strategies are covered (the probability is linear in the leaf weights); outputs are not:
forgetting which boxes were opened can raise the probability of the bad set.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import repeat

from proofcheck.analysis.decision_tree import ANY, Decision, build_tree
from proofcheck.analysis.kinds import (
    DEFAULT_MAX_PIECES,
    Direction,
    Menu,
    Multiset,
    Progress,
    StateBudgetError,
    WeightedBox,
    menu,
    ratio_state_count,
    state_count,
    sub_multisets,
    without,
)
from proofcheck.analysis.ratio_keys import Cut, Key, RatioKeys, Window, around_threshold
from proofcheck.analysis.scalars import OrderOfRatio, Scalar, Scale, fraction, scalar_pairs
from proofcheck.analysis.step_functions import Steps, between, opened_steps, upper_envelope
from proofcheck.analysis.worst_case import check_openings
from proofcheck.numbers import Exact

WHAT = "the worst tail over all strategies"


@dataclass(frozen=True, slots=True)
class TailStep:
    """`probability` is the worst `Pr1[likelihood ratio >= ratio]`."""

    ratio: Exact
    probability: Exact


@dataclass(frozen=True, slots=True)
class WorstTail:
    """The value functions `psi_{M,k}`: `levels[k][M]`, over the denominators of `scale`.

    With a window they hold only what matters near that threshold. `menu` has the direction built in.
    """

    menu: Menu
    n: int
    keys: RatioKeys
    scale: Scale
    levels: tuple[dict[Multiset, Steps], ...]
    window: Window | None

    @property
    def root(self) -> Steps:
        """The value function before the first opening."""
        return self.levels[self.n][self.menu.counts]

    @property
    def states(self) -> int:
        """The number of (multiset left, openings to go)."""
        return sum(map(len, self.levels))

    @property
    def pieces(self) -> int:
        """The number of jumps of all value functions together."""
        return sum(len(steps.keys) for level in self.levels for steps in level.values())

    def probability(self, order: OrderOfRatio) -> Exact:
        """The worst `Pr1[ratio > T]` on histories; `order` must be the window's if there is one."""
        count = self._jumps(self.menu.counts, self.n, 1, 1, self.keys.one, Cut(order, self._around(order)))
        total = self.root.base + sum(self.root.rises[:count])
        return fraction(total, self.scale.value(self.menu.counts, self.n))

    def strategy(self, order: OrderOfRatio) -> Decision:
        """A deterministic strategy that attains `probability(order)`, over the given boxes and messages."""
        cut = Cut(order, self._around(order))

        def choose(left: Multiset, k: int, mass1: Scalar, mass2: Scalar, key: Key) -> int:
            steps = self.levels[k][left]
            count = self._jumps(left, k, mass1, mass2, key, cut)
            if count == 0 and steps.base == 0:
                return ANY
            return steps.owner[count]

        return build_tree(self.menu, self.n, choose, self.keys)

    def staircase(self) -> tuple[TailStep, ...]:
        """The worst tail for every T: falling ratios with `Pr1[ratio >= …]`.

        The worst `Pr1[ratio > T]` is the probability of the last step whose ratio exceeds T (0 if none does),
        and it is attained for all T from the next step's ratio on. Raises ValueError if there is a window.
        """
        if self.window is not None:
            raise ValueError("a tail computed for one threshold has no staircase")
        unit = self.scale.value(self.menu.counts, self.n)
        total: Scalar = 0
        result = []
        for key, rise in zip(self.root.keys, self.root.rises, strict=True):
            total = total + rise
            num, den = self._jump_ratio(self.menu.counts, self.n, key)
            result.append(TailStep(fraction(den, num), fraction(total, unit)))
        return tuple(result)

    def _around(self, order: OrderOfRatio) -> Window:
        return self.window or around_threshold(order, self.keys)

    def _jumps(self, left: Multiset, k: int, mass1: Scalar, mass2: Scalar, key: Key, cut: Cut) -> int:
        """How many jumps of `psi_{left,k}` lie below (mass1/mass2)/T, the scaled ratio of a history."""

        def stays(i: int) -> bool:
            jump = steps.keys[i]
            known = cut.known(key - jump)
            if known is None:
                num, den = self._jump_ratio(left, k, jump)
                known = cut.ask(key - jump, mass1 * den, mass2 * num)
            return not known

        steps = self.levels[k][left]
        return bisect_left(range(len(steps.keys)), True, key=stays)

    def _jump_ratio(self, left: Multiset, k: int, key: Key) -> tuple[Scalar, Scalar]:
        """The ratio at which `psi_{left,k}` has the jump of this key, found back through its origin."""
        num: Scalar = 1
        den: Scalar = 1
        pairs = scalar_pairs(self.menu)
        while k:
            steps = self.levels[k][left]
            kind = steps.owner[bisect_left(steps.keys, key) + 1]
            left, k = without(left, kind), k - 1
            below = self.levels[k][left].keys
            for (p, q), shift in zip(pairs[kind], self.keys.shifts[kind], strict=True):
                origin = key + shift
                at = bisect_left(below, origin)
                if at < len(below) and below[at] == origin:
                    num, den, key = num * q, den * p, origin
                    break
            else:
                raise ArithmeticError("a jump has no origin in the level below")
        return num, den


def solve_tail(
    boxes: Iterable[WeightedBox],
    n: int,
    direction: Direction,
    *,
    threshold: OrderOfRatio | None = None,
    max_pieces: int = DEFAULT_MAX_PIECES,
    progress: Progress | None = None,
) -> WorstTail:
    """The value functions of the worst tail, for every T or only for the T of `threshold`.

    Raises:
        ValueError: n is not between 1 and the number of boxes, or the boxes are not a menu.
        StateBudgetError: more than `max_pieces` jumps would be kept; found before the start if the
            number of states alone shows it.
    """
    offer = menu(boxes)
    check_openings(offer, n)
    if direction == "P2->P1":
        offer = offer.swapped()
    states = state_count(offer.counts, n)
    if states > max_pieces:
        raise StateBudgetError(WHAT, states, ratio_state_count(offer, n), max_pieces)
    keys = RatioKeys(offer.kinds, n, rational=offer.rational)
    window = around_threshold(threshold, keys) if threshold is not None else None
    step = _Step(offer, keys, Scale(offer.kinds, rational=offer.rational), window)
    counts, size = offer.counts, sum(offer.counts)
    levels = [{left: step.start(left) for left in sub_multisets(counts, size - n)}]
    kept = len(levels[0])
    for k in range(1, n + 1):
        level: dict[Multiset, Steps] = {}
        for left in sub_multisets(counts, size - n + k):
            base, owner, points = step.candidates(left, k, levels[-1])
            if kept + len(points) > max_pieces:
                raise StateBudgetError(WHAT, states, ratio_state_count(offer, n), max_pieces)
            level[left] = step.trimmed(left, upper_envelope(base, owner, points))
            kept += len(level[left].keys)
        levels.append(level)
        if progress is not None:
            progress("tail functions", k, n)
    return WorstTail(offer, n, keys, step.scale, tuple(levels), window)


class _Step:
    """One step of the backward induction."""

    def __init__(self, menu: Menu, keys: RatioKeys, scale: Scale, window: Window | None) -> None:
        self.menu, self.keys, self.scale, self.window = menu, keys, scale, window
        self._pairs = scalar_pairs(menu)

    def start(self, left: Multiset) -> Steps:
        """`1[r > 1]`."""
        return self.trimmed(left, Steps(0, [self.keys.one], [1], [-1, -1]))

    def candidates(
        self, left: Multiset, k: int, below: dict[Multiset, Steps]
    ) -> tuple[Scalar, int, list[tuple[Key, Scalar, int]]]:
        """The functions `sum_x p(x) psi(r p(x)/q(x))` of the boxes left, for `upper_envelope`."""
        base: Scalar = -1
        base_owner = -1
        points: list[tuple[Key, Scalar, int]] = []
        for kind, count in enumerate(left):
            if count:
                rest = without(left, kind)
                multiplier = self.scale.multiplier(left, kind, rest, k)
                start, keys, values = opened_steps(
                    below[rest], self._pairs[kind], self.keys.shifts[kind], multiplier
                )
                if start > base:
                    base, base_owner = start, kind
                points += zip(keys, values, repeat(kind))
        points.sort()
        return base, base_owner, points

    def trimmed(self, left: Multiset, steps: Steps) -> Steps:
        """Without the jumps that every, or no, history that leads here has passed."""
        if self.window is None:
            return steps
        low, high = self.keys.one, self.keys.one
        for shifts, count, rest in zip(self.keys.shifts, self.menu.counts, left, strict=True):
            for _ in range(count - rest):
                low, high = low + shifts[-1], high + shifts[0]  # ratios of a kind are sorted, largest first
        return between(steps, low - self.window.high, high - self.window.low)
