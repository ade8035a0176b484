"""Whether two formulas are identical: both are brought to one normal form by sympy's algebra.

Sympy expands, differentiates and brings fractions to one denominator; nothing is evaluated numerically
and no relation is put to it. Every rule used is an identity of real numbers wherever both sides are
defined (what is defined is looked after in `signs`): powers are split as `e^(exponent ln base)`,
logarithms of products of positive factors are split, finite sums are linear and their order is free.
Two different normal forms prove nothing: the step that needed them equal fails.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from proofcheck.logic.formula import Derivative, FormulaError, Index, Letter, Named, Total
from proofcheck.numbers import Call, Expression, Number, Power, Product, Quotient, Sum

Form = Any  # a sympy expression; sympy carries no types
Bound = frozenset[Index]


class AlgebraError(FormulaError):
    """A formula has no normal form here: a division by zero, or a derivative of a sum."""


@cache
def identical(left: Expression, right: Expression) -> bool:
    """Whether the difference of the two sides is zero structurally, after expansion.

    Raises `AlgebraError` if a side has no normal form.
    """
    return left == right or is_zero(normal(left) - normal(right))


def is_zero(form: Form) -> bool:
    """Whether a form is zero structurally, over one denominator."""
    numerator, _ = _fraction(form)
    return bool(numerator == 0)


@cache
def normal(e: Expression) -> Form:
    """The normal form of a formula as a sympy expression."""
    import sympy

    form = _form(e)
    if form.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo, sympy.I):
        raise AlgebraError("a division by zero")
    return form


@cache
def _form(e: Expression) -> Form:
    import sympy

    match e:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Sum(terms):
            return _spread(sympy.Add(*map(_form, terms)))
        case Product(factors):
            return _spread(sympy.Mul(*map(_form, factors)))
        case Quotient(a, b):
            return _canonical(_form(a) / _form(b))
        case Power(a, Number(value)) if value.denominator == 1:
            return _canonical(_form(a) ** value.numerator)
        case Power(a, b):
            return _power(_form(a), _form(b))
        case Call("exp", (a,)):
            return _exp(_form(a))
        case Call("ln", (a,)):
            return _log(_form(a))
        case Call("sqrt", (a,)):
            return _power(_form(a), sympy.Rational(1, 2))
        case Call("tanh", (a,)):
            return _spread(1 - 2 * _canonical(1 / (_exp(2 * _form(a)) + 1)))
        case Letter():
            return _symbol(e)
        case Named(_, _, _, body):
            return _form(body)
        case Total(index, body):
            return _total(index, _form(body))
        case Derivative(body, letter, order, at):
            return _derivative(body, letter, order, at)
    raise AlgebraError(f"no rule for {type(e).__name__}")


# Which indices a symbol depends on; for the symbol of a sum also what it sums.
_DEPENDS: dict[Form, Bound] = {}
_SUMS: dict[Form, tuple[Bound, Form]] = {}
# For the symbol of an inverse of a sum, that sum.
_INVERSES: dict[Form, Form] = {}


@cache
def _symbol(letter: Letter) -> Form:
    import sympy

    name = f"{letter.name}[{letter.sign};{','.join(map(repr, letter.over))}]"
    symbol = sympy.Symbol(name, **_assumption(letter.sign))
    _DEPENDS[symbol] = frozenset(letter.over)
    return symbol


def _assumption(sign: str) -> dict[str, bool]:
    return {"real": True} if sign == "real" else {sign: True}


def _spread(form: Form) -> Form:
    """Products of sums multiplied out, exponents of sums split."""
    import sympy

    return sympy.expand(form, log=False)


def _fraction(form: Form) -> tuple[Form, Form]:
    """Numerator and denominator, both multiplied out."""
    import sympy

    numerator, denominator = sympy.together(_written_out(form)).as_numer_denom()
    return _spread(numerator), _spread(denominator)


def _written_out(form: Form) -> Form:
    """The form with `1/sum` in place of the symbols that stand for it."""
    while found := form.free_symbols & _INVERSES.keys():
        form = form.xreplace({symbol: 1 / _INVERSES[symbol] for symbol in found})
    return form


def _canonical(form: Form) -> Form:
    """A sum of monomials; where the common denominator holds sums, their inverses are symbols."""
    import sympy

    numerator, denominator = _fraction(form)
    if numerator == 0:
        return numerator
    if isinstance(denominator, sympy.Add):
        numerator, denominator = sympy.cancel(numerator / denominator).as_numer_denom()
    # What all terms of a denominator share is taken out of it, so that it meets its like elsewhere.
    inverse = sympy.Integer(1)
    for factor in sympy.Mul.make_args(sympy.factor_terms(_spread(denominator))):
        base, exponent = factor.as_base_exp()
        inverse *= _inverse(base) ** exponent if isinstance(base, sympy.Add) else 1 / factor
    return _spread(numerator * inverse)


@cache
def _inverse(total: Form) -> Form:
    """The symbol that stands for `1/total`."""
    import sympy

    symbol = sympy.Symbol(f"1/sum {len(_INVERSES)}", **_assumption(_least(total) or "real"))
    _INVERSES[symbol] = total
    _DEPENDS[symbol] = depends(total)
    return symbol


def _power(base: Form, exponent: Form) -> Form:
    """`base^exponent`; zero has positive exponents only, else the power is not defined."""
    return base if base == 0 else _exp(exponent * _log(base))


def _exp(form: Form) -> Form:
    """`e^form`, with `e^(c ln b)` written as `b^c`."""
    import sympy

    exponents: dict[Form, list[Form]] = {}
    for term in sympy.Add.make_args(_spread(form)):
        logs = [factor for factor in sympy.Mul.make_args(term) if isinstance(factor, sympy.log)]
        base = logs[0].args[0] if len(logs) == 1 else sympy.E
        exponents.setdefault(base, []).append(term / logs[0] if len(logs) == 1 else term)
    result = sympy.Integer(1)
    for base, terms in exponents.items():
        for part in _over_equal_denominators(sympy.Add(*terms)):
            result *= base**part
    return _spread(result)


def _over_equal_denominators(form: Form) -> list[Form]:
    """The terms of a sum, each in lowest terms, without bringing all of them to one denominator."""
    import sympy

    groups: dict[Form, list[Form]] = {}
    for term in sympy.Add.make_args(_spread(form)):
        inverses = (f for f in sympy.Mul.make_args(term) if f.as_base_exp()[0] in _INVERSES)
        groups.setdefault(sympy.Mul(*inverses), []).append(term)
    found: list[Form] = []
    for inverse, group in groups.items():
        whole = sympy.Add(*group) if inverse == 1 else _canonical(sympy.Add(*group))
        reduced = whole if whole.free_symbols.isdisjoint(_INVERSES) else _spread(sympy.Add(*group))
        found += sympy.Add.make_args(reduced)
    return found


def _log(form: Form) -> Form:
    numerator, denominator = _fraction(form)
    if numerator == 0:
        raise AlgebraError("the logarithm of zero")
    return _spread(_log_of_product(numerator) - _log_of_product(denominator))


def _log_of_product(form: Form) -> Form:
    """The logarithm with the factors that are positive by their letters split off."""
    import sympy

    result, rest = sympy.Integer(0), sympy.Integer(1)
    for factor in sympy.Mul.make_args(sympy.factor_terms(form)):
        base, exponent = factor.as_base_exp()
        if isinstance(factor, sympy.exp):
            result += factor.args[0]
        elif _least(base) is not None:
            result += exponent * (_log_of_rational(base) if base.is_Rational else sympy.log(base))
        else:
            rest *= factor
    return result + (sympy.log(rest) if rest != 1 else 0)


def _log_of_rational(value: Form) -> Form:
    import sympy

    return sympy.Add(
        *(exponent * sympy.log(prime) for prime, exponent in sympy.factorrat(value).items() if prime != 1)
    )


def _least(form: Form) -> str | None:
    """ "positive" or "nonnegative" if the form is so by its letters alone, term by term, else None."""
    import sympy

    if form.is_Rational:
        return "positive" if form.p > 0 else None
    if isinstance(form, sympy.Symbol):
        return next((sign for sign in ("positive", "nonnegative") if form.assumptions0.get(sign)), None)
    if isinstance(form, sympy.exp):
        return "positive"
    if isinstance(form, sympy.Pow):
        return _least(form.base)
    if not isinstance(form, sympy.Add | sympy.Mul):
        return None
    found = {_least(part) for part in form.args}
    if None in found:
        return None
    return (
        "nonnegative" if "nonnegative" in found and (form.is_Mul or "positive" not in found) else "positive"
    )


def _total(index: Index, body: Form) -> Form:
    """The sum over `index`, term by term; what does not depend on the index is taken out of it."""
    import sympy

    result = sympy.Integer(0)
    for term in _over_equal_denominators(body):
        factors = sympy.Mul.make_args(term)
        outside = sympy.Mul(*(factor for factor in factors if index not in depends(factor)))
        inside = [factor for factor in factors if index in depends(factor)]
        result += outside * _sum_symbol(index, inside)
    return _spread(result)


def _sum_symbol(index: Index, factors: list[Form]) -> Form:
    """The symbol that stands for the sum of a product; sums inside it join it, in no order."""
    import sympy

    bound: Bound = frozenset((index,))
    inside = []
    for factor in factors:
        inner = _SUMS.get(factor)
        if (
            inner is None
            or inner[0] & bound
            or any(inner[0] & depends(other) for other in factors if other != factor)
        ):
            inside.append(factor)
        else:
            bound |= inner[0]
            inside.append(inner[1])
    return _joined(bound, sympy.Mul(*inside))


@cache
def _joined(bound: Bound, product: Form) -> Form:
    import sympy

    symbol = sympy.Symbol(f"sum {len(_SUMS)}", **_assumption(_least(product) or "real"))
    ranges = Bound().union(*(index.over for index in bound))
    _SUMS[symbol] = (bound, product)
    _DEPENDS[symbol] = (depends(product) | ranges) - bound
    return symbol


@cache
def depends(form: Form) -> Bound:
    """The free indices of a form."""
    return Bound().union(*(_DEPENDS[symbol] for symbol in form.free_symbols))


def _derivative(body: Expression, letter: Letter, order: int, at: Expression) -> Form:
    import sympy

    form, symbol = _written_out(_form(body)), _symbol(letter)
    if any(_inside(sum_symbol, symbol) for sum_symbol in form.free_symbols):
        raise AlgebraError(f"a derivative in {letter.name} of a sum over it")
    slope = sympy.diff(form, symbol, order)
    return _canonical(slope if at == letter else slope.subs(symbol, _form(at)))


def _inside(symbol: Form, letter: Form) -> bool:
    if symbol not in _SUMS:
        return False
    inner = _written_out(_SUMS[symbol][1]).free_symbols
    return letter in inner or any(_inside(other, letter) for other in inner)
