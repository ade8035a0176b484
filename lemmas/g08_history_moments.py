"""G8, moments multiply: `sum_h Pr1^(1+l) Pr2^(-l) <= M(l)^n` for every strategy and all close boxes.

Each box is randomised response sent through a channel (dominance), so its moment is at most M (data
processing); each opening multiplies the moment of the history by at most that. Not in the source.
"""

from __future__ import annotations

from lemmas.g06_data_processing import CHANNEL
from lemmas.general import nothing_on_an_instance
from lemmas.hypotheses import OPENING
from lemmas.notation import (
    BOX1,
    BOX2,
    CHOICE,
    LAMBDA,
    OUT1,
    OUT2,
    PR1,
    PR2,
    XI,
    H,
    I,
    N,
    P,
    Q,
    T,
    X,
    Y,
    channel,
    growth,
    moment,
    power_ratio,
)
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.formula import at_most, below, equal, total
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.rules import Sign, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement

_K0, _K1 = channel(BOX1, BOX2)
_BOX = {P: BOX1, Q: BOX2}
_M = moment(LAMBDA)
_OF_BOX, _OF_HISTORY = power_ratio(BOX1, BOX2, LAMBDA), power_ratio(PR1, PR2, LAMBDA)
_EXTENDED = total((H, I, XI), power_ratio(PR1 * CHOICE * BOX1, PR2 * CHOICE * BOX2, LAMBDA))
_MOMENT = at_most(total(H, _OF_HISTORY), _M**N)

DERIVATION = Derivation(
    hypotheses=OPENING,
    histories=growth(),
    steps=(
        Step("t above 1", below(0, T - 1), special("exponential/t above 1")),
        Step("sum of K0", equal(total(XI, _K0), 1), special("dominance/sum of K0", _BOX, indices={X: XI})),
        Step("sum of K1", equal(total(XI, _K1), 1), special("dominance/sum of K1", _BOX, indices={X: XI})),
        Step(
            "box",
            at_most(total(XI, _OF_BOX), _M),
            special(
                "data-processing/processing",
                {OUT1: BOX1, OUT2: BOX2},
                indices={Y: XI},
                cases={
                    X: (
                        {P: T / (1 + T), Q: 1 / (1 + T), CHANNEL: _K0},
                        {P: 1 / (1 + T), Q: T / (1 + T), CHANNEL: _K1},
                    )
                },
            ),
            "the box is the bit 0 or 1 of randomised response, sent through K0 or K1",
        ),
        Step(
            "boxes",
            at_most(total((I, XI), CHOICE * _OF_BOX), total(I, CHOICE) * _M),
            termwise("box", I, weight=CHOICE),
        ),
        Step(
            "one opening",
            at_most(total((I, XI), CHOICE * _OF_BOX), _M),
            combination({"boxes": 1, "choices": _M}),
        ),
        Step("moment at 0", at_most(1, 1), Sign()),
        Step("moment at n", _MOMENT, Assumption()),
        Step(
            "last opening",
            at_most(_EXTENDED, _M * total(H, _OF_HISTORY)),
            termwise("one opening", H, weight=_OF_HISTORY),
        ),
        Step(
            "moment at n+1",
            at_most(_EXTENDED, _M ** (N + 1)),
            combination({"last opening": 1, "moment at n": _M}),
        ),
        Step("moment", _MOMENT, Induction("moment at 0", "moment at n", "moment at n+1")),
    ),
    concludes=("box", "moment"),
)

STATEMENT = Statement(
    id="history-moments",
    number="G8",
    title="Moments multiply along a history",
    formula="sum_h Pr1^(1+l) Pr2^(-l) <= M(l)^n  for every strategy",
    words="Each opening multiplies the moment by at most that of randomised response, whatever came before.",
    source="not in the source",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("chain-rule",),
    proof_uses=("exponential", "dominance", "data-processing"),
    check=nothing_on_an_instance,
    derivation=DERIVATION,
)
