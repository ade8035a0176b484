"""G3, Hoeffding's lemma: `E e^(l (C - b)) <= e^(l^2 eps^2/2)` if `|C| <= eps`, `E C <= b` and `l >= 0`.

Not in the source, which takes Azuma's inequality as known; it is the one step of its proof.
"""

from __future__ import annotations

from lemmas.g02_two_points import MEAN, POINT, chord, two_point_moment
from lemmas.general import nothing_on_an_instance
from lemmas.notation import EPS, LAMBDA, X
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, equal, total
from proofcheck.logic.rules import Monotone, chain, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp

WEIGHT = Letter("w", "nonnegative", (X,), "w(x)", "w(x)", "the probability of the outcome x")
VALUES = Letter("c", "real", (X,), "c(x)", "c(x)", "the value of C at the outcome x")
MEAN_BOUND = Letter("b", "real", latex="b", meaning="an upper bound of the mean")

_MEAN = total(X, WEIGHT * VALUES)
_MOMENT = total(X, WEIGHT * exp(LAMBDA * VALUES))
_HALF = EPS**2 * LAMBDA**2 / 2

DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("weights", equal(total(X, WEIGHT), 1), "w is a distribution"),
        Hypothesis("c >= -eps", at_most(-EPS, VALUES), "C is bounded from below"),
        Hypothesis("c <= eps", at_most(VALUES, EPS), "and from above"),
        Hypothesis("mean", at_most(_MEAN, MEAN_BOUND), "E C <= b"),
    ),
    steps=(
        Step(
            "sum from below", at_most(-EPS * total(X, WEIGHT), _MEAN), termwise("c >= -eps", X, weight=WEIGHT)
        ),
        Step("mean >= -eps", at_most(-EPS, _MEAN), combination({"sum from below": 1, "weights": EPS})),
        Step(
            "chord",
            at_most(exp(LAMBDA * VALUES), chord(VALUES)),
            special("two-points/chord", {POINT: VALUES}),
            "at every outcome",
        ),
        Step(
            "chords", at_most(_MOMENT, total(X, WEIGHT * chord(VALUES))), termwise("chord", X, weight=WEIGHT)
        ),
        Step(
            "two points",
            at_most(_MOMENT, two_point_moment(_MEAN)),
            combination({"chords": 1, "weights": (exp(-LAMBDA * EPS) + exp(LAMBDA * EPS)) / 2}),
            "the chord is straight, so its mean is its value at the mean",
        ),
        Step(
            "moment",
            at_most(two_point_moment(_MEAN), exp(LAMBDA * _MEAN + _HALF)),
            special("two-points/moment", {MEAN: _MEAN}),
        ),
        Step(
            "exponents",
            at_most(LAMBDA * _MEAN + _HALF, LAMBDA * MEAN_BOUND + _HALF),
            combination({"mean": LAMBDA}),
        ),
        Step(
            "larger mean",
            at_most(exp(LAMBDA * _MEAN + _HALF), exp(LAMBDA * MEAN_BOUND + _HALF)),
            Monotone("exp", "exponents"),
        ),
        Step(
            "bound",
            at_most(_MOMENT, exp(LAMBDA * MEAN_BOUND + _HALF)),
            chain("two points", "moment", "larger mean"),
        ),
        Step(
            "centred",
            at_most(total(X, WEIGHT * exp(LAMBDA * (VALUES - MEAN_BOUND))), exp(_HALF)),
            combination({"bound": exp(-LAMBDA * MEAN_BOUND)}),
        ),
    ),
    concludes=("centred",),
)

STATEMENT = Statement(
    id="hoeffding",
    number="G3",
    title="Hoeffding's lemma",
    formula="E e^(l (C - b)) <= e^(l^2 eps^2/2)  if |C| <= eps, E C <= b, l >= 0",
    words="A bounded surprise has a moment no larger than a normal one's.",
    source="not in the source; the one step of Azuma's inequality",
    kind="lemma",
    hypotheses=(),
    uses=(),
    proof_uses=("two-points",),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
