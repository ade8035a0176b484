"""The worst strategy for the theorem on histories: value functions by backward induction, exactly.

The hockey-stick on histories is linear in the leaf weights of a strategy, so no randomised strategy
beats the best deterministic one, and that one is found from the end: with boxes M left, k openings to
go and likelihood ratio r so far,

    phi_{M,0}(r) = (r - 1)^+,   phi_{M,k}(r) = max_{b in M} sum_x q_b(x) phi_{M-b,k-1}(r p_b(x)/q_b(x)).

One run serves every T, both directions and every strategy question (mathematics of rung 3).
Supported: rational probabilities on the fast path (Python ints); probabilities of the field extended
by e^rational and radicals on the same code with exact but far slower comparisons.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
from proofcheck.analysis.piecewise import (
    Chain,
    Curve,
    Openings,
    Vertex,
    active_vertex,
    curve,
    lower_hull,
    opened,
    openings,
    unit_chain,
    vertices,
)
from proofcheck.analysis.ratio_keys import Key
from proofcheck.analysis.scalars import OrderOfRatio, Scalar, Scale
from proofcheck.numbers import Exact

WHAT = "the worst hockey-stick over all strategies"


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The value functions `phi_{M,k}` of all multisets M that can be left: `levels[k][M]`."""

    menu: Menu
    n: int
    levels: tuple[dict[Multiset, Chain], ...]

    @property
    def root(self) -> Chain:
        """The value function before the first opening."""
        return self.levels[self.n][self.menu.counts]

    @property
    def states(self) -> int:
        """The number of (multiset left, openings to go)."""
        return sum(map(len, self.levels))

    @property
    def pieces(self) -> int:
        """The number of breakpoints of all value functions together."""
        return sum(len(chain) for level in self.levels for chain in level.values())

    def curve(self, direction: Direction) -> Curve:
        """The worst hockey-stick as a function of T."""
        return curve(self.root, direction)

    def form(self, order: OrderOfRatio, direction: Direction) -> tuple[Exact, Exact]:
        """The worst hockey-stick at one threshold T, as (a, b) for `a - b*T`."""
        return self.curve(direction).form(order)

    def strategy(self, order: OrderOfRatio, direction: Direction) -> Decision:
        """A deterministic strategy that attains the value at this T, over the given boxes and messages.

        The active piece of `phi_{M,k}` at the ratio so far names the next box.
        """

        def choose(left: Multiset, k: int, mass1: Scalar, mass2: Scalar, _: Key) -> int:
            chain = self.levels[k][left]
            vertex = active_vertex(chain, mass1, mass2, order, direction)
            # At the ends every history that follows is accepted, or none is.
            return chain.owner[vertex] if 0 < vertex < len(chain) else ANY

        return build_tree(self.menu, self.n, choose)


def solve(
    boxes: Iterable[WeightedBox],
    n: int,
    *,
    max_pieces: int = DEFAULT_MAX_PIECES,
    progress: Progress | None = None,
) -> WorstCase:
    """All value functions for n openings of the boxes.

    Raises:
        ValueError: n is not between 1 and the number of boxes, or the boxes are not a menu.
        StateBudgetError: more than `max_pieces` pieces would be kept; found before the start if the
            number of states alone shows it.
    """
    offer = menu(boxes)
    check_openings(offer, n)
    counts = offer.counts
    states = state_count(counts, n)
    if states > max_pieces:
        raise StateBudgetError(WHAT, states, ratio_state_count(offer, n), max_pieces)
    boxes_on_offer, scale = openings(offer), Scale(offer.kinds, rational=offer.rational)
    size = sum(counts)
    levels = [{left: unit_chain(1) for left in sub_multisets(counts, size - n)}]
    kept = len(levels[0])
    for k in range(1, n + 1):
        level: dict[Multiset, Chain] = {}
        step = _Step(k, levels[-1], boxes_on_offer, scale, list(sub_multisets(counts, size - n + k)))
        for left in step.multisets:
            points = step.candidates(left)
            if kept + len(points) > max_pieces:
                raise StateBudgetError(WHAT, states, ratio_state_count(offer, n), max_pieces)
            level[left] = lower_hull(points)
            kept += len(level[left])
        levels.append(level)
        if progress is not None:
            progress("value functions", k, n)
    return WorstCase(offer, n, tuple(levels))


class _Step:
    """One step of the backward induction, from k - 1 to k openings to go."""

    def __init__(
        self, k: int, below: dict[Multiset, Chain], offer: Openings, scale: Scale, multisets: list[Multiset]
    ) -> None:
        self.multisets = multisets
        self._k, self._below, self._offer, self._scale = k, below, offer, scale
        bits = max(scale.value(left, k).bit_length() for left in multisets) if offer.rational else 0
        self._slopes = {rest: offer.slopes(chain, bits) for rest, chain in below.items()}

    def candidates(self, left: Multiset) -> list[Vertex]:
        """The vertices of what each possible next box would give."""
        points: list[Vertex] = []
        for kind, count in enumerate(left):
            if count:
                rest = without(left, kind)
                multiplier = self._scale.multiplier(left, kind, rest, self._k)
                edges = opened(self._below[rest], self._slopes[rest], self._offer.kinds[kind], multiplier)
                points += vertices(*edges, kind)
        return points


def check_openings(offer: Menu, n: int) -> None:
    """Raises ValueError if n boxes cannot be opened."""
    if not 1 <= n <= len(offer.boxes):
        raise ValueError(f"n = {n} is not between 1 and the number of boxes, {len(offer.boxes)}")
