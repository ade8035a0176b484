"""Rungs 3 to 5: all strategies by a table of lines, all boxes by a channel, all epsilon by intervals."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm, prod
from typing import Any

from proofcheck.checker import enclosures as enc
from proofcheck.checker.boxes import Box
from proofcheck.checker.bracket import Bracket
from proofcheck.checker.document import fraction
from proofcheck.checker.experiment import DIRECTIONS, ONE, Row, row, swapped
from proofcheck.checker.expressions import Tree, number
from proofcheck.checker.fields import exactly, integer, items, small
from proofcheck.checker.instance import Instance
from proofcheck.checker.outcome import MOST_LINES, MalformedError, RejectedError, UndecidedError
from proofcheck.checker.values import enclose, exact

Kind = tuple[tuple[Fraction, Fraction], ...]  # the pairs (p, q) of a box, one a ratio
Line = tuple[int, int]  # r -> slope * r + constant, in units of 1/scale
LEVELS = ("histories", "outputs")


def all_strategies(instance: Instance, brackets: list[Bracket], evidence: Any, bits: int) -> list[Row]:
    """The theorem by the table, the lemma by moments; on outputs both follow (forgetting lowers them)."""
    lines = _table(instance, evidence["table"])
    cuts = [_cut(one, two) for one, two in pairwise(lines)]
    scale, n, boxes = lines[-1][0], instance.n or 0, instance.boxes or {}
    found: list[Row] = []
    moments = _moments(evidence["moments"], brackets)
    for direction, sides in zip(DIRECTIONS, (boxes, swapped(boxes)), strict=True):
        largest = prod(sorted(max(p / q for p, q in box.values()) for box in sides.values())[-n:], start=ONE)
        pairs = [list(box.values()) for box in sides.values()]
        for bracket in brackets:
            low, high = bracket.low, bracket.high
            # The worst H_T is T phi(1/T) one way and phi(T) + 1 - T the other way.
            if direction == DIRECTIONS[0]:
                i = bisect_left(cuts, 1 / low) if low else len(cuts)
                settled = i == 0 or cuts[i - 1] <= 1 / high
                a, b = Fraction(lines[i][0], scale), Fraction(-lines[i][1], scale)
            else:
                i = bisect_right(cuts, low)
                settled = i == len(cuts) or cuts[i] >= high
                a, b = 1 + Fraction(lines[i][1], scale), 1 - Fraction(lines[i][0], scale)
            if not settled:
                raise RejectedError(f"delta {bracket.name}: the bracket of e^eps' reaches over two lines")
            vacuous = not bracket.below(largest)
            lemma = vacuous or _chernoff(instance, bracket, pairs, moments[bracket.name, direction], bits)
            found += _rows(direction, bracket, lemma, bracket.verdict(a, b, bits), a, b, vacuous)
    return found


def _rows(
    direction: str, bracket: Bracket, lemma: bool, theorem: str, a: Fraction, b: Fraction, vacuous: bool
) -> list[Row]:
    if not lemma:
        raise RejectedError(f"delta {bracket.name}: the moments do not show the lemma")
    if theorem != "verified":
        raise RejectedError(f"delta {bracket.name}: the table does not show the theorem")
    more: Row = {"vacuous": vacuous, "delta": bracket.name}
    hockey_stick = {"a": str(a), "b": str(b)}
    return [
        line
        for level in LEVELS
        for line in (
            row("bad-set-lemma", level, direction, "verified", **more),
            row("theorem", level, direction, "verified", hockey_stick=hockey_stick, **more),
        )
    ]


def _moments(evidence: Any, brackets: list[Bracket]) -> dict[tuple[str, str], Fraction]:
    """lambda for each delta' and direction."""
    wanted = [(bracket.name, direction) for bracket in brackets for direction in DIRECTIONS]
    found = {}
    for entry, key in zip(items(evidence, len(wanted)), wanted, strict=True):
        exactly(entry, "delta direction lambda")
        if (entry["delta"], entry["direction"]) != key:
            raise MalformedError(f"a moment is for {key}")
        found[key] = fraction(entry["lambda"])
        if found[key] <= 0:
            raise RejectedError("a lambda is not positive")
    return found


