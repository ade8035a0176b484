"""Progress, interruption, and a reader that goes away."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command_line import ROOT, environment
from command_line import proofcheck as run
from proofcheck.surfaces import progress
from proofcheck.surfaces.progress import ProgressLine

# 14 boxes of which no two are alike, all orders: far more histories than anybody waits for.
LONG = 'epsilon = "auto"\ndelta = "1/2"\nn = 12\n[strategy]\nkind = "uniform"\n' + "".join(
    f'[boxes.b{i}]\nP1 = {{ "x{i}" = "{i}/101", "y{i}" = "{101 - i}/101" }}\n'
    f'P2 = {{ "x{i}" = "{i + 1}/101", "y{i}" = "{100 - i}/101" }}\n'
    for i in range(30, 44)
)


def test_an_interruption_is_one_line_and_130(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(LONG, encoding="utf-8")
    command = [sys.executable, "-m", "proofcheck", "check", "--max-nodes", "1000000000", "long.toml"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(2)
    assert process.poll() is None, "the run is to be long"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"interrupted\n")


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    # Far more output than a pipe holds.
    (tmp_path / "f.toml").write_text(LONG.replace("n = 12", "n = 1"), encoding="utf-8")
    command = [sys.executable, "-m", "proofcheck", "check", *["f.toml"] * 12]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    err = process.stderr.read()
    assert (process.wait(timeout=60), err) == (130, b"")


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "proofcheck", "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=ROOT,
            check=False,
        )
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_closed_output_is_no_crash() -> None:
    command = f"exec {sys.executable} -m proofcheck --version >&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, env=environment(), cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    monkeypatch.setattr(progress, "_REFRESH", 0.01)


@pytest.mark.usefixtures("impatient")
def test_progress_on_a_terminal_is_wiped_at_the_end() -> None:
    stream = Terminal()
    with ProgressLine("long.toml", wanted=True, stream=stream) as line:
        assert line.report is not None
        line.report("history tree", 3, 12)
        time.sleep(0.1)
    assert "long.toml: history tree 3/12, 0 s" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("stream", "wanted"), [(io.StringIO(), True), (Terminal(), False)])
def test_no_progress_elsewhere_or_in_json(stream: io.StringIO, wanted: bool) -> None:
    with ProgressLine("long.toml", wanted=wanted, stream=stream) as line:
        assert line.report is None
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_a_quick_run_shows_no_progress() -> None:
    stream = Terminal()
    with ProgressLine("quick.toml", wanted=True, stream=stream):
        pass
    assert stream.getvalue() == ""


def test_nothing_on_stderr_without_a_terminal() -> None:
    assert run("--version").stderr == ""
