"""S8: the largest conditional mean of one step, given the history, the losses alone, or the outputs."""

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
    verdicts,
)
from proofcheck.analysis import loss_sequences
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Family, Instance, strategies

HISTORY, LOSSES, OUTPUTS = (
    "largest E[C_k | h_{k-1}]",
    "largest E[C_k | C_1..C_{k-1}]",
    "largest E[C^Y_k | Y_{<k}]",
)
SKEWED = {"P1->P2": "9/20*ln(9/8) + 9/20*ln(9/10)", "P2->P1": "2/5*ln(8/9) + 1/2*ln(10/9)"}


def blurred() -> Instance:
    """The first loss does not tell which box was opened, but the strategy goes on by the box.

    After a (3/5) comes c, after b (2/5) comes d. The losses +-ln(12/11) are twice as likely in a as in b, so
    given one of them c is next with probability (3/5)/(3/5 + (2/5)/2) = 3/4; b alone has the loss 0.
    """
    b = Box.create("b", {"0": "6/23", "1": "11/46", "2": "1/2"}, {"0": "11/46", "1": "6/23", "2": "1/2"})
    boxes = [coin("a", "12/23"), b, coin("c"), coin("d", "16/31")]
    rules = strategies.rules(
        strategies.when(step=1, choose={"a": "3/5", "b": "2/5"}),
        strategies.when(opened=["a"], choose="c"),
        strategies.when(choose="d"),
    )
    return Instance.create(n=2, family=boxes, strategy=rules, delta="1/2")


def test_both_levels_and_directions_of_one_skewed_box() -> None:
    rows = judged("conditional-mean", experiment(one_skewed()))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        mean = SKEWED[r.direction or ""]
        assert (r.verdict, r.method, r.witness, r.vacuous) == (Verdict.VERIFIED, "enclosure", None, False)
        assert is_number(r.values["mean"], mean) and is_number(r.values["bound"], "ln(9/8)/8")
        assert is_number(r.values["slack"], f"ln(9/8)/8 - ({mean})")
        assert r.values["given"] == (HISTORY if r.level == "histories" else OUTPUTS)
        first = r.steps[0]
        assert (first.left_name, first.relation, first.right_name) == (r.values["given"], "<=", "beta")
        if r.level == "outputs":
            assert len(r.steps) == 1
            continue
        # Every loss names its message, so the losses say as much as the history.
        _, second = r.steps
        assert "mixture" in second.note and (second.relation, second.right_name) == ("<=", "beta")
        assert (second.left, second.right, second.slack) == (first.left, first.right, first.slack)
        assert (second.verdict, second.method) == (first.verdict, first.method)


def test_a_random_choice_has_the_mean_of_its_boxes() -> None:
    rows = judged("conditional-mean", experiment(forgetting()))
    b = {"P1->P2": "27/47*ln(27/25) + 20/47*ln(10/11)", "P2->P1": "25/47*ln(25/27) + 22/47*ln(11/10)"}
    y = {
        "P1->P2": "542/987*ln(1084/995) + 445/987*ln(10/11)",
        "P2->P1": "995/1974*ln(995/1084) + 979/1974*ln(11/10)",
    }
    for d in BOTH:
        assert is_number(row(rows, "histories", d).values["mean"], f"ln(11/10)/42 + ({b[d]})/2")
        assert is_number(row(rows, "outputs", d).values["mean"], y[d])
        given_losses = row(rows, "histories", d).steps[1]
        assert given_losses.left_name == LOSSES
        assert is_number(given_losses.left, f"ln(11/10)/42 + ({b[d]})/2")  # nothing has happened yet


def test_hidden_choices_reveal_three_means_at_once() -> None:
    rows = judged("conditional-mean", experiment(hidden_choices()))
    for d in BOTH:
        on_histories, on_outputs = row(rows, "histories", d), row(rows, "outputs", d)
        assert on_histories.verdict is Verdict.VERIFIED
        assert is_number(on_histories.values["mean"], "ln(11/10)/21")
        assert is_number(on_histories.steps[1].left, "ln(11/10)/21")
        assert on_outputs.verdict is Verdict.REFUTED
        assert is_number(on_outputs.values["mean"], "ln(11/10)/7")  # 0.01361..., where beta is 0.00953...
        assert is_number(on_outputs.values["slack"], "-3*ln(11/10)/70")
        # Which of the four pairs of messages it is makes no difference.
        assert on_outputs.witness in [{"x": (first, second)} for first in "01" for second in "01"]


def test_given_the_losses_alone_the_mean_is_a_mixture() -> None:
    rows = judged("conditional-mean", experiment(blurred()))
    for d in BOTH:
        found = row(rows, "histories", d)
        by_history, given_losses = found.steps
        assert (by_history.left_name, given_losses.left_name) == (HISTORY, LOSSES)
        assert (given_losses.relation, given_losses.right_name, given_losses.note) == ("<=", "beta", "")
        assert is_number(by_history.left, "ln(11/10)/21")
        assert is_number(given_losses.left, "3/4*ln(11/10)/21 + 1/4*ln(16/15)/31")
        assert is_number(given_losses.right, "ln(11/10)/10")
        assert found.values["given"] == HISTORY and found.values["mean"] == by_history.left


