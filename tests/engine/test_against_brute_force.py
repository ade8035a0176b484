"""The engine against the slow twin, on random instances: every number that `check` reports."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from brute_force import DIGITS, TIE, BruteForce, Law, evaluate, to_real
from lemmas import PROOF
from proofcheck.engine import run
from proofcheck.logic.judgement import Approximate, Judgement, LinearForm, Verdict
from proofcheck.logic.result import Result
from proofcheck.model import Box, Family, FixedStrategy, Instance
from proofcheck.numbers import Expression, ln, number, parse, to_expression
from random_instances import instances

LEVELS, DIRECTIONS = ("histories", "outputs"), ("P1->P2", "P2->P1")

# PROOFCHECK_EXAMPLES is set by the mutation script: fewer instances, the same ones each time, and no search
# for the smallest one that fails.
FEW = os.environ.get("PROOFCHECK_EXAMPLES")
EXAMPLES = int(FEW or 500)
PHASES = (Phase.explicit, Phase.generate) if FEW else tuple(Phase)

# Small n has a bad set only for delta' near 1; the exponential makes exact ties possible.
DELTAS = tuple(parse(text) for text in ("1/2", "3/4", "9/10", "99/100", "exp(-1/4)", "exp(-1/50)"))


@st.composite
def cases(draw: st.DrawFn) -> Instance:
    """A random instance; eps sometimes too large, delta' often near 1, left out, or with events."""
    drawn = draw(instances())
    assert drawn.family is not None and drawn.epsilon is not None
    kind = draw(st.sampled_from(("all events", "all events", "all events", "events", "all delta")))
    epsilon: Expression = drawn.epsilon
    if draw(st.integers(0, 3)) == 0:
        epsilon = ln(to_expression(drawn.family.largest_ratio() * Fraction(21, 20)))
    if kind == "all delta":
        return replace(drawn, epsilon=epsilon, deltas=None)
    deltas = draw(st.lists(st.sampled_from(DELTAS), min_size=1, max_size=2, unique=True))
    events = None
    if kind == "events":
        messages = sorted(drawn.family.messages)
        vectors = list(product(messages, repeat=drawn.effective_n or 1))
        event = st.frozensets(st.sampled_from(vectors), max_size=5)
        events = tuple(draw(st.lists(event, min_size=1, max_size=2)))
    return replace(drawn, epsilon=epsilon, deltas=tuple(deltas), events=events)


@settings(max_examples=EXAMPLES, deadline=None, derandomize=bool(FEW), phases=PHASES)
@given(cases())
def test_every_reported_number_agrees_with_plain_enumeration(instance: Instance) -> None:
    twin = BruteForce.of(instance)
    result = run(instance, PROOF)
    check_boxes(result, twin)
    check_tree(result, twin)
    check_steps(result, twin)
    check_substitution(result, twin)
    for level, direction in product(LEVELS, DIRECTIONS):
        check_azuma(result, twin, level, direction)
        if instance.deltas is None:
            check_all_deltas(result, twin, level, direction)
        for delta in instance.deltas or ():
            check_lemma(result, twin, level, direction, delta)
            if instance.events is None:
                check_theorem(result, twin, level, direction, delta)
            else:
                check_events(result, twin, level, direction, delta)
    check_conclusion(result)


def rows(result: Result, id: str, level: str, direction: str | None, delta: Any = None) -> list[Judgement]:
    return [
        row
        for row in result.judgements
        if (row.id, row.level, row.direction, row.delta) == (id, level, direction, delta)
    ]


def real(value: Any) -> mpmath.mpf:
    """A reported value to 60 digits."""
    if isinstance(value, Approximate):
        value = value.value
    if isinstance(value, LinearForm):
        value = to_expression(value.a) - to_expression(value.b) * value.threshold
    return evaluate(str(value))


def close(value: Any, expected: mpmath.mpf) -> bool:
    with mpmath.workdps(DIGITS):
        return bool(abs(real(value) - expected) < mpmath.mpf(10) ** -45)


def at_most(left: mpmath.mpf, right: mpmath.mpf) -> Verdict:
    with mpmath.workdps(DIGITS):
        return Verdict.VERIFIED if left <= right + TIE else Verdict.REFUTED


def total(law: Law) -> tuple[Fraction, Fraction]:
    return sum((a for a, _ in law.values()), Fraction(0)), sum((b for _, b in law.values()), Fraction(0))


def check_boxes(result: Result, twin: BruteForce) -> None:
    with mpmath.workdps(DIGITS):
        beta = twin.beta
        for box in twin.instance.family or ():
            for direction in DIRECTIONS:
                p, q = (box.p1, box.p2) if direction == "P1->P2" else (box.p2, box.p1)
                (close_row,) = (r for r in rows(result, "closeness", "box", direction) if r.box == box.name)
                assert close_row.values["ratio"] == max(a / b for a, b in zip(p, q, strict=True))
                assert close_row.verdict is Verdict.VERIFIED
                (fact,) = (r for r in rows(result, "fact-1", "box", direction) if r.box == box.name)
                losses = [to_real(a) * mpmath.log(to_real(a / b)) for a, b in zip(p, q, strict=True)]
                assert close(fact.values["mean"], sum(losses, mpmath.mpf(0)))
                assert close(fact.values["bound"], beta)
                assert fact.verdict is Verdict.VERIFIED
                symmetric = sum(
                    (to_real(a - b) * mpmath.log(to_real(a / b)) for a, b in zip(p, q, strict=True)),
                    mpmath.mpf(0),
                )
                (last,) = (step for step in fact.steps if step.note == "the last link")
                assert close(last.left, symmetric)


