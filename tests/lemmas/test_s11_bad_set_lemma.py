"""S11: the probability of the bad set, on histories and outputs, in both directions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proof_cases import (
    BOTH,
    LEVELS,
    NOTHING,
    coin,
    coins,
    exact_tie,
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
from proofcheck.analysis.loss import Atom, LossDistribution
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Instance, UniformStrategy, strategies
from proofcheck.numbers import parse

BLANK = Box.create("blank", {"0": "1/2", "2": "1/2"}, {"0": "1/2", "2": "1/2"})
SURE = Box.create("sure", {"4": 1}, {"4": 1})
HALF = Box.create("half", {"0": "1/2", "1": "1/2"}, {"0": "2/5", "1": "3/5"})
MIRROR = Box.create("mirror", {"0": "1/2", "1": "1/2"}, {"0": "3/5", "1": "2/5"})


@pytest.mark.parametrize(
    ("case", "delta", "probability"),
    [
        (lambda: coins(1, "12/23", delta="2/3"), "2/3", "12/23"),
        (lambda: coins(2, "8/15", delta="1/2"), "1/2", "64/225"),
        (lambda: coins(4, delta="1/4"), "1/4", "14641/194481"),
        (lambda: exponential(delta="1/3"), "1/3", "exp(3/10)/(1 + exp(1/10))^3"),
        (hidden_choices, "1/3", "1331/9261"),
    ],
)
def test_small_instances_with_a_bad_set(case, delta: str, probability: str) -> None:  # type: ignore[no-untyped-def]
    rows = judged("bad-set-lemma", experiment(case()))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        assert (r.verdict, r.witness, r.vacuous) == (Verdict.VERIFIED, None, False)
        assert (r.box, r.delta) == (None, parse(delta))
        assert set(r.values) == {"probability", "bound", "slack", "bad_set_size"}
        assert is_number(r.values["probability"], probability)
        assert str(r.values["bound"]) == delta
        assert is_number(r.values["slack"], f"{delta} - {probability}")
        (step,) = r.steps
        assert (step.left_name, step.relation, step.right_name) == (
            f"Pr{(r.direction or '')[1]}[W]",
            "<=",
            "delta'",
        )
        assert step.left == r.values["probability"] and is_number(step.right, delta)
        assert step.method == r.method


def test_forgetting_enlarges_the_bad_set() -> None:
    """E5: at delta' = 3/4 the output 0 is in W, though of the two histories behind it only one is."""
    rows = judged("bad-set-lemma", experiment(forgetting()))
    expected = {
        ("histories", "P1->P2"): (Fraction(11, 42), 1),
        ("histories", "P2->P1"): (Fraction(979, 1974), 2),
        ("outputs", "P1->P2"): (Fraction(542, 987), 1),
        ("outputs", "P2->P1"): (Fraction(979, 1974), 1),
    }
    found = {(r.level, r.direction): (r.values["probability"], r.values["bad_set_size"]) for r in rows}
    assert found == expected
    assert verdicts(rows) == {Verdict.VERIFIED} and {r.method for r in rows} == {"exact"}
    assert is_number(row(rows, "outputs", "P1->P2").values["slack"], "793/3948")


def test_the_directions_of_a_skewed_box_differ() -> None:
    """eps = ln(9/8), delta' = 9/10: eps' = 0.0689; ln(9/8) and ln(10/9) are larger."""
    rows = judged("bad-set-lemma", experiment(one_skewed()))
    for level in LEVELS:
        assert row(rows, level, "P1->P2").values["probability"] == Fraction(9, 20)
        assert row(rows, level, "P2->P1").values["probability"] == Fraction(1, 2)


