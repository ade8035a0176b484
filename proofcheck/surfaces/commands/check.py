"""`proofcheck check`: the proof on the instances of files, of the gallery, or of standard input."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proofcheck.surfaces.exits import BAD_INPUT, OK, REFUTED, UNDECIDED, combined
from proofcheck.surfaces.problems import UsageError, suggestion
from proofcheck.surfaces.sources import Source, of_files, of_gallery

if TYPE_CHECKING:
    from proofcheck.logic.result import Result
    from proofcheck.model import Problem
    from proofcheck.surfaces.text import Style


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="instance files (NAME.proof.toml); - is standard input"
    )
    parser.add_argument(
        "--gallery",
        nargs="?",
        const="",
        metavar="NAME",
        help="the instances that ship: all of them, or one by name",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="ID",
        help="show this statement only, such as theorem (repeatable); the conclusion stays the whole proof's",
    )


def run(args: Namespace) -> int:
    """Check every source; the exit code is the first of 2, 1, 3, 0 that occurs."""
    sources = _sources(args)
    only = _known_ids(args.only)
    return _json(sources, only, args) if args.format == "json" else _text(sources, only, args)


@dataclass(frozen=True)
class _Outcome:
    """What became of one source: a result, or the problems that stand in its way."""

    code: int
    result: Result | None = None
    problems: tuple[Problem, ...] = ()


def _sources(args: Namespace) -> list[Source]:
    """What to check; never nothing."""
    if not args.files and args.gallery is None:
        hint = "name an instance file, or try: check --gallery"
        raise UsageError("nothing to check", key="FILE", hint=hint)
    return [*of_files(args.files), *([] if args.gallery is None else of_gallery(args.gallery))]


def _known_ids(only: list[str] | None) -> list[str] | None:
    if only is None:
        return None
    from proofcheck.surfaces.proof import statements

    ids = [statement.id for statement in statements()]
    for id in only:
        if id not in ids:
            raise UsageError(f"no statement {id!r}", key="--only", value=id, hint=suggestion(id, ids))
    return only


def _json(sources: list[Source], only: Collection[str] | None, args: Namespace) -> int:
    from proofcheck.surfaces import jsonout
    from proofcheck.surfaces.problems import problem_entry
    from proofcheck.surfaces.values import DEFAULT_DIGITS, Json

    digits = args.digits or DEFAULT_DIGITS
    documents: list[dict[str, Json]] = []
    codes = []
    for source in sources:
        outcome = _outcome(source, only, args)
        codes.append(outcome.code)
        if outcome.result is None:
            documents.append({"errors": [{**problem_entry(problem)} for problem in outcome.problems]})
        else:
            documents.append(jsonout.document(outcome.result, digits=digits))
    sys.stdout.write(jsonout.text(documents, ascii_only=not _carries_unicode()))
    return combined(codes)


def _text(sources: list[Source], only: Collection[str] | None, args: Namespace) -> int:
    from proofcheck.surfaces.problems import problem_text
    from proofcheck.surfaces.proof import statements
    from proofcheck.surfaces.text import render, summary

    style = _style(args)
    codes = []
    for place, source in enumerate(sources):
        outcome = _outcome(source, only, args)
        codes.append(outcome.code)
        if place and not args.quiet:
            sys.stdout.write("\n\n")
        if outcome.result is not None:
            shown = (
                summary(outcome.result, style) if args.quiet else render(outcome.result, statements(), style)
            )
            sys.stdout.write(shown)
        sys.stdout.flush()
        for problem in outcome.problems:
            sys.stderr.write(style.encoded(problem_text(problem, source.text())) + "\n")
    if len(sources) > 1 and not args.quiet:
        sys.stdout.write(_tally(codes))
    return combined(codes)


def _tally(codes: list[int]) -> str:
    words = {
        OK: "verified",
        REFUTED: "refuted or not as expected",
        UNDECIDED: "without a verdict",
        BAD_INPUT: "in error",
    }
    parts = [f"{codes.count(code)} {word}" for code, word in words.items() if code in codes]
    return f"\n\n{len(codes)} files: {', '.join(parts)}\n"


def _outcome(source: Source, only: Collection[str] | None, args: Namespace) -> _Outcome:
    from proofcheck.analysis.scalars import UndecidedError
    from proofcheck.engine import DEFAULT_MAX_NODES, BudgetError
    from proofcheck.model import InputError, Problem
    from proofcheck.numbers import PrecisionError
    from proofcheck.surfaces.api import check
    from proofcheck.surfaces.progress import ProgressLine

    budget = args.max_nodes or DEFAULT_MAX_NODES
    try:
        with ProgressLine(os.path.basename(source.name), wanted=args.format != "json") as line:
            result = check(source.instance(), only, max_nodes=budget, progress=line.report)
    except InputError as error:
        return _Outcome(BAD_INPUT, problems=error.problems)
    except BudgetError as error:
        key, message, hint = "--max-nodes", str(error), ""
    except (PrecisionError, UndecidedError) as error:
        key, message, hint = (
            "precision",
            f"{error}; nothing was decided",
            "see `undecided` in the documentation",
        )
    except MemoryError:
        key, message, hint = "memory", "out of memory, nothing was decided", "lower --max-nodes, or n"
    except RecursionError:
        key, message, hint = "depth", "nested too deeply, nothing was decided", "simplify its expressions"
    else:
        return _Outcome(_code(result), result)
    value = "" if args.max_nodes is None else str(args.max_nodes)
    return _Outcome(UNDECIDED, problems=(Problem(source.name, None, key, value, message, hint),))


def _code(result: Result) -> int:
    from proofcheck.logic.judgement import Verdict

    if result.conclusion is Verdict.REFUTED or result.mismatches:
        return REFUTED
    return OK if result.conclusion is Verdict.VERIFIED else UNDECIDED


def _carries_unicode() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()


def _style(args: Namespace) -> Style:
    from proofcheck.surfaces.text import Style
    from proofcheck.surfaces.values import DEFAULT_DIGITS

    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(digits=args.digits or DEFAULT_DIGITS, colour=colour, unicode=_carries_unicode())