def test_too_many_sequences_of_losses_are_left_to_the_mixture(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start is 1 state; after one opening there are 5: two losses of a, and three of b."""
    for budget, listed in ((6, True), (5, False)):
        monkeypatch.setattr(loss_sequences, "_BUDGET", budget)
        found = row(judged("conditional-mean", experiment(blurred())), "histories", "P1->P2")
        assert (found.steps[1].note == "") == listed
        assert found.verdict is Verdict.VERIFIED


def test_the_transcendental_mean() -> None:
    for r in judged("conditional-mean", experiment(exponential())):
        assert r.verdict is Verdict.VERIFIED
        assert is_number(r.values["mean"], "1/10*(exp(1/10) - 1)/(exp(1/10) + 1)")


def test_no_loss_is_zero_on_both_sides() -> None:
    for r in judged("conditional-mean", experiment(no_loss())):
        assert (r.verdict, r.method) == (Verdict.VERIFIED, "exact")
        assert is_number(r.values["mean"], 0) and is_number(r.values["bound"], 0)


# What has to be rejected.


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("direction", BOTH)
def test_an_epsilon_too_small(level: str, direction: str) -> None:
    """beta = eps (e^eps - 1) is about 0.0001."""
    found = row(judged("conditional-mean", experiment(one_skewed(), epsilon="1/100")), level, direction)
    assert found.verdict is Verdict.REFUTED
    assert is_number(found.values["slack"], f"(exp(1/100) - 1)/100 - ({SKEWED[direction]})")
    assert found.witness == ({"history": ()} if level == "histories" else {"x": ()})
    assert {step.verdict for step in found.steps} == {Verdict.REFUTED}


def test_the_witness_is_the_past_with_the_worst_choice() -> None:
    boxes = [coin("first", "101/201"), coin("mild", "101/201"), coin("strong")]
    rules = strategies.rules(
        strategies.when(step=1, choose="first"),
        strategies.when(last="1", choose={"mild": "1/10", "strong": "9/10"}),
        strategies.when(choose="mild"),
    )
    instance = Instance.create(n=2, family=boxes, strategy=rules, delta="1/2")
    rows = judged("conditional-mean", experiment(instance, epsilon="1/20"))
    for d in BOTH:
        assert row(rows, "histories", d).witness == {"history": (("first", "1"),)}
        assert is_number(row(rows, "histories", d).values["mean"], "ln(101/100)/2010 + 9*ln(11/10)/210")
        assert row(rows, "outputs", d).witness == {"x": ("1",)}


def test_a_box_whose_mass_was_changed() -> None:
    setting = experiment(coins(1))
    setting.family = Family((replace(coin("coin1"), p1=(Fraction(4, 5), Fraction(1, 5))),))
    rows = judged("conditional-mean", setting)
    forward, backward = row(rows, "histories", "P1->P2"), row(rows, "histories", "P2->P1")
    assert is_number(forward.values["mean"], "4/5*ln(42/25) + 1/5*ln(21/55)")
    assert is_number(backward.values["mean"], "10/21*ln(25/42) + 11/21*ln(55/21)")
    assert forward.verdict is backward.verdict is Verdict.REFUTED
    assert verdicts(r for r in rows if r.level == "outputs") == {Verdict.VERIFIED}  # judged on the tree


@pytest.mark.parametrize("column", ["y1", "y2"])
def test_an_output_whose_mass_was_changed(column: str) -> None:
    setting = experiment(coins(1))
    last = setting.tree.levels[1]
    setattr(last, column, [20, 1])  # over 21
    rows = judged("conditional-mean", setting)
    for d in BOTH:
        assert row(rows, "outputs", d).verdict is Verdict.REFUTED
        assert row(rows, "histories", d).verdict is Verdict.VERIFIED


def test_a_mean_given_the_losses_alone_that_is_too_large() -> None:
    """It cannot be larger than the other; if it is, something is wrong, and the row must not pass."""
    boxes = [coin("a"), coin("b", "4/5")]
    instance = Instance.create(n=1, family=boxes, strategy=strategies.fixed("a"), delta="1/2")
    setting = experiment(instance, epsilon="ln(11/10)")
    setting.choices_given_losses = [((0, Fraction(1)),), ((1, Fraction(1)),)]
    for d in BOTH:
        found = row(judged("conditional-mean", setting), "histories", d)
        assert [step.verdict for step in found.steps] == [Verdict.VERIFIED, Verdict.REFUTED]
        assert found.verdict is Verdict.REFUTED and found.witness == {"history": ()}
