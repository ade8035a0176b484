"""S12, the theorem: `Pr[Y_n in S | P1, A] <= e^(eps') Pr[Y_n in S | P2, A] + delta'` for every event S.

Source: "Theorem" and "Proof of the theorem". For one event every link of the proof's chain is checked:
`Pr1[S] = Pr1[S & W] + Pr1[S - W] <= Pr1[W] + Pr1[S - W] <= delta' + Pr1[S - W]
<= delta' + e^(eps') Pr2[S - W] <= delta' + e^(eps') Pr2[S]`. For all events at once: the maximum of
`Pr1[S] - e^(eps') Pr2[S]` is at S = W and is the hockey-stick divergence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lemmas.notation import DELTA, Y
from proofcheck.analysis.events import all_points, exceeding_event, points_of_event, split
from proofcheck.analysis.experiment import Experiment
from proofcheck.analysis.loss import BadSet
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Letter, at_most, equal, total
from proofcheck.logic.inequality import combined, inequality, weakest
from proofcheck.logic.judgement import (
    DIRECTIONS,
    Direction,
    Inequality,
    Judgement,
    Level,
    LinearForm,
    Value,
    Verdict,
)
from proofcheck.logic.rules import Identity, Sign, combination, termwise
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, Threshold, exp, quotient, simplify, to_expression

_LEVELS: tuple[Level, ...] = ("histories", "outputs")

# All 2^k events of at most this many points are tried one by one, beside the bad set itself.
_FEW_POINTS = 12


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the theorem for the instance's events and delta', or for all of them."""
    experiment = evidence.setting
    deltas, events = experiment.instance.deltas, experiment.instance.events
    for level in _LEVELS:
        for direction in DIRECTIONS:
            lemma = evidence.judgements("bad-set-lemma", level=level, direction=direction)
            if deltas is None:
                yield _for_all_delta(experiment, level, direction, lemma[0])
                continue
            for delta in deltas:
                if events is None:
                    yield _all_events(experiment, level, direction, delta)
                else:
                    yield _given_events(experiment, level, direction, delta, events)


def _all_events(experiment: Experiment, level: Level, direction: Direction, delta: Expression) -> Judgement:
    losses = experiment.losses(level, direction)
    threshold = experiment.threshold(delta)
    bad = losses.bad_set(threshold)
    one, two = f"Pr{direction[1]}", f"Pr{direction[-1]}"
    steps = []
    # The worst event is an upper set of ratios; each end of an undecided stretch may be the worst.
    for size in range(bad.size, bad.size + bad.doubtful + 1):
        a, b = losses.upper(size)
        form = LinearForm(a, b, threshold.value)
        steps.append(
            inequality(
                f"{one}[W] - e^(eps') {two}[W]", form, "<=", "delta'", delta, "the worst event is S = W"
            )
        )
    judged = combined(step.verdict for step in steps)
    main = next(step for step in steps if step.verdict is judged)
    size = bad.size + bad.doubtful
    lemma = inequality(f"{one}[S & W] <= {one}[W]", losses.upper(size)[0], "<=", "delta'", delta, "the lemma")
    maximal = tuple(_why_no_event_is_worse(experiment, level, direction, threshold, bad))
    if judged is Verdict.VERIFIED:
        judged = combined(step.verdict for step in maximal)
    return Judgement(
        "theorem",
        level,
        direction,
        judged,
        main.method,
        delta=delta,
        vacuous=size == 0,
        values={"hockey_stick": main.left, "bound": simplify(delta), "slack": main.slack},
        witness=None if judged is Verdict.VERIFIED else _worst_event(experiment, level, direction, bad.size),
        steps=(main, lemma, *maximal),
    )


def _why_no_event_is_worse(
    experiment: Experiment, level: Level, direction: Direction, threshold: Threshold, bad: BadSet
) -> Iterator[Inequality]:
    """Off W the ratio is at most e^(eps'); where there are few points, every event is tried."""
    losses, size = experiment.losses(level, direction), bad.size + bad.doubtful
    if size < len(losses.atoms):
        largest = quotient(*losses.atoms[size].ratio)
        yield inequality("largest ratio off W", largest, "<=", "e^(eps')", threshold.value, "definition of W")
    points = all_points(experiment.tree, level)
    if len(points) <= _FEW_POINTS and not bad.doubtful:
        if direction == "P2->P1":
            points = [(b, a) for a, b in points]
        exceeding = exceeding_event(points, (losses.tail1[size], losses.tail2[size]), threshold)
        yield Inequality(
            f"Pr{direction[1]}[S] - e^(eps') Pr{direction[-1]}[S], each of 2^{len(points)} events",
            "",
            "<=",
            "its value at S = W",
            "",
            "",
            Verdict.VERIFIED if exceeding is None else Verdict.UNDECIDED,
            "enumeration",
        )


