"""Compare what a file expects with what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from proofcheck.logic.judgement import Judgement, LinearForm, Value
from proofcheck.logic.result import Mismatch, Result
from proofcheck.model import ExpectedRow, ExpectedValue
from proofcheck.numbers import (
    DomainError,
    Expression,
    ExpressionError,
    Order,
    PrecisionError,
    compare,
    decimal,
    number,
    parse,
)
from proofcheck.surfaces.values import DEFAULT_DIGITS, as_expression, exact_text, to_json

_DECIMAL = re.compile(r"[+-]?(\d+\.\d*|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)


def mismatches(result: Result) -> tuple[Mismatch, ...]:
    """Every way in which the result contradicts the instance's `[expect]`; empty if there is none.

    A row of `[expect]` that matches no row of the result is a mismatch too.
    """
    expect = result.instance.expect
    if expect is None:
        return ()
    found: list[Mismatch] = []
    for key, wanted, got in (
        ("conclusion", expect.conclusion, result.conclusion.value),
        ("argument", expect.argument, result.argument),
    ):
        if wanted is not None and wanted != got:
            found.append(Mismatch(f"{key} = {wanted}", got))
    for row in expect.statements:
        found += _of_row(row, result.judgements)
    return tuple(found)


def _of_row(wanted: ExpectedRow, rows: Sequence[Judgement]) -> Iterator[Mismatch]:
    matching = [row for row in rows if _selected(wanted, row)]
    if not matching:
        yield Mismatch(_selection(wanted), "no such row")
    for row in matching:
        found = _reported(row)
        for key, value in _claims(wanted).items():
            claim = f"{_name(row)}: {key} = {_written(value)}"
            if key not in found:
                yield Mismatch(claim, f"no such value, only {', '.join(found)}")
            elif not agrees(value, found[key]):
                yield Mismatch(claim, _written(to_json(found[key], DEFAULT_DIGITS)))


def _claims(wanted: ExpectedRow) -> dict[str, ExpectedValue]:
    own = {"verdict": wanted.verdict, "vacuous": wanted.vacuous, "method": wanted.method}
    return {**{key: value for key, value in own.items() if value is not None}, **wanted.values}


def _reported(row: Judgement) -> dict[str, Value]:
    """What a row of `[expect]` can name, beside what selects the row."""
    return {
        "verdict": row.verdict.value,
        "vacuous": row.vacuous,
        "method": row.method,
        "assumptions": row.assumptions,
        "witness": row.witness,
        **row.values,
    }


def agrees(wanted: object, found: Value) -> bool:
    """Whether an expected value (as TOML gives it) says the same as a found one.

    Numbers are compared as numbers; a decimal agrees with every number whose leading digits it spells.
    """
    if isinstance(found, Mapping):
        return isinstance(wanted, Mapping) and all(
            key in found and agrees(wanted[key], found[key]) for key in wanted
        )
    if isinstance(found, tuple):
        return (
            isinstance(wanted, list | tuple)
            and len(wanted) == len(found)
            and all(agrees(a, b) for a, b in zip(wanted, found, strict=True))
        )
    if isinstance(found, LinearForm) and isinstance(wanted, Mapping):
        parts: dict[str, Value] = {"a": found.a, "b": found.b, "decimal": found}
        return agrees(wanted, parts)
    if found is None or isinstance(found, bool | str) or isinstance(wanted, bool):
        return type(wanted) is type(found) and wanted == found
    if isinstance(wanted, int):
        return _equal(number(wanted), as_expression(found))
    return isinstance(wanted, str) and _number_agrees(wanted, as_expression(found))


def _number_agrees(wanted: str, found: Expression) -> bool:
    try:
        if _equal(parse(wanted), found):
            return True
    except (ExpressionError, DomainError):
        return False
    if not _DECIMAL.fullmatch(wanted):
        return False
    digits = re.split("[eE]", wanted)[0].lstrip("+-").replace(".", "").lstrip("0")
    try:
        return Fraction(decimal(found, len(digits) or 1)) == Fraction(wanted)
    except PrecisionError:
        return False


def _equal(left: Expression, right: Expression) -> bool:
    return compare(left, right).order is Order.EQUAL


def _selected(wanted: ExpectedRow, row: Judgement) -> bool:
    pairs = ((wanted.level, row.level), (wanted.direction, row.direction), (wanted.box, row.box))
    if wanted.id != row.id or any(a is not None and a != b for a, b in pairs):
        return False
    return wanted.delta is None or (row.delta is not None and _equal(wanted.delta, row.delta))


def _selection(wanted: ExpectedRow) -> str:
    delta = None if wanted.delta is None else exact_text(wanted.delta)
    asked = {
        "id": wanted.id,
        "level": wanted.level,
        "direction": wanted.direction,
        "box": wanted.box,
        "delta": delta,
    }
    return "a row with " + ", ".join(f"{key} = {value}" for key, value in asked.items() if value is not None)


def _name(row: Judgement) -> str:
    delta = None if row.delta is None else f"delta' = {exact_text(row.delta)}"
    box = None if row.box is None else f"box {row.box}"
    return " ".join(part for part in (row.id, row.level, row.direction, box, delta) if part)


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_written(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_written(part) for part in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
