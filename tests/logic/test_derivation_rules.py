"""Each rule of proof: one claim it proves, and at least three it must refuse."""

from __future__ import annotations

import pytest

from proofcheck.logic.calculus import Chord, Increasing, Tangent
from proofcheck.logic.derivation import Checked, Derivation, Hypothesis, Rule, Step, check
from proofcheck.logic.formula import Claim, Index, Letter, at_most, below, derivative, equal, total
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.rules import Identity, Monotone, Sign, chain, combination, termwise
from proofcheck.numbers import Expression, exp, ln, number, sqrt

X = Index("x")
P = Letter("p", "positive", (X,))
Q = Letter("q", "positive", (X,))
W = Letter("w", "nonnegative", (X,))
A = Letter("a", "real")
B = Letter("b", "real")
C = Letter("c", "positive")
D = Letter("d", "nonnegative")


def proves(claim: Claim, rule: Rule, *given: Claim) -> bool:
    """Whether the rule proves the claim from hypotheses that are called h0, h1, ..."""
    return outcome(claim, rule, *given).verdict is Verdict.VERIFIED


def outcome(claim: Claim, rule: Rule, *given: Claim) -> Checked:
    hypotheses = tuple(Hypothesis(f"h{k}", c, "") for k, c in enumerate(given))
    return check(Derivation((Step("end", claim, rule),), ("end",), hypotheses), {})


@pytest.mark.parametrize(
    ("claim", "good"),
    [
        (equal((A + B) ** 2, A**2 + 2 * A * B + B**2), True),
        (equal(ln(P / Q), ln(P) - ln(Q)), True),
        (equal(sqrt(C) ** 2, C), True),
        (equal(exp(ln(C) * A), C**A), True),
        (equal(total(X, A * P + B * Q), A * total(X, P) + B * total(X, Q)), True),
        (equal((A + B) ** 2, A**2 + A * B + B**2), False),
        (equal(total(X, P * Q), total(X, P) * total(X, Q)), False),
        (equal(ln(C + D), ln(C) + ln(D)), False),
        (at_most(A, A), False),  # an identity proves equations only
        (equal(A / A, 1), False),  # a may be zero
        (equal(sqrt(A) ** 2, A), False),  # a may be negative
        (equal(exp(ln(A)), A), False),
        (equal(A / 0, A / 0), False),
        (equal(sqrt(A**2), A), False),
    ],
)
def test_identity(claim: Claim, good: bool) -> None:
    assert proves(claim, Identity()) is good


@pytest.mark.parametrize(
    ("claim", "rule", "good"),
    [
        (below(0, C * exp(A)), Sign(), True),
        (at_most(0, D * (A - B) ** 2), Sign(), True),
        (at_most(A, A + D), Sign(D), True),
        (below(0, ln(1 + C)), Sign(), True),
        (below(0, total(X, P)), Sign(), True),
        (below(0, D), Sign(), False),
        (at_most(0, A), Sign(), False),
        (at_most(0, (A - B) ** 3), Sign(), False),
        (at_most(A, A + D), Sign(2 * D), False),  # the other form is another formula
        (equal(0, D - D), Sign(), False),
        (at_most(0, D / A**2), Sign(), False),  # not defined at a = 0
        (at_most(0, sqrt(A)), Sign(), False),
        (below(0, C**A - 1), Sign(), False),
        (below(0, total(X, W)), Sign(), False),
    ],
)
def test_sign(claim: Claim, rule: Sign, good: bool) -> None:
    assert proves(claim, rule) is good


_LESS, _EQUAL, _STRICT = at_most(A, B), equal(A, B), below(A, B)


@pytest.mark.parametrize(
    ("given", "claim", "rule", "good"),
    [
        (_LESS, at_most(D * A, D * B), combination({"h0": D}), True),
        (_LESS, below(A, B + C), combination({"h0": 1}, slack=C), True),
        (_EQUAL, equal(-A, -B), combination({"h0": -1}), True),
        (_EQUAL, at_most(A * A, A * B), combination({"h0": A}), True),
        (_STRICT, below(C * A, C * B), combination({"h0": C}), True),
        (_LESS, at_most(A * A, A * B), combination({"h0": A}), False),  # a may be negative
        (_LESS, at_most(-A, -B), combination({"h0": -1}), False),
        (_LESS, below(A, B), combination({"h0": 1}), False),
        (_LESS, equal(A, B), combination({"h0": 1}), False),
        (_LESS, at_most(A, B + D), combination({"h0": 1}), False),  # the slack is not named
        (_LESS, at_most(A, B + A**3), combination({"h0": 1}, slack=A**3), False),
        (_STRICT, below(D * A, D * B), combination({"h0": D}), False),  # d may be zero
        (_LESS, at_most(A / D, B / D), combination({"h0": 1 / D}), False),
        (_LESS, at_most(A, B), combination({"h1": 1}), False),
        (_EQUAL, equal(A, B + D), combination({"h0": 1}, slack=D), False),
    ],
)
def test_combination(given: Claim, claim: Claim, rule: Rule, good: bool) -> None:
    assert proves(claim, rule, given) is good


