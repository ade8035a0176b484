"""The general proof as text: each statement with its letters, what is given, and the numbered steps."""

from __future__ import annotations

from collections.abc import Callable

from proofcheck.logic.derivation import Checked, Derivation
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.statement import Statement
from proofcheck.surfaces.derivations import abbreviations, domain, growth, reason, used_letters
from proofcheck.surfaces.formulas import Writer
from proofcheck.surfaces.text.layout import Style, columns, paragraph

_INDENT = 4
_WRITER = Writer()


def numbering(derivation: Derivation) -> Callable[[str], str]:
    """How a label is referred to: hypotheses (a), (b), ..., steps (1), (2), ..., others by name."""
    numbers = {given.label: f"({chr(ord('a') + k)})" for k, given in enumerate(derivation.hypotheses)}
    numbers |= {step.label: f"({k})" for k, step in enumerate(derivation.steps, 1)}
    return lambda label: numbers.get(label, label.replace("/", ": "))


def block(statement: Statement, checked: Checked, style: Style) -> str:
    """One statement with its derivation."""
    derivation = checked.derivation
    ref = numbering(derivation)
    lines = [heading(statement, checked, style)]
    lines += paragraph(statement.formula, style, indent=_INDENT, hanging=4)
    lines += paragraph(statement.words, style, indent=_INDENT)
    lines.append("")
    lines += _preliminaries(derivation, style)
    for given in derivation.hypotheses:
        source = f" ({given.source})" if given.source else ""
        lines += _line(ref(given.label), f"{_WRITER.claim(given.claim)}   {given.words}{source}", style)
    if derivation.hypotheses:
        lines.append("")
    ends = set(derivation.concludes)
    for step in checked.steps:
        mark = "*" if step.step.label in ends else ""
        lines += _line(f"{mark}{ref(step.step.label)}", _WRITER.claim(step.step.claim), style)
        why = ": ".join(part for part in (step.step.rule.name, reason(step, _WRITER, ref)) if part)
        words = f" ({step.step.words})" if step.step.words else ""
        lines += paragraph(why + words, style, indent=_INDENT + 8, hanging=2)
        if step.verdict is not Verdict.VERIFIED:
            lines += paragraph(f"FAILS: {step.reason}", style, indent=_INDENT + 8, hanging=2)
    for remark in derivation.remarks:
        lines += ["", *paragraph(remark, style, indent=_INDENT)]
    return "\n".join(lines) + "\n"


def heading(statement: Statement, checked: Checked, style: Style) -> str:
    """Number, title and verdict on one line."""
    left = f"{statement.number:<4}{statement.title}"
    verdict = checked.verdict.value
    space = max(2, style.width - columns(left) - columns(verdict))
    return left + " " * space + style.verdict(verdict)


def _preliminaries(derivation: Derivation, style: Style) -> list[str]:
    lines = []
    shown = used_letters(derivation)
    for letter in shown:
        lines += paragraph(f"{domain(letter, _WRITER)}: {letter.meaning}", style, indent=_INDENT, hanging=4)
    for short in abbreviations(derivation):
        name, body = _WRITER.formula(short), _WRITER.formula(short.body)
        lines += paragraph(f"{name} stands for {body}", style, indent=_INDENT, hanging=4)
    for line in growth(derivation, _WRITER):
        lines += paragraph(line, style, indent=_INDENT, hanging=4)
    return [*lines, ""] if lines else []


def _line(label: str, text: str, style: Style) -> list[str]:
    first, *later = paragraph(text, style, indent=_INDENT + 6, hanging=4)
    return [" " * _INDENT + f"{label:<5} " + first.lstrip(), *later]
