"""Between expressions and the exact field of the probabilities; the canonical spelling."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from flint import fmpz

from proofcheck.numbers.domain import certify
from proofcheck.numbers.exact import ExpSum, lowered
from proofcheck.numbers.expression import Expression, Number, Scalar, add, divide, multiply, power, size
from proofcheck.numbers.functions import exp, number, sqrt
from proofcheck.numbers.generators import Kind, Polynomial
from proofcheck.numbers.monomial import ONE, Monomial, monomial, power_of_integer, product
from proofcheck.numbers.normal import normal_form
from proofcheck.numbers.ratio import Exact, ExpRatio, quotient
from proofcheck.numbers.spelling import spelled

# Radicands are factored so that equal numbers have equal keys; larger ones are left to enclosures.
_TRIAL_LIMIT = 100_000
_MAX_COFACTOR_BITS = 96
_MAX_EXPONENT = 4_096
_MAX_RADICAL_DEGREE = 64
_MAX_GROWTH = 5


def to_exact(value: Expression | Scalar | ExpRatio) -> Exact | None:
    """The number as an element of the field of the probabilities, or None if it is not (found) in it.

    Raises:
        DomainError: the expression has no value.
    """
    if isinstance(value, Number):
        return value.value
    if isinstance(value, Expression):
        return _exact(value)
    return Fraction(value) if isinstance(value, int) else value


def to_expression(x: Exact | int | ExpSum) -> Expression:
    """The canonical expression of an exact number."""
    if isinstance(x, (int, Fraction)):
        return number(x)
    if isinstance(x, ExpSum):
        return add(0, *(_term(key, c) for key, c in _ordered(x)))
    numerator, denominator = to_expression(x.numerator), to_expression(lowered(x.denominator))
    if len(x.numerator.terms) == 1 and isinstance(denominator, Number):
        return multiply(1 / denominator.value, numerator)
    return divide(numerator, denominator)


def simplify(e: Expression) -> Expression:
    """The canonical spelling of the value of `e`, through the normal form.

    Outside the field of the probabilities a spelling that would be much longer than `e` is not
    used; `e` is returned then.

    Raises:
        DomainError: the expression has no value.
    """
    exact = to_exact(e)
    if exact is not None:
        return to_expression(exact)
    form = normal_form(e)
    if form is None:
        return e
    spelling = spelled(form)
    return spelling if size(spelling) <= _MAX_GROWTH * size(e) + _MAX_GROWTH**2 else e


@lru_cache(maxsize=8192)
def _exact(e: Expression) -> Exact | None:
    certify(e)
    form = normal_form(e)
    if form is None:
        return None
    numerator, denominator = _exp_sum(form.numerator), _exp_sum(form.denominator)
    if numerator is None or denominator is None:
        return None
    (n, a), (d, b) = numerator, denominator
    if _degree(n, d) > _MAX_RADICAL_DEGREE:
        return None
    return quotient(n * b, d * a)


def _exp_sum(p: Polynomial) -> tuple[ExpSum, int] | None:
    """The polynomial as an ExpSum over a positive integer, if its generators are in the field."""
    terms: dict[Monomial, Fraction] = {}
    for exponents, c in p.items():
        result = ONE
        for (kind, payload), s in exponents:
            if max(abs(s.numerator), s.denominator) > _MAX_EXPONENT:
                return None
            if kind is Kind.EULER:
                result, factor = product(result, monomial(s))
            elif kind is Kind.BASE:
                primes = _prime_factors(payload)
                if primes is None:
                    return None
                for prime, k in primes:
                    root, rational = power_of_integer(prime, s * k)
                    result, factor = product(result, root)
                    c *= rational * factor
            else:
                return None
        terms[result] = terms.get(result, Fraction(0)) + c
    scale = lcm(*(c.denominator for c in terms.values()))
    return ExpSum({key: int(c * scale) for key, c in terms.items() if c}), scale


@lru_cache(maxsize=1024)
def _prime_factors(n: int) -> tuple[tuple[int, int], ...] | None:
    rest = n
    for prime, k in fmpz(n).factor(trial_limit=_TRIAL_LIMIT):
        if not prime.is_probable_prime() and prime.bit_length() > _MAX_COFACTOR_BITS:
            return None
        rest //= int(prime) ** int(k)
    return tuple((int(prime), int(k)) for prime, k in fmpz(n).factor())


def _degree(*sums: ExpSum) -> int:
    """The degree of the radicals over the rationals, at most."""
    denominators: dict[int, int] = {}
    for x in sums:
        for key in x.terms:
            for prime, s in key.radicals:
                denominators[prime] = lcm(denominators.get(prime, 1), s.denominator)
    result = 1
    for degree in denominators.values():
        result *= degree
    return result


def _ordered(x: ExpSum) -> list[tuple[Monomial, int]]:
    return sorted(x.terms.items(), key=lambda item: item[0].order_key)


def _term(key: Monomial, c: int) -> Expression:
    radicands: dict[Fraction, int] = {}
    for prime, s in key.radicals:
        radicands[s] = radicands.get(s, 1) * prime
    factors: list[Expression] = [number(c)]
    for s, base in sorted(radicands.items()):
        factors.append(sqrt(base) if s == Fraction(1, 2) else power(base, s))
    if key.exponent:
        factors.append(exp(key.exponent))
    return multiply(*factors)
