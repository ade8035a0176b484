"""A bound of one's own, for all delta': one comparison an atom, and a delta' that refutes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

import proofcheck
from brute_force import BruteForce, evaluate, to_real
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.model import Instance, loads
from proofcheck.numbers import parse
from random_instances import instances

COINS = (
    '[boxes.coin]\nmechanism = "randomized-response"\nepsilon = "ln(11/10)"\ncount = 3\n'
    '[strategy]\nkind = "fixed"\norder = ["coin#1", "coin#2", "coin#3"]\n'
)
VARIABLES = ("n", "epsilon", "delta")


def lemma_rows(bound: str, text: str = COINS) -> list[Judgement]:
    result = proofcheck.check(loads(f'n = 3\nepsilon = "ln(11/10)"\nbound = "{bound}"\n{text}'))
    return [row for row in result.judgements if row.id == "bad-set-lemma"]


@pytest.mark.parametrize(
    "bound",
    [
        "n*epsilon",
        "n*epsilon*(exp(epsilon)-1) + epsilon*sqrt(2*n*ln(1/delta))",
        "n*epsilon*tanh(epsilon/2) + epsilon*sqrt(2*n*ln(1/delta))",
        "epsilon*max(1, n*(1 - delta) + 1)",
    ],
)
def test_true_bounds(bound: str) -> None:
    assert {row.verdict for row in lemma_rows(bound)} == {Verdict.VERIFIED}


@pytest.mark.parametrize(
    "bound", ["epsilon", "2*epsilon", "epsilon*sqrt(2*n*ln(1/delta))/9", "n*epsilon*(1 - delta)", "0"]
)
def test_false_bounds_are_refuted_at_a_delta_that_check_confirms(bound: str) -> None:
    refuted = [row for row in lemma_rows(bound) if row.verdict is Verdict.REFUTED]
    assert refuted
    for row in refuted:
        again = loads(
            f'n = 3\nepsilon = "ln(11/10)"\nbound = "{bound}"\ndelta = "{row.witness["delta"]}"\n{COINS}'
        )
        (same,) = (
            r
            for r in proofcheck.check(again).judgements
            if (r.id, r.level, r.direction) == ("bad-set-lemma", row.level, row.direction)
        )
        assert same.verdict is Verdict.REFUTED


@pytest.mark.parametrize("bound", ["delta", "n*epsilon*delta", "n*epsilon + delta*ln(1/delta)"])
def test_a_bound_that_may_rise_is_not_judged(bound: str) -> None:
    assert {row.verdict for row in lemma_rows(bound)} == {Verdict.UNDECIDED}


@settings(max_examples=40, deadline=None)
@given(instances())
def test_against_a_grid_of_deltas(instance: Instance) -> None:
    """If the lemma holds for all delta' it holds on a grid; if not, it fails at the delta' named."""
    bound = parse("n*epsilon*(exp(epsilon)-1)/2 + epsilon*sqrt(n*ln(1/delta))/2", VARIABLES)
    free = Instance.create(
        family=instance.family,
        strategy=instance.strategy,
        n=instance.effective_n,
        epsilon="auto",
        bound=bound,
    )
    twin = BruteForce.of(free)
    for row in proofcheck.check(free).judgements:
        if row.id != "bad-set-lemma":
            continue
        deltas = [parse(f"{k}/10") for k in range(1, 10)]
        if row.verdict is Verdict.REFUTED:
            deltas = [row.witness["delta"]]
        for delta in deltas:
            bad = twin.bad_set(row.level, row.direction, delta)
            mass = sum((a for a, _ in bad.values()), Fraction(0))
            assert (to_real(mass) <= evaluate(str(delta))) == (row.verdict is Verdict.VERIFIED)
