"""From two reals to a line of the proof: every relation, every order, and what stays open."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proof_cases import BOTH, LEVELS, NOTHING, coins, experiment, is_number, judged, row, verdicts
from proofcheck.logic.inequality import combined, holds, inequality, weakest
from proofcheck.logic.judgement import Approximate, LinearForm, Verdict
from proofcheck.numbers import Order, parse

V, R, U, I = Verdict.VERIFIED, Verdict.REFUTED, Verdict.UNDECIDED, Verdict.INAPPLICABLE  # noqa: E741


@pytest.mark.parametrize(
    ("relation", "below", "equal", "above"),
    [("<=", V, V, R), ("<", V, R, R), ("=", R, V, R), (">=", R, V, V)],
)
def test_what_each_relation_says_of_each_order(
    relation: Any, below: Verdict, equal: Verdict, above: Verdict
) -> None:
    assert holds(Order.BELOW, relation) is below
    assert holds(Order.EQUAL, relation) is equal
    assert holds(Order.ABOVE, relation) is above
    assert holds(Order.UNDECIDED, relation) is U
    for left, verdict in ((1, below), (2, equal), (3, above)):
        found = inequality("x", left, relation, "y", 2, "a note")
        assert (found.left_name, found.left, found.relation, found.right_name, found.right) == (
            "x",
            left,
            relation,
            "y",
            2,
        )
        assert (found.verdict, found.method, found.note) == (verdict, "exact", "a note")
        assert is_number(found.slack, left - 2 if relation == ">=" else 2 - left)


def test_how_sides_are_shown() -> None:
    found = inequality("x", parse("ln(2)"), "<=", "y", Fraction(7, 10))
    assert found.left == Approximate(parse("ln(2)")) and found.right == Fraction(7, 10)
    assert found.method == "enclosure" and is_number(found.slack, "7/10 - ln(2)")
    form = LinearForm(Fraction(3, 4), Fraction(1, 4), parse("sqrt(3)"))
    found = inequality("x", form, ">=", "y", 0)
    assert found.left == form and found.verdict is V and is_number(found.slack, "3/4 - sqrt(3)/4")


def test_an_open_comparison_carries_its_enclosure() -> None:
    found = inequality("x", parse(NOTHING), "<=", "y", 0)
    assert found.verdict is U
    slack: Any = found.slack
    assert set(slack) == {"lower", "upper"}


def test_the_verdict_of_a_conjunction() -> None:
    assert combined([]) is V and combined([V, V]) is V
    assert combined([V, I]) is I
    assert combined([V, I, U]) is U
    assert combined([V, U, R, I]) is R


def test_the_method_of_several_lines_is_the_weakest() -> None:
    assert weakest([]) == "exact" and weakest(["exact", "exact"]) == "exact"
    assert weakest(["exact", "symbolic"]) == "symbolic"
    assert weakest(["symbolic", "enumeration"]) == "enumeration"
    assert weakest(["enumeration", "enclosure", "exact"]) == "enclosure"
    assert weakest(["bound", "enclosure"]) == "bound"


# A statement whose comparison stays open is undecided, never verified.


@pytest.mark.parametrize("id", ["closeness", "bounded-loss"])
def test_an_epsilon_that_may_or_may_not_be_enough(id: str) -> None:
    rows = judged(id, experiment(coins(1), epsilon=f"ln(11/10) + {NOTHING}"))
    assert verdicts(rows) == {U}
    for r in rows:
        assert r.witness is not None and set(r.values["slack"]) == {"lower", "upper"}  # type: ignore[arg-type]


@pytest.mark.parametrize("id", ["bad-set-lemma", "theorem"])
def test_a_delta_that_may_or_may_not_be_enough(id: str) -> None:
    """T = 2: Pr[W] = 3/4, and the hockey-stick is 1/4."""
    delta = f"{'3/4' if id == 'bad-set-lemma' else '1/4'} + {NOTHING}"
    for events in (None, [[("0",)], [("1",)]]):
        rows = judged(id, experiment(coins(1, "3/4", delta=delta, bound="ln(2)", events=events)))
        assert verdicts(rows) == {U}
        for level in LEVELS:
            for d in BOTH:
                assert row(rows, level, d).witness is not None


def test_a_bound_that_may_or_may_not_be_reached() -> None:
    own = f"n*epsilon*(exp(epsilon) - 1) + epsilon*sqrt(2*n*ln(1/delta)) + {NOTHING}"
    (found,) = judged("substitution", experiment(coins(1, delta="1/2", bound=own)))
    assert found.verdict is U and found.witness is not None
