"""What the derivations start from: the model (definitions 1 to 11 of the source) and closeness."""

from __future__ import annotations

from lemmas.notation import (
    BOX1,
    BOX2,
    CHOICE,
    DELTA,
    EPS,
    OUT1,
    OUT2,
    PR1,
    PR2,
    SEEN,
    XI,
    H,
    I,
    N,
    P,
    Q,
    X,
    Y,
)
from proofcheck.logic.derivation import Hypothesis
from proofcheck.logic.formula import at_most, below, equal, total
from proofcheck.numbers import exp

# One box.
SUM_P = Hypothesis("sum of p", equal(total(X, P), 1), "p is a distribution")
SUM_Q = Hypothesis("sum of q", equal(total(X, Q), 1), "q is a distribution")
CLOSE = Hypothesis("close", at_most(P, exp(EPS) * Q), "the box is (eps, 0)-close", "closeness")
CLOSE_SWAPPED = Hypothesis("close, swapped", at_most(Q, exp(EPS) * P), "and swapped", "closeness")
BOX = (SUM_P, SUM_Q, CLOSE, CLOSE_SWAPPED)

# All boxes and the strategy.
CHOICES = Hypothesis("choices", equal(total(I, CHOICE), 1), "the strategy's choice is a distribution")
ANSWERS1 = Hypothesis("answers, P1", equal(total(XI, BOX1), 1), "a box's answer is a distribution under P1")
ANSWERS2 = Hypothesis("answers, P2", equal(total(XI, BOX2), 1), "and under P2")
BOXES_CLOSE = Hypothesis("close", at_most(BOX1, exp(EPS) * BOX2), "every box is (eps, 0)-close", "closeness")
BOXES_CLOSE_SWAPPED = Hypothesis("close, swapped", at_most(BOX2, exp(EPS) * BOX1), "and swapped", "closeness")
OPENING = (CHOICES, ANSWERS1, ANSWERS2, BOXES_CLOSE, BOXES_CLOSE_SWAPPED)

SOME = Hypothesis("some opening", below(0, N), "at least one box is opened")
SMALL = Hypothesis("delta' below 1", below(DELTA, 1), "delta' lies in (0, 1)")

# Outputs.
MESSAGES = Hypothesis("messages", equal(total(Y, SEEN), 1), "a history shows one output")
SEEN1 = Hypothesis(
    "output, P1", equal(OUT1, total(H, SEEN * PR1)), "an output sums the histories that show it", "outputs"
)
SEEN2 = Hypothesis("output, P2", equal(OUT2, total(H, SEEN * PR2)), "and under P2", "outputs")
OUTPUTS = (MESSAGES, SEEN1, SEEN2)
