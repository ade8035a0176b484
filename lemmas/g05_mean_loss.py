"""G5, the mean loss: `KL(p||q) <= eps tanh(eps/2) <= eps (e^eps - 1)`; randomised response attains the first.

Not in the source: Fact 1 with the best constant. `r ln r` lies below its chord between e^-eps and e^eps,
and the mean of r = p/q under q is 1.
"""

from __future__ import annotations

from lemmas.general import nothing_on_an_instance
from lemmas.hypotheses import BOX
from lemmas.notation import BETA, EPS, TANH_MEAN, P, Q, T, X, mean_loss
from proofcheck.logic.calculus import Chord
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, below, equal, named, total
from proofcheck.logic.rules import Identity, Sign, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, exp, ln

RATIO = Letter("r", "positive", latex="r", meaning="a ratio between e^-eps and e^eps")

_TRUTH, _LIE = named("a", "a", T / (1 + T)), named("b", "b", 1 / (1 + T))
_KL = mean_loss(P, Q)


def _chord(r: Expression) -> Expression:
    """The straight line through `r ln r` at e^-eps and e^eps."""
    return ((T - r) * exp(-EPS) * -EPS + (r - exp(-EPS)) * T * EPS) / (T - exp(-EPS))


DERIVATION = Derivation(
    hypotheses=(
        *BOX,
        Hypothesis("r >= e^-eps", at_most(exp(-EPS), RATIO), "a ratio as closeness allows it"),
        Hypothesis("r <= e^eps", at_most(RATIO, T), "on both sides"),
    ),
    steps=(
        Step("interval", below(exp(-EPS), T), special("exponential/interval")),
        Step("curvature", below(0, 1 / RATIO), Sign(), "the second derivative of r ln r"),
        Step(
            "chord",
            at_most(RATIO * ln(RATIO), _chord(RATIO)),
            Chord(RATIO * ln(RATIO), RATIO, exp(-EPS), T, "curvature"),
        ),
        Step("ratio <= e^eps", at_most(P / Q, T), combination({"close": 1 / Q})),
        Step("ratio >= e^-eps", at_most(exp(-EPS), P / Q), combination({"close, swapped": exp(-EPS) / Q})),
        Step(
            "message",
            at_most((P / Q) * ln(P / Q), _chord(P / Q)),
            special("chord", {RATIO: P / Q}),
        ),
        Step("messages", at_most(_KL, total(X, Q * _chord(P / Q))), termwise("message", X, weight=Q)),
        Step(
            "mean",
            at_most(_KL, TANH_MEAN),
            combination(
                {
                    "messages": 1,
                    "sum of p": EPS * (T + exp(-EPS)) / (T - exp(-EPS)),
                    "sum of q": -2 * EPS / (T - exp(-EPS)),
                },
            ),
            "the chord's value at r = 1",
        ),
        Step(
            "attained",
            equal(_TRUTH * ln(_TRUTH / _LIE) + _LIE * ln(_LIE / _TRUTH), TANH_MEAN),
            Identity(),
            "KL of randomised response against its swap",
        ),
        Step("growth", at_most(EPS, T - 1), special("exponential/growth")),
        Step(
            "comparison",
            at_most(TANH_MEAN, BETA),
            combination({"growth": EPS * T / (1 + T)}, slack=EPS**2 * T / (1 + T)),
            "tanh(eps/2) = (e^eps - 1)/(e^eps + 1)",
        ),
    ),
    concludes=("mean", "attained", "comparison"),
)

STATEMENT = Statement(
    id="mean-loss",
    number="G5",
    title="The largest mean loss of a close box",
    formula="KL(p||q) <= eps tanh(eps/2) <= eps(e^eps - 1)",
    words="Randomised response loses most on average, and about half of eps^2.",
    source="not in the source; sharpens Fact 1",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("closeness",),
    proof_uses=("exponential",),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
