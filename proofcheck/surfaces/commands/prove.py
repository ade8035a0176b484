"""`proofcheck prove`: the general statements, each derived step by step, and their dependency graph."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from proofcheck.surfaces.exits import OK, REFUTED
from proofcheck.surfaces.problems import UsageError, suggestion

if TYPE_CHECKING:
    from proofcheck.logic.derivation import Checked
    from proofcheck.logic.statement import Statement
    from proofcheck.surfaces.text import Style

FORMATS = ("text", "json", "latex")


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "ids", nargs="*", metavar="ID", help="statements such as azuma; all of them if none is named"
    )
    parser.add_argument(
        "--graph", choices=("text", "svg"), help="which statement builds on which, instead of the derivations"
    )
    parser.add_argument(
        "--rules", action="store_true", help="the rules of proof and why each is sound, instead"
    )


def run(args: Namespace) -> int:
    """Check the derivations asked for, and those they cite; exit 1 if a step of any fails."""
    from proofcheck.surfaces.progress import ProgressLine
    from proofcheck.surfaces.proof import general_proof

    proof = general_proof()
    wanted = _wanted(args.ids, proof)
    if args.rules:
        sys.stdout.write(_rules(proof))
        return OK
    if args.graph is not None:
        from proofcheck.surfaces import graph

        drawn = graph.of(proof, {statement.id for statement in wanted} if args.ids else None)
        if args.graph == "text":
            sys.stdout.write(graph.text(drawn))
        else:
            from proofcheck.surfaces.drawing import svg

            sys.stdout.write(svg(drawn))
        return OK
    with ProgressLine("prove", wanted=args.format == "text" and not args.quiet) as line:
        checked = check_all(proof, [statement.id for statement in wanted], line.report)
    shown = [(statement, checked[statement.id]) for statement in wanted]
    sys.stdout.write(_rendered(shown, args))
    from proofcheck.logic.judgement import Verdict

    return OK if all(one.verdict is Verdict.VERIFIED for one in checked.values()) else REFUTED


def check_all(
    proof: Sequence[Statement],
    ids: Sequence[str],
    report: Callable[[str, int, int], None] | None = None,
) -> dict[str, Checked]:
    """Check the derivations of `ids` and of all that they cite, in proof order."""
    from proofcheck.logic.derivation import check

    derivations = {
        statement.id: statement.derivation for statement in proof if statement.derivation is not None
    }
    needed: set[str] = set()
    waiting = list(ids)
    while waiting:
        id = waiting.pop()
        if id not in needed and id in derivations:
            needed.add(id)
            waiting += derivations[id].cites()
    checked: dict[str, Checked] = {}
    for id, derivation in derivations.items():
        if id in needed:
            checked[id] = check(derivation, checked)
            if report is not None:
                report("derivations", len(checked), len(needed))
    return checked


def _wanted(ids: Sequence[str], proof: Sequence[Statement]) -> list[Statement]:
    known = {statement.id: statement for statement in proof}
    for id in ids:
        if id not in known:
            raise UsageError(f"no statement {id!r}", key="ID", value=id, hint=suggestion(id, list(known)))
    return [statement for statement in proof if not ids or statement.id in ids]


def _rendered(shown: Sequence[tuple[Statement, Checked]], args: Namespace) -> str:
    if args.format == "json":
        import json

        from proofcheck.surfaces.derivations import item

        return json.dumps({"items": [item(*one) for one in shown]}, indent=1) + "\n"
    if args.format == "latex":
        from proofcheck.surfaces.latex import fragment

        return "\n".join(fragment(*one) for one in shown)
    from proofcheck.surfaces.text.derivations import block, heading

    style = _style()
    if args.quiet:
        return "".join(f"{heading(*one, style)}\n" for one in shown)
    return "\n\n".join(block(*one, style) for one in shown) + _tally(shown)


def _tally(shown: Sequence[tuple[Statement, Checked]]) -> str:
    from proofcheck.logic.judgement import Verdict

    steps = [step for _, checked in shown for step in checked.steps]
    good = sum(step.verdict is Verdict.VERIFIED for step in steps)
    proved = sum(checked.verdict is Verdict.VERIFIED for _, checked in shown)
    return (
        f"\n\n{proved} of {len(shown)} statements and {good} of {len(steps)} steps verified. "
        "A conclusion is marked *.\nThe rules and why they are sound: proofcheck prove --rules\n"
    )


def _rules(proof: Sequence[Statement]) -> str:
    """The rules that the derivations use, in order of first use."""
    from proofcheck.surfaces.text.layout import paragraph

    rules = {
        type(step.rule): step.rule
        for statement in proof
        if statement.derivation is not None
        for step in statement.derivation.steps
    }
    lines = []
    for rule in rules.values():
        lines += [rule.name, *paragraph(rule.because, _style(), indent=4), ""]
    return "\n".join(lines)


def _style() -> Style:
    import os

    from proofcheck.surfaces.text import Style

    return Style(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
