"""G6, data processing: the moment `sum p^(1+lambda) q^(-lambda)` does not grow under a randomised function.

A randomised function sends x to y with probability K(y|x). At every y the summand is jointly convex: with
`a = sum_x K p` and `b = sum_x K q`, `a^(1+lambda) b^(-lambda) <= sum_x K p^(1+lambda) q^(-lambda)`.
Not in the source.
"""

from __future__ import annotations

from lemmas.g01_exponential import R, V
from lemmas.general import nothing_on_an_instance
from lemmas.notation import LAMBDA, OUT1, OUT2, P, Q, X, Y, power_ratio
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, equal, total
from proofcheck.logic.rules import chain, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement

CHANNEL = Letter("K", "nonnegative", (X, Y), "K(y|x)", r"K(y \mid x)", "the probability that x is sent to y")

_RATIO = OUT1 / OUT2
_TANGENT = _RATIO ** (1 + LAMBDA) + (1 + LAMBDA) * _RATIO**LAMBDA * (P / Q - _RATIO)
_BEFORE, _AFTER = power_ratio(P, Q, LAMBDA), power_ratio(OUT1, OUT2, LAMBDA)

DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("channel", equal(total(Y, CHANNEL), 1), "x is sent somewhere"),
        Hypothesis("output, P1", equal(OUT1, total(X, CHANNEL * P)), "the law of y"),
        Hypothesis("output, P2", equal(OUT2, total(X, CHANNEL * Q)), "and under P2"),
    ),
    steps=(
        Step(
            "tangent",
            at_most(_TANGENT, (P / Q) ** (1 + LAMBDA)),
            special("exponential/tangent of a power", {R: P / Q, V: _RATIO}),
            "of r^(1+lambda) at the ratio of the output",
        ),
        Step(
            "weighted",
            at_most(total(X, CHANNEL * Q * _TANGENT), total(X, CHANNEL * _BEFORE)),
            termwise("tangent", X, weight=CHANNEL * Q),
        ),
        Step(
            "jointly convex",
            at_most(_AFTER, total(X, CHANNEL * _BEFORE)),
            combination(
                {
                    "weighted": 1,
                    "output, P1": (1 + LAMBDA) * _RATIO**LAMBDA,
                    "output, P2": -LAMBDA * _RATIO ** (1 + LAMBDA),
                }
            ),
            "at every output y",
        ),
        Step(
            "outputs",
            at_most(total(Y, _AFTER), total((Y, X), CHANNEL * _BEFORE)),
            termwise("jointly convex", Y),
        ),
        Step("sent", equal(total(Y, CHANNEL * _BEFORE), _BEFORE), combination({"channel": _BEFORE})),
        Step("all sent", equal(total((X, Y), CHANNEL * _BEFORE), total(X, _BEFORE)), termwise("sent", X)),
        Step("processing", at_most(total(Y, _AFTER), total(X, _BEFORE)), chain("outputs", "all sent")),
    ),
    concludes=("jointly convex", "processing"),
)

STATEMENT = Statement(
    id="data-processing",
    number="G6",
    title="Moments do not grow under randomised functions",
    formula="sum_y Out1^(1+l) Out2^(-l) <= sum_x p^(1+l) q^(-l)",
    words="Forgetting, or answering at random by what was seen, never tells more.",
    source="not in the source; it repairs the step from histories to outputs",
    kind="lemma",
    hypotheses=(),
    uses=(),
    proof_uses=("exponential",),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