def test_histories_that_the_tree_merges_are_counted_one_by_one() -> None:
    """Two coins in either order: two histories, but one output, have both messages true."""
    boxes = [coin("a", "8/15"), coin("b", "8/15")]
    rows = judged(
        "bad-set-lemma", experiment(Instance.create(family=boxes, strategy=UniformStrategy(), delta="1/2"))
    )
    for d in BOTH:
        assert row(rows, "histories", d).values["bad_set_size"] == 2
        assert row(rows, "outputs", d).values["bad_set_size"] == 1
        for level in LEVELS:
            assert row(rows, level, d).values["probability"] == Fraction(64, 225)


def test_the_bad_set_is_strict_at_the_exact_tie() -> None:
    """eps' = 2 ln(3/2), and the largest ratio is 9/4: not in W. A hair below it is."""
    for r in judged("bad-set-lemma", experiment(exact_tie())):
        assert (r.verdict, r.vacuous, r.values["bad_set_size"]) == (Verdict.VERIFIED, True, 0)
        assert r.values["probability"] == 0
        assert is_number(r.values["slack"], "exp(-1/4)") and str(r.values["bound"]) == "exp(-1/4)"
    for r in judged("bad-set-lemma", experiment(exact_tie(bound="2*ln(3/2) - 1/10^30"))):
        assert (r.vacuous, r.values["bad_set_size"]) == (False, 1)
        assert r.values["probability"] == Fraction(9, 25)


def test_outputs_that_collide_at_the_end_only() -> None:
    """A sure message first, then one of two boxes at random: the last message forgets which."""
    b = Box.create("b", {"0": "27/47", "1": "20/47"}, {"0": "25/47", "1": "22/47"})
    rules = strategies.rules(
        strategies.when(step=1, choose="sure"), strategies.when(choose={"a": "1/2", "b": "1/2"})
    )
    instance = Instance.create(
        n=2, family=[SURE, coin("a"), b], strategy=rules, delta="9/10", bound="epsilon*4/5"
    )
    rows = judged("bad-set-lemma", experiment(instance))
    assert row(rows, "histories", "P1->P2").values["probability"] == Fraction(542, 987)
    assert row(rows, "histories", "P1->P2").values["bad_set_size"] == 2
    assert row(rows, "outputs", "P1->P2").values["probability"] == Fraction(542, 987)
    assert row(rows, "outputs", "P1->P2").values["bad_set_size"] == 1


def test_several_deltas_in_order() -> None:
    """At delta' = 1/2 eps' is above eps, and nothing can be in W."""
    rows = judged("bad-set-lemma", experiment(forgetting(delta=["3/4", "1/2"])))
    assert [(r.level, r.direction, str(r.delta)) for r in rows] == [
        (level, d, delta) for level in LEVELS for d in BOTH for delta in ("3/4", "1/2")
    ]
    for level in LEVELS:
        for d in BOTH:
            assert not row(rows, level, d, delta="3/4").vacuous
            nothing = row(rows, level, d, delta="1/2")
            assert nothing.vacuous and nothing.values["probability"] == 0
            assert is_number(nothing.values["slack"], "1/2")


def test_no_loss_is_vacuous() -> None:
    for r in judged("bad-set-lemma", experiment(no_loss())):
        assert (r.verdict, r.vacuous, r.values["probability"]) == (Verdict.VERIFIED, True, 0)


def test_for_all_delta_the_tightest_atom_is_reported() -> None:
    """The numbers of Azuma's inequality for four coins: see there."""
    rows = judged("bad-set-lemma", experiment(coins(4, delta=None)))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        assert (r.verdict, r.method, r.witness, r.vacuous, r.delta) == (
            Verdict.VERIFIED,
            "enclosure",
            None,
            False,
            None,
        )
        assert set(r.values) == {"atoms", "ratio", "probability", "bound", "slack"}
        assert (r.values["atoms"], r.values["ratio"]) == (2, Fraction(121, 100))
        assert r.values["probability"] == Fraction(22627, 64827)
        assert is_number(r.values["bound"], "exp(-8/25)")
        assert is_number(r.values["slack"], "exp(-8/25) - 22627/64827")
        (step,) = r.steps
        assert step.left_name == f"Pr{(r.direction or '')[1]}[ratio >= s]" and step.relation == "<="
        assert "2 atoms" in step.note


