"""What the search about a claimed bound found: as the JSON document, and as text for a student."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofcheck import __version__
from proofcheck.analysis.composition_bounds import CompositionBound
from proofcheck.engine.bound_search import BoundReport, ForOneN
from proofcheck.engine.bound_witness import Decision, Range, instance_file
from proofcheck.logic.judgement import Verdict
from proofcheck.numbers import Expression, Number, decimal, number
from proofcheck.surfaces.text import Style
from proofcheck.surfaces.text.layout import counted, listed, paragraph
from proofcheck.surfaces.values import Json, exact_or_digits, exact_text, leading_digits, with_digits

_DIGITS_OF_ENDS = 6  # of the ends of an undecided part, which are rounded outwards
_MOST_PARTS = 6  # undecided values of n that the text describes
_DELTA = "delta'"


def document(report: BoundReport, named: CompositionBound | None, *, digits: int) -> dict[str, Json]:
    """The JSON document: the verdict, the ranges, and a complete instance file that refutes (or null)."""
    found = report.refutation
    page: dict[str, Json] = {
        "proofcheck": __version__,
        "expression": str(report.bound),
        "name": None if named is None else named.name,
        "verdict": report.verdict.value,
        "range": {
            "n": {
                "asked": [*_runs(report.numbers)],
                "proved": [*_runs(report.having(Verdict.VERIFIED))],
                "refuted": None if found is None else found.n,
                "undecided": [*_runs(report.having(Verdict.UNDECIDED))],
                "not_examined": [*_runs(report.numbers[len(report.rows) :])],
            },
            "epsilon": _range_entry(report.epsilon, open_at=(0,)),
            "delta": _range_entry(report.delta, open_at=(0, 1)),
            "undecided": [_part_entry(row) for row in report.rows if row.left],
        },
        "witness": None if found is None else instance_file(found, report.bound),
        "violation": None if found is None else _violation(found, digits),
        "rectangles": sum(len(row.tiles) for row in report.rows),
        "evaluations": sum(row.evaluations for row in report.rows),
    }
    return page


def _violation(found: Decision, digits: int) -> Json:
    return {
        "n": found.n,
        "epsilon": exact_text(found.epsilon),
        "exp_epsilon": exact_text(found.t),
        "delta": exact_text(found.delta),
        "eps_prime": decimal(found.eps_prime, digits),
        "hockey_stick": decimal(found.divergence, digits),
        "least_favourable": found.event.least,
    }


def render(report: BoundReport, named: CompositionBound | None, style: Style) -> str:
    """The text of the answer."""
    about = [f"Is  eps' = {report.bound}  a valid bound?"]
    if named is not None:
        about.append(f"    {named.name}: {named.words} ({named.source})")
    lines = [*about, "", *_question(report, style), "", style.verdict(report.verdict.value), ""]
    found = report.refutation
    if found is not None:
        lines += _refutation(report, found, style)
    else:
        lines += _state(report, style)
    lines += ["", *paragraph(_HOW, style, indent=0)]
    if found is not None:
        lines += ["", "A complete instance, on which `proofcheck check` says refuted:", ""]
        lines += ["    " + line if line else "" for line in instance_file(found, report.bound).splitlines()]
    return style.encoded("\n".join(lines)) + "\n"


def summary(report: BoundReport, style: Style) -> str:
    """One line."""
    found = report.refutation
    where = ""
    if found is not None:
        where = f" at n = {found.n}, e^epsilon = {exact_text(found.t)}, delta' = {_number_text(found.delta)}"
    return f"{style.verdict(report.verdict.value)}{where}: eps' = {report.bound}\n"


_HOW = (
    "How: no (epsilon,0)-close boxes and no strategy do worse than n-fold randomised response, so for each n "
    "the claim is one inequality in epsilon and delta': the hockey-stick divergence of n-fold randomised "
    "response at e^(eps') is at most delta'. It is proved on rectangles of (epsilon, delta'), each by one "
    "evaluation rounded outwards, and refuted at one point, exactly."
)


def _question(report: BoundReport, style: Style) -> list[str]:
    numbers = ", ".join(_run_text(run) for run in _runs(report.numbers))
    text = (
        f"For every n in {numbers}, {_every(report.epsilon, 'epsilon', (0,))}, "
        f"{_every(report.delta, _DELTA, (0, 1))}, all families of (epsilon,0)-close boxes and all strategies."
    )
    return paragraph(text, style, indent=0)


def _every(values: Range, name: str, open_at: Sequence[int]) -> str:
    text = _range_text(values, name, open_at)
    return text if values.point is not None else f"every {name} with {text}"


def _refutation(report: BoundReport, found: Decision, style: Style) -> list[str]:
    digits = style.digits
    proved, undecided = report.having(Verdict.VERIFIED), report.having(Verdict.UNDECIDED)
    epsilon = with_digits(found.epsilon, digits)
    value = leading_digits(found.divergence, digits)
    lines = [
        f"It fails for n = {found.n}, epsilon = {epsilon} (e^epsilon = {exact_or_digits(found.t, digits)}), "
        f"delta' = {_number_text(found.delta)}:",
        f"    eps' = {leading_digits(found.eps_prime, digits)}, and n-fold randomised response has",
        f"    Pr1[S] - e^(eps') Pr2[S] = {value}  >  delta' = {leading_digits(found.delta, digits)}",
        f"    for the event S: at least {found.event.least} of {found.n} answers favour P1.",
    ]
    if proved:
        lines.append(f"It is proved for n = {_runs_text(proved)} on the whole range.")
    if undecided:
        lines.append(f"It is undecided for n = {_runs_text(undecided)}.")
    first = "first violated" if not undecided else "the smallest violated n that was found"
    lines += paragraph(
        f"n = {found.n} is {first} in this range; larger n were not examined, it may hold for some of them.",
        style,
        indent=0,
    )
    return lines


def _state(report: BoundReport, style: Style) -> list[str]:
    proved, rows = report.having(Verdict.VERIFIED), [row for row in report.rows if row.left]
    rectangles = sum(len(row.tiles) for row in report.rows)
    lines: list[str] = []
    if proved:
        how = f", by {counted(rectangles, 'rectangle')} of (epsilon, delta')" if rectangles else ""
        lines += paragraph(f"Proved for n = {_runs_text(proved)} on the whole range{how}.", style, indent=0)
    undecided = report.having(Verdict.UNDECIDED)
    if undecided:
        lines += paragraph(
            f"Undecided for n = {_runs_text(undecided)}: neither proved nor refuted within the budget "
            "(--budget raises it). What is left there lies in",
            style,
            indent=0,
        )
    for row in rows[:_MOST_PARTS]:
        low, high, delta_low, delta_high = _hull(row)
        lines.append(f"    n = {row.n}: {low} <= epsilon <= {high}, {delta_low} <= delta' <= {delta_high}")
    if len(rows) > _MOST_PARTS:
        lines.append(f"    and {len(rows) - _MOST_PARTS} more")
    return lines


def _runs(numbers: Sequence[int]) -> list[Json]:
    """The numbers as runs `[first, last]` of consecutive ones."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return [[first, last] for first, last in runs]


