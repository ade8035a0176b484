"""`proofcheck errata`: the source's own slips, each found by computing, with the witness."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from proofcheck.surfaces.exits import OK, REFUTED
from proofcheck.surfaces.problems import UsageError, suggestion

if TYPE_CHECKING:
    from lemmas.errata import Erratum, Finding
    from proofcheck.surfaces.values import Json


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="E1 to E8; all of them if none is named")


def run(args: Namespace) -> int:
    """Find every slip; exit 1 if the literal reading of one was not refuted."""
    from proofcheck.logic.judgement import Verdict
    from proofcheck.surfaces.values import DEFAULT_DIGITS

    digits = args.digits or DEFAULT_DIGITS
    found = [(erratum, erratum.find()) for erratum in _chosen(args.ids)]
    if args.format == "json":
        items = [_item(erratum, finding, digits) for erratum, finding in found]
        sys.stdout.write(json.dumps({"items": items}, indent=1) + "\n")
    else:
        for erratum, finding in found:
            sys.stdout.write(_text(erratum, finding, digits, quiet=args.quiet))
    return OK if all(finding.verdict is Verdict.REFUTED for _, finding in found) else REFUTED


def _chosen(ids: list[str]) -> list[Erratum]:
    from proofcheck.surfaces.proof import errata

    known = {erratum.id: erratum for erratum in errata()}
    for id in ids:
        if id not in known:
            raise UsageError(f"no erratum {id!r}", key="ID", value=id, hint=suggestion(id, list(known)))
    return [known[id] for id in ids or known]


def _item(erratum: Erratum, finding: Finding, digits: int) -> dict[str, Json]:
    from proofcheck.surfaces.values import to_json

    return {
        "id": erratum.id,
        "statement": erratum.says,
        "holds": erratum.holds,
        "verdict": finding.verdict.value,
        "witness": to_json(finding.witness, digits),
    }


def _text(erratum: Erratum, finding: Finding, digits: int, *, quiet: bool) -> str:
    from proofcheck.surfaces.values import to_words

    if quiet:
        return f"{erratum.id}: {finding.verdict.value}\n"
    lines = [
        f"{erratum.id}  the source says: {erratum.says}",
        f"    what holds:      {erratum.holds}",
        f"    literal reading: {finding.verdict.value}",
    ]
    for step in finding.steps:
        left, right = to_words(step.left, digits), to_words(step.right, digits)
        note = f"  ({step.note})" if step.note else ""
        lines.append(
            f"      {step.left_name} = {left}  {step.relation}  {step.right_name} = {right}: "
            f"{step.verdict.value}, {step.method}{note}"
        )
    for key, value in finding.witness.items():
        if isinstance(value, tuple):
            lines.append(f"    {key.replace('_', ' ')}:")
            for part in value:
                shown = {k: v for k, v in part.items() if k != "file"} if isinstance(part, dict) else part
                lines.append(f"      {to_words(shown, digits)}")
        elif key != "file":
            lines.append(f"    {key.replace('_', ' ')}: {to_words(value, digits)}")
    if "file" in str(list(finding.witness)) or any("file" in part for part in _parts(finding)):
        lines.append("    (the instance files are in the JSON output)")
    return "\n".join(lines) + "\n\n"


def _parts(finding: Finding) -> list[dict[str, object]]:
    return [
        part
        for value in finding.witness.values()
        if isinstance(value, tuple)
        for part in value
        if isinstance(part, dict)
    ]
