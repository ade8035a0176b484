"""S12: the theorem at given delta' or all, for all events or given ones, link by link."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from brute_force import BruteForce
from proof_cases import (
    BOTH,
    LEVELS,
    NOTHING,
    coin,
    coins,
    exact_tie,
    experiment,
    exponential,
    forgetting,
    is_number,
    judged,
    line,
    no_loss,
    one_skewed,
    places,
    row,
    skewed,
    theorem_bound,
    verdicts,
)
from proofcheck.analysis.loss import Atom, LossDistribution
from proofcheck.logic.judgement import LinearForm, Verdict
from proofcheck.model import Box, Instance, UniformStrategy, strategies
from proofcheck.numbers import parse


def form(value: Any) -> tuple[Any, Any]:
    assert isinstance(value, LinearForm)
    return value.a, value.b


def test_every_line_of_e5_on_outputs() -> None:
    (found,) = (
        r for r in judged("theorem", experiment(forgetting())) if places([r]) == [("outputs", "P1->P2")]
    )
    prime = theorem_bound(1, "ln(11/10)", "3/4")
    assert (found.verdict, found.method, found.witness, found.vacuous) == (
        Verdict.VERIFIED,
        "enclosure",
        None,
        False,
    )
    assert found.delta == parse("3/4") and str(found.values["bound"]) == "3/4"
    assert form(found.values["hockey_stick"]) == (Fraction(542, 987), Fraction(995, 1974))
    stick = f"542/987 - 995/1974*exp({prime})"
    assert is_number(found.values["hockey_stick"], stick)
    assert is_number(found.values["slack"], f"3/4 - ({stick})")
    main, lemma, off, events = found.steps
    assert (main.left_name, main.relation, main.right_name) == ("Pr1[W] - e^(eps') Pr2[W]", "<=", "delta'")
    assert main.note == "the worst event is S = W" and main.left == found.values["hockey_stick"]
    assert (lemma.left_name, lemma.left, lemma.relation) == ("Pr1[S & W] <= Pr1[W]", Fraction(542, 987), "<=")
    assert lemma.note == "the lemma" and is_number(lemma.slack, "793/3948")
    assert (off.left_name, off.left, off.relation) == ("largest ratio off W", Fraction(10, 11), "<=")
    assert off.note == "definition of W" and is_number(off.right, f"exp({prime})")
    assert events.left_name == "Pr1[S] - e^(eps') Pr2[S], each of 2^2 events"
    assert (events.relation, events.method) == ("<=", "enumeration")
    assert {step.verdict for step in found.steps} == {Verdict.VERIFIED}


def test_every_level_and_direction_of_e5() -> None:
    rows = judged("theorem", experiment(forgetting()))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    expected = {
        ("histories", "P1->P2"): (Fraction(11, 42), Fraction(5, 21), Fraction(27, 25), 4),
        ("histories", "P2->P1"): (Fraction(979, 1974), Fraction(445, 987), Fraction(25, 27), 4),
        ("outputs", "P1->P2"): (Fraction(542, 987), Fraction(995, 1974), Fraction(10, 11), 2),
        ("outputs", "P2->P1"): (Fraction(979, 1974), Fraction(445, 987), Fraction(995, 1084), 2),
    }
    for r in rows:
        a, b, off, points = expected[r.level, r.direction or ""]
        assert form(r.values["hockey_stick"]) == (a, b)
        assert line(r, "largest ratio off W").left == off
        one, two = (r.direction or "")[1], (r.direction or "")[-1]
        assert line(r, f"Pr{one}[S] - e^(eps') Pr{two}[S], each of 2^{points} events")
        assert line(r, f"Pr{one}[W] - e^(eps') Pr{two}[W]").left == r.values["hockey_stick"]
        assert line(r, f"Pr{one}[S & W] <= Pr{one}[W]").left == a


@pytest.mark.parametrize(
    ("case", "a", "b"),
    [
        (lambda: coins(1, "12/23", delta="2/3"), "12/23", "11/23"),
        (lambda: coins(2, "8/15", delta="1/2"), "64/225", "49/225"),
        (lambda: coins(4, delta="1/4"), "14641/194481", "10000/194481"),
        (lambda: exponential(delta="1/3"), "exp(3/10)/(1 + exp(1/10))^3", "1/(1 + exp(1/10))^3"),
    ],
)
def test_small_instances_with_a_bad_set(case, a: str, b: str) -> None:  # type: ignore[no-untyped-def]
    for r in judged("theorem", experiment(case())):
        assert (r.verdict, r.vacuous) == (Verdict.VERIFIED, False)
        found = form(r.values["hockey_stick"])
        assert is_number(found[0], a) and is_number(found[1], b)


def test_the_directions_of_a_skewed_box_differ() -> None:
    rows = judged("theorem", experiment(one_skewed()))
    for level in LEVELS:
        assert form(row(rows, level, "P1->P2").values["hockey_stick"]) == (Fraction(9, 20), Fraction(2, 5))
        assert form(row(rows, level, "P2->P1").values["hockey_stick"]) == (Fraction(1, 2), Fraction(9, 20))


def test_nothing_is_in_w_at_the_exact_tie() -> None:
    for r in judged("theorem", experiment(exact_tie())):
        assert (r.verdict, r.vacuous, form(r.values["hockey_stick"])) == (Verdict.VERIFIED, True, (0, 0))
        off = line(r, "largest ratio off W")
        assert (off.left, off.verdict, off.method) == (Fraction(9, 4), Verdict.VERIFIED, "exact")
        assert is_number(off.slack, 0)


def test_no_loss_is_vacuous() -> None:
    for r in judged("theorem", experiment(no_loss())):
        assert (r.verdict, r.vacuous, form(r.values["hockey_stick"])) == (Verdict.VERIFIED, True, (0, 0))
        assert line(r, "largest ratio off W").left == 1


def test_everything_in_w_leaves_nothing_off_it() -> None:
    """At eps' = -1 even the ratio 1/2 is bad; then the difference is 1 - 1/e."""
    rows = judged("theorem", experiment(coins(1, "2/3", delta="9/10", bound="-1")))
    for r in rows:
        assert r.verdict is Verdict.VERIFIED and form(r.values["hockey_stick"]) == (1, 1)
        assert [step.note for step in r.steps] == ["the worst event is S = W", "the lemma", ""]


