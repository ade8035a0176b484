"""S9: the hypotheses of Azuma's inequality, then its conclusion at every atom beyond n beta."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proof_cases import (
    BOTH,
    LEVELS,
    coins,
    experiment,
    exponential,
    forgetting,
    hidden_choices,
    is_number,
    judged,
    no_loss,
    one_skewed,
    places,
    row,
)
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.loss import Atom, LossDistribution
from proofcheck.logic.judgement import Judgement, Verdict

HYPOTHESES = ("ratio", "bounded-loss", "conditional-mean")


def hypotheses(setting: Experiment) -> dict[str, tuple[Judgement, ...]]:
    return {id: judged(id, setting) for id in HYPOTHESES}


def with_verdict(
    known: dict[str, tuple[Judgement, ...]], id: str, level: str, direction: str, verdict: Verdict
) -> dict[str, tuple[Judgement, ...]]:
    """The rows with one verdict changed."""
    changed = tuple(
        replace(r, verdict=verdict) if (r.level, r.direction) == (level, direction) else r for r in known[id]
    )
    return {**known, id: changed}


def test_four_coins_at_their_tightest_atom() -> None:
    """t = 11/10, n beta = (4/10) eps. The atoms beyond it are 4 eps and 2 eps; at 2 eps the bound is
    exp(-(16/10)^2/8) = exp(-8/25) and the tail (11^4 + 4*11^3*10)/21^4 = 22627/64827."""
    rows = judged("azuma", experiment(coins(4, delta="1/4")))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        assert (r.verdict, r.method, r.witness, r.vacuous) == (Verdict.VERIFIED, "enclosure", None, False)
        assert (r.box, r.delta) == (None, None)
        assert r.values["atoms"] == 2
        assert is_number(r.values["atom"], "2*ln(11/10)")
        assert r.values["ratio"] == Fraction(121, 100)
        assert r.values["probability"] == Fraction(22627, 64827)
        assert is_number(r.values["bound"], "exp(-8/25)")
        assert is_number(r.values["slack"], "exp(-8/25) - 22627/64827")
        (step,) = r.steps
        assert (step.left_name, step.relation) == ("Pr[sum C_k >= l]", "<=")
        assert step.left == Fraction(22627, 64827) and is_number(step.right, "exp(-8/25)")
        assert "2 atoms" in step.note


def test_the_directions_of_a_skewed_box_differ() -> None:
    """eps = ln(9/8), beta = eps/8; P1->P2 has the atom eps itself, P2->P1 the atom ln(10/9)."""
    rows = judged("azuma", experiment(one_skewed()))
    for level in LEVELS:
        forward, backward = row(rows, level, "P1->P2"), row(rows, level, "P2->P1")
        assert (forward.values["ratio"], forward.values["probability"]) == (Fraction(9, 8), Fraction(9, 20))
        assert is_number(forward.values["bound"], "exp(-49/128)")
        assert (backward.values["ratio"], backward.values["probability"]) == (Fraction(10, 9), Fraction(1, 2))
        assert is_number(backward.values["bound"], "exp(-(ln(10/9) - ln(9/8)/8)^2/(2*ln(9/8)^2))")
        assert forward.values["atoms"] == backward.values["atoms"] == 1


def test_a_transcendental_instance() -> None:
    """Three coins: n beta = 3 eps (t-1); at the atom eps the tail is (t^3 + 3 t^2)/(1+t)^3."""
    for r in judged("azuma", experiment(exponential())):
        assert r.verdict is Verdict.VERIFIED and r.values["atoms"] == 2
        assert is_number(r.values["ratio"], "exp(1/10)")
        assert is_number(r.values["probability"], "(exp(3/10) + 3*exp(1/5))/(1 + exp(1/10))^3")
        assert is_number(r.values["bound"], "exp(-(1 - 3*(exp(1/10) - 1))^2/6)")


def test_where_a_hypothesis_fails_azuma_says_nothing() -> None:
    rows = judged("azuma", experiment(forgetting()))
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.VERIFIED
        found = row(rows, "outputs", d)
        assert (found.verdict, found.method, found.vacuous) == (Verdict.INAPPLICABLE, "exact", False)
        assert found.values == {"failing_hypotheses": ("ratio",)}
        assert found.witness is None and found.steps == ()
    rows = judged("azuma", experiment(hidden_choices()))
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.VERIFIED
        assert row(rows, "outputs", d).values == {"failing_hypotheses": HYPOTHESES}


@pytest.mark.parametrize("case", [no_loss, lambda: coins(1, "3/4", delta="1/10")])
def test_nothing_beyond_the_mean_is_vacuous(case) -> None:  # type: ignore[no-untyped-def]
    """eps = 0 has no variance; with e^eps = 3 the mean's bound 2 eps is more than any loss."""
    for r in judged("azuma", experiment(case())):
        assert (r.verdict, r.method, r.vacuous) == (Verdict.VERIFIED, "exact", True)
        assert r.values == {"atoms": 0} and r.steps == ()


