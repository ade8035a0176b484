"""Rung 3 of the ladder: the lemma and the theorem for all strategies on the given boxes.

The hockey-stick on histories is linear in the strategy's weights, so a deterministic strategy is worst
and backward induction finds it; forgetting the indexes only lowers the hockey-stick, and a deterministic
strategy's outputs determine its histories, so the number is the same on outputs. The lemma on histories is
the same recursion with another payoff. The lemma on outputs is not: there randomised strategies can be
worse than all deterministic ones, and moments bound it instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lemmas import s11_bad_set_lemma as bad_set_lemma
from lemmas import s12_theorem as theorem
from proofcheck.analysis.all_strategies import AllStrategies
from proofcheck.analysis.curve_below import curve_below
from proofcheck.analysis.decision_tree import Decision, rules
from proofcheck.analysis.experiment import Setting
from proofcheck.analysis.kinds import StateBudgetError
from proofcheck.analysis.randomised_response import bad_set
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import holds, inequality
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
from proofcheck.numbers import (
    Expression,
    GaussianBound,
    number,
    numerator_denominator,
    quotient,
    simplify,
    to_exact,
)

# A strategy with more rules than this is not written out in full.
_MOST_RULES = 20_000

# The whole curve of the worst hockey-stick is reported up to this many pieces.
_MOST_PIECES = 200

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check_lemma(evidence: Evidence[AllStrategies]) -> Iterator[Judgement]:
    """Judge the lemma on histories exactly, on outputs by moments."""
    setting = evidence.setting
    for direction in DIRECTIONS:
        if setting.instance.deltas is None:
            yield _lemma_for_all_delta(setting, direction)
        for delta in setting.instance.deltas or ():
            yield _lemma_on_histories(setting, direction, delta)
    for direction in DIRECTIONS:
        for delta in setting.instance.deltas or ():
            yield _lemma_on_outputs(setting, direction, delta)


def _lemma_on_histories(setting: AllStrategies, direction: Direction, delta: Expression) -> Judgement:
    order = setting.threshold(delta).order
    tail = setting.tail(delta, direction)
    step = inequality(
        f"max over A of Pr{direction[1]}[W]", tail.probability(order), "<=", "delta'", delta,
        "the worst strategy, by backward induction",
    )  # fmt: skip
    return Judgement(
        "bad-set-lemma",
        "histories",
        direction,
        step.verdict,
        step.method,
        delta=delta,
        vacuous=tail.probability(order) == 0,
        values={"probability": step.left, "bound": simplify(delta), "slack": step.slack},
        witness=strategy_table(setting, tail.strategy(order)),
        steps=(step,),
    )


def _lemma_on_outputs(setting: AllStrategies, direction: Direction, delta: Expression) -> Judgement:
    bound = None if setting.no_privacy_loss else setting.moment_bound(delta, direction)
    if bound is None:
        verdict = Verdict.VERIFIED if setting.no_privacy_loss else Verdict.UNDECIDED
        return Judgement(
            "bad-set-lemma", "outputs", direction, verdict, "exact", delta=delta,
            vacuous=setting.no_privacy_loss, values={"bound": simplify(delta)},
        )  # fmt: skip
    step = inequality(
        f"Pr{direction[1]}[Y_n in W] <= e^(-lambda eps') prod m(lambda)", bound, "<=", "delta'", delta,
        "the n largest moments; for every strategy, randomised ones too",
    )  # fmt: skip
    # An upper bound above delta' refutes nothing.
    verdict = Verdict.VERIFIED if step.verdict is Verdict.VERIFIED else Verdict.UNDECIDED
    return Judgement(
        "bad-set-lemma",
        "outputs",
        direction,
        verdict,
        "bound",
        delta=delta,
        values={"upper_bound": step.left, "bound": simplify(delta), "slack": step.slack},
        steps=(step,),
    )


def _lemma_for_all_delta(setting: AllStrategies, direction: Direction) -> Judgement:
    """One comparison per reachable ratio s: the worst `Pr1[ratio >= s]` against the delta' of s."""
    if setting.instance.bound is not None:
        atoms = (
            (numerator_denominator(step.ratio), step.probability) for step in setting.staircase(direction)
        )
        return bad_set_lemma.own_bound_row(setting, "histories", direction, atoms)
    if setting.no_privacy_loss:
        return _vacuous("bad-set-lemma", "histories", direction)
    bound = gaussian(setting)
    steps = [
        (numerator_denominator(step.ratio), step.probability)
        for step in setting.staircase(direction)
        if bound.beyond_mean(*numerator_denominator(step.ratio))
    ]
    tightest = bound.tightest((*ratio, *numerator_denominator(tail)) for ratio, tail in steps)
    if tightest is None:
        return _vacuous("bad-set-lemma", "histories", direction)
    (num, den), tail = steps[tightest[0]]
    line = inequality(
        f"max over A of Pr{direction[1]}[ratio >= s]", tail, "<=", "the delta' at which eps' = ln s",
        bound.at(num, den), f"the tightest of {tightest[2]} reachable ratios s > e^(n beta)",
    )  # fmt: skip
    return Judgement(
        "bad-set-lemma",
        "histories",
        direction,
        line.verdict,
        line.method,
        values={
            "atoms": tightest[2],
            "ratio": quotient(num, den),
            "probability": line.left,
            "bound": line.right,
            "slack": line.slack,
        },
        witness=None if line.verdict is Verdict.VERIFIED else {"ratio": quotient(num, den)},
        steps=(line,),
    )


