"""The `[expect]` table: what the author of a file believes."""

from __future__ import annotations

from collections.abc import Sequence

from proofcheck.model.declared import Declared
from proofcheck.model.instance import STATEMENT_IDS, Expect, ExpectedRow, ExpectedValue
from proofcheck.model.locate import Path
from proofcheck.model.problems import did_you_mean
from proofcheck.model.reader import Reader, TomlFloat

_CONCLUSIONS = ("verified", "refuted", "undecided")
_ARGUMENTS = ("sound", "gap", "undecided")
_VERDICTS = (*_CONCLUSIONS, "inapplicable")
_LEVELS = ("box", "histories", "outputs")
_DIRECTIONS = ("P1->P2", "P2->P1")
_METHODS = ("exact", "enclosure", "symbolic", "enumeration", "bound")
_WORDS = {"level": _LEVELS, "direction": _DIRECTIONS, "verdict": _VERDICTS, "method": _METHODS}
_FIELDS = ("id", "box", "delta", "vacuous", *_WORDS)

# Values may nest as deep as a result nests.
_DEEPEST = 4

# Where a file gives no boxes, any name may be expected.
_ANY = Declared({}, complete=False)


def read_expect(reader: Reader, value: object, boxes: Declared | None) -> Expect | None:
    """The expectations of the file; None if anything is wrong with them."""
    path: Path = ("expect",)
    table = reader.table(path, value, ("conclusion", "argument", "statements"))
    if table is None:
        return None
    before = len(reader.problems)
    conclusion = argument = None
    if "conclusion" in table:
        conclusion = _word(reader, (*path, "conclusion"), table["conclusion"], _CONCLUSIONS)
    if "argument" in table:
        argument = _word(reader, (*path, "argument"), table["argument"], _ARGUMENTS)
    where = (*path, "statements")
    items = reader.items(where, table.get("statements", []), "an array of tables") or []
    rows = [_row(reader, (*where, i), item, boxes) for i, item in enumerate(items)]
    if len(reader.problems) > before:
        return None
    return Expect(conclusion, argument, tuple(row for row in rows if row is not None))


def _row(reader: Reader, path: Path, value: object, boxes: Declared | None) -> ExpectedRow | None:
    table = reader.table(path, value)
    if table is None:
        return None
    if "id" not in table:
        reader.report(
            path, "a row of expect.statements has no id", hint=f"one of: {', '.join(STATEMENT_IDS)}"
        )
        return None
    id = _word(reader, (*path, "id"), table["id"], STATEMENT_IDS)
    words = {
        name: _word(reader, (*path, name), table[name], known) if name in table else None
        for name, known in _WORDS.items()
    }
    box = None
    if "box" in table:
        where = (*path, "box")
        box = (boxes or _ANY).box_name(reader, where, table["box"])
    delta = reader.expression((*path, "delta"), table["delta"]) if "delta" in table else None
    vacuous = table.get("vacuous")
    if vacuous is not None and not isinstance(vacuous, bool):
        reader.wrong_type((*path, "vacuous"), vacuous, "true or false")
    values = {
        name: _value(reader, (*path, name), item, 0) for name, item in table.items() if name not in _FIELDS
    }
    if id is None:
        return None
    return ExpectedRow(
        id,
        words["level"],
        words["direction"],
        box,
        delta,
        words["verdict"],
        vacuous if isinstance(vacuous, bool) else None,
        words["method"],
        {name: item for name, item in values.items() if item is not None},
        reader.lines.of(path),
    )


def _value(reader: Reader, path: Path, value: object, depth: int) -> ExpectedValue | None:
    if depth > _DEEPEST:
        reader.report(path, "an expected value is nested too deeply")
        return None
    if isinstance(value, (str, bool, int)) and not isinstance(value, TomlFloat):
        return value
    if isinstance(value, dict):
        parts = {name: _value(reader, (*path, name), item, depth + 1) for name, item in value.items()}
        return {name: item for name, item in parts.items() if item is not None}
    if isinstance(value, list):
        found = (_value(reader, (*path, i), item, depth + 1) for i, item in enumerate(value))
        return tuple(item for item in found if item is not None)
    reader.wrong_type(path, value, "text, an integer, true or false, a table or an array")
    return None


def _word(reader: Reader, path: Path, value: object, known: Sequence[str]) -> str | None:
    """One of a few words."""
    word = reader.text(path, value)
    if word is None or word in known:
        return word
    hint = did_you_mean(word, known)
    if hint.startswith("known here"):
        hint = "one of: " + ", ".join(known)
    reader.report(path, f"{path[-1]} cannot be {word!r}", value=word, hint=hint)
    return None
