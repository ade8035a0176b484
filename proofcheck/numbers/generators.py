"""The generators of exp-log normal forms, and monomials and polynomials in them.

A generator is a positive real: e, an integer of a coprime basis, the logarithm of one, or an opaque
number that is kept as a whole. A monomial maps generators to rational exponents, a polynomial maps
monomials to rational coefficients.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction
from typing import Any

MAX_TERMS = 2_000
MAX_PRODUCT_TERMS = 50_000
MAX_EXPANSION = 100
MAX_BITS = 200_000


class NoForm(Exception):
    """The expression has no normal form here: too large, or a sign inside it is not known."""


class Kind(IntEnum):
    """What a generator is; its payload in brackets."""

    EULER = 0  # e [0]
    BASE = 1  # an integer b of the coprime basis [b]; exponents are reduced to [0, 1)
    LOG = 2  # ln b [b]
    EXP = 3  # exp(m / d) for a monomial m and a polynomial d [m, d]
    LN = 4  # |ln P| for a positive polynomial P [P, the sign of ln P]
    ROOT = 5  # a positive polynomial P of several terms [P]; exponents are reduced to [0, 1)


Generator = tuple[Kind, Any]
Monomial = tuple[tuple[Generator, Fraction], ...]
Polynomial = Mapping[Monomial, Fraction]
PolynomialKey = tuple[tuple[Monomial, Fraction], ...]

EULER: Generator = (Kind.EULER, 0)
UNIT: Polynomial = {(): Fraction(1)}


def key(p: Polynomial) -> PolynomialKey:
    """A hashable spelling of a polynomial."""
    return tuple(sorted(p.items()))


def check_size(bits: int) -> None:
    """Refuse integers of more than `MAX_BITS` bits."""
    if bits > MAX_BITS:
        raise NoForm("too many bits")


def check_count(n: int) -> int:
    """Refuse to multiply out more than `MAX_EXPANSION` equal factors."""
    if n > MAX_EXPANSION:
        raise NoForm("too high a power")
    return n
