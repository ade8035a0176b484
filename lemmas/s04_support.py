"""S4, equal support: `Pr[Y_n = x | P1, A] > 0` exactly when `Pr[Y_n = x | P2, A] > 0`.

Source: "we know Pr[Y_n = x | P = P2, A] > 0" in the proof of the lemma.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmas.hypotheses import BOXES_CLOSE, BOXES_CLOSE_SWAPPED
from lemmas.notation import BOX1, BOX2, CHOICE, EPS, PR1, PR2, SEEN, H, N, growth
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import at_most, total
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.rules import Sign, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ring_sign


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge that no output is possible under exactly one password."""
    tree = evidence.setting.tree
    level = tree.levels[-1]
    one_sided = next(
        (
            i
            for i, (a, b) in enumerate(zip(level.y1, level.y2, strict=True))
            if (ring_sign(a) > 0) != (ring_sign(b) > 0)
        ),
        None,
    )
    yield Judgement(
        "support",
        "outputs",
        None,
        Verdict.VERIFIED if one_sided is None else Verdict.REFUTED,
        "exact",
        values={"outputs": len(level.outputs)},
        witness=None if one_sided is None else {"x": tree.output(tree.n, one_sided)},
    )


# The general derivation.
_SEEN1, _SEEN2 = total(H, SEEN * PR1), total(H, SEEN * PR2)

DERIVATION = Derivation(
    hypotheses=(BOXES_CLOSE, BOXES_CLOSE_SWAPPED),
    histories=growth(),
    steps=(
        Step("before the first", at_most(1, 1), Sign(), "the empty history has probability 1 under both"),
        Step("length n", at_most(PR1, exp(N * EPS) * PR2), Assumption()),
        Step(
            "length n+1",
            at_most(PR1 * CHOICE * BOX1, exp((N + 1) * EPS) * (PR2 * CHOICE * BOX2)),
            combination({"length n": CHOICE * BOX1, "close": exp(N * EPS) * PR2 * CHOICE}),
        ),
        Step(
            "histories",
            at_most(PR1, exp(N * EPS) * PR2),
            Induction("before the first", "length n", "length n+1"),
        ),
        Step(
            "outputs",
            at_most(exp(-N * EPS) * _SEEN1, _SEEN2),
            termwise("histories", H, weight=exp(-N * EPS) * SEEN),
            "so an output that is possible under P1 is possible under P2",
        ),
        Step(
            "outputs, swapped",
            at_most(exp(-N * EPS) * _SEEN2, _SEEN1),
            special("outputs", {PR1: PR2, PR2: PR1, BOX1: BOX2, BOX2: BOX1}),
        ),
    ),
    concludes=("outputs", "outputs, swapped"),
)


STATEMENT = Statement(
    id="support",
    number="S4",
    title="Equal support",
    formula="Pr[Y_n = x | P1, A] > 0  <=>  Pr[Y_n = x | P2, A] > 0",
    words="No output gives a password away for certain.",
    source='"we know Pr[Y_n = x_n | P = P2, A] > 0", proof of the lemma',
    kind="fact",
    hypotheses=("closeness",),
    uses=("outputs",),
    proof_uses=("closeness", "chain-rule"),
    check=check,
    derivation=DERIVATION,
)