def check_theorem(evidence: Evidence[AllStrategies]) -> Iterator[Judgement]:
    """Judge the worst hockey-stick over all strategies; it is the same number on outputs."""
    setting = evidence.setting
    for level in _LEVELS:
        for direction in DIRECTIONS:
            if setting.instance.deltas is None and setting.instance.bound is not None:
                (lemma,) = evidence.judgements("bad-set-lemma", level="histories", direction=direction)
                yield _theorem_by_lemma(setting, level, direction, lemma)
            elif setting.instance.deltas is None:
                yield _theorem_for_all_delta(setting, level, direction)
            for delta in setting.instance.deltas or ():
                yield _theorem(setting, level, direction, delta)


def _theorem(setting: AllStrategies, level: Level, direction: Direction, delta: Expression) -> Judgement:
    threshold = setting.threshold(delta)
    a, b = setting.hockey_stick(delta, direction)
    one, two = f"Pr{direction[1]}", f"Pr{direction[-1]}"
    step = inequality(
        f"max over A and S of {one}[S] - e^(eps') {two}[S]",
        LinearForm(a, b, threshold.value),
        "<=",
        "delta'",
        delta,
        "the worst strategy, by backward induction"
        if level == "histories"
        else "attained by a deterministic strategy, whose outputs determine its histories",
    )
    values: dict[str, Value] = {"hockey_stick": step.left, "bound": simplify(delta), "slack": step.slack}
    steps = [step]
    if level == "histories":
        steps += _below_randomised_response(setting, step, delta)
        fixed = _best_fixed(setting, delta, direction)
        if fixed is not None:
            form, boxes = fixed
            values["best_fixed"] = {"hockey_stick": form, "boxes": boxes}
            steps.append(
                inequality(
                    "the best boxes chosen beforehand", form, "<=", "the worst strategy", step_form(step)
                )
            )
    return Judgement(
        "theorem",
        level,
        direction,
        step.verdict,
        step.method,
        delta=delta,
        vacuous=a == 0,
        values=values,
        witness=strategy_table(setting, setting.strategy(delta, direction)) if level == "histories" else None,
        steps=tuple(steps),
    )


def _below_randomised_response(
    setting: AllStrategies, step: Inequality, delta: Expression
) -> Iterator[Inequality]:
    """Data processing: the boxes are randomised response sent through channels, so they say no more."""
    t = to_exact(setting.exp_epsilon.value)
    if t is None or setting.no_privacy_loss:
        return
    bits = bad_set(setting.n, t, setting.threshold(delta))
    form = LinearForm(
        quotient(bits.one, bits.unit), quotient(bits.two, bits.unit), setting.threshold(delta).value
    )
    yield inequality(
        "the worst strategy", step_form(step), "<=", "n-fold randomised response", form, "data processing"
    )


