"""Rigorous enclosures: the only module that speaks to the ball arithmetic.

A ball is a set of reals that certainly contains the value. Every function takes its working
precision as an argument and leaves the library's global precision as it found it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import arb, ctx, fmpq, fmpz

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

if TYPE_CHECKING:
    from proofcheck.numbers.monomial import Monomial

Ball: TypeAlias = arb

# Sub-expressions are remembered up to this precision; beyond it the balls are too large to hoard.
_MEMO_BITS = 1024

# Whole expressions are remembered up to this precision: callers compare many numbers with a few.
_FIRST_BITS = 128


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Work at `bits` bits inside the block and restore the former precision after it."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def enclosure(e: Expression, bits: int) -> Ball:
    """A ball around the value of `e`, whose domain is certified and which has no variables.

    The ball is not finite when `bits` does not suffice to keep an argument inside the domain of its
    function.
    """
    return _enclosed(e, bits) if bits <= _FIRST_BITS else _computed(e, bits)


@lru_cache(maxsize=16384)
def _enclosed(e: Expression, bits: int) -> Ball:
    return _computed(e, bits)


def _computed(e: Expression, bits: int) -> Ball:
    before = ctx.prec
    ctx.prec = bits
    try:
        return _evaluate(e, bits)
    finally:
        ctx.prec = before


def sign(ball: Ball) -> int | None:
    """The sign that all points of the ball share, or None."""
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball.is_zero() else None


def dyadic_bounds(ball: Ball, bits: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Lower and upper end, each `(m, k)` for the number `m * 2^k`; None if the ball is not finite."""
    if not ball.is_finite():
        return None
    with precision(bits):
        low, high = ball.lower().man_exp(), ball.upper().man_exp()
    return (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))


def decimal_bounds(ball: Ball, digits: int) -> tuple[int, int, int] | None:
    """Integers `(low, high, k)` with the ball inside `[low * 10^k, high * 10^k]`; None if not finite.

    The integers have about `digits` digits, fewer if the ball is wide.
    """
    if not ball.is_finite():
        return None
    with precision(4 * digits + 64):
        middle, radius, exponent = ball.mid_rad_10exp(digits)
    return int(middle - radius), int(middle + radius), int(exponent)


def combination(terms: Iterable[tuple[Monomial, int]], bits: int) -> Ball:
    """A ball around an integer combination of monomials of the field of the probabilities."""
    before = ctx.prec
    ctx.prec = bits
    try:
        total = arb(0)
        for monomial, coefficient in terms:
            ball = monomial.balls.get(bits)
            if ball is None:
                ball = _monomial(monomial)
                if bits <= _MEMO_BITS:
                    monomial.balls[bits] = ball
            total = total + ball * coefficient
        return total
    finally:
        ctx.prec = before


def quotient(numerator: Ball, denominator: Ball, bits: int) -> Ball:
    """A ball around the quotient."""
    with precision(bits):
        return numerator / denominator


def difference(left: Ball, right: Ball, bits: int) -> Ball:
    """A ball around `left - right`."""
    # Spelled out: the context manager costs as much as the rest of a warm comparison.
    before = ctx.prec
    ctx.prec = bits
    try:
        return left - right
    finally:
        ctx.prec = before


def integer(n: int) -> Ball:
    """The integer as a ball of radius zero."""
    return arb(n)


def _monomial(monomial: Monomial) -> Ball:
    result = _rational(monomial.exponent).exp()
    for base, exponent in monomial.radicals:
        result *= _rational_power(arb(base), exponent)
    return result


def _rational(value: Fraction) -> Ball:
    if value.denominator == 1:
        return arb(value.numerator)
    return arb(fmpq(value.numerator, value.denominator))


def _evaluate(e: Expression, bits: int) -> Ball:
    return _EVALUATORS[type(e)](e, bits)


def _number(e: Number, bits: int) -> Ball:
    return _rational(e.value)


def _sum(e: Sum, bits: int) -> Ball:
    total = _evaluate(e.terms[0], bits)
    for term in e.terms[1:]:
        total = total + _evaluate(term, bits)
    return total


def _product(e: Product, bits: int) -> Ball:
    result = _evaluate(e.factors[0], bits)
    for factor in e.factors[1:]:
        result = result * _evaluate(factor, bits)
    return result


def _quotient(e: Quotient, bits: int) -> Ball:
    return _evaluate(e.numerator, bits) / _evaluate(e.denominator, bits)


def _variable(e: Variable, bits: int) -> Ball:
    raise ValueError(f"the value of {e.name} is not known: substitute it first")


def _remembered(e: Expression, bits: int) -> Ball:
    return _memo(e, bits) if bits <= _MEMO_BITS else _transcendental(e, bits)


@lru_cache(maxsize=8192)
def _memo(e: Expression, bits: int) -> Ball:
    return _transcendental(e, bits)


_EVALUATORS: dict[type[Expression], Callable[[Any, int], Ball]] = {
    Number: _number,
    Sum: _sum,
    Product: _product,
    Quotient: _quotient,
    Power: _remembered,
    Call: _remembered,
    Variable: _variable,
}


def _transcendental(e: Expression, bits: int) -> Ball:
    match e:
        case Call("exp", (x,)):
            return _evaluate(x, bits).exp()
        case Call("ln", (x,)):
            return _evaluate(x, bits).log()
        case Call("sqrt", (x,)):
            return _evaluate(x, bits).nonnegative_part().sqrt()
        case Call("tanh", (x,)):
            return _evaluate(x, bits).tanh()
        case Call("min" | "max" as name, args):
            result = _evaluate(args[0], bits)
            for arg in args[1:]:
                other = _evaluate(arg, bits)
                result = result.min(other) if name == "min" else result.max(other)
            return result
        case Power(base, Number(exponent)):
            return _rational_power(_evaluate(base, bits), exponent)
        case Power(base, exponent):
            return _general_power(_evaluate(base, bits), _evaluate(exponent, bits))
    raise TypeError(f"cannot evaluate {type(e).__name__}")


def _rational_power(base: Ball, exponent: Fraction) -> Ball:
    if exponent.denominator == 1:
        return base ** fmpz(exponent.numerator)
    return _general_power(base.nonnegative_part(), _rational(exponent))


def _general_power(base: Ball, exponent: Ball) -> Ball:
    if base.is_zero() and exponent > 0:
        return base
    return base**exponent
