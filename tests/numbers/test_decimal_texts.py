"""Decimal texts: format, truncation, certainty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.numbers import PrecisionError, decimal, number, parse

TEXTS = [
    ("1/2", 10, "0.5"),
    ("1/3", 4, "0.3333"),
    ("-2/3", 4, "-0.6666"),
    ("0", 3, "0"),
    ("542/987 - 995/1974*exp(ln(11/10)/10 + ln(11/10)*sqrt(2*ln(4/3)))", 4, "0.002106"),
    ("exp(2*ln(3/2))", 10, "2.25"),
    ("exp(2*ln(3/2))", 2, "2.2"),
    ("exp(3*ln(10))", 2, "1000"),
    ("exp(30*ln(10))", 4, "1e30"),
    ("1e-40/3", 4, "3.333e-41"),
    ("123456789/10", 4, "1.234e7"),
    ("999.96", 4, "999.9"),
    ("0.0000001", 3, "0.0000001"),
    ("0.00000001", 3, "1e-8"),
    ("exp(10^-50)", 5, "1.0000"),
    ("1 - exp(-1000)", 5, "0.99999"),
    ("tanh(10^9)", 8, "0.99999999"),
    ("tanh(20)", 1, "0.9"),
    ("10*tanh(20)", 1, "9"),
    ("tanh(20)", 40, "0.9999999999999999915032914894168220454385"),
    ("1 - tanh(10^9)", 5, "3.1226e-868588964"),
    ("exp(-10^9)", 6, "1.24953e-434294482"),
    ("sqrt(2)*10^7", 3, "1.41e7"),
    ("ln(6) - ln(2) - ln(3)", 5, "0"),
    ("sqrt(2)", 30, "1.41421356237309504880168872420"),
]


@pytest.mark.parametrize(("text", "digits", "shown"), TEXTS)
def test_text(text: str, digits: int, shown: str) -> None:
    assert decimal(parse(text), digits) == shown


@given(st.fractions(), st.integers(1, 30))
def test_rationals_are_truncated_exactly(x, digits) -> None:  # type: ignore[no-untyped-def]
    text = decimal(number(x), digits)
    mantissa, _, exponent = text.partition("e")
    shown = parse(mantissa if not exponent else f"({mantissa})*10^({exponent})").value  # type: ignore[attr-defined]
    assert abs(shown) <= abs(x)
    if x:
        assert shown and (abs(x) - abs(shown)) * 10 ** (digits - 1) < abs(shown)


def test_refuses() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        decimal(number(1), 0)
    with pytest.raises(ValueError, match="depends on n"):
        decimal(parse("n", ["n"]), 3)
    with pytest.raises(PrecisionError):
        decimal(parse("exp(exp(exp(10)))"), 3)
