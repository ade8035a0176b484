"""The best strategy that does not adapt: a fixed set of n boxes, to measure what adaptivity is worth.

On histories the order of a fixed set does not matter. Its distribution is a product, so its hockey-stick
is one chain (its tail one step function) per multiset of kinds, and the best set is their envelope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from proofcheck.analysis.kinds import (
    DEFAULT_MAX_PIECES,
    Direction,
    Menu,
    Multiset,
    StateBudgetError,
    WeightedBox,
    fixed_atom_count,
    menu,
)
from proofcheck.analysis.piecewise import (
    Chain,
    Vertex,
    active_vertex,
    curve,
    lower_hull,
    opened,
    openings,
    unit_chain,
    vertices,
)
from proofcheck.analysis.ratio_keys import Cut, Key, RatioKeys, around_threshold
from proofcheck.analysis.scalars import OrderOfRatio, Scalar, Scale, fraction, scalar_pairs
from proofcheck.analysis.worst_case import check_openings
from proofcheck.numbers import Exact

WHAT = "the best fixed set of boxes"
_BATCH = 20_000  # vertices gathered before they are joined with the envelope so far
F = TypeVar("F")
Law = dict[Key, tuple[Scalar, Scalar]]  # likelihood ratio -> weights of its histories under P1 and P2


@dataclass(frozen=True, slots=True)
class FixedCase:
    """The largest hockey-stick over fixed sets of n boxes, for every T and both directions."""

    menu: Menu
    sets: tuple[Multiset, ...]
    chain: Chain  # the owners are numbers of sets

    def form(self, order: OrderOfRatio, direction: Direction) -> tuple[Exact, Exact]:
        """The value at one threshold T, as (a, b) for `a - b*T`."""
        return curve(self.chain, direction).form(order)

    def boxes(self, order: OrderOfRatio, direction: Direction) -> tuple[str, ...]:
        """The boxes of a set that attains the value at this threshold."""
        vertex = active_vertex(self.chain, 1, 1, order, direction)
        return _names(self.menu, self.sets[self.chain.owner[vertex]])


@dataclass(frozen=True, slots=True)
class FixedTail:
    """The largest `Pr1[ratio > T]` at one T over fixed sets of n boxes, and a set that attains it."""

    probability: Exact
    boxes: tuple[str, ...]


def best_fixed(boxes: Iterable[WeightedBox], n: int, *, max_pieces: int = DEFAULT_MAX_PIECES) -> FixedCase:
    """The best fixed set for the theorem.

    Raises ValueError as `worst_case.solve` does, StateBudgetError (before the start) if the
    distributions of all sets together have more than `max_pieces` atoms.
    """
    offer = _menu(boxes, n, max_pieces)
    boxes_on_offer, scale = openings(offer), Scale(offer.kinds, rational=offer.rational)

    def open_one(taken: Multiset, chain: Chain, kind: int) -> Chain:
        bits = scale.value(taken, sum(taken)).bit_length() if offer.rational else 0
        slopes = boxes_on_offer.slopes(chain, bits)
        return lower_hull(list(vertices(*opened(chain, slopes, boxes_on_offer.kinds[kind], 1), 0)))

    sets: list[Multiset] = []
    envelope: Chain | None = None
    points: list[Vertex] = []
    for taken, chain in _products(offer.counts, n, unit_chain(1), open_one):
        factor = scale.enlarge(offer.counts, taken, n)
        points += vertices((a * factor for a in chain.rise1), (b * factor for b in chain.rise2), len(sets))
        sets.append(taken)
        if len(points) > _BATCH:
            envelope, points = _joined(envelope, points), []
    envelope = _joined(envelope, points)
    return FixedCase(offer, tuple(sets), envelope)


def best_fixed_tail(
    boxes: Iterable[WeightedBox],
    n: int,
    order: OrderOfRatio,
    direction: Direction,
    *,
    max_pieces: int = DEFAULT_MAX_PIECES,
) -> FixedTail:
    """The best fixed set for the lemma at the threshold T of `order`; errors as for `best_fixed`."""
    offer = _menu(boxes, n, max_pieces)
    if direction == "P2->P1":
        offer = offer.swapped()
    pairs, scale = scalar_pairs(offer), Scale(offer.kinds, rational=offer.rational)
    keys = RatioKeys(offer.kinds, n, rational=offer.rational)
    cut = Cut(order, around_threshold(order, keys))
    best: Scalar = -1
    chosen: Multiset = ()

    def open_one(_: Multiset, law: Law, kind: int) -> Law:
        result: Law = {}
        for key, (weight1, weight2) in law.items():
            for (p, q), shift in zip(pairs[kind], keys.shifts[kind], strict=True):
                old = result.get(key + shift, (0, 0))
                result[key + shift] = old[0] + weight1 * p, old[1] + weight2 * q
        return result

    start: Law = {keys.one: (1, 1)}
    for taken, law in _products(offer.counts, n, start, open_one):
        tail: Scalar = 0
        for key, (weight1, weight2) in law.items():
            if cut.exceeds(key, weight1, weight2):
                tail = tail + weight1
        tail = tail * scale.enlarge(offer.counts, taken, n)
        if tail > best:
            best, chosen = tail, taken
    return FixedTail(fraction(best, scale.value(offer.counts, n)), _names(offer, chosen))


def _menu(boxes: Iterable[WeightedBox], n: int, max_pieces: int) -> Menu:
    offer = menu(boxes)
    check_openings(offer, n)
    atoms = fixed_atom_count(offer, n)
    if atoms > max_pieces:
        raise StateBudgetError(
            WHAT, len(list(_products(offer.counts, n, None, lambda *_: None))), atoms, max_pieces
        )
    return offer


def _joined(envelope: Chain | None, points: list[Vertex]) -> Chain:
    if envelope is not None:
        if not points:
            return envelope
        sums = zip(accumulate(envelope.rise1), accumulate(envelope.rise2), strict=True)
        points += ((a, b, owner) for (a, b), owner in zip(sums, envelope.owner[1:], strict=True))
    return lower_hull(points)


def _products(
    counts: Multiset, n: int, start: F, open_one: Callable[[Multiset, F, int], F]
) -> Iterator[tuple[Multiset, F]]:
    """Every multiset of n boxes with what `open_one` makes of it, box by box; common beginnings are shared.

    `open_one(taken, before, kind)` gets the multiset that already includes the new box of this kind.
    """

    def walk(taken: Multiset, value: F) -> Iterator[tuple[Multiset, F]]:
        kind = len(taken)
        size = sum(taken)
        if kind == len(counts):
            yield taken, value
            return
        least = n - size - sum(counts[kind + 1 :])
        for count in range(min(counts[kind], n - size) + 1):
            if count:
                padding = (0,) * (len(counts) - kind - 1)
                value = open_one((*taken, count, *padding), value, kind)
            if count >= least:
                yield from walk((*taken, count), value)

    return walk((), start)


def _names(menu: Menu, multiset: Multiset) -> tuple[str, ...]:
    numbers = (
        number for kind, count in zip(menu.kinds, multiset, strict=True) for number in kind.boxes[:count]
    )
    return tuple(menu.boxes[number].name for number in sorted(numbers))
