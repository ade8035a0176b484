"""The exact order of two reals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from proofcheck.numbers import balls
from proofcheck.numbers.conversion import to_expression
from proofcheck.numbers.decimals import lower_text, upper_text
from proofcheck.numbers.domain import DEFAULT_MAX_BITS, Sign, certify, find_sign
from proofcheck.numbers.expression import (
    Expression,
    Number,
    Product,
    Scalar,
    Sum,
    add,
    coerce,
    multiply,
)
from proofcheck.numbers.ordering import EQUAL, Order, order_of_sign
from proofcheck.numbers.ratio import ExpRatio

_DIGITS = 12
_QUICK_BITS = 64


@dataclass(frozen=True)
class Comparison:
    """The order of two numbers with its evidence.

    `lower` and `upper` are decimal strings that certainly enclose `left - right` ("-inf" and "inf"
    where nothing is known); `bits` is the precision that decided, 0 where no enclosure was needed.
    """

    order: Order
    method: Literal["exact", "enclosure"]
    bits: int
    ball: balls.Ball = field(repr=False, compare=False)

    @property
    def lower(self) -> str:
        """A lower bound of `left - right`."""
        return lower_text(self.ball, _DIGITS)

    @property
    def upper(self) -> str:
        """An upper bound of `left - right`."""
        return upper_text(self.ball, _DIGITS)


def compare(
    left: Expression | Scalar | ExpRatio,
    right: Expression | Scalar | ExpRatio,
    *,
    max_bits: int = DEFAULT_MAX_BITS,
) -> Comparison:
    """The order of two real numbers, never guessed.

    Args:
        left, right: expressions without variables, or exact numbers.
        max_bits: the precision at which the answer becomes UNDECIDED. Where a theorem tells that
            the numbers differ, the precision may go beyond it.

    Returns:
        The comparison; `method` is "exact" for rationals and for ties, "enclosure" otherwise.

    Raises:
        DomainError: one of the two has no value, or this cannot be excluded.
    """
    a, b = _expression(left), _expression(right)
    if isinstance(a, Number) and isinstance(b, Number):
        return _comparison(find_sign(Number(a.value - b.value)))
    certify(a)
    certify(b)
    quick = _quick(a, b)
    if quick is not None and max_bits >= _QUICK_BITS:
        return quick
    return _comparison(find_sign(difference(a, b), max_bits))


def _quick(left: Expression, right: Expression) -> Comparison | None:
    """The answer of the two remembered enclosures, if they do not meet."""
    ball = balls.difference(
        balls.enclosure(left, _QUICK_BITS), balls.enclosure(right, _QUICK_BITS), _QUICK_BITS
    )
    found = balls.sign(ball)
    return Comparison(order_of_sign(found), "enclosure", _QUICK_BITS, ball) if found else None


def difference(left: Expression, right: Expression) -> Expression:
    """`left - right` with equal terms cancelled; the domains must have been certified."""
    collected: dict[Expression | None, Fraction] = {}
    for e, sign in ((left, 1), (right, -1)):
        for part in e.terms if isinstance(e, Sum) else (e,):
            core, coefficient = _split(part)
            collected[core] = collected.get(core, Fraction(0)) + sign * coefficient
    return add(
        0,
        *(c if core is None else multiply(c, core) for core, c in collected.items() if c),
    )


def _split(e: Expression) -> tuple[Expression | None, Fraction]:
    """A term as `core * coefficient`; the core of a number is None."""
    if isinstance(e, Number):
        return None, e.value
    if isinstance(e, Product) and isinstance(e.factors[0], Number):
        return multiply(*e.factors[1:]), e.factors[0].value
    return e, Fraction(1)


def _expression(value: Expression | Scalar | ExpRatio) -> Expression:
    return to_expression(value) if isinstance(value, ExpRatio) else coerce(value)


def _comparison(found: Sign) -> Comparison:
    order = order_of_sign(found.value)
    method = "exact" if order is EQUAL else found.method
    return Comparison(order, method, 0 if found.method == "exact" else found.bits, found.ball)
