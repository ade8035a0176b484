"""How the values that a judgement reports are written: in full for JSON, short for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from proofcheck.logic.judgement import Approximate, LinearForm, Value
from proofcheck.numbers import (
    Exact,
    Expression,
    PrecisionError,
    compare,
    decimal,
    fraction_text,
    simplify,
    to_exact,
    to_expression,
)
from proofcheck.surfaces.problems import printable

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

DEFAULT_DIGITS = 4

# Exact text longer than this is shown to people by its decimal digits.
_SHORT = 24
# log10(2) is below this, so that a number of `bits` bits has at most `bits * _DIGITS_PER_BIT + 1` digits.
_DIGITS_PER_BIT = Fraction(30103, 100000)


def exact_text(value: Exact | Expression | int) -> str:
    """The canonical spelling of an exact number: a fraction in lowest terms, or the grammar of the files.

    An expression with variables, such as a file's bound, is spelled as it stands.
    """
    if isinstance(value, int | Fraction):
        return fraction_text(Fraction(value))
    if isinstance(value, Expression) and value.variables:
        return str(value)
    return str(simplify(value if isinstance(value, Expression) else to_expression(value)))


def as_expression(value: Exact | Expression | LinearForm | Approximate | int) -> Expression:
    """Any number that a judgement can hold as one expression."""
    if isinstance(value, LinearForm):
        return to_expression(value.a) - to_expression(value.b) * value.threshold
    if isinstance(value, Approximate):
        return value.value
    return value if isinstance(value, Expression) else to_expression(value)


def to_json(value: Value, digits: int) -> Json:
    """A value as JSON: counts as numbers, exact numbers as text, the others by `digits` correct digits."""
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Approximate):
        exact = to_exact(value.value)
        return fraction_text(exact) if isinstance(exact, Fraction) else digits_json(value.value, digits)
    if isinstance(value, LinearForm):
        shown = digits_json(as_expression(value), digits)
        return {"a": exact_text(value.a), "b": exact_text(value.b), "decimal": shown}
    if isinstance(value, Mapping):
        return {key: to_json(part, digits) for key, part in value.items()}
    if isinstance(value, tuple):
        return [to_json(part, digits) for part in value]
    return exact_text(value)


def digits_json(value: Expression, digits: int) -> Json:
    """The leading digits; where none is certain, because the number may be 0, an enclosure of it."""
    try:
        return decimal(value, digits)
    except PrecisionError:
        return {**_enclosure(value)}


def _enclosure(value: Expression) -> dict[str, str]:
    comparison = compare(value, 0)
    return {"lower": comparison.lower, "upper": comparison.upper}


def to_words(value: Value, digits: int) -> str:
    """A value for people: exact where that is short, else its leading digits and an ellipsis."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        if set(value) == {"lower", "upper"}:
            return f"between {to_words(value['lower'], digits)} and {to_words(value['upper'], digits)}"
        return ", ".join(f"{key.replace('_', ' ')} {_nested(part, digits)}" for key, part in value.items())
    if isinstance(value, tuple):
        return "(" + ", ".join(_part(part, digits) for part in value) + ")"
    if isinstance(value, Approximate | LinearForm):
        expression = as_expression(value)
        exact = to_exact(expression)
        return (
            leading_digits(expression, digits)
            if not isinstance(exact, Fraction)
            else exact_or_digits(exact, digits)
        )
    return exact_or_digits(value, digits)


def _nested(value: Value, digits: int) -> str:
    """A value inside a mapping: a mapping there, such as a distribution, is set in parentheses."""
    if isinstance(value, Mapping):
        return (
            "("
            + ", ".join(f"{printable(key)}: {to_words(part, digits)}" for key, part in value.items())
            + ")"
        )
    return to_words(value, digits)


def _part(value: Value, digits: int) -> str:
    """A member of a list: text that could be misread there is quoted."""
    if isinstance(value, str) and (not value or any(c in "(),'\" " for c in value)):
        return '"' + printable(value).replace('"', '\\"') + '"'
    return to_words(value, digits)


def exact_or_digits(value: Exact | Expression | int, digits: int) -> str:
    """The exact spelling if it is short, else the leading digits."""
    if _is_short(value):
        text = exact_text(value)
        if len(text) <= _SHORT:
            return text
    return leading_digits(as_expression(value), digits)


def leading_digits(value: Expression, digits: int) -> str:
    """`digits` correct digits; an ellipsis says that more follow."""
    try:
        text = decimal(value, digits)
    except PrecisionError:
        return to_words(_enclosure(value), digits)
    exact = to_exact(value)
    complete = isinstance(exact, Fraction) and exact == Fraction(text)
    return text if complete else text + "…"


def with_digits(value: Expression, digits: int) -> str:
    """Both spellings, such as `ln(11/10) = 0.09531…`; one where they would say the same."""
    exact = exact_or_digits(value, digits)
    shown = leading_digits(value, digits)
    return exact if exact == shown or exact.lstrip("-").isdigit() else f"{exact} = {shown}"


def _is_short(value: Exact | Expression | int) -> bool:
    if isinstance(value, int | Fraction):
        fraction = Fraction(value)
        bits = fraction.numerator.bit_length() + fraction.denominator.bit_length()
        return bits * _DIGITS_PER_BIT <= _SHORT + 2
    return True
