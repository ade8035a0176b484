"""Boxes as weights over one denominator, boxes that are alike as one kind, and multisets of kinds.

For quantities on histories only the pairs (p(x), q(x)) of a box matter: messages of equal likelihood
ratio inside a box merge, and boxes with the same multiset of pairs are one kind. Never use this for
quantities on outputs, where messages of different boxes collide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import product
from math import comb, gcd
from typing import Literal

from proofcheck.analysis.tree import BudgetError
from proofcheck.model import Family
from proofcheck.numbers import RingElement, over_common_denominator, quotient, ring_sign

Direction = Literal["P1->P2", "P2->P1"]
Pair = tuple[RingElement, RingElement]
Multiset = tuple[int, ...]  # how many boxes of each kind
Progress = Callable[[str, int, int], None]

DEFAULT_MAX_PIECES = 5_000_000  # pieces of value functions kept at once; 150 to 250 bytes each


class StateBudgetError(BudgetError):
    """The value functions would not fit the budget.

    `states` is the number of (multiset of boxes left, openings to go), `ratio_states` the number of
    (multiset left, likelihood ratio) that a table would need at most.
    """

    def __init__(self, what: str, states: int, ratio_states: int, limit: int) -> None:
        self.states, self.ratio_states, self.limit = states, ratio_states, limit
        super().__init__(
            f"{what} needs more than {limit:,} pieces: {states:,} sets of boxes left, "
            f"up to {ratio_states:,} (set, likelihood ratio) states. "
            "Raise the limit (about 200 bytes a piece), lower n, or give fewer kinds of boxes."
        )


@dataclass(frozen=True, slots=True)
class WeightedBox:
    """A box as plain data: message number x has probability `pairs[x][0]/unit` under P1, `pairs[x][1]/unit`
    under P2. The weights are positive ints, or `ExpSum`s where a probability is not rational.
    """

    name: str
    messages: tuple[str, ...]
    pairs: tuple[Pair, ...]
    unit: RingElement


@dataclass(frozen=True, slots=True)
class Kind:
    """Boxes that are alike, by their numbers; the `pairs` have distinct likelihood ratios, largest first."""

    pairs: tuple[Pair, ...]
    unit: RingElement
    boxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """The boxes on offer, sorted into kinds; `merged[box][message]` is the message's place in its kind."""

    boxes: tuple[WeightedBox, ...]
    kinds: tuple[Kind, ...]
    merged: tuple[tuple[int, ...], ...]

    @property
    def counts(self) -> Multiset:
        """The multiset of all boxes."""
        return tuple(len(kind.boxes) for kind in self.kinds)

    @property
    def rational(self) -> bool:
        """Whether every weight is an int, so that the fast path applies."""
        return all(isinstance(value, int) for kind in self.kinds for pair in kind.pairs for value in pair)

    def swapped(self) -> Menu:
        """The same boxes with P1 and P2 exchanged."""
        boxes = tuple(
            WeightedBox(box.name, box.messages, tuple((q, p) for p, q in box.pairs), box.unit)
            for box in self.boxes
        )
        return menu(boxes)


def weighted(name: str, pairs: Sequence[Pair], messages: Sequence[str] | None = None) -> WeightedBox:
    """A box from its weights (P, Q); both columns must have the same sum.

    Messages are "0", "1", … by default. Raises ValueError for an empty box, a weight that is not
    positive, or columns of different sums.
    """
    names = tuple(messages) if messages is not None else tuple(str(i) for i in range(len(pairs)))
    if not pairs or len(names) != len(pairs):
        raise ValueError(f"box {name} needs as many messages as pairs, at least one")
    if any(ring_sign(value) <= 0 for pair in pairs for value in pair):
        raise ValueError(f"box {name} has a weight that is not positive")
    unit, other = _total(p for p, _ in pairs), _total(q for _, q in pairs)
    if unit != other:
        raise ValueError(f"box {name}: the columns sum to {unit} and {other}")
    return WeightedBox(name, names, tuple(pairs), unit)


def boxes_of(family: Family) -> tuple[WeightedBox, ...]:
    """The boxes of a family as plain data."""
    result = []
    for box in family.boxes:
        values, unit = over_common_denominator((*box.p1, *box.p2))
        size = len(box.messages)
        pairs = tuple(zip(values[:size], values[size:], strict=True))
        result.append(WeightedBox(box.name, box.messages, pairs, unit))
    return tuple(result)


