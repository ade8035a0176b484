"""`proofcheck bound`: verdicts, exit codes, both renderings, the witness, and errors that help."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import proofcheck
from proofcheck.analysis.composition_bounds import NAMED_BOUNDS
from proofcheck.surfaces.cli import main

# true for n = 121 by 3 percent, false from 123
CLOSE = "n*epsilon*(exp(epsilon)-1)/4 + epsilon*sqrt(2*n*ln(1/delta))"
SCHEMAS = Path(proofcheck.__file__).parent / "surfaces" / "schemas"


@pytest.fixture
def run(capsys):
    def command(*words: str) -> tuple[int, str, str]:
        code = main(["bound", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def schema() -> Draft202012Validator:
    documents = {
        name: json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
        for name in ("bound.json", "errors.json")
    }
    Draft202012Validator.check_schema(documents["bound.json"])
    registry = Registry().with_resources([("errors.json", Resource.from_contents(documents["errors.json"]))])
    return Draft202012Validator(documents["bound.json"], registry=registry)


def test_verified(run) -> None:
    code, out, err = run("theorem", "--n", "1..16")
    assert (code, err) == (0, "")
    assert "\nverified\n" in out
    words = " ".join(out.split())
    assert "0 < epsilon <= 3" in words and "1e-12 <= delta' <= 99/100" in words
    assert "Proved for n = 1..16 on the whole range" in out


def test_refuted(run) -> None:
    code, out, _ = run("k-is-1", "--epsilon", "ln(3/2)", "--delta", "1/10")
    assert code == 1
    assert "\nrefuted\n" in out
    assert "It fails for n = 41" in out and "n = 41 is first violated in this range" in out
    assert "It is proved for n = 1..40" in out
    assert " from n" not in out


def test_undecided(run) -> None:
    code, out, _ = run(CLOSE, "--n", "121", "--budget", "4000")
    assert code == 3
    assert "\nundecided\n" in out and "Undecided for n = 121" in out


@pytest.mark.parametrize(
    ("words", "verdict", "code"),
    [
        (("theorem", "--n", "1..8", "--epsilon", "0..inf", "--delta", "0..1"), "verified", 0),
        (("no-first-term", "--n", "1..8"), "refuted", 1),
        ((CLOSE, "--n", "121", "--budget", "4000"), "undecided", 3),
    ],
)
def test_json(run, words, verdict, code) -> None:
    found, out, err = run(*words, "--format", "json")
    page = json.loads(out)
    schema().validate(page)
    assert (found, page["verdict"], err) == (code, verdict, "")
    assert (page["witness"] is None) == (page["violation"] is None) == (verdict != "refuted")
    if verdict == "refuted":
        assert page["range"]["n"]["refuted"] == page["violation"]["n"]
    if code == 0:
        assert page["range"]["n"]["proved"] == [[1, 8]]
        assert page["range"]["epsilon"] == {
            "low": "0",
            "low_included": False,
            "high": "inf",
            "high_included": False,
        }
        assert page["range"]["delta"] == {
            "low": "0",
            "low_included": False,
            "high": "1",
            "high_included": False,
        }


@pytest.mark.parametrize(
    "words", [("k-is-1", "--n", "1..16"), ("textbook-slip",), ("0.1*n*epsilon", "--n", "1..4")]
)
def test_check_refutes_the_witness(run, capsys, tmp_path, words) -> None:
    file = tmp_path / "witness.proof.toml"
    code, out, _ = run(*words, "--format", "json", "-o", str(file))
    assert code == 1
    assert file.read_text(encoding="utf-8") == json.loads(out)["witness"]
    assert main(["check", str(file), "--format", "json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["conclusion"] == "refuted"
    assert result["expect"]["met"]
    rows = [row for row in result["statements"] if row["id"] == "theorem"]
    assert rows and all(row["verdict"] == "refuted" for row in rows)
    value = rows[0]["values"]["hockey_stick"]["decimal"]
    assert value == json.loads(out)["violation"]["hockey_stick"]


def test_names_are_listed_and_taken(run) -> None:
    code, out, _ = run("--list")
    assert code == 0
    assert all(bound.name in out and bound.text in out for bound in NAMED_BOUNDS)
    code, out, _ = run("basic", "--n", "1..3", "--format", "json")
    assert (code, json.loads(out)["name"]) == (0, "basic")


def test_quiet_is_one_line(run) -> None:
    code, out, _ = run("basic", "--n", "1..3", "--quiet")
    assert (code, out) == (0, "verified: eps' = n*epsilon\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "no bound to examine"),
        (("k*epsilon",), "the number of openings is n"),
        (("theorms",), "did you mean the bound 'theorem'"),
        (("n*epsilon +",), "position"),
        (("n*epsilon", "--n", "0..3"), "whole number"),
        (("n*epsilon", "--n", "5..3"), "--n"),
        (("n*epsilon", "--n", "1.."), "LO..HI"),
        (("n*epsilon", "--epsilon", "3..1"), "empty"),
        (("n*epsilon", "--epsilon=-1..3"), "epsilon is not negative"),
        (("n*epsilon", "--epsilon", "0..ln(0)"), "logarithm"),
        (("n*epsilon", "--delta", "0..2"), "between 0 and 1"),
        (("n*epsilon", "--delta", "0..inf"), "between 0 and 1"),
        (("n*epsilon", "--budget", "many"), "whole number"),
        (("n*epsilon + ln(-1)",), "no value"),
        (("sqrt(epsilon-1)", "--epsilon", "1/2", "--delta", "1/10"), "no value"),
    ],
)
def test_bad_usage(run, words, complaint) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert complaint in err


def test_errors_in_json(run) -> None:
    code, out, _ = run("k*epsilon", "--format", "json")
    assert code == 2
    schema().validate(json.loads(out))
    assert json.loads(out)["errors"][0]["key"] == "EXPR"
