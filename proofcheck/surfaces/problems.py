"""Errors as people and programs read them: where, what, the value, why, and what would work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TYPE_CHECKING = False  # read as true by type checkers; importing typing is slow
if TYPE_CHECKING:
    from proofcheck.model import Problem

_QUOTED = 96  # characters of a source line that are quoted


class UsageError(Exception):
    """The command line asks for something that cannot be done; ends in exit code 2."""

    def __init__(self, message: str, *, key: str = "", value: str = "", hint: str = "") -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.message = message
        self.key = key
        self.value = value
        self.hint = hint

    @property
    def entry(self) -> dict[str, str | int | None]:
        """The error as an entry of the JSON document."""
        return entry("<command line>", None, self.key, self.value, self.message, self.hint)

    @property
    def text(self) -> str:
        """The error for people."""
        return "\n".join([f"error: {printable(self.message)}", *_hint(self.hint)])


def entry(
    file: str, line: int | None, key: str, value: str, message: str, hint: str
) -> dict[str, str | int | None]:
    """One entry of `{"errors": [...]}`."""
    return {"file": file, "line": line, "key": key, "value": value, "message": message, "hint": hint}


def problem_entry(problem: Problem) -> dict[str, str | int | None]:
    """A problem of a file as an entry of the JSON document."""
    return entry(problem.file, problem.line, problem.key, problem.value, problem.message, problem.hint)


def errors_json(entries: Iterable[Mapping[str, str | int | None]]) -> str:
    """The JSON document that stands in place of a result."""
    import json

    rows = ",\n ".join(json.dumps(dict(row)) for row in entries)
    return f'{{"errors": [\n {rows}]}}'


def problem_text(problem: Problem, source: str | None = None) -> str:
    """A problem of a file for people, with the source line quoted.

    `source` is the text of the file; without it nothing is quoted.
    """
    where = printable(problem.file) if problem.line is None else f"{printable(problem.file)}:{problem.line}"
    lines = [f"{where}: error: {printable(problem.message)}"]
    quoted = _quoted(source, problem.line)
    if quoted is not None:
        lines.append(f"{problem.line:>6} | {quoted}")
    if problem.key and problem.key not in problem.message:
        lines.append(f"  key:   {printable(problem.key)}")
    if problem.value and problem.value not in problem.message:
        lines.append(f"  value: {clipped(printable(problem.value))}")
    return "\n".join([*lines, *_hint(problem.hint)])


def printable(text: str) -> str:
    """`text` with control characters, which could drive the terminal, written as escapes."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def clipped(text: str, width: int = _QUOTED) -> str:
    """At most `width` characters of `text`."""
    return text if len(text) <= width else text[: width - 1] + "…"


def suggestion(word: str, known: Iterable[str]) -> str:
    """`did you mean ...?`, or the whole list if nothing is near."""
    from difflib import get_close_matches

    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    if near:
        return f"did you mean {near[0]!r}?"
    return "one of: " + ", ".join(names) if names else ""


def _hint(hint: str) -> list[str]:
    return [f"  hint:  {printable(hint)}"] if hint else []


def _quoted(source: str | None, line: int | None) -> str | None:
    if source is None or line is None:
        return None
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return None
    return clipped(printable(lines[line - 1].replace("\t", "    ").rstrip()))
