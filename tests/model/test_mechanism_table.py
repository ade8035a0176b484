"""Named mechanisms: their distributions, and their parameters' errors."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.model import Box, InputError, loads
from proofcheck.model.mechanisms import (
    exponential_mechanism,
    k_ary_randomized_response,
    randomized_response,
    truncated_geometric,
    truth_of,
)
from proofcheck.numbers import Exact, Order, compare, exp, number, parse, simplify, to_expression


def box(text: str) -> Box:
    family = loads(f"[boxes.m]\n{text}").family
    assert family is not None
    return family.boxes[0]


def message_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        loads(f"[boxes.m]\n{text}")
    return "\n".join(str(problem) for problem in caught.value.problems)


RR = 'mechanism = "randomized-response"\n'
K_ARY = 'mechanism = "k-ary-randomized-response"\n'
GEOMETRIC = 'mechanism = "truncated-geometric"\n'
EXPONENTIAL = 'mechanism = "exponential"\n'


def test_randomized_response() -> None:
    expected = Box("m", ("0", "1"), (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    for parameter in ('truth = "3/4"', 'epsilon = "ln(3)"', 'truth = "0.75"', 'epsilon = "2*ln(3)/2"'):
        made = box(RR + parameter)
        assert (made.messages, made.p1, made.p2) == (expected.messages, expected.p1, expected.p2)
        assert made.mechanism == "randomized-response"
    assert box(RR + 'truth = "3/4"\nmessages = ["yes", "no"]').messages == ("yes", "no")


def test_epsilon_may_be_anything_whose_exponential_is_in_the_field() -> None:
    assert str(box(RR + 'epsilon = "1/2"').p1[0]) == str(simplify(parse("exp(1/2)/(1+exp(1/2))")))
    assert str(box(RR + 'epsilon = "ln(3)/2"').p1[0]) == str(simplify(parse("sqrt(3)/(1+sqrt(3))")))
    assert box(RR + "epsilon = 0").p1 == (Fraction(1, 2), Fraction(1, 2))


def test_k_ary() -> None:
    made = box(K_ARY + 'k = 4\nepsilon = "ln(3)"')
    assert made.p1 == tuple(Fraction(x, 6) for x in (3, 1, 1, 1))
    assert made.p2 == tuple(Fraction(x, 6) for x in (1, 3, 1, 1))
    assert made.messages == ("0", "1", "2", "3")


def test_truncated_geometric() -> None:
    # a = 1/2: noise z with probability 1/3 * 2^-|z|, both tails collected at the ends.
    made = box(GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [-1, 2]\ntrue1 = 0\ntrue2 = 2')
    assert made.messages == ("-1", "0", "1", "2")
    assert made.p1 == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 6), Fraction(1, 6))
    assert made.p2 == (Fraction(1, 12), Fraction(1, 12), Fraction(1, 6), Fraction(2, 3))


def test_exponential() -> None:
    made = box(EXPONENTIAL + 'epsilon = "ln(4)"\nscores1 = [1, 0]\nscores2 = [0, "1"]\nsensitivity = 1')
    assert made.p1 == (Fraction(2, 3), Fraction(1, 3))
    assert made.p2 == (Fraction(1, 3), Fraction(2, 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('mechanism = "random-response"\ntruth = "3/4"', "did you mean 'randomized-response'?"),
        ("mechanism = 3", "must be a string"),
        (RR, "needs epsilon or truth"),
        (RR + 'truth = "3/4"\nepsilon = "ln(3)"', "has both epsilon and truth"),
        (RR + 'truth = "1"', "strictly between 0 and 1"),
        (RR + "truth = 0", "strictly between 0 and 1"),
        (RR + "truth = 0.75", "a float is rounded to binary"),
        (RR + 'truth = "ln(2)"', "not in the field"),
        (RR + 'epsilon = "-1"', "which is negative"),
        (RR + 'epsilon = "ln(3)*ln(2)"', "not in the field"),
        (RR + 'epsilon = "sqrt(2)"', "not in the field"),
        (RR + 'truth = "3/4"\nmessages = ["a"]', "holds 1 messages, but the mechanism has 2"),
        (RR + 'truth = "3/4"\nmessages = ["a", "a"]', "holds the message 'a' twice"),
        (RR + 'truth = "3/4"\nmessages = [0, 1]', 'write "0"'),
        (RR + 'truth = "3/4"\nk = 2', "unknown key 'k' in boxes.m"),
        (RR + 'truth = "3/4"\ncount = 0', "must be between 1 and"),
        (RR + 'truth = "3/4"\ncount = "2"', "must be an integer"),
        (RR + 'truth = "3/4"\nP1 = { a = "1" }', "has both mechanism and P1"),
        (K_ARY + 'epsilon = "ln(3)"', "needs k"),
        (K_ARY + 'k = 1\nepsilon = "ln(3)"', "must be between 2 and"),
        (K_ARY + "k = 3", "needs epsilon"),
        (
            K_ARY + 'k = 3\nepsilon = "ln(3)"\nmessages = ["a", "b"]',
            "holds 2 messages, but the mechanism has 3",
        ),
        (GEOMETRIC + 'epsilon = "ln(2)"\ntrue1 = 0\ntrue2 = 1', "needs values"),
        (GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [0]\ntrue1 = 0\ntrue2 = 1', "must be [lo, hi]"),
        (GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [1, 0]\ntrue1 = 0\ntrue2 = 1', "lo must be less than hi"),
        (GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [0, 99999]\ntrue1 = 0\ntrue2 = 1', "more than 1000 values"),
        (GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [0, 3]\ntrue1 = 0\ntrue2 = 4', "must be between 0 and 3"),
        (GEOMETRIC + 'epsilon = "ln(2)"\nvalues = [0, 3]\ntrue1 = 0', "needs true2"),
        (GEOMETRIC + "epsilon = 0\nvalues = [0, 3]\ntrue1 = 0\ntrue2 = 1", "has no distribution"),
        (
            EXPONENTIAL + "epsilon = 1\nscores1 = [1]\nscores2 = [1, 2]\nsensitivity = 1",
            "scores1 holds 1 scores",
        ),
        (EXPONENTIAL + "epsilon = 1\nscores1 = []\nscores2 = []\nsensitivity = 1", "holds 0 scores"),
        (EXPONENTIAL + "epsilon = 1\nscores1 = [1]\nscores2 = [1]\nsensitivity = 0", "must be positive"),
        (EXPONENTIAL + "epsilon = 1\nscores1 = [1]\nscores2 = [1]", "needs sensitivity"),
        (EXPONENTIAL + "epsilon = 1\nscores1 = [1.5]\nscores2 = [1]\nsensitivity = 1", "a float is rounded"),
        ('P1 = { a = "1" }\nP2 = { a = "1" }\nmessages = ["a"]', "messages belongs to a mechanism"),
    ],
)
def test_parameters_that_are_refused(text: str, message: str) -> None:
    assert message in message_of(text)


def test_copies() -> None:
    family = loads("[boxes.c]\n" + RR + 'truth = "3/4"\ncount = 3\n[boxes.d]\n' + RR + 'truth = "3/4"').family
    assert family is not None
    assert family.names == ("c#1", "c#2", "c#3", "d")
    assert loads("[boxes.c]\n" + RR + 'truth = "3/4"\ncount = 1').family.names == ("c#1",)  # type: ignore[union-attr]


def test_notices() -> None:
    assert "below 1/2" in loads("[boxes.c]\n" + RR + 'truth = "1/4"').notices[0]
    text = EXPONENTIAL + "epsilon = 1\nscores1 = [3, 0]\nscores2 = [0, 0]\nsensitivity = 2"
    assert "more than the sensitivity" in loads(f"[boxes.c]\n{text}").notices[0]


EPSILONS = st.sampled_from(["1/10", "1/3", "2", "ln(3)", "ln(11/10)", "ln(3)/2", "ln(5/4)/3"]).map(parse)


def check_sides(p1: tuple[Exact, ...], p2: tuple[Exact, ...]) -> Exact:
    """Both sum to exactly 1 and are positive; the largest ratio."""
    made = Box.create("m", {str(i): p for i, p in enumerate(p1)}, {str(i): p for i, p in enumerate(p2)})
    assert len(made.messages) == len(p1)
    return made.worst_message[2]


def at_most(ratio: Exact, bound: object) -> bool:
    return compare(to_expression(ratio), bound).order in (Order.BELOW, Order.EQUAL)  # type: ignore[arg-type]


@settings(max_examples=40, deadline=None)
@given(EPSILONS, st.integers(2, 5), st.integers(1, 5), st.data())
def test_every_mechanism_keeps_its_promise(epsilon, k, width, data) -> None:  # type: ignore[no-untyped-def]
    t = exp(epsilon)
    assert (
        compare(to_expression(check_sides(*randomized_response(truth_of(epsilon)))), t).order is Order.EQUAL
    )
    assert compare(to_expression(check_sides(*k_ary_randomized_response(k, epsilon))), t).order is Order.EQUAL
    true1, true2 = data.draw(st.integers(0, width)), data.draw(st.integers(0, width))
    ratio = check_sides(*truncated_geometric(epsilon, 0, width, true1, true2))
    assert compare(to_expression(ratio), exp(abs(true1 - true2) * epsilon)).order is Order.EQUAL
    scores = [data.draw(st.integers(0, 2)) for _ in range(k)]
    moved = [score + data.draw(st.integers(-1, 1)) for score in scores]
    sides = exponential_mechanism(epsilon, [number(s) for s in scores], [number(s) for s in moved], number(1))
    assert at_most(check_sides(*sides), t)
