"""S6, bounded loss: `|C_k| <= eps` for the loss `C_k = ln p_{i_k}(X_k)/q_{i_k}(X_k)` of every opening.

Source: "As D_{i_k,P1} and D_{i_k,P2} are (eps, 0) close, we have". On outputs the loss of a step is
`C^Y_k = ln Pr1[Y_k = x_k | Y_{<k}] / Pr2[Y_k = x_k | Y_{<k}]`, and the bound can fail: a message may
reveal choices that the strategy had hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lemmas.hypotheses import CLOSE, CLOSE_SWAPPED
from lemmas.notation import EPS, P, Q
from proofcheck.analysis.conditionals import Occurrence
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.ratios import Ratio, inverse, sorted_decreasing
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import at_most
from proofcheck.logic.inequality import inequality, shown
from proofcheck.logic.judgement import DIRECTIONS, Judgement, Level, Value, Verdict
from proofcheck.logic.rules import Monotone, combination
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln, numerator_denominator, quotient, ring_sign, simplify, to_expression

Place = tuple[Occurrence, int]  # where a law occurs, and which of its messages


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the loss of every step, on histories and at every output prefix."""
    evidence.judgements("closeness")
    experiment = evidence.setting
    yield from _rows(experiment, "histories", _ratios_of_histories(experiment))
    yield from _rows(experiment, "outputs", _ratios_of_outputs(experiment))


def _ratios_of_histories(experiment: Experiment) -> dict[Ratio, Place]:
    """The likelihood ratios that one opening can have."""
    found: dict[Ratio, Place] = {}
    for choice, at in experiment.choices.items():
        place = 0
        for index, _ in choice:
            box = experiment.family.boxes[index]
            for p, q in zip(box.p1, box.p2, strict=True):
                found.setdefault(numerator_denominator(p / q), (at, place))
                place += 1
    return found


def _ratios_of_outputs(experiment: Experiment) -> dict[Ratio, Place]:
    """The conditional likelihood ratios of the next message given an output prefix."""
    found: dict[Ratio, Place] = {}
    for law, at in experiment.output_laws.items():
        for place, ratio in enumerate(law.ratios):
            found.setdefault(ratio, (at, place))
    return found


def _rows(experiment: Experiment, level: Level, found: Mapping[Ratio, Place]) -> Iterator[Judgement]:
    """The two directions differ in the sign of the loss only, so both have the same worst step."""
    decreasing = sorted_decreasing(found)
    highest, lowest = decreasing[0], decreasing[-1]
    below = ring_sign(highest[0] * lowest[0] - highest[1] * lowest[1]) < 0  # highest < 1/lowest
    worst = lowest if below else highest
    largest = ln(to_expression(quotient(*(inverse(worst) if below else worst))))
    name = "largest |C_k|" if level == "histories" else "largest |C^Y_k|"
    step = inequality(name, largest, "<=", "eps", experiment.epsilon)
    values: dict[str, Value] = {
        "largest": simplify(largest),
        "bound": simplify(experiment.epsilon),
        "slack": step.slack,
    }
    if not experiment.no_privacy_loss:
        values["multiple_of_epsilon"] = shown(largest / experiment.epsilon)
    for direction in DIRECTIONS:
        yield Judgement(
            "bounded-loss",
            level,
            direction,
            step.verdict,
            step.method,
            values=values,
            witness=None if step.verdict is Verdict.VERIFIED else _witness(experiment, level, found[worst]),
            steps=(step,),
        )


def _witness(experiment: Experiment, level: Level, place: Place) -> dict[str, Value]:
    tree, (at, message) = experiment.tree, place
    if level == "outputs":
        extensions = [text for prefix, text in tree.levels[at.k + 1].outputs if prefix == at.index]
        return {"x": (*tree.output(at.k, at.index), extensions[message])}
    before = tree.levels[at.k]
    choice = before.choices[before.choice[at.index]]
    boxes = [experiment.family.boxes[index] for index, _ in choice]
    openings = [(box.name, text) for box in boxes for text in box.messages]
    return {"history": (*tree.history(at.k, at.index), openings[message])}


# The general derivation.
DERIVATION = Derivation(
    hypotheses=(CLOSE, CLOSE_SWAPPED),
    steps=(
        Step("ratio", at_most(P / Q, exp(EPS)), combination({"close": 1 / Q})),
        Step("upper", at_most(ln(P / Q), EPS), Monotone("ln", "ratio")),
        Step("inverse", at_most(exp(-EPS), P / Q), combination({"close, swapped": exp(-EPS) / Q})),
        Step("lower", at_most(-EPS, ln(P / Q)), Monotone("ln", "inverse")),
    ),
    concludes=("lower", "upper"),
    remarks=("This is the loss of one opening, so on histories it is C_k whatever happened before.",),
)


STATEMENT = Statement(
    id="bounded-loss",
    number="S6",
    title="Bounded privacy loss of every step",
    formula="|C_k| <= eps,  C_k = ln p_{i_k}(X_k)/q_{i_k}(X_k)",
    words="No single message moves the odds by more than e^eps. On outputs this can fail.",
    source='"As D_{i_k,P1} and D_{i_k,P2} are (eps, 0) close, we have", proof of the lemma',
    kind="fact",
    hypotheses=("closeness",),
    uses=("ratio",),
    proof_uses=("closeness",),
    check=check,
    derivation=DERIVATION,
)