def step_form(step: Inequality) -> LinearForm:
    """The hockey-stick on the left of a theorem's line."""
    if not isinstance(step.left, LinearForm):
        raise TypeError("not the line of a hockey-stick")
    return step.left


def _best_fixed(
    setting: AllStrategies, delta: Expression, direction: Direction
) -> tuple[LinearForm, tuple[str, ...]] | None:
    """What a set of boxes chosen beforehand reaches: the difference is what adaptivity is worth."""
    best = setting.best_fixed
    if best is None:
        return None
    threshold = setting.threshold(delta)
    a, b = best.form(threshold.order, direction)
    return LinearForm(a, b, threshold.value), best.boxes(threshold.order, direction)


def _theorem_for_all_delta(setting: AllStrategies, level: Level, direction: Direction) -> Judgement:
    """The whole curve of the worst hockey-stick below delta', as functions of T = e^(eps')."""
    if setting.no_privacy_loss:
        return _vacuous("theorem", level, direction)
    pieces = setting.worst_case.curve(direction).pieces()
    bound = gaussian(setting)
    found = curve_below(pieces, bound)
    largest = pieces[-1].start
    values: dict[str, Value] = {"pieces": len(pieces), "intervals": found.intervals}
    if len(pieces) <= _MOST_PIECES:
        values["curve"] = tuple({"from": piece.start, "a": piece.a, "b": piece.b} for piece in pieces)
    witness: dict[str, Value] | None = None
    if found.at is not None:
        witness = {"threshold": found.at, "delta": bound.at(*numerator_denominator(found.at))}
    return Judgement(
        "theorem",
        level,
        direction,
        holds(found.order, "<="),
        "enclosure",
        vacuous=largest is None or not bound.beyond_mean(*numerator_denominator(largest)),
        values=values,
        witness=witness,
    )


def _theorem_by_lemma(
    setting: AllStrategies, level: Level, direction: Direction, lemma: Judgement
) -> Judgement:
    """With a bound of one's own: the lemma bounds the hockey-stick, or names a delta' to try."""
    delta = (lemma.witness or {}).get("delta")
    if lemma.verdict is Verdict.REFUTED and isinstance(delta, Expression):
        row = _theorem(setting, level, direction, delta)
        found = row.verdict if row.verdict is Verdict.REFUTED else Verdict.UNDECIDED
        return replace(row, verdict=found, delta=None, values={**row.values, "delta": delta})
    note: dict[str, Value] = {"by": "the lemma for all delta', which bounds the hockey-stick by Pr[W]"}
    return Judgement(
        "theorem", level, direction, lemma.verdict, lemma.method, vacuous=lemma.vacuous, values=note
    )


def gaussian(setting: Setting) -> GaussianBound:
    """delta' as a function of eps' = ln T: mean n beta, variance n eps^2."""
    n = number(setting.n)
    return GaussianBound(n * setting.beta, n * setting.epsilon**2)


def strategy_table(setting: AllStrategies, tree: Decision) -> dict[str, Value]:
    """The strategy as the `[strategy]` table of an instance file."""
    order = tree.fixed_order()
    if order is not None:
        return {"kind": "fixed", "order": tuple(order)}
    try:
        listed = rules(tree, setting.family.names, max_histories=_MOST_RULES)
    except StateBudgetError as error:
        return {"notice": str(error)}
    table: list[Value] = [{"history": tuple(history), "choose": box} for history, box in listed]
    table.append({"choose": "first-unopened"})
    return {"kind": "rules", "rules": tuple(table)}


def _vacuous(id: str, level: Level, direction: Direction) -> Judgement:
    return Judgement(id, level, direction, Verdict.VERIFIED, "exact", vacuous=True, values={"atoms": 0})


LEMMA = replace(bad_set_lemma.STATEMENT, check=check_lemma, uses=(), proof_uses=())
THEOREM = replace(
    theorem.STATEMENT, check=check_theorem, uses=("bad-set-lemma",), proof_uses=("bad-set-lemma",)
)
