"""G10, the lemma on outputs: `Pr1[Y_n in W] <= delta'` for every strategy, with eps'' and with eps'.

The source proves its ratio step on histories and states its lemma on outputs; this closes that gap:
outputs are a function of the history, so their moment is no larger. Not in the source.
"""

from __future__ import annotations

from lemmas.g06_data_processing import CHANNEL
from lemmas.g09_moment_tail import BAD as TAIL_BAD
from lemmas.g09_moment_tail import ORDER
from lemmas.general import nothing_on_an_instance
from lemmas.hypotheses import OPENING, OUTPUTS, SMALL, SOME
from lemmas.notation import (
    BETA,
    DELTA,
    DEVIATION,
    EPS,
    EPS_PRIME,
    EPS_SECOND,
    LAMBDA,
    OUT1,
    OUT2,
    PR1,
    PR2,
    SEEN,
    TANH_MEAN,
    H,
    N,
    P,
    Q,
    X,
    Y,
    Z,
    growth,
    moment,
    power_ratio,
)
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, equal, replaced, total
from proofcheck.logic.rules import Monotone, chain, combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp

BAD = Letter("W", "nonnegative", (Y,), "W(y)", "W(y)", "1 if Out1(y) > e^(eps'') Out2(y), else 0")
SOURCE_BAD = Letter("V", "nonnegative", (Y,), "V(y)", "V(y)", "1 if Out1(y) > e^(eps') Out2(y), else 0")

_OUTPUTS = total(Y, power_ratio(OUT1, OUT2, LAMBDA))
_HISTORIES = total(H, power_ratio(PR1, PR2, LAMBDA))
_ORDER = replaced(ORDER, {Z: DEVIATION})
_TAIL = total(Y, OUT1 * BAD)

DERIVATION = Derivation(
    hypotheses=(
        *OPENING,
        *OUTPUTS,
        SMALL,
        SOME,
        Hypothesis("at most one", at_most(BAD, 1), "a set counts a point once"),
        Hypothesis(
            "in the bad set", at_most(0, BAD * (OUT1 - exp(EPS_SECOND) * OUT2)), "there Out1 > e^(eps'') Out2"
        ),
        Hypothesis("at most one, eps'", at_most(SOURCE_BAD, 1), "and so does the source's"),
        Hypothesis(
            "in the bad set, eps'",
            at_most(0, SOURCE_BAD * (OUT1 - exp(EPS_PRIME) * OUT2)),
            "there Out1 > e^(eps') Out2",
        ),
    ),
    histories=growth(),
    steps=(
        Step(
            "forgetting",
            at_most(_OUTPUTS, _HISTORIES),
            special("data-processing/processing", {P: PR1, Q: PR2, CHANNEL: SEEN}, indices={X: H}),
            "outputs are a function of the history",
        ),
        Step("histories", at_most(_HISTORIES, moment(LAMBDA) ** N), special("history-moments/moment")),
        Step("moment", at_most(_OUTPUTS, moment(LAMBDA) ** N), chain("forgetting", "histories")),
        Step(
            "moment of that order",
            at_most(total(Y, power_ratio(OUT1, OUT2, _ORDER)), moment(_ORDER) ** N),
            special("moment", {LAMBDA: _ORDER}),
        ),
        Step(
            "markov",
            at_most(_TAIL, exp(-(DEVIATION**2) / (2 * N * EPS**2))),
            special(
                "moment-tail/tail",
                {Z: DEVIATION, TAIL_BAD: BAD},
            ),
        ),
        Step("tail", equal(exp(-(DEVIATION**2) / (2 * N * EPS**2)), DELTA), special("substitution/tail")),
        Step("lemma", at_most(_TAIL, DELTA), chain("markov", "tail"), "with eps''"),
        Step("comparison", at_most(TANH_MEAN, BETA), special("mean-loss/comparison")),
        Step("eps'' <= eps'", at_most(EPS_SECOND, EPS_PRIME), combination({"comparison": N})),
        Step("e^eps'' <= e^eps'", at_most(exp(EPS_SECOND), exp(EPS_PRIME)), Monotone("exp", "eps'' <= eps'")),
        Step(
            "smaller bad set",
            at_most(0, SOURCE_BAD * (OUT1 - exp(EPS_SECOND) * OUT2)),
            combination({"in the bad set, eps'": 1, "e^eps'' <= e^eps'": SOURCE_BAD * OUT2}),
        ),
        Step(
            "lemma, eps'",
            at_most(total(Y, OUT1 * SOURCE_BAD), DELTA),
            special("lemma", {BAD: SOURCE_BAD}),
            "the source's lemma on outputs",
        ),
    ),
    concludes=("moment", "lemma", "e^eps'' <= e^eps'", "lemma, eps'"),
    remarks=("With P1 and P2 exchanged the same steps prove the other direction.",),
)

STATEMENT = Statement(
    id="bad-set-everywhere",
    number="G10",
    title="The bad set is unlikely on outputs, for every strategy",
    formula="Pr[Y_n in W | P1, A] <= delta',  eps'' = n eps tanh(eps/2) + eps sqrt(2n ln(1/delta'))",
    words="The lemma holds on what is seen, also where the source's way of proving it does not.",
    source="repairs the lemma",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("chain-rule", "outputs"),
    proof_uses=("data-processing", "history-moments", "moment-tail", "mean-loss", "substitution"),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
