"""A result as text that reads like the proof, with this instance's numbers put in."""

from __future__ import annotations

from collections.abc import Sequence

from proofcheck.logic.judgement import Verdict
from proofcheck.logic.result import Result
from proofcheck.logic.statement import Statement
from proofcheck.surfaces.problems import printable
from proofcheck.surfaces.text.closing import closing
from proofcheck.surfaces.text.header import header
from proofcheck.surfaces.text.layout import Style
from proofcheck.surfaces.text.statements import block

__all__ = ["Style", "render", "summary"]


def render(result: Result, statements: Sequence[Statement], style: Style) -> str:
    """The whole result: what was fixed, the statements as they were judged, the gap if any, the conclusion.

    Args:
        result: what `check` found.
        statements: for titles and formulas.
        style: width, digits, colour and character set.

    Returns:
        Lines of at most `style.width` columns (but for long names in the file), ending with a newline.
    """
    parts = [header(result, style)]
    titles = {statement.id: statement for statement in statements}
    for id in dict.fromkeys(row.id for row in result.judgements):
        rows = [row for row in result.judgements if row.id == id]
        parts.append(block(titles[id], rows, result, style))
    parts.append(closing(result, statements, style))
    return style.encoded("\n\n".join("\n".join(part) for part in parts) + "\n")


def summary(result: Result, style: Style) -> str:
    """One line: the file, the conclusion, and what a reader must not miss."""
    remarks = []
    if result.argument == "gap":
        where = " on outputs" if any(gap.level == "outputs" for gap in result.gaps) else ""
        remarks.append(f"the source's argument has a gap{where}")
    elif result.argument == "undecided":
        remarks.append("the source's argument is undecided")
    ends = [row for row in result.judgements if row.id in ("bad-set-lemma", "theorem")]
    if ends and all(row.vacuous for row in ends):
        remarks.append("vacuous")
    if result.mismatches:
        remarks.append("not as expected")
    tail = f" ({', '.join(remarks)})" if remarks else ""
    good = result.conclusion is Verdict.VERIFIED and not result.mismatches
    verdict = style.verdict(result.conclusion.value, good=good)
    return style.encoded(f"{printable(result.instance.name)}: {verdict}{tail}\n")