# What has to be rejected.


@pytest.mark.parametrize("id", HYPOTHESES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("direction", BOTH)
def test_each_hypothesis_counts_at_its_own_level_and_direction(id: str, level: str, direction: str) -> None:
    setting = experiment(coins(4, delta="1/4"))
    known = with_verdict(hypotheses(setting), id, level, direction, Verdict.REFUTED)
    for r in judged("azuma", setting, known):
        if (r.level, r.direction) == (level, direction):
            assert r.verdict is Verdict.INAPPLICABLE
            assert r.values == {"failing_hypotheses": (id,)}
        else:
            assert r.verdict is Verdict.VERIFIED


@pytest.mark.parametrize("id", HYPOTHESES)
@pytest.mark.parametrize("vacuous", [False, True])
def test_an_undecided_hypothesis_leaves_the_conclusion_open(id: str, vacuous: bool) -> None:
    setting = experiment(no_loss() if vacuous else coins(4, delta="1/4"))
    known = with_verdict(hypotheses(setting), id, "histories", "P1->P2", Verdict.UNDECIDED)
    rows = judged("azuma", setting, known)
    assert row(rows, "histories", "P1->P2").verdict is Verdict.UNDECIDED
    assert row(rows, "histories", "P1->P2").vacuous == vacuous
    assert row(rows, "outputs", "P1->P2").verdict is Verdict.VERIFIED


def test_a_tail_that_is_too_heavy() -> None:
    """One coin with e^eps = 12/11: the bound at its atom is exp(-(10/11)^2/2) = exp(-50/121) < 7/10."""
    setting = experiment(coins(1, "12/23", delta="1/2"))
    atoms = (Atom((12, 11), 70, 30, 1, 0), Atom((11, 12), 30, 70, 1, 1))
    setting.histories = LossDistribution(atoms, 100)
    known = hypotheses(setting)
    for d, wrong in (("P1->P2", Fraction(7, 10)), ("P2->P1", Fraction(7, 10))):
        found = row(judged("azuma", setting, known), "histories", d)
        assert found.verdict is Verdict.REFUTED
        assert found.witness == {"ratio": Fraction(12, 11)}
        assert found.values["probability"] == wrong
        assert is_number(found.values["slack"], "exp(-50/121) - 7/10")


def test_a_tail_that_is_too_heavy_at_the_second_atom_only() -> None:
    """Four coins; nearly all mass at the atom 2 eps, where the bound is exp(-8/25) = 0.726."""
    setting = experiment(coins(4, delta="1/4"))
    masses = [1, 72, 10, 10, 7]
    ratios = [(14641, 10000), (121, 100), (1, 1), (100, 121), (10000, 14641)]
    setting.histories = LossDistribution(
        tuple(
            Atom(ratio, mass, mass, 1, i) for i, (ratio, mass) in enumerate(zip(ratios, masses, strict=True))
        ),
        100,
    )
    rows = judged("azuma", setting, hypotheses(setting))
    found = row(rows, "histories", "P1->P2")
    assert found.verdict is Verdict.REFUTED
    assert found.values["probability"] == Fraction(73, 100) and found.witness == {"ratio": Fraction(121, 100)}
    assert row(rows, "histories", "P2->P1").verdict is Verdict.VERIFIED  # there the tail is 17/100


def test_an_epsilon_too_small_for_the_boxes() -> None:
    """The hypotheses as judged with the right one: only the bound is wrong."""
    right = experiment(coins(1, "3/4", delta="1/10"))
    wrong = experiment(coins(1, "3/4", delta="1/10"), epsilon="ln(3)/3")
    for r in judged("azuma", wrong, hypotheses(right)):
        assert r.verdict is Verdict.REFUTED
        assert r.witness == {"ratio": 3} and r.values["probability"] == Fraction(3, 4)
        assert is_number(r.values["bound"], "exp(-(4 - exp(ln(3)/3))^2/2)")
