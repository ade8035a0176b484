"""Deterministic strategies as decision trees over the boxes and messages of an instance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd

from proofcheck.analysis.kinds import Menu, Multiset, StateBudgetError, WeightedBox, without
from proofcheck.analysis.ratio_keys import Key, RatioKeys
from proofcheck.analysis.scalars import OrderOfRatio, Scalar, decided, fraction, scalar_pairs
from proofcheck.numbers import Exact, Order, RingElement

History = tuple[tuple[str, str], ...]  # (box, message), oldest first
# Which kind to open next, or ANY: (multiset left, openings to go, P1- and P2-weight of the history, its key).
Choose = Callable[[Multiset, int, Scalar, Scalar, Key], int]

_State = tuple[Multiset, Scalar, Scalar]  # the boxes left and the likelihood ratio
_Step = tuple[int, list[_State]]  # the box that is opened, and the state after each of its merged messages

ANY = -1  # every way of going on has the same value

DEFAULT_MAX_HISTORIES = 1_000_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Decision:
    """Open `box`, then go on with `after[message]`; `after` is empty after the last opening.

    Equal futures are one object, so the tree may be far smaller than its list of histories.
    """

    box: str
    after: Mapping[str, Decision]

    def histories(self) -> Iterator[tuple[History, str]]:
        """Each history that the strategy can meet, with the box it opens next; short histories first."""
        level: list[tuple[History, Decision]] = [((), self)]
        while level:
            deeper: list[tuple[History, Decision]] = []
            for history, node in level:
                yield history, node.box
                deeper += (((*history, (node.box, x)), child) for x, child in node.after.items())
            level = deeper

    def fixed_order(self) -> tuple[str, ...] | None:
        """The boxes in order if the messages do not matter, else None."""
        order = [self.box]
        nodes = list({id(child): child for child in self.after.values()}.values())
        while nodes:
            if any(node.box != nodes[0].box for node in nodes):
                return None
            order.append(nodes[0].box)
            nodes = list({id(child): child for node in nodes for child in node.after.values()}.values())
        return tuple(order)

    def count_histories(self) -> int:
        """How many histories `histories` yields."""
        total = 0
        level = {id(self): (self, 1)}
        while level:
            deeper: dict[int, tuple[Decision, int]] = {}
            for node, count in level.values():
                total += count
                for child in node.after.values():
                    deeper[id(child)] = child, count + deeper.get(id(child), (child, 0))[1]
            level = deeper
        return total


def rules(
    tree: Decision, names: Iterable[str], *, max_histories: int = DEFAULT_MAX_HISTORIES
) -> tuple[tuple[History, str], ...]:
    """Exact-history rules that are the strategy once a last rule opens the first unopened box of `names`.

    Only the histories at which the strategy does something else are listed.
    Raises StateBudgetError if the strategy can meet more than `max_histories` histories.
    """
    count = tree.count_histories()
    if count > max_histories:
        raise StateBudgetError("the list of the strategy's rules", count, count, max_histories)
    order = tuple(names)
    result = []
    for history, box in tree.histories():
        taken = {name for name, _ in history}
        if box != next(name for name in order if name not in taken):
            result.append((history, box))
    return tuple(result)


def build_tree(menu: Menu, n: int, choose: Choose, keys: RatioKeys | None = None) -> Decision:
    """The strategy that opens the first unopened box of the kind that `choose` names.

    What `choose` answers must depend only on the multiset, the openings to go and the likelihood ratio;
    it is told the ratio's key if `keys` are given.
    """
    pairs = scalar_pairs(menu)
    levels: list[dict[_State, _Step]] = []
    frontier: dict[_State, Key] = {(menu.counts, 1, 1): keys.one if keys else None}
    for k in range(n, 0, -1):
        level: dict[_State, _Step] = {}
        deeper: dict[_State, Key] = {}
        for state, key in frontier.items():
            left, mass1, mass2 = state
            kinds = [i for i, count in enumerate(left) if count]
            kind = choose(left, k, mass1, mass2, key) if len(kinds) > 1 else kinds[0]
            if kind == ANY:
                kind = min(kinds, key=lambda i: _next_box(menu, left, i))
            rest = without(left, kind)
            nexts = [_state(rest, mass1 * p, mass2 * q) for p, q in pairs[kind]] if k > 1 else []
            level[state] = _next_box(menu, left, kind), nexts
            for i, following in enumerate(nexts):
                deeper[following] = key + keys.shifts[kind][i] if keys else None
        levels.append(level)
        frontier = deeper
    made: dict[_State, Decision] = {}
    for level in reversed(levels):
        above: dict[_State, Decision] = {}
        for state, (number, nexts) in level.items():
            after = {}
            if nexts:
                messages = zip(menu.boxes[number].messages, menu.merged[number], strict=True)
                after = {x: made[nexts[place]] for x, place in messages}
            above[state] = Decision(menu.boxes[number].name, after)
        made = above
    (root,) = made.values()
    return root


def _state(left: Multiset, mass1: Scalar, mass2: Scalar) -> _State:
    if isinstance(mass1, int) and isinstance(mass2, int):
        # Only the ratio matters from here on; small integers are also faster to compare.
        divisor = gcd(mass1, mass2)
        return left, mass1 // divisor, mass2 // divisor
    return left, mass1, mass2


def _next_box(menu: Menu, left: Multiset, kind: int) -> int:
    """The number of the first unopened box of a kind; the boxes of a kind are opened in order."""
    boxes = menu.kinds[kind].boxes
    return boxes[len(boxes) - left[kind]]


def leaves(
    tree: Decision, boxes: Iterable[WeightedBox]
) -> Iterator[tuple[RingElement, RingElement, RingElement]]:
    """Plain enumeration of the complete histories: P1- and P2-weight and their common denominator each."""
    by_name = {box.name: box for box in boxes}
    stack: list[tuple[Decision | None, RingElement, RingElement, RingElement]] = [(tree, 1, 1, 1)]
    while stack:
        node, weight1, weight2, unit = stack.pop()
        if node is None:
            yield weight1, weight2, unit
            continue
        box = by_name[node.box]
        for message, (p, q) in zip(box.messages, box.pairs, strict=True):
            stack.append((node.after.get(message), weight1 * p, weight2 * q, unit * box.unit))


def enumerated_value(
    tree: Decision, boxes: Iterable[WeightedBox], order: OrderOfRatio, *, swapped: bool = False
) -> tuple[Exact, Exact]:
    """`(Pr1[W], Pr2[W])` of the strategy on histories, W = {Pr1/Pr2 > T}, by plain enumeration.

    The first is the probability of the lemma, the two together the hockey-stick of the theorem.
    `swapped` exchanges the roles of P1 and P2.
    """
    sums: dict[RingElement, tuple[RingElement, RingElement]] = {}
    for weight1, weight2, unit in leaves(tree, boxes):
        if swapped:
            weight1, weight2 = weight2, weight1
        if decided(order(weight1, weight2), weight1, weight2) is Order.ABOVE:
            a, b = sums.get(unit, (0, 0))
            sums[unit] = a + weight1, b + weight2
    total1: Exact = fraction(0, 1)
    total2: Exact = fraction(0, 1)
    for unit, (a, b) in sums.items():
        total1, total2 = total1 + fraction(a, unit), total2 + fraction(b, unit)
    return total1, total2
