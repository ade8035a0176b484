"""Tails of n-fold randomised response: against all 2^n outputs, at ties, and the enclosures around them."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.analysis.randomised_response import bad_set, upper_tail, upper_tails
from proofcheck.analysis.response_enclosures import ResponseTails
from proofcheck.numbers import (
    Exact,
    Order,
    Threshold,
    compare,
    exp,
    ln,
    number,
    parse,
    to_exact,
    to_expression,
)
from proofcheck.numbers.balls import Ball, enclosure, precision

BITS = 96
odds = st.fractions(min_value=Fraction(11, 10), max_value=9, max_denominator=12)


def outputs(n: int, t: Fraction):
    """Both probabilities of each of the 2^n outputs."""
    truth, lie = t / (1 + t), 1 / (1 + t)
    for x in product((True, False), repeat=n):
        p = q = Fraction(1)
        for favourable in x:
            p, q = (p * truth, q * lie) if favourable else (p * lie, q * truth)
        yield p, q


def divergence(n: int, t: Fraction, threshold: Fraction) -> Fraction:
    return sum((max(Fraction(0), p - threshold * q) for p, q in outputs(n, t)), Fraction(0))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), odds, st.fractions(min_value=Fraction(1, 4), max_value=60, max_denominator=20))
def test_bad_set_against_all_outputs(n, t, threshold) -> None:
    event = bad_set(n, t, Threshold(number(threshold)))
    bad = [(p, q) for p, q in outputs(n, t) if p > threshold * q]
    assert event.probability == sum((p for p, _ in bad), Fraction(0))
    assert to_exact(event.excess(ln(threshold))) == divergence(n, t, threshold)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 7), odds, st.integers(0, 8))
def test_upper_tail_against_all_outputs(n, t, least) -> None:
    least = min(least, n + 1)
    event = upper_tail(n, least, t)
    chosen = [(p, q) for p, q in outputs(n, t) if p / q >= t ** (2 * least - n)]
    assert event.probability == sum((p for p, _ in chosen), Fraction(0))
    assert Fraction(event.two, event.unit) == sum((q for _, q in chosen), Fraction(0))


def test_a_tie_is_not_in_the_bad_set() -> None:
    # epsilon = ln(3/2), n = 2, delta' = exp(-1/4): eps' = 2 ln(3/2), and an atom has ratio 9/4 = e^(eps')
    eps_prime = parse("2*ln(3/2)*(3/2-1) + ln(3/2)*sqrt(2*2*ln(1/exp(-1/4)))")
    assert bad_set(2, Fraction(3, 2), Threshold(exp(eps_prime))).least == 3
    assert bad_set(2, Fraction(3, 2), Threshold(exp(eps_prime - Fraction(1, 10**9)))).least == 2
    assert bad_set(2, Fraction(3, 2), Threshold(exp(eps_prime + Fraction(1, 10**9)))).least == 3


def test_transcendental_odds() -> None:
    e = to_exact(exp(1))
    event = bad_set(4, e, Threshold(exp(Fraction(5, 2))))
    assert event.least == 4
    assert compare(to_expression(event.probability), (exp(1) / (1 + exp(1))) ** 4).order is Order.EQUAL
    at_e2 = bad_set(4, e, Threshold(exp(2)))  # a tie at i = 3
    assert at_e2.least == 4


@pytest.mark.parametrize("t", [Fraction(1, 2), Fraction(99, 100)])
def test_odds_below_one_are_refused(t: Fraction) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        bad_set(2, t, Threshold(number(1)))


def test_equal_distributions() -> None:
    assert bad_set(3, Fraction(1), Threshold(number(1))).least == 4
    assert bad_set(3, Fraction(1), Threshold(number(Fraction(1, 2)))).least == 0


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 6),
    st.fractions(min_value=Fraction(1, 16), max_value=3, max_denominator=16),
    st.fractions(min_value=-8, max_value=8, max_denominator=16),
)
def test_enclosures_hold_the_exact_divergence(n, epsilon, r) -> None:
    threshold = exp(epsilon * r)
    exact = bad_set(n, to_exact(exp(epsilon)), Threshold(threshold)).excess(epsilon * r)
    with precision(BITS):
        tails = ResponseTails(n, Ball(epsilon.numerator) / epsilon.denominator)
        point = Ball(r.numerator) / r.denominator
        low, high = tails.excess(tails.worst_event(point), point.upper()), tails.at_most(point.lower())
        value = enclosure(exact, BITS)
        assert low <= value.upper() and high >= value.lower()
        assert high - low < Ball(2) ** -50


def test_enclosures_far_out() -> None:
    with precision(BITS):
        tails = ResponseTails(3, Ball(1))
        assert tails.at_most(Ball(3)) == 0
        assert tails.at_most(Ball("inf")) == 0
        assert tails.at_most(Ball("-inf")) == 1
        assert tails.at_most(Ball(-3)) >= 1 - (-Ball(3)).exp()
        assert tails.excess(tails.worst_event(Ball(-4)), Ball(-4)) <= 1 - (-Ball(4)).exp()


@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(11, 10), to_exact(parse("exp(1/10)"))])
def test_all_tails_at_once_are_the_tails_one_by_one(t: Exact) -> None:
    assert list(upper_tails(7, t)) == [upper_tail(7, least, t) for least in range(7, -1, -1)]
