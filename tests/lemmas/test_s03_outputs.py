"""S3: the mass of an output is the sum over the histories that show it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proof_cases import coins, experiment, exponential, forgetting, hidden_choices, judged, no_loss
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.judgement import Judgement, Verdict


def outputs(setting: Experiment) -> Judgement:
    (found,) = judged("outputs", setting)
    return found


@pytest.mark.parametrize(
    ("case", "n", "count"),
    [
        (forgetting, 1, 2),
        (hidden_choices, 3, 32),
        (exponential, 3, 8),
        (no_loss, 2, 24),
        (lambda: coins(2), 2, 4),
    ],
)
def test_the_outputs_are_the_marginal(case, n: int, count: int) -> None:  # type: ignore[no-untyped-def]
    found = outputs(experiment(case()))
    assert (found.level, found.direction, found.box, found.delta) == ("outputs", None, None, None)
    assert (found.verdict, found.method, found.witness) == (Verdict.VERIFIED, "exact", None)
    assert found.values == {"total": 1, "outputs": count}
    for step, password in zip(found.steps, ("P1", "P2"), strict=True):
        assert step.left_name == f"total mass of Y_{n} under {password}"
        assert (step.left, step.relation, step.right, step.slack) == (1, "=", 1, 0)
        assert (step.verdict, step.method) == (Verdict.VERIFIED, "exact")


def test_the_probabilities_of_e5() -> None:
    tree = experiment(forgetting()).tree
    last = tree.levels[1]
    assert [tree.output(1, i) for i in range(2)] == [("0",), ("1",)]
    assert [tree.probability(1, m) for m in last.y1] == [Fraction(542, 987), Fraction(445, 987)]
    assert [tree.probability(1, m) for m in last.y2] == [Fraction(995, 1974), Fraction(979, 1974)]


# What has to be rejected.


@pytest.mark.parametrize(("column", "password"), [("y1", "P1"), ("y2", "P2")])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_mass_moved_from_one_output_to_another(column: str, password: str, k: int) -> None:
    setting = experiment(hidden_choices())
    masses = getattr(setting.tree.levels[k], column)
    masses[1] -= 1
    masses[2 % len(masses)] += 1
    found = outputs(setting)
    assert found.verdict is Verdict.REFUTED
    first = 0 if k == 1 else 1
    assert found.witness == {"x": setting.tree.output(k, first), "password": password}


@pytest.mark.parametrize("column", ["y1", "y2"])
def test_an_output_that_is_not_the_sum(column: str) -> None:
    setting = experiment(forgetting())
    last = setting.tree.levels[1]
    getattr(last, column)[1] += 1
    found = outputs(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"x": ("1",), "password": "P1" if column == "y1" else "P2"}
    wrong = found.steps[0 if column == "y1" else 1]
    assert (wrong.left, wrong.slack, wrong.verdict) == (
        1 + Fraction(1, last.unit),
        Fraction(1, last.unit),
        Verdict.REFUTED,
    )


@pytest.mark.parametrize("password", [1, 2])
def test_a_total_that_is_not_one(password: int) -> None:
    """Histories and outputs agree with each other, and both are wrong."""
    setting = experiment(forgetting())
    last = setting.tree.levels[1]
    getattr(last, f"p{password}")[0] += 1
    getattr(last, f"y{password}")[last.output[0]] += 1
    found = outputs(setting)
    assert found.verdict is Verdict.REFUTED and found.witness is None
    assert [step.verdict is Verdict.VERIFIED for step in found.steps] == [password == 2, password == 1]
    assert found.values["total"] == found.steps[0].left


def test_a_history_filed_under_another_output() -> None:
    setting = experiment(forgetting())
    setting.tree.levels[1].output[0] = 1
    found = outputs(setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"x": ("0",), "password": "P1"}
