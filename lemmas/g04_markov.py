"""G4, Markov's inequality in exponential form: `Pr[W] <= E e^s` for an event W on which `s >= 0`.

Not in the source. Its one line: `W <= e^s` at every point, since `e^s >= 1 + s`.
"""

from __future__ import annotations

from lemmas.g01_exponential import S
from lemmas.general import nothing_on_an_instance
from lemmas.notation import Y
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, total
from proofcheck.logic.rules import combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp

MASS = Letter("Pr", "nonnegative", (Y,), "Pr(y)", r"\mathrm{Pr}(y)", "the probability of the point y")
EVENT = Letter("W", "nonnegative", (Y,), "W(y)", "W(y)", "1 if y lies in the event W, else 0")
EXCESS = Letter("s", "real", (Y,), "s(y)", "s(y)", "any quantity")

DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("at most one", at_most(EVENT, 1), "an event counts a point once"),
        Hypothesis("on the event", at_most(0, EVENT * EXCESS), "there s is not negative"),
    ),
    steps=(
        Step("tangent", at_most(1 + EXCESS, exp(EXCESS)), special("exponential/tangent", {S: EXCESS})),
        Step(
            "point",
            at_most(EVENT, exp(EXCESS)),
            combination({"tangent": EVENT, "on the event": 1}, slack=(1 - EVENT) * exp(EXCESS)),
            "e^s - W = W (e^s - 1 - s) + W s + (1 - W) e^s",
        ),
        Step(
            "markov",
            at_most(total(Y, MASS * EVENT), total(Y, MASS * exp(EXCESS))),
            termwise("point", Y, weight=MASS),
        ),
    ),
    concludes=("markov",),
)

STATEMENT = Statement(
    id="markov",
    number="G4",
    title="Markov's inequality",
    formula="Pr[W] <= E e^s  if s >= 0 on W",
    words="What is rarely large on average is rarely large.",
    source="not in the source",
    kind="fact",
    hypotheses=(),
    uses=(),
    proof_uses=("exponential",),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
