"""The normal form has the value of the formula: checked by brute force in a small finite model."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from finite_models import Model, evaluate, form_value
from proofcheck.logic import algebra
from proofcheck.logic.algebra import AlgebraError, identical, normal
from proofcheck.logic.formula import (
    Expression,
    Index,
    Letter,
    badly_formed,
    derivative,
    free_indices,
    named,
    total,
)
from proofcheck.logic.signs import Signer
from proofcheck.numbers import exp, ln, number, sqrt, tanh

X, Y, I = Index("x"), Index("y"), Index("i")  # noqa: E741
XI = Index("x", (I,))
A, B = Letter("a", "real"), Letter("b", "real")
C, D = Letter("c", "positive"), Letter("d", "nonnegative")
P, Q = Letter("p", "positive", (X,)), Letter("q", "positive", (X,))
W, K = Letter("w", "nonnegative", (X,)), Letter("k", "nonnegative", (X, Y))
R, S = Letter("r", "positive", (I, XI)), Letter("s", "real", (I,))
LETTERS = (A, B, C, D, P, Q, W, K, R, S)

RANGES = {
    X: lambda: [0, 1, 2],
    Y: lambda: [0, 1],
    I: lambda: [0, 1],
    XI: lambda i: list(range(i + 1)),  # the range depends on i
}


def value(letter: Letter, at: tuple[Any, ...]) -> Any:
    """Some value of the declared sign; any choice will do, as long as nothing cancels by accident."""
    seed = sum(ord(c) for c in letter.name) + sum((k + 2) * (3 * a + 1) for k, a in enumerate(at))
    size = mpmath.mpf(seed % 17 + 1) / (seed % 7 + 5)
    return size if letter.sign != "real" or seed % 2 else -size


MODEL = Model(value, RANGES)
SYMBOLS = {algebra._symbol(letter): letter for letter in LETTERS}

ATOMS = st.sampled_from([*LETTERS, number(0), number(1), number(2), number(-1), number(1) / 2])
POSITIVE = st.sampled_from([C, P, Q, R, C + D, 1 + exp(A), P + W, number(2), exp(A), C / P])


def formulas() -> st.SearchStrategy[Expression]:
    return st.recursive(
        ATOMS,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda t: t[0] + t[1]),
            st.tuples(inner, inner).map(lambda t: t[0] * t[1]),
            st.tuples(inner, inner).map(lambda t: t[0] - t[1]),
            st.tuples(inner, POSITIVE).map(lambda t: t[0] / t[1]),
            st.tuples(inner, st.sampled_from([2, 3, -1])).map(lambda t: t[0] ** t[1]),
            st.tuples(POSITIVE, inner).map(lambda t: t[0] ** t[1]),
            st.tuples(POSITIVE, POSITIVE).map(lambda t: ln(t[0] * t[1])),
            st.tuples(POSITIVE, inner).map(lambda t: ln(t[0]) * t[1]),
            inner.map(exp),
            inner.map(tanh),
            inner.map(lambda e: sqrt(e**2)),
            inner.map(lambda e: named("m", "m", e)),
            st.tuples(st.sampled_from([X, Y, I, XI]), inner).map(lambda t: total(*t)),
        ),
        max_leaves=7,
    )


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(formulas())
def test_the_normal_form_has_the_same_value(e: Expression) -> None:
    assume(badly_formed(e) is None and Signer({}).undefined(e) is None)
    try:
        form = normal(e)
    except AlgebraError:
        return  # refused is not wrong
    for point in MODEL.points(free_indices(e)):
        expected = evaluate(e, MODEL, point)
        assume(mpmath.isfinite(expected) and abs(expected) < mpmath.mpf(10) ** 15)
        found = form_value(form, MODEL, point, SYMBOLS)
        assert abs(found - expected) <= mpmath.mpf(10) ** -15 * (1 + abs(expected)), (e, point)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(formulas(), formulas())
def test_identical_formulas_have_equal_values(left: Expression, right: Expression) -> None:
    for one in (left, right):
        assume(badly_formed(one) is None and Signer({}).undefined(one) is None)
    if identical(left, right):
        for point in MODEL.points(free_indices(left) | free_indices(right)):
            a, b = evaluate(left, MODEL, point), evaluate(right, MODEL, point)
            assert abs(a - b) <= mpmath.mpf(10) ** -15 * (1 + abs(a))
    assert identical(left + right, right + left)
    assert identical((left - right) * 2, left + left - 2 * right)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(formulas())
def test_signs_are_those_of_the_values(e: Expression) -> None:
    signer = Signer({})
    assume(badly_formed(e) is None and signer.undefined(e) is None)
    signs = signer.signs(e)
    for point in MODEL.points(free_indices(e)):
        found = evaluate(e, MODEL, point)
        assume(mpmath.isfinite(found))
        assert (0 if found == 0 else 1 if found > 0 else -1) in signs


@pytest.mark.parametrize(
    "e",
    [
        total(I, total(XI, R)),
        total(I, S * total(XI, R) * total(XI, 1 / R)),
        total(I, total(XI, R * S) ** 2),
        total(I, total(XI, number(1))),
        total(I, total(XI, S)),
        total(X, total(Y, K) * P / (1 + P)),
        total(X, total(Y, K * Q) * total(Y, K)),
        total(Y, total(X, K * exp(A + P))),
        exp(total(X, P * ln(P / Q)) - total(X, P * ln(P))),
        total(X, (C * P - Q) / (exp(C) + 1)),
        total(X, (P * Q) ** (1 + D) * (Q * C) ** (-D)),
        derivative(ln((exp(D) + C) / (1 + C)) ** 2, D, 2),
        derivative(total(X, P) * D**2 / (1 + D), D, at=C),
        (C + D) ** A / (C + D) ** (A - 1),
        sqrt(2 * C * ln(1 + C)) ** 2,
    ],
)
def test_hand_picked_formulas(e: Expression) -> None:
    form = normal(e)
    for point in MODEL.points(free_indices(e)):
        expected = evaluate(e, MODEL, point)
        assert abs(form_value(form, MODEL, point, SYMBOLS) - expected) < mpmath.mpf(10) ** -12 * (
            1 + abs(expected)
        )


@pytest.mark.parametrize("e", [1 / (A - A), ln(A - A), derivative(total(X, P**D), D), C / number(0)])
def test_what_has_no_normal_form_is_refused(e: Expression) -> None:
    with pytest.raises(AlgebraError):
        normal(e)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (total(I, total(XI, number(1))), total(I, number(1))),  # ranges of different sizes
        (total(X, P) * total(X, Q), total(X, P * Q)),
        (total(X, P**2), total(X, P) ** 2),
        (ln(C + D), ln(C) + ln(D)),
        (sqrt(A**2), A),
        (exp(A) ** 2, exp(A**2)),
        (derivative(C**2, C), C),
    ],
)
def test_different_formulas_are_not_identical(left: Expression, right: Expression) -> None:
    assert not identical(left, right)


@pytest.mark.parametrize(
    "e",
    [
        total(X, total(X, P)),
        total(XI, total(I, R)),
        total(I, R),  # x stays free, and its range depends on i
        total(X, P) + total(Y, total(Y, K)),
    ],
)
def test_sums_that_mean_nothing(e: Expression) -> None:
    assert badly_formed(e) is not None
