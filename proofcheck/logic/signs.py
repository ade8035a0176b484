"""Which sign a formula must have, and whether it is defined, by its structure and by known claims.

The set of signs that a formula can take is computed from those of its parts: an exponential is positive,
an even power is not negative, a product has the product of the signs, a sum keeps a sign that all its terms
share. A known claim `a <= b` says that `b - a` is not negative; it is found again by its normal form. No
number is ever evaluated, so the answer is proved or it is "any sign".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from proofcheck.logic.algebra import Form, normal
from proofcheck.logic.formula import Claim, Derivative, Letter, Named, Total, parts, replaced
from proofcheck.numbers import Call, Expression, Number, Power, Product, Quotient, Sum

Signs = frozenset[int]

ANY: Signs = frozenset((-1, 0, 1))
POSITIVE: Signs = frozenset((1,))
NONNEGATIVE: Signs = frozenset((0, 1))
ZERO: Signs = frozenset((0,))

_OF_RELATION: Mapping[str, Signs] = {"<": POSITIVE, "<=": NONNEGATIVE, "=": ZERO}
_DECLARED: Mapping[str, Signs] = {"positive": POSITIVE, "nonnegative": NONNEGATIVE, "real": ANY}


def allowed(relation: str) -> Signs:
    """The signs of `right - left` with which a claim of this relation is true."""
    return _OF_RELATION[relation]


def declared(letter: Letter) -> Signs:
    """The signs that a letter's declaration leaves."""
    return _DECLARED[letter.sign]


@dataclass
class Signer:
    """Finds signs with the help of `known` claims, each under its label; `used` collects the labels."""

    known: Mapping[str, Claim]
    used: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._facts: list[tuple[Form, Signs, str]] = [
            (form, allowed(claim.relation), label)
            for label, claim in self.known.items()
            if (form := normal(claim.gap)) != 0
        ]

    def signs(self, e: Expression) -> Signs:
        """The signs that `e` can take where it is defined."""
        found = self._by_structure(e)
        if len(found) == 1 or not isinstance(e, Sum | Letter | Total | Named | Call):
            return found
        return self._by_facts(e, found)

    def proves(self, e: Expression, among: Signs) -> bool:
        """Whether `e` has one of the signs `among`."""
        return self.signs(e) <= among or self._by_facts(e, ANY) <= among

    def undefined(self, e: Expression, *, smooth: bool = False) -> Expression | None:
        """A part of `e` whose sign leaves it possible that `e` is not defined, None if it is defined.

        Divisors must have a sign, logarithms positive arguments, roots nonnegative ones, and a power that is
        not a whole number a positive base (or a nonnegative one with a positive exponent). What is to be
        differentiated must be `smooth`: roots and such powers then need something positive.
        """
        for part in parts(e):
            inner = self.undefined(part, smooth=smooth)
            if inner is not None:
                return inner
        match e:
            case Quotient(_, b):
                return b if 0 in self.signs(b) else None
            case Call("ln", (a,)):
                return a if self.signs(a) != POSITIVE else None
            case Call("sqrt", (a,)):
                return None if self.signs(a) <= (POSITIVE if smooth else NONNEGATIVE) else a
            case Call("min" | "max", _):
                return e if smooth else None
            case Power(a, b):
                return None if self._power_is_defined(a, b, smooth) else a
            case Derivative(body, letter, _, at):
                inner = self.undefined(body, smooth=True)
                return self.undefined(replaced(body, {letter: at}), smooth=True) if inner is None else inner
        return None

    def _power_is_defined(self, base: Expression, exponent: Expression, smooth: bool) -> bool:
        signs = self.signs(base)
        if isinstance(exponent, Number) and exponent.value.denominator == 1:
            return exponent.value >= 0 or 0 not in signs
        return signs == POSITIVE or (not smooth and signs <= NONNEGATIVE and self.signs(exponent) == POSITIVE)

    def _by_structure(self, e: Expression) -> Signs:
        match e:
            case Number(value):
                return frozenset(((value > 0) - (value < 0),))
            case Letter():
                return declared(e)
            case Sum(terms):
                return _of_sum(map(self.signs, terms))
            case Product(factors):
                return _of_product(map(self.signs, factors))
            case Quotient(a, b):
                return _of_product((self.signs(a), self.signs(b) - ZERO or ANY))
            case Power(a, b):
                return self._of_power(self.signs(a), b)
            case Call("exp", _):
                return POSITIVE
            case Call("ln", (Quotient(a, b),)) if self.signs(b) == POSITIVE:
                return self.signs(a - b)
            case Call("ln", (a,)):
                return self.signs(a - 1)
            case Call("sqrt" | "tanh", (a,)):
                return self.signs(a)
            case Named(_, _, _, body):
                return self.signs(body)
            case Total(_, body):
                return _of_sum((self.signs(body),) * 2)
        return ANY

    def _of_power(self, base: Signs, exponent: Expression) -> Signs:
        if isinstance(exponent, Number) and exponent.value.denominator == 1:
            if exponent.value == 0:
                return POSITIVE
            return frozenset(sign * sign for sign in base) if exponent.value % 2 == 0 else base
        if base == POSITIVE:
            return POSITIVE
        return base | POSITIVE if base <= NONNEGATIVE else ANY

    def _by_facts(self, e: Expression, found: Signs) -> Signs:
        if not self._facts or isinstance(e, Derivative):
            return found
        form = normal(e)
        for fact, signs, label in self._facts:
            known = signs if fact == form else frozenset(-s for s in signs) if fact == -form else ANY
            if not found <= known:
                self.used[label] = None
                found &= known
        return found or ANY  # claims that contradict each other prove nothing here


def _of_sum(several: Iterable[Signs]) -> Signs:
    """The signs of a sum: two opposite ones leave everything open."""
    total = ZERO
    for signs in several:
        new: set[int] = set()
        for a in total:
            for b in signs:
                new |= {a or b} if a * b >= 0 else ANY
        total = frozenset(new)
    return total


def _of_product(several: Iterable[Signs]) -> Signs:
    total = POSITIVE
    for signs in several:
        total = frozenset(a * b for a in total for b in signs)
    return total
