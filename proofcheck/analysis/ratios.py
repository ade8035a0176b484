"""Likelihood ratios as reduced pairs of ring elements.

A ratio `a/b` is kept as the pair `(a, b)` in lowest terms, so that equal ratios are equal keys.
For rational probabilities both are Python ints, which is faster than any rational type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from math import gcd

from proofcheck.numbers import RingElement, numerator_denominator, quotient, ring_sign

Ratio = tuple[RingElement, RingElement]

ONE: Ratio = (1, 1)


def reduced(numerator: RingElement, denominator: RingElement) -> Ratio:
    """`numerator/denominator` in lowest terms; the denominator is positive, and stays so."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        divisor = gcd(numerator, denominator)
        return numerator // divisor, denominator // divisor
    return numerator_denominator(quotient(numerator, denominator))


def times(left: Ratio, right: Ratio) -> Ratio:
    """The product of two ratios, in lowest terms."""
    return reduced(left[0] * right[0], left[1] * right[1])


def inverse(ratio: Ratio) -> Ratio:
    """`1/ratio`, again in lowest terms (ratios are positive)."""
    return ratio[1], ratio[0]


def same(left: Ratio, right: Ratio) -> bool:
    """Whether two ratios are the same number, exactly."""
    return left == right or left[0] * right[1] == right[0] * left[1]


def sorted_decreasing(ratios: Iterable[Ratio]) -> list[Ratio]:
    """Distinct reduced ratios from the largest to the smallest, exactly."""
    items = list(ratios)
    bits = 1
    for numerator, denominator in items:
        if not (isinstance(numerator, int) and isinstance(denominator, int)):
            return sorted(items, key=cmp_to_key(_compare), reverse=True)
        bits = max(bits, denominator.bit_length())
    # Two different fractions with denominators below 2^bits differ by more than 4^-bits,
    # so their floors after this shift differ in the same direction.
    shift = 2 * bits
    return sorted(items, key=lambda ratio: (ratio[0] << shift) // ratio[1], reverse=True)  # type: ignore[operator]


def _compare(left: Ratio, right: Ratio) -> int:
    return ring_sign(left[0] * right[1] - right[0] * left[1])


def subset_sums(values: Sequence[RingElement]) -> list[RingElement]:
    """The sums over all 2^k subsets of `values`; entry 0 is the empty one."""
    sums: list[RingElement] = [0]
    for value in values:
        sums += [total + value for total in sums]
    return sums
