"""Random exact ties: every one must be found equal, and unequal after the smallest change."""

import random
from fractions import Fraction

import pytest

from proofcheck.numbers import Expression, Order, compare, exp, ln, number, sqrt, tanh, to_exact


def rational(rng: random.Random, top: int = 12) -> Fraction:
    return Fraction(rng.randint(1, top), rng.randint(1, top))


def product_of_powers(rng: random.Random) -> tuple[Expression, Expression]:
    r, s, k = rational(rng), rational(rng), rng.randint(-4, 4)
    return exp(k * ln(r) + ln(s)), number(r**k * s)


def logarithm_of_product(rng: random.Random) -> tuple[Expression, Expression]:
    r, s, q = rational(rng, 60), rational(rng, 60), rational(rng)
    return q * ln(r) + q * ln(s), q * ln(r * s)


def the_bound_at_a_tie(rng: random.Random) -> tuple[Expression, Expression]:
    r, n, root = 1 + rational(rng), rng.randint(1, 30), rational(rng)
    log_inverse_delta = root**2 / (2 * n)
    epsilon = ln(r)
    bound = n * epsilon * (exp(epsilon) - 1) + epsilon * sqrt(2 * n * ln(1 / exp(-log_inverse_delta)))
    return bound, (n * (r - 1) + root) * ln(r)


def radicals(rng: random.Random) -> tuple[Expression, Expression]:
    a, b = rational(rng, 40), rational(rng, 40)
    return (sqrt(a) + sqrt(b)) ** 2, a + b + 2 * sqrt(a * b)


def roots_of_logarithms(rng: random.Random) -> tuple[Expression, Expression]:
    a, b = 1 + rational(rng), 1 + rational(rng)
    j, k = rng.randint(1, 5), rng.randint(1, 5)
    return sqrt(ln(a**j) * ln(b**k)), sqrt(j * k) * sqrt(ln(a)) * sqrt(ln(b))


def randomised_response(rng: random.Random) -> tuple[Expression, Expression]:
    x = number(rational(rng))
    return exp(x) / (1 + exp(x)) + 1 / (1 + exp(x)), number(1)


def hyperbolic(rng: random.Random) -> tuple[Expression, Expression]:
    x = rational(rng)
    return tanh(number(x)), (exp(x) - exp(-x)) / (exp(x) + exp(-x))


def divergence(rng: random.Random) -> tuple[Expression, Expression]:
    # (p - q) ln(p/q) summed over both messages of randomised response
    x = rational(rng)
    p, q = exp(x) / (1 + exp(x)), 1 / (1 + exp(x))
    return (p - q) * ln(p / q) + (q - p) * ln(q / p), 2 * x * tanh(number(x / 2))


FAMILIES = [
    product_of_powers,
    logarithm_of_product,
    the_bound_at_a_tie,
    radicals,
    roots_of_logarithms,
    randomised_response,
    hyperbolic,
    divergence,
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.__name__)
def test_ties(family) -> None:  # type: ignore[no-untyped-def]
    rng = random.Random(family.__name__)
    for _ in range(500):
        left, right = family(rng)
        found = compare(left, right)
        assert found.order is Order.EQUAL, (str(left), str(right))
        assert found.method == "exact"


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.__name__)
def test_near_ties(family) -> None:  # type: ignore[no-untyped-def]
    rng = random.Random(family.__name__)
    for _ in range(25):
        left, right = family(rng)
        shift = Fraction(rng.choice([-1, 1]), 10 ** rng.randint(30, 90))
        expected = Order.BELOW if shift > 0 else Order.ABOVE
        assert compare(left, right + shift).order is expected


def test_ties_reach_the_exact_field() -> None:
    rng = random.Random(5)
    for _ in range(100):
        left, right = product_of_powers(rng)
        assert to_exact(left) == to_exact(right)
        assert isinstance(to_exact(left), Fraction)
