"""Rung 6 of the ladder: the lemma and the theorem for all n, epsilon, boxes, strategies, events and delta'.

They are judged by the general proof: every step of every derivation up to the one that concludes them is
checked by the engine of `proofcheck.logic.derivation`. The same rows serve wherever a lower rung leaves the
lemma open for all boxes or for all strategies on outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from proofcheck.logic.derivation import Checked, check
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import DIRECTIONS, Judgement, Level, Verdict
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression


@cache
def library(proof: tuple[Statement, ...]) -> dict[str, Checked]:
    """Every derivation of a proof, checked in order; each may cite only those before it."""
    checked: dict[str, Checked] = {}
    for statement in proof:
        if statement.derivation is not None:
            checked[statement.id] = check(statement.derivation, checked)
    return checked


def cited(id: str, checked: dict[str, Checked]) -> tuple[str, ...]:
    """The derivations that a derivation rests on, itself last."""
    order: dict[str, None] = {}
    for other in checked[id].derivation.cites():
        if other != id:
            order.update(dict.fromkeys(cited(other, checked)))
    order[id] = None
    return tuple(order)


def rows(
    id: str,
    by: Mapping[Level, str],
    proof: tuple[Statement, ...],
    deltas: Sequence[Expression | None] = (None,),
) -> Iterator[Judgement]:
    """Rows of the statement `id` on the levels of `by`, which names the derivation that proves each."""
    checked = library(proof)
    for level, last in by.items():
        rests_on = cited(last, checked)
        proved = all(checked[name].verdict is Verdict.VERIFIED for name in rests_on)
        steps = sum(len(checked[name].steps) for name in rests_on)
        for direction in DIRECTIONS:
            for delta in deltas:
                yield Judgement(
                    id,
                    level,
                    direction,
                    Verdict.VERIFIED if proved else Verdict.UNDECIDED,
                    "symbolic",
                    delta=delta,
                    values={"derivations": rests_on, "checked_steps": steps},
                )


def judged_by(statement: Statement, by: Mapping[Level, str], proof: tuple[Statement, ...]) -> Statement:
    """The statement, judged on any setting by general derivations, named for each level."""

    def check_rows(evidence: Evidence[Any]) -> Iterator[Judgement]:
        deltas: Sequence[Expression | None] = evidence.setting.instance.deltas or (None,)
        if evidence.setting.instance.bound is not None:
            reason = "a bound of one's own for all of these is judged by `proofcheck bound`"
            for row in rows(statement.id, by, proof, deltas=deltas):
                yield replace(row, verdict=Verdict.UNDECIDED, values={"reason": reason})
            return
        yield from rows(statement.id, by, proof, deltas=deltas)

    return replace(statement, check=check_rows, uses=(), proof_uses=())


def completed(statement: Statement, by: Mapping[Level, str], proof: tuple[Statement, ...]) -> Statement:
    """The statement with rows for all delta' added on the levels of `by`, where its check gives none."""
    own: Callable[[Evidence[Any]], Any] = statement.check

    def check_rows(evidence: Evidence[Any]) -> Iterator[Judgement]:
        yield from own(evidence)
        instance = evidence.setting.instance
        if instance.deltas is None and instance.bound is None:
            yield from rows(statement.id, by, proof)

    return replace(statement, check=check_rows)


def up_to(
    largest: int, statement: Statement, by: Mapping[Level, str], proof: tuple[Statement, ...]
) -> Statement:
    """The statement by its own check where n is at most `largest`, by general derivations beyond.

    Exact binomial sums and intervals for every tail grow with n; the general proof does not.
    """
    general = judged_by(statement, by, proof)

    def check_rows(evidence: Evidence[Any]) -> Iterator[Judgement]:
        chosen = statement if evidence.setting.n <= largest else general
        yield from chosen.check(evidence)

    return replace(statement, check=check_rows)
