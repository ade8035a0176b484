"""Kullback-Leibler divergence of two finite distributions, as exact expressions."""

from __future__ import annotations

from collections.abc import Sequence

from proofcheck.numbers import Exact, Expression, ln, number, to_expression


def loss(p: Exact, q: Exact) -> Expression:
    """The privacy loss `ln(p/q)` of one message (natural logarithm; p, q > 0)."""
    return ln(to_expression(p / q))


def relative_entropy(p: Sequence[Exact], q: Sequence[Exact]) -> Expression:
    """`KL(p || q) = sum p ln(p/q)` in nats; both have full support."""
    total: Expression = number(0)
    for a, b in zip(p, q, strict=True):
        if a != b:
            total = total + to_expression(a) * loss(a, b)
    return total
