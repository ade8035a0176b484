"""Decimal texts whose digits are certain."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.numbers import balls
from proofcheck.numbers.domain import DEFAULT_MAX_BITS, PrecisionError, certify, find_sign
from proofcheck.numbers.expression import Expression, Number, Scalar, add, coerce, negate
from proofcheck.numbers.normal import normal_form
from proofcheck.numbers.printing import integer_text
from proofcheck.numbers.ratio import ExpRatio
from proofcheck.numbers.spelling import spelled

# Numbers below 10^-8 are written with an exponent.
_MAX_LEADING_ZEROS = 7

# Candidates for an exact decimal are rationals, so their size has to stay bounded.
_MAX_CANDIDATE_EXPONENT = 10_000


def decimal(value: Expression | Scalar | ExpRatio, digits: int) -> str:
    """The leading significant decimal digits of a number, truncated toward zero.

    Args:
        value: an expression without variables, or an exact number.
        digits: how many significant digits, at least 1.

    Returns:
        A plain decimal such as `0.002106`, or `1.234e-40` where a plain one would need more than
        `digits` places or many zeros. Every digit is certain. A number that ends earlier is written
        without trailing zeros: `0.5`.

    Raises:
        DomainError: the expression has no value.
        PrecisionError: the precision does not suffice to tell on which side of a decimal of
            `digits` places the number lies.
    """
    if digits < 1:
        raise ValueError("digits must be at least 1")
    e = _expression(value)
    certify(e)
    if isinstance(e, Number):
        return _rational(e.value, digits)
    sign = find_sign(e)
    if sign.value == 0:
        return "0"
    if sign.value is None:
        raise PrecisionError(f"it is undecided whether {e} is zero")
    lead = "-" if sign.value < 0 else ""
    return lead + _positive(e if sign.value > 0 else negate(e), digits)


def lower_text(ball: balls.Ball, digits: int) -> str:
    """A decimal that is certainly not above the ball; "-inf" if there is none."""
    bounds = balls.decimal_bounds(ball, digits)
    return "-inf" if bounds is None else _scaled(bounds[0], bounds[2])


def upper_text(ball: balls.Ball, digits: int) -> str:
    """A decimal that is certainly not below the ball; "inf" if there is none."""
    bounds = balls.decimal_bounds(ball, digits)
    return "inf" if bounds is None else _scaled(bounds[1], bounds[2])


def _expression(value: Expression | Scalar | ExpRatio) -> Expression:
    if isinstance(value, ExpRatio):
        from proofcheck.numbers.conversion import to_expression

        return to_expression(value)
    return coerce(value)


def _positive(e: Expression, digits: int) -> str:
    bits = 64 + 4 * digits
    spellings = [e]
    while bits <= DEFAULT_MAX_BITS + 4 * digits:
        for spelling in spellings:
            bounds = balls.decimal_bounds(balls.enclosure(spelling, bits), digits + 10)
            text = None if bounds is None or bounds[0] <= 0 else _settled(e, bounds, digits)
            if text is not None:
                return text
        if len(spellings) == 1:
            form = normal_form(e)
            spellings.append(e if form is None else spelled(form))
        bits *= 2
    raise PrecisionError(f"the precision does not suffice for {digits} digits of {e}")


def _settled(e: Expression, bounds: tuple[int, int, int], digits: int) -> str | None:
    """The decimal if the bounds of the positive `e` determine it, or do so beside one exact test."""
    low, high, exponent = bounds
    drop = len(integer_text(high)) - digits
    if drop < 0:
        return None
    unit = 10**drop
    below, above = low // unit, high // unit
    if below == above:
        return _written(below, exponent + drop, False)
    if above - below != 1 or abs(exponent) > _MAX_CANDIDATE_EXPONENT:
        return None
    candidate = Fraction(above) * Fraction(10) ** (exponent + drop)
    side = find_sign(add(e, -candidate)).value
    if side == 0:
        return _rational(candidate, digits)
    if side == 1:
        return _written(above, exponent + drop, False)
    if side == -1 and below >= 10 ** (digits - 1):
        return _written(below, exponent + drop, False)
    # One digit fewer than above: all nines, if the lower end has them too.
    if side == -1 and drop and 10 * low // unit == 10 * above - 1:
        return _written(10 * above - 1, exponent + drop - 1, False)
    return None


def _rational(value: Fraction, digits: int) -> str:
    if value < 0:
        return "-" + _rational(-value, digits)
    if not value:
        return "0"
    # An estimate of the leading exponent, corrected below.
    exponent = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100000 - 1
    while value >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while value < Fraction(10) ** exponent:
        exponent -= 1
    shift = exponent - digits + 1
    scaled = value / Fraction(10) ** shift
    return _written(int(scaled), shift, scaled.denominator == 1)


def _written(mantissa: int, exponent: int, exact: bool) -> str:
    """`mantissa * 10^exponent` for a positive mantissa."""
    text = integer_text(mantissa)
    leading = exponent + len(text) - 1
    if exact:
        text = text.rstrip("0")
    places = len(text) - 1 - leading
    if -_MAX_LEADING_ZEROS <= leading < 0:
        return "0." + "0" * (-leading - 1) + text
    if leading < 0 or (places < 0 and not exact) or leading > 20:
        return (text[0] + "." + text[1:]).rstrip(".") + f"e{integer_text(leading)}"
    text += "0" * -places
    return text[: leading + 1] + ("." + text[leading + 1 :] if places > 0 else "")


def _scaled(mantissa: int, exponent: int) -> str:
    if not mantissa:
        return "0"
    lead = "-" if mantissa < 0 else ""
    return lead + _written(abs(mantissa), exponent, True)
