"""Exp-log normal forms: quotients of sums of monomials in positive generators.

Formal equality of two forms proves equality of the numbers; formal difference proves
nothing unless `is_decidable` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.numbers.generators import (
    UNIT,
    Generator,
    Kind,
    NoForm,
    Polynomial,
    PolynomialKey,
    check_count,
    check_size,
)
from proofcheck.numbers.polynomials import cancelled, content, multiplied, plus, scaled


@dataclass(frozen=True)
class Form:
    """`numerator / denominator`; the denominator is `UNIT` or has at least two terms."""

    numerator: Polynomial
    denominator: Polynomial

    @property
    def is_zero(self) -> bool:
        """Whether the numerator is formally zero, which proves that the number is zero."""
        return not self.numerator


def constant(value: Fraction) -> Form:
    """A rational number."""
    return Form({(): value} if value else {}, UNIT)


def term(coefficient: Fraction, exponents: Mapping[Generator, Fraction]) -> Form:
    """`coefficient * prod generator^exponent`, with the exponents reduced."""
    kept: list[tuple[Generator, Fraction]] = []
    above: list[tuple[PolynomialKey, int]] = []
    for generator, exponent in exponents.items():
        kind, payload = generator
        if kind in (Kind.BASE, Kind.ROOT):
            whole = exponent.numerator // exponent.denominator
            exponent -= whole
            if kind is Kind.BASE:
                check_size(payload.bit_length() * abs(whole))
                coefficient *= Fraction(payload) ** whole
            elif whole:
                above.append((payload, whole))
        if exponent:
            kept.append((generator, exponent))
    numerator: Polynomial = {tuple(sorted(kept)): coefficient}
    denominator = UNIT
    for payload, whole in above:
        for _ in range(check_count(abs(whole))):
            if whole > 0:
                numerator = multiplied(numerator, dict(payload))
            else:
                denominator = multiplied(denominator, dict(payload))
    return made(numerator, denominator)


def made(numerator: Polynomial, denominator: Polynomial) -> Form:
    """The form of a quotient of polynomials, the common factor cancelled."""
    if not denominator:
        raise NoForm("division by zero")
    if not numerator:
        return Form({}, UNIT)
    if denominator is UNIT:
        return Form(numerator, UNIT)
    if len(denominator) > 1:
        numerator, denominator = cancelled(numerator, denominator)
    if len(denominator) == 1:
        ((monomial, c),) = denominator.items()
        inverse = term(1 / c, {g: -s for g, s in monomial})
        return made(multiplied(numerator, inverse.numerator), inverse.denominator)
    scale = content(denominator)
    if denominator[max(denominator)] < 0:
        scale = -scale
    return Form(scaled(numerator, 1 / scale), scaled(denominator, 1 / scale))


def added(f: Form, g: Form) -> Form:
    """`f + g`."""
    if f.denominator == g.denominator:
        return made(plus(f.numerator, g.numerator), f.denominator)
    left = multiplied(f.numerator, g.denominator)
    right = multiplied(g.numerator, f.denominator)
    return made(plus(left, right), multiplied(f.denominator, g.denominator))


def times(f: Form, g: Form) -> Form:
    """`f * g`."""
    return made(multiplied(f.numerator, g.numerator), multiplied(f.denominator, g.denominator))


def over(f: Form, g: Form) -> Form:
    """`f / g`."""
    return made(multiplied(f.numerator, g.denominator), multiplied(f.denominator, g.numerator))


def integer_power(f: Form, n: int) -> Form:
    """`f ^ n` for an integer n."""
    if n < 0:
        return integer_power(over(constant(Fraction(1)), f), -n)
    if f.denominator is UNIT and len(f.numerator) == 1:
        ((monomial, c),) = f.numerator.items()
        check_size(max(c.numerator.bit_length(), c.denominator.bit_length()) * (abs(n) if abs(c) != 1 else 1))
        return term(c**n, {g: s * n for g, s in monomial})
    result = constant(Fraction(1))
    for _ in range(check_count(n)):
        result = times(result, f)
    return result
