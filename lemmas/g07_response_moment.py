"""G7, the moment of randomised response: `M(lambda) = (t^(1+lambda) + t^(-lambda))/(1+t)`, t = e^eps.

`M = cosh((lambda+1/2) eps)/cosh(eps/2)`; `f = ln M` has `f(0) = 0`, `f'(0) = eps tanh(eps/2)` and
`f'' = eps^2/cosh((lambda+1/2) eps)^2 <= eps^2`, so `f <= lambda eps tanh(eps/2) + lambda^2 eps^2/2`.
Not in the source.
"""

from __future__ import annotations

from fractions import Fraction

from lemmas.general import nothing_on_an_instance
from lemmas.notation import BETA, EPS, LAMBDA, TANH_MEAN, N, moment
from proofcheck.logic.calculus import Tangent
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.formula import at_most, cosh, derivative, equal
from proofcheck.logic.rules import Identity, Monotone, Sign, combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln, number, tanh

_M = moment(LAMBDA)
_HALF = EPS**2 * LAMBDA**2 / 2
_U = (LAMBDA + Fraction(1, 2)) * EPS

DERIVATION = Derivation(
    steps=(
        Step("closed form", equal(_M, cosh(_U) / cosh(EPS / 2)), Identity()),
        Step("f(0)", equal(ln(moment(number(0))), 0), Identity()),
        Step("f'(0)", equal(derivative(ln(_M), LAMBDA, at=0), TANH_MEAN), Identity()),
        Step("f''", equal(derivative(ln(_M), LAMBDA, 2), EPS**2 / cosh(_U) ** 2), Identity()),
        Step("f'' <= eps^2", at_most(EPS**2 / cosh(_U) ** 2, EPS**2), Sign(EPS**2 * tanh(_U) ** 2)),
        Step(
            "curvature",
            at_most(derivative(ln(_M), LAMBDA, 2), EPS**2),
            combination({"f''": -1, "f'' <= eps^2": 1}),
        ),
        Step(
            "taylor",
            at_most(ln(_M), LAMBDA * TANH_MEAN + _HALF),
            Tangent(_HALF - ln(_M), LAMBDA, number(0), "curvature"),
            "the tangent at 0 of lambda^2 eps^2/2 - f, which is convex",
        ),
        Step("comparison", at_most(TANH_MEAN, BETA), special("mean-loss/comparison")),
        Step(
            "with beta",
            at_most(ln(_M), LAMBDA * BETA + _HALF),
            combination({"taylor": 1, "comparison": LAMBDA}),
        ),
        Step("n times", at_most(N * ln(_M), N * (LAMBDA * TANH_MEAN + _HALF)), combination({"taylor": N})),
        Step("power", at_most(_M**N, exp(N * (LAMBDA * TANH_MEAN + _HALF))), Monotone("exp", "n times")),
    ),
    concludes=("closed form", "f(0)", "f'(0)", "f''", "taylor", "with beta", "power"),
)

STATEMENT = Statement(
    id="response-moment",
    number="G7",
    title="The moment of randomised response",
    formula="M(l) = cosh((l+1/2) eps)/cosh(eps/2),  ln M(l) <= l eps tanh(eps/2) + l^2 eps^2/2",
    words="Its logarithm bends no more than a parabola.",
    source="not in the source",
    kind="lemma",
    hypotheses=(),
    uses=(),
    proof_uses=("mean-loss",),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
