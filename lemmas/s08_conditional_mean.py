"""S8, conditional mean: `E[C_k | past] <= beta = eps (e^eps - 1)` whatever happened before.

Source: "Therefore, E[C_k] <= (e^eps - 1) eps", in the form that Fact 2 asks for. On histories two
pasts are judged: the history `h_{k-1}`, and the values `C_1, ..., C_{k-1}` alone. On outputs the past is
`Y_{<k}`; there the bound can fail together with S6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemmas.hypotheses import OPENING
from lemmas.notation import BETA, BOX1, BOX2, CHOICE, XI, H, I, P, Q, X
from proofcheck.analysis.divergence import relative_entropy
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.tree import Choice
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Letter, at_most, equal, total
from proofcheck.logic.inequality import combined, inequality, weakest
from proofcheck.logic.judgement import DIRECTIONS, Direction, Inequality, Judgement, Level, Value, Verdict
from proofcheck.logic.rules import combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, largest, ln, number, quotient, to_expression


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the conditional means on histories (both pasts) and at every output prefix."""
    evidence.judgements("fact-1")
    experiment = evidence.setting
    for direction in DIRECTIONS:
        yield _on_histories(experiment, direction)
    for direction in DIRECTIONS:
        yield _on_outputs(experiment, direction)


def _on_histories(experiment: Experiment, direction: Direction) -> Judgement:
    box_means = [
        relative_entropy(*((box.p1, box.p2) if direction == "P1->P2" else (box.p2, box.p1)))
        for box in experiment.family.boxes
    ]
    choices = list(experiment.choices)
    means = [_mixture(choice, box_means) for choice in choices]
    worst = largest(means)
    by_history = inequality("largest E[C_k | h_{k-1}]", means[worst], "<=", "beta", experiment.beta)
    at = experiment.choices[choices[worst]]
    witness: dict[str, Value] = {"history": experiment.tree.history(at.k, at.index)}
    steps = (by_history, _given_losses(experiment, box_means, by_history))
    return _judgement("histories", direction, steps, witness)


def _given_losses(
    experiment: Experiment, box_means: Sequence[Expression], by_history: Inequality
) -> Inequality:
    """The other past: the losses alone. Its means are mixtures of those given the history."""
    choices = experiment.choices_given_losses
    if choices is None:
        return Inequality(
            "E[C_k | C_1..C_{k-1}]",
            by_history.left,
            "<=",
            "beta",
            by_history.right,
            by_history.slack,
            by_history.verdict,
            by_history.method,
            "a mixture of the means given the history, so at most the line above",
        )
    means = [_mixture(choice, box_means) for choice in choices]
    return inequality("largest E[C_k | C_1..C_{k-1}]", means[largest(means)], "<=", "beta", experiment.beta)


def _mixture(choice: Choice, box_means: Sequence[Expression]) -> Expression:
    total: Expression = number(0)
    for box, weight in choice:
        total = total + to_expression(weight) * box_means[box]
    return total


def _on_outputs(experiment: Experiment, direction: Direction) -> Judgement:
    laws = list(experiment.output_laws)
    means = []
    for law in laws:
        p, q = (law.p1, law.p2) if direction == "P1->P2" else (law.p2, law.p1)
        means.append(relative_entropy([quotient(*pair) for pair in p], [quotient(*pair) for pair in q]))
    worst = largest(means)
    at = experiment.output_laws[laws[worst]]
    step = inequality("largest E[C^Y_k | Y_{<k}]", means[worst], "<=", "beta", experiment.beta)
    return _judgement("outputs", direction, (step,), {"x": experiment.tree.output(at.k, at.index)})


def _judgement(
    level: Level, direction: Direction, steps: tuple[Inequality, ...], witness: dict[str, Value]
) -> Judgement:
    worst = steps[0]  # given the history: never smaller than given the losses, a mixture of it
    verdict = combined(step.verdict for step in steps)
    return Judgement(
        "conditional-mean",
        level,
        direction,
        verdict,
        weakest(step.method for step in steps),
        values={"mean": worst.left, "bound": worst.right, "slack": worst.slack, "given": worst.left_name},
        witness=None if verdict is Verdict.VERIFIED else witness,
        steps=steps,
    )


# The general derivation.
_LOSS = ln(BOX1 / BOX2)
_MEAN = total((I, XI), CHOICE * BOX1 * _LOSS)
_PAST = Letter(
    "u", "nonnegative", (H,), "u(h)", "u(h)", "the probability of h, given what is known of the past"
)

DERIVATION = Derivation(
    hypotheses=(
        *OPENING,
        Hypothesis("past", equal(total(H, _PAST), 1), "given a past, the histories that fit it have total 1"),
    ),
    steps=(
        Step(
            "box",
            at_most(total(XI, BOX1 * _LOSS), BETA),
            special("fact-1/mean", {P: BOX1, Q: BOX2}, indices={X: XI}),
            "Fact 1 for the box i",
        ),
        Step("choice", at_most(_MEAN, BETA * total(I, CHOICE)), termwise("box", I, weight=CHOICE)),
        Step(
            "history",
            at_most(_MEAN, BETA),
            combination({"choice": 1, "choices": BETA}),
            "E[C_k | h] for every history h",
        ),
        Step(
            "mixture",
            at_most(total(H, _PAST * _MEAN), BETA * total(H, _PAST)),
            termwise("history", H, weight=_PAST),
        ),
        Step(
            "coarser past",
            at_most(total(H, _PAST * _MEAN), BETA),
            combination({"mixture": 1, "past": BETA}),
            "E[C_k | C_1, ..., C_{k-1}], a mixture of the means given the history",
        ),
    ),
    concludes=("history", "coarser past"),
)


STATEMENT = Statement(
    id="conditional-mean",
    number="S8",
    title="Conditional mean of every step",
    formula="E[C_k | past] <= beta = eps(e^eps - 1)",
    words="Whatever happened before, the next step's expected loss is at most beta.",
    source='"Therefore, E[C_k] <= (e^eps - 1) eps", proof of the lemma',
    kind="fact",
    hypotheses=("closeness",),
    uses=("ratio",),
    proof_uses=("fact-1",),
    check=check,
    derivation=DERIVATION,
)
