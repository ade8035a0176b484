"""Comparisons on which floats, intervals or computer algebra answer wrongly or not at all."""

import pytest

from proofcheck.numbers import Order, compare, parse

# n = 4, epsilon = ln(3/2), delta' = exp(-1/2): the bound is four times epsilon, exactly
TIED_BOUND = "4*ln(3/2)*(exp(ln(3/2)) - 1) + ln(3/2)*sqrt(2*4*ln(1/exp(-1/2)))"
SQRT2_CONVERGENT = "29468083200663558275864384257639/20837081459758583726374271711381"
EXP_CONVERGENT = "5968065660029140129483982930100/9839676798625042902118068590113"

TRAPS = [
    ("exp(4*ln(3/2))", Order.EQUAL, "(3/2)^4"),
    (TIED_BOUND, Order.EQUAL, "4*ln(3/2)"),
    ("ln(6)", Order.EQUAL, "ln(2) + ln(3)"),
    ("ln(1 + 10^-22)", Order.ABOVE, "0"),
    ("ln(1 + 2^-45)", Order.ABOVE, "2^-45 - 2^-91"),
    ("exp(-2^-53)", Order.ABOVE, "1 - 2^-53"),
    ("exp(10^-200) - 1", Order.ABOVE, "10^-200"),
    ("10^-500", Order.ABOVE, "exp(-1200)"),
    ("1 - exp(-10^9)", Order.BELOW, "1"),
    ("sqrt(2)", Order.ABOVE, SQRT2_CONVERGENT),
    (EXP_CONVERGENT, Order.BELOW, "exp(-1/2)"),
    ("sqrt(ln(4)*ln(9))", Order.EQUAL, "2*sqrt(ln(2)*ln(3))"),
    # the tie of the design: n = 2, delta' = exp(-1/4)
    ("2*ln(3/2)*(1/2) + ln(3/2)*sqrt(4*(1/4))", Order.EQUAL, "2*ln(3/2)"),
    ("exp(2*ln(3/2)*(3/2 - 1) + ln(3/2)*sqrt(2*2*ln(1/exp(-1/4))))", Order.EQUAL, "9/4"),
    ("tanh(10^9)", Order.BELOW, "1"),
    ("tanh(ln(3)/2)", Order.EQUAL, "1/2"),
]


@pytest.mark.parametrize(("left", "order", "right"), TRAPS)
def test_trap(left: str, order: Order, right: str) -> None:
    a, b = parse(left), parse(right)
    assert compare(a, b).order is order
    assert compare(b, a).order is order.reversed


@pytest.mark.parametrize(("left", "order", "right"), [row for row in TRAPS if row[1] is Order.EQUAL])
def test_a_tie_is_broken_by_a_tiny_change(left: str, order: Order, right: str) -> None:
    a, b = parse(left), parse(right)
    tiny = parse("10^-400")
    assert compare(a + tiny, b).order is Order.ABOVE
    assert compare(a - tiny, b).order is Order.BELOW
    assert compare(a, b + tiny).order is Order.BELOW


def test_what_the_trap_needs_is_precision() -> None:
    a, b = parse("exp(10^-200) - 1"), parse("10^-200")
    assert compare(a, b, max_bits=512).order is Order.ABOVE, "a theorem excludes equality, so it goes on"
    assert compare(a, b).bits == 2048


def test_undecided_has_an_enclosure_and_no_truth_value() -> None:
    # ln(1 + x) for x beyond every theorem in use, far below the allowed precision
    a, b = parse("sqrt(ln(1 + exp(-5000)) + ln(2)^2)"), parse("ln(2)")
    found = compare(a, b, max_bits=256)
    assert found.order is Order.UNDECIDED
    assert found.lower.startswith("-") and not found.upper.startswith("-")
    with pytest.raises(TypeError):
        bool(found.order)
    assert compare(a, b).order is Order.ABOVE