def menu(boxes: Iterable[WeightedBox]) -> Menu:
    """Sort boxes into kinds. Raises ValueError if two have the same name or there is none."""
    boxes = tuple(boxes)
    if not boxes or len({box.name for box in boxes}) < len(boxes):
        raise ValueError("boxes need distinct names, and at least one box")
    members: dict[object, list[int]] = {}
    shapes: dict[object, tuple[tuple[Pair, ...], RingElement]] = {}
    merged = []
    for number, box in enumerate(boxes):
        pairs, places = _merge(box.pairs)
        pairs, unit = _lowest_terms(pairs, box.unit)
        # Ratios are distinct and sorted, so the probabilities in this order identify the kind.
        key = tuple((quotient(p, unit), quotient(q, unit)) for p, q in pairs)
        members.setdefault(key, []).append(number)
        shapes.setdefault(key, (pairs, unit))
        merged.append(places)
    kinds = tuple(Kind(*shapes[key], tuple(numbers)) for key, numbers in members.items())
    return Menu(boxes, kinds, tuple(merged))


def _merge(pairs: tuple[Pair, ...]) -> tuple[tuple[Pair, ...], tuple[int, ...]]:
    """Merge messages of equal ratio, largest ratio first; also where each message went."""

    def larger_first(i: int, j: int) -> int:
        return ring_sign(pairs[j][0] * pairs[i][1] - pairs[i][0] * pairs[j][1])

    order = sorted(range(len(pairs)), key=cmp_to_key(larger_first))
    merged: list[Pair] = []
    places = [0] * len(pairs)
    for i in order:
        p, q = pairs[i]
        if merged and merged[-1][0] * q == p * merged[-1][1]:
            merged[-1] = (merged[-1][0] + p, merged[-1][1] + q)
        else:
            merged.append((p, q))
        places[i] = len(merged) - 1
    return tuple(merged), tuple(places)


def _lowest_terms(pairs: tuple[Pair, ...], unit: RingElement) -> tuple[tuple[Pair, ...], RingElement]:
    if not all(isinstance(value, int) for pair in pairs for value in pair):
        return pairs, unit
    divisor = gcd(*(integer(value) for pair in pairs for value in pair))
    return tuple((integer(p) // divisor, integer(q) // divisor) for p, q in pairs), integer(unit) // divisor


def integer(value: RingElement) -> int:
    """A ring element that is known to be an int."""
    if not isinstance(value, int):
        raise TypeError(f"{value} is not an int")
    return value


def _total(values: Iterable[RingElement]) -> RingElement:
    result: RingElement = 0
    for value in values:
        result = result + value
    return result


def without(multiset: Multiset, kind: int) -> Multiset:
    """The multiset with one box of this kind taken away."""
    return (*multiset[:kind], multiset[kind] - 1, *multiset[kind + 1 :])


def sub_multisets(counts: Multiset, size: int) -> Iterator[Multiset]:
    """All multisets of this size inside `counts`."""
    if not counts:
        if size == 0:
            yield ()
        return
    rest = sum(counts[1:])
    for taken in range(max(0, size - rest), min(counts[0], size) + 1):
        for others in sub_multisets(counts[1:], size - taken):
            yield (taken, *others)


def state_count(counts: Multiset, n: int) -> int:
    """The number of multisets that may be left after 0, 1, …, n openings."""
    return sum(_by_size(counts, lambda kind, taken: 1)[: n + 1])


def ratio_state_count(menu: Menu, n: int) -> int:
    """The number of (multiset left, likelihood ratio) states if no two products of ratios coincide."""
    sizes = [len(kind.pairs) for kind in menu.kinds]
    return sum(_by_size(menu.counts, lambda kind, taken: comb(taken + sizes[kind] - 1, taken))[: n + 1])


def fixed_atom_count(menu: Menu, n: int) -> int:
    """The atoms of the distributions of all multisets of n boxes, if no two products of ratios coincide."""
    sizes = [len(kind.pairs) for kind in menu.kinds]
    return _by_size(menu.counts, lambda kind, taken: comb(taken + sizes[kind] - 1, taken))[n]


def _by_size(counts: Multiset, weight: Callable[[int, int], int]) -> list[int]:
    """For each size the sum over multisets of that size of the product of `weight(kind, how many)`."""
    totals = [1]
    for kind, count in enumerate(counts):
        new = [0] * (len(totals) + count)
        for (size, total), taken in product(enumerate(totals), range(count + 1)):
            new[size + taken] += total * weight(kind, taken)
        totals = new
    return totals
