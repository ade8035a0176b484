"""S1, closeness: `Pr[B in S | P1] <= e^eps Pr[B in S | P2]` for every box B and every S, and swapped.

Source: the display after "(eps, 0)-mechanism", and definition 5. Hypothesis of everything that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemmas.hypotheses import CLOSE, CLOSE_SWAPPED
from lemmas.notation import EPS, P, Q, X
from proofcheck.analysis.experiment import BoxSetting
from proofcheck.analysis.ratios import reduced, sorted_decreasing, subset_sums
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Letter, at_most, total
from proofcheck.logic.inequality import combined, holds, inequality, shown, weakest
from proofcheck.logic.judgement import DIRECTIONS, Direction, Inequality, Judgement, Verdict
from proofcheck.logic.rules import termwise
from proofcheck.logic.statement import Statement
from proofcheck.model import Box
from proofcheck.numbers import Order, RingElement, Threshold, exp, over_common_denominator, quotient

# The pointwise form is equivalent; on boxes this small every one of the 2^k events is tried as well.
_FEW_MESSAGES = 8


def check(evidence: Evidence[BoxSetting]) -> Iterator[Judgement]:
    """Judge closeness of every box in both directions."""
    for box in evidence.setting.family.boxes:
        for direction in DIRECTIONS:
            yield _judge(evidence.setting, box, direction)


def _judge(setting: BoxSetting, box: Box, direction: Direction) -> Judgement:
    size = len(box.messages)
    masses, _ = over_common_denominator((*box.p1, *box.p2))
    p, q = masses[:size], masses[size:]
    if direction == "P2->P1":
        p, q = q, p
    ratios = [reduced(a, b) for a, b in zip(p, q, strict=True)]
    largest = sorted_decreasing(set(ratios))[0]
    message = box.messages[ratios.index(largest)]
    t = setting.exp_epsilon
    name = f"{direction[:2]}/{direction[-2:]} of message {message!r}, the largest"
    steps = [inequality(name, quotient(*largest), "<=", "e^eps", t.value)]
    if size <= _FEW_MESSAGES:
        steps.append(_every_event(p, q, t))
    return Judgement(
        "closeness",
        "box",
        direction,
        combined(step.verdict for step in steps),
        weakest(step.method for step in steps),
        box=box.name,
        values={"ratio": steps[0].left, "message": message, "bound": steps[0].right, "slack": steps[0].slack},
        witness=None if steps[0].verdict is Verdict.VERIFIED else {"box": box.name, "message": message},
        steps=tuple(steps),
    )


def _every_event(p: Sequence[RingElement], q: Sequence[RingElement], t: Threshold) -> Inequality:
    """`p(S) <= e^eps q(S)` for all events S of a small box, one by one."""
    pairs = {reduced(a, b) for a, b in zip(subset_sums(p)[1:], subset_sums(q)[1:], strict=True)}
    worst = sorted_decreasing(pairs)[0]
    order: Order = t.order(*worst)
    return Inequality(
        f"Pr[S]/Pr'[S], the largest of {2 ** len(p) - 1} events",
        quotient(*worst),
        "<=",
        "e^eps",
        shown(t.value),
        "",
        holds(order, "<="),
        "enumeration",
    )


# The general derivation.
_EVENT = Letter("s", "nonnegative", (X,), "S(x)", "S(x)", "1 if x lies in the event S, else 0")

DERIVATION = Derivation(
    hypotheses=(CLOSE, CLOSE_SWAPPED),
    steps=(
        Step(
            "events",
            at_most(total(X, _EVENT * P), exp(EPS) * total(X, _EVENT * Q)),
            termwise("close", X, weight=_EVENT),
            "sum over the messages in S",
        ),
        Step(
            "events, swapped",
            at_most(total(X, _EVENT * Q), exp(EPS) * total(X, _EVENT * P)),
            termwise("close, swapped", X, weight=_EVENT),
        ),
    ),
    concludes=("events", "events, swapped"),
    remarks=("Conversely the form for all events S contains the form for one message: take S = {x}.",),
)


STATEMENT = Statement(
    id="closeness",
    number="S1",
    title="Closeness of every box",
    formula="Pr[Y_B in S | P1] <= e^eps Pr[Y_B in S | P2]  for all S, and swapped",
    words="Whatever set of messages you wait for, a box shows it almost as often under either password.",
    source='the display after "(eps, 0)-mechanism"; definition 5',
    kind="definition",
    hypotheses=(),
    uses=(),
    proof_uses=(),
    check=check,
    derivation=DERIVATION,
)
