"""The result as the JSON document that docs/json.md describes and schemas/check.json checks."""

from __future__ import annotations

import json
from collections.abc import Sequence

from proofcheck import __version__
from proofcheck.logic.judgement import Judgement
from proofcheck.logic.result import Gap, OutputProbability, Result
from proofcheck.numbers import Expression
from proofcheck.surfaces.values import DEFAULT_DIGITS, Json, exact_text, to_json

SCHEMA = 1


def document(result: Result, *, digits: int = DEFAULT_DIGITS) -> dict[str, Json]:
    """The document of one result, keys in their documented order.

    `digits` is the number of significant digits of decimals. `outputs` is left out where the engine
    found too many to list (a notice says so); `expect` is there only if the file says what it expects.
    """
    instance = result.instance
    page: dict[str, Json] = {
        "proofcheck": __version__,
        "schema": SCHEMA,
        "title": instance.title,
        "digest": instance.digest,
        "n": instance.effective_n,
        "epsilon": _expression(result.epsilon),
        "exp_epsilon": _expression(result.exp_epsilon),
        "smallest_epsilon": _expression(result.smallest_epsilon),
        "fixed": [*instance.fixed],
        "for_all": [*instance.for_all],
        "conclusion": result.conclusion.value,
        "argument": result.argument,
        "gaps": [_gap(gap, digits) for gap in result.gaps],
        "notices": [*result.notices],
    }
    if result.outputs is not None:
        page["outputs"] = [_output(row) for row in result.outputs]
    page["statements"] = [_row(row, digits) for row in result.judgements]
    if instance.expect is not None:
        page["expect"] = {
            "met": not result.mismatches,
            "mismatches": [{"expected": row.expected, "found": row.found} for row in result.mismatches],
        }
    return page


def text(documents: Sequence[dict[str, Json]], *, ascii_only: bool = False) -> str:
    """One document, or several as an array, a row a line; ends with a newline."""
    parts = [_lines(part, ascii_only) for part in documents]
    return (parts[0] if len(parts) == 1 else "[" + ",\n".join(parts) + "]") + "\n"


def _expression(value: Expression | None) -> str | None:
    return None if value is None else exact_text(value)


def _gap(gap: Gap, digits: int) -> Json:
    return {
        "id": gap.id,
        "level": gap.level,
        "direction": gap.direction,
        "witness": to_json(gap.witness, digits),
    }


def _output(row: OutputProbability) -> Json:
    return {"x": [*row.x], "P1": exact_text(row.p1), "P2": exact_text(row.p2)}


def _row(row: Judgement, digits: int) -> Json:
    return {
        "id": row.id,
        "level": row.level,
        "direction": row.direction,
        "box": row.box,
        "delta": _expression(row.delta),
        "verdict": row.verdict.value,
        "vacuous": row.vacuous,
        "method": row.method,
        "assumptions": [*row.assumptions],
        "values": to_json(row.values, digits),
        "witness": to_json(row.witness, digits),
    }


def _lines(page: dict[str, Json], ascii_only: bool) -> str:
    """A document with a line for each key, and for each entry of its lists of rows."""
    lines = []
    for key, value in page.items():
        if isinstance(value, list) and any(isinstance(part, dict) for part in value):
            shown = "[\n  " + ",\n  ".join(json.dumps(part, ensure_ascii=ascii_only) for part in value) + "]"
        else:
            shown = json.dumps(value, ensure_ascii=ascii_only)
        lines.append(f" {json.dumps(key)}: {shown}")
    return "{\n" + ",\n".join(lines) + "}"
