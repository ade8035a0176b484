"""The fifth rung: tiles that cover everything and hold when recomputed, and false readings refuted."""

import itertools
from fractions import Fraction
from math import comb

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.engine.tail_inequality import Point, TailInequality, prove_tail_inequality, prove_up_to
from proofcheck.numbers import Order, compare


@pytest.fixture(scope="module")
def proofs():
    return prove_up_to(range(1, 65))


def plain_tail(n, j, t):
    return sum((comb(n, i) * t**i for i in range(j, n + 1)), Fraction(0)) / (1 + t) ** n


def test_all_n_up_to_64_are_proved(proofs) -> None:
    assert [proof.n for proof in proofs] == list(range(1, 65))
    assert all(proof.proved for proof in proofs)


def test_few_intervals_suffice(proofs) -> None:
    assert sum(proof.examined for proof in proofs[:12]) <= 244
    assert proofs[63].examined <= 386


def test_tiles_cover_every_interval(proofs) -> None:
    for proof in proofs:
        n = proof.n
        assert {tile.j for tile in proof.tiles} == set(range(n // 2 + 1, n + 1))
        for j in range(n // 2 + 1, n + 1):
            tiles = sorted(tile for tile in proof.tiles if tile.j == j)
            assert tiles[0].low == 1 and tiles[-1].high == Fraction(2 * j, n)
            assert all(a.high == b.low for a, b in itertools.pairwise(tiles))


def test_tiles_hold_when_recomputed(proofs) -> None:
    with mpmath.workdps(40):
        for proof in (*proofs[:20], proofs[63]):
            for n, j, low, high in proof.tiles:
                deviation = mpmath.mpf(2 * j) - n * mpmath.mpf(low.numerator) / low.denominator
                tail = plain_tail(n, j, high)
                assert mpmath.mpf(tail.numerator) / tail.denominator <= mpmath.exp(-(deviation**2) / (2 * n))


def test_the_worst_ratio_is_at_one_answer(proofs) -> None:
    assert proofs[0].worst == Point(1, 1, Fraction(1))
    # half against exp(-1/2): 0.82436...; nothing comes nearer up to n = 64
    assert prove_up_to(range(1, 65), TailInequality(within=Fraction(8244, 10000)))[-1].n == 64
    assert not prove_tail_inequality(1, TailInequality(within=Fraction(8243, 10000))).proved


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.data())
def test_both_sides_grow_with_t(n, data) -> None:
    """What makes one comparison enough for a tile, and the tail as the plain sum."""
    j = data.draw(st.integers(n // 2 + 1, n))
    end = Fraction(2 * j, n)
    s = data.draw(st.fractions(min_value=0, max_value=1, max_denominator=30))
    u = data.draw(st.fractions(min_value=0, max_value=1, max_denominator=30))
    a, b = sorted((1 + (end - 1) * s, 1 + (end - 1) * u))
    claim = TailInequality()
    low, high = Point(n, j, a), Point(n, j, b)
    assert claim.tail(low) == plain_tail(n, j, a)
    assert claim.tail(low) <= claim.tail(high)
    assert compare(claim.bound(low), claim.bound(high)).order in (Order.BELOW, Order.EQUAL)


@pytest.mark.parametrize(
    ("claim", "n"),
    [
        (TailInequality(exponent=Fraction(139, 100)), 1),  # beyond 2 ln 2
        (TailInequality(exponent=Fraction(138, 100)), 13),
        (TailInequality(exponent=Fraction(2)), 6),
        (TailInequality(within=Fraction(4, 5)), 1),
    ],
)
def test_false_readings_are_refuted_exactly(claim, n) -> None:
    proof = prove_tail_inequality(n, claim)
    assert not proof.proved
    assert proof.witness is not None and proof.witness.t > 1
    assert compare(claim.tail(proof.witness), claim.bound(proof.witness)).order is Order.ABOVE


@pytest.mark.parametrize("n", range(1, 13))
def test_the_exponent_may_be_a_little_larger_for_small_n(n) -> None:
    assert prove_tail_inequality(n, TailInequality(exponent=Fraction(138, 100))).proved


def test_a_small_budget_proves_nothing() -> None:
    proof = prove_tail_inequality(12, budget=3)
    assert not proof.proved and proof.witness is None and proof.left


def test_refutation_ends_the_series() -> None:
    assert len(prove_up_to(range(1, 10), TailInequality(exponent=Fraction(3)))) == 1
