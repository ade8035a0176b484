"""Fixtures shared by the tests that need Coq."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

FORMAL = Path(__file__).resolve().parents[2] / "lemmas" / "formal"
LIBRARIES = ("Coquelicot", "Interval")
COMPILE_SECONDS = 600


def _missing() -> str | None:
    """Return what keeps Coq from running here, or None."""
    if shutil.which("coqc") is None:
        return "coqc is not installed"
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=True).stdout.strip()
    absent = [name for name in LIBRARIES if not (Path(where) / "user-contrib" / name).is_dir()]
    return f"Coq libraries not installed: {', '.join(absent)}" if absent else None


def _child_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True)
class Build:
    """The compiled development: where it is, and the processor time it took."""

    directory: Path
    seconds: float

    def compile(self, source: str, folder: Path) -> tuple[subprocess.CompletedProcess[str], float]:
        """Run coqc on one more file; its result, and the processor time."""
        file = folder / "Claim.v"
        file.write_text(source, encoding="utf-8")
        command = [
            "coqc",
            "-w",
            "-ambiguous-paths",
            "-Q",
            str(self.directory),
            "AdvancedComposition",
            str(file),
        ]
        start = _child_seconds()
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS, cwd=folder)
        return done, _child_seconds() - start


@pytest.fixture(scope="session")
def coq(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compile the whole development once."""
    if missing := _missing():
        if os.environ.get("CI"):
            pytest.fail(f"{missing}, and under CI that is a failure")
        pytest.skip(missing)
    directory = tmp_path_factory.mktemp("formal")
    start = _child_seconds()
    command = ["sh", str(FORMAL / "build.sh"), str(directory)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_SECONDS)
    assert done.returncode == 0, done.stdout + done.stderr
    return Build(directory, _child_seconds() - start)
