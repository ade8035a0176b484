"""The last paragraphs: the gap of the argument if there is one, and the conclusion in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofcheck.logic.judgement import Judgement, Value, Verdict
from proofcheck.logic.result import Gap, Result
from proofcheck.logic.statement import Statement
from proofcheck.surfaces.problems import printable
from proofcheck.surfaces.text.layout import Style, counted, listed, paragraph
from proofcheck.surfaces.text.rows import side
from proofcheck.surfaces.values import exact_text, to_words

_FOR_ALL = {
    "strategy": "every strategy",
    "boxes": "all (eps, 0)-close boxes",
    "epsilon": "every eps",
    "n": "every n",
}
_ENDS = ("bad-set-lemma", "theorem")
_MOST_GAPS = 6
_MOST_AGAINST = 4


def closing(result: Result, statements: Sequence[Statement], style: Style) -> list[str]:
    """The lines after the last statement."""
    numbers = {statement.id: statement.number for statement in statements}
    parts = [_argument(result, numbers, style), _conclusion(result, numbers, style), _expected(result, style)]
    tree = f", history tree of {counted(result.nodes, 'node')}" if result.nodes else ""
    count = counted(len(result.judgements), "row") + tree
    lines: list[str] = []
    for part in parts:
        if part:
            lines += [*part, ""]
    return [*lines, count]


def _argument(result: Result, numbers: Mapping[str, str], style: Style) -> list[str]:
    if result.argument == "sound":
        steps = "Every step of the source's proof holds on this instance."
        if result.instance.strategy is None:
            steps = "Every step of the source's proof that speaks of more than one strategy holds."
        return paragraph(f"Argument: sound. {steps}", style, indent=0)
    if result.argument == "undecided":
        return paragraph(
            "Argument: undecided. A step of the source's proof could not be decided.", style, indent=0
        )
    reason = "Argument: gap. A step of the source's proof fails on this instance:"
    if any(gap.level == "outputs" for gap in result.gaps):
        reason = (
            "Argument: gap. The source argues about one history and states its lemma about outputs, in which "
            "the boxes' indexes are forgotten. On this instance that does not carry over:"
        )
    lines = paragraph(reason, style, indent=0)
    words = list(_gap_words(result, numbers, style))
    for text in words[:_MOST_GAPS]:
        lines += paragraph("- " + text, style, indent=2, hanging=2)
    if len(words) > _MOST_GAPS:
        lines.append(f"  … and {len(words) - _MOST_GAPS} more")
    ends = listed(numbers.get(id, id) for id in _ENDS)
    outputs = [row for row in result.judgements if row.id == "azuma" and row.level == "outputs"]
    if any(row.verdict is Verdict.INAPPLICABLE for row in outputs):
        lines += paragraph(
            f"So Azuma's inequality ({numbers.get('azuma', 'azuma')}) says nothing about outputs here.",
            style,
            indent=2,
        )
    return lines + paragraph(f"{ends} were judged on their own, without this argument.", style, indent=2)


def _gap_words(result: Result, numbers: Mapping[str, str], style: Style) -> Iterator[str]:
    """One sentence a gap; the two directions are one sentence where they say the same."""
    told: dict[tuple[str, str, str], list[str | None]] = {}
    for gap in result.gaps:
        words = _witness_words(gap.id, gap.witness, style) + _failing_line(gap, result.judgements, style)
        told.setdefault((gap.id, gap.level, words), []).append(gap.direction)
    for (id, level, words), directions in told.items():
        which = "both directions" if len(directions) > 1 else directions[0]
        where = ", ".join(part for part in ("" if level == "box" else f"on {level}", which) if part)
        yield f"{numbers.get(id, '')} {id} fails{' ' if where else ''}{where}: {words}".strip()


def _failing_line(gap: Gap, rows: Sequence[Judgement], style: Style) -> str:
    """The inequality that fails, with its numbers."""
    for row in rows:
        if (row.id, row.level, row.direction) == (gap.id, gap.level, gap.direction):
            for step in row.steps:
                if step.verdict is Verdict.REFUTED:
                    left, right = (
                        side(step.left_name, step.left, style),
                        side(step.right_name, step.right, style),
                    )
                    return f"; {left} is not {step.relation} {right}"
    return ""


def _witness_words(id: str, witness: Mapping[str, Value], style: Style) -> str:
    sequences = witness.get("index_sequences")
    if id == "ratio" and isinstance(sequences, tuple):
        boxes = " and ".join(to_words(part, style.digits) for part in sequences)
        return (
            f"the outputs {to_words(witness.get('x'), style.digits)} come from the boxes {boxes}, "
            "whose histories have different likelihood ratios"
        )
    return to_words(witness, style.digits) if witness else "no witness"


def _conclusion(result: Result, numbers: Mapping[str, str], style: Style) -> list[str]:
    instance = result.instance
    verdict = result.conclusion
    deltas = "every delta' in (0, 1)"
    if instance.deltas is not None:
        deltas = "delta' = " + listed(exact_text(delta) for delta in instance.deltas)
    events = "every event S" if instance.events is None else counted(len(instance.events), "given event")
    objects = [events, deltas, *(words for name, words in _FOR_ALL.items() if name in instance.for_all)]
    claim = f"Pr1[Y_n in S] <= e^eps' Pr2[Y_n in S] + delta' and swapped, for {listed(objects)}"
    rows = [row for row in result.judgements if row.id in _ENDS]
    start = f"Conclusion: {verdict.value}. "
    if verdict is Verdict.VERIFIED:
        text = start + claim + "." + _vacuity(rows)
    else:
        against = _row_words([row for row in rows if row.verdict is verdict], numbers)
        shown = listed(
            [
                *against[:_MOST_AGAINST],
                *([f"{len(against) - _MOST_AGAINST} more"] if len(against) > _MOST_AGAINST else []),
            ]
        )
        text = f"{start}Claimed was: {claim}. It is {verdict.value} by {shown if rows else 'rows not shown'}."
    lines = paragraph(text, style, indent=0)
    good = verdict is Verdict.VERIFIED
    return [lines[0].replace(verdict.value, style.verdict(verdict.value, good=good), 1), *lines[1:]]


def _vacuity(rows: Sequence[Judgement]) -> str:
    vacuous = [row.vacuous for row in rows]
    if rows and all(vacuous):
        return " Vacuously: no ratio exceeds e^eps', the bad set W is empty and nothing could violate it."
    if any(vacuous):
        return f" In {vacuous.count(True)} of {len(rows)} rows vacuously: there the bad set W is empty."
    return ""


def _row_words(rows: Sequence[Judgement], numbers: Mapping[str, str]) -> list[str]:
    """The rows by name, the two directions of one in one."""
    told: dict[str, list[str]] = {}
    for row in rows:
        delta = "" if row.delta is None else f", delta' = {exact_text(row.delta)}"
        told.setdefault(f"{numbers.get(row.id, row.id)} on {row.level} (@{delta})", []).append(
            row.direction or ""
        )
    both = "both directions"
    return [name.replace("@", both if len(found) > 1 else found[0]) for name, found in told.items()]


def _expected(result: Result, style: Style) -> list[str]:
    if result.instance.expect is None:
        return []
    if not result.mismatches:
        return ["Expected by the file: met."]
    lines = ["Expected by the file: NOT met."]
    for row in result.mismatches:
        lines += paragraph(f"- expected {printable(row.expected)}", style, indent=2, hanging=2)
        lines += paragraph(f"  found    {printable(row.found)}", style, indent=2, hanging=2)
    return lines
