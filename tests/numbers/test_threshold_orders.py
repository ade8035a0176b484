"""Threshold against compare, at random quotients, near ties and at ties."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.numbers import (
    DomainError,
    ExpSum,
    Order,
    Threshold,
    compare,
    decimal,
    exp,
    ln,
    numerator_denominator,
    parse,
    quotient,
    sqrt,
    to_exact,
)

TEXTS = [
    "exp(ln(11/10)/10 + ln(11/10)*sqrt(2*ln(4/3)))",
    "exp(2*ln(3/2)*(1/2) + ln(3/2)*sqrt(4*(1/4)))",
    "exp(1/2)",
    "sqrt(2)",
    "exp(1/3)/(2 + exp(1))",
    "7/3",
    "1",
    "exp(-40)",
    "exp(100)",
]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 10**6), st.integers(1, 10**6))
def test_agrees_with_compare(text: str, num: int, den: int) -> None:
    value = parse(text)
    assert Threshold(value).order(num, den) is compare(Fraction(num, den), value).order


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("digits", [5, 20, 60, 400])
def test_near_ties_from_both_sides(text: str, digits: int) -> None:
    value = parse(text)
    threshold = Threshold(value)
    low = Fraction(decimal(value, digits))
    step = low / 10 ** (digits - 1)
    expected = Order.EQUAL if threshold.exact == low else Order.BELOW
    for _ in range(2):  # before and after the bracket was refined
        assert threshold.order(low.numerator, low.denominator) is expected
        high = low + step
        assert threshold.order(high.numerator, high.denominator) is Order.ABOVE
        less = low - step
        assert threshold.order(less.numerator, less.denominator) is Order.BELOW


@pytest.mark.parametrize("text", ["exp(1/2)", "exp(1/3)/(2 + exp(1))", "sqrt(2)", "7/3"])
def test_ties_with_ring_elements(text: str) -> None:
    value = parse(text)
    threshold = Threshold(value)
    num, den = numerator_denominator(to_exact(value))
    other = to_exact(parse("1 + exp(1/2)*sqrt(3)")).numerator
    assert threshold.order(num, den) is Order.EQUAL
    assert threshold.order(num * other, den * other) is Order.EQUAL
    tiny = 10**200
    assert threshold.order(num * tiny + 1, den * tiny) is Order.ABOVE
    assert threshold.order(num * tiny, den * tiny + 1) is Order.BELOW


def test_the_exact_tie() -> None:
    epsilon = ln(Fraction(3, 2))
    bound = 2 * epsilon * (exp(epsilon) - 1) + epsilon * sqrt(4 * ln(1 / exp(Fraction(-1, 4))))
    threshold = Threshold(exp(bound))
    assert threshold.exact == Fraction(9, 4)
    assert threshold.order(9, 4) is Order.EQUAL
    assert threshold.order(9 * 10**50 + 1, 4 * 10**50) is Order.ABOVE
    assert threshold.order(9 * 10**50 - 1, 4 * 10**50) is Order.BELOW


def test_irrational_threshold_outside_the_field() -> None:
    threshold = Threshold(parse("exp(ln(11/10)*sqrt(2*ln(4/3)))"))
    assert threshold.exact is None
    x = to_exact(parse("1 + exp(-3)"))
    num, den = numerator_denominator(x)
    assert isinstance(num, ExpSum)
    assert threshold.order(num, den) is compare(x, threshold.value).order
    assert quotient(num, den) == x


def test_sizes_beyond_brackets() -> None:
    huge, tiny = Threshold(parse("exp(10^9)")), Threshold(parse("exp(-10^9)"))
    assert huge.order(10**1000, 1) is Order.BELOW
    assert tiny.order(1, 10**1000) is Order.ABOVE
    assert tiny.order(0, 1) is Order.BELOW


@pytest.mark.parametrize("text", ["0", "-1", "ln(6) - ln(2) - ln(3)", "1 - exp(10^-50)", "ln(-1)"])
def test_only_positive(text: str) -> None:
    with pytest.raises(DomainError):
        Threshold(parse(text))


def test_is_a_value() -> None:
    a = Threshold(parse("exp(1/2)"))
    assert a == Threshold(parse("exp(1/2)")) and hash(a) == hash(Threshold(parse("exp(1/2)")))
    assert a != Threshold(parse("exp(1/3)"))
    assert pickle.loads(pickle.dumps(a)).order(1, 1) is Order.BELOW
