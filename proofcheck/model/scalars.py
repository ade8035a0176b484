"""Numbers as Python callers give them."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.numbers import (
    Exact,
    ExpRatio,
    Expression,
    number,
    parse,
    to_exact,
    to_expression,
)

Numeric = int | Fraction | str | Expression | ExpRatio
"""What Python callers may pass as a number: text is read by the grammar of the files."""


def as_expression(value: Numeric) -> Expression:
    """The number as an expression.

    Raises:
        ValueError: text outside the grammar.
        TypeError: a float, bool or anything else.
    """
    if isinstance(value, Expression):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str, ExpRatio)):
        hint = "; write it as text, for example '1/10'" if type(value).__name__ == "float" else ""
        raise TypeError(f"a number is an int, Fraction, text or expression, not {value!r}{hint}")
    if isinstance(value, str):
        return parse(value)
    return to_expression(value) if isinstance(value, ExpRatio) else number(value)


def as_exact(value: Numeric) -> Exact:
    """The number as an element of the field of the probabilities.

    Raises:
        ValueError: text outside the grammar, no value, or outside the field.
        TypeError: a float, bool or anything else.
    """
    if isinstance(value, ExpRatio) or type(value) is Fraction:
        return value
    expression = as_expression(value)
    exact = to_exact(expression)
    if exact is None:
        raise ValueError(outside_the_field(expression))
    return exact


def outside_the_field(value: Expression) -> str:
    """Why a number cannot be a probability here."""
    return (
        f"{shortened(str(value))} is not in the field of the probabilities: rationals, e^rational and roots "
        "of rationals, joined by + - * /"
    )


def shortened(text: str, width: int = 60) -> str:
    """At most `width` characters of `text`."""
    return text if len(text) <= width else text[: width - 3] + "..."
