"""Likelihood ratios as elements of an additive group whose order is the order of the ratios.

Products of ratios become sums of keys, so that step functions are shifted and merged with plain list
operations. For rational weights a key is a Python int: the logarithm in fixed point, linear in the
exponents over a coprime basis, hence the same for equal ratios, and precise enough to put different
ratios of n openings in the right order. Otherwise a key holds the exact ratio itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.analysis.kinds import Kind, integer
from proofcheck.analysis.scalars import OrderOfRatio, Scalar, binary_exponent, decided, plain
from proofcheck.numbers import Exact, Order, ln, number, quotient
from proofcheck.numbers.balls import dyadic_bounds, enclosure
from proofcheck.numbers.basis import coprime_basis, factored

Key = Any  # int or ExactKey: + and - as products and quotients of ratios, and their order
_BRACKET_STEPS = 32


class ExactKey:
    """A positive ratio written additively."""

    __slots__ = ("value",)

    def __init__(self, value: Exact) -> None:
        self.value = value

    def __add__(self, other: ExactKey) -> ExactKey:
        return ExactKey(self.value * other.value)

    def __sub__(self, other: ExactKey) -> ExactKey:
        return ExactKey(self.value / other.value)

    def __lt__(self, other: ExactKey) -> bool:
        return self.value < other.value

    def __le__(self, other: ExactKey) -> bool:
        return self.value <= other.value

    def __eq__(self, other: object) -> bool:
        return self.value == other.value if isinstance(other, ExactKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)


class RatioKeys:
    """The keys of all ratios that n openings can produce.

    `shifts[kind][i]` is the key of the i-th likelihood ratio of a kind, `one` the key of ratio 1. All
    ratios of n openings lie between `2^-spread` and `2^spread`.
    """

    one: Key
    shifts: list[list[Key]]

    def __init__(self, kinds: Sequence[Kind], n: int, *, rational: bool) -> None:
        self.rational = rational
        pairs = [pair for kind in kinds for pair in kind.pairs]
        self.spread = n * max(max(binary_exponent(p, q), binary_exponent(q, p)) for p, q in pairs)
        if rational:
            self._fixed_point([[(integer(p), integer(q)) for p, q in kind.pairs] for kind in kinds], n)
        else:
            self.one = ExactKey(Fraction(1))
            self.shifts = [[ExactKey(quotient(p, q)) for p, q in kind.pairs] for kind in kinds]

    def _fixed_point(self, kinds: list[list[tuple[int, int]]], n: int) -> None:
        lowest = [[_lowest_terms(p, q) for p, q in pairs] for pairs in kinds]
        # Two different ratios of n openings have a quotient X/Y with X, Y < 2^length, so their
        # logarithms differ by at least 2^-length. Over the basis X and Y have at most `length`
        # factors each, and each factor's logarithm is off by less than one unit of the last place.
        longest = max(max(p, q).bit_length() for pairs in lowest for p, q in pairs)
        length = 2 * n * longest
        self._slack = 2 * length + 4
        self._bits = length + self._slack.bit_length() + 1
        bases = coprime_basis({value for pairs in lowest for pair in pairs for value in pair})
        logs = {base: self._log(base)[0] for base in bases}

        def key(n: int) -> int:
            return sum(logs[base] * power for base, power in (factored(n, bases) or {}).items())

        self.one = 0
        self.shifts = [[key(p) - key(q) for p, q in pairs] for pairs in lowest]

    def _log(self, n: int) -> tuple[int, int]:
        """Integers around `2^bits ln(n)`, at most one apart."""
        if n == 1:
            return 0, 0
        precision = self._bits + n.bit_length().bit_length() + 16
        bounds = dyadic_bounds(enclosure(ln(number(n)), precision), precision)
        if bounds is None:
            raise ArithmeticError("the logarithm of a positive integer has no finite enclosure")
        (low, low_exponent), (high, high_exponent) = bounds
        return _shifted(low, low_exponent + self._bits), -_shifted(-high, high_exponent + self._bits)

    def around(self, ratio: Fraction) -> tuple[Key, Key]:
        """Keys (low, high): reachable ratios below `ratio` have keys below high, those above it above low."""
        if not self.rational:
            return ExactKey(ratio), ExactKey(ratio)
        num, den = self._log(ratio.numerator), self._log(ratio.denominator)
        return num[0] - den[1] - self._slack, num[1] - den[0] + self._slack


def _lowest_terms(p: int, q: int) -> tuple[int, int]:
    ratio = Fraction(p, q)
    return ratio.numerator, ratio.denominator


def _shifted(mantissa: int, exponent: int) -> int:
    """`floor(mantissa * 2^exponent)`."""
    return mantissa << exponent if exponent >= 0 else mantissa >> -exponent


@dataclass(frozen=True, slots=True)
class Window:
    """Keys around a threshold T: ratios with keys from `high` on exceed T, those up to `low` do not."""

    low: Key
    high: Key


class Cut:
    """Which reachable ratios exceed T; asks for an exact comparison only inside the window."""

    def __init__(self, order: OrderOfRatio, window: Window) -> None:
        self._order, self._low, self._high = order, window.low, window.high

    def known(self, key: Key) -> bool | None:
        """The answer if no comparison is needed for it."""
        if self._high <= key:
            return True
        return False if key <= self._low else None

    def exceeds(self, key: Key, num: Scalar, den: Scalar) -> bool:
        """Whether the ratio num/den, whose key this is, exceeds T."""
        known = self.known(key)
        return self.ask(key, num, den) if known is None else known

    def ask(self, key: Key, num: Scalar, den: Scalar) -> bool:
        """The answer by an exact comparison, which is remembered."""
        above = decided(self._order(plain(num), plain(den)), num, den) is Order.ABOVE
        if above:
            self._high = key
        else:
            self._low = key
        return above


def around_threshold(order: OrderOfRatio, keys: RatioKeys) -> Window:
    """Keys close to T on both sides, from a rational bracket of T."""
    low, high = rational_bracket(order, keys.spread)
    return Window(keys.around(low)[0], keys.around(high)[1])


def rational_bracket(order: OrderOfRatio, spread: int) -> tuple[Fraction, Fraction]:
    """Rationals with `low <= T < high` as far as ratios between `2^-spread` and `2^spread` can tell.

    For T far outside that range the bracket is some interval outside it on the same side.
    """
    high = Fraction(1)
    while high <= 1 << spread and order(high.numerator, high.denominator) is not Order.ABOVE:
        high *= 2
    low = high / 2
    while low >= Fraction(1, 1 << spread) and order(low.numerator, low.denominator) is Order.ABOVE:
        low, high = low / 2, low
    for _ in range(_BRACKET_STEPS):
        middle = (low + high) / 2
        found = order(middle.numerator, middle.denominator)
        if found is Order.UNDECIDED:
            break
        low, high = (low, middle) if found is Order.ABOVE else (middle, high)
    return low, high
