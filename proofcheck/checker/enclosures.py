"""Rigorous enclosures in integers: (lo, hi) encloses x at `bits` bits when lo <= x * 2**bits <= hi.

Every division rounds down on the left and up on the right. `-(-a // b)` is the quotient rounded up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from proofcheck.checker.outcome import MOST_EXPONENT, UndecidedError

Enclosure = tuple[int, int]


def rational(x: Fraction, bits: int) -> Enclosure:
    """The enclosure of a fraction."""
    top = x.numerator << bits
    return top // x.denominator, -(-top // x.denominator)


def add(x: Enclosure, y: Enclosure) -> Enclosure:
    """x + y, without rounding."""
    return x[0] + y[0], x[1] + y[1]


def negative(x: Enclosure) -> Enclosure:
    """-x."""
    return -x[1], -x[0]


def multiply(x: Enclosure, y: Enclosure, bits: int) -> Enclosure:
    """x * y: the extremes are at the corners."""
    corners = [a * b for a in x for b in y]
    return min(corners) >> bits, -(-max(corners) >> bits)


def divide(x: Enclosure, y: Enclosure, bits: int) -> Enclosure:
    """x / y, for y that is certainly not 0."""
    if y[0] <= 0 <= y[1]:
        raise UndecidedError("a divisor was not shown to differ from 0")
    corners = [(a << bits, b) for a in x for b in y]
    return min(a // b for a, b in corners), max(-(-a // b) for a, b in corners)


def square_root(x: Enclosure, bits: int) -> Enclosure:
    """The root of x, for x that is certainly not negative."""
    if x[0] < 0:
        raise UndecidedError("the argument of sqrt was not shown to be >= 0")
    return isqrt(x[0] << bits), isqrt(x[1] << bits) + 1


def exponential(x: Enclosure, bits: int) -> Enclosure:
    """e^x; it increases."""
    return _exp(x[0], bits)[0], _exp(x[1], bits)[1]


def logarithm(x: Enclosure, bits: int) -> Enclosure:
    """ln x, for x that is certainly positive; it increases."""
    if x[0] <= 0:
        raise UndecidedError("the argument of ln was not shown to be > 0")
    return _ln(x[0], bits)[0], _ln(x[1], bits)[1]


@lru_cache(maxsize=4096)
def _exp(x: int, bits: int) -> Enclosure:
    """e^(x / 2**bits) by e^y = 1 + y + y^2/2! + ..., y = x / 2^halvings <= 2^-8, then squarings."""
    if x < 0:
        low, high = _exp(-x, bits)
        return (1 << 2 * bits) // high, -(-(1 << 2 * bits) // low)
    if x > MOST_EXPONENT << bits:
        raise UndecidedError("an exponent is too large")
    halvings = max(0, x.bit_length() - bits + 8)
    # Each squaring doubles the relative error, and the result has up to 1.5 x bits before the point.
    work = bits + halvings + 32 + (3 * x >> bits + 1)
    y = x << work - bits - halvings
    low = high = low_term = high_term = 1 << work
    i = 0
    while low_term:
        i += 1
        low_term = low_term * y // (i << work)
        high_term = -(-high_term * y // (i << work))
        low, high = low + low_term, high + high_term
    high += high_term  # the rest is at most the last term times y + y^2 + ... <= 1
    for _ in range(halvings):
        low, high = low * low >> work, -(-high * high >> work)
    return low >> work - bits, -(-high >> work - bits)


@lru_cache(maxsize=4096)
def _ln(x: int, bits: int) -> Enclosure:
    """ln(x / 2**bits) = 2 artanh((m-1)/(m+1)) + k ln 2, where x / 2**bits = m 2^k with 1 <= m < 2."""
    work = bits + 32
    one = 1 << x.bit_length() - 1
    k = x.bit_length() - 1 - bits
    low, high = _artanh(x - one, x + one, work)
    two_low, two_high = _artanh(1, 3, work)
    shift = (k * two_low, k * two_high) if k >= 0 else (k * two_high, k * two_low)
    drop = work - bits - 1  # one bit less: the factor 2
    return low + shift[0] >> drop, -(-(high + shift[1]) >> drop)


@lru_cache(maxsize=4096)
def _artanh(top: int, bottom: int, bits: int) -> Enclosure:
    """artanh z = z + z^3/3 + z^5/5 + ... for z = top/bottom in [0, 1/3]."""
    low_power, high_power = rational(Fraction(top, bottom), bits)
    low_square, high_square = rational(Fraction(top * top, bottom * bottom), bits)
    low, high, i = low_power, high_power, 1
    while low_power:
        i += 2
        low_power, high_power = low_power * low_square >> bits, -(-high_power * high_square >> bits)
        low, high = low + low_power // i, high - (-high_power // i)
    return low, high + high_power  # the rest is at most the last power times z^2 + z^4 + ... <= 1/8
