"""Columns, paragraphs, colour and character set of the text rendering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from unicodedata import combining, east_asian_width

from proofcheck.surfaces.values import DEFAULT_DIGITS

_COLOURS = {"verified": "32", "refuted": "31;1", "undecided": "33", "inapplicable": "33"}


@dataclass(frozen=True)
class Style:
    """How text is written.

    Attributes:
        digits: significant digits of decimals.
        width: columns of a line.
        colour: whether verdicts are coloured (a terminal that wants it).
        unicode: whether the output can carry more than ASCII.
    """

    digits: int = DEFAULT_DIGITS
    width: int = 100
    colour: bool = False
    unicode: bool = True

    def verdict(self, word: str, *, good: bool | None = None) -> str:
        """A verdict, coloured by its meaning (`good` overrides it)."""
        if not self.colour:
            return word
        colour = _COLOURS.get(word, "0")
        if good is False and word == "verified":
            colour = _COLOURS["refuted"]
        return f"\x1b[{colour}m{word}\x1b[0m"

    def encoded(self, text: str) -> str:
        """The text in the characters that the output can carry."""
        return text if self.unicode else text.replace("…", "...")


def columns(text: str) -> int:
    """How many terminal columns `text` takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(c) in "WF" else 0 if combining(c) else 1 for c in text)


def padded(text: str, width: int, *, right: bool = False) -> str:
    """`text` filled up with spaces to `width` columns."""
    space = " " * max(0, width - columns(text))
    return space + text if right else text + space


def table(
    rows: Sequence[Sequence[str]], *, indent: int, right: Sequence[int] = (), gap: str = "  "
) -> list[str]:
    """Rows of equal length in aligned columns; the columns in `right` are set flush right."""
    if not rows:
        return []
    widths = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]))]
    kept = [i for i, width in enumerate(widths) if width]
    return [
        " " * indent + gap.join(padded(row[i], widths[i], right=i in right) for i in kept).rstrip()
        for row in rows
    ]


def paragraph(text: str, style: Style, *, indent: int, hanging: int = 0) -> list[str]:
    """`text` wrapped to the width; later lines are indented by `hanging` more."""
    first, later = " " * indent, " " * (indent + hanging)
    return wrap(
        text,
        style.width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed(names: Iterable[str], none: str = "nothing") -> str:
    """`a, b and c`."""
    items = list(names)
    if len(items) < 2:
        return items[0] if items else none
    return ", ".join(items[:-1]) + " and " + items[-1]


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """`1 row`, `2 rows`, `1,000 rows`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
