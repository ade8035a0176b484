"""The ring and the field of the probabilities against high-precision evaluation."""

import copy
import pickle
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.numbers import (
    Exact,
    ExpRatio,
    ExpSum,
    Order,
    compare,
    exact_order,
    exact_sign,
    exp,
    numerator_denominator,
    over_common_denominator,
    parse,
    quotient,
    sqrt,
    to_exact,
    to_expression,
)
from proofcheck.numbers.exact import ring_sign, total
from proofcheck.numbers.monomial import monomial, power_of_integer, product

BITS = 600
NEAR = mpmath.mpf(2) ** -400

exponents = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(-1, 3), Fraction(2)])
roots = st.sampled_from(
    [
        (),
        ((2, Fraction(1, 2)),),
        ((3, Fraction(1, 2)),),
        ((2, Fraction(1, 2)), (3, Fraction(1, 2))),
        ((5, Fraction(2, 3)),),
    ]
)
monomials = st.builds(monomial, exponents, roots)
sums = st.dictionaries(monomials, st.integers(-9, 9).filter(bool), max_size=4).map(ExpSum)
powers_of_e = st.dictionaries(
    exponents.map(monomial), st.integers(-5, 5).filter(bool), min_size=1, max_size=3
).map(ExpSum)
small = st.dictionaries(
    st.builds(
        monomial,
        st.sampled_from([Fraction(0), Fraction(1, 2)]),
        st.sampled_from([(), ((3, Fraction(1, 2)),)]),
    ),
    st.integers(-4, 4).filter(bool),
    min_size=1,
    max_size=3,
).map(ExpSum)


def value(x: Exact | ExpSum | int) -> mpmath.mpf:
    if isinstance(x, ExpSum):
        out = mpmath.mpf(0)
        for key, c in x.terms.items():
            term = mpmath.exp(mpmath.mpf(key.exponent.numerator) / key.exponent.denominator) * c
            for prime, s in key.radicals:
                term *= mpmath.root(mpmath.mpf(prime) ** s.numerator, s.denominator)
            out += term
        return out
    if isinstance(x, ExpRatio):
        return value(x.numerator) / value(x.denominator)
    return mpmath.mpf(x.numerator) / x.denominator


def close(a: mpmath.mpf, b: mpmath.mpf) -> bool:
    return abs(a - b) <= NEAR * max(1, abs(a))


@settings(max_examples=150, deadline=None)
@given(sums, sums, sums, st.integers(-4, 4))
def test_ring_laws(a: ExpSum, b: ExpSum, c: ExpSum, n: int) -> None:
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == 0 and not (a - a)
    assert a + n - n == a
    assert n * a == total([a] * n) if n >= 0 else n * a == -total([a] * -n)
    assert a * 1 == a and a * 0 == 0
    assert a**2 == a * a and a**0 == 1
    assert hash(a + b) == hash(b + a)
    with mpmath.workprec(BITS):
        assert close(value(a * b + c), value(a) * value(b) + value(c))


@settings(max_examples=100, deadline=None)
@given(sums, sums)
def test_signs_and_equality_are_those_of_the_value(a: ExpSum, b: ExpSum) -> None:
    with mpmath.workprec(BITS):
        gap = value(a) - value(b)
        expected = 0 if abs(gap) < NEAR else (1 if gap > 0 else -1)
    assert (a - b).sign() == expected
    assert (a == b) == (expected == 0)


def test_integers_are_equal_to_ints() -> None:
    five = ExpSum({monomial(Fraction(0)): 5})
    assert five == 5 and hash(five) == hash(5) and five == 5
    assert five != 6 and five != ExpSum({monomial(Fraction(1)): 5})
    assert {five: "x"}[5] == "x"  # type: ignore[index]


def test_the_sign_of_a_tiny_difference() -> None:
    convergent = Fraction(5968065660029140129483982930100, 9839676798625042902118068590113)
    x = to_exact(exp(Fraction(-1, 2)))
    assert exact_order(convergent, x) is Order.BELOW
    assert exact_order(x, convergent) is Order.ABOVE
    assert convergent < x and x > convergent and not x <= convergent


@settings(max_examples=100, deadline=None)
@given(small, small, small, small)
def test_field_laws(a: ExpSum, b: ExpSum, c: ExpSum, d: ExpSum) -> None:
    if not b or not d:
        return
    x, y = quotient(a, b), quotient(c, d)
    with mpmath.workprec(BITS):
        assert close(value(x), value(a) / value(b))
        assert close(value(x + y), value(x) + value(y))
        assert close(value(x * y), value(x) * value(y))
        assert close(value(x - y), value(x) - value(y))
        if y:
            assert close(value(x / y), value(x) / value(y))
    assert x + y == y + x and hash(x + y) == hash(y + x)
    assert (x + y) - y == x
    assert x - x == 0 and isinstance(x - x, Fraction)
    if y:
        assert (x / y) * y == x
        assert (x * y) / y == x
        assert y**-2 == 1 / (y * y)
    assert x**3 == x * x * x


@settings(max_examples=40, deadline=None)
@given(sums.filter(bool), powers_of_e, small)
def test_a_common_factor_cancels(a: ExpSum, b: ExpSum, c: ExpSum) -> None:
    x, y = quotient(a, b), quotient(a * c, b * c)
    assert x == y and hash(x) == hash(y)
    assert numerator_denominator(x) == numerator_denominator(y)
    numerator, denominator = numerator_denominator(x)
    assert ring_sign(denominator) == 1
    assert ring_sign(numerator) == exact_sign(x) == a.sign() * b.sign()


