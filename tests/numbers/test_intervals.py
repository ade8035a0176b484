"""Enclosures over boxes: every value of the expression lies inside, and doubtful domains are refused."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.numbers import (
    DomainError,
    Order,
    compare,
    exp,
    maximum,
    minimum,
    number,
    parse,
    tanh,
    variable,
)
from proofcheck.numbers.balls import Ball, enclosure, precision
from proofcheck.numbers.cancellation import divided, is_positive
from proofcheck.numbers.intervals import INFINITY, Interval, UncertifiedDomain, compiled, interval

BITS = 96
X, Y = variable("x"), variable("y")


def enclose(text: str, **ends: tuple[object, object]) -> Interval:
    box = {}
    with precision(BITS):
        for name, (low, high) in ends.items():
            box[name] = interval(Fraction(low), None if high is None else Fraction(high))
        return compiled(parse(text, tuple(ends)), BITS)(box)


def expressions():
    leaves = st.one_of(
        st.sampled_from([X, Y]),
        st.fractions(min_value=-3, max_value=3, max_denominator=9).map(number),
    )

    def extend(parts):
        return st.one_of(
            st.tuples(parts, parts).map(lambda p: p[0] + p[1]),
            st.tuples(parts, parts).map(lambda p: p[0] - p[1]),
            st.tuples(parts, parts).map(lambda p: p[0] * p[1]),
            st.tuples(parts, parts).map(lambda p: p[0] / p[1]),
            st.tuples(parts, st.integers(-2, 3)).map(lambda p: p[0] ** p[1]),
            st.tuples(parts, parts).map(lambda p: minimum(*p)),
            st.tuples(parts, parts).map(lambda p: maximum(*p)),
            parts.map(tanh),
            parts.map(lambda e: exp(tanh(e))),
            parts.map(lambda e: parse("ln(a)", ["a"]).substitute({"a": e})),
            parts.map(lambda e: parse("sqrt(a)", ["a"]).substitute({"a": e})),
        )

    return st.recursive(leaves, extend, max_leaves=6)


positive = st.fractions(min_value=Fraction(1, 50), max_value=4, max_denominator=50)


@settings(max_examples=120, deadline=None)
@given(expressions(), st.lists(positive, min_size=6, max_size=6))
def test_every_value_lies_inside(e, ends) -> None:
    (a, x, b), (c, y, d) = sorted(ends[:3]), sorted(ends[3:])
    with precision(BITS):
        try:
            inside = compiled(e, BITS)({"x": interval(a, b), "y": interval(c, d)})
        except (UncertifiedDomain, DomainError):
            return
        at_point = e.substitute({"x": x, "y": y})
        try:
            compare(at_point, 0)
        except DomainError:
            pytest.fail(f"{at_point} has no value, yet the box was certified")
        value = enclosure(at_point, BITS)
        assert inside.low <= value.upper() and inside.high >= value.lower()
        assert inside.low <= inside.high


@settings(max_examples=80, deadline=None)
@given(expressions(), positive, positive)
def test_dividing_by_a_variable(e, x, y) -> None:
    point = {"x": x, "y": y}
    whole, part = e.substitute(point), divided(e, "x").substitute(point)
    try:
        compare(whole, 0)
    except DomainError:
        return
    with precision(BITS):
        assert (enclosure(whole, BITS) / x.numerator * x.denominator).overlaps(enclosure(part, BITS))


@settings(max_examples=80, deadline=None)
@given(expressions(), positive, positive)
def test_positive_expressions_are_positive(e, x, y) -> None:
    if is_positive(e):
        value = e.substitute({"x": x, "y": y})
        try:
            assert compare(value, 0).order is Order.ABOVE
        except DomainError:
            return


def test_a_single_occurrence_is_enclosed_exactly() -> None:
    low, high = enclose("3*x*(exp(x)-1) + sqrt(2*ln(1/y))", x=(1, 2), y=("1/4", "1/2"))
    with precision(BITS):
        at_low, at_high = (
            enclosure(parse(t), BITS) for t in ("3*(e-1)+sqrt(2*ln(2))", "6*(exp(2)-1)+sqrt(2*ln(4))")
        )
        assert abs(low - at_low) < Ball(2) ** -80 and abs(high - at_high) < Ball(2) ** -80


def test_a_quotient_of_neighbours_is_enclosed_exactly() -> None:
    low, high = enclose("x*(exp(x)-1)/(exp(x)+1)", x=(1, 2))
    with precision(BITS):
        assert abs(low - (Ball(1) / 2).tanh()) < Ball(2) ** -80
        assert abs(high - 2 * Ball(1).tanh()) < Ball(2) ** -80


@pytest.mark.parametrize(
    ("text", "low", "high", "least"),
    [
        ("x", 0, 1, 0),
        ("ln(1/x)", 0, 1, 0),
        ("x*exp(x)", 2, None, 14),
        ("1/x", 0, 2, "1/2"),
        ("tanh(x) - 1/x", 1, None, "-1/4"),
    ],
)
def test_ends_at_zero_and_infinity(text, low, high, least) -> None:
    found = enclose(text, x=(low, high))
    assert found.low >= Ball(Fraction(least).numerator) / Fraction(least).denominator
    assert high is not None or text.startswith("tanh") or found.high == INFINITY


@pytest.mark.parametrize(
    "text",
    [
        "1/(x-1)",
        "ln(x-1)",
        "sqrt(x-1)",
        "(x-1)^(-2)",
        "(x-1)^(1/2)",
        "1/max(x-1, 0)",
        "ln(max(x-1, 0))",
        "1/(x-x)",
    ],
)
def test_doubtful_domains_are_refused(text: str) -> None:
    with pytest.raises(UncertifiedDomain):
        enclose(text, x=("1/2", 3))


def test_a_constant_without_a_value_is_a_domain_error() -> None:
    with pytest.raises(DomainError):
        compiled(parse("x + ln(-1)", ["x"]), BITS)


def test_the_cancelled_quotient_reaches_zero() -> None:
    text = "n*epsilon*(exp(epsilon)-1) + epsilon*sqrt(2*n*ln(1/delta))"
    names = ("n", "epsilon", "delta")
    assert str(divided(parse(text, names), "epsilon")) == "n*(exp(epsilon) - 1) + sqrt(2*n*ln(1/delta))"
    assert str(divided(parse("min(3*epsilon, epsilon^2)", names), "epsilon")) == "min(3, epsilon)"
    assert str(divided(parse("sqrt(epsilon)", names), "epsilon")) == "sqrt(epsilon)/epsilon"
