"""The checker runs from a copy of its folder, isolated, on the standard library; nothing in it is a float."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import proofcheck.checker
from certificate_cases import INSTANCES, certificate, edited

FOLDER = Path(proofcheck.checker.__file__).parent
SOURCES = sorted(FOLDER.glob("*.py"))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the folder under another name, with instance and certificate beside it."""
    place = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(FOLDER, place / "trusted", ignore=shutil.ignore_patterns("__pycache__"))
    (place / "i.toml").write_text(INSTANCES["one-strategy"])
    (place / "c.json").write_text(certificate("one-strategy"))
    (place / "bad.json").write_text(
        edited(certificate("one-strategy"), lambda v: v.update(conclusion="refuted"))
    )
    return place


def run(place: Path, *words: str) -> tuple[int, dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(place / "trusted"), *words],
        capture_output=True,
        cwd=place,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)


def test_a_copy_runs_alone(copy: Path) -> None:
    assert run(copy, "i.toml", "c.json") == (0, {"accepted": True, "reason": "every claim was found again"})
    code, found = run(copy, "i.toml", "bad.json")
    assert (code, found["accepted"]) == (1, False)
    assert run(copy, "i.toml", "i.toml")[0] == 2
    assert run(copy, "i.toml", "missing.json")[0] == 2
    assert run(copy, "i.toml")[0] == 2


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "proofcheck.checker", "x"],
        capture_output=True,
        cwd=FOLDER.parents[1],
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["accepted"]) == (2, False)


def test_imports_the_standard_library_alone() -> None:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            for name in names:
                ours = name.startswith("proofcheck.checker.")
                ours |= (path.name, name) == ("values.py", "proofcheck.checker")
                ours |= name == "proofcheck.checker"
                assert ours or name.split(".")[0] in sys.stdlib_module_names, (path.name, name)


def test_no_float_no_escape() -> None:
    """No float, no broad handler, no assert, no random number, no clock, no writing of files."""
    banned = {"float", "eval", "exec", "compile", "round", "input", "__import__", "sleep", "sqrt", "log"}
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not isinstance(node, ast.Assert), path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in banned, (path, node.func.id)
            if isinstance(node, ast.ExceptHandler):
                caught = ast.unparse(node.type) if node.type else "everything"
                assert "Exception" not in caught and caught != "everything", path
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                # Division of two ints would be a float; what is divided here are fractions.
                assert path.name in ("boxes.py", "experiment.py", "quantified.py", "instance.py"), path


def test_it_stays_small() -> None:
    lines = {path.name: path.read_text().count("\n") for path in SOURCES}
    assert max(lines.values()) <= 300, lines
    assert sum(lines.values()) <= 1700, lines
