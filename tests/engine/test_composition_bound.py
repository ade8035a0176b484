"""Rectangles of (epsilon, delta'): they cover the region, and the claim holds on each when recomputed."""

from fractions import Fraction
from math import comb

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.analysis.composition_bounds import NAMED_BOUNDS, VARIABLES, named_bound, nearest_name
from proofcheck.engine.bound_hunt import hunt
from proofcheck.engine.branch_and_bound import Status
from proofcheck.engine.composition_bound import BITS, Divergence, Region, prove, whole
from proofcheck.numbers import parse
from proofcheck.numbers.balls import Ball, dyadic_bounds, precision

USUAL = Region(Fraction(0), Fraction(3), Fraction(1, 10**12), Fraction(99, 100))
EVERYTHING = Region(Fraction(0), None, Fraction(0), Fraction(1))


def real(x) -> mpmath.mpf:
    if isinstance(x, Ball):
        (m, k), _ = dyadic_bounds(x, 128)
        x = m * Fraction(2) ** k
    return mpmath.mpf(x.numerator) / x.denominator


def divergence(n, epsilon, eps_prime):
    """The hockey-stick divergence by its definition."""
    t, threshold = mpmath.exp(epsilon), mpmath.exp(eps_prime)
    terms = (comb(n, i) * max(0, t**i - threshold * t ** (n - i)) for i in range(n + 1))
    return mpmath.fsum(terms) / (1 + t) ** n


BOUNDS = {
    "theorem": lambda n, e, d: n * e * (mpmath.exp(e) - 1) + e * mpmath.sqrt(2 * n * mpmath.log(1 / d)),
    "theorem-tanh": lambda n, e, d: n * e * mpmath.tanh(e / 2) + e * mpmath.sqrt(2 * n * mpmath.log(1 / d)),
    "zcdp": lambda n, e, d: n * e**2 / 2 + e * mpmath.sqrt(2 * n * mpmath.log(1 / d)),
    "kov-log": lambda n, e, d: (
        n * e * mpmath.tanh(e / 2) + e * mpmath.sqrt(2 * n * mpmath.log(mpmath.e + mpmath.sqrt(n) * e / d))
    ),
    "basic": lambda n, e, d: n * e,
}


def search(text, n, region=USUAL, budget=20_000):
    bound = named_bound(text)
    with precision(BITS):
        made = Divergence(bound.expression if bound else parse(text, VARIABLES), n)
        return prove(made, region, [whole(region)], budget=budget)


def contains(tile, epsilon, delta) -> bool:
    low = real(tile.epsilon_low)
    high = mpmath.inf if tile.epsilon_high is None else real(tile.epsilon_high)
    return low <= epsilon <= high and real(tile.delta_low) <= delta <= real(tile.delta_high)


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("n", [1, 2, 5, 17])
def test_tiles_hold_when_recomputed(name, n) -> None:
    found = search(name, n)
    assert found.status is Status.PROVED
    with mpmath.workdps(30):
        for tile in found.proofs:
            low, high = real(tile.epsilon_low), real(tile.epsilon_high)
            for part in (mpmath.mpf(1) / 1000, mpmath.mpf(1) / 2, 1):
                epsilon = low + (high - low) * part
                for delta in (real(tile.delta_low), real(tile.delta_high)):
                    assert divergence(n, epsilon, BOUNDS[name](n, epsilon, delta)) <= delta * (
                        1 + mpmath.mpf(10) ** -25
                    )


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["theorem", "theorem-tanh", "zcdp"]),
    st.sampled_from([1, 3, 8]),
    st.fractions(min_value=Fraction(1, 10**6), max_value=3),
    st.fractions(min_value=Fraction(1, 10**12), max_value=Fraction(99, 100)),
)
def test_tiles_cover_the_region(name, n, epsilon, delta) -> None:
    proofs = search(name, n).proofs
    assert any(contains(tile, real(epsilon), real(delta)) for tile in proofs)


def test_tiles_cover_the_corners() -> None:
    proofs = search("theorem-tanh", 4).proofs
    for epsilon in (Fraction(1, 10**300), Fraction(3)):
        for delta in (Fraction(1, 10**12), Fraction(99, 100)):
            assert any(contains(tile, real(epsilon), real(delta)) for tile in proofs)


@pytest.mark.parametrize("name", ["theorem", "zcdp", "basic"])
@pytest.mark.parametrize("n", [1, 2, 9, 40])
def test_no_end_is_needed(name, n) -> None:
    """All epsilon > 0 and all delta' in (0, 1) at once."""
    assert search(name, n, EVERYTHING).status is Status.PROVED