def _chernoff(
    instance: Instance, bracket: Bracket, boxes: list[list[Any]], power: Fraction, bits: int
) -> bool:
    """Pr1[W] <= T^-lambda * product of the n largest sum p (p/q)^lambda, and that <= delta'."""
    moments = []
    for box in boxes:
        total: Tree = number(0)
        for p, q in box:
            total = ("+", total, ("*", number(p), ("exp", ("*", number(power), ("ln", number(p / q))))))
        moments.append(enclose(total, bits)[1])
    largest = sorted(moments)[-(instance.n or 0) :]
    exponent = enclose(("*", number(-power), instance.threshold(bracket.delta)[1]), bits)
    bound = enc.exponential(exponent, bits)[1]
    for moment in largest:
        bound = -(-bound * moment >> bits)
    return bound <= enclose(bracket.delta, bits)[0]


def _table(instance: Instance, evidence: Any) -> list[Line]:
    """The lines of the root, after every entry of the table was shown to dominate every way to go on.

    An entry is the maximum of its lines, phi(r): at least the best, over strategies for the boxes that
    remain, of E2[(r * ratio - 1)^+]. It is enough to compare at the corners: between them phi is a line,
    and what it is compared with is convex; beyond the last one both end as r - 1.
    """
    kinds, n = Counter(_kind(box) for box in (instance.boxes or {}).values()), instance.n or 0
    common = lcm(*(x.denominator for kind in kinds for pair in kind for x in pair))
    weights = [[(int(p * common), int(q * common)) for p, q in kind] for kind in kinds]
    table = {}
    for entry in items(evidence):
        exactly(entry, "remaining lines")
        state = tuple(integer(k, 0, len(instance.boxes or {})) for k in items(entry["remaining"], len(kinds)))
        table[state] = entry["lines"]
    if len(table) < len(evidence) or sum(len(items(lines)) for lines in table.values()) > MOST_LINES:
        raise MalformedError("an entry of the table occurs twice, or it has too many lines")
    root = tuple(kinds.values())
    level = {root}
    checked: dict[Any, list[Line]] = {}
    order: list[tuple[Any, int]] = []
    for left in range(n, 0, -1):
        order += [(state, left) for state in sorted(level)]
        level = {child for state in level for _, child in _children(state)}
    if list(table) != [state for state, _ in order]:
        raise RejectedError(
            "the table does not have, in order, an entry for each set of boxes that can remain"
        )
    for state, left in reversed(order):
        lines = _lines(table[state], common**left)
        for place, child in _children(state):
            _dominates(lines, weights[place], checked[child] if left > 1 else [(0, 0), (1, -1)], state)
        checked[state] = lines
    return checked[root]


def _kind(box: Box) -> Kind:
    by_ratio: dict[Fraction, tuple[Fraction, Fraction]] = defaultdict(lambda: (Fraction(0), Fraction(0)))
    for p, q in box.values():
        by_ratio[p / q] = (by_ratio[p / q][0] + p, by_ratio[p / q][1] + q)
    return tuple(by_ratio[ratio] for ratio in sorted(by_ratio))


