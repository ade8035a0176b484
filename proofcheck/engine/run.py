"""Run statements in proof order on one instance and draw the conclusion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from proofcheck.analysis.all_strategies import AllStrategies
from proofcheck.analysis.experiment import BoxSetting, Experiment, Setting
from proofcheck.analysis.quantified import LARGEST_SEARCHED, AllEpsilon, Everything, Interval
from proofcheck.analysis.tree import DEFAULT_MAX_NODES, Progress
from proofcheck.engine.tail_inequality import prove_tail_inequality
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import combined
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.result import Gap, OutputProbability, Result
from proofcheck.logic.statement import Statement
from proofcheck.model import Instance
from proofcheck.numbers import exp, simplify

# Listing more output vectors than this helps nobody; a notice says that they were left out.
MOST_OUTPUTS = 512

# The conclusion is drawn from these alone: the other statements are the way the source argues.
_CONCLUDING = ("bad-set-lemma", "theorem")
_STEPS_OF_THE_ARGUMENT = ("ratio", "bounded-loss", "conditional-mean", "substitution")


def run(
    instance: Instance,
    statements: Sequence[Statement],
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    progress: Progress | None = None,
) -> Result:
    """Judge `statements` (in proof order, those of the instance's scope) on `instance`.

    Raises `InputError` if the strategy is not defined on a reachable history, and `BudgetError` if the
    tree or the value functions would be too large.
    """
    setting = _setting(instance, max_nodes, progress)
    judged: dict[str, tuple[Judgement, ...]] = {}
    for place, statement in enumerate(statements):
        judged[statement.id] = tuple(statement.check(Evidence(setting, judged)))
        if progress is not None:
            progress("statements", place + 1, len(statements))
    rows = tuple(row for rows in judged.values() for row in rows)
    outputs, notices = _outputs(setting) if isinstance(setting, Experiment) else (None, ())
    gaps = _gaps(rows)
    epsilon = setting.epsilon if isinstance(setting, Setting) else None
    return Result(
        instance=instance,
        epsilon=epsilon,
        exp_epsilon=None if epsilon is None else simplify(exp(epsilon)),
        smallest_epsilon=setting.family.smallest_epsilon() if isinstance(setting, BoxSetting) else None,
        conclusion=_conclusion(rows),
        argument=_argument(rows, gaps),
        gaps=gaps,
        notices=(*instance.notices, *notices),
        outputs=outputs,
        judgements=rows,
        nodes=setting.tree.nodes if isinstance(setting, Experiment) else 0,
    )


def _setting(
    instance: Instance, max_nodes: int, progress: Progress | None
) -> Setting | AllEpsilon | Everything:
    """What the statements look at, by how much the instance leaves open."""
    family, strategy = instance.family, instance.strategy
    epsilon, n = instance.effective_epsilon, instance.effective_n
    if n is None:
        return Everything(instance)
    if epsilon is None:
        return AllEpsilon(instance, n, _intervals(n))
    if family is None:
        return Setting(instance, epsilon, n)
    if strategy is None:
        return AllStrategies(instance, epsilon, n, family, max_pieces=max_nodes, progress=progress)
    return Experiment(instance, epsilon, n, family, strategy, max_nodes=max_nodes, progress=progress)


def _intervals(n: int) -> dict[int, list[Interval]]:
    """The labour behind rung 5: intervals of e^epsilon for every tail of randomised response."""
    found: dict[int, list[Interval]] = {}
    if n > LARGEST_SEARCHED:
        return found
    for tile in prove_tail_inequality(n).tiles:
        found.setdefault(tile.j, []).append((tile.low, tile.high))
    return found


def _outputs(experiment: Experiment) -> tuple[tuple[OutputProbability, ...] | None, tuple[str, ...]]:
    tree = experiment.tree
    last = tree.levels[-1]
    count = len(last.outputs)
    if count > MOST_OUTPUTS:
        return None, (f"the {count:,} output vectors are not listed (the limit is {MOST_OUTPUTS})",)
    rows = sorted(
        (tree.output(tree.n, i), tree.probability(tree.n, last.y1[i]), tree.probability(tree.n, last.y2[i]))
        for i in range(count)
    )
    return tuple(OutputProbability(*row) for row in rows), ()


def _gaps(rows: Iterable[Judgement]) -> tuple[Gap, ...]:
    """Refuted steps of the argument, each with its witness."""
    return tuple(
        Gap(row.id, row.level, row.direction, row.witness or {})
        for row in rows
        if row.id in _STEPS_OF_THE_ARGUMENT and row.verdict is Verdict.REFUTED
    )


def _conclusion(rows: Sequence[Judgement]) -> Verdict:
    """Refuted or open as soon as one row of the lemma or the theorem is; nothing judged is undecided."""
    concluding = [row.verdict for row in rows if row.id in _CONCLUDING]
    return combined(concluding) if concluding else Verdict.UNDECIDED


def _argument(rows: Iterable[Judgement], gaps: tuple[Gap, ...]) -> Literal["sound", "gap", "undecided"]:
    if gaps:
        return "gap"
    if any(row.verdict is Verdict.UNDECIDED for row in rows):
        return "undecided"
    return "sound"