def test_several_deltas_in_order() -> None:
    rows = judged("theorem", experiment(forgetting(delta=["3/4", "1/2"])))
    assert [(r.level, r.direction, str(r.delta)) for r in rows] == [
        (level, d, delta) for level in LEVELS for d in BOTH for delta in ("3/4", "1/2")
    ]
    assert [r.vacuous for r in rows] == [False, True] * 4
    assert is_number(rows[1].values["slack"], "1/2")


@pytest.mark.parametrize(("size", "tried"), [(11, True), (12, True), (13, False)])
def test_every_event_is_tried_up_to_twelve_points(size: int, tried: bool) -> None:
    messages = [f"{i:02}" for i in range(size)]
    p = {m: Fraction(size + (m == "00") - (m == "01"), size * size) for m in messages}
    box = Box.create("wide", p, dict.fromkeys(messages, Fraction(1, size)))
    instance = Instance.create(family=[box], strategy=strategies.fixed("wide"), delta="9/10")
    for r in judged("theorem", experiment(instance)):
        assert r.verdict is Verdict.VERIFIED and not r.vacuous
        assert any(step.method == "enumeration" for step in r.steps) == tried


def test_undecided_points_at_the_border() -> None:
    """At T = 3 exactly the point of ratio 3 contributes nothing, in W or not; which, is not decided."""
    for r in judged("theorem", experiment(coins(1, "3/4", delta="1/10", bound=f"ln(3) + {NOTHING}"))):
        assert (r.verdict, r.vacuous) == (Verdict.VERIFIED, False)
        assert form(r.values["hockey_stick"]) == (0, 0)
        assert line(r, "largest ratio off W").left == Fraction(1, 3)
        assert line(r, f"Pr{(r.direction or '')[1]}[S & W]").left == Fraction(3, 4)
        assert all(step.method != "enumeration" for step in r.steps)


