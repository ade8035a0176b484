"""The order, enclosures and decimals against plain evaluation at 2000 bits."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.numbers import (
    Call,
    DomainError,
    Expression,
    Number,
    Order,
    Power,
    Product,
    Quotient,
    Sum,
    compare,
    decimal,
    exp,
    ln,
    maximum,
    minimum,
    number,
    parse,
    simplify,
    sqrt,
    tanh,
)

BITS = 2000
FUNCTIONS = {
    "exp": mpmath.exp,
    "ln": mpmath.log,
    "sqrt": mpmath.sqrt,
    "tanh": mpmath.tanh,
    "min": min,
    "max": max,
}


def slow(e: Expression) -> mpmath.mpf:
    match e:
        case Number(value):
            return mpmath.mpf(value.numerator) / value.denominator
        case Sum(terms):
            return mpmath.fsum(slow(term) for term in terms)
        case Product(factors):
            return mpmath.fprod(slow(factor) for factor in factors)
        case Quotient(a, b):
            return slow(a) / slow(b)
        case Power(a, b):
            return slow(a) ** slow(b)
        case Call(name, args):
            return FUNCTIONS[name](*(slow(arg) for arg in args))
    raise TypeError(e)


rationals = st.fractions(min_value=-5, max_value=5, max_denominator=50)
leaves = rationals.map(number)


def grown(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(parts, parts)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / (1 + p[1] ** 2)),
        parts.map(lambda x: exp(tanh(x) * 3)),
        parts.map(lambda x: ln(x**2 + Fraction(1, 3))),
        parts.map(lambda x: sqrt(x**2 + Fraction(1, 7))),
        parts.map(lambda x: (1 + x**2) ** Fraction(-2, 3)),
        parts.map(tanh),
        pairs.map(lambda p: minimum(*p)),
        pairs.map(lambda p: maximum(*p)),
    )


expressions = st.recursive(leaves, grown, max_leaves=6)


@settings(max_examples=100, deadline=None)
@given(expressions, expressions)
def test_order_agrees(left: Expression, right: Expression) -> None:
    with mpmath.workprec(BITS):
        gap = slow(left) - slow(right)
        found = compare(left, right)
        if abs(gap) > mpmath.mpf(2) ** -1500:
            assert found.order is (Order.ABOVE if gap > 0 else Order.BELOW)
            rounding = mpmath.mpf(2) ** -1500 * (1 + abs(gap))  # of the slow evaluation
            assert mpmath.mpf(found.lower) - rounding <= gap <= mpmath.mpf(found.upper) + rounding
        else:
            assert found.order in (Order.EQUAL, Order.UNDECIDED)


@settings(max_examples=60, deadline=None)
@given(expressions)
def test_simplify_keeps_the_value(e: Expression) -> None:
    with mpmath.workprec(BITS):
        assert abs(slow(e) - slow(simplify(e))) < mpmath.mpf(2) ** -1500
    assert compare(e, simplify(e)).order in (Order.EQUAL, Order.UNDECIDED)
    assert parse(str(simplify(e))) == simplify(e) or compare(parse(str(simplify(e))), e).order is Order.EQUAL


@settings(max_examples=100, deadline=None)
@given(expressions, st.integers(1, 40))
def test_decimal_digits_are_right(e: Expression, digits: int) -> None:
    with mpmath.workprec(BITS):
        value = slow(e)
        text = decimal(e, digits)
        shown = mpmath.mpf(text)
        if shown == 0:
            assert abs(value) < mpmath.mpf(2) ** -1500
            return
        # truncated toward zero, by less than one unit of the last digit
        unit = mpmath.mpf(10) ** (mpmath.floor(mpmath.log10(abs(value))) - digits + 1)
        assert -(mpmath.mpf(2) ** -1400) <= (abs(value) - abs(shown)) < unit * (1 + mpmath.mpf(2) ** -1000)
        assert (value > 0) == (shown > 0)


def test_domain_errors() -> None:
    for text in [
        "ln(0)",
        "ln(-1)",
        "ln(ln(6) - ln(2) - ln(3))",
        "ln(1 - exp(1/10^50))",
        "sqrt(-1/10^80)",
        "sqrt(1 - exp(10^-60))",
        "1/(exp(ln(2)) - 2)",
        "(exp(1) - exp(1))^-1",
        "(-8)^(1/3)",
        "(ln(2) - 1)^ln(2)",
        "0^(ln(2) - 1)",
        "0*ln(-1)",
        "min(1, ln(-1))",
    ]:
        e = parse(text)
        for ask in (
            lambda e=e: compare(e, 1),
            lambda e=e: compare(1, e),
            lambda e=e: simplify(e),
            lambda e=e: decimal(e, 5),
        ):
            with pytest.raises(DomainError):
                ask()


def test_domain_errors_are_not_cancelled_away() -> None:
    bad = parse("ln(-1)")
    with pytest.raises(DomainError):
        compare(bad, bad)


def test_domains_that_exist() -> None:
    for text, value in [
        ("sqrt(ln(6) - ln(2) - ln(3))", "0"),
        ("0^(1/2)", "0"),
        ("0^ln(2)", "0"),
        ("0^0", "1"),
        ("(-2)^3", "-8"),
        ("(-1/2)^-2", "4"),
        ("sqrt(0)", "0"),
        ("min(ln(6), ln(2) + ln(3))", "ln(6)"),
    ]:
        assert compare(parse(text), parse(value)).order is Order.EQUAL


def test_an_uncertain_domain_says_so() -> None:
    with pytest.raises(DomainError, match="cannot certify"):
        compare(parse("ln(exp(exp(exp(exp(5)))))"), 1)
