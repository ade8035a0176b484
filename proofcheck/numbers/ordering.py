"""The order of two reals as a value with four cases."""

from __future__ import annotations

from enum import Enum


class Order(Enum):
    """Where the left number stands relative to the right one.

    UNDECIDED is not any of the others, so the truth value raises: in most numeric libraries an
    undecided comparison is quietly false.
    """

    BELOW = "below"
    EQUAL = "equal"
    ABOVE = "above"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        raise TypeError("an order has four values; compare it with one of them")

    @property
    def reversed(self) -> Order:
        """The order of right and left."""
        return {BELOW: ABOVE, ABOVE: BELOW}.get(self, self)


BELOW = Order.BELOW
EQUAL = Order.EQUAL
ABOVE = Order.ABOVE
UNDECIDED = Order.UNDECIDED


def order_of_sign(sign: int | None) -> Order:
    """The order of x and y, given the sign of `x - y` (None: not known)."""
    if sign is None:
        return UNDECIDED
    return ABOVE if sign > 0 else BELOW if sign < 0 else EQUAL
