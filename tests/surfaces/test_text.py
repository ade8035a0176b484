"""The text rendering: what it must say, and that it says it within the width and the character set."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from lemmas import PROOF
from proofcheck import gallery
from proofcheck.logic.judgement import Inequality, Verdict
from proofcheck.logic.result import Mismatch, OutputProbability, Result
from proofcheck.model import Expect, FixedStrategy, Rule, RuleStrategy
from proofcheck.surfaces.api import check, to_text
from proofcheck.surfaces.text import Style, render, summary
from results import forgetting, result_of, with_row


@pytest.fixture(scope="module")
def result() -> Result:
    return result_of(forgetting())


def shown(result: Result, **style: object) -> str:
    return render(result, PROOF, Style(**style))  # type: ignore[arg-type]


def test_statements_stand_in_the_order_of_the_proof(result: Result) -> None:
    lines = shown(result).splitlines()
    heads = [line.split()[0] for line in lines if line.startswith("S") and line[1:2].isdigit()]
    assert heads == [f"S{i}" for i in range(1, 13)]


@pytest.mark.parametrize(
    "words",
    [
        "Forgetting which box was opened",
        "fixed         delta, strategy, boxes, epsilon and n",
        "for all       events",
        "n             1 of 2 boxes opened",
        "eps           ln(11/10) = 0.09531…",
        "e^eps         11/10",
        "every unopened box with the same probability",
        "Pr1[W] = 542/987",
        "Pr1[W] - e^(eps') Pr2[W] = 0.002106…",
        "refuted on outputs",
        "inapplicable on outputs",
        "Argument: gap.",
        "S5 ratio fails on outputs, both directions",
        "the outputs (0) come from the boxes (a) and (b)",
        "Conclusion: verified.",
        "every event S and delta' = 3/4",
    ],
)
def test_it_says(words: str, result: Result) -> None:
    assert words in " ".join(shown(result).replace("\n", " ").split(" ")) or words in shown(result)


@pytest.mark.parametrize("width", [80, 100, 140])
def test_lines_fit_the_width(width: int, result: Result) -> None:
    assert max(map(len, shown(result, width=width).splitlines())) <= width


def test_without_unicode_all_is_ascii(result: Result) -> None:
    assert shown(result, unicode=False).isascii()
    assert "…" in shown(result, unicode=True)


def test_colour_only_where_wanted(result: Result) -> None:
    plain, coloured = shown(result), shown(result, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[32mverified\x1b[0m" in coloured
    assert "\x1b[31;1mrefuted\x1b[0m" in coloured


def test_digits_are_those_asked_for(result: Result) -> None:
    assert "0.0953101798…" in shown(result, digits=9)


def test_names_from_the_file_cannot_drive_the_terminal() -> None:
    instance = forgetting(title="\x1b[2Jgone\nS13 Fake: verified", names=("a\x07", "b"))
    text = shown(result_of(instance))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\nS13" not in text


def test_a_refuted_row_is_shown_with_its_witness_and_in_the_conclusion(result: Result) -> None:
    bad = with_row(
        result,
        "theorem",
        verdict=Verdict.REFUTED,
        witness={"event": "W", "x": ("0",), "points": 1},
        conclusion=Verdict.REFUTED,
    )
    text = shown(bad)
    assert "Conclusion: refuted." in text
    assert "witness: x (0)" in text
    assert "refuted by S12 on histories (P1->P2, delta' = 3/4)." in " ".join(text.split())
    assert "Conclusion: verified" not in text


def test_a_witness_that_is_a_strategy_is_shown_as_its_table(result: Result) -> None:
    rule = {"history": (("a", "0"),), "choose": "b"}
    table = {"kind": "rules", "rules": (rule,) * 20}
    text = shown(with_row(result, "theorem", witness=table, conclusion=Verdict.VERIFIED))
    assert 'kind = "rules"' in text
    assert '{ history = [["a", "0"]], choose = "b" },' in text
    assert "… and 12 more" in text


def test_an_undecided_row_shows_the_enclosure_of_the_difference(result: Result) -> None:
    step = Inequality(
        "left", 1, "<=", "right", 1, {"lower": "-1e-40", "upper": "2e-40"}, Verdict.UNDECIDED, "enclosure"
    )
    text = shown(
        with_row(result, "theorem", verdict=Verdict.UNDECIDED, steps=(step,), conclusion=Verdict.UNDECIDED)
    )
    assert "difference between -1e-40 and 2e-40" in text
    assert "UNDECIDED" in text
    assert "Conclusion: undecided." in text


def test_vacuity_is_said_at_the_row_and_in_the_conclusion(result: Result) -> None:
    ends = ("bad-set-lemma", "theorem")
    rows = tuple(replace(row, vacuous=True) if row.id in ends else row for row in result.judgements)
    text = shown(replace(result, judgements=rows))
    assert "vacuous: nothing here could violate it" in text
    assert "the bad set W is empty" in " ".join(text.split())
    assert "vacuous" not in shown(result)
    assert "vacuous" in summary(replace(result, judgements=rows), Style())


def test_expectations_are_reported(result: Result) -> None:
    expecting = replace(result, instance=replace(result.instance, expect=Expect(conclusion="refuted")))
    assert "Expected by the file: met." in shown(expecting)
    unmet = replace(expecting, mismatches=(Mismatch("conclusion = refuted", "verified"),))
    assert "NOT met" in shown(unmet)
    assert "expected conclusion = refuted" in shown(unmet)
    assert "not as expected" in summary(unmet, Style())
    assert "Expected" not in shown(result)


def test_long_outputs_are_folded(result: Result) -> None:
    row = OutputProbability(("0",), Fraction(1, 17), Fraction(1, 17))
    assert "more (all of them" not in shown(replace(result, outputs=(row,) * 16))
    text = shown(replace(result, outputs=(row,) * 17))
    assert "… and 9 output vectors more" in text


def test_many_rows_are_folded_but_never_one_that_fails(result: Result) -> None:
    pattern = next(row for row in result.judgements if row.id == "closeness")
    rows = [replace(pattern, box=f"box{i}") for i in range(40)]
    rows[33] = replace(rows[33], verdict=Verdict.REFUTED, witness={"message": "culprit"})
    rest = tuple(row for row in result.judgements if row.id != "closeness")
    text = shown(replace(result, judgements=(*rows, *rest)))
    assert "box box33" in text
    assert "culprit" in text
    assert "box box20" not in text
    assert "… and 36 verified" in text


def test_a_long_fraction_becomes_digits(result: Result) -> None:
    long = Fraction(1, 3**200)
    text = shown(replace(result, outputs=(OutputProbability(("0",), long, long),)))
    assert str(3**200) not in text
    assert "3.764e-96…" in text


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (FixedStrategy(("b", "a")), "in this order: b, a"),
        (RuleStrategy((Rule("a", last="0"), Rule("uniform"))), "1. after the message 0: box a"),
        (RuleStrategy((Rule("first-unopened"),)), "1. always: the first unopened box"),
        (
            RuleStrategy((Rule((("a", Fraction(1)), ("b", Fraction(0))), step=1), Rule("b"))),
            "1. at opening 1: a with 1, b with 0",
        ),
        (
            RuleStrategy((Rule("a", history=()), Rule("b", opened=frozenset("ab")))),
            "2. with open a, b: box b",
        ),
    ],
)
def test_strategies_are_put_into_words(strategy: object, words: str, result: Result) -> None:
    text = shown(replace(result, instance=replace(result.instance, strategy=strategy)))  # type: ignore[arg-type]
    assert words in text


def test_the_summary_is_one_line(result: Result) -> None:
    line = summary(result, Style())
    assert line.count("\n") == 1
    assert line.endswith(": verified (the source's argument has a gap on outputs)\n")


def test_wide_characters_keep_the_columns() -> None:
    from proofcheck.surfaces.text.layout import table

    lines = table([("箱", "x"), ("ab", "y")], indent=0)
    assert lines == ["箱  x", "ab  y"]


@pytest.mark.parametrize("name", gallery.names())
def test_the_gallery_reads_well(name: str) -> None:
    text = to_text(check(gallery.path(name)))
    assert max(map(len, text.splitlines())) <= 100
    assert not re.search(r"None|Fraction\(|Number\(|<[A-Z]", text)
    assert "Conclusion: " in text
    assert "Argument: " in text
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert "\n\n\n" not in text
