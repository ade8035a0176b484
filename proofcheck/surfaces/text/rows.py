"""The rows of one statement laid out: in columns where they fit, else each inequality on two lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from proofcheck.logic.judgement import Inequality, Judgement, Value, Verdict
from proofcheck.model.toml import quoted
from proofcheck.surfaces.problems import printable
from proofcheck.surfaces.text.layout import Style, columns, counted, padded, paragraph, table
from proofcheck.surfaces.values import to_words

INDENT = 4
_MOST_STEPS = 16  # of one statement; rows beyond show their first inequality alone
_MOST_RULES = 8  # of a strategy that is a witness
_WIDEST_SIDE = 52


@dataclass(frozen=True)
class Entry:
    """A row to show under a label; without a row, the label says what was folded."""

    label: str
    row: Judgement | None


@dataclass(frozen=True)
class _Line:
    """One inequality in words."""

    left: str
    relation: str
    right: str
    slack: str
    how: str
    note: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (
            self.left,
            self.relation,
            self.right,
            self.slack,
            self.how + (f" ({self.note})" if self.note else ""),
        )


@dataclass(frozen=True)
class _Block:
    """An entry in words: its inequalities and what is said beside them."""

    label: str
    lines: tuple[_Line, ...]
    remarks: tuple[str, ...]


def laid_out(entries: Sequence[Entry], style: Style) -> list[str]:
    """The lines of all entries of a statement, in the first of three layouts that fits the width."""
    totals = accumulate(len(entry.row.steps) if entry.row else 0 for entry in entries)
    blocks = [
        _block(entry, style, brief=total > _MOST_STEPS) for entry, total in zip(entries, totals, strict=True)
    ]
    for layout in (_beside, _below):
        lines = layout(blocks, style)
        if all(columns(line) <= style.width for line in lines):
            return lines
    return _stacked(blocks, style)


def _block(entry: Entry, style: Style, *, brief: bool) -> _Block:
    if entry.row is None:
        return _Block(entry.label, (), ())
    steps = entry.row.steps
    open_ones = tuple(step for step in steps if step.verdict is not Verdict.VERIFIED)
    shown = (*steps[:1], *(step for step in open_ones if step is not steps[0])) if brief else steps
    remarks = _remarks(entry.row, style)
    if len(shown) < len(steps):
        remarks.insert(
            0, " " * (INDENT + 2) + f"… and {counted(len(steps) - len(shown), 'more line')}, all verified"
        )
    return _Block(entry.label, tuple(_line(step, style) for step in shown), tuple(remarks))


def _beside(blocks: Sequence[_Block], style: Style) -> list[str]:
    """One line an inequality, the label before the first."""
    rows = [
        (block.label if not place else "", *line.cells)
        for block in blocks
        for place, line in enumerate(block.lines or [_Line("", "", "", "", "", "")])
    ]
    lines = iter(table(rows, indent=INDENT))
    out: list[str] = []
    for block in blocks:
        if block.lines:
            out += [next(lines) for _ in block.lines] + list(block.remarks)
        else:
            next(lines)
            out += _bare(block, style)
    return out


def _below(blocks: Sequence[_Block], style: Style) -> list[str]:
    """The label on a line of its own, then one line an inequality."""
    lines = iter(table([line.cells for block in blocks for line in block.lines], indent=INDENT + 2))
    out: list[str] = []
    for block in blocks:
        if block.lines:
            out += [" " * INDENT + block.label] if block.label else []
            out += [next(lines) for _ in block.lines] + list(block.remarks)
        else:
            out += _bare(block, style)
    return out


def _stacked(blocks: Sequence[_Block], style: Style) -> list[str]:
    """The label, then each inequality on two lines: its left side; relation, right side and slack."""
    sides = [columns(line.right) for block in blocks for line in block.lines]
    wide = max((side for side in sides if side <= _WIDEST_SIDE), default=0) + 3
    out: list[str] = []
    for block in blocks:
        if not block.lines:
            out += _bare(block, style)
            continue
        out += [" " * INDENT + block.label] if block.label else []
        for line in block.lines:
            out += _two_lines(line, wide, style)
        out += block.remarks
    return out


def _two_lines(line: _Line, wide: int, style: Style) -> list[str]:
    pad = " " * (INDENT + 4)
    second = f"{line.relation:<2} {line.right}"
    short = ", ".join(part for part in (line.slack, line.how) if part)
    detail = short + (f" ({line.note})" if line.note else "")
    lines = paragraph(line.left, style, indent=INDENT + 2, hanging=4)
    for text in (detail, short):
        joined = f"{pad}{padded(second, wide)}  {text}"
        if columns(joined) <= style.width:
            return [*lines, joined, *([] if text == detail else [f"{pad}   ({line.note})"])]
    return [*lines, *paragraph(second, style, indent=INDENT + 4, hanging=3), f"{pad}   {detail}"]


def _bare(block: _Block, style: Style) -> list[str]:
    """An entry without inequalities: what is said about it follows its label."""
    if not block.remarks:
        return [" " * INDENT + block.label]
    first, *more = block.remarks
    joined = " " * INDENT + (f"{block.label}: " if block.label else "") + first.lstrip()
    return [joined, *more] if columns(joined) <= style.width else [" " * INDENT + block.label, first, *more]


def _line(step: Inequality, style: Style) -> _Line:
    verdict = "" if step.verdict is Verdict.VERIFIED else f", {step.verdict.value.upper()}"
    return _Line(
        side(step.left_name, step.left, style),
        step.relation,
        side(step.right_name, step.right, style),
        "" if step.slack in (None, "") else _slack(step.slack, style),
        step.method + verdict,
        printable(step.note),
    )


def side(name: str, value: Value, style: Style) -> str:
    """One side of an inequality: `name = value`, or the name alone where they say the same."""
    shown = to_words(value, style.digits)
    return printable(name) if shown in (name, "") else f"{printable(name)} = {shown}"


def _slack(slack: Value, style: Style) -> str:
    name = "difference" if isinstance(slack, Mapping) else "slack"
    return f"{name} {to_words(slack, style.digits)}"


def _remarks(row: Judgement, style: Style) -> list[str]:
    """What a row says beside its inequalities: counts, vacuity, assumptions, the witness."""
    counts = {key: value for key, value in row.values.items() if isinstance(value, int)}
    said = [f"{key.replace('_', ' ')} {value:,}" for key, value in counts.items()]
    if not row.steps:
        others = {key: value for key, value in row.values.items() if key not in counts}
        said += [f"{key.replace('_', ' ')} {to_words(value, style.digits)}" for key, value in others.items()]
    if row.verdict is not Verdict.VERIFIED:
        said.insert(0, row.verdict.value)
    if row.vacuous:
        said.append("vacuous: nothing here could violate it")
    texts = ["; ".join(said)] if said else []
    if row.assumptions:
        texts.append("assuming " + "; ".join(printable(text) for text in row.assumptions))
    lines = [line for text in texts for line in paragraph(text, style, indent=INDENT + 2, hanging=2)]
    return lines + (_witness(row.witness, style) if row.witness else [])


def _witness(witness: Mapping[str, Value], style: Style) -> list[str]:
    if "kind" in witness:
        return _strategy(witness, style)
    return paragraph(f"witness: {to_words(witness, style.digits)}", style, indent=INDENT + 2, hanging=2)


def _strategy(table: Mapping[str, Value], style: Style) -> list[str]:
    """A witness that is a strategy, as the `[strategy]` table of a file."""
    lines = [" " * (INDENT + 2) + "witness: the strategy"]
    for key, value in table.items():
        parts = [_toml(part) for part in value] if isinstance(value, tuple) else []
        if not (parts and key == "rules"):
            lines += paragraph(f"{key} = {_toml(value)}", style, indent=INDENT + 4, hanging=4)
            continue
        lines.append(" " * (INDENT + 4) + "rules = [")
        lines += [f"{' ' * (INDENT + 6)}{part}," for part in parts[:_MOST_RULES]]
        if len(parts) > _MOST_RULES:
            lines.append(
                f"{' ' * (INDENT + 6)}… and {len(parts) - _MOST_RULES:,} more (all of them: --format json)"
            )
        lines.append(" " * (INDENT + 4) + "]")
    return lines


def _toml(value: Value) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    return printable(quoted(value)) if isinstance(value, str) else str(value)
