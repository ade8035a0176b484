"""The sign of an expression, and the certainty that the expression has a value at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from proofcheck.numbers import balls
from proofcheck.numbers.expression import Call, Expression, Number, Power, Quotient, children
from proofcheck.numbers.normal import is_decidable, normal_form
from proofcheck.numbers.spelling import spelled

DEFAULT_MAX_BITS = 1 << 15

# Where a theorem excludes zero, precision may go further before the answer is "undecided".
DECIDABLE_MAX_BITS = 1 << 18


class DomainError(ValueError):
    """The expression has no value, or it cannot be certified that it has one."""


class PrecisionError(ArithmeticError):
    """The greatest precision does not suffice for an answer that cannot be left open."""


@dataclass(frozen=True)
class Sign:
    """The sign of a number (None: undecided), how it was found, and the last enclosure."""

    value: int | None
    method: Literal["exact", "enclosure"]
    ball: balls.Ball
    bits: int


def find_sign(e: Expression, max_bits: int = DEFAULT_MAX_BITS) -> Sign:
    """The sign of an expression whose domain is certified.

    Enclosures at 64 and 128 bits first; then the normal form, which finds exact zeros; then
    enclosures of doubling precision up to `max_bits`.
    """
    if isinstance(e, Number):
        return Sign((e.value > 0) - (e.value < 0), "exact", balls.enclosure(e, 64), 64)
    bits = 64
    spellings = [e]
    while True:
        for spelling in spellings:
            ball = balls.enclosure(spelling, bits)
            found = balls.sign(ball)
            if found is not None:
                return Sign(found, "enclosure", ball, bits)
        if bits == 128:
            form = normal_form(e)
            if form is not None and form.is_zero:
                return Sign(0, "exact", balls.integer(0), 0)
            if form is not None:
                # Where large equal parts cancel, the canonical spelling needs fewer bits.
                spellings.append(spelled(form))
                if is_decidable(form):
                    max_bits = max(max_bits, DECIDABLE_MAX_BITS)
        if 2 * bits > max(max_bits, 128):
            return Sign(None, "enclosure", ball, bits)
        bits *= 2


@lru_cache(maxsize=65536)
def certify(e: Expression) -> None:
    """Make sure that `e` has a value.

    Raises:
        DomainError: the logarithm of a number that is not positive, a root of a negative number,
            a division by zero; or none of this could be excluded.
        ValueError: a variable is left.
    """
    if e.variables:
        raise ValueError(f"the value of '{e}' depends on {', '.join(sorted(e.variables))}")
    for part in children(e):
        certify(part)
    match e:
        case Call("ln", (x,)):
            _require(x, (1,), "the logarithm of", "is not positive")
        case Call("sqrt", (x,)):
            _require(x, (0, 1), "the square root of", "is negative")
        case Quotient(_, x):
            _require(x, (-1, 1), "a division by", "is zero")
        case Power(x, exponent):
            _certify_power(x, exponent)


def _certify_power(base: Expression, exponent: Expression) -> None:
    if isinstance(exponent, Number) and exponent.value.denominator == 1:
        if exponent.value < 0:
            _require(base, (-1, 1), "a negative power of", "is zero")
        return
    if isinstance(exponent, Number) and exponent.value > 0:
        _require(base, (0, 1), "a fractional power of", "is negative")
        return
    if _sign_of(base) == 0:
        _require(exponent, (1,), "zero to the power", "is not positive")
        return
    _require(base, (1,), "a power of", "is not positive")


def _require(x: Expression, allowed: tuple[int, ...], what: str, otherwise: str) -> None:
    found = _sign_of(x)
    if found is None:
        raise DomainError(f"{what} {_short(x)}: cannot certify that this number is allowed there")
    if found not in allowed:
        raise DomainError(f"{what} {_short(x)}, which {otherwise}")


def _sign_of(x: Expression) -> int | None:
    return find_sign(x).value


def _short(e: Expression) -> str:
    text = str(e)
    return text if len(text) <= 80 else text[:77] + "..."