_POINT = at_most(P, Q)


@pytest.mark.parametrize(
    ("claim", "rule", "good"),
    [
        (at_most(total(X, P), total(X, Q)), termwise("h0", X), True),
        (at_most(total(X, W * P), total(X, W * Q)), termwise("h0", X, weight=W), True),
        (at_most(total(X, Q), total(X, P)), termwise("h0", X), False),
        (at_most(total(X, A * P), total(X, A * Q)), termwise("h0", X, weight=A), False),
        (at_most(total(X, P), total(X, 2 * Q)), termwise("h0", X), False),
        (below(total(X, P), total(X, Q)), termwise("h0", X), False),
        (equal(total(X, P), total(X, Q)), termwise("h0", X), False),
        (at_most(total(X, P) ** 2, total(X, Q) ** 2), termwise("h0", X), False),
    ],
)
def test_term_by_term(claim: Claim, rule: Rule, good: bool) -> None:
    assert proves(claim, rule, _POINT) is good


@pytest.mark.parametrize(
    ("given", "claim", "function", "good"),
    [
        (at_most(A, B), at_most(exp(A), exp(B)), "exp", True),
        (below(C, D + C), below(ln(C), ln(D + C)), "ln", True),
        (at_most(A, B), at_most(ln(A), ln(B)), "ln", False),
        (at_most(A, B), below(exp(A), exp(B)), "exp", False),
        (at_most(A, B), at_most(exp(B), exp(A)), "exp", False),
        (at_most(A, B), at_most(A**2, B**2), "exp", False),
        (at_most(A, B), equal(exp(A), exp(B)), "exp", False),
    ],
)
def test_monotone(given: Claim, claim: Claim, function: str, good: bool) -> None:
    assert proves(claim, Monotone(function, "h0"), given) is good  # type: ignore[arg-type]


def calculus(rule: Rule, claim: Claim, *steps: tuple[Claim, Rule], given: tuple[Claim, ...] = ()) -> bool:
    """The rule after steps s0, s1, ... from hypotheses h0, h1, ..."""
    before = [Step(f"s{k}", c, r) for k, (c, r) in enumerate(steps)]
    hypotheses = tuple(Hypothesis(f"h{k}", c, "") for k, c in enumerate(given))
    derivation = Derivation((*before, Step("end", claim, rule)), ("end",), hypotheses)
    checked = check(derivation, {})
    assert all(step.verdict is Verdict.VERIFIED for step in checked.steps[:-1]), checked.steps
    return checked.verdict is Verdict.VERIFIED


_ZERO, _ONE = number(0), number(1)
_CURVED = (below(0, exp(A)), Sign())


@pytest.mark.parametrize(
    ("claim", "rule", "good"),
    [
        (at_most(1 + A, exp(A)), Tangent(exp(A), A, _ZERO, "s0"), True),
        (at_most(exp(1) * A, exp(A)), Tangent(exp(A), A, _ONE, "s0"), True),
        (at_most(1 + 2 * A, exp(A)), Tangent(exp(A), A, _ZERO, "s0"), False),
        (at_most(A, exp(A)), Tangent(exp(A), A, _ZERO, "s0"), False),  # true, but not this tangent
        (below(1 + A, exp(A)), Tangent(exp(A), A, _ZERO, "s0"), False),
        (at_most(1 - A, exp(-A)), Tangent(exp(-A), A, _ZERO, "s0"), False),  # not its second derivative
        (at_most(1 + A, exp(A)), Tangent(exp(A), A, A, "s0"), False),
        (at_most(1 + A, exp(A)), Tangent(exp(A), B, _ZERO, "s0"), False),
    ],
)
def test_tangent(claim: Claim, rule: Rule, good: bool) -> None:
    assert calculus(rule, claim, _CURVED) is good


def test_tangent_stays_inside_the_domain() -> None:
    convex = (below(0, 1 / C**2), Sign())
    assert calculus(Tangent(-ln(C), C, _ONE, "s0"), at_most(1 - C, -ln(C)), convex)
    assert not calculus(Tangent(-ln(C), C, number(-1), "s0"), at_most(1 + C, -ln(C)), convex)
    assert not calculus(Tangent(-ln(C), C, _ZERO, "s0"), at_most(0, -ln(C)), convex)


def test_tangent_needs_an_interval() -> None:
    """Hypotheses that tie the letter to something else leave no interval to move in."""
    rule, claim = Tangent(exp(A), A, _ZERO, "s0"), at_most(1 + A, exp(A))
    assert calculus(rule, claim, _CURVED, given=(at_most(A, 5), at_most(-1, A)))
    assert not calculus(rule, claim, _CURVED, given=(at_most(1, A**2),))
    assert not calculus(rule, claim, _CURVED, given=(equal(A, B),))
    assert not calculus(rule, claim, _CURVED, given=(at_most(1, A),))  # 0 lies outside


