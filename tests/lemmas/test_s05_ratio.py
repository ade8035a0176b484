"""S5: the strategy cancels in the ratio of histories, and on outputs where colliding histories agree."""

from __future__ import annotations

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
    judged,
    no_loss,
    one_skewed,
    places,
    row,
    verdicts,
)
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Instance, UniformStrategy, strategies


@pytest.mark.parametrize(
    ("case", "nodes", "prefixes"),
    [(lambda: coins(2), 7, 7), (one_skewed, 4, 4), (exponential, 15, 15), (no_loss, 33, 1 + 8 + 24)],
)
def test_both_levels_hold_where_outputs_tell_the_boxes(case, nodes, prefixes) -> None:  # type: ignore[no-untyped-def]
    rows = judged("ratio", experiment(case()))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    assert verdicts(rows) == {Verdict.VERIFIED}
    for r in rows:
        assert (r.method, r.witness, r.vacuous, r.steps) == ("exact", None, False, ())
        assert r.values == ({"nodes": nodes} if r.level == "histories" else {"prefixes": prefixes})


def test_forgetting_the_box_breaks_the_form_on_outputs() -> None:
    rows = judged("ratio", experiment(forgetting()))
    for d in BOTH:
        on_histories, on_outputs = row(rows, "histories", d), row(rows, "outputs", d)
        assert on_histories.verdict is Verdict.VERIFIED and on_histories.values == {"nodes": 5}
        assert on_outputs.verdict is Verdict.REFUTED and on_outputs.values == {"prefixes": 3}
        assert on_outputs.witness == {"x": ("0",), "index_sequences": (("a",), ("b",))}


def test_hidden_choices_break_it_at_a_prefix_alone() -> None:
    """The whole output names the boxes; the first message does not."""
    setting = experiment(hidden_choices())
    assert len(setting.tree.levels[3].outputs) == len(setting.tree.levels[3])
    rows = judged("ratio", setting)
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.VERIFIED
        assert row(rows, "outputs", d).verdict is Verdict.REFUTED
        assert row(rows, "outputs", d).witness == {"x": ("0",), "index_sequences": (("a0",), ("a1",))}
        assert row(rows, "outputs", d).values == {"prefixes": 1 + 2 + 4 + 32}


def test_a_collision_of_equal_ratios_is_none() -> None:
    """The ratios are tested, not whether the output tells the boxes."""
    boxes = [coin("a"), coin("b")]
    setting = experiment(Instance.create(family=boxes, strategy=UniformStrategy(), delta="1/2"))
    assert setting.tree.levels[2].histories == [2] * 4
    assert verdicts(judged("ratio", setting)) == {Verdict.VERIFIED}


def test_the_gap_is_found_at_the_second_message() -> None:
    """The first box is known; then one of two whose messages are the same but not their ratios."""
    boxes = [coin("first"), coin("b"), Box.create("c", {"0": "1/2", "1": "1/2"}, {"0": "1/2", "1": "1/2"})]
    rules = strategies.rules(
        strategies.when(step=1, choose="first"),
        strategies.when(last="1", choose="uniform"),
        strategies.when(choose="b"),
    )
    rows = judged("ratio", experiment(Instance.create(n=2, family=boxes, strategy=rules, delta="1/2")))
    expected = {"x": ("1", "0"), "index_sequences": (("first", "b"), ("first", "c"))}
    assert row(rows, "outputs", "P1->P2").witness == row(rows, "outputs", "P2->P1").witness == expected


# What has to be rejected.


@pytest.mark.parametrize("part", ["numerator", "denominator"])
@pytest.mark.parametrize("k", [1, 2])
def test_a_wrong_ratio_of_one_history(part: str, k: int) -> None:
    setting = experiment(coins(2))
    ratios = setting.tree.levels[k].ratio
    over, under = ratios[1]
    ratios[1] = (over + 1, under) if part == "numerator" else (over, under + 1)
    rows = judged("ratio", setting)
    for d in BOTH:
        found = row(rows, "histories", d)
        assert found.verdict is Verdict.REFUTED
        assert found.witness == {"history": setting.tree.history(k, 1)}


@pytest.mark.parametrize("column", ["p1", "p2"])
def test_a_mass_that_is_not_in_the_ratio(column: str) -> None:
    setting = experiment(coins(2))
    getattr(setting.tree.levels[2], column)[2] += 1
    rows = judged("ratio", setting)
    assert row(rows, "histories", "P1->P2").witness == {"history": (("coin1", "1"), ("coin2", "0"))}
    assert row(rows, "outputs", "P1->P2").verdict is Verdict.VERIFIED


@pytest.mark.parametrize("k", [1, 2])
def test_masses_and_ratio_that_agree_but_are_not_the_boxes(k: int) -> None:
    """Mass and ratio of one history are changed alike: only the product of the answers tells."""
    setting = experiment(coins(2))
    level = setting.tree.levels[k]
    over, under = level.ratio[0]
    level.p1[0] = 2 * level.p1[0]
    doubled = Fraction(2 * over, under)
    level.ratio[0] = (doubled.numerator, doubled.denominator)
    found = row(judged("ratio", setting), "histories", "P2->P1")
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"history": (("coin1", "0"), ("coin2", "0"))[:k]}


def test_a_root_whose_masses_differ() -> None:
    setting = experiment(coins(1))
    setting.tree.levels[0].p1[0] = 2
    assert row(judged("ratio", setting), "histories", "P1->P2").witness == {"history": ()}


def test_a_transcendental_ratio_that_is_wrong() -> None:
    setting = experiment(exponential(1))
    last = setting.tree.levels[1]
    last.ratio[0], last.ratio[1] = last.ratio[1], last.ratio[0]
    assert row(judged("ratio", setting), "histories", "P1->P2").verdict is Verdict.REFUTED


def test_histories_filed_under_one_output_though_their_ratios_differ() -> None:
    setting = experiment(coins(1))
    setting.tree.levels[1].output[1] = 0
    rows = judged("ratio", setting)
    for d in BOTH:
        assert row(rows, "outputs", d).witness == {"x": ("0",), "index_sequences": (("coin1",), ("coin1",))}
        assert row(rows, "histories", d).verdict is Verdict.VERIFIED