def test_for_all_delta_the_directions_and_levels_differ() -> None:
    rows = judged("bad-set-lemma", experiment(one_skewed(delta=None)))
    for level in LEVELS:
        assert row(rows, level, "P1->P2").values["ratio"] == Fraction(9, 8)
        assert row(rows, level, "P2->P1").values["ratio"] == Fraction(10, 9)
    rows = judged("bad-set-lemma", experiment(forgetting(delta=None)))
    assert row(rows, "histories", "P1->P2").values["ratio"] == Fraction(27, 25)
    assert row(rows, "outputs", "P1->P2").values["ratio"] == Fraction(1084, 995)


@pytest.mark.parametrize(
    ("boxes", "weights", "on_histories", "on_outputs"),
    [
        # Three atoms on either level, the smallest one the same.
        ([coin("a"), BLANK], ("1/2", "1/2"), ("11/10", "11/42"), ("43/41", "43/84")),
        # The same three ratios, with other probabilities.
        (
            [coin("a"), coin("b", "10/21"), coin("c", messages=("2", "3")), SURE],
            ("1/4",) * 4,
            ("11/10", "11/28"),
            ("11/10", "11/84"),
        ),
        # The same probabilities, with other ratios: 2/3*2/5 + 1/3*3/5 = 7/15.
        ([HALF, MIRROR], ("2/3", "1/3"), ("5/4", "1/2"), ("15/14", "1/2")),
    ],
)
def test_for_all_delta_the_levels_are_told_apart(boxes, weights, on_histories, on_outputs) -> None:  # type: ignore[no-untyped-def]
    choose = {box.name: weight for box, weight in zip(boxes, weights, strict=True)}
    rules = strategies.rules(strategies.when(choose=choose))
    rows = judged("bad-set-lemma", experiment(Instance.create(n=1, family=boxes, strategy=rules)))
    for level, (ratio, probability) in (("histories", on_histories), ("outputs", on_outputs)):
        found = row(rows, level, "P1->P2")
        assert is_number(found.values["ratio"], ratio)
        assert is_number(found.values["probability"], probability)


@pytest.mark.parametrize("case", [no_loss, lambda **rest: coins(1, "3/4", **rest)])
def test_for_all_delta_without_an_atom_is_vacuous(case) -> None:  # type: ignore[no-untyped-def]
    for r in judged("bad-set-lemma", experiment(case(delta=None))):
        assert (r.verdict, r.method, r.vacuous, r.steps) == (Verdict.VERIFIED, "exact", True, ())
        assert r.values == {"atoms": 0}


def test_a_bound_of_ones_own_for_all_delta() -> None:
    """Basic composition, n eps, at every delta': the largest atom is equal to it."""
    for r in judged("bad-set-lemma", experiment(coins(2, delta=None, bound="n*epsilon"))):
        assert (r.verdict, r.method, r.witness, r.vacuous, r.delta) == (
            Verdict.VERIFIED,
            "exact",
            None,
            False,
            None,
        )
        assert set(r.values) == {"atoms", "ratio", "probability", "slack"}
        assert (r.values["atoms"], r.values["ratio"]) == (3, Fraction(121, 100))
        assert r.values["probability"] == Fraction(121, 441) and is_number(r.values["slack"], 0)
        (step,) = r.steps
        assert (step.left_name, step.relation) == ("ln s", "<=")
        assert step.right_name == f"the bound at delta' = Pr{(r.direction or '')[1]}[ratio >= s]"
        assert is_number(step.left, "2*ln(11/10)") and is_number(step.right, "2*ln(11/10)")
        assert step.note == "one of 3 atoms s"


