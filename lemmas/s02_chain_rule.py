"""S2, chain rule: `Pr[H_n = (i, x) | P, A] = prod_k A(i_k | h_{k-1}) D_{i_k,P}(x_k)`.

Source: "By chain rule, we have" in the proof of the lemma. Checked as: every history's mass is that of
its beginning times the choice of the box times the box's answer; every choice and every box sums to 1 (so
a history's mass is the sum over its extensions); every level of the tree has mass 1 under both passwords;
every history on the support has positive mass. Histories with equal futures are one node of the tree; where
such nodes were merged, the product is judged for all histories together that show one output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemmas.hypotheses import ANSWERS1, CHOICES
from lemmas.notation import BOX1, CHOICE, PR1, XI, H, I, growth
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.tree import Level, Row, Tree, scaled_rows, scaled_weights
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import equal, total
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.inequality import combined
from proofcheck.logic.judgement import Inequality, Judgement, Value, Verdict
from proofcheck.logic.rules import Identity, combination, termwise
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Exact, RingElement, over_common_denominator, ring_sign


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge total mass, splitting and positivity of the whole tree."""
    tree = evidence.setting.tree
    broken = _first_failure(tree)
    last = tree.levels[-1]
    steps = tuple(
        _equals_one(f"total mass of H_{tree.n} under {name}", tree.probability(tree.n, sum(masses)))
        for name, masses in (("P1", last.p1), ("P2", last.p2))
    )
    verdicts = [step.verdict for step in steps]
    verdicts.append(Verdict.VERIFIED if broken is None else Verdict.REFUTED)
    yield Judgement(
        "chain-rule",
        "histories",
        None,
        combined(verdicts),
        "exact",
        values={"total": steps[0].left, "histories": sum(last.histories), "nodes": tree.nodes},
        witness=broken,
        steps=steps,
    )


def _first_failure(tree: Tree) -> dict[str, Value] | None:
    for k, level in enumerate(tree.levels):
        for name, masses in (("P1", level.p1), ("P2", level.p2)):
            if sum(masses) != level.unit:
                return {"openings": k, "password": name, "total": tree.probability(k, sum(masses))}
        for node, (mass1, mass2) in enumerate(zip(level.p1, level.p2, strict=True)):
            if ring_sign(mass1) <= 0 or ring_sign(mass2) <= 0:
                return {"history": tree.history(k, node), "message": "mass not positive"}
        failure = _choice_not_one(tree, k, level)
        if failure is not None:
            return failure
    for box in tree.family.boxes:
        for name, column in (("P1", box.p1), ("P2", box.p2)):
            if not _sums_to_one(column):
                return {"box": box.name, "password": name, "message": "does not sum to 1"}
    return _not_a_product(tree)


def _not_a_product(tree: Tree) -> dict[str, Value] | None:
    """A history, or an output's histories together, whose mass is not the product of the chain rule."""
    rows, box_unit = scaled_rows(tree.family)
    for k, (before, after) in enumerate(zip(tree.levels, tree.levels[1:], strict=False)):
        weights, weight_unit = scaled_weights(before.choices)
        if after.unit != before.unit * weight_unit * box_unit:
            return {"openings": k + 1, "message": "masses over another denominator than the factors"}
        for node, (parent, (box, answer)) in enumerate(zip(after.parent, after.step, strict=True)):
            if after.histories[node] > 1:
                continue
            weight = dict(weights[before.choice[parent]]).get(box, 0)
            _, _, p, q, _ = rows[box][answer]
            product = before.p1[parent] * weight * p, before.p2[parent] * weight * q
            if product != (after.p1[node], after.p2[node]):
                return {"history": tree.history(k + 1, node), "message": "mass is not the product"}
        output = _output_not_a_product(before, after, weights, rows)
        if output is not None:
            return {"x": tree.output(k + 1, output), "message": "mass is not the sum of the products"}
    return None