def test_sure_points_and_undecided_ones_together() -> None:
    """Two coins with e^eps = 3 at T = 1: the ratio 9 is in W, the ratio 1 may be, 1/9 is not."""
    for events in (None, [[("0", "0"), ("0", "1")]]):
        for r in judged("theorem", experiment(coins(2, "3/4", delta="9/10", bound=NOTHING, events=events))):
            assert (r.verdict, r.vacuous) == (Verdict.VERIFIED, False)
            one = f"Pr{(r.direction or '')[1]}"
            if events is None:
                assert line(r, "largest ratio off W").left == Fraction(1, 9)
                assert line(r, f"{one}[S & W]").left == Fraction(15, 16)
                assert form(r.values["hockey_stick"]) == (Fraction(9, 16), Fraction(1, 16))
            else:
                assert line(r, f"{one}[W]").left == Fraction(15, 16)
                forward = r.direction == "P1->P2"
                assert line(r, f"{one}[S1 & W]").left == (Fraction(12, 16) if forward else Fraction(3, 16))


# For all delta'.


def test_for_all_delta_at_the_lemma_s_tightest_atom() -> None:
    """Four coins at the ratio s = 121/100: 67881/194481 - s 54000/194481 = 121/9261."""
    rows = judged("theorem", experiment(coins(4, delta=None)))
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        assert (r.verdict, r.method, r.witness, r.vacuous, r.delta) == (
            Verdict.VERIFIED,
            "enclosure",
            None,
            False,
            None,
        )
        assert set(r.values) == {"atoms", "ratio", "hockey_stick", "bound", "slack"}
        assert (r.values["atoms"], r.values["ratio"]) == (2, Fraction(121, 100))
        assert r.values["hockey_stick"] == Fraction(121, 9261)
        assert is_number(r.values["bound"], "exp(-8/25)")
        assert is_number(r.values["slack"], "exp(-8/25) - 121/9261")
        (step,) = r.steps
        one, two = (r.direction or "")[1], (r.direction or "")[-1]
        assert step.left_name == f"Pr{one}[W] - s Pr{two}[W] at the atom s"
        assert step.relation == "<=" and f"Pr{one}[W]" in step.note


def test_for_all_delta_the_directions_differ() -> None:
    """Four skewed boxes against plain enumeration."""
    boxes = [skewed(name) for name in "wxyz"]
    instance = Instance.create(family=boxes, strategy=strategies.fixed(*"wxyz"))
    twin = BruteForce.of(instance)
    setting = experiment(instance)
    lemma = judged("bad-set-lemma", setting)
    found = set()
    for r in judged("theorem", setting):
        ratio: Any = r.values["ratio"]
        assert ratio == row(lemma, r.level, r.direction).values["ratio"]
        a, b = twin.tails(r.level, r.direction or "")[ratio]
        assert r.values["hockey_stick"] == a - b * ratio
        found.add((r.direction, r.values["hockey_stick"]))
    assert len(found) == 2 and all(stick > 0 for _, stick in found)


@pytest.mark.parametrize("case", [no_loss, lambda **rest: coins(1, "3/4", **rest)])
def test_for_all_delta_without_an_atom_is_vacuous(case) -> None:  # type: ignore[no-untyped-def]
    for r in judged("theorem", experiment(case(delta=None))):
        assert (r.verdict, r.method, r.vacuous, r.steps) == (Verdict.VERIFIED, "exact", True, ())
        assert set(r.values) == {"by"}


def test_for_all_delta_it_rests_on_the_lemma_of_its_level_and_direction() -> None:
    setting = experiment(coins(4, delta=None))
    lemma = judged("bad-set-lemma", setting)
    for level in LEVELS:
        for d in BOTH:
            for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
                changed = [replace(r, verdict=verdict) if places([r]) == [(level, d)] else r for r in lemma]
                rows = judged("theorem", setting, {"bad-set-lemma": changed})
                open_ones = [r for r in rows if r.verdict is not Verdict.VERIFIED]
                assert places(open_ones) == [(level, d)]
                assert open_ones[0].verdict is Verdict.UNDECIDED and not open_ones[0].vacuous
                assert set(open_ones[0].values) == {"by"} and open_ones[0].witness is None


