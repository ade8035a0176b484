"""S5, ratio: on histories `Pr1[h]/Pr2[h] = prod_k p_{i_k}(x_k)/q_{i_k}(x_k)`; the strategy cancels.

Source: "We are ready to consider the ratio". The source writes it for outputs. There it holds at x
exactly when all histories that collide on x have one ratio, which a randomised strategy can break:
it is judged at every prefix, and where it fails the source's argument has a gap.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmas.notation import BOX1, BOX2, CHOICE, LOSS, PR1, PR2, PRODUCT, growth
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.ratios import same
from proofcheck.analysis.tree import Tree, scaled_rows
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import equal
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.judgement import DIRECTIONS, Judgement, Value, Verdict
from proofcheck.logic.rules import Identity, Monotone, combination
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the product form on histories and, at every prefix, on outputs."""
    tree = evidence.setting.tree
    on_histories, on_outputs = _history_failure(tree), _output_failure(tree)
    for direction in DIRECTIONS:
        yield Judgement(
            "ratio",
            "histories",
            direction,
            Verdict.VERIFIED if on_histories is None else Verdict.REFUTED,
            "exact",
            values={"nodes": tree.nodes},
            witness=on_histories,
        )
    for direction in DIRECTIONS:
        yield Judgement(
            "ratio",
            "outputs",
            direction,
            Verdict.VERIFIED if on_outputs is None else Verdict.REFUTED,
            "exact",
            values={"prefixes": sum(len(level.outputs) for level in tree.levels)},
            witness=on_outputs,
        )


def _history_failure(tree: Tree) -> dict[str, Value] | None:
    """A history whose masses do not have the ratio of its boxes' answers."""
    rows, _ = scaled_rows(tree.family)
    for k, level in enumerate(tree.levels):
        for node, (mass1, mass2, ratio) in enumerate(zip(level.p1, level.p2, level.ratio, strict=True)):
            if not same((mass1, mass2), ratio):
                return {"history": tree.history(k, node)}
            if k > 0:
                before = tree.levels[k - 1].ratio[level.parent[node]]
                box, answer = level.step[node]
                over, under = rows[box][answer][4]
                if not same(ratio, (before[0] * over, before[1] * under)):
                    return {"history": tree.history(k, node)}
    return None


def _output_failure(tree: Tree) -> dict[str, Value] | None:
    """The shortest output prefix on which two histories of different ratio collide, with both."""
    for k, level in enumerate(tree.levels):
        first: dict[int, int] = {}
        for node, (output, ratio) in enumerate(zip(level.output, level.ratio, strict=True)):
            other = first.setdefault(output, node)
            if not same(level.ratio[other], ratio):
                boxes = [tuple(box for box, _ in tree.history(k, at)) for at in (other, node)]
                return {"x": tree.output(k, output), "index_sequences": tuple(boxes)}
    return None


# The general derivation.
DERIVATION = Derivation(
    histories=growth(product=True, losses=True),
    steps=(
        Step("ratio at 0", equal(1, 1), Identity(), "the empty product is 1"),
        Step("ratio at n", equal(PR1, PRODUCT * PR2), Assumption()),
        Step(
            "ratio at n+1",
            equal(PR1 * CHOICE * BOX1, PRODUCT * (BOX1 / BOX2) * (PR2 * CHOICE * BOX2)),
            combination({"ratio at n": CHOICE * BOX1}),
            "the strategy's choice cancels",
        ),
        Step("ratio", equal(PR1, PRODUCT * PR2), Induction("ratio at 0", "ratio at n", "ratio at n+1")),
        Step("product at 0", equal(1, exp(0 * LOSS)), Identity(), "the empty sum is 0"),
        Step("product at n", equal(PRODUCT, exp(LOSS)), Assumption()),
        Step(
            "product at n+1",
            equal(PRODUCT * (BOX1 / BOX2), exp(LOSS + ln(BOX1 / BOX2))),
            combination({"product at n": BOX1 / BOX2}),
        ),
        Step(
            "product", equal(PRODUCT, exp(LOSS)), Induction("product at 0", "product at n", "product at n+1")
        ),
        Step("both", equal(exp(LOSS) * PR2, PR1), combination({"ratio": -1, "product": -PR2})),
        Step("loss", equal(LOSS, ln(PR1 / PR2)), Monotone("ln", "both"), "the logarithm of both sides"),
    ),
    concludes=("ratio", "loss"),
)


STATEMENT = Statement(
    id="ratio",
    number="S5",
    title="The strategy cancels in the likelihood ratio",
    formula="Pr[. | P1, A] / Pr[. | P2, A] = prod_k p_{i_k}(x_k) / q_{i_k}(x_k)",
    words="On histories only the boxes' answers tell the passwords apart. On outputs this can fail.",
    source='"We are ready to consider the ratio", proof of the lemma',
    kind="fact",
    hypotheses=("support",),
    uses=("chain-rule", "outputs"),
    proof_uses=("chain-rule", "support"),
    check=check,
    derivation=DERIVATION,
)
