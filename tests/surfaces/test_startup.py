"""`import proofcheck` and `--help` are light."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import pytest

import proofcheck
from command_line import ROOT, environment
from command_line import proofcheck as run

HEAVY = {"sympy", "mpmath", "flint", "numpy", "lemmas", "fractions", "proofcheck.numbers", "proofcheck.model"}


def loaded(code: str) -> set[str]:
    """The modules that running `code` has loaded."""
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
        check=True,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "code",
    [
        "import proofcheck; proofcheck.__version__; dir(proofcheck)",
        "from proofcheck.surfaces.cli import main; main(['--help'])",
        "from proofcheck.surfaces.cli import main; main(['check', '--help'])",
        "from proofcheck.surfaces.cli import main; main(['--version'])",
    ],
)
def test_nothing_heavy_is_imported(code: str) -> None:
    assert not loaded(code) & HEAVY


def test_the_names_of_modules_would_show_a_heavy_import() -> None:
    assert loaded("import proofcheck; proofcheck.parse") & HEAVY


def test_help_starts_within_four_times_a_bare_interpreter() -> None:
    # Medians of alternating runs; 5 instead of 4 leaves room for a busy machine.
    bare, full = [], []
    for _ in range(11):
        bare.append(_seconds("-c", "pass"))
        full.append(_seconds("-m", "proofcheck", "--help"))
    assert statistics.median(full) < 5 * statistics.median(bare)


def _seconds(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, *words], stdout=subprocess.DEVNULL, env=environment(), cwd=ROOT, check=True
    )
    return time.perf_counter() - start


@pytest.mark.parametrize("name", [name for name in proofcheck.__all__ if name != "__version__"])
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(proofcheck, name) is not None
    assert name in dir(proofcheck)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        proofcheck.chekc  # noqa: B018


def test_help_names_every_command() -> None:
    from proofcheck.surfaces.commands import COMMANDS

    text = run("--help").stdout
    for name, line in COMMANDS:
        assert name in text
        assert line in text
        assert run(name, "--help").returncode == 0
