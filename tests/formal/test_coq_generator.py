"""`certify --coq`: Coq accepts what is generated, and refuses it once a number is changed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import proofcheck
from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_source import CHECK_FILE, INSTANCE_FILE, coq_files, coq_source
from proofcheck.model import load, loads

if TYPE_CHECKING:
    from conftest import Build

GALLERY = Path(proofcheck.__file__).parent / "gallery"

BOXES = """
[boxes.a]
P1 = { x = "11/21", y = "10/21" }
P2 = { x = "10/21", y = "11/21" }
[boxes.b]
P1 = { x = "27/47", y = "20/47" }
P2 = { x = "25/47", y = "22/47" }
"""
COINS = """
[boxes.coin]
mechanism = "randomized-response"
epsilon = "{e}"
count = {count}
[strategy]
kind = "uniform"
"""
UNIFORM = '[strategy]\nkind = "uniform"\n'
ALL_STRATEGIES = f'n = 2\nepsilon = "1/2"\ndelta = "1/3"\n{BOXES}'
WORST_STRATEGY = f'n = 1\nepsilon = "ln(11/10)"\ndelta = "3/4"\n{BOXES}'
ALL_BOXES = 'n = 20\nepsilon = "ln(11/10)"\ndelta = ["1/100", "exp(-3)"]\n'
# The half of eps is too little; in the second direction by more.
TOO_STRONG = f'n = 1\nepsilon = "auto"\ndelta = "1/100"\nbound = "epsilon/2"\n{BOXES}{UNIFORM}'
HOSTILE = """
title = 'a *) Axiom false : False. (* "'
n = 1
epsilon = "auto"
delta = "1/2"
[boxes."*)"]
P1 = { '"(*' = "1/2", "é\\n" = "1/2" }
P2 = { '"(*' = "1/2", "é\\n" = "1/2" }
[strategy]
kind = "uniform"
"""
TEXTS = {
    "all strategies": ALL_STRATEGIES,
    "worst strategy": WORST_STRATEGY,
    "all boxes": ALL_BOXES,
    "too strong": TOO_STRONG,
    "hostile": HOSTILE,
}
NAMES = ("forgetting", "weighted-choices", "hidden-choices", "exact-tie", "given-events")


def _gallery(name: str) -> str:
    return coq_source(load(GALLERY / f"{name}.proof.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_source_is_deterministic_and_names_no_place(name: str, tmp_path: Path) -> None:
    moved = tmp_path / "moved.proof.toml"
    moved.write_bytes((GALLERY / f"{name}.proof.toml").read_bytes())
    files = coq_files(load(moved))
    assert set(files) == {INSTANCE_FILE, CHECK_FILE}
    assert files[INSTANCE_FILE] == _gallery(name)
    assert str(tmp_path) not in "".join(files.values())
    assert str(GALLERY) not in "".join(files.values())


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_assumed_and_all_is_ascii(name: str) -> None:
    source = coq_source(loads(TEXTS[name]))
    assert source.isascii()
    code = re.sub(r"\(\*.*?\*\)", "", source, flags=re.DOTALL)
    assert not re.search(r"\b(Axiom|Admitted|Parameter|admit|Hypothesis|Variable|Conjecture)\b", code)


def test_names_cannot_end_a_comment() -> None:
    source = coq_source(loads(HOSTILE))
    assert source.count("(*") == source.count("*)")
    assert '"' not in source
    assert "'\\u{2a}\\u{29}'" in source


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "MainTheorem.v"),
        ("n = 3\n", "MainTheorem.v"),
        ('n = 3\nepsilon = "1/10"\ndelta = "1/2"\n', "rational e^epsilon"),
        ('epsilon = "1/10"\ndelta = "1/2"\n' + COINS.format(e="1/10", count=1), "rational numbers only"),
        ('epsilon = "ln(2)"\ndelta = "1/2"\n' + COINS.format(e="ln(2)", count=12), "histories"),
    ],
)
def test_what_has_no_counterpart_is_said(text: str, words: str) -> None:
    with pytest.raises(CannotCertifyError, match=re.escape(words)):
        coq_source(loads(text))


@pytest.mark.coq
@pytest.mark.parametrize("name", [*NAMES[:4], *TEXTS])
def test_coq_accepts(coq: Build, tmp_path: Path, name: str) -> None:
    source = coq_source(loads(TEXTS[name])) if name in TEXTS else _gallery(name)
    done, _ = coq.compile(source, tmp_path)
    assert done.returncode == 0, done.stderr


# instance, what is changed, into what, the statement that must fail
WRONG = {
    "a probability": ("forgetting", "(517, 470)", "(516, 470)", "checked"),
    "not close": ("forgetting", "tn := 11", "tn := 10", "checked"),
    "a weight": ("weighted-choices", "adv := chosen; weight := ", "adv := chosen; weight := 1", "checked"),
    "a box opened twice": ("hidden-choices", "then only 4 b", "then only 0 b", "checked"),
    "delta": ("forgetting", "delta : R := (3 / 4)", "delta : R := (1 / 4000)", "small_histories"),
    "eps": ("forgetting", "eps : R := ln (nR 11 / nR 10)", "eps : R := ln (nR 12 / nR 11)", "allowed"),
    "for all strategies, delta": ("worst strategy", "R := (3 / 4)", "R := (1 / 4000)", "small"),
    "for all boxes, delta": ("all boxes", "R := (1 / 100)", "R := (9 / 10)", "factor_1"),
    "refutation of a true claim": ("too strong", "(1 / 100)", "(1 / 2)", "large_histories"),
}
# instance, the lemma that is changed, the number in it, what is added to that, the statement that must fail
SHIFTED = {
    "bracket": ("forgetting", "factor_histories", 0, 1, "factor_histories"),
    "term": ("forgetting", "counted_outputs", 2, -1, "counted_outputs"),
    "for all strategies, term": ("worst strategy", "counted", -2, -1, "counted"),
    "for all boxes, bracket": ("all boxes", "factor_1", 0, 1, "factor_1"),
}


def _stopped(source: str, stderr: str) -> str:
    match = re.search(r"line (\d+), characters", stderr)
    assert match, stderr
    above = "\n".join(source.splitlines()[: int(match.group(1))])
    return re.findall(r"^(?:Lemma|Theorem|Definition) (\w+)", above, re.MULTILINE)[-1]


def _source(name: str) -> str:
    return coq_source(loads(TEXTS[name])) if name in TEXTS else _gallery(name)


@pytest.mark.coq
@pytest.mark.parametrize("case", WRONG)
def test_coq_refuses_a_change(coq: Build, tmp_path: Path, case: str) -> None:
    name, right, wrong, statement = WRONG[case]
    source = _source(name)
    assert right in source
    changed = source.replace(right, wrong, 1)
    done, _ = coq.compile(changed, tmp_path)
    assert done.returncode != 0
    assert _stopped(changed, done.stderr) == statement, done.stderr


@pytest.mark.coq
@pytest.mark.parametrize("case", SHIFTED)
def test_coq_refuses_a_number_that_is_one_off(coq: Build, tmp_path: Path, case: str) -> None:
    name, lemma, place, step, statement = SHIFTED[case]
    source = _source(name)
    start = source.index(f"Lemma {lemma} :")
    stated = source[start : source.index("Proof", start)]
    number = list(re.finditer(r"(?<=[ (])\d+(?=[ )])", stated))[place]
    wrong = stated[: number.start()] + str(int(number.group()) + step) + stated[number.end() :]
    changed = source.replace(stated, wrong, 1)
    done, _ = coq.compile(changed, tmp_path)
    assert done.returncode != 0
    assert _stopped(changed, done.stderr) == statement, done.stderr
