"""S6: the largest loss of one step, on histories and at every output prefix."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proof_cases import (
    BOTH,
    LEVELS,
    coin,
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
    skewed,
    verdicts,
)
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Family, Instance, strategies


def mirrored() -> Box:
    """The skewed box with the passwords exchanged: ratios 1, 8/9 and 10/9."""
    box = skewed("mirrored")
    return replace(box, p1=box.p2, p2=box.p1)


def test_both_levels_and_directions_agree_for_one_skewed_box() -> None:
    rows = judged("bounded-loss", experiment(one_skewed(epsilon="ln(6/5)")))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        assert (r.verdict, r.method, r.witness, r.vacuous) == (Verdict.VERIFIED, "enclosure", None, False)
        assert set(r.values) == {"largest", "bound", "slack", "multiple_of_epsilon"}
        assert str(r.values["largest"]) == "ln(9/8)" and str(r.values["bound"]) == "ln(6/5)"
        assert is_number(r.values["slack"], "ln(6/5) - ln(9/8)")
        assert is_number(r.values["multiple_of_epsilon"], "ln(9/8)/ln(6/5)")
        (step,) = r.steps
        assert step.left_name == ("largest |C_k|" if r.level == "histories" else "largest |C^Y_k|")
        assert (step.relation, step.right_name) == ("<=", "eps")
        assert is_number(step.left, "ln(9/8)") and is_number(step.right, "ln(6/5)")


def test_the_largest_loss_may_be_a_negative_one() -> None:
    """The mirrored box: ln(8/9) is larger in absolute value than ln(10/9)."""
    instance = Instance.create(family=[mirrored()], strategy=strategies.fixed("mirrored"), delta="1/2")
    for r in judged("bounded-loss", experiment(instance)):
        assert r.verdict is Verdict.VERIFIED and r.method == "exact"
        assert str(r.values["largest"]) == "ln(9/8)" and is_number(r.values["slack"], 0)
        assert is_number(r.values["multiple_of_epsilon"], 1)


def test_equality_with_a_transcendental_ratio() -> None:
    for r in judged("bounded-loss", experiment(exponential())):
        assert (r.verdict, r.method) == (Verdict.VERIFIED, "exact")
        assert str(r.values["largest"]) == "1/10"


def test_no_loss_has_no_multiple_of_epsilon() -> None:
    for r in judged("bounded-loss", experiment(no_loss())):
        assert r.verdict is Verdict.VERIFIED and not r.vacuous
        assert set(r.values) == {"largest", "bound", "slack"}
        assert is_number(r.values["largest"], 0) and is_number(r.values["slack"], 0)


def test_the_worst_of_several_boxes_counts_though_it_comes_last() -> None:
    boxes = [coin("mild", "12/23"), coin("strong")]
    instance = Instance.create(family=boxes, strategy=strategies.fixed("mild", "strong"), delta="1/2")
    for r in judged("bounded-loss", experiment(instance)):
        assert str(r.values["largest"]) == "ln(11/10)"


def test_forgetting_lowers_the_loss_on_outputs_only() -> None:
    rows = judged("bounded-loss", experiment(forgetting()))
    for d in BOTH:
        assert str(row(rows, "histories", d).values["largest"]) == "ln(11/10)"
        assert (
            str(row(rows, "outputs", d).values["largest"]) == "ln(11/10)"
        )  # of the message 1, in both boxes
    other = Box.create("b", {"0": "1/2", "1": "1/2"}, {"0": "1/2", "1": "1/2"})
    instance = Instance.create(n=1, family=[coin("a"), other], strategy=strategies.uniform(), delta="1/2")
    rows = judged("bounded-loss", experiment(instance))
    assert str(row(rows, "histories", "P1->P2").values["largest"]) == "ln(11/10)"
    assert str(row(rows, "outputs", "P1->P2").values["largest"]) == "ln(43/41)"


def test_hidden_choices_reveal_three_times_epsilon_at_once() -> None:
    rows = judged("bounded-loss", experiment(hidden_choices()))
    for d in BOTH:
        on_histories, on_outputs = row(rows, "histories", d), row(rows, "outputs", d)
        assert (on_histories.verdict, on_histories.witness) == (Verdict.VERIFIED, None)
        assert on_outputs.verdict is Verdict.REFUTED
        assert is_number(on_outputs.values["largest"], "3*ln(11/10)")
        assert is_number(on_outputs.values["slack"], "-2*ln(11/10)")
        assert is_number(on_outputs.values["multiple_of_epsilon"], 3)
        # a0 and b0 say the truth, and c00 says that it was they, and the truth as well.
        assert on_outputs.witness == {"x": ("0", "0", "000")}


# What has to be rejected.


@pytest.mark.parametrize("level", LEVELS)
def test_an_epsilon_smaller_by_a_hair(level: str) -> None:
    rows = judged("bounded-loss", experiment(coins(2), epsilon="ln(11/10) - 1/10^30"))
    for d in BOTH:
        found = row(rows, level, d)
        assert found.verdict is Verdict.REFUTED
        assert is_number(found.values["slack"], "-1/10^30")
        expected = {"history": (("coin1", "0"),)} if level == "histories" else {"x": ("0",)}
        assert found.witness == expected


def test_the_witness_of_a_negative_loss() -> None:
    instance = Instance.create(family=[mirrored()], strategy=strategies.fixed("mirrored"), delta="1/2")
    rows = judged("bounded-loss", experiment(instance, epsilon="ln(10/9)"))
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.REFUTED
        assert row(rows, "histories", d).witness == {"history": (("mirrored", "b"),)}
        assert row(rows, "outputs", d).witness == {"x": ("b",)}


def test_the_witness_is_the_history_that_ends_with_the_worst_answer() -> None:
    """At the second opening, after one of the messages, two boxes are possible; b of the second is worst."""
    boxes = [coin("first", "12/23"), coin("mild", "12/23", ("x", "y")), skewed()]
    rules = strategies.rules(
        strategies.when(step=1, choose="first"),
        strategies.when(last="1", choose={"mild": "1/2", "skewed": "1/2"}),
        strategies.when(choose="mild"),
    )
    setting = experiment(Instance.create(n=2, family=boxes, strategy=rules, delta="1/2"), epsilon="ln(12/11)")
    rows = judged("bounded-loss", setting)
    for d in BOTH:
        assert row(rows, "histories", d).witness == {"history": (("first", "1"), ("skewed", "b"))}
        assert row(rows, "outputs", d).witness == {"x": ("1", "b")}
        assert is_number(row(rows, "histories", d).values["largest"], "ln(9/8)")


@pytest.mark.parametrize("column", ["p1", "p2"])
def test_a_box_whose_mass_was_changed(column: str) -> None:
    setting = experiment(coins(1))
    box = replace(coin("coin1"), **{column: (Fraction(1, 3), Fraction(2, 3))})
    setting.family = Family((box,))
    rows = judged("bounded-loss", setting)
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.REFUTED
        assert row(rows, "outputs", d).verdict is Verdict.VERIFIED  # judged on the tree


@pytest.mark.parametrize(("column", "largest"), [("y1", "ln(3/2)"), ("y2", "ln(44/31)")])
def test_an_output_whose_mass_was_changed(column: str, largest: str) -> None:
    """Both masses are over 21: 11 -> 15 against 10; 10 -> 31/4 against 11, all over 84."""
    setting = experiment(coins(1))
    last = setting.tree.levels[1]
    for name in ("y1", "y2"):
        setattr(last, name, [4 * mass for mass in getattr(last, name)])
    last.step_unit, last.unit = 4 * last.step_unit, 4 * last.unit
    getattr(last, column)[0] = 60 if column == "y1" else 31
    rows = judged("bounded-loss", setting)
    for d in BOTH:
        assert row(rows, "outputs", d).verdict is Verdict.REFUTED
        assert is_number(row(rows, "outputs", d).values["largest"], largest)
        assert row(rows, "outputs", d).witness == {"x": ("0",)}


def test_a_choice_that_was_changed_moves_the_loss_on_histories() -> None:
    boxes = [coin("mild", "12/23"), coin("strong")]
    instance = Instance.create(n=1, family=boxes, strategy=strategies.fixed("mild"), delta="1/2")
    setting = experiment(instance, epsilon="ln(12/11)")
    assert verdicts(judged("bounded-loss", setting)) == {Verdict.VERIFIED}
    setting = experiment(instance, epsilon="ln(12/11)")
    setting.tree.levels[0].choices[0] = ((1, Fraction(1)),)
    found = row(judged("bounded-loss", setting), "histories", "P1->P2")
    assert found.verdict is Verdict.REFUTED and found.witness == {"history": (("strong", "0"),)}
