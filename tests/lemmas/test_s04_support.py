"""S4: no output is possible under one password only."""

from __future__ import annotations

import pytest

from proof_cases import coins, experiment, exponential, forgetting, hidden_choices, judged, no_loss
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.judgement import Judgement, Verdict


def support(setting: Experiment) -> Judgement:
    (found,) = judged("support", setting)
    return found


@pytest.mark.parametrize(
    ("case", "count"),
    [(forgetting, 2), (hidden_choices, 32), (exponential, 8), (no_loss, 24), (lambda: coins(2), 4)],
)
def test_both_passwords_have_the_same_outputs(case, count: int) -> None:  # type: ignore[no-untyped-def]
    found = support(experiment(case()))
    assert (found.level, found.direction, found.box, found.delta) == ("outputs", None, None, None)
    assert (found.verdict, found.method, found.witness) == (Verdict.VERIFIED, "exact", None)
    assert found.values == {"outputs": count} and found.steps == ()


# What has to be rejected.


@pytest.mark.parametrize("column", ["y1", "y2"])
@pytest.mark.parametrize("index", [0, 1, 3])
def test_an_output_that_is_impossible_under_one_password(column: str, index: int) -> None:
    setting = experiment(coins(2))
    getattr(setting.tree.levels[2], column)[index] = 0
    found = support(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"x": setting.tree.output(2, index)}


def test_the_first_of_several_is_the_witness() -> None:
    setting = experiment(hidden_choices())
    last = setting.tree.levels[3]
    last.y1[9] = 0
    last.y2[5] = 0
    assert support(setting).witness == {"x": setting.tree.output(3, 5)}


def test_a_negative_mass_is_not_possible_either() -> None:
    setting = experiment(exponential(1))
    last = setting.tree.levels[1]
    last.y1[1] = -last.y1[1]
    assert support(setting).witness == {"x": ("1",)}


def test_an_output_impossible_under_both_is_none() -> None:
    setting = experiment(coins(1))
    last = setting.tree.levels[1]
    last.y1[1] = last.y2[1] = 0
    assert support(setting).verdict is Verdict.VERIFIED


def test_only_the_whole_output_counts() -> None:
    """The statement is about Y_n; its prefixes follow."""
    setting = experiment(coins(2))
    setting.tree.levels[1].y1[0] = 0
    assert support(setting).verdict is Verdict.VERIFIED