def _worst_event(experiment: Experiment, level: Level, direction: Direction, size: int) -> dict[str, Value]:
    """The bad set itself, as the event that refutes."""
    tree, losses = experiment.tree, experiment.losses(level, direction)
    atoms = losses.atoms[: min(size, 5)]
    name = "history" if level == "histories" else "x"
    shown = [
        tree.history(tree.n, atom.sample) if level == "histories" else tree.output(tree.n, atom.sample)
        for atom in atoms
    ]
    return {"event": "W", "points": losses.points(size), name: shown[0] if len(shown) == 1 else tuple(shown)}


def _given_events(
    experiment: Experiment,
    level: Level,
    direction: Direction,
    delta: Expression,
    events: Sequence[frozenset[tuple[str, ...]]],
) -> Judgement:
    chains = [_chain(experiment, level, direction, delta, i, event) for i, event in enumerate(events, 1)]
    conclusions = [chain[-1] for chain in chains]
    judged = combined(step.verdict for step in conclusions)
    failing = [i for i, step in enumerate(conclusions, 1) if step.verdict is judged]
    values: dict[str, Value] = {"bound": simplify(delta)}
    values["events"] = tuple(
        {"event": i, "probability": chain[-1].left, "bound": chain[-1].right, "slack": chain[-1].slack}
        for i, chain in enumerate(chains, 1)
    )
    losses = experiment.losses(level, direction)
    bad = losses.bad_set(experiment.threshold(delta))
    return Judgement(
        "theorem",
        level,
        direction,
        judged,
        weakest(step.method for step in conclusions),
        delta=delta,
        vacuous=bad.size + bad.doubtful == 0,
        values=values,
        witness=None if judged is Verdict.VERIFIED else {"event": failing[0]},
        steps=tuple(step for chain in chains for step in chain),
    )


def _chain(
    experiment: Experiment,
    level: Level,
    direction: Direction,
    delta: Expression,
    place: int,
    event: frozenset[tuple[str, ...]],
) -> list[Inequality]:
    """Every link of the proof for one event, the theorem's inequality last."""
    losses, threshold = experiment.losses(level, direction), experiment.threshold(delta)
    points = points_of_event(experiment.tree, level, event)
    if direction == "P2->P1":
        points = [(b, a) for a, b in points]
    parts = split(points, threshold)
    bad = losses.bad_set(threshold)
    one, two, s = f"Pr{direction[1]}", f"Pr{direction[-1]}", f"S{place}"
    p1, p2 = losses.probability(parts.p1), losses.probability(parts.p2)
    inside = losses.probability(parts.inside[0])
    outside1, outside2 = (losses.probability(mass) for mass in parts.outside)
    likely, _ = losses.upper(bad.size + bad.doubtful)
    times = threshold.value
    return [
        inequality(f"{one}[{s}]", p1, "=", f"{one}[{s} & W] + {one}[{s} - W]", inside + outside1),
        inequality(f"{one}[{s} & W]", inside, "<=", f"{one}[W]", likely, "monotone"),
        inequality(f"{one}[W]", likely, "<=", "delta'", delta, "the lemma"),
        inequality(
            f"{one}[{s} - W]", outside1, "<=", f"e^(eps') {two}[{s} - W]", times * to_expression(outside2),
            "definition of W",
        ),
        inequality(f"{two}[{s} - W]", outside2, "<=", f"{two}[{s}]", p2, "monotone"),
        inequality(
            f"{one}[{s}]", p1, "<=", f"e^(eps') {two}[{s}] + delta'", times * to_expression(p2) + delta
        ),
    ]  # fmt: skip


def _for_all_delta(experiment: Experiment, level: Level, direction: Direction, lemma: Judgement) -> Judgement:
    """From the lemma for all delta': `Pr1[S] - e^(eps') Pr2[S] <= Pr1[W] <= delta'` at every delta'.

    Reported is the hockey-stick at the lemma's tightest atom. Where the lemma fails with a bound of one's
    own, the theorem is judged at the lemma's delta'.
    """
    delta = (lemma.witness or {}).get("delta")
    if lemma.verdict is Verdict.REFUTED and isinstance(delta, Expression):
        at_witness = _all_events(experiment, level, direction, delta)
        there = at_witness.verdict if at_witness.verdict is Verdict.REFUTED else Verdict.UNDECIDED
        return replace(at_witness, verdict=there, delta=None, values={**at_witness.values, "delta": delta})
    tightest = None
    if lemma.verdict is Verdict.VERIFIED and not lemma.vacuous and experiment.instance.bound is None:
        tightest = experiment.tightest_atom(level, direction)
    if tightest is None:
        note: dict[str, Value] = {"by": "the lemma for all delta', which bounds the hockey-stick by Pr[W]"}
        # A lemma that fails leaves the theorem open: its Pr[W] is only an upper bound.
        found = Verdict.VERIFIED if lemma.verdict is Verdict.VERIFIED else Verdict.UNDECIDED
        return Judgement("theorem", level, direction, found, lemma.method, vacuous=lemma.vacuous, values=note)
    losses = experiment.losses(level, direction)
    a, b = losses.upper(tightest.index + 1)
    at_atom = a - b * quotient(*tightest.ratio)
    step = inequality(
        f"Pr{direction[1]}[W] - s Pr{direction[-1]}[W] at the atom s", at_atom, "<=",
        "the delta' at which eps' = ln s", tightest.bound, f"and at most Pr{direction[1]}[W] at every delta'",
    )  # fmt: skip
    return Judgement(
        "theorem",
        level,
        direction,
        step.verdict,
        step.method,
        values={
            "atoms": tightest.atoms,
            "ratio": quotient(*tightest.ratio),
            "hockey_stick": at_atom,
            "bound": step.right,
            "slack": step.slack,
        },
        steps=(step,),
    )


