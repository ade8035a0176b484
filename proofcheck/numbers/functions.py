"""Builders of expressions: rationals, variables and the functions of the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from proofcheck.numbers.expression import Call, Expression, Number, Scalar, Variable, coerce

FUNCTIONS = ("exp", "ln", "sqrt", "tanh", "min", "max")


def number(value: Scalar) -> Expression:
    """The rational `value` as an expression."""
    return Number(Fraction(value))


def variable(name: str) -> Expression:
    """The variable called `name`."""
    return Variable(name)


def exp(x: Expression | Scalar) -> Expression:
    """`e^x`."""
    return Call("exp", (coerce(x),))


def ln(x: Expression | Scalar) -> Expression:
    """The natural logarithm of `x > 0`."""
    return Call("ln", (coerce(x),))


def sqrt(x: Expression | Scalar) -> Expression:
    """The square root of `x >= 0`."""
    return Call("sqrt", (coerce(x),))


def tanh(x: Expression | Scalar) -> Expression:
    """The hyperbolic tangent of `x`."""
    return Call("tanh", (coerce(x),))


def minimum(*values: Expression | Scalar) -> Expression:
    """The least of one or more numbers."""
    return _extremum("min", values)


def maximum(*values: Expression | Scalar) -> Expression:
    """The greatest of one or more numbers."""
    return _extremum("max", values)


def _extremum(name: str, values: Iterable[Expression | Scalar]) -> Expression:
    args = tuple(coerce(value) for value in values)
    if not args:
        raise TypeError(f"{name} needs at least one argument")
    return args[0] if len(args) == 1 else Call(name, args)
