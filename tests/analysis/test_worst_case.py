"""Rung 3 for the theorem: against all deterministic strategies, one by one."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from all_strategies import (
    families,
    fixed_laws,
    hockey_stick,
    laws,
    memoised_value,
    order_at,
    plain_boxes,
    random_law,
    swapped,
    tail,
    thresholds,
)
from proofcheck.analysis import worst_case
from proofcheck.analysis.decision_tree import Decision, enumerated_value, rules
from proofcheck.analysis.fixed_order import best_fixed
from proofcheck.analysis.kinds import Menu, StateBudgetError, WeightedBox, weighted
from proofcheck.analysis.scalars import UndecidedError
from proofcheck.numbers import ExpRatio, Order, Threshold, over_common_denominator, parse, to_exact

DIRECTIONS = ("P1->P2", "P2->P1")


def boxes_from(pairs):
    return [weighted(f"b{i}", box) for i, box in enumerate(pairs)]


def value(form, threshold):
    return form[0] - form[1] * threshold


def law_of(tree: Decision, boxes):
    """The law of a decision tree, walked history by history (independent of the package's own walk)."""
    by_name = dict(boxes)
    pending = [(tree, 1, 1)]
    law = []
    while pending:
        node, a, b = pending.pop()
        for message, p, q in by_name[node.box]:
            if node.after:
                pending.append((node.after[message], a * p, b * q))
            else:
                law.append((a * p, b * q))
    return law


@settings(max_examples=200, deadline=None)
@given(families())
def test_equals_the_best_of_all_deterministic_strategies(family):
    pairs, n = family
    solved = worst_case.solve(boxes_from(pairs), n)
    every = list(laws(plain_boxes(pairs), n))
    for threshold in thresholds(pairs, n):
        order = order_at(threshold)
        for direction in DIRECTIONS:
            wanted = max(
                hockey_stick(law if direction == "P1->P2" else swapped(law), threshold) for law in every
            )
            assert value(solved.form(order, direction), threshold) == wanted


@settings(max_examples=100, deadline=None)
@given(families(max_strategies=10**9), st.randoms(use_true_random=False))
def test_the_strategy_returned_attains_the_value_and_no_randomised_one_exceeds_it(family, rng):
    pairs, n = family
    boxes, plain = boxes_from(pairs), plain_boxes(pairs)
    solved = worst_case.solve(boxes, n)
    for threshold in rng.sample(thresholds(pairs, n), 3):
        order = order_at(threshold)
        for direction in DIRECTIONS:
            form = solved.form(order, direction)
            tree = solved.strategy(order, direction)
            law = law_of(tree, plain)
            law = law if direction == "P1->P2" else swapped(law)
            assert hockey_stick(law, threshold) == value(form, threshold)
            found = enumerated_value(tree, boxes, order, swapped=direction == "P2->P1")
            other_tail = sum(b for a, b in law if a > threshold * b)
            assert found == (tail(law, threshold), Fraction(other_tail, sum(b for _, b in law)))
            assert value(found, threshold) == value(form, threshold)
            other = random_law(rng, plain, n)
            other = other if direction == "P1->P2" else swapped(other)
            assert hockey_stick(other, threshold) <= value(form, threshold)


@settings(max_examples=60, deadline=None)
@given(families(max_strategies=10**9))
def test_rules_with_a_default_are_the_strategy(family):
    pairs, n = family
    names = [f"b{i}" for i in range(len(pairs))]
    for threshold in thresholds(pairs, n)[::3]:
        tree = worst_case.solve(boxes_from(pairs), n).strategy(order_at(threshold), "P1->P2")
        listed = dict(rules(tree, names))
        histories = dict(tree.histories())
        assert tree.count_histories() == len(histories)
        for history, box in histories.items():
            opened = {name for name, _ in history}
            assert box not in opened
            assert listed.get(history, next(name for name in names if name not in opened)) == box
        order = tree.fixed_order()
        steps = [{box for history, box in histories.items() if len(history) == k} for k in range(n)]
        assert (order is not None) == all(len(step) == 1 for step in steps)
        assert order is None or [{box} for box in order] == steps


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("threshold", [Fraction(1, 1000), Fraction(1000)])
def test_where_nothing_depends_on_the_choice_the_first_unopened_box_is_opened(threshold, direction):
    pairs = [((5, 4), (4, 5)), ((2, 1), (1, 2)), ((5, 4), (4, 5)), ((3, 2), (2, 3))]
    tree = worst_case.solve(boxes_from(pairs), 3).strategy(order_at(threshold), direction)
    assert tree.fixed_order() == ("b0", "b1", "b2")
    assert rules(tree, ["b0", "b1", "b2", "b3"]) == ()


@settings(max_examples=60, deadline=None)
@given(families())
def test_the_curve_is_continuous_convex_and_holds_at_its_own_breakpoints(family):
    pairs, n = family
    solved = worst_case.solve(boxes_from(pairs), n)
    for direction in DIRECTIONS:
        pieces = solved.curve(direction).pieces()
        assert (pieces[0].start, pieces[0].a, pieces[0].b) == (None, 1, 1)
        assert (pieces[-1].a, pieces[-1].b) == (0, 0)
        starts = [piece.start for piece in pieces[1:]]
        assert starts == sorted(set(starts))
        for left, right in pairwise(pieces):
            assert value((left.a, left.b), right.start) == value((right.a, right.b), right.start)
            assert left.b > right.b
            # A ratio equal to T is not in the bad set, so T itself belongs to the piece that starts there.
            assert solved.form(order_at(right.start), direction) == (right.a, right.b)


@settings(max_examples=40, deadline=None)
@given(families(max_strategies=10**9))
def test_exchanging_the_passwords_exchanges_the_directions(family):
    pairs, n = family
    one = worst_case.solve(boxes_from(pairs), n)
    other = worst_case.solve(boxes_from([tuple((q, p) for p, q in box) for box in pairs]), n)
    assert one.curve("P1->P2").pieces() == other.curve("P2->P1").pieces()
    assert one.curve("P2->P1").pieces() == other.curve("P1->P2").pieces()


@settings(max_examples=60, deadline=None)
@given(families())
def test_fixed_sets_against_all_subsets_and_with_all_boxes_nothing_is_left_to_choose(family):
    pairs, n = family
    boxes = boxes_from(pairs)
    fixed = best_fixed(boxes, n)
    every = list(fixed_laws(plain_boxes(pairs), n))
    for threshold in thresholds(pairs, n)[::2]:
        order = order_at(threshold)
        for direction in DIRECTIONS:
            wanted = max(
                hockey_stick(law if direction == "P1->P2" else swapped(law), threshold) for law in every
            )
            assert value(fixed.form(order, direction), threshold) == wanted
            names = fixed.boxes(order, direction)
            chosen = [box for box in plain_boxes(pairs) if box[0] in names]
            assert len(chosen) == len(names) == n
            (law,) = fixed_laws(chosen, n)
            assert hockey_stick(law if direction == "P1->P2" else swapped(law), threshold) == wanted
    everything = worst_case.solve(boxes, len(boxes))
    assert (
        everything.curve("P1->P2").pieces()
        == worst_case.curve(best_fixed(boxes, len(boxes)).chain, "P1->P2").pieces()
    )


def test_merging_kinds_and_messages_is_invisible():
    split = [((2, 1), (4, 2), (3, 6)), ((3, 6), (6, 3)), ((1, 2), (2, 1)), ((5, 4), (4, 5))]
    merged = [((2, 1), (1, 2)), ((2, 1), (1, 2)), ((2, 1), (1, 2)), ((5, 4), (4, 5))]
    one, other = (worst_case.solve(boxes_from(pairs), 3) for pairs in (split, merged))
    assert len(one.menu.kinds) == len(other.menu.kinds) == 2
    assert one.curve("P1->P2").pieces() == other.curve("P1->P2").pieces()
    tree = one.strategy(order_at(Fraction(3, 2)), "P1->P2")
    law = law_of(tree, plain_boxes(split))
    assert hockey_stick(law, Fraction(3, 2)) == value(
        one.form(order_at(Fraction(3, 2)), "P1->P2"), Fraction(3, 2)
    )


def random_pairs(rng, count, size, total):
    boxes = []
    while len(boxes) < count:
        columns = []
        for _ in range(2):
            cuts = sorted(rng.sample(range(1, total), size - 1))
            columns.append([b - a for a, b in pairwise([0, *cuts, total])])
        boxes.append(tuple(zip(*columns, strict=True)))
        total += 1
    return boxes


@pytest.mark.parametrize("seed", range(4))
def test_equals_the_memoised_recursion_on_larger_families(seed):
    rng = random.Random(seed)
    pairs = random_pairs(rng, 5, 3, rng.choice((12, 97, 1000)))
    pairs += pairs[:2]
    solved = worst_case.solve(boxes_from(pairs), 4)
    for threshold in (
        Fraction(1, 3),
        Fraction(1),
        Fraction(3, 2),
        Fraction(8),
        pairs[0][0][0] * Fraction(1, pairs[0][0][1]),
    ):
        assert value(solved.form(order_at(threshold), "P1->P2"), threshold) == memoised_value(
            pairs, 4, threshold
        )


@settings(max_examples=25, deadline=None)
@given(families(max_strategies=10**9))
def test_the_path_for_other_numbers_agrees_with_the_integer_path(family):
    pairs, n = family
    fast = worst_case.solve(boxes_from(pairs), n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Menu, "rational", property(lambda self: False))
        slow = worst_case.solve(boxes_from(pairs), n)
    for direction in DIRECTIONS:
        assert fast.curve(direction).pieces() == slow.curve(direction).pieces()


def exponential_box(name: str, epsilon: str) -> WeightedBox:
    """Randomised response at a rational epsilon: its probabilities are not rational."""
    truth = to_exact(parse(f"exp({epsilon})/(1+exp({epsilon}))"))
    (p, q), _ = over_common_denominator([truth, 1 - truth])
    return weighted(name, [(p, q), (q, p)])


def test_exponentials_of_rationals_are_exact():
    boxes = [exponential_box(f"b{i}", eps) for i, eps in enumerate(("1/2", "1/3", "1/2"))]
    solved = worst_case.solve(boxes, 2)
    assert (len(solved.menu.kinds), solved.menu.rational) == (2, False)
    # T equals the largest reachable ratio e^(1/2) e^(1/2): a tie, so nothing exceeds it.
    assert solved.form(Threshold(parse("exp(1)")).order, "P1->P2") == (0, 0)
    threshold = Threshold(parse("exp(9/10)"))
    a, b = solved.form(threshold.order, "P1->P2")
    assert isinstance(a, ExpRatio)
    assert a == to_exact(parse("exp(1)/(1+exp(1/2))^2"))
    assert b == to_exact(parse("1/(1+exp(1/2))^2"))
    tree = solved.strategy(threshold.order, "P1->P2")
    assert enumerated_value(tree, boxes, threshold.order) == (a, b)


def test_a_tie_of_the_threshold_with_a_reachable_ratio():
    # eps = ln(3/2), n = 2, delta' = exp(-1/4) gives eps' = 2 ln(3/2), so T = 9/4 exactly.
    threshold = Threshold(parse("exp(2*ln(3/2)*(3/2-1) + ln(3/2)*sqrt(4*(1/4)))"))
    assert threshold.exact == Fraction(9, 4)
    solved = worst_case.solve(boxes_from([((3, 2), (2, 3))] * 3), 2)
    assert solved.form(threshold.order, "P1->P2") == (0, 0)
    below = Threshold(parse("exp(2*ln(3/2)) - 10^-40"))
    assert solved.form(below.order, "P1->P2") == (Fraction(9, 25), Fraction(4, 25))


@pytest.mark.parametrize("n", [1, 30, 200])
def test_many_copies_of_randomised_response_give_the_binomial_hockey_stick(n):
    t, threshold = Fraction(5, 4), Fraction(3)
    solved = worst_case.solve(boxes_from([((5, 4), (4, 5))] * (n + 3)), n)
    wanted = (
        sum(comb(n, j) * max(t**j - threshold * t ** (n - j), Fraction(0)) for j in range(n + 1))
        / (1 + t) ** n
    )
    assert value(solved.form(order_at(threshold), "P1->P2"), threshold) == wanted
    assert solved.strategy(order_at(threshold), "P1->P2").fixed_order() == tuple(f"b{i}" for i in range(n))


class TestRefusals:
    pairs = random_pairs(random.Random(5), 6, 3, 50)

    def test_too_many_states_is_found_before_the_start(self):
        with pytest.raises(StateBudgetError) as refusal:
            worst_case.solve(boxes_from(self.pairs), 3, max_pieces=30)
        # C(6,0) + C(6,1) + C(6,2) + C(6,3) sets left; 3^k ratios for each set of k that were opened.
        assert (refusal.value.states, refusal.value.ratio_states) == (42, 1 + 18 + 135 + 540)
        assert "42 sets of boxes left" in str(refusal.value)

    def test_too_many_pieces_is_found_on_the_way(self):
        enough = worst_case.solve(boxes_from(self.pairs), 3)
        assert enough.states == 42
        with pytest.raises(StateBudgetError):
            worst_case.solve(boxes_from(self.pairs), 3, max_pieces=enough.pieces)

    def test_too_many_rules(self):
        tree = worst_case.solve(boxes_from(self.pairs), 3).strategy(order_at(Fraction(2)), "P1->P2")
        with pytest.raises(StateBudgetError, match="list of the strategy's rules"):
            rules(tree, [f"b{i}" for i in range(6)], max_histories=12)
        assert len(rules(tree, [f"b{i}" for i in range(6)], max_histories=13)) <= 13

    @pytest.mark.parametrize("n", [0, -1, 7])
    def test_openings_out_of_range(self, n):
        with pytest.raises(ValueError, match="not between 1 and the number of boxes, 6"):
            worst_case.solve(boxes_from(self.pairs), n)

    def test_boxes_that_are_none(self):
        with pytest.raises(ValueError, match="columns sum to 3 and 4"):
            weighted("x", [(1, 2), (2, 2)])
        with pytest.raises(ValueError, match="not positive"):
            weighted("x", [(0, 1), (2, 1)])
        with pytest.raises(ValueError, match="at least one"):
            weighted("x", [])
        with pytest.raises(ValueError, match="distinct names"):
            worst_case.solve([weighted("x", [(1, 1)]), weighted("x", [(1, 1)])], 1)

    def test_a_threshold_that_cannot_be_compared(self):
        solved = worst_case.solve(boxes_from(self.pairs), 2)
        with pytest.raises(UndecidedError, match="could not be compared"):
            solved.form(lambda num, den: Order.UNDECIDED, "P1->P2")
