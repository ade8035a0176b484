"""The text of an expression, in the grammar that `parse` reads."""

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
    negate,
)

# How tightly the outermost operation of a text binds.
_SUM, _PRODUCT, _POWER, _ATOM = range(4)

# Python refuses to convert integers of more than 4300 digits in one go; longer ones are split.
_CHUNK_BITS = 13_000


def text(e: Expression) -> str:
    """The expression in the file grammar; `parse(text(e))` has an equal value."""
    return _text(e)[0]


def integer_text(n: int) -> str:
    """The decimal digits of an integer of any size."""
    if n < 0:
        return "-" + integer_text(-n)
    if n.bit_length() <= _CHUNK_BITS:
        return str(n)
    digits = n.bit_length() * 3 // 20  # about half of them
    high, low = divmod(n, 10**digits)
    return integer_text(high) + integer_text(low).rjust(digits, "0")


def fraction_text(value: Fraction) -> str:
    """`p/q` in lowest terms, or `p` alone for an integer."""
    if value.denominator == 1:
        return integer_text(value.numerator)
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def _text(e: Expression) -> tuple[str, int]:
    match e:
        case Number(value):
            atomic = value.denominator == 1 and value >= 0
            return fraction_text(value), _ATOM if atomic else _PRODUCT
        case Variable(name):
            return name, _ATOM
        case Call(name, args):
            return f"{name}({', '.join(text(arg) for arg in args)})", _ATOM
        case Power(base, exponent):
            return f"{_wrapped(base, _ATOM)}^{_exponent(exponent)}", _POWER
        case Quotient(a, b):
            return f"{_wrapped(a, _PRODUCT)}/{_wrapped(b, _POWER)}", _PRODUCT
        case Product(factors):
            return _product(factors), _PRODUCT
        case Sum(terms):
            return _sum(terms), _SUM
    raise TypeError(f"unknown expression {type(e).__name__}")


def _wrapped(e: Expression, least: int) -> str:
    inner, binding = _text(e)
    return inner if binding >= least else f"({inner})"


def _exponent(e: Expression) -> str:
    if isinstance(e, Number) and e.value.denominator == 1:
        return fraction_text(e.value)
    return _wrapped(e, _POWER)


def _product(factors: tuple[Expression, ...]) -> str:
    head, *tail = factors
    if isinstance(head, Number) and head.value == -1:
        lead = "-" + _wrapped(tail[0], _POWER)
        tail = tail[1:]
    else:
        lead = _wrapped(head, _PRODUCT)
    return "*".join([lead, *(_wrapped(factor, _POWER) for factor in tail)])


def _sum(terms: tuple[Expression, ...]) -> str:
    out = _wrapped(terms[0], _PRODUCT)
    for term in terms[1:]:
        if _is_negative(term):
            out += " - " + _wrapped(negate(term), _PRODUCT)
        else:
            out += " + " + _wrapped(term, _PRODUCT)
    return out


def _is_negative(e: Expression) -> bool:
    """Whether the text begins with a minus sign that a sum can turn into a subtraction."""
    match e:
        case Number(value):
            return value < 0
        case Product(factors):
            return _is_negative(factors[0])
        case Quotient(a, _):
            return _is_negative(a)
    return False
