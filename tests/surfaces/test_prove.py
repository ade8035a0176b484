"""`proofcheck prove`: the general proof printed, failing loudly, and drawn."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from command_line import ROOT, environment, proofcheck
from lemmas import GENERAL_PROOF
from proofcheck.logic.derivation import Step
from proofcheck.logic.formula import at_most
from proofcheck.logic.statement import Statement
from proofcheck.surfaces import graph, latex
from proofcheck.surfaces import proof as found_proof
from proofcheck.surfaces.cli import main
from proofcheck.surfaces.commands.prove import check_all
from proofcheck.surfaces.drawing import svg

IDS = [statement.id for statement in GENERAL_PROOF]
SCHEMA = json.loads((ROOT / "proofcheck" / "surfaces" / "schemas" / "prove.json").read_text(encoding="utf-8"))


def items(output: str) -> list[dict[str, object]]:
    document = json.loads(output)
    jsonschema.validate(document, SCHEMA)
    return document["items"]  # type: ignore[no-any-return]


def test_everything_is_proved_within_seconds() -> None:
    start = time.monotonic()
    done = proofcheck("prove", "--format", "json")
    assert time.monotonic() - start < 30  # a few seconds on an idle machine
    assert done.returncode == 0
    assert done.stderr == ""
    found = items(done.stdout)
    assert [item["id"] for item in found] == IDS
    assert {item["verdict"] for item in found} == {"verified"}


def test_one_statement_with_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "hoeffding", "--format=json"]) == 0
    (item,) = items(capsys.readouterr().out)
    assert item["id"] == "hoeffding"
    assert item["cites"] == ["two-points"]
    (last,) = (step for step in item["steps"] if step["label"] == "centred")  # type: ignore[attr-defined]
    assert last["claim"] == "sum_x w(x) e^(lambda (c(x) - b)) <= e^(eps^2 lambda^2/2)"
    assert last["rests_on"] == ["weights", "c >= -eps", "c <= eps", "mean"]
    assert last["failure"] is None


def test_the_text_reads_like_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "theorem"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("S12 Theorem: advanced composition")
    assert "verified" in text.splitlines()[0]
    assert "sum_y S(y) Pr1(y) <= e^eps' sum_y S(y) Pr2(y) + delta'" in text
    assert "1 of 1 statements and 9 of 9 steps verified" in text
    assert max(map(len, text.splitlines())) <= 100


def test_every_statement_prints_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(IDS)
    assert all(line.endswith("verified") for line in lines)
    assert main(["prove"]) == 0
    text = capsys.readouterr().out
    assert all(statement.title in text for statement in GENERAL_PROOF)
    assert "FAILS" not in text


def test_unknown_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "azumo"]) == 2
    assert "did you mean 'azuma'?" in capsys.readouterr().err
    assert main(["prove", "--graph", "png"]) == 2
    assert main(["prove", "--format", "xml"]) == 2
    assert main(["check", "--format", "latex", "x.proof.toml"]) == 2


def broken() -> tuple[Statement, ...]:
    """The proof with one step of Hoeffding's lemma claiming half of what it may."""
    proof = list(GENERAL_PROOF)
    place = IDS.index("hoeffding")
    derivation = proof[place].derivation
    assert derivation is not None

    def halved(step: Step) -> Step:
        return (
            replace(step, claim=at_most(step.claim.left, step.claim.right / 2))
            if step.label == "bound"
            else step
        )

    steps = tuple(map(halved, derivation.steps))
    proof[place] = replace(proof[place], derivation=replace(derivation, steps=steps))
    return tuple(proof)


