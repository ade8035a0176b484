"""The checker's grammar and exact values, against the project's own and by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.checker.expressions import number, parse
from proofcheck.checker.outcome import MalformedError, UndecidedError
from proofcheck.checker.values import Exp, Log, enclose, exact, order
from proofcheck.numbers import ExpressionError, compare
from proofcheck.numbers import parse as engine_parse

NUMBERS = st.sampled_from(["1", "2", "3/4", "0.5", "1e-3", "e", "(1+2)", "11/10", "7"])
TEXTS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda x: f"({x[0]}) {x[1]} {x[2]}"),
        inner.map(lambda x: f"ln(1+({x})^2)"),
        inner.map(lambda x: f"sqrt(2+({x})^2)"),
        inner.map(lambda x: f"exp(-({x})/100)"),
        inner.map(lambda x: f"tanh({x}/3)"),
        st.tuples(inner, inner).map(lambda x: f"max({x[0]}, min(1, {x[1]}))"),
        inner.map(lambda x: f"-{x}^2"),
    ),
    max_leaves=6,
)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_same_number_as_the_engine(text: str) -> None:
    """Both parsers read the same number: the engine puts its value inside the checker's enclosure."""
    try:
        low, high = enclose(parse(text), 96)
    except (UndecidedError, MalformedError):
        return
    value, unit = engine_parse(text), Fraction(1, 1 << 96)
    assert compare(low * unit, value).order.name in ("BELOW", "EQUAL")
    assert compare(high * unit, value).order.name in ("ABOVE", "EQUAL")


@given(st.text(alphabet="0123456789.e+-*/^(), lnxpsqrt", max_size=14))
@settings(max_examples=400, deadline=None)
def test_same_texts_are_numbers(text: str) -> None:
    """What the checker reads the engine reads too; nothing but the outcomes is raised."""
    try:
        parse(text)
    except MalformedError:
        return
    try:
        engine_parse(text)
    except ExpressionError as error:
        assert any(word in error.message for word in ("zero", "bits", "exponent")), (text, error)


@pytest.mark.parametrize(
    "text",
    ["", " ", "1 2", "2(3)", "1,2", "(1,2)", "(1", "1)", "ln", "ln 2", "ln(1,2)", "exp()", "x", "2**3", "1.",
     ".5", "1e", "0x10", "1_000", "٣", "²", "nan", "inf", "True", "1;2", "1\\", "min", "a.b", "+", "1e123456",
     "9" * 5000, "1" + "+1" * 2000, "(" * 51 + "1" + ")" * 51],
)  # fmt: skip
def test_not_a_number(text: str) -> None:
    with pytest.raises(MalformedError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2^2", Fraction(-4)),
        ("2^-1", Fraction(1, 2)),
        ("2^3^2", Fraction(512)),
        ("--1", Fraction(1)),
        ("0.1", Fraction(1, 10)),
        ("1e-6", Fraction(1, 10**6)),
        ("exp(ln(11/10))", Fraction(11, 10)),
        ("exp(2*ln(3/2))", Fraction(9, 4)),
        ("exp(ln(4)/2)", Fraction(2)),
        ("sqrt(9/4)", Fraction(3, 2)),
        ("ln(1/exp(-1/4))", Fraction(1, 4)),
        ("exp(0)", Fraction(1)),
        ("ln(1)", Fraction(0)),
        ("0*sqrt(ln(2))", Fraction(0)),
        ("exp(ln(2)+ln(3))", Fraction(6)),
        ("exp(ln(2)-ln(6))", Fraction(1, 3)),
        ("e^2/exp(2)", Fraction(1)),
        ("8^(1/3)", Fraction(2)),
        ("0^3", Fraction(0)),
    ],
)
def test_exact_fraction(text: str, value: Fraction) -> None:
    assert exact(parse(text)) == value
    assert order(value, parse(text), 64) == 0
    assert (order(value - Fraction(1, 10**30), parse(text), 32), order(value + 1, parse(text), 32)) == (-1, 1)


def test_the_tie_of_the_gallery() -> None:
    names = {"n": number(2), "epsilon": parse("ln(3/2)"), "delta": parse("exp(-1/4)")}
    tie = parse("exp(n*epsilon*(exp(epsilon)-1) + epsilon*sqrt(2*n*ln(1/delta)))", names)
    assert exact(tie) == Fraction(9, 4)
    near = {**names, "delta": parse("exp(-1/4-1/10^30)")}
    other = parse("exp(n*epsilon*(exp(epsilon)-1) + epsilon*sqrt(2*n*ln(1/delta)))", near)
    assert not isinstance(exact(other), Fraction)
    with pytest.raises(UndecidedError):
        order(Fraction(9, 4), other, 64)
    assert order(Fraction(9, 4), other, 256) == -1


@pytest.mark.parametrize(
    "text", ["exp(1/2)", "2*exp(1)", "sqrt(2)", "ln(2)", "1+ln(2)", "exp(1+ln(2))", "2^(1/2)"]
)
def test_irrational(text: str) -> None:
    assert isinstance(exact(parse(text)), Exp | Log)


@pytest.mark.parametrize(
    "text", ["1+exp(1)", "ln(2)*ln(3)", "sqrt(ln(2))", "tanh(1)", "2^100000", "exp(1)^ln(2)"]
)
def test_no_exact_value(text: str) -> None:
    assert exact(parse(text)) is None


@pytest.mark.parametrize("text", ["1/0", "0^-1", "ln(0)", "ln(-1)", "sqrt(-1)", "1/(1-1)", "0/ln(1)"])
def test_no_value(text: str) -> None:
    with pytest.raises(MalformedError):
        exact(parse(text))
