"""Canonical spellings, coprime bases and balls."""

from fractions import Fraction
from math import gcd, prod

import mpmath
import pytest
from flint import ctx
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.numbers import Order, balls, compare, parse, simplify, variable
from proofcheck.numbers.basis import CoprimeBasis, coprime_basis, root
from proofcheck.numbers.normal import normal_form

SPELLINGS = [
    ("ln(exp(1/2))", "1/2"),
    ("exp(2*ln(3/2))", "9/4"),
    ("ln(11/10)", "ln(11/10)"),
    ("ln(11) - ln(10)", "ln(11/10)"),
    ("ln(10) - ln(11)", "-ln(11/10)"),
    ("ln(4)", "2*ln(2)"),
    ("ln(sqrt(3))", "1/2*ln(3)"),
    ("2*ln(3/2)*(1/2) + ln(3/2)*sqrt(4*(1/4))", "2*ln(3/2)"),
    ("exp(ln(11/10)*sqrt(2*ln(4/3)))", "exp(sqrt(2)*sqrt(ln(4/3))*ln(11/10))"),
    ("exp(ln(ln(2)))", "ln(2)"),
    ("exp(ln(1 + e))", "1 + exp(1)"),
    ("ln(e^2 - 1) - ln(e - 1) - ln(e + 1)", "0"),
    ("sqrt(1 + e)^2", "1 + exp(1)"),
    ("sqrt(ln(10))^3/ln(10)", "sqrt(ln(10))"),
    ("max(ln(2), 1/2)", "ln(2)"),
    ("tanh(1/2)", "(-1 + exp(1))/(1 + exp(1))"),
    ("ln(2)*ln(3)", "ln(2)*ln(3)"),
    ("sqrt(ln(1 + e) - ln(1 + e))", "0"),
    ("ln(3 - e)", "ln(3 - exp(1))"),
    ("ln((3 - e)*(1 + e))", "ln(1 + exp(1)) + ln(3 - exp(1))"),
    ("sqrt((3 - e)*(4 - e))", "sqrt(3 - exp(1))*sqrt(4 - exp(1))"),
    ("ln(1 - exp(-1))", "-1 + ln(-1 + exp(1))"),
]


@pytest.mark.parametrize(("text", "spelled"), SPELLINGS)
def test_spelling(text: str, spelled: str) -> None:
    found = simplify(parse(text))
    assert str(found) == spelled
    assert simplify(found) == found
    assert compare(found, parse(text)).order is Order.EQUAL


def test_forms_that_grow_are_given_up() -> None:
    for text in ["(1 + exp(1))^5000", "(1 + exp(1) + exp(exp(1)) + ln(2))^120"]:
        assert normal_form(parse(text)) is None
        assert simplify(parse(text)) == parse(text)


def test_variables_have_to_be_substituted() -> None:
    for ask in (lambda: compare(variable("n"), 1), lambda: simplify(1 + variable("n"))):
        with pytest.raises(ValueError, match="depends on n"):
            ask()


@given(st.lists(st.integers(1, 10**6), max_size=8))
def test_coprime_basis(numbers: list[int]) -> None:
    basis = coprime_basis(numbers)
    assert all(b > 1 and root(b) == b for b in basis)
    assert all(gcd(a, b) == 1 for i, a in enumerate(basis) for b in basis[:i])
    growing = CoprimeBasis()
    for n in numbers:
        assert prod(b**k for b, k in growing.exponents(n).items()) == n
    growing.stale = False
    for n in numbers:
        assert prod(b**k for b, k in growing.exponents(n).items()) == n
    assert not growing.stale


@given(st.integers(2, 50), st.integers(1, 9))
def test_root(base: int, exponent: int) -> None:
    n = base**exponent
    assert any(root(n) ** k == n for k in range(1, 60))
    slow = next(r for r in range(2, base + 1) if any(r**k == n for k in range(1, 60)))
    assert root(n) == slow


@pytest.mark.parametrize(
    "text",
    ["exp(1/3)", "ln(7/3)", "sqrt(2)", "tanh(1/5)", "(5/3)^(2/7)", "2^ln(3)", "min(ln(2), 7/10)", "1/3"],
)
@pytest.mark.parametrize("bits", [53, 64, 200, 1500])
def test_balls_contain_the_value_and_leave_the_precision(text: str, bits: int) -> None:
    before = ctx.prec
    ball = balls.enclosure(parse(text), bits)
    assert ctx.prec == before
    low, high = balls.dyadic_bounds(ball, bits)
    with mpmath.workprec(3000):
        python = text.replace("^", "**").replace("ln", "log")
        value = eval(
            python.replace("1/", "one/")
            .replace("7/", "7*one/")
            .replace("5/3", "5*one/3")
            .replace("2/7", "2*one/7"),
            {name: getattr(mpmath, name) for name in ("exp", "log", "sqrt", "tanh")}
            | {"min": min, "one": mpmath.mpf(1)},
        )
        assert mpmath.ldexp(low[0], low[1]) <= value <= mpmath.ldexp(high[0], high[1])
        assert mpmath.ldexp(high[0], high[1]) - mpmath.ldexp(low[0], low[1]) < mpmath.mpf(2) ** (
            8 - bits
        ) * abs(value)
    assert ctx.prec == before


def test_precision_is_restored_after_an_error() -> None:
    before = ctx.prec
    with pytest.raises(ZeroDivisionError), balls.precision(999):
        raise ZeroDivisionError
    with pytest.raises(ValueError):
        balls.enclosure(variable("n"), 777)
    assert ctx.prec == before


def test_the_root_of_a_zero_that_is_not_seen_is_finite() -> None:
    assert balls.dyadic_bounds(balls.enclosure(parse("sqrt(ln(6) - ln(2) - ln(3))"), 64), 64) is not None


def test_a_spelling_that_would_explode_is_not_used() -> None:
    e = parse("exp(3*tanh(ln(ln(301/900)^2 + 1/3)))")
    assert simplify(e) == e


def test_bounds_are_outward() -> None:
    ball = balls.enclosure(parse("1/3"), 64)
    low, high, exponent = balls.decimal_bounds(ball, 10)
    scale = Fraction(10) ** exponent
    assert low * scale <= Fraction(1, 3) <= high * scale
    assert balls.decimal_bounds(balls.enclosure(parse("ln(0)"), 64), 10) is None
    assert balls.dyadic_bounds(balls.enclosure(parse("ln(0)"), 64), 64) is None
