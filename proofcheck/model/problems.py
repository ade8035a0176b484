"""Everything that is wrong with an input, each with its place and a way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_MOST_SEARCHED = 2_000
_MOST_LISTED = 20


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where (file, line, key), the value, why it cannot be, what would work."""

    file: str
    line: int | None
    key: str
    value: str
    message: str
    hint: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line is not None else self.file
        key = f"{self.key}: " if self.key and self.key not in self.message else ""
        return f"{place}: {key}{self.message}" + (f" ({self.hint})" if self.hint else "")


class InputError(Exception):
    """Input that cannot be checked; `problems` lists all that was found in one go."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        # The problems themselves, so that the error survives pickling (workers raise it, too).
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class StrategyError(InputError):
    """A strategy that is not defined, or not allowed, on a history that can happen."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the closest known word, or all of them (the first few, if there are many)."""
    from difflib import get_close_matches

    choices = list(known)
    close = get_close_matches(word, choices[:_MOST_SEARCHED], n=1)
    if not close:
        close = [choice for choice in choices if choice.casefold() == word.casefold()]
    if close:
        return f"did you mean {close[0]!r}?"
    if not choices:
        return ""
    return (
        "known here: " + ", ".join(choices[:_MOST_LISTED]) + (", ..." if len(choices) > _MOST_LISTED else "")
    )
