"""S7: the three links of Fact 1 for every box and both directions, with their slack."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proof_cases import (
    BOTH,
    coin,
    coins,
    experiment,
    exponential,
    forgetting,
    is_number,
    judged,
    line,
    no_loss,
    one_skewed,
    row,
    skewed,
    verdicts,
)
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.model import Box, Family, Instance, strategies

BETA = "ln(9/8)/8"  # of the skewed box alone: eps = ln(9/8)
FORWARD = "9/20*ln(9/8) + 9/20*ln(9/10)"
BACKWARD = "2/5*ln(8/9) + 1/2*ln(10/9)"
SYMMETRIC = "1/20*ln(5/4)"  # (9/20 - 2/5) ln(9/8) + (9/20 - 1/2) ln(9/10)


def in_boxes(setting: Experiment, *boxes: Box) -> Experiment:
    setting.family = Family(boxes)
    return setting


def check_line(found: Judgement, name: str, left: str, relation: str, right: str, verdict: Verdict) -> None:
    step = line(found, name)
    assert (step.relation, step.verdict) == (relation, verdict)
    assert is_number(step.left, left) and is_number(step.right, right)
    if verdict is Verdict.VERIFIED or relation == "<=":
        assert is_number(step.slack, f"({right}) - ({left})")


def test_every_link_of_an_asymmetric_box() -> None:
    rows = judged("fact-1", experiment(one_skewed()))
    assert [(r.level, r.direction, r.box) for r in rows] == [("box", d, "skewed") for d in BOTH]
    for r, mean in zip(rows, (FORWARD, BACKWARD), strict=True):
        assert (r.verdict, r.method, r.witness, r.vacuous) == (Verdict.VERIFIED, "enclosure", None, False)
        assert is_number(r.values["mean"], mean)
        assert is_number(r.values["bound"], BETA)
        assert is_number(r.values["slack"], f"{BETA} - ({mean})")
        whole, first, *_ = r.steps
        assert whole.note == "the whole of Fact 1" and whole.relation == first.relation == "<="
        assert is_number(whole.left, mean) and is_number(whole.right, BETA)
        assert is_number(first.left, mean) and is_number(first.right, SYMMETRIC)
        assert first.note == "because KL(q||p) >= 0"
        check_line(r, "KL(p||q) + KL(q||p)", SYMMETRIC, "=", SYMMETRIC, Verdict.VERIFIED)
        check_line(r, "(p-q) ln(p/q) at 'a'", "0", "<=", f"{BETA}/10", Verdict.VERIFIED)
        check_line(r, "(p-q) ln(p/q) at 'b'", "ln(9/8)/20", "<=", f"{BETA}*2/5", Verdict.VERIFIED)
        check_line(r, "(p-q) ln(p/q) at 'c'", "ln(10/9)/20", "<=", f"{BETA}*9/20", Verdict.VERIFIED)
        check_line(r, "sum min(p,q)", "19/20", "<=", "1", Verdict.VERIFIED)
        last = r.steps[-1]
        assert (last.left_name, last.note) == ("sum (p-q) ln(p/q)", "the last link")
        check_line(r, "sum (p-q) ln(p/q)", SYMMETRIC, "<=", BETA, Verdict.VERIFIED)
        assert len(r.steps) == 8
        # The message with the largest ratio attains its bound: a tie, decided exactly.
        assert line(r, "(p-q) ln(p/q) at 'b'").method == "exact"


def test_randomised_response_by_its_closed_form() -> None:
    """KL = (t-1)/(t+1) ln t."""
    for r in judged("fact-1", experiment(coins(1))):
        assert is_number(r.values["mean"], "ln(11/10)/21") and is_number(r.values["bound"], "ln(11/10)/10")
    for r in judged("fact-1", experiment(exponential(1))):
        assert is_number(r.values["mean"], "1/10*(exp(1/10) - 1)/(exp(1/10) + 1)")
        assert is_number(r.values["bound"], "1/10*(exp(1/10) - 1)")
        assert r.verdict is Verdict.VERIFIED
        assert is_number(line(r, "sum min").left, "2/(1 + exp(1/10))")


def test_each_box_is_judged_on_its_own() -> None:
    rows = judged("fact-1", experiment(forgetting()))
    assert [(r.box, r.direction) for r in rows] == [(b, d) for b in "ab" for d in BOTH]
    assert is_number(
        row(rows, box="b", direction="P1->P2").values["mean"], "27/47*ln(27/25) + 20/47*ln(10/11)"
    )
    assert is_number(
        row(rows, box="b", direction="P2->P1").values["mean"], "25/47*ln(25/27) + 22/47*ln(11/10)"
    )
    assert is_number(row(rows, box="a", direction="P2->P1").values["mean"], "ln(11/10)/21")


def test_boxes_alike_on_one_side_are_not_confused() -> None:
    same = {"a": "1/2", "b": "1/2"}
    boxes = [
        Box.create("x", same, {"a": "2/5", "b": "3/5"}),
        Box.create("y", same, {"a": "9/20", "b": "11/20"}),
        Box.create("z", same, {"a": "2/5", "b": "3/5"}),
        Box.create("w", {"a": "9/20", "b": "11/20"}, {"a": "2/5", "b": "3/5"}),
    ]
    rows = judged(
        "fact-1", experiment(Instance.create(family=boxes, strategy=strategies.uniform(), delta="1/2"))
    )
    means = [row(rows, box=name, direction="P1->P2").values["mean"] for name in "xyz"]
    assert is_number(means[0], "ln(5/4)/2 + ln(5/6)/2") and means[0] == means[2]
    assert is_number(means[1], "ln(10/9)/2 + ln(10/11)/2")
    mean = row(rows, box="w", direction="P1->P2").values["mean"]
    assert is_number(mean, "9/20*ln(9/8) + 11/20*ln(11/12)")


def test_no_loss_is_zero_on_both_sides() -> None:
    for r in judged("fact-1", experiment(no_loss())):
        assert (r.verdict, r.method) == (Verdict.VERIFIED, "exact")
        assert is_number(r.values["mean"], 0) and is_number(r.values["bound"], 0)


# What has to be rejected.


def test_an_epsilon_too_small_for_one_message_only() -> None:
    """The sums would still be small enough: the term at b alone tells."""
    rows = judged("fact-1", experiment(one_skewed(), epsilon="ln(9/8) - 1/10^30"))
    for r in rows:
        assert r.verdict is Verdict.REFUTED
        assert [step.left_name for step in r.steps if step.verdict is Verdict.REFUTED] == [
            "(p-q) ln(p/q) at 'b'"
        ]


@pytest.mark.parametrize("direction", BOTH)
def test_an_epsilon_too_small_for_the_whole(direction: str) -> None:
    found = row(judged("fact-1", experiment(one_skewed(), epsilon="1/100")), direction=direction)
    refuted = {step.left_name for step in found.steps if step.verdict is Verdict.REFUTED}
    assert refuted == {
        "KL(p||q)",
        "(p-q) ln(p/q) at 'b'",
        "(p-q) ln(p/q) at 'c'",
        "sum (p-q) ln(p/q)",
    }
    assert found.steps[1].verdict is Verdict.VERIFIED  # KL(q||p) >= 0 does not depend on eps


def test_masses_that_sum_to_more_than_one() -> None:
    box = replace(
        coin("coin1"), p1=(Fraction(22, 21), Fraction(20, 21)), p2=(Fraction(20, 21), Fraction(22, 21))
    )
    for r in judged("fact-1", in_boxes(experiment(coins(1)), box)):
        assert r.verdict is Verdict.REFUTED
        assert line(r, "sum min").verdict is Verdict.REFUTED
        assert is_number(line(r, "sum min").left, "40/21")


def test_masses_under_which_the_divergence_is_negative() -> None:
    """P2 sums to 2, so KL(P1 || P2) < 0 and the first link of P2->P1 breaks; that of P1->P2 does not."""
    box = replace(coin("coin1"), p1=(Fraction(1, 2), Fraction(1, 2)), p2=(Fraction(1), Fraction(1)))
    forward, backward = judged("fact-1", in_boxes(experiment(coins(1)), box))
    assert forward.steps[1].verdict is Verdict.VERIFIED
    assert backward.steps[1].verdict is Verdict.REFUTED
    assert is_number(backward.steps[1].slack, "-ln(2)")


def test_a_box_that_is_not_close() -> None:
    rows = judged("fact-1", in_boxes(experiment(one_skewed()), skewed(), coin("bad", "3/4")))
    assert {r.box for r in rows if r.verdict is Verdict.REFUTED} == {"bad"}
    assert verdicts(r for r in rows if r.box == "skewed") == {Verdict.VERIFIED}


def test_epsilon_zero_with_boxes_that_differ() -> None:
    assert verdicts(judged("fact-1", experiment(one_skewed(), epsilon=0))) == {Verdict.REFUTED}
