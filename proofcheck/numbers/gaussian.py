"""Many probabilities against one Gaussian-shaped bound `exp(-(l - mean)^2 / (2 variance))`.

Azuma's inequality and the lemma for all delta' are one comparison per atom of the privacy loss;
with thousands of atoms they are made in ball arithmetic first and exactly where that leaves doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofcheck.numbers.balls import Ball, enclosure, precision
from proofcheck.numbers.conversion import to_expression
from proofcheck.numbers.domain import certify
from proofcheck.numbers.exact import RingElement, ring_ball
from proofcheck.numbers.expression import Expression
from proofcheck.numbers.functions import exp, ln
from proofcheck.numbers.order import compare
from proofcheck.numbers.ordering import Order
from proofcheck.numbers.ratio import quotient
from proofcheck.numbers.threshold import Threshold

_FIRST_BITS = 96

# (numerator and denominator of the likelihood ratio e^l, numerator and denominator of the tail's mass)
Item = tuple[RingElement, RingElement, RingElement, RingElement]


class GaussianBound:
    """The function `l -> exp(-(l - mean)^2 / (2 variance))` of a privacy loss `l = ln(num/den)`.

    `mean` and `variance` are real expressions, the variance positive.
    """

    def __init__(self, mean: Expression, variance: Expression) -> None:
        certify(mean)
        certify(variance)
        self.mean = mean
        self.variance = variance
        self._mean_ratio = Threshold(exp(mean))
        self._mean_ball = enclosure(mean, _FIRST_BITS)
        self._twice_variance = enclosure(2 * variance, _FIRST_BITS)

    def beyond_mean(self, num: RingElement, den: RingElement) -> bool:
        """Whether `ln(num/den) > mean`; an undecided comparison counts as beyond (one check more)."""
        return self._mean_ratio.order(num, den) in (Order.ABOVE, Order.UNDECIDED)

    def at(self, num: RingElement, den: RingElement) -> Expression:
        """The bound at the loss `ln(num/den)`."""
        deviation = ln(to_expression(quotient(num, den))) - self.mean
        return exp(-(deviation**2) / (2 * self.variance))

    def tightest(self, items: Iterable[Item]) -> tuple[int, Order, int] | None:
        """The item whose tail is largest relative to the bound, and how the tail compares with the bound.

        An item that breaks the bound (or is undecided) comes before all that keep it.

        Returns:
            The item's place, the order of its tail relative to the bound, and the number of items;
            None if there are none.
        """
        found: dict[Order, tuple[int, Ball]] = {}
        total = 0
        for i, item in enumerate(items):
            total += 1
            ball = self._quotient(item)
            if ball < 1:
                order = Order.BELOW
            elif ball > 1:
                order = Order.ABOVE
            else:
                num, den, tail, unit = item
                order = compare(to_expression(quotient(tail, unit)), self.at(num, den)).order
            # The middle of the ball only chooses which item to report.
            if order not in found or ball.mid() > found[order][1].mid():
                found[order] = (i, ball)
        for order in (Order.ABOVE, Order.UNDECIDED, Order.EQUAL, Order.BELOW):
            if order in found:
                return found[order][0], order, total
        return None

    def _quotient(self, item: Item) -> Ball:
        """A ball around tail/bound."""
        num, den, tail, unit = (ring_ball(part, _FIRST_BITS) for part in item)
        with precision(_FIRST_BITS):
            deviation = (num / den).log() - self._mean_ball
            return tail / unit * (deviation * deviation / self._twice_variance).exp()


def largest(candidates: Sequence[Expression]) -> int:
    """The index of a candidate that is largest as far as enclosures tell (ties: the first)."""
    best, best_ball = 0, enclosure(candidates[0], _FIRST_BITS)
    for i, candidate in enumerate(candidates[1:], 1):
        ball = enclosure(candidate, _FIRST_BITS)
        if ball.mid() > best_ball.mid():
            best, best_ball = i, ball
    return best
