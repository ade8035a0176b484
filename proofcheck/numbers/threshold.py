"""A positive real against which many quotients are compared."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.numbers import balls
from proofcheck.numbers.conversion import to_exact, to_expression
from proofcheck.numbers.domain import DomainError, certify, find_sign
from proofcheck.numbers.exact import RingElement, ring_ball, ring_sign
from proofcheck.numbers.expression import Expression
from proofcheck.numbers.order import compare
from proofcheck.numbers.ordering import ABOVE, BELOW, Order, order_of_sign
from proofcheck.numbers.ratio import Exact, numerator_denominator, quotient

# Beyond this binary exponent a bracket in integers would be larger than the numbers it decides.
_MAX_SHIFT = 100_000

_FIRST_BITS = 64


class Threshold:
    """A positive real T; `order(num, den)` tells where `num / den` stands relative to it.

    Attributes:
        value: T as an expression.
        exact: T in the field of the probabilities, or None if it is not (found) in it.
    """

    __slots__ = ("_bits", "_high", "_low", "_scale", "exact", "value")

    def __init__(self, value: Expression) -> None:
        """
        Raises:
            DomainError: the value does not exist or is not positive.
        """
        certify(value)
        if find_sign(value).value != 1:
            raise DomainError(f"the threshold {value} is not certainly positive")
        self.value = value
        self.exact: Exact | None = to_exact(value)
        # T lies in [low, high] / scale; no bracket (scale 0) where its integers would be too large.
        self._low = self._high = self._scale = self._bits = 0
        if isinstance(self.exact, Fraction):
            self._low = self._high = self.exact.numerator
            self._scale = self.exact.denominator
        else:
            self._refine(_FIRST_BITS)

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, Threshold) else NotImplemented

    def __hash__(self) -> int:
        return hash(("threshold", self.value))

    def __reduce__(self) -> tuple[object, ...]:
        return Threshold, (self.value,)

    def __repr__(self) -> str:
        return f"Threshold({self.value})"

    def order(self, numerator: RingElement, denominator: RingElement) -> Order:
        """The order of `numerator / denominator` and T; the numerator is >= 0, the denominator > 0.

        UNDECIDED only where T is outside the field and the default precision does not suffice.
        """
        if type(numerator) is int and type(denominator) is int and self._scale:
            scaled = numerator * self._scale
            if scaled < self._low * denominator:
                return BELOW
            if scaled > self._high * denominator:
                return ABOVE
        return self._slowly(numerator, denominator)

    def _slowly(self, numerator: RingElement, denominator: RingElement) -> Order:
        for bits in (64, 128):
            found = self._at(numerator, denominator, bits)
            if found:
                return order_of_sign(found)
        if self.exact is not None:
            top, bottom = numerator_denominator(self.exact)
            return order_of_sign(ring_sign(numerator * bottom - denominator * top))
        found_by = compare(to_expression(quotient(numerator, denominator)), self.value)
        if found_by.bits > self._bits and found_by.order in (BELOW, ABOVE):
            self._refine(found_by.bits)
        return found_by.order

    def _at(self, numerator: RingElement, denominator: RingElement, bits: int) -> int | None:
        ratio = balls.quotient(ring_ball(numerator, bits), ring_ball(denominator, bits), bits)
        return balls.sign(balls.difference(ratio, balls.enclosure(self.value, bits), bits))

    def _refine(self, bits: int) -> None:
        bounds = balls.dyadic_bounds(balls.enclosure(self.value, bits), bits)
        if bounds is None:
            return
        (low, a), (high, b) = bounds
        shift = max(-a, -b, 0)
        if max(shift, a, b) <= _MAX_SHIFT:
            self._low, self._high = low << (a + shift), high << (b + shift)
            self._scale = 1 << shift
            self._bits = bits
