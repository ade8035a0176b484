"""Dominance: randomised response against its swap dominates every (eps,0)-close pair of distributions.

With `t = e^eps`, `K0 = (t p - q)/(t - 1)` and `K1 = (t q - p)/(t - 1)` are distributions exactly when p and q
are (eps,0)-close, and `p = t/(1+t) K0 + 1/(1+t) K1`, `q = 1/(1+t) K0 + t/(1+t) K1`: a box is one random bit
sent through the channel that answers 0 by K0 and 1 by K1. Not in the source; rung 4 of the ladder.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lemmas.hypotheses import BOX
from lemmas.notation import P, Q, T, X
from lemmas.notation import channel as general_channel
from proofcheck.analysis.experiment import BoxSetting
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import at_most, below, equal, total
from proofcheck.logic.inequality import combined, inequality, weakest
from proofcheck.logic.judgement import Inequality, Judgement, Verdict
from proofcheck.logic.rules import Identity, combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.model import Box
from proofcheck.numbers import Exact, to_exact

Column = tuple[Exact, ...]


def channel(p: Column, q: Column, t: Exact) -> tuple[Column, Column]:
    """`K0` and `K1` for one close pair; t > 1."""
    k0 = tuple((t * a - b) / (t - 1) for a, b in zip(p, q, strict=True))
    k1 = tuple((t * b - a) / (t - 1) for a, b in zip(p, q, strict=True))
    return k0, k1


def check(evidence: Evidence[BoxSetting]) -> Iterator[Judgement]:
    """Judge that every box is randomised response sent through its channel; the channel is reported."""
    evidence.judgements("closeness")
    setting = evidence.setting
    t = to_exact(setting.exp_epsilon.value)
    for box in setting.family.boxes:
        if setting.no_privacy_loss:
            yield Judgement("dominance", "box", None, Verdict.VERIFIED, "exact", box=box.name, vacuous=True)
        elif t is None:
            reason = "e^eps lies outside the field in which the channel could be computed exactly"
            yield Judgement(
                "dominance", "box", None, Verdict.UNDECIDED, "exact", box=box.name, values={"reason": reason}
            )
        else:
            yield _judge(box, t)


def _judge(box: Box, t: Exact) -> Judgement:
    k0, k1 = channel(box.p1, box.p2, t)
    likely, unlikely = t / (1 + t), 1 / (1 + t)
    steps: list[Inequality] = []
    for name, column in (("K0", k0), ("K1", k1)):
        total: Exact = sum(column, Fraction(0))
        steps.append(inequality(f"sum of {name}", total, "=", "1", 1))
        steps += [
            inequality(f"{name} at {message!r}", value, ">=", "0", 0)
            for message, value in zip(box.messages, column, strict=True)
        ]
    for message, a, b, zero, one in zip(box.messages, box.p1, box.p2, k0, k1, strict=True):
        steps += [
            inequality(
                f"t/(1+t) K0 + 1/(1+t) K1 at {message!r}", likely * zero + unlikely * one, "=", "P1", a
            ),
            inequality(
                f"1/(1+t) K0 + t/(1+t) K1 at {message!r}", unlikely * zero + likely * one, "=", "P2", b
            ),
        ]
    verdict = combined(step.verdict for step in steps)
    return Judgement(
        "dominance",
        "box",
        None,
        verdict,
        weakest(step.method for step in steps),
        box=box.name,
        values={
            "K0": dict(zip(box.messages, k0, strict=True)),
            "K1": dict(zip(box.messages, k1, strict=True)),
        },
        witness=None if verdict is Verdict.VERIFIED else {"box": box.name},
        steps=tuple(steps),
    )


# The general derivation.
_K0, _K1 = general_channel(P, Q)

DERIVATION = Derivation(
    hypotheses=BOX,
    steps=(
        Step("t above 1", below(0, T - 1), special("exponential/t above 1")),
        Step("K0 >= 0", at_most(0, _K0), combination({"close, swapped": 1 / (T - 1)})),
        Step("K1 >= 0", at_most(0, _K1), combination({"close": 1 / (T - 1)})),
        Step(
            "sum of K0",
            equal(total(X, _K0), 1),
            combination({"sum of p": T / (T - 1), "sum of q": -1 / (T - 1)}),
        ),
        Step(
            "sum of K1",
            equal(total(X, _K1), 1),
            combination({"sum of q": T / (T - 1), "sum of p": -1 / (T - 1)}),
        ),
        Step("p", equal(T / (1 + T) * _K0 + 1 / (1 + T) * _K1, P), Identity()),
        Step("q", equal(1 / (1 + T) * _K0 + T / (1 + T) * _K1, Q), Identity()),
        Step(
            "close exactly when",
            equal((T - 1) * _K0, T * P - Q),
            Identity(),
            "so K0 >= 0 gives q <= t p back, and K1 >= 0 likewise p <= t q",
        ),
        Step("close exactly when, swapped", equal((T - 1) * _K1, T * Q - P), Identity()),
    ),
    concludes=(
        "K0 >= 0",
        "K1 >= 0",
        "sum of K0",
        "sum of K1",
        "p",
        "q",
        "close exactly when",
        "close exactly when, swapped",
    ),
)


STATEMENT = Statement(
    id="dominance",
    number="D",
    title="Randomised response dominates every box",
    formula="p = t/(1+t) K0 + 1/(1+t) K1,  q = 1/(1+t) K0 + t/(1+t) K1,  t = e^eps",
    words="A box says no more than one bit of randomised response, sent through a channel.",
    source="not in the source; it carries the theorem from given boxes to all boxes",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("closeness",),
    proof_uses=("closeness",),
    check=check,
    derivation=DERIVATION,
)
