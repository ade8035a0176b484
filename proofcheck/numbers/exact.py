"""The field of the probabilities: the rationals extended by e^rational and positive radicals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from proofcheck.numbers import balls
from proofcheck.numbers.monomial import ONE, Monomial, product


class ExpSum:
    """An integer combination of monomials `e^a * prod p^s`; an element of the ring of the weights.

    Sums, differences and products with integers and with each other are exact. Equality and hash are
    those of the value (an ExpSum that is an integer equals that int), because distinct monomials are
    linearly independent; so the sign can be found by enclosures that always end.
    """

    __slots__ = ("_hash", "terms")
    terms: Mapping[Monomial, int]

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        """`terms` must not hold zeros and must not change afterwards."""
        self.terms = terms
        self._hash: int | None = None

    def __add__(self, other: ExpSum | int) -> ExpSum:
        out = dict(self.terms)
        if isinstance(other, ExpSum):
            for key, c in other.terms.items():
                total = out.get(key, 0) + c
                if total:
                    out[key] = total
                else:
                    del out[key]
        elif isinstance(other, int):
            total = out.get(ONE, 0) + other
            if total:
                out[ONE] = total
            else:
                out.pop(ONE, None)
        else:
            return NotImplemented
        return ExpSum(out)

    __radd__ = __add__

    def __neg__(self) -> ExpSum:
        return ExpSum({key: -c for key, c in self.terms.items()})

    def __pos__(self) -> ExpSum:
        return self

    def __sub__(self, other: ExpSum | int) -> ExpSum:
        return self + -other if isinstance(other, (ExpSum, int)) else NotImplemented

    def __rsub__(self, other: int) -> ExpSum:
        return -self + other if isinstance(other, int) else NotImplemented

    def __mul__(self, other: ExpSum | int) -> ExpSum:
        if isinstance(other, int):
            return ExpSum({key: c * other for key, c in self.terms.items()} if other else {})
        if not isinstance(other, ExpSum):
            return NotImplemented
        out: dict[Monomial, int] = {}
        get = out.get
        right = other.terms.items()
        for a, ca in self.terms.items():
            products = a.products
            for b, cb in right:
                key, factor = products.get(b) or product(a, b)
                out[key] = get(key, 0) + (ca * cb if factor == 1 else ca * cb * factor)
        if 0 in out.values():
            out = {key: c for key, c in out.items() if c}
        return ExpSum(out)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> ExpSum:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            raise ValueError("a ring element has no negative powers; use quotient(1, x)")
        result, base = ExpSum({ONE: 1}), self
        while exponent:
            if exponent & 1:
                result = result * base
            exponent >>= 1
            if exponent:
                base = base * base
        return result

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExpSum):
            return self.terms == other.terms
        if isinstance(other, int):
            return self.terms == ({ONE: other} if other else {})
        return NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            n = self.as_integer()
            self._hash = hash(n) if n is not None else hash(frozenset(self.terms.items()))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __reduce__(self) -> tuple[object, ...]:
        return ExpSum, (dict(self.terms),)

    def __str__(self) -> str:
        from proofcheck.numbers.conversion import to_expression

        return str(to_expression(self))

    def __repr__(self) -> str:
        return f"ExpSum({self})"

    def as_integer(self) -> int | None:
        """The value if it is an integer, else None."""
        if not self.terms:
            return 0
        return self.terms.get(ONE) if len(self.terms) == 1 else None

    def sign(self) -> int:
        """-1, 0 or 1; always ends, since a nonempty sum is not zero."""
        values = self.terms.values()
        if all(c > 0 for c in values):
            return 1 if self.terms else 0
        if all(c < 0 for c in values):
            return -1
        for k in count(6):
            found = balls.sign(balls.combination(self.terms.items(), 1 << k))
            if found:
                return found
        raise ArithmeticError("the enclosures of a number that is not zero never left zero")


RingElement = int | ExpSum


def ring_sign(x: RingElement) -> int:
    """The sign of a ring element."""
    return x.sign() if isinstance(x, ExpSum) else (x > 0) - (x < 0)


def ring_ball(x: RingElement, bits: int) -> balls.Ball:
    """An enclosure of a ring element."""
    return balls.combination(x.terms.items(), bits) if isinstance(x, ExpSum) else balls.integer(x)


def total(values: Iterable[RingElement]) -> RingElement:
    """The sum of ring elements, in one dictionary."""
    out: dict[Monomial, int] = {}
    for value in values:
        if isinstance(value, int):
            out[ONE] = out.get(ONE, 0) + value
        else:
            for key, c in value.terms.items():
                out[key] = out.get(key, 0) + c
    return lowered(ExpSum({key: c for key, c in out.items() if c}))


def lowered(x: RingElement) -> RingElement:
    """The same number, as an int if it is one."""
    if isinstance(x, int):
        return x
    n = x.as_integer()
    return x if n is None else n
