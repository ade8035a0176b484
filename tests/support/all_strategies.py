"""All deterministic strategies of a tiny family, one by one. Only for tests.

A box is (name, ((message, p, q), ...)) with weights over one denominator for all boxes; a strategy's law
is the list of the weights (Pr1, Pr2) of its complete histories. Nothing is merged or remembered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import lcm

from hypothesis import strategies as st

from proofcheck.numbers import Order

Message = tuple[str, int, int]
PlainBox = tuple[str, tuple[Message, ...]]
Law = list[tuple[int, int]]
Pairs = tuple[tuple[int, int], ...]


def plain_boxes(pairs: list[Pairs]) -> list[PlainBox]:
    """Boxes b0, b1, …, brought to a common denominator."""
    common = lcm(*(sum(p for p, _ in box) for box in pairs))
    boxes = []
    for i, box in enumerate(pairs):
        factor = common // sum(p for p, _ in box)
        boxes.append((f"b{i}", tuple((str(j), p * factor, q * factor) for j, (p, q) in enumerate(box))))
    return boxes


def laws(boxes: list[PlainBox], n: int) -> Iterator[Law]:
    """The law of each deterministic strategy."""
    if n == 0:
        yield [(1, 1)]
        return
    for i, (_, messages) in enumerate(boxes):
        futures = list(laws(boxes[:i] + boxes[i + 1 :], n - 1))
        for choice in product(futures, repeat=len(messages)):
            yield [(p * a, q * b) for (_, p, q), law in zip(messages, choice, strict=True) for a, b in law]


def count_laws(sizes: tuple[int, ...], n: int) -> int:
    """How many deterministic strategies there are."""
    if n == 0:
        return 1
    return sum(count_laws(sizes[:i] + sizes[i + 1 :], n - 1) ** size for i, size in enumerate(sizes))


def random_law(rng: random.Random, boxes: list[PlainBox], n: int) -> Law:
    """The law of a randomised strategy; its coins are part of the history."""
    if n == 0:
        return [(1, 1)]
    weights = [rng.choice((0, 0, 1, 2, 5)) for _ in boxes]
    weights[rng.randrange(len(boxes))] += 1
    factor = 60 // sum(weights) if 60 % sum(weights) == 0 else None
    if factor is None:
        return random_law(rng, boxes, n)  # keep to weights over 60, so that all histories share a denominator
    law = []
    for i, (weight, (_, messages)) in enumerate(zip(weights, boxes, strict=True)):
        share = weight * factor
        for _, p, q in messages if weight else ():
            law += [
                (share * p * a, share * q * b) for a, b in random_law(rng, boxes[:i] + boxes[i + 1 :], n - 1)
            ]
    return law


def fixed_laws(boxes: list[PlainBox], n: int) -> Iterator[Law]:
    """The law of each set of n boxes."""
    for chosen in combinations(boxes, n):
        law = [(1, 1)]
        for _, messages in chosen:
            law = [(p * a, q * b) for a, b in law for _, p, q in messages]
        yield law


def hockey_stick(law: Law, threshold: Fraction) -> Fraction:
    """The hockey-stick divergence at this threshold."""
    num, den = threshold.numerator, threshold.denominator
    return Fraction(sum(max(a * den - b * num, 0) for a, b in law), den * sum(a for a, _ in law))


def tail(law: Law, threshold: Fraction) -> Fraction:
    """The P1-probability of the likelihood ratios above the threshold."""
    num, den = threshold.numerator, threshold.denominator
    return Fraction(sum(a for a, b in law if a * den > b * num), sum(a for a, _ in law))


def swapped(law: Law) -> Law:
    return [(b, a) for a, b in law]


def order_at(threshold: Fraction) -> Callable[[int, int], Order]:
    """The comparison with a rational threshold."""

    def order(num: int, den: int) -> Order:
        ratio = Fraction(num, den)
        if ratio == threshold:
            return Order.EQUAL
        return Order.ABOVE if ratio > threshold else Order.BELOW

    return order


def memoised_value(pairs: list[Pairs], n: int, threshold: Fraction) -> Fraction:
    """The same optimum by the plain recursion on (multiset left, likelihood ratio)."""
    kinds = sorted(set(pairs))
    counts = tuple(pairs.count(kind) for kind in kinds)
    units = [sum(p for p, _ in kind) for kind in kinds]
    rows = [
        [(Fraction(q, unit), Fraction(p, q)) for p, q in kind]
        for kind, unit in zip(kinds, units, strict=True)
    ]

    @cache
    def value(left: tuple[int, ...], k: int, ratio: Fraction) -> Fraction:
        if k == 0:
            return max(Fraction(0), ratio - threshold)
        return max(
            sum(
                q * value((*left[:i], left[i] - 1, *left[i + 1 :]), k - 1, ratio * step)
                for q, step in rows[i]
            )
            for i in range(len(left))
            if left[i]
        )

    return value(counts, n, Fraction(1))


@st.composite
def families(draw: st.DrawFn, *, max_boxes: int = 4, max_strategies: int = 700) -> tuple[list[Pairs], int]:
    """A tiny family, often with boxes that repeat or messages of equal ratio, and a number of openings."""
    boxes: list[Pairs] = []
    for _ in range(draw(st.integers(1, max_boxes))):
        if boxes and draw(st.integers(0, 3)) == 0:
            boxes.append(draw(st.permutations(draw(st.sampled_from(boxes)))))
            continue
        size = draw(st.integers(2, 3))
        p = draw(st.lists(st.integers(1, 9), min_size=size, max_size=size))
        q = draw(st.permutations(p)) if draw(st.booleans()) else _same_sum(draw, sum(p), size)
        boxes.append(tuple(zip(p, q, strict=True)))
    sizes = tuple(map(len, boxes))
    openings = [n for n in range(1, len(boxes) + 1) if count_laws(sizes, n) <= max_strategies]
    return [tuple(box) for box in boxes], draw(st.sampled_from(openings or [1]))


def _same_sum(draw: st.DrawFn, total: int, size: int) -> list[int]:
    cuts = sorted(draw(st.sets(st.integers(1, total - 1), min_size=size - 1, max_size=size - 1)))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def thresholds(pairs: list[Pairs], n: int) -> list[Fraction]:
    """Reachable likelihood ratios (where ties occur), numbers just beside and between them, and extremes."""
    reachable = {Fraction(1)}
    for _ in range(n):
        reachable = {r * Fraction(p, q) for r in reachable for box in pairs for p, q in box}
    ratios = sorted(reachable)
    if len(ratios) > 6:
        ratios = ratios[:: len(ratios) // 6]
    between = [(a + b) / 2 for a, b in pairwise(ratios)]
    return [*ratios, *between[::2], ratios[-1] * 2, ratios[0] / 2, ratios[-1] * Fraction(10**9 - 1, 10**9)]
