"""Induction over the openings: what it proves, and every way to prove too much by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofcheck.logic.derivation import Checked, Derivation, Histories, Hypothesis, Step, check
from proofcheck.logic.formula import Claim, Index, Letter, at_most, below, equal, total
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.rules import Identity, Sign, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.numbers import number

H = Index("h")
X = Index("x", (H,))
N = Letter("n", "nonnegative", natural=True)
MASS = Letter("m", "nonnegative", (H,))
SUM = Letter("s", "real", (H,))
W = Letter("w", "nonnegative", (H, X))
C = Letter("c", "real", (H, X))
E = Letter("e", "nonnegative", (H,))
B = Letter("b", "real")

TREE = Histories(
    H,
    N,
    (X,),
    start=((MASS, number(1)), (SUM, number(0))),
    grow=((MASS, MASS * W), (SUM, SUM + C)),
)
ONE = Hypothesis("one", equal(total(X, W), 1), "")
MEAN = Hypothesis("mean", equal(total(X, W * C), B), "")

_TOTAL = equal(total(H, MASS), 1)
_LONGER = total((H, X), MASS * W)
PROOF = (
    Step("base", equal(1, 1), Identity()),
    Step("at n", _TOTAL, Assumption()),
    Step("split", equal(total(X, MASS * W), MASS), combination({"one": MASS})),
    Step("regrouped", equal(_LONGER, total(H, MASS)), termwise("split", H)),
    Step("at n+1", equal(_LONGER, 1), combination({"regrouped": 1, "at n": 1})),
    Step("end", _TOTAL, Induction("base", "at n", "at n+1")),
)


def run(*steps: Step, given: tuple[Hypothesis, ...] = (ONE,), tree: Histories | None = TREE) -> Checked:
    return check(Derivation(steps, (steps[-1].label,), given, tree), {})


def with_step(label: str, **changes: object) -> tuple[Step, ...]:
    return tuple(replace(step, **changes) if step.label == label else step for step in PROOF)  # type: ignore[arg-type]


def test_the_total_mass_is_one() -> None:
    checked = run(*PROOF)
    assert checked.verdict is Verdict.VERIFIED
    assert checked.steps[-1].rests == {"one"}  # the assumption was taken back


@pytest.mark.parametrize(
    "steps",
    [
        with_step("base", claim=equal(1, 1), rule=Assumption()),
        with_step("base", claim=at_most(1, 1), rule=Sign()),
        with_step("at n", claim=equal(total(H, MASS), 2)),
        with_step("at n+1", claim=equal(_LONGER, 2)),
        with_step("end", claim=equal(total(H, MASS), 2)),
        with_step("end", claim=at_most(total(H, MASS), 1)),
        with_step("end", rule=Induction("base", "base", "at n+1")),
        with_step("end", rule=Induction("base", "at n", "at n")),
        with_step("end", rule=Induction("at n", "at n", "at n+1")),
        with_step("end", rule=Induction("base", "regrouped", "at n+1")),
        PROOF[:-1],  # rests on the assumption still
    ],
)
def test_base_assumption_and_step_are_those_of_the_claim(steps: tuple[Step, ...]) -> None:
    assert run(*steps).verdict is Verdict.UNDECIDED


def test_equal_spelling_is_not_asked_for() -> None:
    """1 = 1 and 3 - 2 = 1 are the same by algebra, so the base may be written either way."""
    assert run(*with_step("base", claim=equal(number(3) - 2, 1))).verdict is Verdict.VERIFIED


def test_without_histories_there_is_no_induction() -> None:
    assert run(*PROOF, tree=None).verdict is Verdict.UNDECIDED


def test_the_counter_grows_with_the_history() -> None:
    """E[C_1 + ... + C_n] = n b."""
    mean = equal(total(H, MASS * SUM), N * B)
    longer = total((H, X), MASS * W * (SUM + C))
    steps = (
        *PROOF,
        Step("mean at 0", equal(0, 0), Identity()),
        Step("mean at n", mean, Assumption()),
        Step("one more", equal(total(X, W * (SUM + C)), SUM + B), combination({"one": SUM, "mean": 1})),
        Step(
            "all",
            equal(longer, total(H, MASS * SUM) + B * total(H, MASS)),
            termwise("one more", H, weight=MASS),
        ),
        Step("mean at n+1", equal(longer, (N + 1) * B), combination({"all": 1, "mean at n": 1, "end": B})),
        Step("sum", mean, Induction("mean at 0", "mean at n", "mean at n+1")),
    )
    assert run(*steps, given=(ONE, MEAN)).verdict is Verdict.VERIFIED
    wrong = (*steps[:-2], replace(steps[-2], claim=equal(longer, N * B)), steps[-1])
    assert run(*wrong, given=(ONE, MEAN)).verdict is Verdict.UNDECIDED


def test_a_hypothesis_about_one_length_may_not_carry_the_induction() -> None:
    """If all sums of length n were at most 0, nothing would follow about other lengths."""
    only_now = Hypothesis("now", at_most(SUM, 0), "")
    template = at_most(SUM, 0)
    steps = (
        Step("base", at_most(0, 0), Sign(number(0))),
        Step("at n", template, Assumption()),
        Step("at n+1", at_most(SUM + C, 0), combination({"at n": 1, "small": 1})),
        Step("end", template, Induction("base", "at n", "at n+1")),
    )
    small = Hypothesis("small", at_most(C, 0), "")
    assert run(*steps, given=(small,)).verdict is Verdict.VERIFIED
    cheat = (
        *steps[:2],
        Step("at n+1", at_most(SUM + C, 0), combination({"now": 1, "small": 1})),
        steps[3],
    )
    checked = run(*cheat, given=(small, only_now))
    assert checked.verdict is Verdict.UNDECIDED
    assert "one length" in checked.steps[-1].reason
    counted = Hypothesis("small", at_most(C * N, 0), "")
    assert run(*steps, given=(counted,)).verdict is Verdict.UNDECIDED


def test_a_function_of_the_history_needs_its_growth() -> None:
    template = at_most(0, E * MASS)
    steps = (
        Step("base", at_most(0, E), Sign()),
        Step("at n", template, Assumption()),
        Step("at n+1", at_most(0, E * MASS * W), Sign()),
        Step("end", template, Induction("base", "at n", "at n+1")),
    )
    assert "grows" in run(*steps, given=()).steps[-1].reason


def test_a_claim_about_one_opening_is_no_template() -> None:
    template = at_most(0, W * MASS)
    steps = (
        Step("base", at_most(0, W), Sign()),
        Step("at n", template, Assumption()),
        Step("at n+1", at_most(0, W * MASS * W), Sign()),
        Step("end", template, Induction("base", "at n", "at n+1")),
    )
    assert run(*steps, given=()).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "tree",
    [
        replace(TREE, start=((MASS, number(-1)), TREE.start[1])),
        replace(TREE, grow=((MASS, MASS * C), TREE.grow[1])),  # may become negative
        replace(TREE, grow=(TREE.grow[1], TREE.grow[0])),
        replace(TREE, start=((MASS, E), TREE.start[1])),
        replace(TREE, grow=((MASS, MASS / C), TREE.grow[1])),
        replace(TREE, counter=B),
        replace(TREE, counter=replace(N, natural=False)),
    ],
)
def test_histories_must_make_sense(tree: Histories) -> None:
    checked = run(*PROOF, tree=tree)
    assert checked.verdict is Verdict.UNDECIDED
    assert len({step.reason for step in checked.steps}) == 1


# Special cases of what was proved by induction.

STEP_BOUND = Hypothesis("step", at_most(C, B), "")
CAPPED = at_most(SUM, N * B)
SOURCE = Derivation(
    (
        Step("base", at_most(0, 0), Sign(number(0))),
        Step("at n", CAPPED, Assumption()),
        Step("at n+1", at_most(SUM + C, (N + 1) * B), combination({"at n": 1, "step": 1})),
        Step("capped", CAPPED, Induction("base", "at n", "at n+1")),
    ),
    ("capped",),
    (STEP_BOUND,),
    TREE,
)


def use(claim: Claim, rule: object, *given: Hypothesis, tree: Histories | None = TREE) -> str:
    known = {"source": check(SOURCE, {})}
    assert known["source"].verdict is Verdict.VERIFIED
    checked = check(Derivation((Step("end", claim, rule),), ("end",), given, tree), known)  # type: ignore[arg-type]
    return "" if checked.verdict is Verdict.VERIFIED else checked.steps[0].reason


def test_the_same_histories_may_use_it() -> None:
    assert use(CAPPED, special("source/capped"), STEP_BOUND) == ""
    assert (
        use(at_most(SUM, N * 3), special("source/capped", {B: 3}), Hypothesis("h", at_most(C, 3), "")) == ""
    )
    assert "hypothesis" in use(CAPPED, special("source/capped"))
    assert "no histories" in use(CAPPED, special("source/capped"), STEP_BOUND, tree=None)


def test_the_growth_must_be_the_same() -> None:
    doubled = replace(TREE, grow=((MASS, MASS * W), (SUM, SUM + 2 * C)))
    assert "growth" in use(CAPPED, special("source/capped"), STEP_BOUND, tree=doubled)
    later = replace(TREE, start=((MASS, number(1)), (SUM, number(1))))
    assert "start" in use(CAPPED, special("source/capped"), STEP_BOUND, tree=later)
    negated = special("source/capped", {SUM: -SUM, C: -C})
    assert use(at_most(-SUM, N * B), negated, Hypothesis("h", at_most(-C, B), "")) == ""
    assert "growth" in use(at_most(-SUM, N * B), special("source/capped", {SUM: -SUM}), STEP_BOUND)
    assert use(at_most(E, N * B), special("source/capped", {SUM: E}), STEP_BOUND)


def test_the_counter_cannot_be_replaced() -> None:
    assert use(at_most(SUM, 3 * B), special("source/capped", {N: 3}), STEP_BOUND)
    other = Letter("k", "nonnegative", natural=True)
    assert use(at_most(SUM, other * B), special("source/capped", {N: other}), STEP_BOUND)


def test_a_bound_for_each_step_may_not_depend_on_the_number_of_steps() -> None:
    """c <= n at length n gives at most 0 + 1 + ... + (n-1) in all; n times n would be right by luck only."""
    varying = Hypothesis("h", at_most(C, N), "")
    assert "every length" in use(at_most(SUM, N * N), special("source/capped", {B: N}), varying)
    falling = Hypothesis("h", at_most(C, -N), "")
    assert "every length" in use(at_most(SUM, -N * N), special("source/capped", {B: -N}), falling)


def test_a_bound_for_each_step_may_not_be_known_at_one_length_only() -> None:
    """Knowing c <= b from what is special about length n says nothing of the steps before."""
    now = Hypothesis("now", at_most(C, SUM), "")
    small = Hypothesis("small", at_most(SUM, B), "")
    known = {"source": check(SOURCE, {})}
    steps = (
        Step("bound", at_most(C, B), combination({"now": 1, "small": 1})),
        Step("end", CAPPED, special("source/capped")),
    )
    checked = check(Derivation(steps, ("end",), (now, small), TREE), known)
    assert checked.steps[0].verdict is Verdict.VERIFIED
    assert "one length" in checked.steps[1].reason


def test_the_sign_of_a_strictly_positive_mass_is_kept() -> None:
    positive = Letter("m", "positive", (H,))
    weight = Letter("w", "positive", (H, X))
    tree = Histories(H, N, (X,), ((positive, number(1)),), ((positive, positive * weight),))
    steps = (Step("end", below(0, total(H, positive)), Sign()),)
    assert run(*steps, given=(), tree=tree).verdict is Verdict.VERIFIED
    weak = replace(tree, grow=((positive, positive * W),))
    assert run(*steps, given=(), tree=weak).verdict is Verdict.UNDECIDED
