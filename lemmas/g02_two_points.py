"""G2, two points: what Hoeffding's lemma needs of the distribution on {-eps, eps} with mean m.

`e^(lambda c)` lies below its chord between -eps and eps. The chord's value at the mean
is `G = ((eps-m) e^(-lambda eps) + (eps+m) e^(lambda eps))/(2 eps)`, at most
`e^(lambda m + lambda^2 eps^2/2)`:
`f = ln G` has `f(0) = 0`, `f'(0) = m` and `f'' = eps^2 - (G'/G)^2 <= eps^2`. Not in the source.
"""

from __future__ import annotations

from lemmas.general import nothing_on_an_instance
from lemmas.notation import EPS, LAMBDA
from proofcheck.logic.calculus import Chord, Increasing, Tangent
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, below, derivative, equal, named
from proofcheck.logic.rules import Identity, Monotone, Sign, combination
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, exp, ln, number

MEAN = Letter("m", "real", latex="m", meaning="the mean, at least -eps")
POINT = Letter("c", "real", latex="c", meaning="a value between -eps and eps")


def chord(at: Expression) -> Expression:
    """The straight line through `e^(-lambda eps)` at -eps and `e^(lambda eps)` at eps."""
    return ((EPS - at) * exp(-LAMBDA * EPS) + (EPS + at) * exp(LAMBDA * EPS)) / (2 * EPS)


def two_point_moment(mean: Expression) -> Expression:
    """`G`, the moment `E e^(lambda C)` of C in {-eps, eps} with this mean."""
    return named("G", "G", chord(mean), LAMBDA, mean)


_G = two_point_moment(MEAN)
_RISE = exp(LAMBDA * EPS) - exp(-LAMBDA * EPS)
_DEFECT = EPS**2 * LAMBDA**2 / 2 - ln(_G)

DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("m >= -eps", at_most(-EPS, MEAN), "enough of |m| <= eps, since lambda >= 0"),
        Hypothesis("c >= -eps", at_most(-EPS, POINT), "a value between the points"),
        Hypothesis("c <= eps", at_most(POINT, EPS), "on both sides"),
    ),
    steps=(
        Step("rise at 0", at_most(0, exp(0 * EPS) - exp(-0 * EPS)), Sign(number(0))),
        Step("slope of the rise", at_most(0, EPS * (exp(LAMBDA * EPS) + exp(-LAMBDA * EPS))), Sign()),
        Step(
            "rise", at_most(0, _RISE), Increasing(_RISE, LAMBDA, number(0), "rise at 0", "slope of the rise")
        ),
        Step(
            "positive",
            below(0, _G),
            combination({"rise": (EPS + MEAN) / (2 * EPS)}, slack=exp(-LAMBDA * EPS)),
            "so G has a logarithm",
        ),
        Step("curvature", at_most(0, (derivative(_G, LAMBDA) / _G) ** 2), Sign()),
        Step(
            "second derivative",
            equal(EPS**2 - derivative(ln(_G), LAMBDA, 2), (derivative(_G, LAMBDA) / _G) ** 2),
            Identity(),
        ),
        Step(
            "taylor",
            at_most(ln(_G), LAMBDA * MEAN + EPS**2 * LAMBDA**2 / 2),
            Tangent(_DEFECT, LAMBDA, number(0), "curvature"),
            "the tangent at 0 of lambda^2 eps^2/2 - ln G, which is convex",
        ),
        Step("moment", at_most(_G, exp(LAMBDA * MEAN + EPS**2 * LAMBDA**2 / 2)), Monotone("exp", "taylor")),
        Step("curvature of e^(lambda c)", at_most(0, LAMBDA**2 * exp(LAMBDA * POINT)), Sign()),
        Step(
            "chord",
            at_most(exp(LAMBDA * POINT), chord(POINT)),
            Chord(exp(LAMBDA * POINT), POINT, -EPS, EPS, "curvature of e^(lambda c)"),
        ),
    ),
    concludes=("chord", "moment"),
)

STATEMENT = Statement(
    id="two-points",
    number="G2",
    title="The moment of two points",
    formula="e^(l c) <= chord,  G <= e^(l m + l^2 eps^2/2)  for |c|, |m| <= eps, l >= 0",
    words="Among all variables between -eps and eps with mean m, two points have the largest moment.",
    source="not in the source; the first half of Hoeffding's lemma",
    kind="lemma",
    hypotheses=(),
    uses=(),
    proof_uses=(),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