def _run_text(run: Json) -> str:
    if not isinstance(run, list):
        raise TypeError("a run is a pair")
    first, last = run
    return str(first) if first == last else f"{first}..{last}"


def _runs_text(numbers: Sequence[int]) -> str:
    return listed(_run_text(run) for run in _runs(numbers))


def _range_entry(values: Range, open_at: Sequence[int]) -> Json:
    high = values.high
    return {
        "low": _number_text(values.low),
        "low_included": not _is_one_of(values.low, open_at),
        "high": "inf" if high is None else _number_text(high),
        "high_included": high is not None and not _is_one_of(high, open_at),
    }


def _range_text(values: Range, name: str, open_at: Sequence[int]) -> str:
    if values.point is not None:
        return f"{name} = {_number_text(values.point)}"
    left = "<" if _is_one_of(values.low, open_at) else "<="
    text = f"{_number_text(values.low)} {left} {name}"
    if values.high is None:
        return text
    right = "<" if _is_one_of(values.high, open_at) else "<="
    return f"{text} {right} {_number_text(values.high)}"


def _is_one_of(value: Expression, numbers: Sequence[int]) -> bool:
    return isinstance(value, Number) and value.value in numbers


def _number_text(value: Expression) -> str:
    """A small power of ten as 1e-12, other numbers in the grammar of the files."""
    if isinstance(value, Number) and 0 < value.value < Fraction(1, 10_000):
        text = str(value.value.denominator)
        if text.strip("0") == "1":
            return f"{value.value.numerator}e-{len(text) - 1}"
    return str(value)


def _part_entry(row: ForOneN) -> Json:
    low, high, delta_low, delta_high = _hull(row)
    return {"n": row.n, "epsilon": [low, high], "delta": [delta_low, delta_high]}


def _hull(row: ForOneN) -> tuple[str, str, str, str]:
    """The smallest rectangle around what is left, its ends rounded outwards to few digits."""
    highs = [part.epsilon_high for part in row.left]
    finite = [high for high in highs if high is not None]
    return (
        _outwards(min(part.epsilon_low for part in row.left), up=False),
        _outwards(max(finite), up=True) if len(finite) == len(highs) else "inf",
        _outwards(min(part.delta_low for part in row.left), up=False),
        _outwards(min(Fraction(1), max(part.delta_high for part in row.left)), up=True),
    )


def _outwards(value: Fraction, *, up: bool) -> str:
    if value == 0:
        return "0"
    scale = Fraction(1)
    while value * scale < 10 ** (_DIGITS_OF_ENDS - 1):
        scale *= 10
    scaled = value * scale
    count = scaled.numerator // scaled.denominator
    if up and count != scaled:
        count += 1
    return decimal(number(count / scale), _DIGITS_OF_ENDS)
