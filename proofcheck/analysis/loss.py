"""Privacy loss at one level: the likelihood ratios of histories or outputs with their probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import NamedTuple

from proofcheck.analysis.ratios import Ratio, inverse, reduced, sorted_decreasing
from proofcheck.analysis.tree import Tree
from proofcheck.numbers import Exact, Order, RingElement, Threshold, quotient


class Atom(NamedTuple):
    """All points (histories or output vectors) with one likelihood ratio Pr1/Pr2.

    `p1` and `p2` are over the distribution's `unit`; `points` counts them;
    `sample` is the index of one of them in the last level of the tree.
    """

    ratio: Ratio
    p1: RingElement
    p2: RingElement
    points: int
    sample: int


@dataclass(frozen=True)
class BadSet:
    """The points whose ratio exceeds a threshold: the first `size` atoms; `doubtful` more are undecided."""

    size: int
    doubtful: int


@dataclass(frozen=True)
class LossDistribution:
    """The distribution of the likelihood ratio, atoms by decreasing ratio.

    `exp` of the privacy loss random variable of the literature, under either password.
    """

    atoms: tuple[Atom, ...]
    unit: RingElement

    @cached_property
    def tail1(self) -> tuple[RingElement, ...]:
        """Entry j: the mass under P1 of the j atoms with the largest ratios."""
        return tuple(accumulate((atom.p1 for atom in self.atoms), add, initial=0))

    @cached_property
    def tail2(self) -> tuple[RingElement, ...]:
        """Entry j: the mass under P2 of the j atoms with the largest ratios."""
        return tuple(accumulate((atom.p2 for atom in self.atoms), add, initial=0))

    def upper(self, size: int) -> tuple[Exact, Exact]:
        """The probabilities under P1 and P2 of the `size` atoms with the largest ratios."""
        return quotient(self.tail1[size], self.unit), quotient(self.tail2[size], self.unit)

    @cached_property
    def swapped(self) -> LossDistribution:
        """The same distribution with the passwords exchanged."""
        atoms = tuple(
            Atom(inverse(atom.ratio), atom.p2, atom.p1, atom.points, atom.sample)
            for atom in reversed(self.atoms)
        )
        return LossDistribution(atoms, self.unit)

    def same_law(self, other: LossDistribution) -> bool:
        """Whether both give every ratio the same mass (the points may differ)."""
        return len(self.atoms) == len(other.atoms) and all(
            a.ratio == b.ratio and a.p1 == b.p1 for a, b in zip(self.atoms, other.atoms, strict=True)
        )

    def bad_set(self, threshold: Threshold) -> BadSet:
        """W = {ratio > threshold} (strict), by binary search over the sorted atoms."""
        low, high = 0, len(self.atoms)
        while low < high:
            middle = (low + high) // 2
            if self._order(middle, threshold) is Order.ABOVE:
                low = middle + 1
            else:
                high = middle
        doubtful = 0
        while low + doubtful < len(self.atoms) and (
            self._order(low + doubtful, threshold) is Order.UNDECIDED
        ):
            doubtful += 1
        return BadSet(low, doubtful)

    def points(self, size: int) -> int:
        """How many histories or output vectors the first `size` atoms hold."""
        return sum(atom.points for atom in self.atoms[:size])

    def probability(self, mass: RingElement) -> Exact:
        """The number `mass / unit`."""
        return quotient(mass, self.unit)

    def _order(self, index: int, threshold: Threshold) -> Order:
        return threshold.order(*self.atoms[index].ratio)


def on_histories(tree: Tree) -> LossDistribution:
    """The loss distribution of `H_n`: the ratio of a history is the product over its openings."""
    level = tree.levels[-1]
    groups: dict[Ratio, list[int]] = {}
    for node, ratio in enumerate(level.ratio):
        groups.setdefault(ratio, []).append(node)
    return _distribution(groups, level.p1, level.p2, level.histories, level.unit)


def on_outputs(tree: Tree) -> LossDistribution:
    """The loss distribution of `Y_n`: the ratio of an output vector is Pr1[Y_n=x]/Pr2[Y_n=x]."""
    level = tree.levels[-1]
    groups: dict[Ratio, list[int]] = {}
    for index, (mass1, mass2) in enumerate(zip(level.y1, level.y2, strict=True)):
        groups.setdefault(reduced(mass1, mass2), []).append(index)
    return _distribution(groups, level.y1, level.y2, [1] * len(level.y1), level.unit)


def _distribution(
    groups: dict[Ratio, list[int]],
    p1: list[RingElement],
    p2: list[RingElement],
    points: list[int],
    unit: RingElement,
) -> LossDistribution:
    atoms = []
    for ratio in sorted_decreasing(groups):
        members = groups[ratio]
        mass1, mass2 = p1[members[0]], p2[members[0]]
        for member in members[1:]:
            mass1, mass2 = mass1 + p1[member], mass2 + p2[member]
        atoms.append(Atom(ratio, mass1, mass2, sum(points[i] for i in members), members[0]))
    return LossDistribution(tuple(atoms), unit)
