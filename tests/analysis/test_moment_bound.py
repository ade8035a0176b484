"""The moment bound on the bad set of the outputs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import prod

import pytest

from proofcheck.analysis.kinds import weighted
from proofcheck.analysis.moments import moment, output_tail_bound, suitable_exponent
from proofcheck.analysis.worst_tail import solve_tail
from proofcheck.numbers import Order, Threshold, compare, exp, ln, number, parse

DIRECTIONS = ("P1->P2", "P2->P1")


def boxes_from(pairs):
    return [weighted(f"b{i}", box) for i, box in enumerate(pairs)]


class TestMomentBound:
    """E5 of the mathematics: forgetting raises the probability of the bad set above what histories allow."""

    boxes = boxes_from([((11, 10), (10, 11)), ((27, 25), (20, 22))])
    epsilon = ln(number(Fraction(11, 10)))

    def eps_prime(self, n, delta):
        return parse(f"{n}*ln(11/10)*(11/10-1) + ln(11/10)*sqrt({2 * n}*ln(1/({delta})))")

    def test_histories_and_outputs_of_the_forgetting_example(self):
        eps_prime = self.eps_prime(1, "3/4")
        order = Threshold(exp(eps_prime)).order
        worst = solve_tail(self.boxes, 1, "P1->P2", threshold=order).probability(order)
        assert worst == Fraction(11, 21)
        on_outputs = Fraction(542, 987)  # of the strategy that opens either box with probability 1/2
        assert on_outputs > worst
        exponent = suitable_exponent(1, self.epsilon, eps_prime)
        bound = output_tail_bound(self.boxes, 1, eps_prime, exponent, "P1->P2")
        assert compare(bound, on_outputs).order is Order.ABOVE
        assert compare(bound, Fraction(3, 4)).order is Order.BELOW

    @pytest.mark.parametrize("direction", DIRECTIONS)
    def test_it_is_the_product_of_the_largest_moments(self, direction):
        pairs = [((5, 3), (3, 5)), ((6, 2), (2, 6)), ((4, 3), (4, 5)), ((5, 3), (3, 5))]
        exponent, eps_prime = number(Fraction(3, 7)), number(Fraction(1, 5))
        boxes = boxes_from(pairs)
        bound = output_tail_bound(boxes, 3, eps_prime, exponent, direction)
        moments = [moment(box, exponent, direction) for box in boxes]
        products = [
            exp(-exponent * eps_prime) * prod(chosen, start=number(1)) for chosen in combinations(moments, 3)
        ]
        assert all(compare(bound, each).order in (Order.ABOVE, Order.EQUAL) for each in products)
        assert any(compare(bound, each).order is Order.EQUAL for each in products)

    def test_the_moment_of_one_box(self):
        box = weighted("b", [(2, 1), (1, 2)])
        assert (
            compare(moment(box, number(2), "P1->P2"), Fraction(2, 3) * 4 + Fraction(1, 3) / 4).order
            is Order.EQUAL
        )
        skew = weighted("b", [(3, 1), (3, 5)])
        assert (
            compare(moment(skew, number(1), "P1->P2"), Fraction(3, 2) + Fraction(3, 10)).order is Order.EQUAL
        )
        assert (
            compare(moment(skew, number(1), "P2->P1"), Fraction(1, 18) + Fraction(25, 18)).order
            is Order.EQUAL
        )

    def test_it_covers_the_worst_strategy_on_histories(self):
        pairs = [((11, 10), (10, 11))] * 3 + [((27, 25), (20, 22))] * 3
        for n, delta in ((2, "1/2"), (4, "1/4"), (6, "1/10")):
            eps_prime = self.eps_prime(n, delta)
            order = Threshold(exp(eps_prime)).order
            exponent = suitable_exponent(n, self.epsilon, eps_prime)
            for direction in DIRECTIONS:
                bound = output_tail_bound(boxes_from(pairs), n, eps_prime, exponent, direction)
                worst = solve_tail(boxes_from(pairs), n, direction, threshold=order).probability(order)
                assert compare(bound, worst).order is Order.ABOVE
                assert compare(bound, parse(delta)).order is Order.BELOW

    @pytest.mark.parametrize("exponent", [Fraction(0), Fraction(-1)])
    def test_an_exponent_that_is_not_positive(self, exponent):
        with pytest.raises(ValueError, match="positive exponent"):
            output_tail_bound(self.boxes, 1, number(1), number(exponent), "P1->P2")
        with pytest.raises(ValueError, match="not between 1"):
            output_tail_bound(self.boxes, 3, number(1), number(1), "P1->P2")
