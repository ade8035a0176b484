"""Trends by structure, against values on a grid."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from proofcheck.numbers import Order, Trend, compare, number, parse, trend

FALLING = [
    "3/10 + 1/10*sqrt(10*ln(1/delta))",
    "ln(e + sqrt(3)/delta)",
    "1/delta",
    "-delta",
    "1 - delta",
    "ln(2) - ln(delta)",
    "min(3, 1/delta)",
    "max(1/delta, 2 - delta)",
    "(1/delta)^2",
    "delta^-1/3",
    "sqrt(ln(1/delta))*(1 + 1/delta)",
    "exp(-delta)",
    "2*tanh(1/delta)",
]


@pytest.mark.parametrize("text", FALLING)
def test_falling(text: str) -> None:
    e = parse(text, ("delta",))
    assert trend(e, "delta") is Trend.FALLING
    assert trend(-e, "delta") is Trend.RISING
    grid = [e.substitute({"delta": number(Fraction(k, 20))}) for k in range(1, 20)]
    assert all(compare(a, b).order in (Order.ABOVE, Order.EQUAL) for a, b in pairwise(grid))


@pytest.mark.parametrize(
    "text", ["delta", "ln(delta)", "sqrt(delta) + 1", "delta^3", "-1/delta", "2 - 3*(1 - delta)"]
)
def test_rising(text: str) -> None:
    assert trend(parse(text, ("delta",)), "delta") is Trend.RISING


@pytest.mark.parametrize(
    "text",
    ["delta*ln(1/delta)", "delta - 1/delta*delta + 1/delta", "(delta - 1/2)^2", "sqrt(delta)*(1 - delta)"],
)
def test_what_is_not_seen_is_unknown(text: str) -> None:
    assert trend(parse(text, ("delta",)), "delta") is Trend.UNKNOWN


def test_constants() -> None:
    assert trend(parse("exp(1/2)*3"), "delta") is Trend.CONSTANT
    assert trend(parse("n*epsilon", ("n", "epsilon")), "delta") is Trend.CONSTANT
