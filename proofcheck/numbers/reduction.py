"""The canonical form of a quotient of exp-sums: no radicals below, nothing left to cancel."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from flint import Ordering, fmpz_mpoly_ctx

from proofcheck.numbers.exact import ExpSum, RingElement, ring_sign
from proofcheck.numbers.monomial import ONE, Monomial, Radicals, monomial

_POLYNOMIALS = fmpz_mpoly_ctx.get([("x", 1)], Ordering.lex)

# Exponents such as 1/97 and 1/101 together make polynomials in e^(1/9797); beyond this degree greatest
# common divisors cost gigabytes.
_MOST_DEGREE = 1_000


def primitive(n: ExpSum, den: RingElement) -> tuple[ExpSum, RingElement]:
    """Both without their common integer content, the denominator positive."""
    below = den.terms.values() if isinstance(den, ExpSum) else (den,)
    content = gcd(*n.terms.values(), *below)
    if ring_sign(den) < 0:
        content = -content
    if content == 1:
        return n, den
    return _shared(n, content), _shared(den, content) if isinstance(den, ExpSum) else den // content


def rationalised(n: ExpSum, d: ExpSum) -> tuple[ExpSum, ExpSum]:
    """Multiply both by cofactors until the denominator has no radicals."""
    while True:
        primes = [prime for key in d.terms for prime, _ in key.radicals]
        if not primes:
            return n, d
        cofactor = _cofactor(d, min(primes))
        n, d = n * cofactor, d * cofactor


def cancelled(n: ExpSum, d: ExpSum) -> tuple[ExpSum, ExpSum]:
    """Cancel the common factor as polynomials in a power of e, and shift the exponents.

    `d` has no radicals. Afterwards the denominator is an integer, or the smallest exponent of the
    two is zero.
    """
    if len(d.terms) > 1:
        n, d = _without_common_factor(n, d)
    if len(d.terms) == 1:
        ((key, c),) = d.terms.items()
        return _shifted(n, -key.exponent), ExpSum({ONE: c})
    least = min(min(key.exponent for key in x.terms) for x in (n, d))
    return _shifted(n, -least), _shifted(d, -least)


def _without_common_factor(n: ExpSum, d: ExpSum) -> tuple[ExpSum, ExpSum]:
    """Divide by the greatest common divisor of `d` and the coefficient of each radical in `n`.

    Radicals are linearly independent over the powers of e, so the coefficients can be taken apart.
    """
    scale = lcm(*(key.exponent.denominator for x in (n, d) for key in x.terms))
    columns: dict[Radicals | None, dict[int, int]] = {None: {}}
    for key, c in d.terms.items():
        columns[None][_scaled(key, scale)] = c
    for key, c in n.terms.items():
        columns.setdefault(key.radicals, {})[_scaled(key, scale)] = c
    starts = {radicals: min(column) for radicals, column in columns.items()}
    step = gcd(*(a - starts[radicals] for radicals, column in columns.items() for a in column))
    if any(len(column) == 1 for column in columns.values()):
        return n, d  # a monomial has no factor in common with a polynomial that has a constant term
    degree = max(max(column) - starts[radicals] for radicals, column in columns.items()) // step
    if degree > _MOST_DEGREE:
        from proofcheck.numbers.domain import PrecisionError

        raise PrecisionError(
            f"the exponents of e have too fine a common denominator ({scale}): a polynomial of degree "
            f"{degree} would be needed, the limit is {_MOST_DEGREE}; use exponents with fewer denominators"
        )
    polynomials = {
        radicals: _POLYNOMIALS.from_dict({((a - starts[radicals]) // step,): c for a, c in column.items()})
        for radicals, column in columns.items()
    }
    common = polynomials[None]
    for polynomial in polynomials.values():
        common = common.gcd(polynomial)
    if common.is_constant():
        return n, d
    out: dict[Radicals | None, dict[Monomial, int]] = {}
    for radicals, polynomial in polynomials.items():
        out[radicals] = {
            monomial(Fraction(starts[radicals] + step * int(power[0]), scale), radicals or ()): int(c)
            for power, c in (polynomial // common).to_dict().items()
        }
    below = ExpSum(out.pop(None))
    return ExpSum({key: c for part in out.values() for key, c in part.items()}), below


def _cofactor(d: ExpSum, prime: int) -> ExpSum:
    """A number whose product with `d` is the norm of `d` over the field without roots of `prime`.

    Faddeev-LeVerrier on the multiplication by d, a linear map of rank m = the degree of the root;
    its trace is m times the part without the root.
    """
    degree = lcm(*(s.denominator for key in d.terms for p, s in key.radicals if p == prime))
    if degree == 2:
        return ExpSum({key: -c if _has_root(key, prime) else c for key, c in d.terms.items()})
    result = ExpSum({ONE: 1})
    for k in range(1, degree):
        shifted = d * result
        trace = {key: c * degree for key, c in shifted.terms.items() if not _has_root(key, prime)}
        result = shifted - ExpSum({key: c // k for key, c in trace.items()})
    return result


def _has_root(key: Monomial, prime: int) -> bool:
    return any(p == prime for p, _ in key.radicals)


def _scaled(key: Monomial, scale: int) -> int:
    return key.exponent.numerator * (scale // key.exponent.denominator)


def _shared(x: ExpSum, divisor: int) -> ExpSum:
    return ExpSum({key: c // divisor for key, c in x.terms.items()})


def _shifted(x: ExpSum, by: Fraction) -> ExpSum:
    if not by:
        return x
    return ExpSum({monomial(key.exponent + by, key.radicals): c for key, c in x.terms.items()})
