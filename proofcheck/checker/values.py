"""What a tree is worth: its enclosure, its exact value where there is one, its order against a fraction.

Exact values are a fraction q, `Log`: a linear form c + sum c_i ln q_i, and `Exp`: e to the power of one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from proofcheck.checker import enclosures as enc
from proofcheck.checker.enclosures import Enclosure
from proofcheck.checker.expressions import Tree
from proofcheck.checker.outcome import MOST_POWER_BITS, MalformedError, UndecidedError


class Log(NamedTuple):
    """constant + sum of c * ln q over the terms (q, c); q > 0, q != 1, c != 0."""

    constant: Fraction
    terms: tuple[tuple[Fraction, Fraction], ...]


class Exp(NamedTuple):
    """e to the power of a form."""

    form: Log


Exact = Fraction | Log | Exp


def order(x: Fraction, tree: Tree, bits: int) -> int:
    """-1, 0, 1 as x is below, equal to, above the value of the tree; equality by exact values only."""
    value = exact(tree)
    if isinstance(value, Fraction):
        return (x > value) - (x < value)
    low, high = enclose(tree, bits)
    if x * (1 << bits) < low:
        return -1
    if x * (1 << bits) > high:
        return 1
    raise UndecidedError(f"{bits} bits do not separate {shown(x)} from an expression")


def shown(x: Fraction) -> str:
    """A fraction for a message, cut short."""
    text = str(x)
    return text if len(text) <= 60 else text[:57] + "..."


@lru_cache(maxsize=4096)
def enclose(tree: Tree, bits: int) -> Enclosure:
    """The enclosure of the value at `bits` bits."""
    value = exact(tree)
    if isinstance(value, Fraction):
        return enc.rational(value, bits)
    head, parts = tree[0], [enclose(part, bits) for part in tree[1:]]
    if head == "+":
        return enc.add(parts[0], parts[1])
    if head == "-":
        return enc.add(parts[0], enc.negative(parts[1]))
    if head == "*":
        return enc.multiply(parts[0], parts[1], bits)
    if head == "/":
        return enc.divide(parts[0], parts[1], bits)
    if head == "^":
        exponent = exact(tree[2])
        if exponent == 2:
            return enc.multiply(parts[0], parts[0], bits)
        logarithm = enc.logarithm(parts[0], bits)
        return enc.exponential(enc.multiply(parts[1], logarithm, bits), bits)
    if head == "exp":
        return enc.exponential(parts[0], bits)
    if head == "ln":
        return enc.logarithm(parts[0], bits)
    if head == "sqrt":
        return enc.square_root(parts[0], bits)
    if head == "tanh":  # 1 - 2 / (e^2x + 1)
        one = (1 << bits, 1 << bits)
        below = enc.add(enc.exponential(enc.add(parts[0], parts[0]), bits), one)
        return enc.add(one, enc.negative(enc.divide(enc.add(one, one), below, bits)))
    pick = min if head == "min" else max
    return pick(low for low, _ in parts), pick(high for _, high in parts)


@lru_cache(maxsize=4096)
def exact(tree: Tree) -> Exact | None:
    """The exact value, or None if it has none of the three shapes (or is too large)."""
    head = tree[0]
    if head == "number":
        return Fraction(tree[1])
    parts = [exact(part) for part in tree[1:]]
    x, y = parts[0], parts[-1]
    if head == "*" and 0 in (x, y):
        enclose(tree[1 if y == 0 else 2], 64)  # the other factor has to exist
        return Fraction(0)
    if x is None or y is None:
        return None
    if head == "+":
        return _sum(x, y)
    if head == "-":
        return _sum(x, _product(y, Fraction(-1)))
    if head == "*":
        return _product(x, y)
    if head == "/":
        if y == 0:
            raise MalformedError("a division by zero")
        return _product(x, _power(y, Fraction(-1)))
    if head == "^":
        return _power(x, y)
    if head == "exp":
        return _exp(x)
    if head == "ln":
        if isinstance(x, Fraction) and x <= 0:
            raise MalformedError("the logarithm of a number <= 0")
        return _ln(x)
    if head == "sqrt":
        if isinstance(x, Fraction) and x < 0:
            raise MalformedError("the root of a negative number")
        return _power(x, Fraction(1, 2))
    return None


def _form(constant: Fraction, terms: dict[Fraction, Fraction]) -> Fraction | Log:
    kept = tuple(sorted((q, c) for q, c in terms.items() if c and q != 1))
    return Log(constant, kept) if kept else constant


def _sum(x: Exact | None, y: Exact | None) -> Exact | None:
    if x is None or y is None or isinstance(x, Exp) or isinstance(y, Exp):
        return None
    left = x if isinstance(x, Log) else Log(x, ())
    right = y if isinstance(y, Log) else Log(y, ())
    terms = dict(left.terms)
    for q, c in right.terms:
        terms[q] = terms.get(q, Fraction(0)) + c
    return _form(left.constant + right.constant, terms)


def _product(x: Exact | None, y: Exact | None) -> Exact | None:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if isinstance(x, Log) and isinstance(y, Fraction):
        return _form(x.constant * y, {q: c * y for q, c in x.terms})
    if isinstance(x, Exp | Fraction) and isinstance(y, Exp | Fraction) and x != 0 and y != 0:
        return _exp(_sum(_ln(x), _ln(y)))
    return _product(y, x) if isinstance(y, Log) and isinstance(x, Fraction) else None


def _power(x: Exact | None, y: Exact | None) -> Exact | None:
    if not isinstance(y, Fraction):
        return None
    if isinstance(x, Fraction) and y.denominator == 1:
        if x == 0 and y < 0:
            raise MalformedError("a division by zero")
        size = max(x.numerator.bit_length(), x.denominator.bit_length()) * abs(y)
        return x**y.numerator if size <= MOST_POWER_BITS else None
    return Fraction(0) if x == 0 and y > 0 else _exp(_product(_ln(x), y))


def _ln(x: Exact | None) -> Exact | None:
    if isinstance(x, Exp):
        return _form(x.form.constant, dict(x.form.terms))
    return _form(Fraction(0), {x: Fraction(1)}) if isinstance(x, Fraction) and x > 0 else None


def _exp(x: Exact | None) -> Exact | None:
    """e^x: a fraction if x = sum c_i ln q_i and the root in prod q_i^c_i comes out, else `Exp`."""
    if x is None or isinstance(x, Exp):
        return None
    if isinstance(x, Fraction):
        return Exp(Log(x, ())) if x else Fraction(1)
    if x.constant:
        return Exp(x)
    root = lcm(*(c.denominator for _, c in x.terms))
    power = Fraction(1)
    for q, c in x.terms:
        factor = _power(q, c * root)
        if not isinstance(factor, Fraction):
            return None
        power *= factor
    top, bottom = _root(power.numerator, root), _root(power.denominator, root)
    return Fraction(top, bottom) if top and bottom else Exp(x)


def _root(x: int, k: int) -> int:
    """The integer r with r^k = x, or 0; by bisection."""
    low, high = 0, 1 << x.bit_length() // k + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**k <= x else (low, middle)
    return low if low**k == x else 0
