"""Rung 5 of the ladder: the theorem for all epsilon > 0, all delta' and all boxes, at one n.

For n-fold randomised response the lemma is, at every atom beyond the mean, with `t = e^eps`,

    sum_{i >= j} C(n,i) t^i / (1+t)^n  <=  exp(-(2j - n t)^2 / (2n)),    n/2 < j <= n,  1 < t < 2j/n:

the loss of i favourable answers of n is `(2i - n) ln t`, and `(2j - n) ln t - n beta = (2j - n t) ln t`. It
bounds Pr1[W] of randomised response, hence its hockey-stick, hence (dominance) that of all boxes. Both sides
grow with t on the interval, so on [a, b] it suffices that the left side at b is at most the right side at a.
The intervals come from an untrusted search; here each is checked, and that they cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from lemmas import s12_theorem as theorem
from proofcheck.analysis.quantified import AllEpsilon, Interval
from proofcheck.analysis.randomised_response import upper_tail
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import combined, inequality
from proofcheck.logic.judgement import DIRECTIONS, Inequality, Judgement, Level, Value, Verdict
from proofcheck.numbers import Expression, exp, number

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check_theorem(evidence: Evidence[AllEpsilon]) -> Iterator[Judgement]:
    """Judge every interval, and that for every j they cover all t between 1 and 2j/n."""
    setting = evidence.setting
    deltas: tuple[Expression | None, ...] = setting.instance.deltas or (None,)
    if setting.instance.bound is not None:
        reason = "a bound of one's own for all epsilon is judged by `proofcheck bound`"
        row = Judgement("theorem", "histories", None, Verdict.UNDECIDED, "exact", values={"reason": reason})
    else:
        row = _judge(setting)
    for level in _LEVELS:
        for direction in DIRECTIONS:
            for delta in deltas:
                yield replace(row, level=level, direction=direction, delta=delta)


def _judge(setting: AllEpsilon) -> Judgement:
    n = setting.n
    uncovered: list[Value] = []
    lines: list[Inequality] = []
    for j in range(n // 2 + 1, n + 1):
        intervals = sorted(setting.intervals.get(j, ()))
        gap = first_gap(intervals, Fraction(1), Fraction(2 * j, n))
        if gap is not None:
            uncovered.append({"j": j, "from": gap[0], "to": gap[1]})
        lines += [tail_line(n, j, interval) for interval in intervals]
    verdict = combined(line.verdict for line in lines)
    if uncovered or verdict is not Verdict.VERIFIED:
        # An interval on which the coarse comparison fails refutes nothing.
        verdict = Verdict.UNDECIDED
    values: dict[str, Value] = {"intervals": len(lines)}
    if uncovered:
        values["not_covered"] = tuple(uncovered)
    return Judgement(
        "theorem",
        "histories",
        None,
        verdict,
        "enclosure",
        values=values,
        witness={"dominating_pair": "randomised response against its swap, P1 = (t/(1+t), 1/(1+t))"},
        steps=tuple(line for line in lines if line.verdict is not Verdict.VERIFIED) or tuple(lines[:1]),
    )


def first_gap(intervals: list[Interval], low: Fraction, high: Fraction) -> Interval | None:
    """The first part of [low, high] that sorted intervals leave uncovered."""
    reached = low
    for start, end in intervals:
        if start > reached:
            break
        reached = max(reached, end)
    return None if reached >= high else (reached, high)


def tail_line(n: int, j: int, interval: Interval) -> Inequality:
    """The left side at the interval's upper end against the right side at its lower end."""
    low, high = interval
    bound = exp(-((2 * j - n * number(low)) ** 2) / (2 * n))
    return inequality(
        f"Pr[at least {j} of {n}] at t = {high}", upper_tail(n, j, high).probability, "<=",
        f"exp(-(2j - nt)^2/(2n)) at t = {low}", bound,
    )  # fmt: skip


THEOREM = replace(theorem.STATEMENT, check=check_theorem, uses=(), proof_uses=())
