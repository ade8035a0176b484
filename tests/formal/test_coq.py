"""The Coq development compiles, rests on the axioms it says it rests on, and refuses wrong claims."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Build

FORMAL = Path(__file__).resolve().parents[2] / "lemmas" / "formal"
COMPILE_SECONDS = 600

pytestmark = pytest.mark.coq


def _instance(name: str) -> str:
    return (FORMAL / "instances" / f"{name}.v").read_text(encoding="utf-8")


def _failing_statement(source: str, done: subprocess.CompletedProcess[str]) -> str:
    """Name the statement in which coqc stopped."""
    match = re.search(r"line (\d+), characters", done.stderr)
    assert match, done.stderr
    above = source.splitlines()[: int(match.group(1))]
    return re.findall(r"^(?:Lemma|Theorem|Definition) ([\w']+)", "\n".join(above), re.MULTILINE)[-1]


def test_assumptions_are_the_golden_ones(coq: Build) -> None:
    golden = (FORMAL / "golden_assumptions.txt").read_text(encoding="utf-8")
    assert (coq.directory / "assumptions.txt").read_text(encoding="utf-8") == golden


@pytest.mark.parametrize("name", ["AdaptiveCoins", "ForgottenIndex", "WorstStrategy", "HundredOpenings"])
def test_unchanged_instance_is_accepted(coq: Build, tmp_path: Path, name: str) -> None:
    done, _ = coq.compile(_instance(name), tmp_path)
    assert done.returncode == 0, done.stderr


FALSE = 'Unable to unify "true" with "false"'
UNPROVED = "Numerical evaluation failed to conclude"
NO_PROOF = "Cannot find witness"
NOT_TRUE = 'The term "eq_refl" has type "true = true" while it is expected to have type'
COIN = "[(22, 20); (20, 22)]"
# instance, what is changed, into what, the statement that must fail, the reason
WRONG = {
    "term one too small": ("AdaptiveCoins", "nR 580572", "nR 580571", "exact_on_histories", FALSE),
    "factor too large": ("AdaptiveCoins", "1924", "1925", "factor", UNPROVED),
    "refutation of a true claim": ("AdaptiveCoins", "nR 1 / nR 40", "nR 1 / nR 25", "too_strong", FALSE),
    "factor of the refutation": ("AdaptiveCoins", "1211", "1209", "small_factor", UNPROVED),
    "sum": ("AdaptiveCoins", COIN, "[(22, 20); (20, 21)]", "checked", FALSE),
    "not close": ("AdaptiveCoins", COIN, "[(23, 20); (19, 22)]", "checked", FALSE),
    "ratio bound": ("AdaptiveCoins", "tn := 11", "tn := 10", "checked", FALSE),
    "opens a box twice": ("AdaptiveCoins", "negb (existsb", "(fun b => b) (existsb", "checked", FALSE),
    "weights": ("AdaptiveCoins", "weight := 2", "weight := 3", "checked", FALSE),
    "more openings than boxes": ("AdaptiveCoins", "openings := 8", "openings := 9", "checked", FALSE),
    "bad set": ("ForgottenIndex", "= 542 / 987", "= 541 / 987", "bad_outputs", NO_PROOF),
    "bad set, numerator": ("ForgottenIndex", "1000 1084)", "1000 1083)", "bad_outputs", NO_PROOF),
    "worst bad set": ("ForgottenIndex", "<= 11 / 21", "<= 10 / 21", "bad_histories", NO_PROOF),
    "worst case": ("WorstStrategy", "<= 26880 /", "<= 26879 /", "no_strategy_does_better", NO_PROOF),
    "attained": ("WorstStrategy", "1) = 26880 /", "1) = 26879 /", "this_strategy_attains_it", NO_PROOF),
    "every strategy": ("WorstStrategy", "26880 2160000 _", "26879 2160000 _", "every_strategy", NOT_TRUE),
    "fixed sets": ("WorstStrategy", "<=? 21120", "<=? 21119", "fixed_checked", FALSE),
    "all boxes, term": ("HundredOpenings", "nR 3 ", "nR 2 ", "hundred_openings", FALSE),
    "all boxes, factor": ("HundredOpenings", "nR 46 /", "nR 47 /", "factor", UNPROVED),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_claim_is_refused(coq: Build, tmp_path: Path, case: str) -> None:
    name, right, wrong, statement, reason = WRONG[case]
    source = _instance(name)
    assert right in source
    changed = source.replace(right, wrong)
    done, _ = coq.compile(changed, tmp_path)
    assert done.returncode != 0
    assert _failing_statement(changed, done) == statement
    assert reason in " ".join(done.stderr.split())


def test_without_coq_the_reason_is_shown_or_ci_fails(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", str(Path(__file__)), "-m", "coq", "-k", "golden", "-rs", "-q"]
    command += ["-p", "no:cacheprovider"]
    for ci, status, words in (("", 0, "SKIPPED"), ("1", 1, "under CI that is a failure")):
        environment = {**os.environ, "PATH": str(tmp_path), "CI": ci}
        root = FORMAL.parents[1]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=COMPILE_SECONDS, env=environment, cwd=root
        )
        assert done.returncode == status, done.stdout
        assert words in done.stdout and "coqc is not installed" in done.stdout
