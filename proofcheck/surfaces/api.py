"""The Python entry points: a check, and its two renderings."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace

from proofcheck.engine import DEFAULT_MAX_NODES, run
from proofcheck.logic.result import Result
from proofcheck.model import InputError, Instance, Problem, load
from proofcheck.surfaces.expect import mismatches
from proofcheck.surfaces.proof import proof_for, statements
from proofcheck.surfaces.values import DEFAULT_DIGITS, Json


def check(
    instance: Instance | str | os.PathLike[str],
    only: Collection[str] | None = None,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    progress: Callable[[str, int, int], None] | None = None,
) -> Result:
    """Judge every statement of the proof on one instance.

    Args:
        instance: an `Instance`, or the path of an instance file.
        only: ids of statements; the result then shows their rows alone. The whole proof is checked
            all the same, so `conclusion`, `argument` and `gaps` never depend on what is shown.
        max_nodes: refuse a history tree with more nodes.
        progress: called with (stage, done, total) now and then.

    Returns:
        The result, `mismatches` filled in if the instance says what it expects.

    Raises:
        InputError: the file is wrong (every problem of it), the strategy fails on a history, or nothing
            (or nothing of `only`) can be judged on what the instance leaves open.
        BudgetError: the tree is larger than `max_nodes`.
        ForeignLemmasError: the import name `lemmas` belongs to somebody else.
        ValueError: `only` is empty or holds an unknown id.
    """
    known = [statement.id for statement in statements()]
    unknown = sorted(set(only or ()) - set(known))
    if unknown or (only is not None and not only):
        raise ValueError(f"only {unknown or 'nothing'!r}: the statements are {', '.join(known)}")
    whole = instance if isinstance(instance, Instance) else load(instance)
    judged = proof_for(whole)
    if not judged:
        open_ones = ", ".join(whole.for_all)
        message = f"no statement can be judged on one instance when it is for all {open_ones}"
        raise InputError((Problem(whole.name, None, "boxes", "", message, "fix the boxes"),))
    result = run(whole, judged, max_nodes=max_nodes, progress=progress)
    result = replace(result, mismatches=mismatches(result))
    return result if only is None else _shown(result, [id for id in known if id in only])


def _shown(result: Result, ids: list[str]) -> Result:
    """The result with the rows of these statements alone; there must be one."""
    kept = tuple(row for row in result.judgements if row.id in ids)
    if not kept:
        judged = ", ".join(dict.fromkeys(row.id for row in result.judgements))
        message = f"{', '.join(ids)}: not judged when it is for all {', '.join(result.instance.for_all)}"
        problem = Problem(
            result.instance.name, None, "--only", ", ".join(ids), message, f"judged are {judged}"
        )
        raise InputError((problem,))
    notice = f"shown: only {', '.join(ids)}; the conclusion is that of the whole proof"
    return replace(result, judgements=kept, notices=(*result.notices, notice))


def to_text(result: Result, *, digits: int = DEFAULT_DIGITS) -> str:
    """The result as text that reads like the proof (what `proofcheck check` prints)."""
    from proofcheck.surfaces.text import Style, render

    return render(result, statements(), Style(digits=digits))


def to_dict(result: Result, *, digits: int = DEFAULT_DIGITS) -> dict[str, Json]:
    """The result as the JSON document (what `proofcheck check --format json` prints)."""
    from proofcheck.surfaces.jsonout import document

    return document(result, digits=digits)
