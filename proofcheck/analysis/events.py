"""Events of the theorem: sets of output vectors, their probabilities, and the bad set's part of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from proofcheck.analysis.ratios import subset_sums
from proofcheck.analysis.tree import Tree
from proofcheck.numbers import Order, RingElement, Threshold, ring_sign

Point = tuple[RingElement, RingElement]  # the masses of one history or output under P1 and P2


@dataclass(frozen=True)
class SplitEvent:
    """The masses of an event S, over the tree's unit: inside the bad set W and outside."""

    inside: Point
    outside: Point

    @property
    def p1(self) -> RingElement:
        """Pr1[S]."""
        return self.inside[0] + self.outside[0]

    @property
    def p2(self) -> RingElement:
        """Pr2[S]."""
        return self.inside[1] + self.outside[1]


def all_points(tree: Tree, level: str) -> list[Point]:
    """The points of the level: merged histories, or outputs."""
    last = tree.levels[-1]
    columns = (last.y1, last.y2) if level == "outputs" else (last.p1, last.p2)
    return list(zip(*columns, strict=True))


def points_of_event(tree: Tree, level: str, event: Collection[tuple[str, ...]]) -> list[Point]:
    """The points of the level (histories or outputs) that show one of the event's output vectors.

    Vectors of probability 0 have no point.
    """
    number = {pair: i for i, pair in enumerate(tree.levels[0].outputs)}
    wanted = set()
    steps = [{pair: i for i, pair in enumerate(level.outputs)} for level in tree.levels[1:]]
    for vector in event:
        at: int | None = number[0, ""]
        for step, message in zip(steps, vector, strict=True):
            at = None if at is None else step.get((at, message))
        if at is not None:
            wanted.add(at)
    last = tree.levels[-1]
    if level == "outputs":
        return [(last.y1[i], last.y2[i]) for i in sorted(wanted)]
    return [(a, b) for output, a, b in zip(last.output, last.p1, last.p2, strict=True) if output in wanted]


def split(points: Sequence[Point], threshold: Threshold) -> SplitEvent:
    """The event's masses inside and outside W = {p1 > threshold p2}; undecided points count as inside."""
    inside: Point = (0, 0)
    outside: Point = (0, 0)
    for p1, p2 in points:
        if threshold.order(p1, p2) in (Order.ABOVE, Order.UNDECIDED):
            inside = (inside[0] + p1, inside[1] + p2)
        else:
            outside = (outside[0] + p1, outside[1] + p2)
    return SplitEvent(inside, outside)


def exceeding_event(points: Sequence[Point], best: Point, threshold: Threshold) -> int | None:
    """Try all 2^k events: the number of one with `Pr1[S] - T Pr2[S]` above that of `best`, else None.

    Bit i of the number tells whether point i is in S. An undecided comparison does not exceed.
    """
    sums1, sums2 = subset_sums([p1 for p1, _ in points]), subset_sums([p2 for _, p2 in points])
    for number, (p1, p2) in enumerate(zip(sums1, sums2, strict=True)):
        more1, more2 = p1 - best[0], p2 - best[1]
        sign = ring_sign(more2)
        if sign == 0:
            exceeds = ring_sign(more1) > 0
        elif sign > 0:
            exceeds = ring_sign(more1) > 0 and threshold.order(more1, more2) is Order.ABOVE
        else:
            exceeds = ring_sign(more1) >= 0 or threshold.order(-more1, -more2) is Order.BELOW
        if exceeds:
            return number
    return None