def test_canonical_forms() -> None:
    for text, shown in [
        ("exp(1/2)/(1 + exp(1/2))", "exp(1/2)/(1 + exp(1/2))"),
        ("1/(1 + exp(-1/2))", "exp(1/2)/(1 + exp(1/2))"),
        ("(exp(2) - 1)/(exp(1) - 1)", "1 + exp(1)"),
        ("sqrt(3)/(1 + sqrt(3))", "(3 - sqrt(3))/2"),
        ("exp(ln(3)/2)", "sqrt(3)"),
        ("1/(1 + 2^(1/3))", "(1 - 2^(1/3) + 2^(2/3))/3"),
        ("1/(sqrt(2) + sqrt(3) + sqrt(5))", "(3*sqrt(2) - sqrt(30) + 2*sqrt(3))/12"),
        ("exp(-1/2)/3", "1/3*exp(-1/2)"),
        ("exp(ln(2)/2 + 1/2)*sqrt(2)", "2*exp(1/2)"),
        ("sqrt(12)", "2*sqrt(3)"),
    ]:
        x = to_exact(parse(text))
        assert str(to_expression(x)) == shown, text
        assert compare(to_expression(x), parse(text)).order is Order.EQUAL


def test_rational_values_become_fractions() -> None:
    for text, rational in [
        ("exp(2*ln(3/2))", Fraction(9, 4)),
        ("(1 + exp(1/2))/(2 + 2*exp(1/2))", Fraction(1, 2)),
        ("sqrt(2)*sqrt(8)", Fraction(4)),
        ("exp(1/3)*exp(-1/3)", Fraction(1)),
        ("tanh(ln(3)/2)", Fraction(1, 2)),
    ]:
        found = to_exact(parse(text))
        assert found == rational and isinstance(found, Fraction)
    x = to_exact(exp(1))
    assert isinstance(x * (1 / x), Fraction)


def test_outside_the_field() -> None:
    for text in [
        "ln(2)",
        "exp(exp(1))",
        "exp(sqrt(2))",
        "2^sqrt(2)",
        "sqrt(1 + exp(1))",
        "ln(1 + exp(1))",
        "exp(10^9)",
    ]:
        assert to_exact(parse(text)) is None, text
    # a product of two primes too large to be factored
    assert to_exact(sqrt((10**40 + 121) * (10**41 + 471))) is None


def test_zero_division() -> None:
    x = to_exact(exp(1))
    with pytest.raises(ZeroDivisionError):
        quotient(x.numerator, 0)
    with pytest.raises(ZeroDivisionError):
        x / 0
    with pytest.raises(ZeroDivisionError):
        x / (x - x)
    with pytest.raises(ZeroDivisionError):
        quotient(0, x.numerator - x.numerator)


def test_mixed_arithmetic_with_fractions_and_ints() -> None:
    x = to_exact(parse("exp(1/2)/(1 + exp(1/2))"))
    y = to_exact(parse("1/(1 + exp(1/2))"))
    assert x + y == 1 and 1 - x == y and Fraction(1, 2) * x + Fraction(1, 2) * x == x
    assert x / y == to_exact(exp(Fraction(1, 2))) == 1 / (y / x)
    assert 0 < y < Fraction(1, 2) < x < 1
    assert sorted([x, Fraction(1, 2), y]) == [y, Fraction(1, 2), x]
    assert sum([x, y], Fraction(0)) == 1
    assert exact_sign(y - x) == -1 and abs(y - x) == x - y
    for bad in (lambda: x + 0.5, lambda: x**0.5, lambda: 0.5 * x):  # type: ignore[operator]
        with pytest.raises(TypeError):
            bad()


def test_common_denominator() -> None:
    texts = ["1/6", "exp(1/2)/(1 + exp(1/2))", "1/(1 + exp(1/2))", "1/(2 - 2*exp(1))", "3"]
    values = [to_exact(parse(text)) for text in texts]
    numerators, denominator = over_common_denominator(values)
    assert ring_sign(denominator) == 1
    assert [quotient(n, denominator) for n in numerators] == values
    # 1 - e = (1 - e^(1/2)) (1 + e^(1/2)), so the factor 1 + e^(1/2) is not doubled
    assert len(denominator.terms) == 2
    assert over_common_denominator([Fraction(1, 4), Fraction(1, 6), 2]) == ((3, 2, 24), 12)


def test_copies_keep_identity_of_monomials() -> None:
    x = to_exact(parse("exp(1/2)/(3 + sqrt(3))"))
    for again in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x), copy.copy(x)):
        assert again == x and hash(again) == hash(x)
    assert pickle.loads(pickle.dumps(x.numerator)) == x.numerator


@given(exponents, roots, exponents, roots)
def test_monomial_product(a, r, b, s) -> None:  # type: ignore[no-untyped-def]
    left, right = monomial(a, r), monomial(b, s)
    result, factor = product(left, right)
    with mpmath.workprec(BITS):
        lhs = value(ExpSum({left: 1})) * value(ExpSum({right: 1}))
        assert close(lhs, value(ExpSum({result: factor})))
    assert all(0 < t < 1 for _, t in result.radicals)
    assert monomial(result.exponent, result.radicals) is result


def test_power_of_integer() -> None:
    root, factor = power_of_integer(2, Fraction(-5, 2))
    assert root.radicals == ((2, Fraction(1, 2)),) and factor == Fraction(1, 8)
