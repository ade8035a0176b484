"""S4, equal support: `Pr[Y_n = x | P1, A] > 0` exactly when `Pr[Y_n = x | P2, A] > 0`.

Source: "we know Pr[Y_n = x | P = P2, A] > 0" in the proof of the lemma.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.statement import Statement
from proofcheck.numbers import ring_sign


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
)
