"""Instance files in, instances out: strict, and with every problem of a file in one go."""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from pathlib import Path as FilePath
from typing import Any

from proofcheck.model.declared import Declared
from proofcheck.model.instance import Instance
from proofcheck.model.locate import Lines
from proofcheck.model.problems import InputError, Problem
from proofcheck.model.read_boxes import read_boxes
from proofcheck.model.read_expect import read_expect
from proofcheck.model.read_strategy import read_strategy
from proofcheck.model.read_values import (
    check_bound,
    read_bound,
    read_deltas,
    read_epsilon,
    read_events,
    read_n,
)
from proofcheck.model.reader import Reader, TomlFloat

MOST_BYTES = 16_000_000

_KEYS = ("schema", "title", "n", "epsilon", "delta", "events", "bound", "boxes", "strategy", "expect")
_LONG_INTEGER = re.compile(r"[0-9][0-9_]{4000,}")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|(end of document))\)", re.DOTALL)


def load(path: str | os.PathLike[str]) -> Instance:
    """Read an instance file.

    Args:
        path: a TOML file in UTF-8; an empty one asks for the general theorem.

    Raises:
        InputError: there is no such file, or it is wrong; `problems` holds every reason.
    """
    name = os.fspath(path)
    try:
        with FilePath(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise _failure(name, None, "no such file", "") from None
    except IsADirectoryError:
        raise _failure(
            name, None, "this is a directory, not an instance file", "name the file itself"
        ) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise _failure(name, None, f"the file cannot be read: {reason}", "") from None
    return _from_bytes(content, name)


def loads(text: str, name: str = "<string>") -> Instance:
    """Read an instance from the text of a file; `name` stands for the file in messages.

    Raises:
        InputError: the text is wrong; `problems` holds every reason.
    """
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise _failure(
            name, line, "the text holds half of a surrogate pair, which is no character", ""
        ) from None
    return _from_bytes(content, name)


def _from_bytes(content: bytes, name: str) -> Instance:
    if len(content) > MOST_BYTES:
        raise _failure(
            name, None, f"the file is larger than {MOST_BYTES:,} bytes", "an instance file is small"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"the file is not UTF-8: byte {error.start} is 0x{content[error.start]:02x}"
        raise _failure(name, line, message, "save it as UTF-8 without other encodings") from None
    data, lines = _parsed(text, name)
    reader = Reader(name, lines)
    instance = _instance(reader, data, text, "sha256:" + hashlib.sha256(content).hexdigest())
    if instance is None or reader.problems:
        raise InputError(_in_order(reader.problems))
    return instance


def _parsed(text: str, name: str) -> tuple[dict[str, Any], Lines]:
    try:
        return tomllib.loads(text, parse_float=TomlFloat), Lines(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError((_syntax_problem(str(error), text, name),)) from None
    except RecursionError:
        raise _failure(name, None, "the file is nested too deeply", "") from None
    except ValueError:
        # `int` refuses integers of thousands of digits.
        found = _LONG_INTEGER.search(text)
        line = None if found is None else text.count("\n", 0, found.start()) + 1
        raise _failure(name, line, "the file holds an integer of thousands of digits", "") from None


def _syntax_problem(text: str, source: str, name: str) -> Problem:
    found = _PLACE.fullmatch(text)
    if found is None:
        return Problem(name, None, "", "", f"not valid TOML: {text}", "")
    message, line, column, _ = found.groups()
    at = source.count("\n") + 1 if line is None else int(line)
    where = "at the end of the file" if line is None else f"at column {column}"
    hint = ""
    lines = source.split("\n")
    if "Invalid value" in message and at <= len(lines) and "=" in lines[at - 1]:
        hint = 'numbers that are not integers are text: write "1/10", "ln(3)"'
    elif "overwrite" in message or "twice" in message:
        hint = "a key or table can be there only once"
    return Problem(name, at, "", "", f"not valid TOML: {message} ({where})", hint)


def _instance(reader: Reader, data: dict[str, Any], text: str, digest: str) -> Instance | None:
    reader.table((), data, _KEYS)
    schema = data.get("schema", 1)
    if isinstance(schema, bool) or not isinstance(schema, int):
        reader.wrong_type(("schema",), schema, "the integer 1")
    elif schema != 1:
        message = f"schema is {schema}, but this version reads schema 1"
        reader.report(
            ("schema",), message, value=schema, hint="write schema = 1, or install a newer proofcheck-dp"
        )
    title = reader.text(("title",), data["title"]) if "title" in data else None
    for key in ("strategy", "events"):
        if key in data and "boxes" not in data:
            what = (
                "a strategy chooses among boxes" if key == "strategy" else "events are sets of their messages"
            )
            reader.report(
                (key,), f"{key} without boxes: {what}", hint=f"add [boxes.NAME], or leave {key} out"
            )
    boxes = read_boxes(reader, data["boxes"]) if "boxes" in data else None
    known = boxes or Declared({}, complete=False)
    n = read_n(reader, data, boxes)
    epsilon, is_auto = read_epsilon(reader, data, boxes)
    deltas = read_deltas(reader, data["delta"]) if "delta" in data else None
    bound = read_bound(reader, data["bound"]) if "bound" in data else None
    if bound is not None:
        check_bound(reader, bound, n, epsilon, deltas)
        if boxes is not None and "epsilon" not in data:
            # The theorem's own eps' grows with eps, so there the smallest eps is the hardest.
            message = "a bound of one's own for every eps at least that of the boxes cannot be judged"
            reader.report(("bound",), message, hint='fix epsilon; epsilon = "auto" is the smallest')
    strategy = read_strategy(reader, data["strategy"], known, n) if "strategy" in data else None
    events = read_events(reader, data["events"], known, n) if "events" in data else None
    expect = read_expect(reader, data["expect"], boxes) if "expect" in data else None
    if reader.problems:
        return None
    return Instance(
        title=title,
        n=n,
        epsilon=epsilon,
        epsilon_is_auto=is_auto,
        deltas=deltas,
        events=events,
        bound=bound,
        family=None if boxes is None else boxes.family,
        strategy=strategy,
        expect=expect,
        notices=tuple(reader.notices),
        digest=digest,
        name=reader.file,
        text=text,
    )


def _in_order(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: problem.line or 0)


def _failure(name: str, line: int | None, message: str, hint: str) -> InputError:
    return InputError((Problem(name, line, "", "", message, hint),))
