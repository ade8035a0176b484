"""G9, from moments to the bad set: if `sum_y Out1^(1+l) Out2^(-l) <= M(l)^n` at l = z/(n eps^2), then
`Pr1[W] <= exp(-z^2/(2 n eps^2))` for `W = {y : Out1 > e^(n eps tanh(eps/2) + z) Out2}`.

Markov's inequality with the order l = z/(n eps^2). Not in the source.
"""

from __future__ import annotations

from lemmas.g01_exponential import U
from lemmas.g04_markov import EVENT, EXCESS, MASS
from lemmas.general import nothing_on_an_instance
from lemmas.hypotheses import SOME
from lemmas.notation import EPS, LAMBDA, OUT1, OUT2, TANH_MEAN, N, Y, Z, moment, power_ratio
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, total
from proofcheck.logic.rules import combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln

BAD = Letter("W", "nonnegative", (Y,), "W(y)", "W(y)", "1 if y lies in the bad set, else 0")
ORDER = Z / (N * EPS**2)

_BOUND = N * TANH_MEAN + Z
_ODDS = OUT1 / (exp(_BOUND) * OUT2)
_EXCESS = ORDER * (ln(OUT1 / OUT2) - _BOUND)
_TAIL = total(Y, OUT1 * BAD)

DERIVATION = Derivation(
    hypotheses=(
        SOME,
        Hypothesis("at most one", at_most(BAD, 1), "a set counts a point once"),
        Hypothesis(
            "in the bad set", at_most(0, BAD * (OUT1 - exp(_BOUND) * OUT2)), "there Out1 > e^bound Out2"
        ),
        Hypothesis(
            "moment",
            at_most(total(Y, power_ratio(OUT1, OUT2, ORDER)), moment(ORDER) ** N),
            "the moment of order z/(n eps^2)",
            "history-moments",
        ),
    ),
    steps=(
        Step(
            "logarithm",
            at_most(1 - exp(_BOUND) * OUT2 / OUT1, ln(_ODDS)),
            special("exponential/logarithm below", {U: _ODDS}),
        ),
        Step(
            "excess",
            at_most(0, BAD * _EXCESS),
            combination({"logarithm": BAD * ORDER, "in the bad set": ORDER / OUT1}),
        ),
        Step(
            "markov",
            at_most(_TAIL, total(Y, OUT1 * exp(_EXCESS))),
            special("markov/markov", {MASS: OUT1, EVENT: BAD, EXCESS: _EXCESS}),
        ),
        Step(
            "chernoff",
            at_most(_TAIL, exp(-ORDER * _BOUND) * moment(ORDER) ** N),
            combination({"markov": 1, "moment": exp(-ORDER * _BOUND)}),
        ),
        Step(
            "power",
            at_most(moment(ORDER) ** N, exp(N * (ORDER * TANH_MEAN + EPS**2 * ORDER**2 / 2))),
            special("response-moment/power", {LAMBDA: ORDER}),
        ),
        Step(
            "tail",
            at_most(_TAIL, exp(-(Z**2) / (2 * N * EPS**2))),
            combination({"chernoff": 1, "power": exp(-ORDER * _BOUND)}),
            "the exponents add up: -l z + n l^2 eps^2/2 = -z^2/(2 n eps^2)",
        ),
    ),
    concludes=("tail",),
)

STATEMENT = Statement(
    id="moment-tail",
    number="G9",
    title="From moments to the bad set",
    formula="Pr1[W] <= exp(-z^2/(2n eps^2)),  W = {y : Out1 > e^(n eps tanh(eps/2) + z) Out2}",
    words="Where the odds are large the moment is large, and the moment is small.",
    source="not in the source",
    kind="lemma",
    hypotheses=("history-moments",),
    uses=(),
    proof_uses=("exponential", "markov", "response-moment"),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
