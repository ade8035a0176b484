"""Rung 4 of the ladder: the lemma and the theorem for all families of (eps,0)-close boxes, at one n and eps.

Randomised response against its swap dominates every close pair: with `t = e^eps`,
`p = t/(1+t) K0 + 1/(1+t) K1` and `q = 1/(1+t) K0 + t/(1+t) K1` for the distributions
`K0 = (t p - q)/(t - 1)`, `K1 = (t q - p)/(t - 1)`. So n adaptive openings are a randomised function of n
independent bits, and their hockey-stick is at most that of the bits, which is a binomial sum. The event W is
not dominated in this way; the lemma is bounded by moments, `Pr1[W] <= e^(-lambda eps') M_lambda(RR)^n`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from lemmas import s11_bad_set_lemma as bad_set_lemma
from lemmas import s12_theorem as theorem
from proofcheck.analysis.experiment import Setting
from proofcheck.analysis.randomised_response import bad_set, upper_tails
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.inequality import inequality
from proofcheck.logic.judgement import DIRECTIONS, Judgement, Level, LinearForm, Value, Verdict
from proofcheck.numbers import (
    Exact,
    Expression,
    GaussianBound,
    Order,
    compare,
    exp,
    number,
    numerator_denominator,
    quotient,
    simplify,
    to_exact,
)

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check_lemma(evidence: Evidence[Setting]) -> Iterator[Judgement]:
    """Judge the moment bound at every delta'."""
    for delta in evidence.setting.instance.deltas or ():
        for level in _LEVELS:
            yield from _both_directions(_lemma(evidence.setting, level, delta))


def _lemma(setting: Setting, level: Level, delta: Expression) -> Judgement:
    known: dict[str, Value] = {"bound": simplify(delta)}
    if setting.no_privacy_loss:
        return Judgement(
            "bad-set-lemma", level, None, Verdict.VERIFIED, "exact", delta=delta, vacuous=True, values=known
        )
    n, epsilon = number(setting.n), setting.epsilon
    eps_prime = setting.instance.eps_prime(delta)
    exponent = (eps_prime - n * setting.beta) / (n * epsilon**2)
    if compare(exponent, 0).order is not Order.ABOVE:
        known["reason"] = "eps' is not above n beta, so Markov's inequality with this lambda says nothing"
        return Judgement("bad-set-lemma", level, None, Verdict.UNDECIDED, "bound", delta=delta, values=known)
    moments = exp(-exponent * eps_prime) * moment(epsilon, exponent) ** n
    step = inequality(
        "Pr[W] <= e^(-lambda eps') M_lambda(RR)^n", moments, "<=", "delta'", delta,
        "lambda = z/(n eps^2); for every family and every strategy",
    )  # fmt: skip
    # An upper bound above delta' refutes nothing.
    verdict = Verdict.VERIFIED if step.verdict is Verdict.VERIFIED else Verdict.UNDECIDED
    values = {"upper_bound": step.left, **known, "slack": step.slack}
    return Judgement(
        "bad-set-lemma", level, None, verdict, "bound", delta=delta, values=values, steps=(step,)
    )


def moment(epsilon: Expression, exponent: Expression) -> Expression:
    """`M_lambda(RR) = (t^(1+lambda) + t^(-lambda))/(1 + t)` for `t = e^eps`."""
    grown = exp((1 + exponent) * epsilon) + exp(-exponent * epsilon)
    return grown / (1 + exp(epsilon))


def check_theorem(evidence: Evidence[Setting]) -> Iterator[Judgement]:
    """Judge the hockey-stick of n-fold randomised response, at every delta' or at all of them."""
    setting = evidence.setting
    t = to_exact(exp(setting.epsilon))
    for level in _LEVELS:
        for delta in setting.instance.deltas or ():
            yield from _both_directions(_theorem(setting, level, delta, t))
        if setting.instance.deltas is None:
            yield from _both_directions(_theorem_for_all_delta(setting, level, t))


def _theorem(setting: Setting, level: Level, delta: Expression, t: Exact | None) -> Judgement:
    if t is None:
        return _outside_the_field(level, delta)
    threshold = setting.threshold(delta)
    try:
        bad = bad_set(setting.n, t, threshold)
    except ValueError as error:
        return Judgement(
            "theorem", level, None, Verdict.UNDECIDED, "exact", delta=delta, values={"reason": str(error)}
        )
    form = LinearForm(quotient(bad.one, bad.unit), quotient(bad.two, bad.unit), threshold.value)
    step = inequality(
        "max over boxes, A and S of Pr1[S] - e^(eps') Pr2[S]", form, "<=", "delta'", delta,
        "n-fold randomised response, which dominates",
    )  # fmt: skip
    return Judgement(
        "theorem",
        level,
        None,
        step.verdict,
        step.method,
        delta=delta,
        vacuous=bad.least > setting.n,
        values={"hockey_stick": step.left, "bound": simplify(delta), "slack": step.slack},
        witness=dominating_pair(t),
        steps=(step,),
    )