def _output_not_a_product(
    before: Level,
    after: Level,
    weights: Sequence[Sequence[tuple[int, RingElement]]],
    rows: Sequence[Sequence[Row]],
) -> int | None:
    """An output of `after` for which `sum over h, i of Pr[h] A(i | h) D_i(x)` is not its histories' mass."""
    place = {pair: index for index, pair in enumerate(after.outputs)}
    left1: list[RingElement] = [0] * len(place)
    left2: list[RingElement] = [0] * len(place)
    for output, mass1, mass2 in zip(after.output, after.p1, after.p2, strict=True):
        left1[output] = left1[output] + mass1
        left2[output] = left2[output] + mass2
    for output, choice, mass1, mass2 in zip(before.output, before.choice, before.p1, before.p2, strict=True):
        for box, weight in weights[choice]:
            for _, text, p, q, _ in rows[box]:
                index = place[output, text]
                left1[index] = left1[index] - mass1 * weight * p
                left2[index] = left2[index] - mass2 * weight * q
    return next((i for i, pair in enumerate(zip(left1, left2, strict=True)) if pair != (0, 0)), None)


def _choice_not_one(tree: Tree, k: int, level: Level) -> dict[str, Value] | None:
    for index, choice in enumerate(level.choices):
        if not _sums_to_one([weight for _, weight in choice]):
            node = level.choice.index(index)
            return {"history": tree.history(k, node), "message": "choice does not sum to 1"}
    return None


def _sums_to_one(values: tuple[Exact, ...] | list[Exact]) -> bool:
    numerators, unit = over_common_denominator(values)
    total: RingElement = sum(numerators)
    return total == unit


def _equals_one(name: str, total: Exact) -> Inequality:
    verdict = Verdict.VERIFIED if total == 1 else Verdict.REFUTED
    return Inequality(name, total, "=", "1", 1, total - 1, verdict, "exact")


# The general derivation.
DERIVATION = Derivation(
    hypotheses=(CHOICES, ANSWERS1),
    histories=growth(),
    steps=(
        Step("one box", equal(total(XI, CHOICE * BOX1), CHOICE), combination({"answers, P1": CHOICE})),
        Step("all boxes", equal(total((I, XI), CHOICE * BOX1), total(I, CHOICE)), termwise("one box", I)),
        Step(
            "one opening",
            equal(total((I, XI), CHOICE * BOX1), 1),
            combination({"all boxes": 1, "choices": 1}),
        ),
        Step(
            "split",
            equal(total((I, XI), PR1 * CHOICE * BOX1), PR1),
            combination({"one opening": PR1}),
            "a history's probability is the sum over its extensions",
        ),
        Step("before the first", equal(1, 1), Identity(), "the empty history is the only one"),
        Step("length n", equal(total(H, PR1), 1), Assumption()),
        Step("regrouped", equal(total((H, I, XI), PR1 * CHOICE * BOX1), total(H, PR1)), termwise("split", H)),
        Step(
            "length n+1",
            equal(total((H, I, XI), PR1 * CHOICE * BOX1), 1),
            combination({"regrouped": 1, "length n": 1}),
        ),
        Step("total", equal(total(H, PR1), 1), Induction("before the first", "length n", "length n+1")),
    ),
    concludes=("one opening", "split", "total"),
    remarks=("The same under P2, with q in place of p.",),
)


STATEMENT = Statement(
    id="chain-rule",
    number="S2",
    title="Chain rule for histories",
    formula="Pr[H_n = (i, x) | P, A] = prod_k A(i_k | h_{k-1}) D_{i_k,P}(x_k)",
    words="A history's probability is the product of the strategy's choices and the boxes' answers.",
    source='"By chain rule, we have", proof of the lemma',
    kind="definition",
    hypotheses=(),
    uses=(),
    proof_uses=(),
    check=check,
    derivation=DERIVATION,
)
