"""The ladder: one file reduced key by key, and what each rung checks that the one below does not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

import proofcheck
from brute_force import BruteForce
from command_line import proofcheck as command
from lemmas import GENERAL_PROOF, LADDER, all_boxes, all_epsilon, dominance, everything
from lemmas.all_epsilon import first_gap, tail_line
from proofcheck.analysis.experiment import BoxSetting, Setting
from proofcheck.analysis.quantified import AllEpsilon
from proofcheck.engine.tail_inequality import prove_tail_inequality
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.scope import Scope, scope_of
from proofcheck.model import Box, Family, Instance, loads
from proofcheck.numbers import Order, decimal, exact_order, parse, to_expression
from random_instances import families

FULL = """\
n = 2
epsilon = "ln(11/10)"
delta = "1/2"
events = [[["0", "0"]], [["0", "1"], ["1", "0"]]]
[boxes.a]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }
[boxes.b]
P1 = { "0" = "27/47", "1" = "20/47" }
P2 = { "0" = "25/47", "1" = "22/47" }
[boxes.c]
P1 = { "0" = "1/2", "1" = "1/2" }
P2 = { "0" = "10/21", "1" = "11/21" }
[strategy]
kind = "uniform"
"""


def without(text: str, *keys: str) -> str:
    """The file with top-level keys or whole tables left out."""
    kept, skipping = [], False
    for line in text.splitlines():
        if line.startswith("["):
            skipping = any(line.startswith(f"[{key}") for key in keys)
        elif any(line.startswith(f"{key} =") for key in keys):
            continue
        if not skipping:
            kept.append(line)
    return "\n".join(kept) + "\n"


REDUCED = [
    ((), []),
    (("events",), ["events"]),
    (("events", "delta"), ["events", "delta"]),
    (("events", "delta", "strategy"), ["events", "delta", "strategy"]),
    (("events", "strategy"), ["events", "strategy"]),
    (("events", "delta", "strategy", "boxes"), ["events", "delta", "strategy", "boxes"]),
    (("events", "strategy", "boxes"), ["events", "strategy", "boxes"]),
    (
        ("events", "delta", "strategy", "boxes", "epsilon"),
        ["events", "delta", "strategy", "boxes", "epsilon"],
    ),
    (("events", "delta", "strategy", "epsilon"), ["events", "delta", "strategy", "epsilon"]),
]


@pytest.mark.parametrize(("left_out", "for_all"), REDUCED, ids=lambda value: "-".join(value) or "nothing")
def test_a_file_reduced_key_by_key_climbs(left_out: tuple[str, ...], for_all: list[str]) -> None:
    done = command("check", "-", "--format", "json", stdin=without(FULL, *left_out).encode())
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["for_all"] == for_all
    assert sorted(result["for_all"] + result["fixed"]) == sorted(
        ["events", "delta", "strategy", "boxes", "epsilon", "n"]
    )
    assert result["conclusion"] == "verified"
    theorem = [row for row in result["statements"] if row["id"] == "theorem"]
    assert {(row["level"], row["direction"]) for row in theorem} == {
        (level, direction) for level in ("histories", "outputs") for direction in ("P1->P2", "P2->P1")
    }
    assert all((row["delta"] is None) == ("delta" in left_out) for row in theorem)


def test_each_rung_says_in_words_what_it_covers() -> None:
    said = []
    for left_out in (("events",), ("events", "strategy"), ("events", "strategy", "boxes")):
        text = command("check", "-", stdin=without(FULL, *left_out).encode()).stdout
        said.append(" ".join(text[text.index("Conclusion:") :].split()))
    assert "every event S" in said[0] and "every strategy" not in said[0]
    assert "every strategy" in said[1] and "boxes" not in said[1]
    assert "all (eps, 0)-close boxes" in said[2]


def test_higher_rungs_have_larger_hockey_sticks() -> None:
    """Uniform strategy <= worst strategy <= randomised response, and each is what the rung reports."""
    values = []
    for left_out in (("events",), ("events", "strategy"), ("events", "strategy", "boxes")):
        result = proofcheck.check(loads(without(FULL.replace('1/2"\nevents', '9/10"\nevents'), *left_out)))
        (row,) = (
            r for r in result.judgements if (r.id, r.level, r.direction) == ("theorem", "outputs", "P1->P2")
        )
        form = row.values["hockey_stick"]
        value = to_expression(form.a) - to_expression(form.b) * form.threshold
        values.append(Fraction(decimal(value, 12)))
    assert values == sorted(values)
    assert values[0] < values[1] < values[2]


@settings(max_examples=40, deadline=None)
@given(families())
def test_no_strategy_exceeds_the_worst_one(family: Family) -> None:
    n = min(2, len(family))
    worst = proofcheck.check(Instance.create(family=family, n=n, delta="9/10", epsilon="auto"))
    uniform = Instance.create(
        family=family, n=n, delta="9/10", epsilon="auto", strategy=lambda h: _evenly(family, h)
    )
    twin = BruteForce.of(uniform)
    for direction in ("P1->P2", "P2->P1"):
        bad = twin.bad_set("histories", direction, parse("9/10"))
        (row,) = (
            r
            for r in worst.judgements
            if (r.id, r.level, r.direction) == ("bad-set-lemma", "histories", direction)
        )
        assert sum((a for a, _ in bad.values()), Fraction(0)) <= row.values["probability"]


def _evenly(family: Family, history: tuple[tuple[str, str], ...]) -> dict[str, Fraction]:
    left = [name for name in family.names if name not in {box for box, _ in history}]
    return {name: Fraction(1, len(left)) for name in left}


# --- rung 4: dominance


def judge_dominance(family: Family, epsilon: str) -> list[Judgement]:
    instance = Instance.create(family=family, epsilon="auto")
    setting = BoxSetting(instance, parse(epsilon), 1, family)
    return list(dominance.check(Evidence(setting, {"closeness": ()})))


PAIR = Family.of(Box.create("b", {"0": "27/47", "1": "20/47"}, {"0": "25/47", "1": "22/47"}))


def test_the_channel_gives_the_box_back() -> None:
    (row,) = judge_dominance(PAIR, "ln(11/10)")
    assert row.verdict is Verdict.VERIFIED
    k0, k1 = row.values["K0"], row.values["K1"]
    assert isinstance(k0, Mapping) and isinstance(k1, Mapping)
    assert sum(k0.values()) == sum(k1.values()) == 1
    t = Fraction(11, 10)
    assert (t * k0["0"] + k1["0"]) / (1 + t) == Fraction(27, 47)
    assert (k0["0"] + t * k1["0"]) / (1 + t) == Fraction(25, 47)


@pytest.mark.parametrize("epsilon", ["ln(109/100)", "ln(27/25)", "1/20"])
def test_too_small_an_epsilon_leaves_no_channel(epsilon: str) -> None:
    """22/20 = 11/10 is the largest ratio: below it K1 is negative somewhere."""
    (row,) = judge_dominance(PAIR, epsilon)
    assert row.verdict is Verdict.REFUTED
    assert row.witness == {"box": "b"}


def test_a_channel_in_the_field_of_exponentials() -> None:
    (row,) = judge_dominance(PAIR, "1/10")
    assert row.verdict is Verdict.VERIFIED
    (row,) = judge_dominance(PAIR, "sqrt(2)")
    assert row.verdict is Verdict.UNDECIDED
    (row,) = judge_dominance(
        Family.of(Box.create("same", {"0": "1/2", "1": "1/2"}, {"0": "1/2", "1": "1/2"})), "0"
    )
    assert (row.verdict, row.vacuous) == (Verdict.VERIFIED, True)


@settings(max_examples=60, deadline=None)
@given(families())
def test_every_close_family_has_channels(family: Family) -> None:
    for row in judge_dominance(family, str(family.smallest_epsilon())):
        assert row.verdict is Verdict.VERIFIED
        if not row.vacuous:
            for column in (row.values["K0"], row.values["K1"]):
                assert all(exact_order(value, Fraction(0)) is not Order.BELOW for value in column.values())


# --- rung 4: all boxes at one n and epsilon


def test_all_boxes_is_randomised_response() -> None:
    """The same numbers as an instance of n bits, opened in a fixed order."""
    bits = (
        'n = 4\nepsilon = "ln(11/10)"\ndelta = "1/4"\n'
        '[boxes.bit]\nmechanism = "randomized-response"\nepsilon = "ln(11/10)"\ncount = 4\n'
        '[strategy]\nkind = "fixed"\norder = ["bit#1", "bit#2", "bit#3", "bit#4"]\n'
    )
    concrete = proofcheck.check(loads(bits))
    general = proofcheck.check(loads('n = 4\nepsilon = "ln(11/10)"\ndelta = "1/4"\n'))
    (one,) = (
        r for r in concrete.judgements if (r.id, r.level, r.direction) == ("theorem", "outputs", "P1->P2")
    )
    (all_,) = (
        r for r in general.judgements if (r.id, r.level, r.direction) == ("theorem", "outputs", "P1->P2")
    )
    assert one.values["hockey_stick"].a == all_.values["hockey_stick"].a == Fraction(14641, 194481)
    assert one.values["hockey_stick"].b == all_.values["hockey_stick"].b
    assert all_.witness == {
        "P1": {"0": Fraction(11, 21), "1": Fraction(10, 21)},
        "P2": {"0": Fraction(10, 21), "1": Fraction(11, 21)},
    }


@pytest.mark.parametrize("bound", ["n*epsilon/8", "epsilon*sqrt(2*n*ln(1/delta))/4", "n*epsilon^2/8", "0"])
def test_a_false_bound_is_refuted_for_all_boxes(bound: str) -> None:
    text = f'n = 60\nepsilon = "ln(3/2)"\ndelta = "1/100"\nbound = "{bound}"\n'
    result = proofcheck.check(loads(text))
    assert result.conclusion is Verdict.REFUTED
    rows = {row.verdict for row in result.judgements if row.id == "theorem"}
    assert rows == {Verdict.REFUTED}


def test_a_moment_bound_that_fails_refutes_nothing() -> None:
    instance = loads(
        'n = 2\nepsilon = "ln(3/2)"\ndelta = "1/100"\nbound = "n*epsilon*(exp(epsilon)-1) + 1/100"\n'
    )
    setting = Setting(instance, parse("ln(3/2)"), 2)
    verdicts = {row.verdict for row in all_boxes.check_lemma(Evidence(setting, {}))}
    assert verdicts == {Verdict.UNDECIDED}


# --- rung 5: all epsilon at one n


Intervals = dict[int, list[tuple[Fraction, Fraction]]]


def judge_epsilon(n: int, change: Intervals | None = None) -> list[Judgement]:
    intervals: Intervals = {}
    for tile in prove_tail_inequality(n).tiles:
        intervals.setdefault(tile.j, []).append((tile.low, tile.high))
    intervals.update(change or {})
    setting = AllEpsilon(loads(f"n = {n}\n"), n, intervals)
    return list(all_epsilon.check_theorem(Evidence(setting, {})))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12])
def test_all_epsilon(n: int) -> None:
    rows = judge_epsilon(n)
    assert {row.verdict for row in rows} == {Verdict.VERIFIED}
    assert len(rows) == 4


@pytest.mark.parametrize(
    "change",
    [
        {7: []},  # a tail without any interval
        {9: [(Fraction(1), Fraction(6, 5)), (Fraction(13, 10), Fraction(3, 2))]},  # a hole
        {12: [(Fraction(1), Fraction(2))]},  # true on the whole, but too coarse to be seen at once
        {10: [(Fraction(11, 10), Fraction(5, 3))]},  # starts too late
    ],
)
def test_intervals_that_prove_too_little_leave_it_undecided(change: Intervals) -> None:
    assert {row.verdict for row in judge_epsilon(12, change)} == {Verdict.UNDECIDED}


def test_gaps() -> None:
    one, two, three = Fraction(1), Fraction(2), Fraction(3)
    assert first_gap([(one, two), (two, three)], one, three) is None
    assert first_gap([(one, two)], one, three) == (two, three)
    assert first_gap([(two, three)], one, three) == (one, three)
    assert first_gap([], one, three) == (one, three)
    assert first_gap([(one, three), (one, two)], one, three) is None


def test_a_tail_line_by_hand() -> None:
    """n = j = 1: t/(1+t) at t = 2 against exp(-(2 - t)^2/2) at t = 1."""
    line = tail_line(1, 1, (Fraction(1), Fraction(2)))
    assert line.left == Fraction(2, 3)
    assert decimal(line.right.value, 6) == "0.606530"
    assert line.verdict is Verdict.REFUTED
    assert tail_line(1, 1, (Fraction(1), Fraction(6, 5))).verdict is Verdict.VERIFIED


def test_scopes_and_ladder_agree() -> None:
    assert scope_of(loads(FULL)) is Scope.ONE_STRATEGY
    assert scope_of(loads(without(FULL, "events", "strategy"))) is Scope.ALL_STRATEGIES
    assert scope_of(loads("n = 3\n")) is Scope.ALL_EPSILON
    assert scope_of(loads("")) is Scope.GENERAL
    for scope, statements in LADDER.items():
        assert {"theorem"} <= {statement.id for statement in statements}, scope
    assert replace(loads("n = 3\n"), n=None).effective_n is None


# --- rung 6: everything


def test_an_empty_file_asks_for_the_theorem_itself() -> None:
    result = proofcheck.check(loads(""))
    assert result.conclusion is Verdict.VERIFIED
    assert result.instance.for_all == ("events", "delta", "strategy", "boxes", "epsilon", "n")
    assert (result.epsilon, result.smallest_epsilon) == (None, None)
    for id in ("bad-set-lemma", "theorem"):
        rows = [row for row in result.judgements if row.id == id]
        assert {(row.level, row.direction) for row in rows} == {
            (level, direction) for level in ("histories", "outputs") for direction in ("P1->P2", "P2->P1")
        }
        assert {row.method for row in rows} == {"symbolic"}


@pytest.mark.parametrize(
    "text", ['bound = "n*epsilon"\n', 'bound = "0"\n', 'epsilon = "1"\nbound = "n*epsilon^2/9"\n']
)
def test_the_general_proof_says_nothing_about_other_bounds(text: str) -> None:
    assert proofcheck.check(loads(text)).conclusion is Verdict.UNDECIDED


@pytest.mark.parametrize("broken", ["substitution", "markov", "exponential"])
def test_a_derivation_that_fails_leaves_what_cites_it_undecided(broken: str) -> None:
    proof = tuple(
        replace(statement, derivation=replace(statement.derivation, concludes=()))
        if statement.id == broken and statement.derivation is not None
        else statement
        for statement in GENERAL_PROOF
    )
    rows = list(everything.rows("theorem", {"outputs": "composition"}, proof))
    assert {row.verdict for row in rows} == {Verdict.UNDECIDED}


def test_the_lemma_for_all_strategies_and_all_delta_has_rows_on_outputs() -> None:
    for left_out in (("events", "delta", "strategy"), ("events", "delta", "strategy", "boxes")):
        result = proofcheck.check(loads(without(FULL, *left_out)))
        rows = [r for r in result.judgements if (r.id, r.level) == ("bad-set-lemma", "outputs")]
        assert [row.method for row in rows] == ["symbolic", "symbolic"]


@pytest.mark.parametrize(
    "text",
    ['n = 1000000\nepsilon = "1/10"\ndelta = "1/2"\n', "n = 100000\n", 'n = 5000\nepsilon = "ln(3/2)"\n'],
)
def test_where_exact_sums_are_too_long_the_general_proof_answers(text: str) -> None:
    result = proofcheck.check(loads(text))
    assert result.conclusion is Verdict.VERIFIED
    assert {row.method for row in result.judgements if row.id == "theorem"} == {"symbolic"}