def check_tree(result: Result, twin: BruteForce) -> None:
    assert {row.x: (row.p1, row.p2) for row in result.outputs or ()} == twin.outputs(twin.n)
    (chain,) = rows(result, "chain-rule", "histories", None)
    assert chain.verdict is Verdict.VERIFIED
    assert chain.values["histories"] == len(twin.histories[-1])
    (outputs,) = rows(result, "outputs", "outputs", None)
    assert outputs.values["outputs"] == len(twin.outputs(twin.n))
    assert rows(result, "support", "outputs", None)[0].verdict is Verdict.VERIFIED
    gap = twin.output_gap()
    for direction in DIRECTIONS:
        (on_histories,) = rows(result, "ratio", "histories", direction)
        (on_outputs,) = rows(result, "ratio", "outputs", direction)
        assert on_histories.verdict is Verdict.VERIFIED
        assert on_outputs.verdict is (Verdict.VERIFIED if gap is None else Verdict.REFUTED)
        if gap is not None:
            witness: Any = on_outputs.witness
            x, (one, two) = witness["x"], witness["index_sequences"]
            assert len(x) == gap
            first, second = (twin.histories[gap][tuple(zip(boxes, x, strict=True))] for boxes in (one, two))
            assert first[0] * second[1] != second[0] * first[1]


def check_steps(result: Result, twin: BruteForce) -> None:
    with mpmath.workdps(DIGITS):
        epsilon, beta = twin.epsilon, twin.beta
        for level in LEVELS:
            largest = twin.largest_step(level)
            loss = mpmath.log(to_real(largest))
            for direction in DIRECTIONS:
                (row,) = rows(result, "bounded-loss", level, direction)
                assert close(row.values["largest"], loss)
                assert row.verdict is at_most(loss, epsilon)
                if row.verdict is Verdict.REFUTED:
                    check_step_witness(twin, level, row.witness, largest)
                (row,) = rows(result, "conditional-mean", level, direction)
                mean = twin.largest_mean(level, direction)
                assert close(row.values["mean"], mean)
                assert row.verdict is at_most(mean, beta)
                if level == "histories":
                    given_losses = row.steps[1]
                    expected = mean if given_losses.note else twin.largest_mean_given_losses(direction)
                    assert close(given_losses.left, expected)
                    assert mpmath.mpf(0) <= expected <= mean + TIE


def check_step_witness(twin: BruteForce, level: str, witness: Any, largest: Fraction) -> None:
    point = witness["history"] if level == "histories" else witness["x"]
    k = len(point)
    after, before = (twin.law(level, "P1->P2", j)[point[:j]] for j in (k, k - 1))
    ratio = (after[0] / before[0]) / (after[1] / before[1])
    assert max(ratio, 1 / ratio) == largest


def check_substitution(result: Result, twin: BruteForce) -> None:
    for delta in twin.instance.deltas or ():
        (row,) = rows(result, "substitution", "box", None, delta)
        assert row.verdict is Verdict.VERIFIED
        with mpmath.workdps(DIGITS):
            assert close(row.values["reached"], mpmath.log(twin.threshold(delta)))
            assert close(row.values["bound"], mpmath.log(twin.threshold(delta)))


def check_azuma(result: Result, twin: BruteForce, level: str, direction: str) -> None:
    (row,) = rows(result, "azuma", level, direction)
    hypotheses = [
        rows(result, id, level, direction)[0] for id in ("ratio", "bounded-loss", "conditional-mean")
    ]
    failing = tuple(h.id for h in hypotheses if h.verdict is Verdict.REFUTED)
    if failing:
        assert row.verdict is Verdict.INAPPLICABLE
        assert row.values["failing_hypotheses"] == failing
        return
    assert row.verdict is Verdict.VERIFIED
    check_tightest(row, twin, level, direction)


def check_tightest(row: Judgement, twin: BruteForce, level: str, direction: str) -> None:
    atoms = {} if twin.epsilon == 0 else twin.tails_against_bounds(level, direction)
    assert row.values["atoms"] == len(atoms)
    assert row.vacuous == (not atoms)
    if atoms:
        ratio: Any = row.values["ratio"]
        with mpmath.workdps(DIGITS):
            tail, bound = atoms[ratio]
            assert close(row.values["probability"], tail)
            assert close(row.values["bound"], bound)
            assert close(row.values["slack"], bound - tail)
            assert all(a / b <= tail / bound + TIE for a, b in atoms.values())