def test_a_bound_of_ones_own_may_depend_on_delta() -> None:
    """The skewed box: P1->P2 the atom ln(9/8) has the probability 9/20, where F is ln(9/8) exactly.

    P2->P1 the atom ln(10/9) = 0.1054 has the probability 1/2, where F is 0.1011.
    """
    rows = judged("bad-set-lemma", experiment(one_skewed(delta=None, bound="ln(9/8) + (9/20 - delta)/3")))
    for level in LEVELS:
        forward, backward = row(rows, level, "P1->P2"), row(rows, level, "P2->P1")
        assert (forward.verdict, forward.values["ratio"]) == (Verdict.VERIFIED, Fraction(9, 8))
        assert forward.values["probability"] == Fraction(9, 20) and is_number(forward.values["slack"], 0)
        assert forward.values["atoms"] == 3
        assert (backward.verdict, backward.values["ratio"]) == (Verdict.REFUTED, Fraction(10, 9))
        assert is_number(backward.values["slack"], "ln(9/8) - 1/60 - ln(10/9)")


def test_a_bound_of_ones_own_that_may_rise_is_left_open() -> None:
    for r in judged("bad-set-lemma", experiment(coins(1, delta=None, bound="epsilon*(1 + delta)"))):
        assert (r.verdict, r.vacuous, r.method) == (Verdict.UNDECIDED, False, "exact")
        assert set(r.values) == {"reason"}


# Membership that cannot be decided counts as bad, and refutes nothing.


def test_an_undecided_point_counts_as_bad() -> None:
    setting = experiment(coins(1, "3/4", delta="4/5", bound=f"ln(3) + {NOTHING}"))
    for r in judged("bad-set-lemma", setting):
        assert (r.verdict, r.vacuous, r.witness) == (Verdict.VERIFIED, False, None)
        assert r.values["probability"] == Fraction(3, 4)
        assert (r.values["bad_set_size"], r.values["undecided_points"]) == (1, 1)


def test_an_undecided_point_does_not_refute() -> None:
    setting = experiment(coins(1, "3/4", delta="1/10", bound=f"ln(3) + {NOTHING}"))
    for r in judged("bad-set-lemma", setting):
        assert r.verdict is Verdict.UNDECIDED
        assert r.witness is not None and r.witness["ratio"] == 3


def test_sure_points_refute_though_others_are_undecided() -> None:
    """Two coins with e^eps = 3 at T = 1: the ratio 9 (9/16) is in W; the two ratios 1 (6/16) are open."""
    for delta, verdict in (("1/2", Verdict.REFUTED), ("3/4", Verdict.UNDECIDED), ("19/20", Verdict.VERIFIED)):
        for r in judged("bad-set-lemma", experiment(coins(2, "3/4", delta=delta, bound=NOTHING))):
            assert r.verdict is verdict
            assert (r.values["bad_set_size"], r.values["undecided_points"]) == (3, 2)
            assert r.values["probability"] == Fraction(15, 16)


# What has to be rejected.


def test_a_false_bound() -> None:
    rows = judged("bad-set-lemma", experiment(coins(1, "3/4", delta="1/10", bound="epsilon/2")))
    for r in rows:
        assert (r.verdict, r.method, r.vacuous) == (Verdict.REFUTED, "exact", False)
        assert r.values["probability"] == Fraction(3, 4)
        assert is_number(r.values["slack"], "-13/20")
        message = "0" if r.direction == "P1->P2" else "1"
        point = {"history": (("coin1", message),)} if r.level == "histories" else {"x": (message,)}
        assert r.witness == {**point, "ratio": Fraction(3), "bad_set_size": 1}


def test_the_witness_is_the_point_of_w_with_the_largest_ratio() -> None:
    """At eps' = 0 every ratio above 1 is bad."""
    rows = judged("bad-set-lemma", experiment(forgetting(delta="1/10", bound="0")))
    assert verdicts(rows) == {Verdict.REFUTED}
    witness = {(r.level, r.direction): r.witness for r in rows}
    assert witness["histories", "P1->P2"] == {
        "history": (("a", "0"),),
        "ratio": Fraction(11, 10),
        "bad_set_size": 2,
    }
    assert witness["outputs", "P1->P2"] == {"x": ("0",), "ratio": Fraction(1084, 995), "bad_set_size": 1}
    assert witness["outputs", "P2->P1"] == {"x": ("1",), "ratio": Fraction(11, 10), "bad_set_size": 1}
    assert row(rows, "histories", "P1->P2").values["probability"] == Fraction(542, 987)


