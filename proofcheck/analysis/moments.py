"""The moment bound: an upper bound on `Pr1[bad set]` on outputs that holds for every strategy.

For `lambda > 0` let `m_b = sum_x p_b(x)^(1+lambda) q_b(x)^(-lambda)`. The moment of the histories is at
most the product of the n largest `m_b` (each opened box gives one factor, and they are distinct boxes),
forgetting does not raise it, and Markov's inequality gives

    Pr1[Y_n in W] <= exp(-lambda eps') * product of the n largest m_b(lambda).

The backward induction does not give this: forgetting which boxes were opened can raise the probability
of the bad set above what any strategy reaches on histories.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key

from proofcheck.analysis.kinds import Direction, Menu, WeightedBox, menu
from proofcheck.analysis.worst_case import check_openings
from proofcheck.numbers import Expression, Order, compare, exp, maximum, number, quotient, to_expression


def suitable_exponent(n: int, epsilon: Expression, eps_prime: Expression) -> Expression:
    """`lambda = z/(n eps^2)` with `z = eps' - n eps (e^eps - 1)`.

    With the theorem's eps' the bound is then at most delta'. It is positive only if eps' exceeds
    `n eps (e^eps - 1)`.
    """
    mean = number(n) * epsilon * (exp(epsilon) - number(1))
    return (eps_prime - mean) / (number(n) * epsilon ** number(2))


def moment(box: WeightedBox, exponent: Expression, direction: Direction) -> Expression:
    """`m_b(lambda)` of one box: `sum p (p/q)^lambda`, with p and q exchanged in the direction P2->P1."""
    return _moment(menu([box]), 0, exponent, direction)


def output_tail_bound(
    boxes: Iterable[WeightedBox],
    n: int,
    eps_prime: Expression,
    exponent: Expression,
    direction: Direction,
) -> Expression:
    """An upper bound on the probability of the bad set on outputs (and on histories), for every strategy.

    Arguments: `exponent` is lambda, see `suitable_exponent`; any positive value is sound.
    Raises ValueError if it is not certainly positive, or if n is not between 1 and the number of boxes.
    Source: section "general proof" of the mathematics, steps (a) and (d).
    """
    offer = menu(boxes)
    check_openings(offer, n)
    if compare(exponent, 0).order is not Order.ABOVE:
        raise ValueError("the moment bound needs a positive exponent lambda")
    moments = [(_moment(offer, i, exponent, direction), count) for i, count in enumerate(offer.counts)]
    result = exp(-exponent * eps_prime)
    for factor, count in _largest(moments, n):
        result = result * factor ** number(count)
    return result


def _moment(offer: Menu, kind: int, exponent: Expression, direction: Direction) -> Expression:
    pairs, unit = offer.kinds[kind].pairs, offer.kinds[kind].unit
    if direction == "P2->P1":
        pairs = tuple((q, p) for p, q in pairs)
    total = number(0)
    for p, q in pairs:
        total = total + to_expression(quotient(p, unit)) * to_expression(quotient(p, q)) ** exponent
    return total


def _largest(moments: list[tuple[Expression, int]], n: int) -> list[tuple[Expression, int]]:
    """The n largest numbers (each given with how often it occurs), or something at least as large.

    Where an order is undecided the maximum of both takes the place of the one that is used.
    """
    signs = {Order.BELOW: -1, Order.ABOVE: 1}

    def falling(left: tuple[Expression, int], right: tuple[Expression, int]) -> int:
        return -signs.get(compare(left[0], right[0]).order, 0)

    ranked = sorted(moments, key=cmp_to_key(falling))
    used: list[tuple[Expression, int]] = []
    spare: list[Expression] = []
    for value, count in ranked:
        taken = min(count, n)
        n -= taken
        if taken:
            used.append((value, taken))
        if taken < count:
            spare.append(value)
    return [(_at_least(value, spare), count) for value, count in used]


def _at_least(value: Expression, others: list[Expression]) -> Expression:
    """`value`, or the maximum with those others that are not certainly at most as large."""
    rivals = [other for other in others if compare(value, other).order not in (Order.ABOVE, Order.EQUAL)]
    return maximum(value, *rivals) if rivals else value
