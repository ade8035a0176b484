"""The history tree of one strategy, level by level, with equal futures merged.

Two histories are one node when they opened the same boxes, show the same outputs, have the same
likelihood ratio and leave the strategy with the same memory: every statement of the proof treats
them alike. A node keeps how many histories it stands for and one of them as a representative.

Probabilities are integers (or exponential sums) over one common denominator a level.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import factorial, prod

from proofcheck.analysis.ratios import ONE, Ratio, reduced, times
from proofcheck.model import Family, History, Strategy
from proofcheck.numbers import Exact, RingElement, over_common_denominator, quotient

DEFAULT_MAX_NODES = 3_000_000

Choice = tuple[tuple[int, Exact], ...]  # (index of a box, its positive weight), the weights sum to 1
Progress = Callable[[str, int, int], None]


class BudgetError(Exception):
    """The tree would be larger than the budget; the message says by how much and what to do."""


@dataclass(slots=True)
class Level:
    """All nodes after `k` openings, as parallel lists, and the distribution of `Y_k`.

    `p1[i]/unit` is the probability of node `i` under password P1. `outputs[j]` is a pair
    (index of the shorter output in the level before, message); `y1[j]/unit` its probability.
    """

    unit: RingElement = 1
    step_unit: RingElement = 1  # unit / (unit of the level before)
    p1: list[RingElement] = field(default_factory=list)
    p2: list[RingElement] = field(default_factory=list)
    ratio: list[Ratio] = field(default_factory=list)
    histories: list[int] = field(default_factory=list)
    output: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    step: list[tuple[int, int]] = field(default_factory=list)
    choice: list[int] = field(default_factory=list)  # index into `choices`; empty in the last level
    choices: list[Choice] = field(default_factory=list)  # distinct
    outputs: list[tuple[int, str]] = field(default_factory=list)
    y1: list[RingElement] = field(default_factory=list)
    y2: list[RingElement] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.p1)


@dataclass(frozen=True, slots=True)
class Tree:
    """The whole tree: `levels[k]` describes the histories after `k` openings, k = 0..n."""

    family: Family
    levels: tuple[Level, ...]

    @property
    def n(self) -> int:
        """The number of openings."""
        return len(self.levels) - 1

    @property
    def nodes(self) -> int:
        """The number of merged nodes."""
        return sum(len(level) for level in self.levels)

    @property
    def injective(self) -> bool:
        """Whether every output vector is shown by one history alone, whose node then has the same index."""
        last = self.levels[-1]
        return len(last.outputs) == sum(last.histories)

    def history(self, k: int, node: int) -> History:
        """The representative history of a node."""
        pairs = []
        for level in reversed(self.levels[1 : k + 1]):
            box, message = level.step[node]
            pairs.append((self.family.boxes[box].name, self.family.boxes[box].messages[message]))
            node = level.parent[node]
        return tuple(reversed(pairs))

    def output(self, k: int, index: int) -> tuple[str, ...]:
        """The output vector (x_1, ..., x_k) with this index in level `k`."""
        messages = []
        for level in reversed(self.levels[1 : k + 1]):
            index, message = level.outputs[index]
            messages.append(message)
        return tuple(reversed(messages))

    def probability(self, k: int, mass: RingElement) -> Exact:
        """The number `mass / unit` of level `k`."""
        return quotient(mass, self.levels[k].unit)


# One message of a box: (its number, its text, P1 and P2 over the common denominator, P1/P2).
Row = tuple[int, str, RingElement, RingElement, Ratio]


@dataclass(slots=True)
class _Frontier:
    """What the next level needs of the newest one, a node each: the open boxes (as a bit set),
    the strategy's memory and a representative history."""

    opened: list[int]
    memory: list[Hashable]
    history: list[History]


def build_tree(
    family: Family,
    strategy: Strategy,
    n: int,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    progress: Progress | None = None,
) -> Tree:
    """Enumerate the histories of `n` openings of `family` by `strategy`, equal futures merged.

    Raises `BudgetError` as soon as more than `max_nodes` nodes are needed, and whatever
    `strategy.choose` raises for a history on which it is not defined.
    Source: definitions 7-11 and the chain rule.
    """
    rows, box_unit = scaled_rows(family)
    root = Level(p1=[1], p2=[1], ratio=[ONE], histories=[1], output=[0], parent=[0], step=[(-1, -1)])
    root.outputs, root.y1, root.y2 = [(0, "")], [1], [1]
    levels = [root]
    frontier = _Frontier([0], [strategy.memory(())], [()])
    nodes = 1
    for k in range(1, n + 1):
        allowance = max_nodes - nodes
        level = _next_level(levels[-1], rows, box_unit, family, strategy, frontier, allowance, last=k == n)
        if level is None:
            raise BudgetError(_refusal(family, n, k, max_nodes))
        levels.append(level)
        nodes += len(level)
        if progress is not None:
            progress("history tree", k, n)
    return Tree(family, tuple(levels))


