"""Probabilities against a Gaussian-shaped bound: the batch answers of GaussianBound against compare."""

from fractions import Fraction

import pytest

from proofcheck.numbers import DomainError, GaussianBound, Order, compare, exp, largest, ln, number, parse

MEAN = parse("3*ln(11/10)/10")
VARIANCE = parse("3*ln(11/10)^2")


def test_bound_at_a_loss() -> None:
    bound = GaussianBound(MEAN, VARIANCE)
    at = exp(-((ln(Fraction(121, 100)) - MEAN) ** 2) / (2 * VARIANCE))
    assert compare(bound.at(121, 100), at).order is Order.EQUAL


def test_beyond_the_mean() -> None:
    bound = GaussianBound(ln(Fraction(6, 5)), VARIANCE)
    assert bound.beyond_mean(7, 5)
    assert not bound.beyond_mean(6, 5), "equal is not beyond"
    assert not bound.beyond_mean(1, 1)


@pytest.mark.parametrize("tail", [Fraction(1, 10), Fraction(6, 10), Fraction(99, 100)])
def test_order_of_the_tightest(tail: Fraction) -> None:
    bound = GaussianBound(MEAN, VARIANCE)
    ratios = [(11, 10), (121, 100), (1331, 1000)]
    items = [(num, den, tail.numerator, tail.denominator) for num, den in ratios]
    index, order, atoms = bound.tightest(items)
    # the tail is the same everywhere, so the smallest bound is the tightest
    assert (index, atoms) == (2, 3)
    assert order is compare(tail, bound.at(*ratios[2])).order


def test_a_violation_comes_first() -> None:
    bound = GaussianBound(MEAN, VARIANCE)
    keeps, breaks = (11, 10, 1, 2), (11, 10, 2, 1)
    assert bound.tightest([keeps, breaks, keeps]) == (1, Order.ABOVE, 3)
    assert bound.tightest([]) is None


def test_a_tie_is_equal() -> None:
    # at the mean the bound is 1
    bound = GaussianBound(ln(Fraction(6, 5)), VARIANCE)
    assert bound.tightest([(6, 5, 1, 1)]) == (0, Order.EQUAL, 1)


def test_parameters_must_exist() -> None:
    with pytest.raises(DomainError):
        GaussianBound(parse("ln(-1)"), VARIANCE)


def test_largest() -> None:
    assert largest([number(1), parse("ln(3)"), parse("sqrt(1/2)")]) == 1
