"""The evidence of certificates: hints for the trusted checker, which verifies each. Untrusted labour."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from proofcheck.analysis.all_strategies import AllStrategies
from proofcheck.analysis.moments import suitable_exponent
from proofcheck.analysis.tree import Progress
from proofcheck.analysis.worst_case import WorstCase
from proofcheck.engine.tail_inequality import prove_tail_inequality
from proofcheck.logic.judgement import DIRECTIONS
from proofcheck.logic.result import Result
from proofcheck.model import Instance
from proofcheck.numbers import Expression, Order, Threshold, compare, decimal, exp, to_exact

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]


class CannotCertifyError(Exception):
    """There is no kind of certificate for this result; the message says why."""


def deltas_of(instance: Instance) -> list[tuple[str, Expression]]:
    """Each delta' with its spelling in the file."""
    if instance.deltas is None:
        return []
    written = tomllib.loads(instance.text).get("delta") if instance.text else None
    listed = written if isinstance(written, list) else [written]
    if len(listed) != len(instance.deltas):
        listed = list(instance.deltas)
    return [(str(name), delta) for name, delta in zip(listed, instance.deltas, strict=True)]


def bracket(instance: Instance, name: str, delta: Expression, bits: int) -> dict[str, Json]:
    """Rational numbers around `e^(eps')`, about half of `bits` wide; or the rational number that it is."""
    value = exp(instance.eps_prime(delta))
    exact = Threshold(value).exact
    if isinstance(exact, Fraction):
        return {"delta": name, "equal": str(exact)}
    low, high = around(value, bits * 3 // 20)
    return {"delta": name, "lower": str(low), "upper": str(high)}


def around(value: Expression, digits: int) -> tuple[Fraction, Fraction]:
    """Two fractions strictly around a positive irrational, `digits` decimal digits apart."""
    shown = decimal(value, digits)
    mantissa, _, shift = shown.partition("e")
    places = len(mantissa.partition(".")[2])
    unit = Fraction(10) ** (int(shift or "0") - places)
    return Fraction(shown), Fraction(shown) + unit


def moments(result: Result) -> list[Json]:
    """An exponent lambda a delta' and direction, from the proof's `z/(n eps^2)`."""
    instance, epsilon = result.instance, result.epsilon
    found: list[Json] = []
    for name, delta in deltas_of(instance):
        if epsilon is None or instance.effective_n is None:
            raise CannotCertifyError("n or epsilon is left open")
        power = "1"
        if compare(epsilon, 0).order is Order.ABOVE:
            exponent = suitable_exponent(instance.effective_n, epsilon, instance.eps_prime(delta))
            if compare(exponent, 0).order is Order.ABOVE:
                power = str(Fraction(decimal(exponent, 9)))
        for direction in DIRECTIONS:
            found.append({"delta": name, "direction": direction, "lambda": power})
    return found


def table(result: Result, max_nodes: int, progress: Progress | None) -> list[Json]:
    """The value functions of the backward induction, as lines in units of a common denominator."""
    instance = result.instance
    if instance.family is None or instance.effective_epsilon is None or instance.effective_n is None:
        raise CannotCertifyError("the boxes are left open")
    worst = AllStrategies(
        instance,
        instance.effective_epsilon,
        instance.effective_n,
        instance.family,
        max_pieces=max_nodes,
        progress=progress,
    ).worst_case
    return lines_of(worst)


def lines_of(worst: WorstCase) -> list[Json]:
    """The table of lines; kinds of boxes are counted in the order in which they first occur."""
    unit = _common_denominator(worst)
    found: list[Json] = []
    for k in range(worst.n, 0, -1):
        for left, chain in sorted(worst.levels[k].items()):
            scale = sum(_integers(chain.rise1))
            lines: list[Json] = [[0, 0]]
            slope = constant = 0
            for rise1, rise2 in zip(_integers(chain.rise1), _integers(chain.rise2), strict=True):
                slope, constant = slope + rise1, constant - rise2
                lines.append([slope * unit**k // scale, constant * unit**k // scale])
            found.append({"remaining": list(left), "lines": lines})
    return found


def _integers(values: Iterable[object]) -> list[int]:
    return [value for value in values if isinstance(value, int)]


def _common_denominator(worst: WorstCase) -> int:
    fractions = [
        Fraction(value, kind.unit)
        for kind in worst.menu.kinds
        for pair in kind.pairs
        for value in pair
        if isinstance(value, int) and isinstance(kind.unit, int)
    ]
    return lcm(*(fraction.denominator for fraction in fractions))


def channel(result: Result) -> list[Json]:
    """K0 = (t p - q)/(t - 1) and K1 = (t q - p)/(t - 1), as coefficients of p and q."""
    t = None if result.epsilon is None else to_exact(exp(result.epsilon))
    if not isinstance(t, Fraction) or t == 1:
        raise CannotCertifyError("for all boxes the checker needs a rational e^epsilon > 1")
    likely, other = str(t / (t - 1)), str(-1 / (t - 1))
    return [[likely, other], [other, likely]]


def intervals_of(n: int) -> list[Json]:
    """The ends of the intervals that the search found, a list for each number of successes."""
    ends: dict[int, set[Fraction]] = {}
    for tile in prove_tail_inequality(n).tiles:
        ends.setdefault(tile.j, set()).update((tile.low, tile.high))
    return [{"successes": j, "cuts": [str(t) for t in sorted(ends[j])]} for j in sorted(ends)]
