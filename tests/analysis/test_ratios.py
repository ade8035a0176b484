"""Likelihood ratios as pairs: lowest terms, exact equality, exact order."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from proofcheck.analysis.ratios import (
    ONE,
    Ratio,
    inverse,
    reduced,
    same,
    sorted_decreasing,
    subset_sums,
    times,
)
from proofcheck.numbers import numerator_denominator, parse, ring_sign, to_exact

positive = st.integers(1, 10**6)


def exponential(text: str) -> Ratio:
    """A number that holds e^(rational), as a ratio."""
    value = to_exact(parse(text))
    assert value is not None
    return numerator_denominator(value)


@given(positive, positive, positive, positive)
def test_products_and_inverses_are_those_of_fractions(a: int, b: int, c: int, d: int) -> None:
    one, two = reduced(a, b), reduced(c, d)
    assert gcd(*one) == 1 and Fraction(*one) == Fraction(a, b)
    assert Fraction(*times(one, two)) == Fraction(a, b) * Fraction(c, d)
    assert times(one, inverse(one)) == ONE
    assert same((a, b), (c, d)) == (Fraction(a, b) == Fraction(c, d))
    assert same((a * c, b * c), (a * d, b * d)) and not same((a, b), (a + 1, b))


def test_equal_exponential_ratios_are_equal_keys() -> None:
    t = exponential("exp(1/10)")
    assert times(t, t) == exponential("exp(1/5)")
    assert times(t, exponential("exp(-1/10)")) == ONE
    assert same(times(t, t), exponential("exp(1/5)")) and not same(t, exponential("exp(1/5)"))


@given(st.lists(st.tuples(positive, positive), min_size=1, max_size=12))
def test_the_order_is_that_of_fractions(pairs: list[tuple[int, int]]) -> None:
    ratios = {reduced(a, b) for a, b in pairs}
    assert [Fraction(*r) for r in sorted_decreasing(ratios)] == sorted(
        (Fraction(*r) for r in ratios), reverse=True
    )


def test_neighbours_that_differ_in_the_last_bit() -> None:
    """(m+1)/m for m = n and n + 1 differ by 1/(n(n+1)); whichever comes first in the list."""
    for n in (10**6, 2**40 - 1, 2**61):
        larger, smaller = (n + 1, n), (n + 2, n + 1)
        assert (
            sorted_decreasing([smaller, larger]) == sorted_decreasing([larger, smaller]) == [larger, smaller]
        )


def test_exponential_ratios_are_ordered_exactly() -> None:
    """11051709/10^7 is just below e^(1/10) = 1.10517091..., 1105170919/10^9 just above."""
    texts = ["exp(1/5)", "1105170919/10^9", "exp(1/10)", "11051709/10^7", "1", "exp(-1/10)"]
    ratios = [exponential(text) for text in texts]
    for shuffled in (ratios[::-1], ratios[3:] + ratios[:3], ratios):
        found = sorted_decreasing(shuffled)
        assert found == ratios
    assert ring_sign(ratios[2][0] * ratios[3][1] - ratios[3][0] * ratios[2][1]) == 1


@given(st.lists(st.integers(0, 50), max_size=6))
def test_every_subset_has_its_sum(values: list[int]) -> None:
    sums = subset_sums(values)
    assert len(sums) == 2 ** len(values)
    for number, found in enumerate(sums):
        assert found == sum(value for i, value in enumerate(values) if number >> i & 1)
