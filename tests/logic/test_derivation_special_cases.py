"""Special cases of earlier claims: replacing letters must never prove more than was proved."""

from __future__ import annotations

import pytest

from proofcheck.logic.derivation import Checked, Derivation, Hypothesis, Step, check
from proofcheck.logic.formula import Claim, Index, Letter, at_most, below, derivative, equal, named, total
from proofcheck.logic.induction import Assumption
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.rules import Identity, Sign, chain, combination, termwise
from proofcheck.logic.special_case import Special, special
from proofcheck.numbers import exp, ln

X, Y = Index("x"), Index("y")
I = Index("i")  # noqa: E741
XI = Index("x", (I,))
P = Letter("p", "positive", (X,))
Q = Letter("q", "positive", (X,))
K = Letter("k", "nonnegative", (X, Y))
A = Letter("a", "real")
B = Letter("b", "real")
C = Letter("c", "positive")
D = Letter("d", "nonnegative")
N = Letter("n", "nonnegative", natural=True)
V = Letter("v", "positive", (Y,))
PI = Letter("r", "positive", (I, XI))

SUM = Hypothesis("sum", equal(total(X, P), 1), "")
BOUND = Hypothesis("bound", at_most(P, C * Q), "")


def library(**derivations: Derivation) -> dict[str, Checked]:
    checked: dict[str, Checked] = {}
    for id, derivation in derivations.items():
        checked[id] = check(derivation, checked)
        assert checked[id].verdict is Verdict.VERIFIED, checked[id].steps
    return checked


SOURCE = library(
    square=Derivation((Step("square", at_most(0, A**2), Sign()),), ("square",)),
    root=Derivation((Step("log", equal(ln(C**2), 2 * ln(C)), Identity()),), ("log",)),
    power=Derivation((Step("power", below(0, C**N), Sign()),), ("power",)),
    scaled=Derivation(
        (Step("scaled", at_most(total(X, P), C * total(X, Q)), termwise("bound", X)),), ("scaled",), (BOUND,)
    ),
    mass=Derivation(
        (
            Step("scaled", equal(total(X, A * P), A), combination({"sum": A})),
            Step("each", below(0, P), Sign()),
        ),
        ("scaled", "each"),
        (SUM,),
    ),
    below=Derivation(
        # a constant below every value of q is below the mean
        (Step("mean", at_most(total(X, A * P), total(X, P * Q)), termwise("least", X, weight=P)),),
        ("mean",),
        (Hypothesis("least", at_most(A, Q), ""),),
    ),
    channel=Derivation(
        (
            Step("one", equal(total(Y, K * P), P), combination({"kernel": P})),
            Step("all", equal(total((X, Y), K * P), total(X, P)), termwise("one", X)),
        ),
        ("all",),
        (Hypothesis("kernel", equal(total(Y, K), 1), ""),),
    ),
)


def case(claim: Claim, rule: Special, *given: Hypothesis) -> str:
    """Empty if the special case is proved, else why not."""
    checked = check(Derivation((Step("end", claim, rule),), ("end",), given), SOURCE)
    return "" if checked.verdict is Verdict.VERIFIED else checked.steps[0].reason


def test_letters_are_replaced() -> None:
    assert case(at_most(0, (B + C) ** 2), special("square/square", {A: B + C})) == ""
    assert case(at_most(0, P**2), special("square/square", {A: P})) == ""  # for every x
    assert "equal" in case(at_most(0, B**3), special("square/square", {A: B}))
    assert "relation" in case(below(0, B**2), special("square/square", {A: B}))
    assert "relation" in case(equal(0, B**2), special("square/square", {A: B}))


def test_values_have_the_declared_sign() -> None:
    assert case(equal(ln((C + D) ** 2), 2 * ln(C + D)), special("root/log", {C: C + D})) == ""
    assert case(equal(ln(B**2), 2 * ln(B)), special("root/log", {C: B}))
    assert case(equal(ln(D**2), 2 * ln(D)), special("root/log", {C: D}))
    assert "positive" in case(equal(ln((-C) ** 2), 2 * ln(C)), special("root/log", {C: -C}))
    assert "defined" in case(at_most(0, (1 / B) ** 2), special("square/square", {A: 1 / B}))


def test_a_natural_number_stays_one() -> None:
    assert case(below(0, C**3), special("power/power", {N: 3})) == ""
    assert "whole" in case(below(0, C**D), special("power/power", {N: D}))
    assert "whole" in case(below(0, C ** (N + C)), special("power/power", {N: N + C}))
    assert case(below(0, C**-1), special("power/power", {N: -1}))


