"""The last line of defence: whatever ends a command becomes one clear line and an exit code.

A crash is not a verdict, so it must not end in Python's exit code 1, which means "refuted" here.
"""

from __future__ import annotations

import os
import sys

from proofcheck.surfaces.exits import BAD_INPUT, INTERRUPTED, OK, UNDECIDED
from proofcheck.surfaces.problems import UsageError, errors_json, printable

TYPE_CHECKING = False  # read as true by type checkers; importing typing is slow
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

# Import name -> what to install, for the packages we need that are not ours.
_NEEDED = {"flint": "python-flint", "mpmath": "mpmath", "sympy": "sympy"}


class Guard:
    """A context manager around a command; `code` is the exit code afterwards.

    Every way to end is covered: `UsageError`, a missing or foreign package, files that cannot be
    written, memory and recursion, an interruption, a closed pipe, and any error nobody foresaw
    (exit code 3, no verdict; `PROOFCHECK_DEBUG=1` shows its traceback).
    """

    def __init__(self, *, as_json: bool) -> None:
        self.code: int = OK
        self._as_json = as_json

    def __enter__(self) -> Self:
        if sys.stdout is None:  # closed by the caller
            sys.stdout = open(os.devnull, "w", encoding="utf-8")
        if sys.stderr is None:
            sys.stderr = open(os.devnull, "w", encoding="utf-8")
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                # What the encoding lacks is written as an escape instead of ending the program.
                reconfigure(errors="backslashreplace")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, SystemExit):  # --help, --version
            self.code = error.code if isinstance(error.code, int) else OK
        elif error is not None:
            if os.environ.get("PROOFCHECK_DEBUG") == "1":
                import traceback

                traceback.print_exception(error)
            self.code = self._explain(error)
        try:
            flush()
        except BrokenPipeError:
            self.code = INTERRUPTED
            _silence()
        except OSError as failure:
            _silence()
            if not isinstance(error, OSError):  # else told already
                self.code = self._explain(failure)
        return True

    def _explain(self, error: BaseException) -> int:
        if isinstance(error, BrokenPipeError):
            _silence()
            return INTERRUPTED
        if isinstance(error, KeyboardInterrupt):
            sys.stderr.write("interrupted\n")
            return INTERRUPTED
        code, problem = (BAD_INPUT, error) if isinstance(error, UsageError) else _diagnosis(error)
        if self._as_json and not isinstance(error, OSError):
            sys.stdout.write(errors_json([problem.entry]) + "\n")
        else:
            sys.stderr.write(problem.text + "\n")
        return code


def flush() -> None:
    """Write out standard output now, so that a failure is met where it can be handled."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _silence() -> None:
    """Point standard output at nothing, so that the interpreter's own flush at exit succeeds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _diagnosis(error: BaseException) -> tuple[int, UsageError]:
    """The exit code of an error that is not the user's, and how to tell it."""
    if isinstance(error, ModuleNotFoundError) and error.name in _NEEDED:
        package = _NEEDED[error.name]
        return BAD_INPUT, UsageError(
            f"the package {package!r} is not installed",
            hint=f"pip install {package}, or install proofcheck-dp again",
        )
    if isinstance(error, OSError):
        where = f" {error.filename}" if error.filename else ""
        return BAD_INPUT, UsageError(f"{error.strerror or error}{where}", hint="nothing was decided")
    if isinstance(error, MemoryError):
        return UNDECIDED, UsageError("out of memory", hint="a lower --max-nodes refuses large trees early")
    if isinstance(error, RecursionError):
        return UNDECIDED, UsageError("the input is nested too deeply", hint="simplify its expressions")
    name = type(error).__name__
    return UNDECIDED, UsageError(
        f"internal error ({name}: {printable(str(error))[:200]}); nothing was decided, please report it",
        hint="PROOFCHECK_DEBUG=1 shows the traceback",
    )
