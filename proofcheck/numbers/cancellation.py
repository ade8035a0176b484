"""Rewriting before an enclosure: equal expressions that interval arithmetic encloses more tightly."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.numbers.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Variable,
    add,
    children,
    multiply,
)
from proofcheck.numbers.order import difference


def is_positive(e: Expression) -> bool:
    """Whether `e` is certainly positive wherever its variables are positive and it has a value."""
    match e:
        case Number(value):
            return value > 0
        case Variable() | Call("exp", _):
            return True
        case Sum() | Product() | Quotient() | Call("min" | "max" | "tanh", _):
            return all(is_positive(part) for part in children(e))
        case Call("sqrt", (x,)) | Power(x, _):
            return is_positive(x)
    return False


def one_divisor(numerator: Expression, denominator: Expression) -> Expression | None:
    """`x (b + c) / b` as `x (1 + c / b)`, in which b occurs once; None if the quotient has not that form."""
    factors = numerator.factors if isinstance(numerator, Product) else (numerator,)
    for place, factor in enumerate(factors):
        rest = difference(factor, denominator)
        if isinstance(rest, Number) and isinstance(factor, Sum):
            return multiply(*factors[:place], 1 + rest / denominator, *factors[place + 1 :])
    return None


def divided(e: Expression, name: str) -> Expression:
    """An expression equal to `e / name` for positive values of the variable `name`.

    The variable is cancelled in products, sums, minima and maxima, so that the quotient can be
    enclosed next to 0; where nothing cancels it is written as a quotient.
    """
    cancelled = _divided(e, name)
    return e / Variable(name) if cancelled is None else cancelled


def _divided(e: Expression, name: str) -> Expression | None:
    match e:
        case Number(value):
            return e if value == 0 else None
        case Variable(other):
            return Number(Fraction(1)) if other == name else None
        case Sum(terms):
            return add(*(divided(term, name) for term in terms))
        case Product(factors):
            for place, factor in enumerate(factors):
                cancelled = _divided(factor, name)
                if cancelled is not None:
                    return multiply(cancelled, *factors[:place], *factors[place + 1 :])
        case Quotient(a, b):
            cancelled = _divided(a, name)
            return None if cancelled is None else cancelled / b
        case Power(Variable(other), Number(exponent)) if other == name and exponent >= 1:
            return Variable(name) ** (exponent - 1) if exponent > 1 else Number(Fraction(1))
        case Call("min" | "max" as function, args):
            return Call(function, tuple(divided(arg, name) for arg in args))
    return None
