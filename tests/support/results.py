"""Small results to render, from the real engine, and variations of them."""

from __future__ import annotations

from dataclasses import replace

from proofcheck.logic.judgement import Verdict
from proofcheck.logic.result import Result
from proofcheck.model import Box, Family, Instance, UniformStrategy
from proofcheck.numbers import parse
from proofcheck.surfaces.api import check


def forgetting(
    title: str = "Forgetting which box was opened", names: tuple[str, str] = ("a", "b")
) -> Instance:
    """One opening of two boxes at random; the outputs do not tell which (a gap of the argument)."""
    first = Box.create(names[0], {"0": "11/21", "1": "10/21"}, {"0": "10/21", "1": "11/21"})
    second = Box.create(names[1], {"0": "27/47", "1": "20/47"}, {"0": "25/47", "1": "22/47"})
    return Instance(
        title=title,
        n=1,
        epsilon=parse("ln(11/10)"),
        deltas=(parse("3/4"),),
        family=Family.of(first, second),
        strategy=UniformStrategy(),
        digest="sha256:" + "0" * 64,
        name="forgetting.proof.toml",
    )


def result_of(instance: Instance) -> Result:
    """The real result."""
    return check(instance)


def with_row(result: Result, id: str, *, conclusion: Verdict, **changes: object) -> Result:
    """The result with the first row of statement `id` changed, and another conclusion."""
    place = next(i for i, row in enumerate(result.judgements) if row.id == id)
    rows = list(result.judgements)
    rows[place] = replace(rows[place], **changes)  # type: ignore[arg-type]
    return replace(result, judgements=tuple(rows), conclusion=conclusion)
