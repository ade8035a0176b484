"""G1, tangents: `1 + s <= e^s`, `1 - 1/u <= ln u <= u - 1`, and `r^(1+lambda)` lies above its tangents.

Not in the source. Every inequality of the general proof that is not mere algebra comes from here.
"""

from __future__ import annotations

from lemmas.general import nothing_on_an_instance
from lemmas.notation import EPS, LAMBDA
from proofcheck.logic.calculus import Tangent
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.formula import Letter, at_most, below
from proofcheck.logic.rules import Sign, combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln, number

S = Letter("s", "real", latex="s", meaning="any real")
U = Letter("u", "positive", latex="u", meaning="any positive real")
R = Letter("r", "positive", latex="r", meaning="any positive real")
V = Letter("v", "positive", latex="v", meaning="any positive real")

DERIVATION = Derivation(
    steps=(
        Step("curvature", below(0, exp(S)), Sign(), "the second derivative of e^s"),
        Step("tangent", at_most(1 + S, exp(S)), Tangent(exp(S), S, number(0), "curvature")),
        Step("logarithm", at_most(ln(U), U - 1), special("tangent", {S: ln(U)}), "s = ln u"),
        Step("logarithm below", at_most(1 - 1 / U, ln(U)), special("logarithm", {U: 1 / U}), "1/u for u"),
        Step("growth", at_most(EPS, exp(EPS) - 1), special("tangent", {S: EPS})),
        Step("t above 1", below(0, exp(EPS) - 1), combination({"growth": 1}, slack=EPS)),
        Step("ends", at_most(1 + 2 * EPS, exp(2 * EPS)), special("tangent", {S: 2 * EPS})),
        Step(
            "interval",
            below(exp(-EPS), exp(EPS)),
            combination({"ends": exp(-EPS)}, slack=2 * EPS * exp(-EPS)),
            "e^eps - e^-eps = e^-eps (e^(2 eps) - 1)",
        ),
        Step(
            "curvature of a power",
            at_most(0, (1 + LAMBDA) * LAMBDA * R ** (LAMBDA - 1)),
            Sign(),
            "the second derivative of r^(1+lambda)",
        ),
        Step(
            "tangent of a power",
            at_most(V ** (1 + LAMBDA) + (1 + LAMBDA) * V**LAMBDA * (R - V), R ** (1 + LAMBDA)),
            Tangent(R ** (1 + LAMBDA), R, V, "curvature of a power"),
        ),
    ),
    concludes=(
        "tangent",
        "logarithm",
        "logarithm below",
        "growth",
        "t above 1",
        "interval",
        "tangent of a power",
    ),
)

STATEMENT = Statement(
    id="exponential",
    number="G1",
    title="Convex functions lie above their tangents",
    formula="1 + s <= e^s,  1 - 1/u <= ln u <= u - 1,  v^(1+l) + (1+l) v^l (r - v) <= r^(1+l)",
    words="The only facts about exponentials and powers that the proof needs.",
    source="not in the source",
    kind="fact",
    hypotheses=(),
    uses=(),
    proof_uses=(),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
