"""Rigorous enclosures of an expression whose variables range over intervals.

An interval holds two exact points of the ball arithmetic, and every operation rounds outwards, at
the working precision that is in force (`balls.precision`). The variables are positive: an interval
that begins at 0 stands for numbers above 0, and one may extend to infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from proofcheck.numbers import balls
from proofcheck.numbers.balls import Ball
from proofcheck.numbers.cancellation import is_positive, one_divisor
from proofcheck.numbers.domain import certify
from proofcheck.numbers.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Variable,
)

ZERO = Ball(0)
ONE = Ball(1)
INFINITY = Ball("inf")


class Interval(NamedTuple):
    """All reals from `low` to `high`, two exact points, `low <= high`; infinite ends are not reached."""

    low: Ball
    high: Ball


class UncertifiedDomain(ArithmeticError):
    """Somewhere in the box the expression may have no value."""


Variables = Mapping[str, Interval]
Enclosure = Callable[[Variables], Interval]


def interval(low: Fraction | int, high: Fraction | int | None) -> Interval:
    """The smallest interval of the working precision around `[low, high]`; None is infinity."""
    return Interval(_below(low), INFINITY if high is None else _above(high))


def around(ball: Ball) -> Interval:
    """The interval of the points of a ball."""
    return Interval(ball.lower(), ball.upper())


def compiled(e: Expression, bits: int) -> Enclosure:
    """A function from intervals for the variables to an interval that contains all values of `e`.

    The function raises `UncertifiedDomain` where it cannot exclude that `e` has no value for some of
    the points. Each operation is enclosed as tightly as its operands allow, so the range is exact (up
    to rounding) where no variable occurs twice. Parts without variables are enclosed at `bits` once.

    Raises:
        DomainError: a part without variables has no value.
    """
    return _compiled(e, bits)


def _compiled(e: Expression, bits: int) -> Enclosure:
    if not e.variables:
        return _constant(e, bits)

    def of(part: Expression) -> Enclosure:
        return _compiled(part, bits)

    match e:
        case Variable(name):
            return lambda box: box[name]
        case Sum(terms):
            return _sum([of(term) for term in terms])
        case Product(factors):
            return _folded(_times, [of(factor) for factor in factors])
        case Quotient(a, b):
            spread = one_divisor(a, b)
            return _quotient(of(a), of(b), is_positive(b)) if spread is None else of(spread)
        case Power(base, Number(exponent)) if exponent.denominator == 1:
            return _integer_power(of(base), exponent.numerator, is_positive(base))
        case Power(base, exponent):
            return _general_power(of(base), of(exponent), is_positive(base))
        case Call("min", args):
            return _folded(_least, [of(arg) for arg in args])
        case Call("max", args):
            return _folded(_greatest, [of(arg) for arg in args])
        case Call("ln", (x,)):
            return _ln(of(x), is_positive(x))
        case Call("sqrt", (x,)):
            return _sqrt(of(x), is_positive(x))
        case Call("exp", (x,)):
            return _increasing(Ball.exp, of(x))
        case Call("tanh", (x,)):
            return _increasing(Ball.tanh, of(x))
    raise TypeError(f"cannot enclose {type(e).__name__}")


def _below(value: Fraction | int) -> Ball:
    return (Ball(value.numerator) / value.denominator).lower()


def _above(value: Fraction | int) -> Ball:
    return (Ball(value.numerator) / value.denominator).upper()


def _constant(e: Expression, bits: int) -> Enclosure:
    certify(e)
    with balls.precision(bits):
        value = around(balls.enclosure(e, bits))
    known = _checked(value.low, value.high)
    return lambda box: known


def _sum(parts: list[Enclosure]) -> Enclosure:
    def value(box: Variables) -> Interval:
        low, high = parts[0](box)
        for part in parts[1:]:
            other = part(box)
            low, high = low + other.low, high + other.high
        return _checked(low.lower(), high.upper())

    return value


def _folded(operation: Callable[[Interval, Interval], Interval], parts: list[Enclosure]) -> Enclosure:
    def value(box: Variables) -> Interval:
        result = parts[0](box)
        for part in parts[1:]:
            result = operation(result, part(box))
        return result

    return value


def _times(a: Interval, b: Interval) -> Interval:
    if a.low >= 0 and b.low >= 0:
        low, high = (a.low * b.low).lower(), (a.high * b.high).upper()
        if not (low.is_nan() or high.is_nan()):
            return Interval(low, high)
    products = [_point_times(x, y) for x in a for y in b]
    return Interval(_smallest([p.lower() for p in products]), _largest([p.upper() for p in products]))


def _point_times(x: Ball, y: Ball) -> Ball:
    # An infinite end is a limit that is not reached, so its product with 0 is 0.
    return ZERO if x.is_zero() or y.is_zero() else x * y


def _quotient(numerator: Enclosure, denominator: Enclosure, positive: bool) -> Enclosure:
    def value(box: Variables) -> Interval:
        return _times(numerator(box), _inverse(denominator(box), positive))

    return value


def _inverse(x: Interval, positive: bool) -> Interval:
    if x.low > 0 or x.high < 0:
        return Interval((ONE / x.high).lower(), (ONE / x.low).upper())
    if positive and x.high > 0:
        return Interval((ONE / x.high).lower(), INFINITY)
    raise UncertifiedDomain("a divisor may be zero")


def _integer_power(base: Enclosure, exponent: int, positive: bool) -> Enclosure:
    size = abs(exponent)

    def value(box: Variables) -> Interval:
        a = base(box)
        if size % 2 == 0 and a.low < 0:
            a = Interval(-a.high, -a.low) if a.high <= 0 else Interval(ZERO, _largest([-a.low, a.high]))
        result = _checked((a.low**size).lower(), (a.high**size).upper())
        return _inverse(result, positive) if exponent < 0 else result

    return value


def _general_power(base: Enclosure, exponent: Enclosure, positive: bool) -> Enclosure:
    logarithm = _ln(base, positive)

    def value(box: Variables) -> Interval:
        power = _times(exponent(box), logarithm(box))
        return _checked(power.low.exp().lower(), power.high.exp().upper())

    return value


def _ln(argument: Enclosure, positive: bool) -> Enclosure:
    def value(box: Variables) -> Interval:
        x = argument(box)
        if x.low > 0:
            return Interval(x.low.log().lower(), x.high.log().upper())
        if positive and x.high > 0:
            return Interval(-INFINITY, x.high.log().upper())
        raise UncertifiedDomain("the logarithm of a number that may not be positive")

    return value


def _sqrt(argument: Enclosure, positive: bool) -> Enclosure:
    def value(box: Variables) -> Interval:
        x = argument(box)
        if not (x.low >= 0 or positive):
            raise UncertifiedDomain("the square root of a number that may be negative")
        low = x.low.sqrt().lower() if x.low >= 0 else ZERO
        return Interval(low, x.high.sqrt().upper())

    return value


def _increasing(function: Callable[[Ball], Ball], argument: Enclosure) -> Enclosure:
    def value(box: Variables) -> Interval:
        x = argument(box)
        return _checked(function(x.low).lower(), function(x.high).upper())

    return value


def _checked(low: Ball, high: Ball) -> Interval:
    """An interval; an end of which nothing is known becomes infinite."""
    return Interval(-INFINITY if low.is_nan() else low, INFINITY if high.is_nan() else high)


def _least(a: Interval, b: Interval) -> Interval:
    return Interval(_smallest([a.low, b.low]), _smallest([a.high, b.high]))


def _greatest(a: Interval, b: Interval) -> Interval:
    return Interval(_largest([a.low, b.low]), _largest([a.high, b.high]))


def _smallest(points: list[Ball]) -> Ball:
    result = points[0]
    for point in points[1:]:
        if not point >= result:
            result = point
    return result


def _largest(points: list[Ball]) -> Ball:
    result = points[0]
    for point in points[1:]:
        if not point <= result:
            result = point
    return result
