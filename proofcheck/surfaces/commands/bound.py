"""`proofcheck bound`: is `eps' = EXPR` a valid bound for n-fold adaptive composition?"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from proofcheck.surfaces.exits import OK, REFUTED, UNDECIDED
from proofcheck.surfaces.problems import UsageError

if TYPE_CHECKING:
    from proofcheck.analysis.composition_bounds import CompositionBound
    from proofcheck.engine.bound_search import BoundReport
    from proofcheck.engine.bound_witness import Range
    from proofcheck.numbers import Expression
    from proofcheck.surfaces.text import Style

_INFINITY = ("inf", "infinity", "oo")
_LARGEST_N = 10_000


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument(
        "expression",
        nargs="?",
        metavar="EXPR",
        help="an expression in n, epsilon and delta, or the name of a shipped bound",
    )
    parser.add_argument("--list", action="store_true", help="the bounds that ship, by name")
    parser.add_argument("--n", metavar="LO..HI", help="openings; default: 1..256")
    parser.add_argument(
        "--epsilon", metavar="LO..HI", help="values of epsilon, such as 0..ln(20) or 0..inf; default: 0..3"
    )
    parser.add_argument(
        "--delta", metavar="LO..HI", help="values of delta', such as 0..1; default: 1e-12..0.99"
    )
    parser.add_argument(
        "--budget",
        metavar="N",
        help="evaluations of the divergence in all, beyond which things stay undecided; default: 1000000",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the refuting instance to this file")


def run(args: Namespace) -> int:
    """Search, and say what was found; 0 verified, 1 refuted, 3 undecided."""
    if args.list:
        return _list()
    if args.expression is None:
        raise UsageError("no bound to examine", key="EXPR", hint="give an expression, or see: bound --list")
    named, bound = _bound(args.expression)
    report = _report(args, bound)
    _show(args, report, named)
    if args.output is not None and report.refutation is not None:
        from proofcheck.engine.bound_witness import instance_file

        with open(args.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(instance_file(report.refutation, bound))
    return {"verified": OK, "refuted": REFUTED}.get(report.verdict.value, UNDECIDED)


def _report(args: Namespace, bound: Expression) -> BoundReport:
    from proofcheck.engine.bound_search import (
        DEFAULT_BUDGET,
        DEFAULT_DELTA,
        DEFAULT_EPSILON,
        DEFAULT_NUMBERS,
        examine_bound,
        outer_region,
    )
    from proofcheck.numbers import DomainError
    from proofcheck.surfaces.progress import ProgressLine

    numbers = DEFAULT_NUMBERS if args.n is None else _numbers(args.n)
    epsilon = DEFAULT_EPSILON if args.epsilon is None else _range("--epsilon", args.epsilon)
    delta = DEFAULT_DELTA if args.delta is None else _range("--delta", args.delta)
    budget = DEFAULT_BUDGET if args.budget is None else _whole("--budget", args.budget)
    try:
        outer_region(epsilon, delta)
    except ValueError as error:
        raise UsageError(str(error), key="--epsilon, --delta", hint="such as --epsilon 0..3") from None
    try:
        with ProgressLine("bound", wanted=args.format != "json") as line:
            return examine_bound(
                bound, numbers=numbers, epsilon=epsilon, delta=delta, budget=budget, progress=line.report
            )
    except DomainError as error:
        raise UsageError(
            f"the bound has no value: {error}", key="EXPR", value=args.expression, hint="look at its domain"
        ) from None


def _show(args: Namespace, report: BoundReport, named: CompositionBound | None) -> None:
    from proofcheck.surfaces import bound_report, jsonout
    from proofcheck.surfaces.values import DEFAULT_DIGITS

    if args.format == "json":
        page = bound_report.document(report, named, digits=args.digits or DEFAULT_DIGITS)
        sys.stdout.write(jsonout.text([page], ascii_only=True))
    elif args.quiet:
        sys.stdout.write(bound_report.summary(report, _style(args)))
    else:
        sys.stdout.write(bound_report.render(report, named, _style(args)))


def _list() -> int:
    from proofcheck.analysis.composition_bounds import NAMED_BOUNDS

    width = max(len(bound.name) for bound in NAMED_BOUNDS)
    for bound in NAMED_BOUNDS:
        sys.stdout.write(f"{bound.name:<{width}}  {bound.text}\n{'':<{width}}    {bound.words}\n")
    return OK


def _bound(text: str) -> tuple[CompositionBound | None, Expression]:
    """The shipped bound of that name, or the expression."""
    from proofcheck.analysis.composition_bounds import VARIABLES, named_bound, nearest_name
    from proofcheck.numbers import ExpressionError, parse

    named = named_bound(text)
    if named is not None:
        return named, named.expression
    try:
        return None, parse(text, VARIABLES)
    except ExpressionError as error:
        hint = error.hint
        if error.message == "unknown name 'k'":
            hint = "the number of openings is n"
        near = nearest_name(text)
        if near is not None:
            hint = f"did you mean the bound {near!r}?"
        raise UsageError(
            f"{error.message}, at position {error.position} of the bound", key="EXPR", value=text, hint=hint
        ) from None


def _numbers(text: str) -> range:
    low, high = _ends("--n", text)
    first, last = _whole("--n", low), _whole("--n", high)
    if first > last or last > _LARGEST_N:
        raise UsageError(
            f"--n {text}: from 1 up to at most {_LARGEST_N}", key="--n", value=text, hint="such as --n 1..256"
        )
    return range(first, last + 1)


def _range(option: str, text: str) -> Range:
    from proofcheck.engine.bound_witness import Range

    low, high = _ends(option, text)
    return Range(_value(option, low), None if high in _INFINITY else _value(option, high))


def _ends(option: str, text: str) -> tuple[str, str]:
    """`LO..HI` taken apart; a single value is both ends."""
    low, dots, high = text.partition("..")
    if not dots:
        high = low
    if not low.strip() or not high.strip():
        raise UsageError(f"{option} needs LO..HI, not {text!r}", key=option, value=text, hint="such as 0..3")
    return low.strip(), high.strip()


def _value(option: str, text: str) -> Expression:
    from proofcheck.numbers import DomainError, ExpressionError, compare, parse

    try:
        value = parse(text)
        compare(value, 0)  # certifies that there is a value
    except ExpressionError as error:
        raise UsageError(f"{option}: {error.message}", key=option, value=text, hint=error.hint) from None
    except DomainError as error:
        raise UsageError(f"{option}: {error}", key=option, value=text) from None
    return value


def _whole(option: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0):
        raise UsageError(f"{option} needs a whole number from 1, not {text[:40]!r}", key=option, value=text)
    return int(text)


def _style(args: Namespace) -> Style:
    from proofcheck.surfaces.text import Style
    from proofcheck.surfaces.values import DEFAULT_DIGITS

    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    unicode = "utf" in (sys.stdout.encoding or "").lower()
    return Style(digits=args.digits or DEFAULT_DIGITS, colour=colour, unicode=unicode)