def test_an_end_that_stays_open_is_said_to() -> None:
    # With delta' -> 1 and epsilon -> infinity the tanh form comes as near as one likes.
    found = search("theorem-tanh", 2, EVERYTHING, budget=2_000)
    assert found.status is Status.OPEN
    assert any(strip.epsilon_high is None for strip in found.left)
    assert (
        search("theorem-tanh", 2, Region(Fraction(0), Fraction(8), Fraction(0), Fraction(1))).status
        is Status.PROVED
    )


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("k-is-1", 20),
        ("textbook-slip", 8),
        ("no-first-term", 2),
        ("n*epsilon - 1/100", 1),
        ("0", 1),
        ("-1", 2),
        ("sqrt(epsilon - 1)", 2),
    ],
)
def test_false_bounds_are_never_proved(text, n) -> None:
    assert search(text, n, budget=3_000).status is not Status.PROVED


def k_is_1(n, e, d):
    return e * (mpmath.exp(e) - 1) + e * mpmath.sqrt(2 * n * mpmath.log(1 / d))


def quarter(n, e, d):
    return n * e * (mpmath.exp(e) - 1) / 4 + e * mpmath.sqrt(2 * n * mpmath.log(1 / d))


@pytest.mark.parametrize(
    ("text", "claim", "n"),
    [
        ("k-is-1", k_is_1, 20),
        ("k-is-1", k_is_1, 12),
        ("no-second-term", lambda n, e, d: n * e * (mpmath.exp(e) - 1), 1),
        ("no-first-term", lambda n, e, d: e * mpmath.sqrt(2 * n * mpmath.log(1 / d)), 2),
        ("n*epsilon*(exp(epsilon)-1)/4 + epsilon*sqrt(2*n*ln(1/delta))", quarter, 123),
        ("0", lambda n, e, d: mpmath.mpf(0), 1),
    ],
)
def test_the_hunt_finds_a_point(text, claim, n) -> None:
    bound = named_bound(text)
    with precision(BITS):
        made = Divergence(bound.expression if bound else parse(text, VARIABLES), n)
        found = hunt(made, USUAL)
        assert found.ratio > 1
    with mpmath.workdps(30):
        epsilon, delta = real(found.spot.epsilon), real(found.spot.delta)
        assert divergence(n, epsilon, claim(n, epsilon, delta)) > delta


@pytest.mark.parametrize("name", ["theorem", "theorem-tanh", "zcdp", "kov", "kov-log", "basic"])
def test_the_hunt_finds_nothing_against_valid_bounds(name) -> None:
    with precision(BITS):
        assert not hunt(Divergence(named_bound(name).expression, 12), USUAL).ratio > 1


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 9),
    st.floats(0.01, 4),
    st.floats(0.01, 4),
    st.floats(-10, 10),
)
def test_the_two_monotonicities(n, a, b, r) -> None:
    """M1 and M2, which make one corner enough for a rectangle."""
    low, high = sorted((a, b))
    with mpmath.workdps(30):
        tiny = mpmath.mpf(10) ** -25
        assert divergence(n, low, r * mpmath.mpf(low)) <= divergence(n, high, r * mpmath.mpf(high)) + tiny
        assert divergence(n, low, r) <= divergence(n, high, r) + tiny
        assert divergence(n, high, r + 1) <= divergence(n, high, r)


def test_budget_and_continuation() -> None:
    bound = named_bound("theorem-tanh").expression
    with precision(BITS):
        made = Divergence(bound, 64)
        first = prove(made, USUAL, [whole(USUAL)], budget=40)
        assert first.status is Status.OPEN and first.left
        second = prove(made, USUAL, first.left, budget=20_000)
    assert second.status is Status.PROVED
    with mpmath.workdps(30):
        tiles = (*first.proofs, *second.proofs)
        for epsilon in (Fraction(1, 100), Fraction(1, 3), Fraction(5, 2)):
            for delta in (Fraction(1, 10**11), Fraction(1, 10**4), Fraction(1, 2)):
                assert any(contains(tile, real(epsilon), real(delta)) for tile in tiles)


def test_names() -> None:
    names = [bound.name for bound in NAMED_BOUNDS]
    assert len(set(names)) == len(names)
    assert all(bound.expression.variables <= set(VARIABLES) for bound in NAMED_BOUNDS)
    assert named_bound("theorems") is None and nearest_name("theorems") == "theorem"
    assert nearest_name("n*epsilon^2 + sqrt(delta)") is None


def test_kov_is_the_tanh_form() -> None:
    """(e^x - 1)/(e^x + 1) = tanh(x/2)."""
    with mpmath.workdps(30):
        for x in (mpmath.mpf(1) / 7, mpmath.mpf(2)):
            assert mpmath.almosteq(mpmath.expm1(x) / (mpmath.exp(x) + 1), mpmath.tanh(x / 2))
    assert "(exp(epsilon) - 1)/(exp(epsilon) + 1)" in str(named_bound("kov").expression)