# The general derivation.
POINT1 = Letter(
    "Pr1", "positive", (Y,), "Pr1(y)", r"\mathrm{Pr}_1(y)", "the probability of the point y under P1"
)
POINT2 = Letter(
    "Pr2", "positive", (Y,), "Pr2(y)", r"\mathrm{Pr}_2(y)", "the probability of the point y under P2"
)
EVENT = Letter("S", "nonnegative", (Y,), "S(y)", "S(y)", "1 if y lies in the event S, else 0")
BAD = Letter("W", "nonnegative", (Y,), "W(y)", "W(y)", "1 if Pr1(y) > e^(eps') Pr2(y), else 0")
BOUND = Letter("eps'", "real", latex=r"\varepsilon'", meaning="any bound for which the lemma holds")

_EXCESS = POINT1 - exp(BOUND) * POINT2
_INSIDE, _OFF1 = EVENT * BAD * POINT1, EVENT * (1 - BAD) * POINT1
_OFF2 = EVENT * (1 - BAD) * POINT2

# For whichever level the lemma holds on: the points are histories or outputs.
DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("event", at_most(EVENT, 1), "an event counts a point once"),
        Hypothesis("in the bad set", at_most(0, BAD * _EXCESS), "there Pr1 > e^(eps') Pr2"),
        Hypothesis("off the bad set", at_most((1 - BAD) * _EXCESS, 0), "there Pr1 <= e^(eps') Pr2"),
        Hypothesis(
            "lemma", at_most(total(Y, BAD * POINT1), DELTA), "the lemma at this level", "bad-set-lemma"
        ),
    ),
    steps=(
        Step("split", equal(total(Y, EVENT * POINT1), total(Y, _INSIDE) + total(Y, _OFF1)), Identity()),
        Step("point of S & W", at_most(_INSIDE, BAD * POINT1), Sign((1 - EVENT) * BAD * POINT1)),
        Step("S & W", at_most(total(Y, _INSIDE), total(Y, BAD * POINT1)), termwise("point of S & W", Y)),
        Step(
            "S - W",
            at_most(total(Y, _OFF1), exp(BOUND) * total(Y, _OFF2)),
            termwise("off the bad set", Y, weight=EVENT),
        ),
        Step("point of S", at_most(_OFF2, EVENT * POINT2), Sign(EVENT * BAD * POINT2)),
        Step("S", at_most(total(Y, _OFF2), total(Y, EVENT * POINT2)), termwise("point of S", Y)),
        Step(
            "theorem",
            at_most(total(Y, EVENT * POINT1), exp(BOUND) * total(Y, EVENT * POINT2) + DELTA),
            combination({"split": 1, "S & W": 1, "lemma": 1, "S - W": 1, "S": exp(BOUND)}),
            "Pr1[S] = Pr1[S & W] + Pr1[S - W] <= Pr1[W] + e^(eps') Pr2[S - W] <= delta' + e^(eps') Pr2[S]",
        ),
        Step(
            "point of the worst event",
            at_most(EVENT * _EXCESS, BAD * _EXCESS),
            combination({"in the bad set": 1 - EVENT, "off the bad set": EVENT}),
        ),
        Step(
            "worst event",
            at_most(total(Y, EVENT * _EXCESS), total(Y, BAD * _EXCESS)),
            termwise("point of the worst event", Y),
            "no event does better than S = W: the hockey-stick divergence",
        ),
    ),
    concludes=("theorem", "worst event"),
)


STATEMENT = Statement(
    id="theorem",
    number="S12",
    title="Theorem: advanced composition",
    formula="Pr[Y_n in S | P1, A] <= e^(eps') Pr[Y_n in S | P2, A] + delta'  for all S, and swapped",
    words="Opening n boxes costs e^(eps') up to probability delta', whatever the strategy.",
    source="Theorem",
    kind="theorem",
    hypotheses=("closeness",),
    uses=("outputs",),
    proof_uses=("bad-set-lemma",),
    check=check,
    derivation=DERIVATION,
)