def test_a_bound_of_ones_own_for_all_delta_rests_on_the_lemma() -> None:
    for r in judged("theorem", experiment(coins(2, delta=None, bound="n*epsilon"))):
        assert (r.verdict, r.method, r.vacuous, r.delta) == (Verdict.VERIFIED, "exact", False, None)
        assert set(r.values) == {"by"} and r.steps == ()
    rows = judged("theorem", experiment(coins(1, delta=None, bound="epsilon*(1 + delta)")))
    assert verdicts(rows) == {Verdict.UNDECIDED}


# Given events.


def two_coins(*events: list[tuple[str, str]], **rest: Any) -> Instance:
    """t = 8/7, delta' = 1/2: W = {00} under P1->P2 and {11} the other way round."""
    return coins(2, "8/15", **{"delta": "1/2", "events": events, **rest})


def test_every_link_of_a_given_event() -> None:
    """S = {00, 11}: Pr1 and Pr2 are both 113/225, and the ratio off W is 49/64."""
    setting = experiment(two_coins([("0", "0"), ("1", "1")]))
    times = f"exp({theorem_bound(2, 'ln(8/7)', '1/2')})"
    rows = judged("theorem", setting)
    assert places(rows) == [(level, d) for level in LEVELS for d in BOTH]
    for r in rows:
        one, two = f"Pr{(r.direction or '')[1]}", f"Pr{(r.direction or '')[-1]}"
        assert (r.verdict, r.method, r.witness, r.vacuous) == (Verdict.VERIFIED, "enclosure", None, False)
        expected = [
            (f"{one}[S1]", "113/225", "=", f"{one}[S1 & W] + {one}[S1 - W]", "64/225 + 49/225"),
            (f"{one}[S1 & W]", "64/225", "<=", f"{one}[W]", "64/225"),
            (f"{one}[W]", "64/225", "<=", "delta'", "1/2"),
            (f"{one}[S1 - W]", "49/225", "<=", f"e^(eps') {two}[S1 - W]", f"64/225*{times}"),
            (f"{two}[S1 - W]", "64/225", "<=", f"{two}[S1]", "113/225"),
            (f"{one}[S1]", "113/225", "<=", f"e^(eps') {two}[S1] + delta'", f"113/225*{times} + 1/2"),
        ]
        for step, (name, left, relation, right_name, right) in zip(r.steps, expected, strict=True):
            assert (step.left_name, step.relation, step.right_name) == (name, relation, right_name)
            assert is_number(step.left, left) and is_number(step.right, right)
            assert is_number(step.slack, f"{right} - {left}") and step.verdict is Verdict.VERIFIED
        assert str(r.values["bound"]) == "1/2"
        (event,) = r.values["events"]  # type: ignore[misc]
        assert event["event"] == 1 and event["probability"] == Fraction(113, 225)
        assert is_number(event["bound"], f"113/225*{times} + 1/2")
        assert is_number(event["slack"], f"113/225*{times} + 1/2 - 113/225")


def test_events_in_both_directions_and_in_order() -> None:
    """{00} is W the one way and off it the other; the second event is {01}."""
    rows = judged("theorem", experiment(two_coins([("0", "0")], [("0", "1")])))
    expected = {"P1->P2": ("64/225", "0", "49/225"), "P2->P1": ("0", "49/225", "64/225")}
    for r in rows:
        inside, outside, other = expected[r.direction or ""]
        two = f"Pr{(r.direction or '')[-1]}"
        assert is_number(line(r, f"Pr{(r.direction or '')[1]}[S1 & W]").left, inside)
        assert is_number(line(r, f"Pr{(r.direction or '')[1]}[S1 - W]").left, outside)
        assert is_number(line(r, f"{two}[S1 - W]").left, "0" if outside == "0" else other)
        assert is_number(line(r, f"{two}[S1 - W]").right, other)
        assert [event["event"] for event in r.values["events"]] == [1, 2]  # type: ignore[union-attr]
        assert r.values["events"][1]["probability"] == Fraction(56, 225)  # type: ignore[index]
        assert len(r.steps) == 12


