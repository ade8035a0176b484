"""`[expect]`: what agrees with a result, and what does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofcheck.logic.judgement import Approximate, LinearForm, Value
from proofcheck.logic.result import Result
from proofcheck.model import Expect, ExpectedRow
from proofcheck.numbers import number, parse, quotient, to_exact
from proofcheck.surfaces.expect import agrees, mismatches
from results import forgetting, result_of

ROOT_HALF = Approximate(parse("exp(-1/2)"))  # 0.60653...
STICK = LinearForm(Fraction(542, 987), Fraction(995, 1974), parse("1085/1000"))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("542/987", Fraction(542, 987)),
        ("1084/1974", Fraction(542, 987)),
        ("0.54", Fraction(542, 987)),
        ("1/2", Fraction(1, 2)),
        ("0.50", Fraction(1, 2)),
        (1, Fraction(1)),
        ("1", 1),
        (3, 3),
        ("ln(11/10)", parse("ln(11)-ln(10)")),
        ("0.0953", parse("ln(11/10)")),
        ("exp(-1/2)", ROOT_HALF),
        ("0.6065", ROOT_HALF),
        ("6.06e-1", ROOT_HALF),
        ("-0.6", Approximate(parse("-exp(-1/2)"))),
        ("exp(1/2)/(1+exp(1/2))", to_exact(parse("1-1/(1+exp(1/2))"))),
        ({"a": "542/987"}, STICK),
        ({"decimal": "0.002", "b": "995/1974"}, STICK),
        ("0.002", STICK),
        (("0", "1"), ("0", "1")),
        (["0", "1"], ("0", "1")),
        ({"x": ["0"]}, {"x": ("0",), "ratio": Fraction(1)}),
        (True, True),
        ("exact", "exact"),
        ("0", number(0)),
        (0, quotient(0, 5)),
    ],
)
def test_agrees(wanted: object, found: Value) -> None:
    assert agrees(wanted, found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("542/988", Fraction(542, 987)),
        ("0.55", Fraction(542, 987)),
        ("0.550", Fraction(542, 987)),
        (1, Fraction(1, 2)),
        (2, 3),
        ("3.0001", 3),
        ("0.0954", parse("ln(11/10)")),
        ("0.095", parse("ln(12/10)")),
        ("ln(12/10)", parse("ln(11/10)")),
        ("0.6066", ROOT_HALF),
        ("0.60654", ROOT_HALF),
        ("0.6", Approximate(parse("-exp(-1/2)"))),
        ("0.06", ROOT_HALF),
        ({"a": "542/988"}, STICK),
        ({"c": "1"}, STICK),
        ("0.003", STICK),
        (("0",), ("0", "1")),
        (("1", "0"), ("0", "1")),
        ({"y": ["0"]}, {"x": ("0",)}),
        ("x", {"x": ("0",)}),
        (True, 1),
        (1, True),
        (False, True),
        ("true", True),
        ("Exact", "exact"),
        (5, "5"),
        ("nonsense(", Fraction(1)),
        ("1/0", Fraction(1)),
        ("none", None),
    ],
)
def test_does_not_agree(wanted: object, found: Value) -> None:
    assert not agrees(wanted, found)


@pytest.fixture(scope="module")
def result() -> Result:
    return result_of(forgetting())


def expecting(result: Result, expect: Expect) -> list[tuple[str, str]]:
    instance = replace(result.instance, expect=expect)
    return [(row.expected, row.found) for row in mismatches(replace(result, instance=instance))]


def test_nothing_expected_is_nothing_missed(result: Result) -> None:
    assert mismatches(result) == ()


def test_what_holds_is_met(result: Result) -> None:
    lemma = ExpectedRow(
        "bad-set-lemma", "outputs", "P1->P2", values={"probability": "542/987", "bad_set_size": 1}
    )
    rows = (
        lemma,
        replace(lemma, delta=parse("0.75")),
        ExpectedRow("ratio", "outputs", verdict="refuted"),
        ExpectedRow("theorem", vacuous=False),
    )
    assert expecting(result, Expect("verified", "gap", rows)) == []


@pytest.mark.parametrize(
    ("expect", "expected", "found"),
    [
        (Expect("refuted"), "conclusion = refuted", "verified"),
        (Expect(argument="sound"), "argument = sound", "gap"),
        (
            Expect(statements=(ExpectedRow("bad-set-lemma", "box"),)),
            "a row with id = bad-set-lemma, level = box",
            "no such row",
        ),
        (
            Expect(statements=(ExpectedRow("bad-set-lemma", delta=parse("1/2")),)),
            "a row with id = bad-set-lemma, delta = 1/2",
            "no such row",
        ),
        (
            Expect(statements=(ExpectedRow("closeness", box="c"),)),
            "a row with id = closeness, box = c",
            "no such row",
        ),
        (
            Expect(
                statements=(ExpectedRow("bad-set-lemma", "outputs", "P1->P2", values={"probability": "1/2"}),)
            ),
            "bad-set-lemma outputs P1->P2 delta' = 3/4: probability = 1/2",
            "542/987",
        ),
        (
            Expect(statements=(ExpectedRow("support", vacuous=True),)),
            "support outputs: vacuous = true",
            "false",
        ),
    ],
)
def test_what_does_not_hold_is_told(expect: Expect, expected: str, found: str, result: Result) -> None:
    assert expecting(result, expect) == [(expected, found)]


def test_every_matching_row_must_agree(result: Result) -> None:
    row = ExpectedRow("bad-set-lemma", direction="P1->P2", values={"probability": "542/987"})
    ((expected, found),) = expecting(result, Expect(statements=(row,)))
    assert expected.startswith("bad-set-lemma histories P1->P2")
    assert found == "11/42"


def test_an_unknown_value_is_told_with_the_known_ones(result: Result) -> None:
    row = ExpectedRow("support", values={"probablity": "1"})
    ((_, found),) = expecting(result, Expect(statements=(row,)))
    assert found.startswith("no such value, only verdict, vacuous")
