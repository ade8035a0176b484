"""Arithmetic of polynomials in positive generators with rational exponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from proofcheck.numbers.generators import (
    MAX_PRODUCT_TERMS,
    MAX_TERMS,
    UNIT,
    Generator,
    Kind,
    Monomial,
    NoForm,
    Polynomial,
    PolynomialKey,
)

_MAX_FACTOR_TERMS = 40
_MAX_FACTOR_DEGREE = 40
_MAX_GCD_TERMS = 500
_MAX_GCD_DEGREE = 5_000
_ZERO = Fraction(0)


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """`p + q`."""
    out = dict(p)
    for monomial, c in q.items():
        total = out.get(monomial, 0) + c
        if total:
            out[monomial] = total
        else:
            out.pop(monomial, None)
    return out


def scaled(p: Polynomial, by: Fraction) -> Polynomial:
    """`by * p` for a rational `by` that is not zero."""
    return p if by == 1 else {monomial: c * by for monomial, c in p.items()}


def multiplied(p: Polynomial, q: Polynomial) -> Polynomial:
    """`p * q`, with the exponents reduced."""
    if p is UNIT or q is UNIT:
        return q if p is UNIT else p
    if len(p) * len(q) > MAX_PRODUCT_TERMS:
        raise NoForm("too many terms")
    out: dict[Monomial, Fraction] = {}
    for a, ca in p.items():
        for b, cb in q.items():
            for monomial, c in _monomial_product(a, b, ca * cb).items():
                out[monomial] = out.get(monomial, Fraction(0)) + c
    if len(out) > MAX_TERMS:
        raise NoForm("too many terms")
    return {monomial: c for monomial, c in out.items() if c}


def content(p: Polynomial) -> Fraction:
    """The positive rational whose quotient leaves coprime integer coefficients."""
    return Fraction(gcd(*(c.numerator for c in p.values())), lcm(*(c.denominator for c in p.values())))


def common_monomial(p: Polynomial) -> dict[Generator, Fraction]:
    """The generators that divide every term, with their least exponents."""
    least: dict[Generator, Fraction] | None = None
    for monomial in p:
        exponents = dict(monomial)
        if least is None:
            least = exponents
            continue
        for generator in {*least, *exponents}:
            least[generator] = min(least.get(generator, _ZERO), exponents.get(generator, _ZERO))
    return {g: s for g, s in (least or {}).items() if s}


def without(p: Polynomial, divisor: Mapping[Generator, Fraction]) -> Polynomial:
    """The polynomial with a monomial that divides every term taken out."""
    out: dict[Monomial, Fraction] = {}
    for monomial, c in p.items():
        exponents = dict(monomial)
        for generator, s in divisor.items():
            exponents[generator] = exponents.get(generator, Fraction(0)) - s
        out[tuple(sorted((g, s) for g, s in exponents.items() if s))] = c
    return out


def cancelled(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Both divided by their common factor, as polynomials in independent generators."""
    translation = _Translation((p, q))
    if len(p) + len(q) > _MAX_GCD_TERMS or sum(translation.widths) > _MAX_GCD_DEGREE:
        return p, q
    a, b = translation.polynomial(p), translation.polynomial(q)
    common = a.gcd(b)
    if common.is_constant() and not any(translation.least.values()):
        return p, q
    left = translation.back(a // common)
    right = translation.back(b // common)
    # The shift of the exponents is the same on both sides and drops out; the scale is not.
    return scaled(left, Fraction(translation.scale(q), translation.scale(p))), right


def irreducible_factors(p: Polynomial) -> list[tuple[Polynomial, int]] | None:
    """The irreducible factors of a primitive polynomial, up to sign; None if it is too large."""
    if len(p) > _MAX_FACTOR_TERMS:
        return None
    translation = _Translation((p,))
    if sum(translation.widths) > _MAX_FACTOR_DEGREE:
        return None
    polynomial = translation.polynomial(p)
    _, factors = polynomial.factor()
    return [(translation.back(factor), int(k)) for factor, k in factors]


def _monomial_product(a: Monomial, b: Monomial, coefficient: Fraction) -> Polynomial:
    if not a or not b:
        return {a or b: coefficient}
    exponents = dict(a)
    carried: list[PolynomialKey] = []
    for generator, s in b:
        total = exponents.pop(generator, Fraction(0)) + s
        if total >= 1 and generator[0] is Kind.BASE:
            coefficient *= generator[1]
            total -= 1
        elif total >= 1 and generator[0] is Kind.ROOT:
            carried.append(generator[1])
            total -= 1
        if total:
            exponents[generator] = total
    result: Polynomial = {tuple(sorted(exponents.items())): coefficient}
    for payload in carried:
        result = multiplied(result, dict(payload))
    return result


class _Translation:
    """Polynomials with rational exponents as polynomials of the algebra library, and back."""

    def __init__(self, polynomials: Iterable[Polynomial]) -> None:
        monomials = [dict(m) for p in polynomials for m in p]
        self.generators = sorted({g for m in monomials for g in m})
        self.least = {g: min(m.get(g, _ZERO) for m in monomials) for g in self.generators}
        self.step = {g: lcm(*(m.get(g, _ZERO).denominator for m in monomials)) for g in self.generators}
        self.widths = [
            int((max(m.get(g, _ZERO) for m in monomials) - self.least[g]) * self.step[g])
            for g in self.generators
        ]
        self.context = fmpz_mpoly_ctx.get([("x", max(1, len(self.generators)))], Ordering.lex)

    def scale(self, p: Polynomial) -> int:
        return lcm(*(c.denominator for c in p.values()))

    def polynomial(self, p: Polynomial) -> fmpz_mpoly:
        scale = self.scale(p)
        out: dict[tuple[int, ...], int] = {}
        for monomial, c in p.items():
            exponents = dict(monomial)
            place = [int((exponents.get(g, _ZERO) - self.least[g]) * self.step[g]) for g in self.generators]
            out[tuple(place) or (0,)] = int(c * scale)
        return self.context.from_dict(out)

    def back(self, polynomial: fmpz_mpoly) -> Polynomial:
        out: dict[Monomial, Fraction] = {}
        for place, c in polynomial.to_dict().items():
            exponents = (
                (g, Fraction(int(k), self.step[g])) for g, k in zip(self.generators, place, strict=False)
            )
            out[tuple((g, s) for g, s in exponents if s)] = Fraction(int(c))
        return out