def check_all_deltas(result: Result, twin: BruteForce, level: str, direction: str) -> None:
    (lemma,) = rows(result, "bad-set-lemma", level, direction)
    assert lemma.verdict is Verdict.VERIFIED
    check_tightest(lemma, twin, level, direction)
    (theorem,) = rows(result, "theorem", level, direction)
    assert theorem.verdict is Verdict.VERIFIED
    assert theorem.vacuous == lemma.vacuous
    if not theorem.vacuous:
        ratio: Any = theorem.values["ratio"]
        assert ratio == lemma.values["ratio"]
        a, b = twin.tails(level, direction)[ratio]
        assert theorem.values["hockey_stick"] == a - b * ratio


def check_lemma(result: Result, twin: BruteForce, level: str, direction: str, delta: Expression) -> None:
    bad = twin.bad_set(level, direction, delta)
    probability, _ = total(bad)
    (row,) = rows(result, "bad-set-lemma", level, direction, delta)
    assert row.values["probability"] == probability
    assert row.values["bad_set_size"] == len(bad)
    assert row.vacuous == (not bad)
    assert row.verdict is Verdict.VERIFIED
    with mpmath.workdps(DIGITS):
        assert close(row.values["slack"], real(delta) - to_real(probability))


def check_theorem(result: Result, twin: BruteForce, level: str, direction: str, delta: Expression) -> None:
    bad = twin.bad_set(level, direction, delta)
    (row,) = rows(result, "theorem", level, direction, delta)
    form: Any = row.values["hockey_stick"]
    assert (form.a, form.b) == total(bad)
    assert row.vacuous == (not bad)
    assert row.verdict is Verdict.VERIFIED
    with mpmath.workdps(DIGITS):
        assert close(row.values["slack"], real(delta) - real(form))
        if len(twin.law(level, direction)) <= 9:
            assert close(form, twin.worst_event(level, direction, delta))


def check_events(result: Result, twin: BruteForce, level: str, direction: str, delta: Expression) -> None:
    (row,) = rows(result, "theorem", level, direction, delta)
    assert row.verdict is Verdict.VERIFIED
    assert row.vacuous == (not twin.bad_set(level, direction, delta))
    assert all(step.verdict is Verdict.VERIFIED for step in row.steps)
    law = twin.law(level, direction)
    reported: Any = row.values["events"]
    for number_, (event, found) in enumerate(zip(twin.instance.events or (), reported, strict=True), 1):
        inside = {
            point: masses
            for point, masses in law.items()
            if (point if level == "outputs" else tuple(message for _, message in point)) in event
        }
        a, b = total(inside)
        assert found["event"] == number_
        assert found["probability"] == a
        with mpmath.workdps(DIGITS):
            bound = twin.threshold(delta) * to_real(b) + real(delta)
            assert close(found["bound"], bound)
            assert close(found["slack"], bound - to_real(a))


def check_conclusion(result: Result) -> None:
    assert result.conclusion is Verdict.VERIFIED  # the theorem is true
    refuted = [
        (row.id, row.level, row.direction) for row in result.judgements if row.verdict is Verdict.REFUTED
    ]
    assert [(gap.id, gap.level, gap.direction) for gap in result.gaps] == refuted
    assert {level for _, level, _ in refuted} <= {"outputs"}
    assert result.argument == ("gap" if refuted else "sound")


# The twin itself, on a case done by hand.


def one_coin(delta: str) -> BruteForce:
    box = Box.create("a", {"0": "11/21", "1": "10/21"}, {"0": "10/21", "1": "11/21"})
    return BruteForce.of(Instance.create(family=Family.of(box), strategy=FixedStrategy(("a",)), delta=delta))


def test_the_twin_knows_the_laws_of_one_coin() -> None:
    twin = one_coin("3/4")
    law = {("0",): (Fraction(11, 21), Fraction(10, 21)), ("1",): (Fraction(10, 21), Fraction(11, 21))}
    assert twin.outputs(1) == law
    assert twin.largest_step("outputs") == twin.largest_step("histories") == Fraction(11, 10)
    mean = evaluate("ln(11/10)/21")
    assert close(number(0), mean - twin.largest_mean("outputs", "P2->P1"))
    assert close(number(0), mean - twin.largest_mean_given_losses("P1->P2"))
    assert twin.output_gap() is None
    assert twin.tails("outputs", "P1->P2") == {
        Fraction(11, 10): law[("0",)],
        Fraction(10, 11): (Fraction(1), Fraction(1)),
    }
    ((tail, bound),) = twin.tails_against_bounds("outputs", "P1->P2").values()
    assert close(Fraction(11, 21), tail) and close(parse("exp(-81/200)"), bound)


@pytest.mark.parametrize(("delta", "size"), [("1/10", 0), ("1/2", 0), ("3/4", 1), ("9/10", 1)])
def test_the_twin_knows_the_bad_set_of_one_coin(delta: str, size: int) -> None:
    """eps' = eps/10 + eps sqrt(2 ln(1/delta')) < eps, that is ln(1/delta') < 81/200: delta' > 0.667."""
    twin = one_coin(delta)
    expression = parse(delta)
    assert len(twin.bad_set("outputs", "P1->P2", expression)) == size
    assert (twin.worst_event("outputs", "P1->P2", expression) > 0) == bool(size)
