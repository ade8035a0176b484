"""S11, the lemma: `Pr[W | P1, A] <= delta'` for the bad set `W = {x : Pr1[x] > e^(eps') Pr2[x]}` (strict).

Source: "Lemma" and the definition of W before it, with
`eps' = n eps (e^eps - 1) + eps sqrt(2 n ln(1/delta'))` (the source writes k for the first n). Judged on
histories and on outputs. Forgetting the indexes can enlarge the probability of W, so the outputs are
judged on their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofcheck.analysis.experiment import Experiment, Setting
from proofcheck.analysis.loss import LossDistribution
from proofcheck.analysis.own_bound import DELTA, falls_with_delta, violating_delta, worst_atom
from proofcheck.analysis.ratios import Ratio
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import as_expression, inequality
from proofcheck.logic.judgement import DIRECTIONS, Direction, Inequality, Judgement, Level, Value, Verdict
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Exact, Expression, ln, quotient, simplify, to_expression

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the lemma at every delta' of the instance, or at all delta' in (0, 1) if it names none."""
    experiment = evidence.setting
    for level in _LEVELS:
        for direction in DIRECTIONS:
            if experiment.instance.deltas is None:
                yield _for_all_delta(experiment, level, direction)
                continue
            for delta in experiment.instance.deltas:
                yield _at(experiment, level, direction, delta)


def _at(experiment: Experiment, level: Level, direction: Direction, delta: Expression) -> Judgement:
    losses = experiment.losses(level, direction)
    bad = losses.bad_set(experiment.threshold(delta))
    # Points whose membership is undecided count as bad: the bound is then still sound.
    size = bad.size + bad.doubtful
    step = _step(losses, size, direction, delta)
    verdict = step.verdict
    if bad.doubtful and verdict is Verdict.REFUTED:
        certain = _step(losses, bad.size, direction, delta)
        verdict = Verdict.REFUTED if certain.verdict is Verdict.REFUTED else Verdict.UNDECIDED
    values: dict[str, Value] = {
        "probability": step.left,
        "bound": simplify(delta),
        "slack": step.slack,
        "bad_set_size": losses.points(size),
    }
    if bad.doubtful:
        values["undecided_points"] = losses.points(size) - losses.points(bad.size)
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        verdict,
        step.method,
        delta=delta,
        vacuous=size == 0,
        values=values,
        witness=None if verdict is Verdict.VERIFIED else _witness(experiment, level, losses, size),
        steps=(step,),
    )


def _step(losses: LossDistribution, size: int, direction: Direction, delta: Expression) -> Inequality:
    return inequality(f"Pr{direction[1]}[W]", losses.upper(size)[0], "<=", "delta'", delta)


def _for_all_delta(experiment: Experiment, level: Level, direction: Direction) -> Judgement:
    """`W` grows with delta'; its probability jumps where eps' passes an atom, and only there can it fail."""
    if experiment.instance.bound is not None:
        losses = experiment.losses(level, direction)
        atoms = ((atom.ratio, losses.probability(losses.tail1[j])) for j, atom in enumerate(losses.atoms, 1))
        return own_bound_row(experiment, level, direction, atoms)
    tightest = None if experiment.no_privacy_loss else experiment.tightest_atom(level, direction)
    if tightest is None:
        return Judgement(
            "bad-set-lemma", level, direction, Verdict.VERIFIED, "exact", vacuous=True, values={"atoms": 0}
        )
    step = inequality(
        f"Pr{direction[1]}[ratio >= s]", tightest.tail, "<=", "the delta' at which eps' = ln s",
        tightest.bound, f"the tightest of {tightest.atoms} atoms s > e^(n beta)",
    )  # fmt: skip
    ratio = quotient(*tightest.ratio)
    values: dict[str, Value] = {
        "atoms": tightest.atoms,
        "ratio": ratio,
        "probability": step.left,
        "bound": step.right,
        "slack": step.slack,
    }
    witness: dict[str, Value] | None = None
    if step.verdict is not Verdict.VERIFIED:
        witness = {"ratio": ratio, "delta": as_expression(tightest.bound)}
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        step.verdict,
        step.method,
        values=values,
        witness=witness,
        steps=(step,),
    )


def own_bound_row(
    setting: Setting, level: Level, direction: Direction, atoms: Iterable[tuple[Ratio, Exact]]
) -> Judgement:
    """The lemma for all delta' with the file's own bound F: `F(Pr1[ratio >= s]) >= ln s` at every atom s."""
    bound = setting.instance.eps_prime(DELTA)
    if not falls_with_delta(bound):
        reason = "the bound is not seen to fall as delta' grows; give delta' in the file"
        return Judgement(
            "bad-set-lemma", level, direction, Verdict.UNDECIDED, "exact", values={"reason": reason}
        )
    worst, count = worst_atom(atoms, bound)
    if worst is None:
        raise LookupError("a distribution without atoms")
    ratio = quotient(*worst.ratio)
    step = inequality(
        "ln s", ln(to_expression(ratio)), "<=", f"the bound at delta' = Pr{direction[1]}[ratio >= s]",
        bound.substitute({"delta": to_expression(worst.tail)}), f"one of {count} atoms s",
    )  # fmt: skip
    witness: dict[str, Value] | None = None
    verdict = step.verdict
    if verdict is Verdict.REFUTED:
        delta = violating_delta(worst, bound)
        verdict = Verdict.UNDECIDED if delta is None else Verdict.REFUTED
        witness = None if delta is None else {"ratio": ratio, "probability": worst.tail, "delta": delta}
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        verdict,
        step.method,
        values={"atoms": count, "ratio": ratio, "probability": worst.tail, "slack": step.slack},
        witness=witness,
        steps=(step,),
    )


def _witness(experiment: Experiment, level: Level, losses: LossDistribution, size: int) -> dict[str, Value]:
    """The point of W with the largest ratio."""
    tree = experiment.tree
    atom = losses.atoms[0]
    ratio = quotient(*atom.ratio)
    if level == "histories":
        return {
            "history": tree.history(tree.n, atom.sample),
            "ratio": ratio,
            "bad_set_size": losses.points(size),
        }
    return {"x": tree.output(tree.n, atom.sample), "ratio": ratio, "bad_set_size": losses.points(size)}


STATEMENT = Statement(
    id="bad-set-lemma",
    number="S11",
    title="Lemma: the bad set is unlikely",
    formula="Pr[W | P1, A] <= delta',  W = {x : Pr1[x] > e^(eps') Pr2[x]}",
    words="What you see tells the passwords apart by more than e^(eps') with probability at most delta'.",
    source="Lemma",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("outputs",),
    proof_uses=("support", "ratio", "bounded-loss", "conditional-mean", "azuma", "substitution"),
    check=check,
)
