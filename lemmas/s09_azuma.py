"""S9, Fact 2 (Azuma): if `|C_k| <= eps` and `E[C_k | past] <= beta` then, for all z > 0,
`Pr[sum C_k - n beta > z] <= exp(-z^2/(2 n eps^2))`.

Source: "Fact 2. (Azuma Inequality)", with the index k where the source has i. The hypotheses are S6 and
S8 of the same level, and S5, which makes `sum C_k` the log-likelihood ratio that W speaks of; where one
fails (it can, on outputs) this way of proving says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import combined, inequality
from proofcheck.logic.judgement import DIRECTIONS, Approximate, Direction, Judgement, Level, Value, Verdict
from proofcheck.logic.statement import Statement
from proofcheck.numbers import ln, quotient, to_expression

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the hypotheses, then the conclusion at every atom of the loss beyond n beta."""
    for level in _LEVELS:
        for direction in DIRECTIONS:
            yield _judge(evidence, level, direction)


def _judge(evidence: Evidence[Experiment], level: Level, direction: Direction) -> Judgement:
    hypotheses = [
        row
        for id in STATEMENT.hypotheses
        for row in evidence.judgements(id, level=level, direction=direction)
    ]
    if any(row.verdict is Verdict.REFUTED for row in hypotheses):
        failing = tuple(row.id for row in hypotheses if row.verdict is Verdict.REFUTED)
        return Judgement(
            "azuma", level, direction, Verdict.INAPPLICABLE, "exact", values={"failing_hypotheses": failing}
        )
    experiment = evidence.setting
    tightest = None if experiment.no_privacy_loss else experiment.tightest_atom(level, direction)
    if tightest is None:
        verdict = combined(row.verdict for row in hypotheses)
        return Judgement("azuma", level, direction, verdict, "exact", vacuous=True, values={"atoms": 0})
    sum_of_losses = ln(to_expression(quotient(*tightest.ratio)))
    step = inequality(
        "Pr[sum C_k >= l]", tightest.tail, "<=", "exp(-(l - n beta)^2/(2 n eps^2))", tightest.bound,
        f"the tightest of {tightest.atoms} atoms l > n beta",
    )  # fmt: skip
    values: dict[str, Value] = {
        "atoms": tightest.atoms,
        "atom": Approximate(sum_of_losses),
        "ratio": quotient(*tightest.ratio),
        "probability": step.left,
        "bound": step.right,
        "slack": step.slack,
    }
    return Judgement(
        "azuma",
        level,
        direction,
        combined([step.verdict, *(row.verdict for row in hypotheses)]),
        step.method,
        values=values,
        witness=None if step.verdict is Verdict.VERIFIED else {"ratio": quotient(*tightest.ratio)},
        steps=(step,),
    )


STATEMENT = Statement(
    id="azuma",
    number="S9",
    title="Fact 2: Azuma's inequality",
    formula="Pr[sum C_k - n beta > z] <= exp(-z^2/(2 n eps^2))  for all z > 0",
    words="The total loss rarely exceeds its mean by much: the steps' surprises mostly cancel.",
    source="Fact 2",
    kind="fact",
    hypotheses=("ratio", "bounded-loss", "conditional-mean"),
    uses=("ratio", "bounded-loss", "conditional-mean"),
    proof_uses=(),
    check=check,
)
