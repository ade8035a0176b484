"""What shows without Coq: nothing is assumed, nothing is left out of the build or of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FORMAL = Path(__file__).resolve().parents[2] / "lemmas" / "formal"
SOURCES = sorted(path for folder in (FORMAL, FORMAL / "instances") for path in folder.glob("*.v"))
# Words that would let a statement through unproved, or switch off one of the kernel's own checks.
BANNED = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|bypass_check|Unset\s+\w+\s+Checking"
    r"|type_in_type|Declare\s+ML\s+Module)\b"
)
# Variables and hypotheses are axioms too when they stand outside a section.
SECTION_ONLY = re.compile(r"(Variables?|Hypothes[ie]s|Context)\b")


def _without_comments(text: str) -> str:
    depth, kept = 0, []
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)":
            depth -= 1
        elif depth == 0:
            kept.append(piece)
    return "".join(kept)


def _problems(text: str) -> list[str]:
    code = _without_comments(text)
    found = [match.group(0) for match in BANNED.finditer(code)]
    depth = 0
    for line in map(str.strip, code.splitlines()):
        if line.startswith("Section "):
            depth += 1
        elif line.startswith("End "):
            depth -= 1
        elif depth == 0 and SECTION_ONLY.match(line):
            found.append(line)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nothing_is_assumed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert _problems(text) == []
    assert len(text.splitlines()) <= 300


@pytest.mark.parametrize(
    "text",
    [
        "Lemma x : False. Admitted.",
        "Lemma x : False. Proof. admit. Qed.",
        "Axiom x : False.",
        "Unset Guard Checking.",
        "Section S. \nEnd S.\nVariable x : False.",
        "Hypothesis x : False.",
    ],
)
def test_the_search_notices(text: str) -> None:
    assert _problems(text)


def test_comments_and_sections_are_no_assumptions() -> None:
    assert _problems("(* Admitted (* Axiom *) *)\nSection S.\nVariable x : nat.\nEnd S.") == []


def test_every_file_is_built() -> None:
    lines = (FORMAL / "_CoqProject").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line.endswith(".v")]
    assert sorted(listed) == sorted(str(path.relative_to(FORMAL)) for path in SOURCES)
    assert listed[-1] == "Assumptions.v"


def _rows() -> list[tuple[str, str, str]]:
    lines = (FORMAL / "README.md").read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| `")]
    return [(row[0], row[1], row[2]) for row in cells]


def test_the_readme_lists_every_file_and_names_what_exists() -> None:
    named = {name for row in _rows() for name in re.findall(r"`([\w/]+\.v)`", row[0])}
    assert named == {str(path.relative_to(FORMAL)) for path in SOURCES}
    for files, _, theorems in _rows():
        paths = [FORMAL / name for name in re.findall(r"`([\w/]+\.v)`", files)]
        code = "\n".join(_without_comments(path.read_text(encoding="utf-8")) for path in paths)
        for theorem in re.findall(r"`(\w+)`", theorems):
            assert re.search(
                rf"^(?:Theorem|Lemma|Corollary|Definition|Ltac) {theorem}\b", code, re.MULTILINE
            ), theorem


def test_the_main_theorems_are_among_those_whose_axioms_are_listed() -> None:
    listed = set(re.findall(r"@\w+\.(\w+)", (FORMAL / "Assumptions.v").read_text(encoding="utf-8")))
    preliminaries = {"Sums.v", "Integers.v", "Enclosure.v"}
    for files, _, theorems in _rows():
        names = set(re.findall(r"`([\w/]+\.v)`", files))
        if not names & preliminaries:
            assert set(re.findall(r"`(\w+)`", theorems)) <= listed