def _theorem_for_all_delta(setting: Setting, level: Level, t: Exact | None) -> Judgement:
    """One comparison per atom of randomised response beyond n beta bounds its W, hence its hockey-stick."""
    if t is None:
        return _outside_the_field(level, None)
    if setting.instance.bound is not None:
        return _theorem_by_own_bound(setting, level, t)
    if setting.no_privacy_loss:
        return Judgement("theorem", level, None, Verdict.VERIFIED, "exact", vacuous=True, values={"atoms": 0})
    n = setting.n
    bound = GaussianBound(number(n) * setting.beta, number(n) * setting.epsilon**2)
    tails = list(
        takewhile(
            lambda pair: bound.beyond_mean(*pair[0]),
            ((numerator_denominator(t ** (2 * tail.least - n)), tail) for tail in upper_tails(n, t)),
        )
    )
    tightest = bound.tightest((*ratio, tail.one, tail.unit) for ratio, tail in tails)
    if tightest is None:
        return Judgement(
            "theorem", level, None, Verdict.VERIFIED, "exact", vacuous=True, values={"atoms": 0},
            witness=dominating_pair(t),
        )  # fmt: skip
    ratio, tail = tails[tightest[0]]
    step = inequality(
        "Pr1[ratio >= s] of randomised response", tail.probability, "<=", "the delta' at which eps' = ln s",
        bound.at(*ratio), f"the tightest of {tightest[2]} atoms s > e^(n beta); it bounds the hockey-stick",
    )  # fmt: skip
    # The tail bounds the hockey-stick from above only.
    verdict = Verdict.VERIFIED if step.verdict is Verdict.VERIFIED else Verdict.UNDECIDED
    values: dict[str, Value] = {
        "atoms": tightest[2],
        "ratio": quotient(*ratio),
        "upper_bound": step.left,
        "bound": step.right,
        "slack": step.slack,
    }
    return Judgement(
        "theorem", level, None, verdict, step.method, values=values, witness=dominating_pair(t), steps=(step,)
    )


def _theorem_by_own_bound(setting: Setting, level: Level, t: Exact) -> Judgement:
    """The lemma of randomised response for all delta' bounds the hockey-stick, or names a delta' to try."""
    n = setting.n
    atoms = (
        (numerator_denominator(t ** (2 * tail.least - n)), tail.probability) for tail in upper_tails(n, t)
    )
    lemma = bad_set_lemma.own_bound_row(setting, level, "P1->P2", atoms)
    delta = (lemma.witness or {}).get("delta")
    if lemma.verdict is Verdict.REFUTED and isinstance(delta, Expression):
        row = _theorem(setting, level, delta, t)
        found = row.verdict if row.verdict is Verdict.REFUTED else Verdict.UNDECIDED
        return replace(row, verdict=found, delta=None, values={**row.values, "delta": delta})
    return replace(lemma, id="theorem", direction=None, witness=dominating_pair(t))


def dominating_pair(t: Exact) -> dict[str, Value]:
    """Randomised response and its swap, as the tables of a box."""
    likely, unlikely = t / (1 + t), 1 / (1 + t)
    return {"P1": {"0": likely, "1": unlikely}, "P2": {"0": unlikely, "1": likely}}


def _outside_the_field(level: Level, delta: Expression | None) -> Judgement:
    reason = "e^eps is not in the field of the probabilities, so its binomial sums are not exact"
    return Judgement(
        "theorem", level, None, Verdict.UNDECIDED, "exact", delta=delta, values={"reason": reason}
    )


def _both_directions(row: Judgement) -> Iterator[Judgement]:
    """Randomised response and its swap change places when the passwords do: both directions are alike."""
    for direction in DIRECTIONS:
        yield replace(row, direction=direction)


LEMMA = replace(bad_set_lemma.STATEMENT, check=check_lemma, uses=(), proof_uses=())
THEOREM = replace(theorem.STATEMENT, check=check_theorem, uses=(), proof_uses=())
