"""The lemma for all delta' with a bound of one's own, by one comparison an atom.

Let F(delta') be the bound. If it never rises with delta', then `Pr1[loss > F(delta')] <= delta'` for all
delta' in (0, 1) exactly if `F(tail) >= l` for every atom l, with `tail = Pr1[loss >= l]`: a delta' below the
tail at which the atom is bad exists exactly if F falls below l somewhere left of it, and F is smallest at
the right end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.analysis.ratios import Ratio
from proofcheck.numbers import (
    Exact,
    Expression,
    Order,
    Trend,
    compare,
    ln,
    number,
    quotient,
    to_expression,
    trend,
    variable,
)

DELTA = variable("delta")
_NEARER = 40  # a violating delta' is looked for at tail*(1 - 2^-k) for k up to this


@dataclass(frozen=True)
class AtomLine:
    """`loss <= F(tail)` at the atom with this ratio; `order` is that of loss and F(tail)."""

    ratio: Ratio
    tail: Exact
    order: Order


def falls_with_delta(bound: Expression) -> bool:
    """Whether the bound, an expression in delta alone, is certain never to rise with delta' on (0, 1)."""
    return trend(bound, "delta") in (Trend.FALLING, Trend.CONSTANT)


def worst_atom(atoms: Iterable[tuple[Ratio, Exact]], bound: Expression) -> tuple[AtomLine | None, int]:
    """The first atom that breaks the bound (else an undecided one, else one that keeps it), and their number.

    `atoms` are (ratio, Pr1[ratio >= it]), ratios above 1 only matter; `bound` is an expression in delta.
    """
    best: AtomLine | None = None
    rank = {Order.ABOVE: 3, Order.UNDECIDED: 2, Order.EQUAL: 1, Order.BELOW: 0}
    count = 0
    for ratio, tail in atoms:
        count += 1
        loss = ln(to_expression(quotient(*ratio)))
        order = compare(loss, bound.substitute({"delta": to_expression(tail)})).order
        if best is None or rank[order] > rank[best.order]:
            best = AtomLine(ratio, tail, order)
        if order is Order.ABOVE:
            break
    return best, count


def violating_delta(line: AtomLine, bound: Expression) -> Expression | None:
    """A delta' below the tail at which the atom is bad: there `Pr1[W] >= tail > delta'`."""
    loss = ln(to_expression(quotient(*line.ratio)))
    for k in range(1, _NEARER + 1):
        delta = to_expression(line.tail) * number(1 - Fraction(1, 2**k))
        if compare(loss, bound.substitute({"delta": delta})).order is Order.ABOVE:
            return delta
    return None