def _children(state: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """What remains after opening one box of each kind that is left."""
    return [(i, (*state[:i], state[i] - 1, *state[i + 1 :])) for i, count in enumerate(state) if count]


def _cut(one: Line, two: Line) -> Fraction:
    return Fraction(one[1] - two[1], two[0] - one[0])


def _lines(evidence: Any, scale: int) -> list[Line]:
    """The lines, from 0 to r - 1, each the largest somewhere."""
    lines = [(x, y) for x, y in (items(line, 2) for line in evidence)]
    if not all(type(x) is int and type(y) is int for x, y in lines):
        raise MalformedError("a line is two integers")
    if len(lines) < 2 or lines[0] != (0, 0) or lines[-1] != (scale, -scale):
        raise RejectedError("the lines of an entry do not go from 0 to r - 1")
    if any(two[0] <= one[0] or two[1] >= one[1] for one, two in pairwise(lines)):
        raise RejectedError("the lines of an entry are not in order")
    for (x, y), (x1, y1), (x2, y2) in zip(lines, lines[1:], lines[2:], strict=False):
        if (y - y1) * (x2 - x1) >= (y1 - y2) * (x1 - x):
            raise RejectedError("a line of an entry is nowhere the largest")
    return lines


def _dominates(lines: list[Line], box: list[tuple[int, int]], child: list[Line], state: Any) -> None:
    """phi(r) >= sum q child(r p/q) at every corner r = x/y of phi; the active lines of child only move up."""
    active = [0] * len(box)
    for (slope, constant), (slope2, constant2) in pairwise(lines):
        x, y = constant - constant2, slope2 - slope
        total = 0
        for i, (p, q) in enumerate(box):
            j, xp, yq = active[i], x * p, y * q
            best = child[j][0] * xp + child[j][1] * yq
            while j + 1 < len(child) and (value := child[j + 1][0] * xp + child[j + 1][1] * yq) >= best:
                best, j = value, j + 1
            active[i] = j
            total += best
        if total > slope * x + constant * y:
            raise RejectedError(f"the table is too small where {list(state)} boxes remain")


def all_boxes(instance: Instance, brackets: list[Bracket], evidence: Any, bits: int) -> list[Row]:
    """All families of close boxes: each is a randomised function of randomised response, the worst."""
    t, n = exact(instance.formula("exp(epsilon)")), instance.n or 0
    if not isinstance(t, Fraction) or t == 1:
        raise UndecidedError("all boxes for an irrational e^epsilon, or for epsilon = 0: not supported")
    small(t)
    _channel(evidence["channel"], t)
    moments = _moments(evidence["moments"], brackets)
    response = [(t / (1 + t), 1 / (1 + t)), (1 / (1 + t), t / (1 + t))]
    found: list[Row] = []
    for direction in DIRECTIONS:
        for bracket in brackets:
            a = b = Fraction(0)
            for j in range(n + 1):
                if bracket.below(t ** (2 * j - n)):
                    a += comb(n, j) * t**j / (1 + t) ** n
                    b += comb(n, j) * t ** (n - j) / (1 + t) ** n
            power = moments[bracket.name, direction]
            lemma = not a or _chernoff(instance, bracket, [response] * n, power, bits)
            found += _rows(direction, bracket, lemma, bracket.verdict(a, b, bits), a, b, not a)
    return found


def _channel(evidence: Any, t: Fraction) -> None:
    """Row i is K_i = k0 p + k1 q, a distribution for every close pair; and RR of K0, K1 is (p, q)."""
    rows = [[fraction(x) for x in items(line, 2)] for line in items(evidence, 2)]
    for k0, k1 in rows:
        # Close pairs are a cone with the edges (1, t) and (t, 1).
        if k0 + k1 != 1 or k0 + k1 * t < 0 or k0 * t + k1 < 0:
            raise RejectedError("a row of the channel is not a distribution for every close pair")
    (a, b), (c, d) = rows
    if [t * a + c, t * b + d, a + t * c, b + t * d] != [1 + t, 0, 0, 1 + t]:
        raise RejectedError("the channel does not turn randomised response into the pair")


def all_epsilon(instance: Instance, evidence: Any, bits: int) -> list[Row]:
    """All epsilon > 0 and delta': S9 for randomised response, hence the theorem for all boxes.

    With t = e^epsilon and the loss (2j - n) epsilon: Pr[at least j of n] <= exp(-(2j - nt)^2 / (2n)) for
    1 <= t <= 2j/n. Both sides increase in t, so on [t1, t2] the left at t2 and the right at t1 are enough.
    """
    n = instance.n or 0
    if instance.bound is not None:
        raise UndecidedError("a bound of its own for all epsilon: not supported")
    wanted = [j for j in range(n + 1) if 2 * j > n]
    for entry, j in zip(items(evidence["intervals"], len(wanted)), wanted, strict=True):
        exactly(entry, "cuts successes")
        if integer(entry["successes"], 0, n) != j:
            raise MalformedError(f"intervals for {j} successes are needed")
        cuts = [fraction(cut) for cut in items(entry["cuts"])]
        if len(cuts) > MOST_LINES or cuts[:1] != [ONE] or cuts[-1:] != [Fraction(2 * j, n)]:
            raise RejectedError(f"{j} successes: the intervals do not cover [1, {Fraction(2 * j, n)}]")
        for t1, t2 in pairwise(cuts):
            if t2 <= t1:
                raise RejectedError(f"{j} successes: the cuts do not increase")
            x, y = t2.numerator, t2.denominator
            tail = Fraction(sum(comb(n, i) * x**i * y ** (n - i) for i in range(j, n + 1)), (x + y) ** n)
            exponent = enc.rational(-((2 * j - n * t1) ** 2) / (2 * n), bits)
            if enc.rational(tail, bits)[1] > enc.exponential(exponent, bits)[0]:
                raise RejectedError(f"{j} successes: not shown on [{t1}, {t2}]")
    deltas = [*instance.deltas] if instance.deltas else [None]
    return [
        row("theorem", level, direction, "verified", delta=delta)
        for direction in DIRECTIONS
        for delta in deltas
        for level in LEVELS
    ]