def scaled_rows(family: Family) -> tuple[list[list[Row]], RingElement]:
    numerators, unit = over_common_denominator(
        [value for box in family.boxes for value in (*box.p1, *box.p2)]
    )
    rows, at = [], 0
    for box in family.boxes:
        size = len(box.messages)
        p1, p2 = numerators[at : at + size], numerators[at + size : at + 2 * size]
        at += 2 * size
        rows.append([(i, box.messages[i], p1[i], p2[i], reduced(p1[i], p2[i])) for i in range(size)])
    return rows, unit


def ask(
    family: Family, strategy: Strategy, nodes: Iterable[tuple[int, Hashable, History]]
) -> tuple[list[Choice], list[int]]:
    """What the strategy does at each node (open boxes as a bit set, memory, a history of it).

    Returns the distinct choices and, a node each, the index of its choice. The strategy is asked once
    for equal open boxes and equal memory, which is what `memory` promises.
    """
    number = {box.name: i for i, box in enumerate(family.boxes)}
    distinct: dict[Choice, int] = {}
    known: dict[tuple[int, Hashable], int] = {}
    indices = []
    for opened, memory, history in nodes:
        index = known.get((opened, memory))
        if index is None:
            weights = strategy.choose(history, family)
            choice = tuple(sorted((number[name], weight) for name, weight in weights.items() if weight != 0))
            index = known[opened, memory] = distinct.setdefault(choice, len(distinct))
        indices.append(index)
    return list(distinct), indices


def scaled_weights(
    choices: Sequence[Choice],
) -> tuple[list[list[tuple[int, RingElement]]], RingElement]:
    """The weights of every choice over one common denominator, and that denominator."""
    numerators, unit = over_common_denominator([weight for choice in choices for _, weight in choice])
    scaled, at = [], 0
    for choice in choices:
        scaled.append([(box, numerators[at + i]) for i, (box, _) in enumerate(choice)])
        at += len(choice)
    return scaled, unit


def _next_level(
    level: Level,
    rows: list[list[Row]],
    box_unit: RingElement,
    family: Family,
    strategy: Strategy,
    frontier: _Frontier,
    allowance: int,
    *,
    last: bool,
) -> Level | None:
    """The level after `level` (whose choices are filled in); None if it has more than `allowance` nodes."""
    nodes_before = zip(frontier.opened, frontier.memory, frontier.history, strict=True)
    level.choices, level.choice = ask(family, strategy, nodes_before)
    weights, weight_unit = scaled_weights(level.choices)
    names = [box.name for box in family.boxes]
    memory: Callable[[History], Hashable] = _forget if last else strategy.memory
    step_unit = weight_unit * box_unit
    new = Level(unit=level.unit * step_unit, step_unit=step_unit)
    opened: list[int] = []
    memories: list[Hashable] = []
    histories: list[History] = []
    nodes: dict[tuple[int, Hashable, int, Ratio], int] = {}
    outputs: dict[tuple[int, str], int] = {}
    for i, choice in enumerate(level.choice):
        mass1, mass2, ratio, count = level.p1[i], level.p2[i], level.ratio[i], level.histories[i]
        output, mask, past = level.output[i], frontier.opened[i], frontier.history[i]
        for box, weight in weights[choice]:
            weighted1, weighted2 = mass1 * weight, mass2 * weight
            now_open = mask | (1 << box)
            for message, text, p1, p2, step_ratio in rows[box]:
                joint1, joint2 = weighted1 * p1, weighted2 * p2
                at = outputs.setdefault((output, text), len(outputs))
                if at == len(new.outputs):
                    new.outputs.append((output, text))
                    new.y1.append(joint1)
                    new.y2.append(joint2)
                else:
                    new.y1[at] += joint1
                    new.y2[at] += joint2
                history = (*past, (names[box], text))
                new_ratio = times(ratio, step_ratio)
                kept = memory(history)
                key = (now_open, kept, at, new_ratio)
                node = nodes.setdefault(key, len(nodes))
                if node < len(new.p1):
                    new.p1[node] += joint1
                    new.p2[node] += joint2
                    new.histories[node] += count
                    continue
                if node >= allowance:
                    return None
                new.p1.append(joint1)
                new.p2.append(joint2)
                new.ratio.append(new_ratio)
                new.histories.append(count)
                new.output.append(at)
                new.parent.append(i)
                new.step.append((box, message))
                opened.append(now_open)
                if not last:
                    memories.append(kept)
                    histories.append(history)
    frontier.opened, frontier.memory, frontier.history = opened, memories, histories
    return new


def _forget(history: History) -> None:
    """After the last opening nothing of the history matters for the future."""
    return None


def _refusal(family: Family, n: int, k: int, max_nodes: int) -> str:
    sizes = sorted((len(box.messages) for box in family.boxes), reverse=True)
    boxes = len(sizes)
    most = sum(prod(sizes[:j]) * (factorial(boxes) // factorial(boxes - j)) for j in range(n + 1))
    return (
        f"the history tree needs more than {max_nodes:,} nodes after {k} of {n} openings "
        f"(at most {most:,} in all if the strategy tries every order of the boxes). "
        "Raise the limit with --max-nodes (about 500 bytes a node), lower n, or give boxes that are alike "
        "the same messages, so that more histories merge."
    )
