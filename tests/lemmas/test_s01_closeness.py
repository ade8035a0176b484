"""S1: the largest ratio of every box and direction, by message and by event, against e^eps."""

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
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Family, FixedStrategy, Instance


def with_box(setting: Experiment, box: Box) -> Experiment:
    """The setting with another box under the name, no longer checked for anything."""
    setting.family = Family(tuple(box if box.name == old.name else old for old in setting.family))
    return setting


def test_both_directions_of_an_asymmetric_box() -> None:
    rows = judged("closeness", experiment(one_skewed(epsilon="ln(6/5)")))
    assert [(r.level, r.direction, r.box) for r in rows] == [("box", d, "skewed") for d in BOTH]
    forward, backward = rows
    assert (forward.values["ratio"], forward.values["message"]) == (Fraction(9, 8), "b")
    assert (backward.values["ratio"], backward.values["message"]) == (Fraction(10, 9), "c")
    assert is_number(forward.values["slack"], "6/5 - 9/8")
    assert is_number(backward.values["slack"], "6/5 - 10/9")
    for r, name in ((forward, "P1/P2 of message 'b'"), (backward, "P2/P1 of message 'c'")):
        assert r.verdict is Verdict.VERIFIED
        assert r.witness is None and not r.vacuous and r.delta is None
        assert is_number(r.values["bound"], "6/5")
        pointwise, events = line(r, name), line(r, "Pr[S]")
        assert r.steps == (pointwise, events)
        assert (pointwise.relation, events.relation) == ("<=", "<=")
        assert pointwise.left == events.left == r.values["ratio"]
        assert is_number(events.right, "6/5") and events.right_name == pointwise.right_name == "e^eps"
        assert (pointwise.method, events.method, r.method) == ("enclosure", "enumeration", "enclosure")
        assert pointwise.verdict is events.verdict is Verdict.VERIFIED
        assert "7 events" in events.left_name


def test_equality_is_close_and_is_decided_exactly() -> None:
    for r in judged("closeness", experiment(coins(1))):
        assert r.verdict is Verdict.VERIFIED
        assert r.values["ratio"] == Fraction(11, 10)
        assert is_number(r.values["slack"], 0)
        assert r.steps[0].method == "exact" and r.method == "enumeration"


def test_equality_with_a_transcendental_ratio() -> None:
    for r in judged("closeness", experiment(exponential(1))):
        assert r.verdict is Verdict.VERIFIED
        assert is_number(r.values["ratio"], "exp(1/10)") and is_number(r.values["slack"], 0)
        assert r.steps[1].verdict is Verdict.VERIFIED


def test_each_box_is_judged_on_its_own() -> None:
    rows = judged("closeness", experiment(forgetting()))
    assert [(r.box, r.direction) for r in rows] == [(b, d) for b in "ab" for d in BOTH]
    ratios = [r.values["ratio"] for r in rows]
    assert ratios == [Fraction(11, 10), Fraction(11, 10), Fraction(27, 25), Fraction(11, 10)]
    assert [r.values["message"] for r in rows] == ["0", "1", "0", "1"]


def test_no_loss_at_all() -> None:
    rows = judged("closeness", experiment(no_loss()))
    assert verdicts(rows) == {Verdict.VERIFIED}
    assert {r.values["ratio"] for r in rows} == {1}
    assert len(rows) == 4


@pytest.mark.parametrize(("size", "lines"), [(7, 2), (8, 2), (9, 1)])
def test_every_event_is_tried_up_to_eight_messages(size: int, lines: int) -> None:
    p = {str(i): Fraction(1, size) for i in range(size)}
    q = {**p, "0": Fraction(3, 4 * size), "1": Fraction(5, 4 * size)}
    instance = Instance.create(
        family=[Box.create("wide", p, q)], strategy=FixedStrategy(("wide",)), epsilon="auto"
    )
    for r, largest in zip(judged("closeness", experiment(instance)), ("4/3", "5/4"), strict=True):
        assert len(r.steps) == lines
        assert is_number(r.values["ratio"], largest)
        if lines == 2:
            assert f"{2**size - 1} events" in r.steps[1].left_name
            assert is_number(r.steps[1].left, largest)


# What has to be rejected.


def test_an_epsilon_smaller_by_a_hair() -> None:
    for r in judged("closeness", experiment(coins(1), epsilon="ln(11/10 - 1/10^30)")):
        assert r.verdict is Verdict.REFUTED
        assert r.witness == {"box": "coin1", "message": "0" if r.direction == "P1->P2" else "1"}
        assert is_number(r.values["slack"], "-1/10^30")
        assert [step.verdict for step in r.steps] == [Verdict.REFUTED] * 2


def test_an_epsilon_too_small_in_one_direction_only() -> None:
    """ln(10/9) suits P2->P1 exactly; P1->P2 needs ln(9/8)."""
    forward, backward = judged("closeness", experiment(one_skewed(), epsilon="ln(10/9)"))
    assert forward.verdict is Verdict.REFUTED
    assert forward.witness == {"box": "skewed", "message": "b"}
    assert is_number(forward.values["slack"], "10/9 - 9/8")
    assert backward.verdict is Verdict.VERIFIED and backward.witness is None
    assert is_number(backward.values["slack"], 0)


def test_a_transcendental_ratio_above_e_to_the_eps() -> None:
    rows = judged("closeness", experiment(exponential(1), epsilon="1/10 - 1/10^30"))
    assert verdicts(rows) == {Verdict.REFUTED}
    assert {step.verdict for r in rows for step in r.steps} == {Verdict.REFUTED}


def test_epsilon_zero_with_boxes_that_differ() -> None:
    rows = judged("closeness", experiment(forgetting(), epsilon=0))
    assert [r.verdict for r in rows] == [Verdict.REFUTED] * 4


def test_one_bad_box_among_good_ones() -> None:
    setting = experiment(Instance.create(family=[coin("a"), coin("b")], strategy=FixedStrategy(("a", "b"))))
    rows = judged("closeness", with_box(setting, coin("b", "12/21")))
    assert [r.verdict for r in rows] == [Verdict.VERIFIED] * 2 + [Verdict.REFUTED] * 2
    assert row(rows, direction="P2->P1", box="b").witness == {"box": "b", "message": "1"}


def test_a_mass_that_is_changed_under_one_password() -> None:
    box = replace(skewed(), p2=(Fraction(1, 10), Fraction(39, 100), Fraction(51, 100)))
    forward, backward = judged("closeness", with_box(experiment(one_skewed()), box))
    assert (forward.verdict, backward.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert (forward.values["ratio"], backward.values["ratio"]) == (Fraction(15, 13), Fraction(17, 15))
    assert (forward.witness, backward.witness) == (
        {"box": "skewed", "message": "b"},
        {"box": "skewed", "message": "c"},
    )