@pytest.mark.parametrize(
    ("delta", "verdict"), [("64/225", Verdict.VERIFIED), ("64/225 - 1/10^30", Verdict.REFUTED)]
)
def test_a_probability_equal_to_delta_is_allowed_and_no_more(delta: str, verdict: Verdict) -> None:
    for r in judged("bad-set-lemma", experiment(coins(2, "8/15", delta=delta, bound="epsilon"))):
        assert r.verdict is verdict
        assert is_number(r.values["slack"], f"{delta} - 64/225")


@pytest.mark.parametrize("level", LEVELS)
def test_a_distribution_with_too_much_mass_in_w(level: str) -> None:
    setting = experiment(coins(1, "12/23", delta="2/3"))
    heavy = LossDistribution((Atom((12, 11), 70, 70, 1, 0), Atom((11, 12), 30, 30, 1, 1)), 100)
    setting.outputs = setting.histories  # the cached ones, before one of them is replaced
    setattr(setting, level, heavy)
    rows = judged("bad-set-lemma", setting)
    found = row(rows, level, "P1->P2")
    assert found.verdict is Verdict.REFUTED and found.values["probability"] == Fraction(7, 10)
    assert row(rows, level, "P2->P1").values["probability"] == Fraction(3, 10)
    (other,) = set(LEVELS) - {level}
    assert row(rows, other, "P1->P2").verdict is Verdict.VERIFIED


def test_for_all_delta_with_an_epsilon_too_small() -> None:
    """eps = ln(3)/3 for a coin that needs ln(3): the tail 3/4 is above the bound 0.038."""
    bound = "exp(-(4 - exp(ln(3)/3))^2/2)"
    for r in judged("bad-set-lemma", experiment(coins(1, "3/4", delta=None), epsilon="ln(3)/3")):
        assert (r.verdict, r.vacuous) == (Verdict.REFUTED, False)
        assert r.values["probability"] == Fraction(3, 4) and is_number(r.values["bound"], bound)
        assert r.witness is not None and set(r.witness) == {"ratio", "delta"}
        assert r.witness["ratio"] == 3 and is_number(r.witness["delta"], bound)


def test_for_all_delta_a_bound_of_ones_own_that_is_false() -> None:
    """eps/2 for a coin with e^eps = 3: at delta' = 3/8 the bad set still has the probability 3/4."""
    for r in judged("bad-set-lemma", experiment(coins(1, "3/4", delta=None, bound="epsilon/2"))):
        assert (r.verdict, r.vacuous) == (Verdict.REFUTED, False)
        assert (r.values["atoms"], r.values["ratio"], r.values["probability"]) == (1, 3, Fraction(3, 4))
        assert is_number(r.values["slack"], "-ln(3)/2")
        assert r.witness is not None and set(r.witness) == {"ratio", "probability", "delta"}
        assert (r.witness["ratio"], r.witness["probability"]) == (3, Fraction(3, 4))
        assert is_number(r.witness["delta"], "3/8")


def test_for_all_delta_a_bound_of_ones_own_without_a_delta_that_breaks_it() -> None:
    """F is below ln(3) at delta' = 3/4 by 1/10^30 only; no delta' is found that is not too close to 3/4."""
    bound = "ln(3) + 3/4 - delta - 1/10^30"
    for r in judged("bad-set-lemma", experiment(coins(1, "3/4", delta=None, bound=bound))):
        assert (r.verdict, r.witness) == (Verdict.UNDECIDED, None)
        assert is_number(r.values["slack"], "-1/10^30")
