"""The numbers that a Coq file claims: divergences at rational factors, found by walking the whole tree.

Coq walks the same tree again; a wrong number here makes it refuse the file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_terms import common_denominator, rational
from proofcheck.model import Family, Strategy
from proofcheck.model.strategy import History
from proofcheck.numbers import Expression, Order, compare, decimal, exp, to_exact

MOST_LEAVES = 200_000
_FIRST_DIGITS, _MOST_DIGITS = 9, 27
_SHOWN_DIGITS = 6

Pairs = Counter[tuple[int, int]]
"""How often a point has these numerators of its two probabilities."""


@dataclass(frozen=True)
class Table:
    """The probabilities as numerators over one denominator: a row of pairs for each box."""

    rows: tuple[tuple[tuple[int, int], ...], ...]
    total: int

    @staticmethod
    def of(family: Family, messages: dict[str, int]) -> Table:
        """The table of a family.

        Raises:
            CannotCertifyError: a probability is irrational.
        """
        sides = [
            {
                message: tuple(rational(value, f"a probability of box {box.name!r}") for value in pair)
                for message, *pair in zip(box.messages, box.p1, box.p2, strict=True)
            }
            for box in family
        ]
        total = common_denominator(value for row in sides for pair in row.values() for value in pair)
        none = (Fraction(0), Fraction(0))
        rows = tuple(
            tuple(
                (int(pair[0] * total), int(pair[1] * total))
                for pair in (row.get(message, none) for message in messages)
            )
            for row in sides
        )
        return Table(rows, total)


@dataclass(frozen=True)
class Points:
    """All points of one level, with the denominator of their probabilities."""

    pairs: Pairs
    denominator: int

    def divergence(self, factor: Fraction, *, exchanged: bool = False) -> Fraction:
        """The hockey-stick divergence at a rational factor; exchanged: of the second direction."""
        up, low = factor.numerator, factor.denominator
        excess = 0
        for (a, b), times in self.pairs.items():
            p, q = (b, a) if exchanged else (a, b)
            excess += times * max(0, low * p - up * q)
        return Fraction(excess, low * self.denominator)


def points(family: Family, strategy: Strategy, table: Table, n: int, weight: int) -> tuple[Points, Points]:
    """The points on histories and on outputs.

    Raises:
        CannotCertifyError: there are more than `MOST_LEAVES` histories.
    """
    boxes = {name: b for b, name in enumerate(family.names)}
    messages = list(dict.fromkeys(message for box in family for message in box.messages))
    level: list[tuple[History, int, int]] = [((), 1, 1)]
    for _ in range(n):
        following = []
        for history, a, b in level:
            for name, share in strategy.choose(history, family).items():
                times = int(rational(share, f"the weight of {name!r}") * weight)
                for message, (p, q) in zip(messages, table.rows[boxes[name]], strict=True):
                    if p or q:
                        following.append(((*history, (name, message)), a * times * p, b * times * q))
            if len(following) > MOST_LEAVES:
                raise CannotCertifyError(
                    f"more than {MOST_LEAVES} histories: Coq walks through all, and would take too long"
                )
        level = following
    outputs: dict[tuple[str, ...], tuple[int, int]] = {}
    for history, a, b in level:
        x = tuple(message for _, message in history)
        before = outputs.get(x, (0, 0))
        outputs[x] = (before[0] + a, before[1] + b)
    denominator = (weight * table.total) ** n
    return (
        Points(Counter((a, b) for _, a, b in level), denominator),
        Points(Counter(outputs.values()), denominator),
    )


def worst_divergence(table: Table, n: int, factor: Fraction, *, exchanged: bool = False) -> Fraction:
    """The largest divergence on histories over all strategies, by the recursion that Coq computes."""
    up, low = factor.numerator, factor.denominator

    def worst(left: int, used: frozenset[int], a: int, b: int) -> int:
        if left == 0:
            return max(0, low * b - up * a) if exchanged else max(0, low * a - up * b)
        return max(
            sum(worst(left - 1, used | {i}, a * p, b * q) for p, q in row if p or q)
            for i, row in enumerate(table.rows)
            if i not in used
        )

    return Fraction(worst(n, frozenset(), 1, 1), low * table.total**n)


def walks(table: Table, n: int) -> int:
    """How many leaves the walk over all orders of boxes has, or a number above `MOST_LEAVES`."""
    leaves = {frozenset[int](): 1}
    for _ in range(n):
        following: Counter[frozenset[int]] = Counter()
        for used, times in leaves.items():
            for i, row in enumerate(table.rows):
                if i not in used:
                    following[used | {i}] += times * sum(1 for p, q in row if p or q)
        leaves = dict(following)
        if sum(leaves.values()) > MOST_LEAVES:
            return MOST_LEAVES + 1
    return sum(leaves.values())


def bits_divergence(t: Fraction, n: int, factor: Fraction) -> Fraction:
    """The divergence of n bits of randomised response with `e^eps = t`."""
    true, false = t / (1 + t), 1 / (1 + t)
    return sum(
        (
            comb(n, j) * max(Fraction(0), true**j * false ** (n - j) - factor * true ** (n - j) * false**j)
            for j in range(n + 1)
        ),
        Fraction(0),
    )


def brackets(bound: Expression) -> list[tuple[Fraction, Fraction]]:
    """Rational numbers strictly below and strictly above `e^bound`, closer and closer."""
    value = exp(bound)
    exact = to_exact(value)
    found = []
    for digits in range(_FIRST_DIGITS, _MOST_DIGITS + 1, _FIRST_DIGITS):
        shown = decimal(value, digits)
        mantissa, _, shift = shown.partition("e")
        unit = Fraction(10) ** (int(shift or "0") - len(mantissa.partition(".")[2]))
        low = high = Fraction(shown)
        if low == exact:  # interval arithmetic proves no equality
            unit = Fraction(1, 10**digits)
            low -= unit
        found.append((low, high + unit))
    return found


def rounded_up(value: Fraction) -> Fraction:
    """The smallest decimal number with some six digits that is not below."""
    if value == 0:
        return value
    scale = 1
    while value * scale < 10 ** (_SHOWN_DIGITS - 1):
        scale *= 10
    return Fraction(-(-value.numerator * scale // value.denominator), scale)


def at_most(value: Fraction, delta: Expression) -> bool:
    """Whether a fraction is certainly below delta'."""
    return compare(value, delta).order is Order.BELOW
