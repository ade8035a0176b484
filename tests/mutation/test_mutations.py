"""A sample of the mutations: each must make a test fail. The whole table is the script's business."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
MODULES = sorted((HERE.parents[1] / "lemmas").glob("s[0-9]*.py"))


@pytest.mark.slow
def test_every_mutation_of_a_sample_is_caught() -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "mutate.py"), "--every", "19", "--start", "7"],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 survived" in done.stdout


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.syspath_prepend(str(HERE))
    import changes

    return changes


@pytest.mark.slow
@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_mutation_changes_the_module(path: Path, changes) -> None:  # type: ignore[no-untyped-def]
    """A mutation that leaves the text as it was would be caught by nothing, or by an accident."""
    source = path.read_text(encoding="utf-8")
    original = ast.unparse(ast.parse(source))
    count = len(list(changes.places(ast.parse(source))))
    assert count > 15
    for number in range(count):
        tree = ast.parse(source)
        list(changes.places(tree))[number].change()
        assert ast.unparse(tree) != original, number


def test_excuses_are_of_mutations_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    from equivalent import EQUIVALENT
    from mutate import mutations

    keys = {mutation.key for path in MODULES for mutation in mutations(path)}
    assert set(EQUIVALENT) <= keys, set(EQUIVALENT) - keys
