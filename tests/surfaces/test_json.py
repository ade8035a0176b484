"""The JSON document: keys in order, values in canonical form, and the schemas that ship."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import proofcheck
from proofcheck.logic.judgement import Approximate, LinearForm, Value, Verdict
from proofcheck.logic.result import Mismatch, Result
from proofcheck.model import Expect
from proofcheck.numbers import number, parse, to_exact
from proofcheck.surfaces import jsonout
from proofcheck.surfaces.values import to_json, to_words
from results import forgetting, result_of, with_row

SCHEMAS = Path(proofcheck.__file__).parent / "surfaces" / "schemas"
CHECK = json.loads((SCHEMAS / "check.json").read_text(encoding="utf-8"))
ERRORS = json.loads((SCHEMAS / "errors.json").read_text(encoding="utf-8"))
HEAD = [
    *("proofcheck", "schema", "title", "digest", "n", "epsilon", "exp_epsilon", "smallest_epsilon"),
    *("fixed", "for_all", "conclusion", "argument", "gaps", "notices"),
]
ROW = [
    *("id", "level", "direction", "box", "delta", "verdict", "vacuous", "method"),
    *("assumptions", "values", "witness"),
]


def valid(document: object) -> bool:
    return Draft202012Validator(CHECK).is_valid(document)


@pytest.fixture(scope="module")
def result() -> Result:
    return result_of(forgetting())


@pytest.fixture(scope="module")
def document(result: Result) -> dict[str, Any]:
    return json.loads(jsonout.text([jsonout.document(result)]))


def row(document: dict[str, Any], id: str, level: str, direction: str = "P1->P2") -> dict[str, Any]:
    (found,) = (
        r for r in document["statements"] if (r["id"], r["level"], r["direction"]) == (id, level, direction)
    )
    return found


def test_keys_come_in_the_documented_order(document: dict[str, Any]) -> None:
    keys = [*HEAD, "outputs", "statements"]
    assert list(document) == keys
    assert list(document["statements"][0]) == ROW


def test_the_head_says_what_was_fixed(document: dict[str, Any]) -> None:
    assert document["proofcheck"] == proofcheck.__version__
    assert (document["n"], document["epsilon"], document["exp_epsilon"]) == (1, "ln(11/10)", "11/10")
    assert document["smallest_epsilon"] == "ln(11/10)"
    assert document["fixed"] == ["delta", "strategy", "boxes", "epsilon", "n"]
    assert document["for_all"] == ["events"]
    assert (document["conclusion"], document["argument"]) == ("verified", "gap")
    assert document["gaps"][0] == {
        "id": "ratio",
        "level": "outputs",
        "direction": "P1->P2",
        "witness": {"x": ["0"], "index_sequences": [["a"], ["b"]]},
    }
    assert document["outputs"] == [
        {"x": ["0"], "P1": "542/987", "P2": "995/1974"},
        {"x": ["1"], "P1": "445/987", "P2": "979/1974"},
    ]


def test_the_lemma_and_the_theorem_digit_for_digit(document: dict[str, Any]) -> None:
    lemma = row(document, "bad-set-lemma", "outputs")
    assert (lemma["verdict"], lemma["method"], lemma["delta"]) == ("verified", "exact", "3/4")
    assert lemma["values"] == {
        "probability": "542/987",
        "bound": "3/4",
        "slack": "793/3948",
        "bad_set_size": 1,
    }
    theorem = row(document, "theorem", "outputs")
    assert (theorem["method"], theorem["vacuous"], theorem["witness"]) == ("enclosure", False, None)
    assert theorem["values"] == {
        "hockey_stick": {"a": "542/987", "b": "995/1974", "decimal": "0.002106"},
        "bound": "3/4",
        "slack": "0.7478",
    }


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (3, 3),
        (True, True),
        ("text", "text"),
        (Fraction(3, 4), "3/4"),
        (Fraction(1), "1"),
        (Fraction(1, 10**5000), "1/1" + "0" * 5000),
        (number(0), "0"),
        (parse("ln(exp(1/2))"), "1/2"),
        (parse("2*ln(11/10)-ln(11/10)"), "ln(11/10)"),
        (to_exact(parse("exp(1/2)/(1+exp(1/2))")), "exp(1/2)/(1 + exp(1/2))"),
        (Approximate(parse("exp(-1/2)")), "0.6065"),
        (Approximate(parse("3/4")), "3/4"),  # rational, hence exact
        (Approximate(parse("0")), "0"),
        (Approximate(parse("-exp(-100)")), "-3.720e-44"),
        (
            LinearForm(Fraction(1), Fraction(1, 2), parse("exp(1/2)")),
            {"a": "1", "b": "1/2", "decimal": "0.1756"},
        ),
        (("0", ("a", 1)), ["0", ["a", 1]]),
        ({"x": ("0",), "p": Fraction(1, 3)}, {"x": ["0"], "p": "1/3"}),
    ],
)
def test_values(value: Value, expected: object) -> None:
    assert to_json(value, 4) == expected


def test_digits_are_truncated_not_rounded() -> None:
    number = Approximate(parse("exp(-1/2)"))  # 0.60653065971...
    assert [to_json(number, digits) for digits in (1, 4, 8)] == ["0.6", "0.6065", "0.60653065"]
    assert to_json(Approximate(parse("sqrt(1/2)")), 4) == "0.7071"
    assert to_json(Approximate(parse("sqrt(1/2)")), 6) == "0.707106"


# Equal to 0, which no theorem at hand decides: nested radicals.
OPEN = parse("sqrt(2 + sqrt(3)) - (sqrt(6) + sqrt(2))/2")


def test_a_number_that_may_be_zero_is_an_enclosure() -> None:
    shown = to_json(Approximate(OPEN), 4)
    assert isinstance(shown, dict)
    assert Fraction(str(shown["lower"])) < 0 < Fraction(str(shown["upper"]))
    assert to_words(Approximate(OPEN), 4).startswith("between -")


def test_several_documents_are_an_array(result: Result) -> None:
    page = jsonout.document(result)
    assert json.loads(jsonout.text([page, page])) == [page, page]
    assert json.loads(jsonout.text([page])) == page


def test_ascii_where_the_output_can_carry_no_more(result: Result) -> None:
    page = jsonout.document(replace(result, instance=replace(result.instance, title="π")))
    assert jsonout.text([page], ascii_only=True).isascii()
    assert json.loads(jsonout.text([page], ascii_only=True)) == page
    assert "π" in jsonout.text([page])


def test_unlisted_outputs_have_no_key(result: Result) -> None:
    page = jsonout.document(replace(result, outputs=None))
    assert "outputs" not in page
    assert valid(page)


def test_expect_is_there_only_if_the_file_has_it(result: Result, document: dict[str, Any]) -> None:
    assert "expect" not in document
    expecting = replace(result, instance=replace(result.instance, expect=Expect()))
    assert jsonout.document(expecting)["expect"] == {"met": True, "mismatches": []}
    unmet = jsonout.document(replace(expecting, mismatches=(Mismatch("a", "b"),)))
    assert unmet["expect"] == {"met": False, "mismatches": [{"expected": "a", "found": "b"}]}
    assert list(unmet)[-1] == "expect"
    assert valid(unmet)


def test_an_undecided_row_carries_its_enclosure(result: Result) -> None:
    values: dict[str, Value] = {"slack": {"lower": "-1e-40", "upper": "2e-40"}}
    undecided = with_row(
        result, "theorem", verdict=Verdict.UNDECIDED, values=values, conclusion=Verdict.UNDECIDED
    )
    page = json.loads(jsonout.text([jsonout.document(undecided)]))
    assert page["conclusion"] == "undecided"
    assert row(page, "theorem", "histories")["values"] == values
    assert valid(page)


def test_the_schemas_are_schemas() -> None:
    Draft202012Validator.check_schema(CHECK)
    Draft202012Validator.check_schema(ERRORS)
    assert CHECK["$defs"]["errors"] == {key: ERRORS[key] for key in CHECK["$defs"]["errors"]}


def test_real_documents_are_valid(document: dict[str, Any]) -> None:
    error = {"file": "f", "line": None, "key": "", "value": "", "message": "m", "hint": ""}
    assert valid(document)
    assert valid([document, {"errors": [error]}])
    assert Draft202012Validator(ERRORS).is_valid({"errors": [error]})


def _drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda page: page.pop(key)


@pytest.mark.parametrize(
    "spoil",
    [
        _drop("conclusion"),
        _drop("statements"),
        lambda page: page.update(extra=1),
        lambda page: page.update(conclusion="inapplicable"),
        lambda page: page.update(n="1"),
        lambda page: page.update(epsilon=0.1),
        lambda page: page.update(argument="sound"),  # with gaps
        lambda page: page.update(gaps=[]),  # without, though the argument has one
        lambda page: page.update(digest="md5:0"),
        lambda page: page.update(fixed=["events", "events"]),
        lambda page: page.update(outputs=[]),
        lambda page: page["outputs"][0].update(P1=0.5),
        lambda page: page["statements"][0].update(verdict="proved"),
        lambda page: page["statements"][0].update(verdict="refuted"),  # without a witness
        lambda page: page["statements"][0].update(id="lemma"),
        lambda page: page["statements"][0].pop("witness"),
        lambda page: page["statements"][0]["values"].update(slack=0.5),
        lambda page: page["statements"][0].update(level="output"),
        lambda page: page.update(expect={"met": True, "mismatches": [{"expected": "a", "found": "b"}]}),
        lambda page: page.update(expect={"met": False, "mismatches": []}),
    ],
)
def test_spoilt_documents_are_not(
    spoil: Callable[[dict[str, Any]], object], document: dict[str, Any]
) -> None:
    page = deepcopy(document)
    spoil(page)
    assert not valid(page)