def test_an_event_on_histories_is_all_histories_that_show_it() -> None:
    """E5, S = {0}: both histories with the message 0, of which only that of box a is in W."""
    rows = judged("theorem", experiment(forgetting(events=[[("0",)]])))
    on_histories, on_outputs = (row(rows, level, "P1->P2") for level in LEVELS)
    for r in (on_histories, on_outputs):
        assert r.values["events"][0]["probability"] == Fraction(542, 987)  # type: ignore[index]
    assert line(on_histories, "Pr1[S1 & W]").left == Fraction(11, 42)
    assert line(on_histories, "Pr1[S1 - W]").left == Fraction(27, 94)
    assert line(on_histories, "Pr2[S1 - W]").left == Fraction(25, 94)
    assert line(on_outputs, "Pr1[S1 & W]").left == Fraction(542, 987)
    assert line(on_outputs, "Pr1[S1 - W]").left == 0


def test_the_empty_event_and_outputs_that_cannot_occur() -> None:
    boxes = [coin("a"), coin("b", messages=("2", "3"))]
    instance = Instance.create(
        family=boxes,
        strategy=strategies.fixed("a", "b"),
        delta="1/2",
        events=[[], [("2", "0"), ("0", "0")], [("0", "2"), ("2", "2")]],
    )
    for r in judged("theorem", experiment(instance)):
        assert r.verdict is Verdict.VERIFIED
        found = [event["probability"] for event in r.values["events"]]  # type: ignore[union-attr]
        assert found == [0, 0, Fraction(121 if r.direction == "P1->P2" else 100, 441)]


def test_given_events_may_be_vacuous() -> None:
    for r in judged("theorem", experiment(exact_tie(events=[[("0", "0")]]))):
        assert (r.verdict, r.vacuous) == (Verdict.VERIFIED, True)


def test_an_event_whose_points_are_undecided_counts_them_into_w() -> None:
    bound = f"ln(3) + {NOTHING}"
    rows = judged("theorem", experiment(coins(1, "3/4", delta="4/5", bound=bound, events=[[("0",)]])))
    for level in LEVELS:
        r = row(rows, level, "P1->P2")
        assert (r.verdict, r.vacuous) == (Verdict.VERIFIED, False)
        assert line(r, "Pr1[S1 & W]").left == line(r, "Pr1[W]").left == Fraction(3, 4)
        assert line(r, "Pr1[S1 - W]").left == 0


# What has to be rejected.


def test_a_false_bound() -> None:
    """T = sqrt(3): 3/4 - sqrt(3)/4 is more than 1/10."""
    for r in judged("theorem", experiment(coins(1, "3/4", delta="1/10", bound="epsilon/2"))):
        assert (r.verdict, r.vacuous) == (Verdict.REFUTED, False)
        assert form(r.values["hockey_stick"]) == (Fraction(3, 4), Fraction(1, 4))
        assert is_number(r.values["slack"], "1/10 - 3/4 + sqrt(3)/4")
        message = "0" if r.direction == "P1->P2" else "1"
        point = {"history": (("coin1", message),)} if r.level == "histories" else {"x": (message,)}
        assert r.witness == {"event": "W", "points": 1, **point}


@pytest.mark.parametrize(
    ("delta", "verdict"), [("1/4", Verdict.VERIFIED), ("1/4 - 1/10^30", Verdict.REFUTED)]
)
def test_a_hockey_stick_equal_to_delta_is_allowed_and_no_more(delta: str, verdict: Verdict) -> None:
    """e^(eps') = 2: 3/4 - 2/4."""
    for r in judged("theorem", experiment(coins(1, "3/4", delta=delta, bound="ln(2)"))):
        assert r.verdict is verdict
        assert is_number(r.values["slack"], f"{delta} - 1/4")


def test_the_witness_is_the_whole_of_w() -> None:
    """eps' = 0: 542/987 - 995/1974 = 89/1974 on outputs and on histories."""
    rows = judged("theorem", experiment(forgetting(delta="1/100", bound="0")))
    assert verdicts(rows) == {Verdict.REFUTED}
    assert row(rows, "histories", "P1->P2").witness == {
        "event": "W",
        "points": 2,
        "history": ((("a", "0"),), (("b", "0"),)),
    }
    assert row(rows, "outputs", "P1->P2").witness == {"event": "W", "points": 1, "x": ("0",)}
    assert row(rows, "outputs", "P2->P1").witness == {"event": "W", "points": 1, "x": ("1",)}
    assert is_number(row(rows, "outputs", "P1->P2").values["slack"], "1/100 - 89/1974")