def test_hypotheses_are_discharged() -> None:
    claim = at_most(total(X, P), 2 * total(X, Q))
    rule = special("scaled/scaled", {C: 2})
    assert case(claim, rule, Hypothesis("h", at_most(P, 2 * Q), "")) == ""
    assert "hypothesis" in case(claim, rule)
    assert "hypothesis" in case(claim, rule, Hypothesis("h", at_most(P, 3 * Q), ""))
    assert "hypothesis" in case(claim, rule, Hypothesis("h", at_most(2 * Q, P), ""))
    assert "hypothesis" in case(claim, rule, Hypothesis("h", at_most(total(X, P), 2 * total(X, Q)), ""))


def test_a_discharged_hypothesis_is_what_the_claim_rests_on() -> None:
    given = Hypothesis("h", at_most(P, 2 * Q), "")
    other = Hypothesis("other", at_most(A, B), "")
    rule = special("scaled/scaled", {C: 2})
    claim = at_most(total(X, P), 2 * total(X, Q))
    checked = check(Derivation((Step("end", claim, rule),), ("end",), (given, other)), SOURCE)
    assert checked.steps[0].rests == {"h"}


def test_a_constant_may_not_become_a_function_of_what_is_summed() -> None:
    """`a` below every q(x) does not mean that a(x) is below q(x) on average over another x."""
    least = Hypothesis("h", at_most(P, Q), "")
    claim = at_most(total(X, P * P), total(X, P * Q))
    assert "depends" in case(claim, special("below/mean", {A: P}), least)
    assert "depends" in case(equal(total(X, Q * P), Q), special("mass/scaled", {A: Q}), SUM)
    # An index that the source does not know is a parameter.
    assert case(equal(total(X, V * P), V), special("mass/scaled", {A: V}), SUM) == ""


def test_a_parameter_whose_range_depends_on_what_is_summed_is_refused() -> None:
    inner = Letter("s", "positive", (Index("j", (X,)),))
    assert "depends" in case(equal(total(X, P) * inner, inner), special("mass/scaled", {A: inner}), SUM)


def test_indices_are_renamed_and_paired() -> None:
    rename = special("mass/scaled", {P: V}, indices={X: Y})
    given = Hypothesis("h", equal(total(Y, V), 1), "")
    assert case(equal(total(Y, A * V), A), rename, given) == ""
    pairs = special("mass/scaled", {P: PI}, indices={X: (I, XI)})
    both = Hypothesis("h", equal(total((I, XI), PI), 1), "")
    assert case(equal(total((I, XI), A * PI), A), pairs, both) == ""
    assert "hypothesis" in case(equal(total((I, XI), A * PI), A), pairs)
    assert case(equal(total(Y, A * V), A), special("mass/scaled", indices={X: Y}), given)  # no value for p
    both_to_one = special("channel/all", {P: V, K: V}, indices={X: Y})
    assert "become one" in case(equal(total(Y, V), total(Y, V)), both_to_one)


def test_a_finite_set_is_written_out() -> None:
    rule = special("mass/scaled", cases={X: ({P: C}, {P: D + 1})})
    given = Hypothesis("h", equal(C + D + 1, 1), "")
    assert case(equal(A * C + A * (D + 1), A), rule, given) == ""
    assert "hypothesis" in case(equal(A * C + A * (D + 1), A), rule)
    assert case(equal(A * C + A * D, A), special("mass/scaled", cases={X: ({P: C}, {P: D})}), given)
    one = special("mass/each", cases={X: ({P: C}, {P: D + 1})})
    assert "one element" in case(below(0, C), one, given)


def test_each_element_of_a_written_out_set_satisfies_the_hypotheses() -> None:
    values = ({P: C, K: V}, {P: C, K: 2 * V})
    rule = special("channel/all", cases={X: values})
    claim = equal(total(Y, V * C) + total(Y, 2 * V * C), C + C)
    one, two = (Hypothesis(f"h{k}", equal(total(Y, k * V), 1), "") for k in (1, 2))
    assert case(claim, rule, one, two) == ""
    assert "hypothesis" in case(claim, rule, one)
    assert "hypothesis" in case(claim, rule, two)
    assert "hypothesis" in case(claim, rule)


@pytest.mark.parametrize("of", ["square/other", "nothing/square", "later", "end", "square"])
def test_what_is_cited_was_proved_before(of: str) -> None:
    assert case(at_most(0, B**2), special(of, {A: B}))


def test_a_failed_derivation_proves_nothing_elsewhere() -> None:
    wrong = Derivation(
        (Step("square", at_most(0, A**2), Sign()), Step("cube", at_most(0, A**3), Sign())), ("square",)
    )
    failed = check(wrong, {})
    assert failed.verdict is Verdict.UNDECIDED
    step = Step("end", at_most(0, B**2), special("wrong/square", {A: B}))
    assert check(Derivation((step,), ("end",)), {"wrong": failed}).verdict is Verdict.UNDECIDED


