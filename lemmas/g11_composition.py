"""G11, the theorem from the model and closeness alone: on outputs and on histories, with eps'' and with eps'.

On histories by the source's own argument (S11), on outputs by moments (G10); both by the chain of S12.
"""

from __future__ import annotations

from lemmas import s12_theorem
from lemmas.g10_bad_set_everywhere import BAD as OUTPUT_BAD
from lemmas.general import nothing_on_an_instance
from lemmas.hypotheses import OPENING, OUTPUTS, SMALL, SOME
from lemmas.notation import BOX1, BOX2, DELTA, EPS_PRIME, EPS_SECOND, LOSS, OUT1, OUT2, PR1, PR2, H, Y, growth
from lemmas.s11_bad_set_lemma import BAD as HISTORY_BAD
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Letter, at_most, total
from proofcheck.logic.rules import combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, exp

EVENT = Letter("S", "nonnegative", (Y,), "S(y)", "S(y)", "1 if the output y lies in the event S, else 0")
EVENT_OF_HISTORIES = Letter(
    "T", "nonnegative", (H,), "T(h)", "T(h)", "1 if the history h lies in the event T, else 0"
)
BAD = Letter("W", "nonnegative", (Y,), "W(y)", "W(y)", "1 if Out1(y) > e^(eps'') Out2(y), else 0")
BAD2 = Letter("W2", "nonnegative", (Y,), "W2(y)", "W_2(y)", "1 if Out2(y) > e^(eps'') Out1(y), else 0")
BAD_HISTORY = Letter("V", "nonnegative", (H,), "V(h)", "V(h)", "1 if Pr1(h) > e^(eps') Pr2(h), else 0")
BAD_HISTORY2 = Letter("V2", "nonnegative", (H,), "V2(h)", "V_2(h)", "1 if Pr2(h) > e^(eps') Pr1(h), else 0")


def _bad_set(where: str, bad: Letter, one: Letter, two: Letter, bound: Expression) -> tuple[Hypothesis, ...]:
    """That `bad` is the set of points at which `one > e^bound two`."""
    excess = one - exp(bound) * two
    return (
        Hypothesis(f"at most one, {where}", at_most(bad, 1), "a set counts a point once"),
        Hypothesis(f"in the bad set, {where}", at_most(0, bad * excess), f"definition of {bad.shown}"),
        Hypothesis(f"off the bad set, {where}", at_most((1 - bad) * excess, 0), "the same"),
    )


_ON_OUTPUTS = at_most(total(Y, EVENT * OUT1), exp(EPS_SECOND) * total(Y, EVENT * OUT2) + DELTA)
_OUTPUTS2 = at_most(total(Y, EVENT * OUT2), exp(EPS_SECOND) * total(Y, EVENT * OUT1) + DELTA)
_ON_HISTORIES = at_most(
    total(H, EVENT_OF_HISTORIES * PR1), exp(EPS_PRIME) * total(H, EVENT_OF_HISTORIES * PR2) + DELTA
)
_HISTORIES2 = at_most(
    total(H, EVENT_OF_HISTORIES * PR2), exp(EPS_PRIME) * total(H, EVENT_OF_HISTORIES * PR1) + DELTA
)

DERIVATION = Derivation(
    hypotheses=(
        *OPENING,
        *OUTPUTS,
        SMALL,
        SOME,
        Hypothesis("event", at_most(EVENT, 1), "an event counts a point once"),
        Hypothesis("event of histories", at_most(EVENT_OF_HISTORIES, 1), "an event counts a history once"),
        *_bad_set("outputs", BAD, OUT1, OUT2, EPS_SECOND),
        *_bad_set("outputs, swapped", BAD2, OUT2, OUT1, EPS_SECOND),
        *_bad_set("histories", BAD_HISTORY, PR1, PR2, EPS_PRIME),
        *_bad_set("histories, swapped", BAD_HISTORY2, PR2, PR1, EPS_PRIME),
    ),
    histories=growth(losses=True),
    steps=(
        Step(
            "lemma on outputs",
            at_most(total(Y, OUT1 * BAD), DELTA),
            special("bad-set-everywhere/lemma", {OUTPUT_BAD: BAD}),
        ),
        Step(
            "outputs, eps''",
            _ON_OUTPUTS,
            special(
                "theorem/theorem",
                {
                    s12_theorem.POINT1: OUT1,
                    s12_theorem.POINT2: OUT2,
                    s12_theorem.EVENT: EVENT,
                    s12_theorem.BAD: BAD,
                    s12_theorem.BOUND: EPS_SECOND,
                },
            ),
            "stronger than the source's theorem",
        ),
        Step(
            "outputs, eps'', swapped",
            _OUTPUTS2,
            special(
                "outputs, eps''",
                {OUT1: OUT2, OUT2: OUT1, PR1: PR2, PR2: PR1, BOX1: BOX2, BOX2: BOX1, LOSS: -LOSS, BAD: BAD2},
            ),
        ),
        Step(
            "e^eps'' <= e^eps'",
            at_most(exp(EPS_SECOND), exp(EPS_PRIME)),
            special("bad-set-everywhere/e^eps'' <= e^eps'"),
        ),
        Step(
            "outputs",
            at_most(total(Y, EVENT * OUT1), exp(EPS_PRIME) * total(Y, EVENT * OUT2) + DELTA),
            combination({"outputs, eps''": 1, "e^eps'' <= e^eps'": total(Y, EVENT * OUT2)}),
            "the source's theorem",
        ),
        Step(
            "outputs, swapped",
            at_most(total(Y, EVENT * OUT2), exp(EPS_PRIME) * total(Y, EVENT * OUT1) + DELTA),
            combination({"outputs, eps'', swapped": 1, "e^eps'' <= e^eps'": total(Y, EVENT * OUT1)}),
        ),
        Step(
            "lemma on histories",
            at_most(total(H, PR1 * BAD_HISTORY), DELTA),
            special("bad-set-lemma/lemma", {HISTORY_BAD: BAD_HISTORY}),
        ),
        Step(
            "histories",
            _ON_HISTORIES,
            special(
                "theorem/theorem",
                {
                    s12_theorem.POINT1: PR1,
                    s12_theorem.POINT2: PR2,
                    s12_theorem.EVENT: EVENT_OF_HISTORIES,
                    s12_theorem.BAD: BAD_HISTORY,
                    s12_theorem.BOUND: EPS_PRIME,
                },
                indices={Y: H},
            ),
            "the source's own argument",
        ),
        Step(
            "histories, swapped",
            _HISTORIES2,
            special(
                "histories",
                {PR1: PR2, PR2: PR1, BOX1: BOX2, BOX2: BOX1, LOSS: -LOSS, BAD_HISTORY: BAD_HISTORY2},
            ),
        ),
    ),
    concludes=(
        "outputs, eps''",
        "outputs, eps'', swapped",
        "outputs",
        "outputs, swapped",
        "histories",
        "histories, swapped",
    ),
)

STATEMENT = Statement(
    id="composition",
    number="G11",
    title="Advanced composition, for all strategies, boxes, eps, n, delta' and events",
    formula="Pr[Y_n in S | P1, A] <= e^(eps'') Pr[Y_n in S | P2, A] + delta',  eps'' <= eps',  and swapped",
    words="Nothing is left as a hypothesis but the model and the closeness of every box.",
    source="Theorem, with the stronger eps''",
    kind="theorem",
    hypotheses=("closeness",),
    uses=("chain-rule", "outputs"),
    proof_uses=("bad-set-lemma", "theorem", "bad-set-everywhere"),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