@pytest.mark.parametrize("ids", [[], ["hoeffding"], ["azuma"], ["composition"]])
def test_a_step_that_fails_is_exit_1(
    ids: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(found_proof, "general_proof", broken)
    assert main(["prove", *ids]) == 1
    assert "FAILS: " in capsys.readouterr().out
    assert main(["prove", *ids, "--format=json"]) == 1
    found = {item["id"]: item["verdict"] for item in items(capsys.readouterr().out)}
    assert set(found.values()) <= {"verified", "undecided"}
    assert all(found[id] == "undecided" for id in ids or ["hoeffding", "azuma", "composition"])
    assert main(["prove", *ids, "--format=latex"]) == 1
    assert r"\textbf{Fails: " in capsys.readouterr().out


def test_what_does_not_need_the_broken_step_is_proved_still(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(found_proof, "general_proof", broken)
    assert main(["prove", "markov", "dominance"]) == 0
    assert "FAILS" not in capsys.readouterr().out


def test_only_what_is_cited_is_checked() -> None:
    assert set(check_all(GENERAL_PROOF, ["hoeffding"])) == {"two-points", "hoeffding"}


# LaTeX.


@pytest.mark.parametrize("statement", GENERAL_PROOF, ids=IDS)
def test_the_fragment_is_well_formed(statement: Statement) -> None:
    checked = check_all(GENERAL_PROOF, [statement.id])[statement.id]
    text = latex.fragment(statement, checked)
    assert text.isascii()
    plain = re.sub(r"\\[{}$%&_#]", "", text)
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    formulas = plain.split("$")
    assert len(formulas) % 2 == 1
    outside, inside = "".join(formulas[::2]), "".join(formulas[1::2])
    assert not set(outside) & set("^_#&~|<>")  # these mean something else outside formulas
    assert "\n" not in inside
    assert "<=" not in inside
    for opening, closing in ((r"\begin{itemize}", r"\end{itemize}"), (r"\left", r"\right")):
        assert len(re.findall(re.escape(opening) + r"(?![a-z])", text)) == len(
            re.findall(re.escape(closing) + r"(?![a-z])", text)
        )
    known = {
        "begin",
        "end",
        "item",
        "paragraph",
        "noindent",
        "textbackslash",
        "textasciicircum",
        "textasciitilde",
    }
    known |= {
        "textless",
        "textgreater",
        "textbar",
        "textbf",
        "displaystyle",
        "left",
        "right",
        "frac",
        "sum",
        "sqrt",
    }
    known |= {"le", "ge", "in", "mid", "mathbb", "mathrm", "ln", "tanh", "cosh", "exp"}
    known |= {"varepsilon", "delta", "lambda", "beta"}
    assert set(re.findall(r"\\([a-zA-Z]+)", text)) <= known


@pytest.mark.parametrize(
    ("plain", "written"),
    [
        ("50 % & more", r"50 \% \& more"),
        ("C_k^2", r"C\_k\textasciicircum{}2"),
        ("a < b|c", r"a \textless{} b\textbar{}c"),
    ],
)
def test_plain_text_is_escaped(plain: str, written: str) -> None:
    assert latex.escaped(plain) == written


# The graph.


def test_the_graph_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--graph", "text"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "G3  hoeffding           <- two-points" in lines
    assert any(
        line.startswith("S5  ratio") and "(support)" in line and "chain-rule" in line for line in lines
    )
    assert main(["prove", "hoeffding", "--graph", "text"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[:2]] == [
        "two-points",
        "hoeffding",
    ]


def test_the_graph_as_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--graph", "svg"]) == 0
    root = ET.fromstring(capsys.readouterr().out)
    space = "{http://www.w3.org/2000/svg}"
    width, height = (int(root.attrib[name]) for name in ("width", "height"))
    boxes = [group.find(f"{space}rect") for group in root.iter(f"{space}g")]
    assert len(boxes) == len(IDS)
    corners = [
        tuple(int(box.attrib[a]) for a in ("x", "y", "width", "height")) for box in boxes if box is not None
    ]
    for k, (x, y, w, h) in enumerate(corners):
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
        for x2, y2, w2, h2 in corners[:k]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
    assert len(list(root.iter(f"{space}path"))) == len(graph.of(GENERAL_PROOF).reduced())


def test_lines_that_follow_from_others_are_left_out() -> None:
    drawn = graph.of(GENERAL_PROOF)

    def reach(edges: tuple[graph.Edge, ...]) -> set[tuple[str, str]]:
        pairs = {(edge.user, edge.used) for edge in edges}
        while True:
            longer = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
            if not longer:
                return pairs
            pairs |= longer

    assert reach(drawn.reduced()) == reach(drawn.edges)
    for edge in drawn.reduced():
        rest = tuple(other for other in drawn.reduced() if other != edge)
        assert (edge.user, edge.used) not in reach(rest)
    assert svg(drawn).startswith("<svg")


def test_the_rules_say_why_they_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--rules"]) == 0
    text = capsys.readouterr().out
    used = {step.rule.name for s in GENERAL_PROOF if s.derivation is not None for step in s.derivation.steps}
    assert used <= set(text.splitlines())


def test_sympy_is_loaded_by_a_proof_alone(tmp_path: Path) -> None:
    script = (
        "import sys, lemmas, proofcheck.logic.derivation, proofcheck.surfaces.graph\n"
        "from proofcheck.surfaces.cli import main\n"
        "main(['prove', '--graph', 'text'])\n"
        "print('sympy' in sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=tmp_path,
        check=True,
    )
    assert done.stderr.strip() == "False"