def test_an_assumption_is_no_source() -> None:
    steps = (
        Step("assumed", at_most(A, 0), Assumption()),
        Step("twice", at_most(2 * A, 0), combination({"assumed": 2})),
        Step("end", at_most(2 * B, 0), special("twice", {A: B})),
    )
    checked = check(Derivation(steps, ("end",)), {})
    assert [step.verdict for step in checked.steps[:2]] == [Verdict.VERIFIED] * 2
    assert "assumption" in checked.steps[2].reason
    assert check(Derivation(steps[:2], ("twice",)), {}).verdict is Verdict.UNDECIDED


def test_what_was_proved_here_holds_for_other_letters_too() -> None:
    bounds = tuple(Hypothesis(name, at_most(one, B), "") for name, one in (("a", A), ("c", C)))
    steps = (
        Step("twice", at_most(2 * A, 2 * B), combination({"a": 2})),
        Step("end", at_most(2 * C, 2 * B), special("twice", {A: C})),
    )
    assert check(Derivation(steps, ("end",), bounds), {}).verdict is Verdict.VERIFIED
    assert check(Derivation(steps, ("end",), bounds[:1]), {}).verdict is Verdict.UNDECIDED
    swapped = (steps[0], Step("end", at_most(2 * B, 2 * A), special("twice", {A: B, B: A})))
    assert check(Derivation(swapped, ("end",), bounds), {}).verdict is Verdict.UNDECIDED


def test_values_are_not_caught_by_sums_or_derivatives() -> None:
    slope = Derivation((Step("slope", equal(derivative(A * B, B), A), Identity()),), ("slope",))
    known = {"slope": check(slope, {})}
    assert known["slope"].verdict is Verdict.VERIFIED
    step = Step("end", equal(2 * B, B), special("slope/slope", {A: B}))
    assert check(Derivation((step,), ("end",)), known).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "steps",
    [
        (Step("one", at_most(0, A**2), chain("two")), Step("two", at_most(0, A**2), Sign())),
        (Step("one", at_most(0, A), chain("one")),),
        (Step("one", at_most(0, A**2), Sign()), Step("one", at_most(0, A**2), Sign())),
        (Step("a/b", at_most(0, A**2), Sign()),),
        (Step("one", at_most(0, A), Sign()), Step("two", at_most(0, 2 * A), combination({"one": 2}))),
        (Step("one", at_most(0, A**2 + Letter("a", "positive")), Sign()),),
    ],
)
def test_steps_in_order_under_names_of_their_own(steps: tuple[Step, ...]) -> None:
    checked = check(Derivation(steps, (steps[-1].label,)), {})
    assert checked.verdict is Verdict.UNDECIDED


def test_nothing_concluded_is_nothing_proved() -> None:
    square = Step("square", at_most(0, exp(A)), Sign())
    assert check(Derivation((square,), ("square",)), {}).verdict is Verdict.VERIFIED
    assert check(Derivation((square,), ()), {}).verdict is Verdict.UNDECIDED
    assert check(Derivation((square,), ("other",)), {}).verdict is Verdict.UNDECIDED
    assert check(Derivation((), ()), {}).verdict is Verdict.UNDECIDED


def test_a_hypothesis_without_meaning_spoils_the_derivation() -> None:
    square = Step("square", at_most(0, A**2), Sign())
    for claim in (at_most(0, 1 / A), at_most(ln(A), 0), at_most(total(X, total(X, P)), 0)):
        checked = check(Derivation((square,), ("square",), (Hypothesis("h", claim, ""),)), {})
        assert checked.verdict is Verdict.UNDECIDED
        assert "no meaning" in checked.steps[0].reason
    # Earlier hypotheses may give later ones their meaning.
    good = (Hypothesis("g", below(0, A), ""), Hypothesis("h", at_most(0, 1 / A), ""))
    assert check(Derivation((square,), ("square",), good), {}).verdict is Verdict.VERIFIED


def test_a_name_means_one_thing() -> None:
    def run(*claims: Claim) -> str:
        steps = tuple(Step(f"s{k}", claim, Sign()) for k, claim in enumerate(claims))
        return check(Derivation(steps, ("s0",)), {}).steps[0].reason

    short, other = named("f", "f", A), named("f", "f", 2 * A)
    assert run(at_most(0, short**2), at_most(0, short**4)) == ""
    assert run(at_most(0, short**2), at_most(0, named("f", "f", A + 0) ** 2)) == ""
    assert "two things" in run(at_most(0, short**2), at_most(0, other**2))
    assert run(at_most(0, named("f", "f", A, A) ** 2), at_most(0, named("f", "f", B, B) ** 2)) == ""
    assert "two things" in run(at_most(0, named("f", "f", A, A) ** 2), at_most(0, named("f", "f", B, A) ** 2))
    assert "letter" in run(at_most(0, named("a", "a", A) ** 2))
