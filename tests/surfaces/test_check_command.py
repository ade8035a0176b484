"""`proofcheck check` as a process: exit codes, several files, standard input, bad and hostile input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from jsonschema import Draft202012Validator

from command_line import ROOT
from command_line import proofcheck as run
from proofcheck.surfaces.cli import main

SCHEMA = json.loads((ROOT / "proofcheck" / "surfaces" / "schemas" / "check.json").read_text(encoding="utf-8"))
BOXES = """
[boxes.a]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }

[boxes.b]
P1 = { "0" = "27/47", "1" = "20/47" }
P2 = { "0" = "25/47", "1" = "22/47" }

[strategy]
kind = "uniform"
"""
GOOD = 'title = "Forgetting"\nn = 1\nepsilon = "ln(11/10)"\ndelta = "3/4"\n' + BOXES
REFUTED = 'n = 1\nepsilon = "ln(11/10)"\ndelta = "1/1000"\nbound = "0*epsilon*n*delta"\n' + BOXES
BAD = GOOD.replace('"1" = "10/21" }', '"1" = "9/21" }', 1)


def write(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def here(*words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """The same as `run`, in this process: quicker, where nothing depends on the process."""
    out, err = io.StringIO(), io.StringIO()
    given = mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    with given, redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def as_json(*words: str, stdin: bytes = b"") -> tuple[int, Any]:
    """The exit code and the document; nothing may be on stderr."""
    done = here("check", "--format", "json", *words, stdin=stdin)
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


def test_a_good_file(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, "good.proof.toml", GOOD))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Conclusion: verified." in done.stdout


def test_a_false_bound_is_refuted_with_a_witness(tmp_path: Path) -> None:
    code, page = as_json(write(tmp_path, "false.proof.toml", REFUTED))
    assert code == 1
    assert page["conclusion"] == "refuted"
    refuted = [row for row in page["statements"] if row["verdict"] == "refuted" and row["id"] == "theorem"]
    assert refuted
    assert all(row["witness"] for row in refuted)
    assert here("check", write(tmp_path, "f.toml", REFUTED)).returncode == 1


def test_expectations_decide_the_code(tmp_path: Path) -> None:
    met = write(tmp_path, "met.toml", GOOD + '[expect]\nconclusion = "verified"\n')
    unmet = write(tmp_path, "unmet.toml", GOOD + '[expect]\nconclusion = "refuted"\n')
    row = '{ id = "bad-set-lemma", level = "outputs", direction = "P1->P2", probability = "1/2" }'
    wrong = write(tmp_path, "wrong.toml", GOOD + f"[expect]\nstatements = [{row}]\n")
    assert [here("check", path).returncode for path in (met, unmet, wrong)] == [0, 1, 1]
    code, page = as_json(wrong)
    assert code == 1
    assert page["expect"]["met"] is False
    assert page["expect"]["mismatches"][0]["found"] == "542/987"


def test_several_files_in_order(tmp_path: Path) -> None:
    good, refuted, bad = (
        write(tmp_path, name, text) for name, text in (("g", GOOD), ("r", REFUTED), ("b", BAD))
    )
    code, pages = as_json(good, bad, refuted)
    assert code == 2
    assert [sorted(page)[0] for page in pages] == ["argument", "errors", "argument"]
    assert here("check", good, refuted).returncode == 1
    text = here("check", good, good)
    assert text.returncode == 0
    assert text.stdout.endswith("2 files: 2 verified\n")


def test_standard_input() -> None:
    code, page = as_json("-", stdin=GOOD.encode())
    assert code == 0
    assert page["digest"].startswith("sha256:")
    done = run("check", "-", stdin=BAD.encode())
    assert done.returncode == 2
    assert "<stdin>:" in done.stderr
    assert '     7 | P1 = { "0" = "11/21", "1" = "9/21" }' in done.stderr


def test_quiet_is_one_line_a_file(tmp_path: Path) -> None:
    good, refuted = write(tmp_path, "g.toml", GOOD), write(tmp_path, "r.toml", REFUTED)
    done = here("check", "--quiet", good, refuted)
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first == f"{good}: verified (the source's argument has a gap on outputs)"
    assert second.startswith(f"{refuted}: refuted")


def test_only_shows_some_rows_and_keeps_the_conclusion(tmp_path: Path) -> None:
    good, refuted = write(tmp_path, "g.toml", GOOD), write(tmp_path, "r.toml", REFUTED)
    code, page = as_json(good, "--only", "closeness", "--only", "support")
    assert code == 0
    assert {row["id"] for row in page["statements"]} == {"closeness", "support"}
    assert page["argument"] == "gap"
    assert page["notices"]
    code, page = as_json(refuted, "--only", "closeness")
    assert (code, page["conclusion"]) == (1, "refuted")
    assert "Conclusion: refuted" in here("check", refuted, "--only", "closeness").stdout


@pytest.mark.parametrize(("only", "hint"), [("theorm", "did you mean 'theorem'?"), ("", "one of: closeness")])
def test_only_of_nothing_is_no_success(only: str, hint: str, tmp_path: Path) -> None:
    done = here("check", write(tmp_path, "g.toml", GOOD), "--only", only)
    assert done.returncode == 2
    assert hint in done.stderr


def test_the_budget_is_exit_3_and_says_what_to_do(tmp_path: Path) -> None:
    good = write(tmp_path, "g.toml", GOOD)
    done = here("check", "--max-nodes", "2", good)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "--max-nodes" in done.stderr
    code, page = as_json("--max-nodes", "2", good)
    assert code == 3
    assert page["errors"][0]["key"] == "--max-nodes"


def test_digits(tmp_path: Path) -> None:
    good = write(tmp_path, "g.toml", GOOD)
    _, page = as_json("--digits", "12", good, "--only", "theorem")
    sticks = [
        row["values"]["hockey_stick"]["decimal"] for row in page["statements"] if row["level"] == "outputs"
    ]
    assert len(sticks[0].lstrip("0.")) == 12
    assert sticks[0].startswith("0.002106")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (BAD, "20/21"),
        ("title = ", ""),
        (b"title = '\xff\xfe'", "UTF-8"),
        (GOOD.replace('"3/4"', "0.75"), "0.75"),
        (GOOD.replace("epsilon =", "epsilom ="), "epsilon"),
        (GOOD.replace('"ln(11/10)"', "\"__import__('os').system('true')\""), "epsilon"),
        (GOOD.replace('"ln(11/10)"', '"9^9^9^9"'), "epsilon"),
        (GOOD.replace('"ln(11/10)"', '"' + "(" * 10**5 + '"'), "epsilon"),
        (GOOD.replace('"ln(11/10)"', '"' + "9" * 10**6 + '"'), "epsilon"),
        (GOOD.replace('"ln(11/10)"', '"ln(101/100)"'), "11/10"),
        (GOOD.replace("n = 1", "n = 3"), "2"),
        ("x = " + "[" * 10**5, ""),
        ("\x00", ""),
    ],
)
def test_bad_files_are_exit_2_with_a_place(content: str | bytes, message: str, tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.proof.toml", content)
    done = run("check", bad)
    assert done.returncode == 2, done.stderr[:400]
    assert done.stdout == ""
    assert bad in done.stderr
    assert message in done.stderr
    assert len(done.stderr) < 4000
    code, page = as_json(bad)
    assert code == 2
    assert all(error["file"] == bad and error["message"] for error in page["errors"])


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (str(tmp_path / "no.toml"), str(tmp_path), "\udcff"):
        done = run("check", path)
        assert done.returncode == 2
        assert "error:" in done.stderr


def test_every_problem_in_one_run(tmp_path: Path) -> None:
    content = GOOD.replace("epsilon =", "epsilom =").replace('"3/4"', '"5/4"').replace('"20/47"', '"21/47"')
    _, page = as_json(write(tmp_path, "bad.toml", content))
    assert len(page["errors"]) >= 3


def test_a_strategy_without_a_rule_prints_the_history(tmp_path: Path) -> None:
    rules = '[strategy]\nkind = "rules"\n[[strategy.rules]]\nhistory = []\nchoose = "a"\n'
    content = GOOD.replace("n = 1", "n = 2").replace('[strategy]\nkind = "uniform"\n', rules)
    done = here("check", write(tmp_path, "hole.toml", content))
    assert done.returncode == 2
    assert "no rule matches" in done.stderr
    assert '["a", "0"]' in done.stderr


def test_ascii_output_where_the_terminal_has_no_more(tmp_path: Path) -> None:
    content = GOOD.replace("Forgetting", "Vergeßlich")
    path = write(tmp_path, "g.toml", content)
    done = run("check", path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Verge\\xdflich" in done.stdout
    page = run("check", "--format", "json", path, PYTHONIOENCODING="ascii")
    assert json.loads(page.stdout)["title"] == "Vergeßlich"


def test_the_gallery_by_name() -> None:
    done = run("check", "--gallery", "no-such-instance")
    assert done.returncode == 2
    assert "no gallery instance 'no-such-instance'" in done.stderr


def test_the_whole_gallery_is_as_its_files_expect() -> None:
    code, pages = as_json("--gallery")
    assert code == 0
    assert len(pages) >= 10
    assert list(Draft202012Validator(SCHEMA).iter_errors(pages)) == []
    assert all(page["expect"]["met"] for page in pages if "expect" in page)
    lively = [
        page
        for page in pages
        if not all(row["vacuous"] for row in page["statements"] if row["id"] == "theorem")
    ]
    assert len(lively) > len(pages) / 2


def test_one_of_the_gallery() -> None:
    done = here("check", "--gallery", "exact-tie", "--quiet")
    assert (done.returncode, done.stdout) == (0, "gallery/exact-tie.proof.toml: verified\n")
    assert here("check", "--gallery", "exact-tie.proof.toml", "--quiet").stdout == done.stdout
    both = here("check", "--gallery", "exact-tie", "--quiet", "--gallery", "forgetting")
    assert both.stdout.startswith("gallery/forgetting.proof.toml: verified")


FREE = GOOD.replace('[strategy]\nkind = "uniform"\n', "")


def test_what_is_left_open_is_quantified(tmp_path: Path) -> None:
    path = write(tmp_path, "free.toml", FREE)
    code, page = as_json(path)
    assert code == 0
    assert page["for_all"] == ["events", "strategy"]
    assert list(Draft202012Validator(SCHEMA).iter_errors(page)) == []
    text = here("check", path).stdout
    assert "every strategy" in text
    assert "witness: the strategy" in text


def test_a_statement_that_is_not_judged_is_no_success(tmp_path: Path) -> None:
    done = here("check", write(tmp_path, "free.toml", FREE), "--only", "ratio")
    assert (done.returncode, done.stdout) == (2, "")
    assert "ratio: not judged when it is for all events, strategy" in done.stderr


def test_an_unjudged_generality_is_no_success() -> None:
    done = here("check", "-", stdin=b"")
    if done.returncode != 0:  # a version that judges the theorem itself prints it
        assert (done.returncode, done.stdout) == (2, "")
        assert "no statement can be judged" in done.stderr


def test_exponents_of_unlike_denominators_end_soon_and_in_words() -> None:
    """Three boxes with e^(1/97), e^(1/101), e^(1/103) once took gigabytes."""
    box = '[boxes.{}]\nmechanism = "randomized-response"\nepsilon = "1/{}"\nmessages = ["0", "1"]\n'
    boxes = "".join(box.format(name, d) for name, d in (("a", 97), ("b", 101), ("c", 103)))
    text = f'epsilon = "auto"\ndelta = "9/10"\n{boxes}[strategy]\nkind = "uniform"\n'
    done = run("check", "-", stdin=text.encode())
    assert done.returncode == 3
    assert "common denominator" in done.stderr
