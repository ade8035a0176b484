"""Coprime bases: multiplicatively independent integers found by gcds, without factoring."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from flint import fmpz


class CoprimeBasis:
    """Pairwise coprime integers, none a perfect power, over which all integers asked for factor.

    The basis refines itself when an integer is asked for that does not factor yet. `stale` tells
    that an element handed out before has been split since, so earlier answers must be redone.
    """

    def __init__(self) -> None:
        self.elements: list[int] = []
        self.stale = False

    def exponents(self, n: int) -> dict[int, int]:
        """The positive integer `n` as a product of powers of the elements: element -> exponent."""
        found = factored(n, self.elements)
        if found is None:
            before = self.elements
            self.elements = coprime_basis([*before, n])
            self.stale |= not set(before) <= set(self.elements)
            found = factored(n, self.elements)
        if found is None:
            raise ArithmeticError("an integer does not factor over the basis refined by it")
        return found


def factored(n: int, elements: Iterable[int]) -> dict[int, int] | None:
    """The exponents of `n` over the elements, or None if it is no product of their powers."""
    exponents: dict[int, int] = {}
    for element in elements:
        if n == 1:
            break
        while n % element == 0:
            n //= element
            exponents[element] = exponents.get(element, 0) + 1
    return exponents if n == 1 else None


def coprime_basis(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers > 1, none a perfect power, over which all the numbers factor."""
    basis: list[int] = []
    waiting = list(numbers)
    while waiting:
        n = root(waiting.pop())
        if n == 1:
            continue
        for element in basis:
            common = gcd(n, element)
            if common > 1:
                if common == element:
                    waiting.append(n // element)
                else:
                    basis.remove(element)
                    waiting += [common, element // common, n // common]
                break
        else:
            basis.append(n)
    return sorted(basis)


def root(n: int) -> int:
    """The smallest integer of which the positive integer `n` is a power."""
    while n > 3 and fmpz(n).is_perfect_power():
        for exponent in range(2, n.bit_length() + 1):
            candidate = int(fmpz(n).root(exponent))
            if candidate**exponent == n:
                n = candidate
                break
    return n
