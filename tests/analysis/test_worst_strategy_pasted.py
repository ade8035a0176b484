"""The worst strategy of an instance file, pasted into that file, reproduces the value exactly."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from brute_force import BruteForce
from proofcheck.analysis import worst_case
from proofcheck.analysis.decision_tree import rules
from proofcheck.analysis.kinds import boxes_of
from proofcheck.analysis.worst_tail import solve_tail
from proofcheck.model import loads
from proofcheck.numbers import Order, Threshold, numerator_denominator, parse

RATIONAL = """
epsilon = "auto"
delta = "1/2"
[boxes.quiet]
P1 = { "yes" = "11/21", "no" = "10/21" }
P2 = { "yes" = "10/21", "no" = "11/21" }
[boxes.loud]
P1 = { "red" = "1/2", "green" = "1/4", "blue" = "1/4" }
P2 = { "red" = "1/4", "green" = "1/4", "blue" = "1/2" }
[boxes.split]
P1 = { "a" = "1/3", "b" = "1/3", "c" = "1/3" }
P2 = { "a" = "1/6", "b" = "1/6", "c" = "2/3" }
[boxes.copy]
mechanism = "randomized-response"
truth = "2/3"
count = 2
"""

EXPONENTIAL = """
epsilon = "auto"
delta = "1/2"
[boxes.coin]
mechanism = "randomized-response"
epsilon = "1/2"
count = 2
[boxes.skew]
P1 = { "0" = "exp(1/3)/(1+exp(1/3))", "1" = "1/(1+exp(1/3))" }
P2 = { "0" = "1/2", "1" = "1/2" }
"""


def pasted(text, n, tree):
    """The file with n and the strategy in it."""
    family = loads(f"n = {n}\n{text}").family
    lines = [f"n = {n}", text, "[strategy]", 'kind = "rules"']
    for history, box in rules(tree, family.names):
        lines += ["[[strategy.rules]]", f"history = {json.dumps(history)}", f"choose = {json.dumps(box)}"]
    lines += ["[[strategy.rules]]", 'choose = "first-unopened"']
    return loads("\n".join(lines))


def bad_set_of(tree, text, n, threshold, direction):
    """`(Pr1[W], Pr2[W])` of the pasted strategy, every history on its own."""
    law = BruteForce.of(pasted(text, n, tree)).law("histories", direction)
    total1, total2 = Fraction(0), Fraction(0)
    for a, b in law.values():
        if threshold.order(*numerator_denominator(a / b)) is Order.ABOVE:
            total1, total2 = total1 + a, total2 + b
    return total1, total2


@pytest.mark.parametrize("direction", ["P1->P2", "P2->P1"])
@pytest.mark.parametrize(
    ("text", "n", "threshold"),
    [(RATIONAL, n, t) for n in (1, 2, 3) for t in ("21/20", "exp(1/3)", "2", "4")]
    + [(EXPONENTIAL, 2, t) for t in ("6/5", "exp(1/2)", "exp(1)", "exp(5/6)-1/1000")],
)
def test_pasting_reproduces_the_value(text, n, threshold, direction):
    boxes = boxes_of(loads(f"n = {n}\n{text}").family)
    at = Threshold(parse(threshold))
    solved = worst_case.solve(boxes, n)
    form = solved.form(at.order, direction)
    assert bad_set_of(solved.strategy(at.order, direction), text, n, at, direction) == form
    tail = solve_tail(boxes, n, direction, threshold=at.order)
    reached, _ = bad_set_of(tail.strategy(at.order), text, n, at, direction)
    assert reached == tail.probability(at.order) >= form[0]


def test_alike_boxes_are_one_kind_whatever_their_names_and_messages():
    boxes = boxes_of(loads(f"n = 1\n{RATIONAL}").family)
    found = worst_case.solve(boxes, 1).menu
    assert [[boxes[i].name for i in kind.boxes] for kind in found.kinds] == [
        ["quiet"],
        ["loud"],
        ["split", "copy#1", "copy#2"],
    ]