@pytest.mark.parametrize(("bound", "points", "shown"), [("ln(21/20)", 3, "654"), ("-1", 7, "65432")])
def test_of_a_large_w_five_points_are_shown(bound: str, points: int, shown: str) -> None:
    """Ratios 26/20, 25/21, 24/22, 1 and the inverses."""
    p = {str(i): Fraction(20 + i, 161) for i in range(7)}
    q = {str(i): Fraction(26 - i, 161) for i in range(7)}
    instance = Instance.create(
        family=[Box.create("wide", p, q)], strategy=strategies.fixed("wide"), delta="1/1000", bound=bound
    )
    found = row(judged("theorem", experiment(instance)), "outputs", "P1->P2")
    assert found.verdict is Verdict.REFUTED
    assert found.witness == {"event": "W", "points": points, "x": tuple((message,) for message in shown)}


def test_lemma_and_theorem_are_judged_apart() -> None:
    """eps' = 0, delta' = 1/2: Pr1[W] = 542/987 is more, the hockey-stick 89/1974 is not."""
    setting = experiment(forgetting(delta="1/2", bound="0"))
    assert row(judged("bad-set-lemma", setting), "outputs", "P1->P2").verdict is Verdict.REFUTED
    found = row(judged("theorem", setting), "outputs", "P1->P2")
    assert found.verdict is Verdict.VERIFIED and found.witness is None
    assert line(found, "Pr1[S & W]").verdict is Verdict.REFUTED


def test_a_distribution_that_hides_a_part_of_the_bad_set() -> None:
    """The tree has an event that is worse than the W of this distribution: nothing is verified."""
    setting = experiment(coins(1, "12/23", delta="2/3"))
    setting.histories = LossDistribution((Atom((12, 11), 40, 40, 1, 0), Atom((11, 12), 60, 60, 1, 1)), 100)
    setting.tree.levels[1].unit = 100
    found = row(judged("theorem", setting), "histories", "P1->P2")
    assert line(found, "Pr1[S] - e^(eps')").verdict is Verdict.UNDECIDED
    assert found.verdict is Verdict.UNDECIDED
    assert row(
        judged("theorem", experiment(coins(1, "12/23", delta="2/3"))), "histories", "P1->P2"
    ).verdict is (Verdict.VERIFIED)


def test_a_distribution_whose_atoms_are_not_in_order() -> None:
    """Its binary search misses the atom of ratio 12/11, which then is off W though above e^(eps')."""
    setting = experiment(coins(1, "12/23", delta="2/3"))
    setting.histories = LossDistribution(
        (Atom((1, 2), 1, 1, 1, 0), Atom((12, 11), 98, 98, 1, 0), Atom((1, 3), 1, 1, 1, 1)), 100
    )
    broken = replace(setting.histories, atoms=setting.histories.atoms[1::-1] + setting.histories.atoms[2:])
    assert row(judged("theorem", setting), "histories", "P1->P2").verdict is not Verdict.VERIFIED
    assert broken.atoms[0].ratio == (12, 11)


def test_mass_added_to_the_distribution() -> None:
    setting = experiment(coins(1, "3/4", delta="9/10", bound="0"))
    heavy = LossDistribution((Atom((3, 1), 97, 3, 1, 0), Atom((1, 3), 3, 97, 1, 1)), 100)
    setting.outputs = setting.histories
    setting.histories = heavy
    rows = judged("theorem", setting)
    for d in BOTH:
        assert row(rows, "histories", d).verdict is Verdict.REFUTED
        assert row(rows, "outputs", d).verdict is Verdict.VERIFIED


