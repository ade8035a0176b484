"""Rising step functions of the likelihood ratio, in exact arithmetic."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from operator import mul, sub

from proofcheck.analysis.ratio_keys import Key
from proofcheck.analysis.scalars import Scalar


@dataclass(frozen=True, slots=True)
class Steps:
    """A rising step function of r: `base`, and `rises[i]` more once r exceeds the ratio of `keys[i]`.

    `owner[i]` is the kind of box that attains the value after i jumps.
    """

    base: Scalar
    keys: list[Key]
    rises: list[Scalar]
    owner: list[int]


def opened_steps(
    steps: Steps, pairs: Sequence[tuple[Scalar, Scalar]], shifts: Sequence[Key], multiplier: Scalar
) -> tuple[Scalar, list[Key], Iterator[Scalar]]:
    """`sum_x p(x) psi(r p(x)/q(x))`: the value before the first jump, sorted keys, the value after each."""
    keys: list[Key] = []
    rises: list[Scalar] = []
    total: Scalar = 0
    for (p, _), shift in zip(pairs, shifts, strict=True):
        weight = p * multiplier
        total = total + weight
        keys += map(sub, steps.keys, repeat(shift))
        rises += map(mul, steps.rises, repeat(weight))
    base = steps.base * total
    by_key = sorted(range(len(keys)), key=keys.__getitem__)
    values = accumulate(map(rises.__getitem__, by_key), initial=base)
    next(values)
    return base, list(map(keys.__getitem__, by_key)), values


def upper_envelope(base: Scalar, base_owner: int, points: Iterable[tuple[Key, Scalar, int]]) -> Steps:
    """The maximum of rising step functions from their sorted points (key, value after it, owner).

    Because they rise, the maximum at r is the largest value at any point to the left.
    """
    keys: list[Key] = []
    rises: list[Scalar] = []
    owners = [base_owner]
    best = base
    for key, value, owner in points:
        if value > best:
            if keys and keys[-1] == key:
                rises[-1] += value - best
                owners[-1] = owner
            else:
                keys.append(key)
                rises.append(value - best)
                owners.append(owner)
            best = value
    return Steps(base, keys, rises, owners)


def between(steps: Steps, low: Key, high: Key) -> Steps:
    """The function as seen from arguments that exceed all jumps up to `low` and none from `high` on."""
    first = bisect_right(steps.keys, low)
    last = max(first, bisect_left(steps.keys, high))
    base = sum(steps.rises[:first], start=steps.base)
    return Steps(base, steps.keys[first:last], steps.rises[first:last], steps.owner[first : last + 1])
