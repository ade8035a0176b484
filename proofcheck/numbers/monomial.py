"""Monomials `e^a * prod p^s` of the field of the probabilities, one object per value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofcheck.numbers.balls import Ball

Radicals = tuple[tuple[int, Fraction], ...]


class Monomial:
    """`e^exponent * prod p^s` over primes p in rising order, with `0 < s < 1`.

    Equal monomials are the same object, so that the dictionaries of sums hash by identity.
    Distinct monomials are linearly independent over the rationals: powers of e by
    Lindemann-Weierstrass, over the algebraic numbers, and reduced radicals because no quotient of
    two of them is rational (Mordell 1953).
    """

    __slots__ = ("balls", "exponent", "products", "radicals")
    exponent: Fraction
    radicals: Radicals
    products: dict[Monomial, tuple[Monomial, int]]
    balls: dict[int, Ball]

    def __reduce__(self) -> tuple[object, ...]:
        return monomial, (self.exponent, self.radicals)

    @property
    def order_key(self) -> tuple[Fraction, Radicals]:
        """The order in which terms are written."""
        return self.exponent, self.radicals


_TABLE: dict[tuple[int, int, Radicals], Monomial] = {}


def monomial(exponent: Fraction, radicals: Radicals = ()) -> Monomial:
    """The one object for `e^exponent * prod p^s`; the radicals are reduced and sorted already."""
    # Hashing the two integers is much cheaper than hashing the Fraction.
    key = (exponent.numerator, exponent.denominator, radicals)
    found = _TABLE.get(key)
    if found is None:
        found = Monomial()
        found.exponent, found.radicals, found.products, found.balls = exponent, radicals, {}, {}
        _TABLE[key] = found
    return found


def product(left: Monomial, right: Monomial) -> tuple[Monomial, int]:
    """`left * right` as a monomial and a positive integer factor."""
    found = left.products.get(right)
    if found is None:
        found = left.products[right] = _product(left, right)
    return found


def power_of_integer(prime: int, exponent: Fraction) -> tuple[Monomial, Fraction]:
    """`prime^exponent` as a monomial and a rational factor."""
    whole = exponent.numerator // exponent.denominator
    rest = exponent - whole
    factor = Fraction(prime) ** whole
    return monomial(Fraction(0), ((prime, rest),) if rest else ()), factor


def _product(left: Monomial, right: Monomial) -> tuple[Monomial, int]:
    exponents = dict(left.radicals)
    factor = 1
    for prime, s in right.radicals:
        total = exponents.pop(prime, Fraction(0)) + s
        if total >= 1:
            factor *= prime
            total -= 1
        if total:
            exponents[prime] = total
    return monomial(left.exponent + right.exponent, tuple(sorted(exponents.items()))), factor


ONE = monomial(Fraction(0))
