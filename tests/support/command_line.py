"""Run `python -m proofcheck` as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a run: the checkout is importable, no colour is forced, UTF-8."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "PROOFCHECK_DEBUG")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **changes}


def proofcheck(
    *words: str, stdin: bytes = b"", cwd: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """The finished process; its output is decoded, and a traceback on stderr fails the caller's test."""
    done = subprocess.run(
        [sys.executable, "-m", "proofcheck", *words],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**changes),
        timeout=120,
        check=False,
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, _text(done.stdout), _text(done.stderr))
    assert "Traceback" not in result.stderr or "PROOFCHECK_DEBUG" in changes, result.stderr
    return result


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", errors="surrogateescape")
