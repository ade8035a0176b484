"""The `[boxes]` table: boxes by their distributions or by a named mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from proofcheck.model.box import Box
from proofcheck.model.declared import Declared
from proofcheck.model.distributions import Defect, distribution_problems, merged_messages, side_problems
from proofcheck.model.locate import Path
from proofcheck.model.problems import did_you_mean
from proofcheck.model.read_mechanism import PARAMETERS, mechanism_sides
from proofcheck.model.reader import Reader
from proofcheck.model.strategy import FIRST_UNOPENED, UNIFORM
from proofcheck.model.toml import dotted
from proofcheck.numbers import Exact

# What a file may ask for at most, so that a hostile one cannot exhaust the memory.
MOST_COPIES = 100_000
MOST_BOXES = 200_000
MOST_MESSAGES = 10_000

_ONE_BOX = {"P1", "P2", "mechanism"}
_ANY_BOX = ("mechanism", "messages", "count")


def read_boxes(reader: Reader, value: object) -> Declared | None:
    """The boxes of the file; None if there are none to speak of."""
    path: Path = ("boxes",)
    table = reader.table(path, value)
    if table is None:
        return None
    if not table:
        message = "boxes is empty: a family needs at least one box"
        reader.report(path, message, hint="add [boxes.NAME], or leave it out")
        return None
    inner = [box.keys() for box in table.values() if isinstance(box, dict)]
    if _ONE_BOX & table.keys() and not any(_ONE_BOX & keys for keys in inner):
        message = "boxes holds the keys of one box, not boxes"
        reader.report(path, message, hint="a box needs a name: [boxes.NAME]")
        return None
    boxes: dict[str, Box | None] = {}
    origin: dict[str, str] = {}
    complete = True
    for name, given in table.items():
        where = (*path, name)
        box, count = _read_box(reader, where, name, given)
        if count is None or len(boxes) + count > MOST_BOXES:
            if count is not None:
                reader.report(where, f"more than {MOST_BOXES} boxes in all")
            complete = False
            continue
        for copy in [name] if count == 0 else [f"{name}#{i}" for i in range(1, count + 1)]:
            if copy in origin:
                message = f"two boxes are called {copy!r}: from {origin[copy]} and from {dotted(where)}"
                reader.report(where, message, value=copy, hint="rename one of them")
            origin[copy] = dotted(where)
            boxes[copy] = None if box is None else box.renamed(copy)
    for word in (UNIFORM, FIRST_UNOPENED):
        if word in origin:
            reader.notice(f'a box is called {word!r}: in a rule, choose = "{word}" does not mean the box')
    return Declared(boxes, complete)


def _read_box(reader: Reader, path: Path, name: str, value: object) -> tuple[Box | None, int | None]:
    """The box (None: something is wrong) and its count: 0 without `count`, None if that is wrong."""
    if not isinstance(value, dict):
        reader.wrong_type(path, value, "a table", "a box is a table with P1 and P2, or with mechanism")
        return None, 0
    if not name:
        reader.report(path, "a box needs a name that is not empty")
    count: int | None = 0
    if "count" in value:
        count = reader.integer((*path, "count"), value["count"], 1, MOST_COPIES)
    if "mechanism" in value:
        return _mechanism_box(reader, path, name, value), count
    reader.table(path, value, ("P1", "P2", *_ANY_BOX))
    if "messages" in value:
        message = f"{dotted(path)}: messages belongs to a mechanism; P1 and P2 name the messages themselves"
        reader.report((*path, "messages"), message)
    p1, p2 = (_read_side(reader, path, side, value) for side in ("P1", "P2"))
    if p1 is not None and p2 is not None:
        return _box(reader, path, name, p1, p2, None), count
    for side, given in (("P1", p1), ("P2", p2)):
        if given is not None:
            _report(reader, path, side_problems(dotted(path), side, given))
    return None, count


def _read_side(reader: Reader, path: Path, side: str, box: Mapping[str, Any]) -> dict[str, Exact] | None:
    """One distribution; None if it is missing or one of its numbers is wrong."""
    if side not in box:
        reader.report(
            path,
            f"{dotted(path)} has no {side}",
            hint='a box needs P1 and P2, for example P1 = { "0" = "3/4", "1" = "1/4" }, or a mechanism',
        )
        return None
    table = reader.table((*path, side), box[side])
    if table is None:
        return None
    if len(table) > MOST_MESSAGES:
        where = (*path, side)
        reader.report(where, f"{dotted(where)} holds {len(table)} messages, more than {MOST_MESSAGES}")
        return None
    numbers = {message: reader.exact((*path, side, message), value) for message, value in table.items()}
    whole = {message: value for message, value in numbers.items() if value is not None}
    if len(whole) == len(numbers):
        return whole
    signs = (defect for defect in side_problems(dotted(path), side, whole) if len(defect.path) > 1)
    _report(reader, path, signs)
    return None


def _mechanism_box(reader: Reader, path: Path, name: str, value: Mapping[str, Any]) -> Box | None:
    for side in ("P1", "P2"):
        if side in value:
            message = f"{dotted(path)} has both mechanism and {side}: a mechanism makes its own distributions"
            reader.report((*path, side), message, hint="leave one of them out")
    mechanism = reader.text((*path, "mechanism"), value["mechanism"])
    if mechanism is None:
        return None
    if mechanism not in PARAMETERS:
        hint = did_you_mean(mechanism, PARAMETERS)
        message = f"unknown mechanism {mechanism!r}"
        reader.report((*path, "mechanism"), message, value=mechanism, hint=hint)
        return None
    reader.table(path, value, (*PARAMETERS[mechanism], *_ANY_BOX, "P1", "P2"))
    made = mechanism_sides(reader, path, mechanism, value)
    if made is None or "P1" in value or "P2" in value:
        return None
    messages, (p1, p2) = made
    left, right = dict(zip(messages, p1, strict=True)), dict(zip(messages, p2, strict=True))
    return _box(reader, path, name, left, right, mechanism)


def _box(
    reader: Reader,
    path: Path,
    name: str,
    p1: Mapping[str, Exact],
    p2: Mapping[str, Exact],
    mechanism: str | None,
) -> Box | None:
    if _report(reader, path, distribution_problems(dotted(path), p1, p2)):
        return None
    messages, left, right, dropped = merged_messages(p1, p2)
    for message in dropped:
        reader.notice(
            f"{dotted(path)}: the message {message!r} has probability 0 on both sides and is dropped"
        )
    return Box(name, messages, left, right, mechanism)


def _report(reader: Reader, path: Path, defects: Iterable[Defect]) -> int:
    """Report defects of the box at `path`; how many there were."""
    found = list(defects)
    for defect in found:
        reader.report((*path, *defect.path), defect.message, value=defect.value, hint=defect.hint)
    return len(found)
