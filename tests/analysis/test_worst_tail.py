"""Rung 3 for the lemma on histories, fixed sets, keys of ratios, and the moment bound on outputs."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from all_strategies import (
    families,
    fixed_laws,
    laws,
    order_at,
    plain_boxes,
    random_law,
    swapped,
    tail,
    thresholds,
)
from proofcheck.analysis.decision_tree import enumerated_value
from proofcheck.analysis.fixed_order import best_fixed_tail
from proofcheck.analysis.kinds import Menu, StateBudgetError, menu, weighted
from proofcheck.analysis.ratio_keys import RatioKeys, rational_bracket
from proofcheck.analysis.worst_tail import solve_tail
from proofcheck.numbers import (
    Threshold,
    over_common_denominator,
    parse,
    to_exact,
)

DIRECTIONS = ("P1->P2", "P2->P1")


def boxes_from(pairs):
    return [weighted(f"b{i}", box) for i, box in enumerate(pairs)]


@settings(max_examples=200, deadline=None)
@given(families())
def test_equals_the_best_of_all_deterministic_strategies(family):
    pairs, n = family
    every = list(laws(plain_boxes(pairs), n))
    for direction in DIRECTIONS:
        for_all = solve_tail(boxes_from(pairs), n, direction)
        for threshold in thresholds(pairs, n):
            order = order_at(threshold)
            wanted = max(tail(law if direction == "P1->P2" else swapped(law), threshold) for law in every)
            assert for_all.probability(order) == wanted
            for_one = solve_tail(boxes_from(pairs), n, direction, threshold=order)
            assert for_one.probability(order) == wanted
            assert for_one.pieces <= for_all.pieces


@settings(max_examples=100, deadline=None)
@given(families(max_strategies=10**9), st.randoms(use_true_random=False))
def test_the_strategy_returned_attains_the_value_and_no_randomised_one_exceeds_it(family, rng):
    pairs, n = family
    boxes, plain = boxes_from(pairs), plain_boxes(pairs)
    for direction in DIRECTIONS:
        for_all = solve_tail(boxes, n, direction)
        for threshold in rng.sample(thresholds(pairs, n), 3):
            order = order_at(threshold)
            for solved in (for_all, solve_tail(boxes, n, direction, threshold=order)):
                tree = solved.strategy(order)
                reached, _ = enumerated_value(tree, boxes, order, swapped=direction == "P2->P1")
                assert reached == solved.probability(order)
            other = random_law(rng, plain, n)
            other = other if direction == "P1->P2" else swapped(other)
            assert tail(other, threshold) <= for_all.probability(order)


@settings(max_examples=60, deadline=None)
@given(families())
def test_the_staircase_is_the_worst_tail_of_every_threshold(family):
    pairs, n = family
    every = list(laws(plain_boxes(pairs), n))
    for direction in DIRECTIONS:
        solved = solve_tail(boxes_from(pairs), n, direction)
        steps = solved.staircase()
        for left, right in pairwise(steps):
            assert left.ratio > right.ratio and left.probability < right.probability
        assert steps[-1].probability == 1
        for threshold in thresholds(pairs, n):
            law_at = [law if direction == "P1->P2" else swapped(law) for law in every]
            wanted = max(tail(law, threshold) for law in law_at)
            above = [step.probability for step in steps if step.ratio > threshold]
            assert (above[-1] if above else 0) == wanted
        for step in steps:  # "at least" the ratio: just below it
            wanted = max(tail(law, step.ratio * Fraction(10**12 - 1, 10**12)) for law in law_at)
            assert step.probability == wanted


@settings(max_examples=25, deadline=None)
@given(families(max_strategies=10**9))
def test_the_path_for_other_numbers_agrees_with_the_integer_path(family):
    pairs, n = family
    fast = solve_tail(boxes_from(pairs), n, "P1->P2")
    order = order_at(thresholds(pairs, n)[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Menu, "rational", property(lambda self: False))
        slow = solve_tail(boxes_from(pairs), n, "P1->P2")
        narrow = solve_tail(boxes_from(pairs), n, "P1->P2", threshold=order)
        assert fast.staircase() == slow.staircase()
        assert narrow.probability(order) == fast.probability(order)


@settings(max_examples=60, deadline=None)
@given(families())
def test_fixed_sets_against_all_subsets(family):
    pairs, n = family
    boxes = boxes_from(pairs)
    for threshold in thresholds(pairs, n)[::2]:
        for direction in DIRECTIONS:
            every = {
                tuple(names): law if direction == "P1->P2" else swapped(law)
                for names, law in zip(
                    combinations([box.name for box in boxes], n),
                    fixed_laws(plain_boxes(pairs), n),
                    strict=True,
                )
            }
            found = best_fixed_tail(boxes, n, order_at(threshold), direction)
            assert found.probability == max(tail(law, threshold) for law in every.values())
            assert tail(every[found.boxes], threshold) == found.probability


def test_adaptivity_is_worth_something_on_the_tail():
    rng = random.Random(3)
    pairs = [((a, b), (b, a)) for a, b in [(11, 10), (5, 4), (3, 2)]] + [((2, 1), (7, 8)), ((9, 8), (1, 2))]
    threshold = Fraction(13, 10)
    solved = solve_tail(boxes_from(pairs), 3, "P1->P2", threshold=order_at(threshold))
    fixed = best_fixed_tail(boxes_from(pairs), 3, order_at(threshold), "P1->P2")
    assert solved.probability(order_at(threshold)) > fixed.probability
    assert all(
        tail(random_law(rng, plain_boxes(pairs), 3), threshold) <= solved.probability(order_at(threshold))
        for _ in range(20)
    )


def test_exponentials_of_rationals_and_a_tie():
    truth = to_exact(parse("exp(1/2)/(1+exp(1/2))"))
    (p, q), _ = over_common_denominator([truth, 1 - truth])
    boxes = [weighted(f"b{i}", [(p, q), (q, p)]) for i in range(3)]
    for text, wanted in (
        ("exp(1)", Fraction(0)),  # T is the largest reachable ratio: not in the bad set
        ("exp(1)-10^-30", truth**2),
        ("1", truth**2),  # ratio 1 is a tie too
        ("1-10^-30", 1 - (1 - truth) ** 2),
        ("exp(-1)", 1 - (1 - truth) ** 2),
        ("exp(-2)", Fraction(1)),
    ):
        order = Threshold(parse(text)).order
        assert solve_tail(boxes, 2, "P1->P2").probability(order) == wanted
        narrow = solve_tail(boxes, 2, "P1->P2", threshold=order)
        assert narrow.probability(order) == wanted
        assert enumerated_value(narrow.strategy(order), boxes, order)[0] == wanted
        assert best_fixed_tail(boxes, 2, order, "P2->P1").probability == wanted


def test_refusals():
    boxes = boxes_from([((3, 5), (5, 1), (2, 4)), ((1, 4), (6, 3), (2, 2)), ((1, 2), (2, 1))])
    with pytest.raises(StateBudgetError, match="sets of boxes left"):
        solve_tail(boxes, 2, "P1->P2", max_pieces=2)
    with pytest.raises(StateBudgetError, match="the best fixed set of boxes"):
        best_fixed_tail(boxes, 2, order_at(Fraction(1)), "P1->P2", max_pieces=2)
    with pytest.raises(ValueError, match="not between 1"):
        solve_tail(boxes, 0, "P1->P2")
    with pytest.raises(ValueError, match="no staircase"):
        solve_tail(boxes, 1, "P1->P2", threshold=order_at(Fraction(1))).staircase()


def test_keys_are_a_faithful_additive_picture_of_the_ratios():
    near = [(10**9 + k, 10**9 + k + 1) for k in range(4)]  # ratios 1e-18 apart
    pairs = [(*near, *((q, p) for p, q in near)), ((4, 2), (2, 1), (1, 4)), ((8, 27), (27, 8), (6, 6))]
    kinds = menu(boxes_from(pairs)).kinds
    keys = RatioKeys(kinds, 3, rational=True)
    ratios: dict[Fraction, int] = {}
    for choice in product(*(range(len(kind.pairs)) for kind in kinds)):
        ratio = prod(Fraction(*kind.pairs[i]) for kind, i in zip(kinds, choice, strict=True))
        key = sum(shifts[i] for shifts, i in zip(keys.shifts, choice, strict=True))
        assert ratios.setdefault(ratio, key) == key
    ranked = sorted(ratios)
    assert [ratios[ratio] for ratio in ranked] == sorted(set(ratios.values()))
    for ratio in ranked:
        low, high = keys.around(ratio)
        assert low < ratios[ratio] < high
        assert Fraction(1, 1 << keys.spread) <= ratio <= 1 << keys.spread
        apart = [other for other in ranked if abs(other / ratio - 1) > Fraction(1, 10**15)]
        assert all(ratios[other] > high for other in apart if other > ratio)
        assert all(ratios[other] < low for other in apart if other < ratio)


@pytest.mark.parametrize(
    "threshold", [Fraction(1), Fraction(7, 5), Fraction(1, 3), Fraction(2**20), Fraction(1, 2**20)]
)
def test_the_bracket_of_a_threshold(threshold):
    low, high = rational_bracket(order_at(threshold), 30)
    assert low <= threshold < high <= low * (1 + Fraction(1, 2**30))
    # Thresholds beyond all ratios: an interval beyond them is as good, and found without endless doubling.
    for far in (Fraction(2**900), Fraction(1, 2**900)):
        order = Mock(side_effect=order_at(far))
        low, high = rational_bracket(order, 30)
        assert order.call_count < 100
        assert low >= 2**30 if far > 1 else high <= Fraction(1, 2**30)
        assert high / low <= 2
