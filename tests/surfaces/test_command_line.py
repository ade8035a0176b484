"""How the command line itself fails: misspelt words, and whatever may end a command."""

from __future__ import annotations

import argparse
import errno
import json

import pytest

from command_line import proofcheck as run
from proofcheck.surfaces.cli import main
from proofcheck.surfaces.commands import check
from proofcheck.surfaces.exits import combined


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["chekc", "x"], "unknown command 'chekc'", "did you mean 'check'?"),
        (["check", "--galery"], "unknown option '--galery'", "did you mean '--gallery'?"),
        (["check", "--max-node=3", "x"], "unknown option '--max-node'", "did you mean '--max-nodes'?"),
        (["--formt", "json", "check", "x"], "unknown option '--formt'", "did you mean '--format'?"),
        (["check", "--format", "xml", "x"], "argument --format: invalid choice: 'xml'", "--help"),
        (["check", "--digits", "0", "x"], "a whole number from 1 is needed, not '0'", "--help"),
        (["check", "--digits", "9" * 5000, "x"], "a whole number from 1 is needed", "--help"),
        (["check", "--digits", "99999", "x"], "at most 4000 digits", "--help"),
        (
            ["check", "--max-nodes", "-1", "x"],
            "argument --max-nodes: a whole number from 1 is needed",
            "--help",
        ),
        (["check", "--max-nodes", "1e6", "x"], "a whole number from 1 is needed, not '1e6'", "--help"),
        (["check", "--max-nodes"], "argument --max-nodes: expected one argument", "--help"),
        (["check"], "nothing to check", "check --gallery"),
        (["check", "-", "-"], "standard input can be read once only", "give - once"),
    ],
)
def test_usage_errors_are_exit_2_with_a_hint(
    words: list[str], message: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert hint in err
    assert len(err.splitlines()) <= 3


@pytest.mark.parametrize("words", [["--format", "json", "chekc"], ["chekc", "--format=json"]])
def test_usage_errors_as_json(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert err == ""
    (error,) = json.loads(out)["errors"]
    assert error["message"] == "unknown command 'chekc'"
    assert set(error) == {"file", "line", "key", "value", "message", "hint"}


def test_no_words_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: proofcheck" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--version"], ["check", "--version"], ["--help"], ["check", "-h"]])
def test_help_and_version_are_successes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert "proofcheck" in capsys.readouterr().out


def test_common_options_stand_before_or_after_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[argparse.Namespace] = []
    monkeypatch.setattr(check, "run", lambda args: seen.append(args) or 0)
    assert main(["--format", "json", "--digits=7", "check", "--only", "theorem", "f"]) == 0
    assert main(["check", "f", "--format", "json", "--only", "theorem", "--digits", "7"]) == 0
    assert vars(seen[0]) == vars(seen[1])
    assert seen[0].format == "json"
    assert seen[0].digits == 7
    assert main(["--format", "json", "check", "f", "--format", "text"]) == 0
    assert seen[2].format == "text"


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 3, "out of memory"),
        (RecursionError(), 3, "nested too deeply"),
        (ZeroDivisionError("oops"), 3, "internal error (ZeroDivisionError: oops); nothing was decided"),
        (AssertionError("\x1b[31m"), 3, "internal error (AssertionError: \\x1b[31m)"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "No space left on device"),
        (ModuleNotFoundError("no", name="flint"), 2, "the package 'python-flint' is not installed"),
        (BrokenPipeError(), 130, ""),
    ],
)
def test_whatever_ends_a_command_is_one_line_and_a_code(
    error: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("PROOFCHECK_DEBUG", raising=False)
    monkeypatch.setattr("proofcheck.surfaces.guard._silence", lambda: None)
    monkeypatch.setattr(check, "run", lambda args: _raise(error))
    assert main(["check", "f"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 2
    assert code not in (0, 1), "an accident must not read as a verdict"


def test_debug_shows_the_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PROOFCHECK_DEBUG", "1")
    monkeypatch.setattr(check, "run", lambda args: _raise(ZeroDivisionError("oops")))
    assert main(["check", "f"]) == 3
    assert "Traceback" in capsys.readouterr().err


def _raise(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    ("codes", "together"),
    [
        ([0], 0),
        ([0, 3], 3),
        ([0, 3, 1], 1),
        ([3, 0, 1, 2], 2),
        ([0, 2], 2),
        ([], 2),
    ],
)
def test_codes_of_several_files(codes: list[int], together: int) -> None:
    assert combined(codes) == together


def test_the_module_is_the_command() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, "proofcheck 0.1.0\n")
    assert run("chekc").returncode == 2
