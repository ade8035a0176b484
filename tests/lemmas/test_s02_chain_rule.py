"""S2: every mass of the history tree is the product of choices and answers; a tampered tree is noticed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proof_cases import coin, coins, experiment, exponential, forgetting, hidden_choices, judged, no_loss
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.model import Box, Family, Instance, UniformStrategy, strategies


def chain_rule(setting: Experiment) -> Judgement:
    (found,) = judged("chain-rule", setting)
    return found


def two_alike() -> Experiment:
    """Two coins in either order: every history of two openings is merged with its mirror image."""
    return experiment(Instance.create(family=[coin("a"), coin("b")], strategy=UniformStrategy(), delta="1/2"))


def weighted() -> Experiment:
    """Box a with probability 1/3, box b with 2/3; their messages are all different."""
    boxes = [coin("a"), coin("b", "12/23", ("2", "3"))]
    rule = strategies.when(choose={"a": "1/3", "b": "2/3"})
    return experiment(Instance.create(n=1, family=boxes, strategy=strategies.rules(rule), delta="1/2"))


def in_other_boxes(setting: Experiment, *boxes: Box) -> Experiment:
    """The setting whose tree is said to be that of other boxes."""
    setting.tree = replace(setting.tree, family=Family(boxes))
    return setting


@pytest.mark.parametrize(
    ("setting", "histories", "nodes"),
    [
        (lambda: experiment(coins(2)), 4, 7),
        (lambda: experiment(forgetting()), 4, 5),
        (two_alike, 8, 1 + 4 + 4),
        # Two boxes, then two, then one: 4, 16 and 32 histories; nothing merges.
        (lambda: experiment(hidden_choices()), 32, 1 + 4 + 16 + 32),
        (lambda: experiment(exponential(2)), 4, 7),
        (lambda: experiment(no_loss()), 24, 1 + 8 + 24 - 0),
        (weighted, 4, 5),
    ],
)
def test_the_tree_obeys_the_chain_rule(setting, histories, nodes) -> None:  # type: ignore[no-untyped-def]
    found = chain_rule(setting())
    assert (found.level, found.direction, found.box, found.delta) == ("histories", None, None, None)
    assert (found.verdict, found.method, found.witness) == (Verdict.VERIFIED, "exact", None)
    assert found.values == {"total": 1, "histories": histories, "nodes": nodes}
    n = len(setting().tree.levels) - 1
    for step, password in zip(found.steps, ("P1", "P2"), strict=True):
        assert step.left_name == f"total mass of H_{n} under {password}"
        assert (step.left, step.relation, step.right, step.slack) == (1, "=", 1, 0)
        assert (step.verdict, step.method) == (Verdict.VERIFIED, "exact")


# What has to be rejected.


@pytest.mark.parametrize(("column", "password"), [("p1", "P1"), ("p2", "P2")])
def test_a_level_whose_masses_do_not_sum_to_one(column: str, password: str) -> None:
    setting = experiment(forgetting())
    level = setting.tree.levels[-1]
    getattr(level, column)[2] += 1
    found = chain_rule(setting)
    wrong = 1 + Fraction(1, level.unit)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"openings": 1, "password": password, "total": wrong}
    first, second = found.steps
    bad, good = (first, second) if password == "P1" else (second, first)
    assert (bad.left, bad.slack, bad.verdict) == (wrong, wrong - 1, Verdict.REFUTED)
    assert (good.left, good.slack, good.verdict) == (1, 0, Verdict.VERIFIED)
    assert found.values["total"] == first.left


def test_a_wrong_total_in_the_middle_of_the_tree() -> None:
    setting = experiment(coins(3))
    setting.tree.levels[1].p2[0] -= 1
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness is not None
    assert (found.witness["openings"], found.witness["password"]) == (1, "P2")
    assert [step.verdict for step in found.steps] == [Verdict.VERIFIED] * 2  # the last level is right


@pytest.mark.parametrize("column", ["p1", "p2"])
@pytest.mark.parametrize("amount", ["all", "more"])
def test_a_mass_that_is_not_positive(column: str, amount: str) -> None:
    setting = experiment(coins(2))
    masses = getattr(setting.tree.levels[2], column)
    moved = masses[3] + (amount == "more")
    masses[3] -= moved
    masses[0] += moved
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"history": (("coin1", "1"), ("coin2", "1")), "message": "mass not positive"}


@pytest.mark.parametrize("column", ["p1", "p2"])
@pytest.mark.parametrize("level", [1, 2])
def test_mass_moved_from_one_history_to_another(column: str, level: int) -> None:
    """All totals are right, only the product is not."""
    setting = experiment(coins(2))
    masses = getattr(setting.tree.levels[level], column)
    masses[0] -= 1
    masses[1] += 1
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    history = (("coin1", "0"), ("coin2", "0"))[:level]
    assert found.witness == {"history": history, "message": "mass is not the product"}


@pytest.mark.parametrize("column", ["p1", "p2"])
def test_mass_moved_between_merged_histories(column: str) -> None:
    setting = two_alike()
    last = setting.tree.levels[2]
    assert last.histories == [2] * 4
    getattr(last, column)[0] -= 1
    getattr(last, column)[3] += 1
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"x": ("0", "0"), "message": "mass is not the sum of the products"}


@pytest.mark.parametrize("column", ["p1", "p2"])
def test_mass_moved_between_merged_histories_inside_the_tree(column: str) -> None:
    boxes = [coin("a"), coin("b"), coin("c")]
    setting = experiment(Instance.create(family=boxes, strategy=UniformStrategy(), delta="1/2"))
    level = setting.tree.levels[2]
    assert set(level.histories) == {2}
    outputs = [setting.tree.output(2, output) for output in level.output]
    getattr(level, column)[outputs.index(("0", "1"))] -= 1
    getattr(level, column)[outputs.index(("1", "0"))] += 1
    assert chain_rule(setting).witness == {"x": ("0", "1"), "message": "mass is not the sum of the products"}


def test_another_choice_than_the_one_made() -> None:
    setting = weighted()
    root = setting.tree.levels[0]
    (choice,) = root.choices
    root.choices[0] = ((0, choice[1][1]), (1, choice[0][1]))  # 2/3 and 1/3 exchanged
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"history": (("a", "0"),), "message": "mass is not the product"}


def test_a_box_opened_that_is_not_chosen() -> None:
    setting = weighted()
    setting.tree.levels[0].choices[0] = ((1, Fraction(1, 3)), (1, Fraction(2, 3)))
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"history": (("a", "0"),), "message": "mass is not the product"}


def test_a_choice_over_another_denominator() -> None:
    setting = weighted()
    setting.tree.levels[0].choices[0] = ((0, Fraction(1, 2)), (1, Fraction(1, 2)))
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"openings": 1, "message": "masses over another denominator than the factors"}


def test_a_choice_that_does_not_sum_to_one() -> None:
    setting = experiment(hidden_choices())
    level = setting.tree.levels[1]
    level.choices = [*level.choices, ((2, Fraction(1, 2)), (3, Fraction(1, 3)))]
    level.choice[2] = len(level.choices) - 1
    found = chain_rule(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"history": (("a1", "0"),), "message": "choice does not sum to 1"}


@pytest.mark.parametrize(("column", "password"), [("p1", "P1"), ("p2", "P2")])
def test_a_box_that_does_not_sum_to_one(column: str, password: str) -> None:
    """Also where the box is never opened, so that no mass of the tree tells."""
    boxes = [coin("a"), coin("b")]
    setting = experiment(Instance.create(n=1, family=boxes, strategy=strategies.fixed("a"), delta="1/2"))
    short = replace(boxes[1], **{column: (Fraction(11, 21), Fraction(9, 21))})
    found = chain_rule(in_other_boxes(setting, boxes[0], short))
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"box": "b", "password": password, "message": "does not sum to 1"}


@pytest.mark.parametrize("column", ["p1", "p2"])
def test_another_box_than_the_one_opened(column: str) -> None:
    setting = experiment(coins(1))
    other = replace(coin("coin1"), **{column: (Fraction(1, 3), Fraction(2, 3))})
    assert chain_rule(in_other_boxes(setting, other)).verdict is Verdict.REFUTED
    mirrored = coin("coin1", "10/21")
    found = chain_rule(in_other_boxes(experiment(coins(1)), mirrored))
    assert found.witness == {"history": (("coin1", "0"),), "message": "mass is not the product"}


def test_exponential_masses_that_were_moved() -> None:
    setting = experiment(exponential(1))
    last = setting.tree.levels[1]
    last.p1[0], last.p1[1] = last.p1[1], last.p1[0]
    assert chain_rule(setting).verdict is Verdict.REFUTED
