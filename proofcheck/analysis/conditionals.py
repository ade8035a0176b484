"""One more opening, conditionally on the past: what the next message says about the password."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofcheck.analysis.ratios import Ratio, reduced
from proofcheck.analysis.tree import Choice, Tree


@dataclass(frozen=True, slots=True)
class MessageLaw:
    """A law of `Y_k` given what was seen before: the probabilities of the messages as reduced pairs."""

    p1: tuple[Ratio, ...]
    p2: tuple[Ratio, ...]

    @property
    def ratios(self) -> tuple[Ratio, ...]:
        """`exp(C^Y_k)` of every message: the conditional likelihood ratios."""
        return tuple(reduced(a[0] * b[1], a[1] * b[0]) for a, b in zip(self.p1, self.p2, strict=True))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where something first happens: after `k` openings, at this node or output index of level `k`."""

    k: int
    index: int


def output_laws(tree: Tree) -> dict[MessageLaw, Occurrence]:
    """The distinct conditional laws of the next message given an output prefix.

    Each maps to the first prefix that has it; equal laws need judging once.
    Source: `C^Y_k`, the output-level privacy loss of step k.
    """
    laws: dict[MessageLaw, Occurrence] = {}
    for k in range(tree.n):
        for prefix, law in _laws_after(tree, k):
            laws.setdefault(law, Occurrence(k, prefix))
    return laws


def _laws_after(tree: Tree, k: int) -> Iterator[tuple[int, MessageLaw]]:
    """Every law that occurs after `k` openings, with a prefix that has it."""
    before, after = tree.levels[k], tree.levels[k + 1]
    children: list[list[int]] = [[] for _ in before.outputs]
    for index, (prefix, _) in enumerate(after.outputs):
        children[prefix].append(index)
    nodes: list[list[int]] = [[] for _ in before.outputs]
    for node, output in enumerate(before.output):
        nodes[output].append(node)
    judged: set[int] = set()
    for prefix, extensions in enumerate(children):
        if len(nodes[prefix]) == 1:
            # One node alone shows this prefix, so the law is that of its choice.
            choice = before.choice[nodes[prefix][0]]
            if choice in judged:
                continue
            judged.add(choice)
        mass1, mass2 = before.y1[prefix] * after.step_unit, before.y2[prefix] * after.step_unit
        p1 = tuple(reduced(after.y1[i], mass1) for i in extensions)
        p2 = tuple(reduced(after.y2[i], mass2) for i in extensions)
        yield prefix, MessageLaw(p1, p2)


def choices(tree: Tree) -> dict[Choice, Occurrence]:
    """The distinct choices that the strategy makes, with the first node that makes each."""
    found: dict[Choice, Occurrence] = {}
    for k, level in enumerate(tree.levels[:-1]):
        for index, choice in enumerate(level.choices):
            found.setdefault(choice, Occurrence(k, level.choice.index(index)))
    return found
