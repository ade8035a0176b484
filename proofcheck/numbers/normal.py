"""From an expression to its exp-log normal form, and back to a canonical spelling."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from proofcheck.numbers import balls
from proofcheck.numbers.basis import CoprimeBasis
from proofcheck.numbers.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from proofcheck.numbers.forms import Form, added, constant, integer_power, made, over, term, times
from proofcheck.numbers.generators import EULER, UNIT, Generator, Kind, NoForm, Polynomial, check_size, key
from proofcheck.numbers.polynomials import common_monomial, content, irreducible_factors, scaled, without
from proofcheck.numbers.spelling import spelled

_MAX_SIGN_BITS = 4096


@lru_cache(maxsize=4096)
def normal_form(e: Expression) -> Form | None:
    """The normal form of an expression whose domain is certified; None if it has none here."""
    basis = CoprimeBasis()
    while True:
        basis.stale = False
        form: Form | None = None
        # With a stale basis NoForm may mean that a sign was sought of what is really zero.
        with suppress(NoForm):
            form = _Normaliser(basis).form(e)
        if not basis.stale:
            return form


def is_decidable(form: Form) -> bool:
    """Whether a form that is not formally zero is certainly not zero.

    True for a single term (generators are positive), for sums of powers of e with radical
    coefficients (Lindemann-Weierstrass) and for linear forms in logarithms of the basis with radical
    coefficients (Baker).
    """
    kinds = [[(g[0], s) for g, s in monomial] for monomial in form.numerator]
    if all(kind in (Kind.EULER, Kind.BASE) for monomial in kinds for kind, _ in monomial):
        return True
    if len(kinds) == 1:
        return True
    return all(
        all(kind in (Kind.LOG, Kind.BASE) for kind, _ in monomial)
        and [s for kind, s in monomial if kind is Kind.LOG] in ([], [1])
        for monomial in kinds
    )


class _Normaliser:
    """One pass over an expression with one coprime basis."""

    def __init__(self, basis: CoprimeBasis) -> None:
        self.basis = basis

    def form(self, e: Expression) -> Form:
        match e:
            case Number(value):
                return constant(value)
            case Sum(terms):
                total = self.form(terms[0])
                for addend in terms[1:]:
                    total = added(total, self.form(addend))
                return total
            case Product(factors):
                result = self.form(factors[0])
                for factor in factors[1:]:
                    result = times(result, self.form(factor))
                return result
            case Quotient(a, b):
                return over(self.form(a), self.form(b))
            case Power(base, Number(exponent)):
                return self.power(self.form(base), exponent)
            case Power(base, exponent):
                return self.exp(times(self.form(exponent), self.ln(self.form(base))))
            case Call("exp", (x,)):
                return self.exp(self.form(x))
            case Call("ln", (x,)):
                return self.ln(self.form(x))
            case Call("sqrt", (x,)):
                return self.power(self.form(x), Fraction(1, 2))
            case Call("tanh", (x,)):
                square = self.exp(times(constant(Fraction(2)), self.form(x)))
                one = constant(Fraction(1))
                return over(added(square, constant(Fraction(-1))), added(square, one))
            case Call("min" | "max" as name, args):
                best = self.form(args[0])
                for arg in args[1:]:
                    other = self.form(arg)
                    above = self.sign(added(other, self.negated(best))) > 0
                    best = other if above == (name == "max") else best
                return best
        raise ValueError(f"substitute {', '.join(sorted(e.variables))} first")

    def negated(self, f: Form) -> Form:
        return Form(scaled(f.numerator, Fraction(-1)), f.denominator)

    def sign(self, f: Form) -> int:
        """The sign of a form: 0 only if it is formally zero."""
        return self.polynomial_sign(f.numerator) * self.polynomial_sign(f.denominator)

    def polynomial_sign(self, p: Polynomial) -> int:
        if all(c > 0 for c in p.values()):
            return 1 if p else 0
        if all(c < 0 for c in p.values()):
            return -1
        e = spelled(Form(p, UNIT))
        bits = 64
        while bits <= _MAX_SIGN_BITS:
            found = balls.sign(balls.enclosure(e, bits))
            if found:
                return found
            bits *= 2
        raise NoForm("a sign is not known")

    def power(self, f: Form, q: Fraction) -> Form:
        """`f ^ q`; f is positive unless q is an integer."""
        if q.denominator == 1:
            return integer_power(f, q.numerator)
        if f.is_zero:
            return f
        c, exponents = self.factored(f)
        scaled_exponents = {g: s * q for g, s in exponents.items()}
        for base, k in self.rational_exponents(c).items():
            generator = (Kind.BASE, base)
            scaled_exponents[generator] = scaled_exponents.get(generator, Fraction(0)) + k * q
        return term(Fraction(1), scaled_exponents)

    def exp(self, f: Form) -> Form:
        """`e ^ f`, one generator per term that is not the logarithm of another generator."""
        exponents: dict[Generator, Fraction] = {}
        plain = f.denominator == UNIT
        for monomial, c in f.numerator.items():
            generator: Generator = (Kind.EXP, (monomial, key(f.denominator)))
            if plain and not monomial:
                generator = EULER
            elif plain and len(monomial) == 1 and monomial[0][1] == 1:
                kind, payload = monomial[0][0]
                if kind is Kind.LOG:
                    check_size(int(abs(c) * payload.bit_length()))
                    generator = (Kind.BASE, payload)
                elif kind is Kind.LN:
                    inside, c = payload[0], c * payload[1]
                    generator = inside[0][0][0][0] if len(inside) == 1 else (Kind.ROOT, inside)
            exponents[generator] = exponents.get(generator, Fraction(0)) + c
        return term(Fraction(1), exponents)

    def ln(self, f: Form) -> Form:
        """`ln f` for a positive f, distributed over its factors."""
        if f.is_zero:
            raise NoForm("the logarithm of zero")
        c, exponents = self.factored(f)
        total = constant(Fraction(0))
        for base, k in self.rational_exponents(c).items():
            total = added(total, term(Fraction(k), {(Kind.LOG, base): Fraction(1)}))
        for generator, s in exponents.items():
            total = added(total, times(constant(s), self.generator_ln(generator)))
        return total

    def generator_ln(self, generator: Generator) -> Form:
        kind, payload = generator
        if kind is Kind.EULER:
            return constant(Fraction(1))
        if kind is Kind.BASE:
            return term(Fraction(1), {(Kind.LOG, payload): Fraction(1)})
        if kind is Kind.EXP:
            monomial, denominator = payload
            return made({monomial: Fraction(1)}, UNIT if denominator == key(UNIT) else dict(denominator))
        inside = payload if kind is Kind.ROOT else key({((generator, Fraction(1)),): Fraction(1)})
        sign = self.sign(added(Form(dict(inside), UNIT), constant(Fraction(-1))))
        return term(Fraction(sign), {(Kind.LN, (inside, sign)): Fraction(1)})

    def factored(self, f: Form) -> tuple[Fraction, dict[Generator, Fraction]]:
        """A positive form as `c * prod generator^s`, sums becoming opaque roots."""
        if self.sign(f) < 0:
            raise NoForm("a negative number where a positive one is needed")
        coefficient = Fraction(1)
        exponents: dict[Generator, Fraction] = {}
        for p, direction in ((f.numerator, 1), (f.denominator, -1)):
            scale = content(p)
            shift = common_monomial(p)
            primitive = without(scaled(p, 1 / scale), shift)
            coefficient *= scale**direction
            parts: dict[Generator, Fraction] = dict(shift)
            if len(primitive) > 1:
                for factor, k in irreducible_factors(primitive) or [(primitive, 1)]:
                    positive = scaled(factor, Fraction(self.polynomial_sign(factor)))
                    for generator, s in self.positive_polynomial(positive).items():
                        parts[generator] = parts.get(generator, Fraction(0)) + k * s
            for generator, s in parts.items():
                exponents[generator] = exponents.get(generator, Fraction(0)) + direction * s
        return coefficient, {g: s for g, s in exponents.items() if s}

    def positive_polynomial(self, p: Polynomial) -> dict[Generator, Fraction]:
        if len(p) > 1:
            return {(Kind.ROOT, key(p)): Fraction(1)}
        ((monomial, _),) = p.items()
        return dict(monomial)

    def rational_exponents(self, value: Fraction) -> dict[int, int]:
        """A positive rational over the coprime basis."""
        exponents = dict(self.basis.exponents(value.numerator))
        for base, k in self.basis.exponents(value.denominator).items():
            exponents[base] = exponents.get(base, 0) - k
        return {base: k for base, k in exponents.items() if k}
