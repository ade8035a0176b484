"""S10: z turns Azuma's bound into delta' and the threshold into eps'."""

from __future__ import annotations

import pytest

from lemmas import s10_substitution
from proof_cases import (
    coins,
    exact_tie,
    experiment,
    exponential,
    forgetting,
    hidden_choices,
    is_number,
    judged,
    line,
    no_loss,
    theorem_bound,
)
from proofcheck.logic.judgement import Verdict
from proofcheck.numbers import number, parse


@pytest.mark.parametrize(
    ("case", "n", "epsilon", "delta"),
    [
        (forgetting, 1, "ln(11/10)", "3/4"),
        (hidden_choices, 3, "ln(11/10)", "1/3"),
        (exponential, 3, "1/10", "1/3"),
        (lambda **rest: coins(2, "3/4", **rest), 2, "ln(3)", "1/1000"),
    ],
)
def test_both_identities(case, n: int, epsilon: str, delta: str) -> None:  # type: ignore[no-untyped-def]
    (found,) = judged("substitution", experiment(case(delta=delta)))
    assert (found.level, found.direction, found.box, found.delta) == ("box", None, None, parse(delta))
    assert (found.verdict, found.witness, found.vacuous) == (Verdict.VERIFIED, None, False)
    prime = theorem_bound(n, epsilon, delta)
    first, second = found.steps
    assert (first.left_name, first.relation, first.right_name) == ("exp(-z^2/(2 n eps^2))", "=", "delta'")
    assert is_number(first.left, delta) and is_number(first.right, delta) and is_number(first.slack, 0)
    assert (second.left_name, second.relation, second.right_name) == ("n beta + z", "=", "eps'")
    assert is_number(second.left, prime) and is_number(second.right, prime) and is_number(second.slack, 0)
    assert found.values == {"reached": second.left, "bound": second.right, "slack": second.slack}
    assert found.method == "exact"


def test_one_row_for_each_delta_in_order() -> None:
    rows = judged("substitution", experiment(forgetting(delta=["3/4", "1/2"])))
    assert [r.delta for r in rows] == [parse("3/4"), parse("1/2")]
    for r, delta in zip(rows, ("3/4", "1/2"), strict=True):
        assert is_number(r.values["reached"], theorem_bound(1, "ln(11/10)", delta))
        assert is_number(r.steps[0].right, delta)


def test_for_all_delta_the_derivation_speaks() -> None:
    (row,) = judged("substitution", experiment(forgetting(delta=None)))
    assert (row.verdict, row.method, row.delta) == (Verdict.VERIFIED, "symbolic", None)


def test_the_exact_tie_reaches_two_epsilon() -> None:
    (found,) = judged("substitution", experiment(exact_tie()))
    assert is_number(found.values["reached"], "2*ln(3/2)")
    assert is_number(found.steps[0].right, "exp(-1/4)")


def test_epsilon_zero_has_no_azuma() -> None:
    (found,) = judged("substitution", experiment(no_loss()))
    assert (found.verdict, found.vacuous) == (Verdict.VERIFIED, True)
    (step,) = found.steps
    assert step.left_name == "n beta + z" and is_number(step.left, 0) and is_number(step.right, 0)


def test_a_bound_of_ones_own_that_is_reached() -> None:
    """n eps is more than n beta + z for one coin at delta' = 3/4."""
    (found,) = judged("substitution", experiment(coins(1, delta="3/4", bound="n*epsilon")))
    assert found.verdict is Verdict.VERIFIED and found.method == "enclosure"
    second = line(found, "n beta + z")
    assert (second.relation, second.right_name) == ("<=", "the file's bound")
    assert is_number(second.right, "ln(11/10)")
    assert (found.values["reached"], found.values["bound"]) == (second.left, second.right)
    assert is_number(found.values["slack"], f"ln(11/10) - ({theorem_bound(1, 'ln(11/10)', '3/4')})")


