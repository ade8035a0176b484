"""exp, ln, sqrt in integers against mpmath at many more digits, and against exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.checker import enclosures as enc
from proofcheck.checker.outcome import UndecidedError

BITS = st.sampled_from([32, 64, 100, 128, 333, 1024])


def real(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def holds(enclosure: enc.Enclosure, value: mpmath.mpf, bits: int, width: int) -> bool:
    """Enclosed, and not wider than `width` units."""
    low, high = enclosure
    scaled = value * mpmath.mpf(2) ** bits
    return low <= scaled <= high and high - low <= width


@given(st.fractions(-40, 40), BITS)
@settings(max_examples=150, deadline=None)
def test_exponential(x: Fraction, bits: int) -> None:
    with mpmath.workprec(bits + 400):
        # The argument is rounded to a unit, which e^x magnifies.
        width = 4 + 3 * int(mpmath.ceil(mpmath.exp(real(x))))
        assert holds(enc.exponential(enc.rational(x, bits), bits), mpmath.exp(real(x)), bits, width)


@given(st.fractions(Fraction(1, 10**6), 10**6), BITS)
@settings(max_examples=150, deadline=None)
def test_logarithm(x: Fraction, bits: int) -> None:
    enclosure = enc.rational(x, bits)
    if enclosure[0] <= 0:
        with pytest.raises(UndecidedError):
            enc.logarithm(enclosure, bits)
        return
    with mpmath.workprec(bits + 400):
        width = 4 + int(1 / x) * 2
        assert holds(enc.logarithm(enclosure, bits), mpmath.log(real(x)), bits, width)


@given(st.fractions(0, 10**9), BITS)
@settings(max_examples=100, deadline=None)
def test_square_root(x: Fraction, bits: int) -> None:
    low, high = enc.square_root(enc.rational(x, bits), bits)
    assert Fraction(low, 1 << bits) ** 2 <= x <= Fraction(high, 1 << bits) ** 2


@given(st.fractions(-50, 50), st.fractions(-50, 50), BITS)
@settings(max_examples=100, deadline=None)
def test_arithmetic(x: Fraction, y: Fraction, bits: int) -> None:
    one, two, unit = enc.rational(x, bits), enc.rational(y, bits), 1 << bits
    results = [(enc.add(one, enc.negative(two)), x - y), (enc.multiply(one, two, bits), x * y)]
    if y and not two[0] <= 0 <= two[1]:
        results.append((enc.divide(one, two, bits), x / y))
    for (low, high), value in results:
        assert Fraction(low, unit) <= value <= Fraction(high, unit)


@pytest.mark.parametrize("bits", [32, 128])
def test_known_values(bits: int) -> None:
    one = enc.rational(Fraction(1), bits)
    assert enc.logarithm(one, bits)[0] <= 0 <= enc.logarithm(one, bits)[1]
    assert enc.exponential((0, 0), bits) == one
    low, high = enc.exponential(one, bits)
    assert Fraction(271828, 100000) < Fraction(low, 1 << bits) <= Fraction(high, 1 << bits)
    assert Fraction(high, 1 << bits) < Fraction(271829, 100000)


def test_what_is_not_enclosed() -> None:
    for call in (
        lambda: enc.logarithm((0, 5), 32),
        lambda: enc.logarithm((-1, 5), 32),
        lambda: enc.square_root((-1, 5), 32),
        lambda: enc.divide((1, 1), (-1, 1), 32),
        lambda: enc.exponential((0, 1 << 60), 32),
        lambda: enc.exponential((-(1 << 60), 0), 32),
    ):
        with pytest.raises(UndecidedError):
            call()
