"""Somebody else's `lemmas` in the way: found out before it is run, and told clearly."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

import lemmas
from command_line import ROOT
from command_line import proofcheck as run
from proofcheck.surfaces import proof as home
from proofcheck.surfaces.proof import ForeignLemmasError, proof

INSTANCE = """
epsilon = "auto"
delta = "1/2"
[boxes.a]
P1 = { x = "1/2", y = "1/2" }
P2 = { x = "1/3", y = "2/3" }
[strategy]
kind = "uniform"
"""
STRANGER = (
    "from pathlib import Path\nPath(__file__).with_suffix('.ran').write_text('ran')\nPROOF = ('mine',)\n"
)


@pytest.mark.parametrize("place", ["lemmas.py", "lemmas/__init__.py"])
def test_a_stranger_beside_the_caller_is_told_and_not_run(place: str, tmp_path: Path) -> None:
    file = tmp_path / place
    file.parent.mkdir(exist_ok=True)
    file.write_text(STRANGER, encoding="utf-8")
    (tmp_path / "i.toml").write_text(INSTANCE, encoding="utf-8")
    done = run("check", "i.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(tmp_path / "lemmas") in done.stderr
    assert str(ROOT / "lemmas") in done.stderr
    assert "virtual environment" in done.stderr
    assert not list(tmp_path.rglob("*.ran"))
    as_json = run("check", "--format", "json", "i.toml", cwd=tmp_path)
    assert as_json.returncode == 2
    assert '"key": "lemmas"' in as_json.stdout


def test_a_folder_that_is_no_package_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "lemmas").mkdir()
    (tmp_path / "i.toml").write_text(INSTANCE, encoding="utf-8")
    assert run("check", "i.toml", cwd=tmp_path).returncode == 0


def test_ours_is_found() -> None:
    assert [statement.number for statement in proof()] == [f"S{i}" for i in range(1, 13)]


def test_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "_location", lambda: None)
    with pytest.raises(ForeignLemmasError, match="'lemmas' is not installed"):
        proof()


@pytest.mark.parametrize("proof_of", [None, (), ["list"]])
def test_ours_overwritten_by_another_distribution(proof_of: object, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = ModuleType("lemmas")
    theirs.__spec__ = ModuleSpec("lemmas", None, origin=lemmas.__file__, is_package=True)
    theirs.__spec__.submodule_search_locations = list(lemmas.__path__)
    if proof_of is not None:
        theirs.PROOF = proof_of  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lemmas", theirs)
    with pytest.raises(ForeignLemmasError, match="another distribution has overwritten it"):
        proof()
