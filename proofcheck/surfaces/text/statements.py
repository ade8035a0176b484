"""One statement of the proof with its rows: every inequality with both sides, slack and method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from re import sub

from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.result import OutputProbability, Result
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression
from proofcheck.surfaces.problems import printable
from proofcheck.surfaces.text.layout import Style, columns, counted, paragraph, table
from proofcheck.surfaces.text.rows import INDENT, Entry, laid_out
from proofcheck.surfaces.values import exact_or_digits, exact_text, to_words

_MOST_ROWS = 8  # more rows of one statement at one level are folded
_FOLDED_ROWS = 4  # so many of them stay
_MOST_OUTPUTS = 16
_SPEAKS_OF_DELTA = ("bad-set-lemma", "theorem")


def block(statement: Statement, rows: Sequence[Judgement], result: Result, style: Style) -> list[str]:
    """The lines of one statement: heading, formula, its rows, and the distribution where it belongs."""
    lines = _heading(statement, rows, style)
    lines += paragraph(statement.formula, style, indent=INDENT, hanging=4)
    lines += paragraph(statement.words, style, indent=INDENT)
    if statement.id == "outputs" and result.outputs is not None:
        lines += ["", *_outputs(result.outputs, style)]
    entries = [
        entry for level in _levels(rows) for entry in _entries([r for r in rows if r.level == level], rows)
    ]
    return [*lines, "", *laid_out(entries, style)]


def _heading(statement: Statement, rows: Sequence[Judgement], style: Style) -> list[str]:
    left = f"{statement.number:<4}{statement.title}"
    words = _verdict_words(rows)
    space = style.width - columns(left) - columns(words)
    coloured = sub(
        "|".join(verdict.value for verdict in Verdict), lambda found: style.verdict(found[0]), words
    )
    if space < 2:
        return [left, " " * (style.width - columns(words)) + coloured]
    return [left + " " * space + coloured]


def _verdict_words(rows: Sequence[Judgement]) -> str:
    """`verified`, `verified, vacuous`, or which levels say what."""
    levels = _levels(rows)
    words = {level: _of_level([row for row in rows if row.level == level]) for level in levels}
    if len(set(words.values())) == 1:
        return words[levels[0]]
    return "; ".join(f"{word} on {level}" for level, word in words.items())


def _of_level(rows: Sequence[Judgement]) -> str:
    found = {row.verdict for row in rows}
    order = (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.INAPPLICABLE, Verdict.VERIFIED)
    verdict = next(verdict for verdict in order if verdict in found)
    return verdict.value + (", vacuous" if all(row.vacuous for row in rows) else "")


def _levels(rows: Sequence[Judgement]) -> list[str]:
    return list(dict.fromkeys(row.level for row in rows))


def _entries(rows: Sequence[Judgement], siblings: Sequence[Judgement]) -> list[Entry]:
    """The rows of one level: directions that say the same joined, long lists folded."""
    level = f"on {rows[0].level}" if len(_levels(siblings)) > 1 else ""
    joined: dict[Judgement | int, list[Judgement]] = {}
    for number, row in enumerate(rows):
        same = next((key for key, group in joined.items() if _alike(group[0], row)), None)
        joined.setdefault(number if same is None else same, []).append(row)
    entries = [Entry(_label(group, level), group[0]) for group in joined.values()]
    if len(entries) <= _MOST_ROWS:
        return entries
    kept = [entry for entry in entries if entry.row is not None and entry.row.verdict is not Verdict.VERIFIED]
    kept = (kept + [entry for entry in entries if entry not in kept])[
        : max(_FOLDED_ROWS, len(kept[:_MOST_ROWS]))
    ]
    left = Counter(
        entry.row.verdict.value for entry in entries if entry not in kept and entry.row is not None
    )
    rest = ", ".join(f"{count:,} {word}" for word, count in left.items())
    return [
        *[entry for entry in entries if entry in kept],
        Entry(f"… and {rest} (all of them: --format json)", None),
    ]


def _alike(left: Judgement, right: Judgement) -> bool:
    """Whether two rows differ in the direction alone."""
    return left.direction != right.direction and replace(left, direction=right.direction) == right


def _label(group: Sequence[Judgement], level: str) -> str:
    row = group[0]
    parts = [level, "" if row.box is None else f"box {printable(row.box)}"]
    if row.direction is not None:
        parts.append(row.direction if len(group) == 1 else "both directions")
    if row.delta is not None:
        parts.append(f"delta' = {_delta(row.delta)}")
    elif row.id in _SPEAKS_OF_DELTA:
        parts.append("all delta'")
    return ", ".join(part for part in parts if part)


@cache
def _delta(value: Expression) -> str:
    return exact_text(value)


def _outputs(outputs: Sequence[OutputProbability], style: Style) -> list[str]:
    rows = [("x", "Pr1[Y_n = x]", "Pr2[Y_n = x]", "Pr1/Pr2")]
    shown = outputs if len(outputs) <= _MOST_OUTPUTS else outputs[: _MOST_OUTPUTS // 2]
    for row in shown:
        numbers = (exact_or_digits(value, style.digits) for value in (row.p1, row.p2, row.p1 / row.p2))
        rows.append((to_words(row.x, style.digits), *numbers))  # type: ignore[arg-type]
    lines = table(rows, indent=INDENT, right=(1, 2, 3))
    if len(shown) < len(outputs):
        more = counted(len(outputs) - len(shown), "output vector")
        lines.append(" " * INDENT + f"… and {more} more (all of them: --format json)")
    return lines