def test_given_events_name_the_one_that_fails() -> None:
    """T = sqrt(3), delta' = 1/10: {1} holds, {0} does not; the other way round the opposite."""
    rows = judged(
        "theorem", experiment(coins(1, "3/4", delta="1/10", bound="epsilon/2", events=[[("1",)], [("0",)]]))
    )
    for r in rows:
        assert (r.verdict, r.vacuous) == (Verdict.REFUTED, False)
        assert r.witness == {"event": 2 if r.direction == "P1->P2" else 1}
        slacks = [event["slack"] for event in r.values["events"]]  # type: ignore[union-attr]
        bad, good = (slacks[1], slacks[0]) if r.direction == "P1->P2" else (slacks[0], slacks[1])
        assert is_number(bad, "sqrt(3)/4 + 1/10 - 3/4") and is_number(good, "3*sqrt(3)/4 + 1/10 - 1/4")


def test_a_link_that_fails_does_not_refute_the_event() -> None:
    """The lemma is false at this bound; the theorem's inequality for the event is what counts."""
    rows = judged("theorem", experiment(forgetting(delta="1/2", bound="0", events=[[("0",)]])))
    found = row(rows, "outputs", "P1->P2")
    assert line(found, "Pr1[W]").verdict is Verdict.REFUTED
    assert found.verdict is Verdict.VERIFIED and found.witness is None


def test_for_all_delta_a_hockey_stick_above_the_bound() -> None:
    """The lemma is said to hold; too much mass at the second atom is noticed all the same."""
    setting = experiment(coins(4, delta=None))
    lemma = judged("bad-set-lemma", setting)
    ratios = [(14641, 10000), (121, 100), (1, 1)]
    masses = [(950, 1), (1, 1), (49, 998)]
    setting.histories = LossDistribution(
        tuple(Atom(ratio, a, b, 1, i) for i, (ratio, (a, b)) in enumerate(zip(ratios, masses, strict=True))),
        1000,
    )
    found = row(judged("theorem", setting, {"bad-set-lemma": lemma}), "histories", "P1->P2")
    assert found.verdict is Verdict.REFUTED


def test_merged_histories_are_points_of_their_own() -> None:
    """Two coins in either order: the tree has 4 merged points, W counts 2 histories."""
    boxes = [coin("a", "8/15"), coin("b", "8/15")]
    instance = Instance.create(
        family=boxes, strategy=UniformStrategy(), delta="1/100", bound="epsilon", title="W = {00}"
    )
    rows = judged("theorem", experiment(instance))
    for d in BOTH:
        assert row(rows, "histories", d).witness["points"] == 2  # type: ignore[index]
        assert row(rows, "outputs", d).witness["points"] == 1  # type: ignore[index]
        assert line(row(rows, "histories", d), "Pr" + d[1] + "[S] -").left_name.endswith("each of 2^4 events")


def test_for_all_delta_a_false_bound_is_judged_where_the_lemma_fails() -> None:
    """A coin with e^eps = 3; the lemma fails at delta' = 3/8. eps' = 0: 3/4 - 1/4 is more than that."""
    for r in judged("theorem", experiment(coins(1, "3/4", delta=None, bound="0"))):
        assert (r.verdict, r.delta, r.vacuous) == (Verdict.REFUTED, None, False)
        assert form(r.values["hockey_stick"]) == (Fraction(3, 4), Fraction(1, 4))
        assert is_number(r.values["delta"], "3/8") and str(r.values["bound"]) == "3/8"
        assert is_number(r.values["slack"], "-1/8")
        message = "0" if r.direction == "P1->P2" else "1"
        point = {"history": (("coin1", message),)} if r.level == "histories" else {"x": (message,)}
        assert r.witness == {"event": "W", "points": 1, **point}


def test_for_all_delta_a_lemma_that_fails_does_not_refute_the_theorem() -> None:
    """eps' = eps/2: 3/4 - sqrt(3)/4 is less than 3/8; whether it is so at every delta' stays open."""
    for r in judged("theorem", experiment(coins(1, "3/4", delta=None, bound="epsilon/2"))):
        assert (r.verdict, r.delta) == (Verdict.UNDECIDED, None)
        assert is_number(r.values["delta"], "3/8") and is_number(r.values["slack"], "3/8 - 3/4 + sqrt(3)/4")