def test_tangent_needs_a_differentiable_function() -> None:
    second = (at_most(0, D - D), Sign(_ZERO))
    for function in (sqrt(D) - sqrt(D), 1 / D - 1 / D, ln(D) - ln(D)):
        assert not calculus(Tangent(function, D, _ZERO, "s0"), at_most(0, 0), second)
    assert calculus(Tangent(D - D, D, _ZERO, "s0"), at_most(0, 0), second)


_BETWEEN = (at_most(-1, A), at_most(A, 1))
_CHORD = at_most(exp(A), ((1 - A) * exp(number(-1)) + (A + 1) * exp(1)) / 2)


@pytest.mark.parametrize(
    ("claim", "low", "high", "given", "good"),
    [
        (_CHORD, -_ONE, _ONE, _BETWEEN, True),
        (_CHORD, -_ONE, _ONE, _BETWEEN[:1], False),  # beyond the end the chord lies below
        (_CHORD, -_ONE, _ONE, (), False),
        (_CHORD, _ONE, -_ONE, _BETWEEN, False),
        (_CHORD, -_ONE, number(2), _BETWEEN, False),
        (at_most(exp(A), exp(1)), -_ONE, _ONE, _BETWEEN, False),  # true, but not the chord
        (Claim(_CHORD.right, "<=", _CHORD.left), -_ONE, _ONE, _BETWEEN, False),
    ],
)
def test_chord(claim: Claim, low: Expression, high: Expression, given: tuple[Claim, ...], good: bool) -> None:
    assert calculus(Chord(exp(A), A, low, high, "s0"), claim, _CURVED, given=given) is good


def test_chord_needs_the_curvature_on_the_whole_interval() -> None:
    cubic = (at_most(0, 6 * D), Sign())  # convex for d >= 0 only
    claim = at_most(D**3, D)
    given = (at_most(D, 1),)
    assert calculus(Chord(D**3, D, _ZERO, _ONE, "s0"), claim, cubic, given=given)
    assert not calculus(Chord(D**3, D, -_ONE, _ONE, "s0"), claim, cubic, given=given)


def test_increasing() -> None:
    f = exp(D) - 1
    value, slope = (at_most(0, exp(0 * C) - 1), Sign(_ZERO)), (below(0, exp(D)), Sign())
    good = Increasing(f, D, _ZERO, "s0", "s1")
    assert calculus(good, at_most(0, f), value, slope)
    assert not calculus(good, below(0, f), value, slope)
    assert not calculus(good, at_most(0, f - 1), value, slope)
    assert not calculus(good, at_most(f, 0), value, slope)
    # The letter may lie left of the start: there the function is smaller.
    g = exp(A) - 1
    assert not calculus(Increasing(g, A, _ZERO, "s0", "s1"), at_most(0, g), value, (below(0, exp(A)), Sign()))
    # The value at another point, or the slope of another function.
    assert not calculus(good, at_most(0, f), (at_most(0, number(1)), Sign()), slope)
    assert not calculus(good, at_most(0, f), value, (below(0, 2 * exp(D)), Sign()))


def test_a_chain_is_transitivity() -> None:
    assert proves(at_most(A, C), chain("h0", "h1"), at_most(A, B), at_most(B, C))
    assert not proves(at_most(A, C), chain("h0"), at_most(A, B), at_most(B, C))
    assert not proves(at_most(C, A), chain("h0", "h1"), at_most(A, B), at_most(B, C))
    assert not proves(at_most(A, D), chain("h0", "h1"), at_most(A, B), at_most(B, C))


@pytest.mark.parametrize(
    "body",
    [
        total(X, D * P),
        total(X, 1 / (1 + D * P)),
        1 / (1 + total(X, D * P)),
        exp(total(X, 1 / (1 + exp(D) * P))),
    ],
)
def test_a_sum_is_not_taken_for_a_constant_in_a_derivative(body: Expression) -> None:
    assert not proves(equal(derivative(body, D), 0), Identity())
    assert not proves(equal(derivative(body * C, D), 0), Identity())
    assert proves(equal(derivative(total(X, P) * D, D), total(X, P)), Identity())


def test_a_natural_number_does_not_move_continuously() -> None:
    n = Letter("n", "nonnegative", natural=True)
    assert calculus(Tangent(exp(D), D, _ZERO, "s0"), at_most(1 + D, exp(D)), (below(0, exp(D)), Sign()))
    assert not calculus(Tangent(exp(n), n, _ZERO, "s0"), at_most(1 + n, exp(n)), (below(0, exp(n)), Sign()))
