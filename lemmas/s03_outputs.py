"""S3, outputs: `Pr[Y_n = x | P, A] = sum over i of Pr[H_n = (i, x) | P, A]` (forget the indexes).

Source: definition 8; the source writes this sum as a single product, which holds on histories only.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmas.hypotheses import ANSWERS1, CHOICES, MESSAGES
from lemmas.notation import PR1, SEEN, H, Y, growth
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.tree import Tree
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import equal, total
from proofcheck.logic.judgement import Inequality, Judgement, Value, Verdict
from proofcheck.logic.rules import combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import RingElement


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge that every output's mass is the sum of the histories that show it, at every prefix."""
    tree = evidence.setting.tree
    failure = _first_failure(tree)
    last = tree.levels[-1]
    steps = []
    for name, masses in (("P1", last.y1), ("P2", last.y2)):
        total = tree.probability(tree.n, sum(masses))
        verdict = Verdict.VERIFIED if total == 1 else Verdict.REFUTED
        steps.append(
            Inequality(
                f"total mass of Y_{tree.n} under {name}", total, "=", "1", 1, total - 1, verdict, "exact"
            )
        )
    fine = failure is None and all(step.verdict is Verdict.VERIFIED for step in steps)
    yield Judgement(
        "outputs",
        "outputs",
        None,
        Verdict.VERIFIED if fine else Verdict.REFUTED,
        "exact",
        values={"total": steps[0].left, "outputs": len(last.outputs)},
        witness=failure,
        steps=tuple(steps),
    )


def _first_failure(tree: Tree) -> dict[str, Value] | None:
    for k, level in enumerate(tree.levels):
        for name, nodes, masses in (("P1", level.p1, level.y1), ("P2", level.p2, level.y2)):
            sums: list[RingElement] = [0] * len(masses)
            for output, mass in zip(level.output, nodes, strict=True):
                sums[output] = sums[output] + mass
            if sums == masses:
                continue
            index = next(i for i, (a, b) in enumerate(zip(sums, masses, strict=True)) if a != b)
            return {"x": tree.output(k, index), "password": name}
    return None


# The general derivation.
DERIVATION = Derivation(
    hypotheses=(CHOICES, ANSWERS1, MESSAGES),
    histories=growth(),
    steps=(
        Step("histories", equal(total(H, PR1), 1), special("chain-rule/total")),
        Step("one history", equal(total(Y, SEEN * PR1), PR1), combination({"messages": PR1})),
        Step("all histories", equal(total((H, Y), SEEN * PR1), total(H, PR1)), termwise("one history", H)),
        Step(
            "total",
            equal(total((Y, H), SEEN * PR1), 1),
            combination({"all histories": 1, "histories": 1}),
            "the order of finite sums is free",
        ),
    ),
    concludes=("total",),
    remarks=("The same under P2.",),
)


STATEMENT = Statement(
    id="outputs",
    number="S3",
    title="Outputs forget the indexes",
    formula="Pr[Y_n = x | P, A] = sum_i Pr[H_n = (i, x) | P, A]",
    words="What you see is the messages; which boxes they came from is summed out.",
    source="definition 8",
    kind="definition",
    hypotheses=(),
    uses=("chain-rule",),
    proof_uses=(),
    check=check,
    derivation=DERIVATION,
)