def test_a_bound_that_is_the_theorem_s_in_other_words() -> None:
    own = "epsilon*(n*exp(epsilon) - n + sqrt(-2*n*ln(delta)))"
    (found,) = judged("substitution", experiment(coins(2, delta="1/2", bound=own)))
    assert found.verdict is Verdict.VERIFIED
    assert is_number(found.values["slack"], 0)


def test_the_formulas_by_themselves() -> None:
    n, epsilon, delta = number(5), parse("1/3"), parse("1/7")
    z = s10_substitution.deviation(n, epsilon, delta)
    assert is_number(z, "1/3*sqrt(10*ln(7))")
    assert is_number(s10_substitution.tail(z, n, epsilon), "1/7")
    assert is_number(s10_substitution.tail(number(2), n, epsilon), "exp(-4/(10/9))")


def test_the_source_s_z_without_the_factor_eps_gives_another_tail() -> None:
    """E2: sqrt(2 n ln(1/delta')) in Azuma's bound is delta'^(1/eps^2), delta' only at eps = 1."""
    n, delta = number(3), parse("1/2")
    z = parse("sqrt(6*ln(2))")
    assert is_number(s10_substitution.tail(z, n, parse("1/2")), "1/16")
    assert is_number(s10_substitution.tail(z, n, number(1)), str(delta))


# What has to be rejected.


def test_a_bound_that_is_too_small() -> None:
    (found,) = judged("substitution", experiment(coins(1, "3/4", delta="1/10", bound="epsilon/2")))
    assert found.verdict is Verdict.REFUTED and found.method == "enclosure"
    first, second = found.steps
    assert (first.verdict, second.verdict) == (Verdict.VERIFIED, Verdict.REFUTED)
    assert found.witness == {"reached": second.left, "bound": second.right}
    assert is_number(found.values["bound"], "ln(3)/2")
    assert is_number(found.values["slack"], f"ln(3)/2 - ({theorem_bound(1, 'ln(3)', '1/10')})")


def test_a_negative_bound_without_any_loss() -> None:
    (found,) = judged("substitution", experiment(no_loss(bound="-1")))
    assert (found.verdict, found.vacuous) == (Verdict.REFUTED, True)
    (step,) = found.steps
    assert found.witness == {"reached": step.left, "bound": step.right}
    assert is_number(step.left, 0) and is_number(step.right, -1)


def test_a_bound_smaller_by_a_hair() -> None:
    own = "n*epsilon*(exp(epsilon) - 1) + epsilon*sqrt(2*n*ln(1/delta)) - 1/10^30"
    (found,) = judged("substitution", experiment(coins(2, delta="1/2", bound=own)))
    assert found.verdict is Verdict.REFUTED
    assert is_number(found.values["slack"], "-1/10^30")


def test_another_number_of_openings_than_the_bound_s() -> None:
    """E1: eps' with k = 1 in place of n."""
    setting = experiment(coins(2, delta="1/2"))
    setting.n = 1
    (found,) = judged("substitution", setting)
    assert found.verdict is Verdict.REFUTED
    assert [step.verdict for step in found.steps] == [Verdict.VERIFIED, Verdict.REFUTED]


@pytest.mark.parametrize("epsilon", ["ln(11/10) + 1/10^30", "ln(11/10) - 1/10^30"])
def test_another_epsilon_than_the_bound_s(epsilon: str) -> None:
    """An equation: neither more nor less will do."""
    (found,) = judged("substitution", experiment(coins(2, delta="1/2"), epsilon=epsilon))
    assert found.verdict is Verdict.REFUTED


def test_another_beta() -> None:
    setting = experiment(coins(2, delta="1/2"))
    setting.beta = setting.epsilon * setting.epsilon
    (found,) = judged("substitution", setting)
    assert found.verdict is Verdict.REFUTED
    assert found.witness is not None and is_number(
        found.witness["reached"], "2*ln(11/10)^2 + 2*ln(11/10)*sqrt(ln(2))"
    )
