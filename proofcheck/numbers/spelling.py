"""The canonical spelling of a normal form."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from proofcheck.numbers.expression import Expression, Number, add, divide, multiply, power
from proofcheck.numbers.forms import Form
from proofcheck.numbers.functions import exp, ln, number, sqrt
from proofcheck.numbers.generators import UNIT, Generator, Kind, Monomial, Polynomial, key
from proofcheck.numbers.polynomials import plus

# Logarithms are gathered into the logarithm of one rational while it has at most this many bits.
_MAX_GATHERED_BITS = 4_000


def spelled(form: Form) -> Expression:
    """An expression with the value of the form; equal forms give equal expressions."""
    numerator = _polynomial(form.numerator)
    if form.denominator == UNIT:
        return numerator
    return divide(numerator, _polynomial(form.denominator))


def _polynomial(p: Polynomial) -> Expression:
    plain: list[tuple[Monomial, Fraction, Expression | None]] = []
    logarithms: dict[Monomial, dict[int, Fraction]] = {}
    for monomial, c in p.items():
        bases = [g[1] for g, s in monomial if g[0] is Kind.LOG and s == 1]
        if len(bases) == 1 and sum(g[0] is Kind.LOG for g, _ in monomial) == 1:
            rest = tuple((g, s) for g, s in monomial if g[0] is not Kind.LOG)
            logarithms.setdefault(rest, {})[bases[0]] = c
        else:
            plain.append((monomial, c, None))
    for rest, coefficients in logarithms.items():
        for c, argument in _gathered(coefficients):
            plain.append((rest, c, ln(argument)))
    plain.sort(key=lambda item: (item[0], item[2] is not None, -item[1]))
    return add(0, *(_term(monomial, c, logarithm) for monomial, c, logarithm in plain))


def _gathered(coefficients: dict[int, Fraction]) -> list[tuple[Fraction, Fraction]]:
    """`sum c_b ln b` as `[(c, r)]` for `c ln r` with r > 1, or one pair for each base."""
    scale = Fraction(
        gcd(*(c.numerator for c in coefficients.values())),
        lcm(*(c.denominator for c in coefficients.values())),
    )
    exponents = {base: int(c / scale) for base, c in coefficients.items()}
    if sum(abs(k) * base.bit_length() for base, k in exponents.items()) > _MAX_GATHERED_BITS:
        return [(coefficients[base], Fraction(base)) for base in sorted(coefficients)]
    argument = Fraction(1)
    for base, k in exponents.items():
        argument *= Fraction(base) ** k
    return [(scale, argument)] if argument > 1 else [(-scale, 1 / argument)]


def _term(monomial: Monomial, c: Fraction, logarithm: Expression | None) -> Expression:
    factors: list[Expression] = []
    radicals: dict[Fraction, int] = {}
    exponent: Polynomial = {}
    for generator, s in monomial:
        if generator[0] is Kind.BASE:
            radicals[s] = radicals.get(s, 1) * generator[1]
        elif generator[0] is Kind.EULER:
            exponent = plus(exponent, {(): s})
        elif generator[0] is Kind.EXP and generator[1][1] == key(UNIT):
            exponent = plus(exponent, {generator[1][0]: s})
        else:
            sign, factor = _generator_power(generator, s)
            c *= sign
            factors.append(factor)
    if exponent:
        factors.insert(0, exp(_polynomial(exponent)))
    roots = [_root(number(base), s) for s, base in sorted(radicals.items())]
    return multiply(c, *roots, *factors, *([] if logarithm is None else [logarithm]))


def _generator_power(generator: Generator, s: Fraction) -> tuple[int, Expression]:
    kind, payload = generator
    if kind is Kind.LOG:
        return 1, _root(ln(payload), s)
    if kind is Kind.EXP:
        monomial, denominator = payload
        return 1, exp(spelled(Form({monomial: s}, dict(denominator))))
    if kind is Kind.LN:
        inside, sign = payload
        value = ln(_polynomial(dict(inside)))
        if s.denominator == 1:
            return sign if s.numerator % 2 else 1, power(value, s)
        return 1, _root(value if sign > 0 else multiply(-1, value), s)
    return 1, _root(_polynomial(dict(payload)), s)


def _root(base: Expression, s: Fraction) -> Expression:
    if s == Fraction(1, 2):
        return sqrt(base)
    return power(base, Number(s))
