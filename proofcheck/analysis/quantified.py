"""Settings in which epsilon, or everything, is left open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.model import Instance

Interval = tuple[Fraction, Fraction]

# Beyond this n no intervals are searched for: the general proof covers every n.
LARGEST_SEARCHED = 256


@dataclass(frozen=True)
class AllEpsilon:
    """One n, all epsilon > 0 and all boxes (rung 5), with the labour of an untrusted search.

    `intervals[j]` are intervals of t = e^epsilon on which the search says that the tail inequality of
    n-fold randomised response holds for `least = j`; the statement checks each and that they cover.
    """

    instance: Instance
    n: int
    intervals: Mapping[int, Sequence[Interval]]


@dataclass(frozen=True)
class Everything:
    """Nothing is fixed (rung 6): the statements are judged by their general derivations."""

    instance: Instance
