"""n-fold randomised response, exactly: tails and hockey-stick divergence for a given e^epsilon.

Randomised response answers truthfully with odds `t = e^epsilon`. Of n answers i are favourable to P1
with probability `C(n,i) t^i / (1+t)^n` under P1 and `C(n,i) t^(n-i) / (1+t)^n` under P2, so the
likelihood ratio is `t^(2i-n)`: n + 1 atoms stand for 2^n outputs. Randomised response dominates every
pair of (epsilon,0)-close distributions, so its divergence is the largest that n adaptive openings of
any such boxes can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from proofcheck.numbers import (
    Comparison,
    Exact,
    Expression,
    Order,
    RingElement,
    Threshold,
    compare,
    exact_order,
    exp,
    numerator_denominator,
    quotient,
    to_expression,
)
from proofcheck.numbers.exact import total


@dataclass(frozen=True)
class UpperTail:
    """The event that at least `least` of n answers favour P1.

    Its probability is `one / unit` under P1 and `two / unit` under P2 (ring elements, unit > 0).
    """

    n: int
    least: int
    one: RingElement
    two: RingElement
    unit: RingElement

    @property
    def probability(self) -> Exact:
        """Its probability under P1, in canonical form."""
        return quotient(self.one, self.unit)

    def excess(self, eps_prime: Expression) -> Expression:
        """`Pr1[event] - e^(eps') Pr2[event]`, a lower bound of the hockey-stick divergence."""
        difference = to_expression(self.one) - to_expression(self.two) * exp(eps_prime)
        return difference / to_expression(self.unit)

    def compare_excess(self, eps_prime: Expression, delta: Expression) -> Comparison:
        """The order of `Pr1[event] - e^(eps') Pr2[event]` and delta; ABOVE refutes (eps', delta)."""
        left = to_expression(self.one) - to_expression(self.two) * exp(eps_prime)
        return compare(left, delta * to_expression(self.unit))


def upper_tail(n: int, least: int, t: Exact) -> UpperTail:
    """The event "at least `least` of n answers favour P1" with both its probabilities.

    Args:
        n: the number of answers, at least 1.
        least: from 0 (certain) to n + 1 (impossible).
        t: e^epsilon, positive.
    """
    num, den = numerator_denominator(t)
    tops, bottoms = _powers(num, n), _powers(den, n)
    one = [comb(n, i) * tops[i] * bottoms[n - i] for i in range(least, n + 1)]
    two = [comb(n, i) * tops[n - i] * bottoms[i] for i in range(least, n + 1)]
    return UpperTail(n, least, total(one), total(two), (num + den) ** n)


def upper_tails(n: int, t: Exact) -> Iterator[UpperTail]:
    """`upper_tail(n, least, t)` for least = n, n-1, ..., 0, each from the one before."""
    num, den = numerator_denominator(t)
    tops, bottoms = _powers(num, n), _powers(den, n)
    unit = (num + den) ** n
    one: RingElement = 0
    two: RingElement = 0
    for i in range(n, -1, -1):
        one = one + comb(n, i) * tops[i] * bottoms[n - i]
        two = two + comb(n, i) * tops[n - i] * bottoms[i]
        yield UpperTail(n, i, one, two, unit)


def bad_set(n: int, t: Exact, threshold: Threshold) -> UpperTail:
    """W, the outputs whose likelihood ratio exceeds the threshold strictly (e^epsilon = t > 1).

    The hockey-stick divergence is `Pr1[W] - T Pr2[W]`; for t = 1 there is no loss and W is empty or all.

    Raises:
        ValueError: t < 1, or an order that stays undecided at the default precision.
    """
    if exact_order(t, 1) is Order.BELOW:
        raise ValueError("e^epsilon must be at least 1")
    low, high = 0, n + 1  # the least i whose ratio exceeds T lies between them
    while low < high:
        middle = (low + high) // 2
        if _exceeds(n, middle, t, threshold):
            high = middle
        else:
            low = middle + 1
    return upper_tail(n, low, t)


def _exceeds(n: int, i: int, t: Exact, threshold: Threshold) -> bool:
    num, den = numerator_denominator(t)
    k = 2 * i - n
    order = threshold.order(num**k, den**k) if k >= 0 else threshold.order(den**-k, num**-k)
    if order is Order.UNDECIDED:
        raise ValueError(f"cannot decide whether ({t})^{k} exceeds {threshold.value}")
    return order is Order.ABOVE


def _powers(x: RingElement, n: int) -> list[RingElement]:
    powers: list[RingElement] = [1]
    for _ in range(n):
        powers.append(powers[-1] * x)
    return powers
