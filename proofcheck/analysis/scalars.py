"""The numbers the value functions are made of: ints, or exponential sums with an exact order.

The recursions use only + * and comparisons. On ints they run as they are; `ExpSum`s have no order of
their own, so they are wrapped in `Ordered`, whose comparisons decide the sign of a difference exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import add, sub
from typing import Any

from proofcheck.analysis.kinds import Kind, Menu, Multiset, integer
from proofcheck.numbers import Exact, Order, RingElement, quotient, ring_sign
from proofcheck.numbers.basis import coprime_basis, factored

Scalar = Any  # int or Ordered: the same arithmetic and order
# How num/den compares with a positive threshold T that is held elsewhere (`Threshold.order`).
OrderOfRatio = Callable[[RingElement, RingElement], Order]


class UndecidedError(Exception):
    """The threshold could not be compared with `num/den` within the precision budget."""

    def __init__(self, num: RingElement, den: RingElement) -> None:
        self.num, self.den = num, den
        super().__init__(f"the threshold could not be compared with the reachable ratio ({num})/({den})")


class Ordered:
    """A ring element with the exact order of the reals."""

    __slots__ = ("value",)

    def __init__(self, value: RingElement) -> None:
        self.value = value

    def __add__(self, other: Ordered | int) -> Ordered:
        return Ordered(self.value + (other.value if isinstance(other, Ordered) else other))

    __radd__ = __add__

    def __sub__(self, other: Ordered | int) -> Ordered:
        return Ordered(self.value - (other.value if isinstance(other, Ordered) else other))

    def __mul__(self, other: Ordered | int) -> Ordered:
        return Ordered(self.value * (other.value if isinstance(other, Ordered) else other))

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Ordered:
        return Ordered(self.value**exponent)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Ordered, int)):
            return NotImplemented
        return self.value == (other.value if isinstance(other, Ordered) else other)

    def _sign_of_difference(self, other: Ordered | int) -> int:
        return ring_sign(self.value - (other.value if isinstance(other, Ordered) else other))

    def __lt__(self, other: Ordered | int) -> bool:
        return self._sign_of_difference(other) < 0

    def __le__(self, other: Ordered | int) -> bool:
        return self._sign_of_difference(other) <= 0

    def __gt__(self, other: Ordered | int) -> bool:
        return self._sign_of_difference(other) > 0

    def __ge__(self, other: Ordered | int) -> bool:
        return self._sign_of_difference(other) >= 0

    def __hash__(self) -> int:
        return hash(self.value)


def plain(scalar: Scalar) -> RingElement:
    """The ring element behind a scalar."""
    value: RingElement = scalar.value if isinstance(scalar, Ordered) else scalar
    return value


def fraction(num: Scalar, den: Scalar) -> Exact:
    """The quotient of two scalars."""
    if isinstance(num, int) and isinstance(den, int):
        return Fraction(num, den)
    return quotient(plain(num), plain(den))


def decided(order: Order, num: Scalar, den: Scalar) -> Order:
    """The same order; raises UndecidedError if it is undecided."""
    if order is Order.UNDECIDED:
        raise UndecidedError(plain(num), plain(den))
    return order


def binary_exponent(num: RingElement, den: RingElement) -> int:
    """The least k >= 0 with `num/den <= 2^k`."""
    k = 0
    while ring_sign(num - den * (1 << k)) > 0:
        k += 1
    return k


def scalar_pairs(menu: Menu) -> list[list[tuple[Scalar, Scalar]]]:
    """The weights of every kind, as scalars."""
    if menu.rational:
        return [list(kind.pairs) for kind in menu.kinds]
    return [[(Ordered(p), Ordered(q)) for p, q in kind.pairs] for kind in menu.kinds]


class Scale:
    """Denominators of the value functions: a multiset with k openings to go has its own, the least.

    It is the least common multiple of the products of k units of boxes in the multiset, so that
    integers stay short: for boxes of different denominators far shorter than a power of one common
    denominator. Units that are not rational count as prime.
    """

    def __init__(self, kinds: Sequence[Kind], *, rational: bool) -> None:
        units = [kind.unit for kind in kinds]
        bases: Sequence[RingElement]
        if rational:
            bases = coprime_basis(map(integer, units))
            found = [factored(integer(unit), bases) or {} for unit in units]
            powers = [[factors.get(base, 0) for factors in found] for base in bases]
            self._units: list[Scalar] = list(units)
            self._bases: list[Scalar] = list(bases)
        else:
            bases = list(dict.fromkeys(units))
            powers = [[int(unit == base) for unit in units] for base in bases]
            self._units = [Ordered(unit) for unit in units]
            self._bases = [Ordered(base) for base in bases]
        self._rational = rational
        # For each base: the kinds whose unit holds it, by falling exponent.
        self._holders = [
            sorted(((power, kind) for kind, power in enumerate(row) if power), reverse=True) for row in powers
        ]
        self._own = list(zip(*powers, strict=True)) or [()] * len(units)
        self._values: dict[tuple[Multiset, int], Scalar] = {}

    def value(self, multiset: Multiset, k: int) -> Scalar:
        """The denominator itself."""
        known = self._values.get((multiset, k))
        if known is None:
            known = self._values[multiset, k] = self._product(self._exponents(multiset, k))
        return known

    def multiplier(self, left: Multiset, kind: int, rest: Multiset, k: int) -> Scalar:
        """What a sum over the messages of a box of this kind must be multiplied with.

        It brings (unit of the kind) * (denominator of `rest`, `left` without the box) to that of `left`.
        """
        if self._rational:
            return self.value(left, k) // (self._units[kind] * self.value(rest, k - 1))
        inner = map(add, self._exponents(rest, k - 1), self._own[kind])
        return self._product(map(sub, self._exponents(left, k), inner))

    def enlarge(self, multiset: Multiset, part: Multiset, k: int) -> Scalar:
        """The denominator of `multiset` divided by that of a part of it."""
        if self._rational:
            return self.value(multiset, k) // self.value(part, k)
        return self._product(map(sub, self._exponents(multiset, k), self._exponents(part, k)))

    def _exponents(self, multiset: Multiset, k: int) -> list[int]:
        """For each base the most that k boxes of the multiset can hold of it."""
        result = []
        for holders in self._holders:
            left, total = k, 0
            for power, kind in holders:
                taken = min(left, multiset[kind])
                total += power * taken
                left -= taken
            result.append(total)
        return result

    def _product(self, powers: Iterable[int]) -> Scalar:
        result: Scalar = 1
        for base, power in zip(self._bases, powers, strict=True):
            if power:
                result = result * base**power
        return result
