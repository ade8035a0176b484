"""Reading tables strictly: no unknown key, no float, exact numbers. For instance files and certificates."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofcheck.checker.expressions import Tree, number, parse
from proofcheck.checker.outcome import MOST_PROBABILITY_BITS, MalformedError, UndecidedError
from proofcheck.checker.values import exact


def only(table: Any, keys: str) -> dict[str, Any]:
    """The table, if it is one and holds no key but these."""
    unknown = [key for key in entries(table) if key not in keys.split()]
    if unknown:
        raise MalformedError(f"unknown key {unknown[0][:40]!r}")
    return entries(table)


def exactly(table: Any, keys: str) -> dict[str, Any]:
    """The table, if it holds these keys and no other."""
    missing = [key for key in keys.split() if key not in only(table, keys)]
    if missing:
        raise MalformedError(f"the key {missing[0]!r} is missing")
    return entries(table)


def entries(table: Any) -> dict[str, Any]:
    """The table, if it is one, whatever its keys."""
    if not isinstance(table, dict):
        raise MalformedError("a table is needed")
    return table


def items(value: Any, size: int | None = None) -> list[Any]:
    """The list, if it is one (of this many items)."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise MalformedError("a list is needed" if size is None else f"a list of {size} is needed")
    return value


def text(value: Any) -> str:
    """The string, if it is one."""
    if not isinstance(value, str):
        raise MalformedError("a string is needed")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """The strings, if it is a list of them."""
    return tuple(text(item) for item in items(value))


def integer(value: Any, least: int, most: int) -> int:
    """The integer, if it is one from `least` to `most`."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise MalformedError(f"an integer from {least} to {most} is needed")
    return value


def tree_of(value: Any) -> Tree:
    """A number as instance files write it: a string, or an integer."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number(value)
    return parse(text(value))


def rational(value: Any) -> Fraction:
    """The same, where the checker computes with fractions only."""
    found = exact(tree_of(value))
    if not isinstance(found, Fraction):
        raise UndecidedError("a probability or parameter is not rational: not supported")
    return small(found)


def small(x: Fraction) -> Fraction:
    """The fraction, if it has few enough digits to compute with many of its kind."""
    if max(abs(x.numerator), x.denominator) >> MOST_PROBABILITY_BITS:
        raise UndecidedError("a probability or parameter has too many digits")
    return x
