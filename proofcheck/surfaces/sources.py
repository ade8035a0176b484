"""Where instances come from on the command line: files, standard input, the gallery."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from proofcheck.surfaces.problems import UsageError, suggestion

if TYPE_CHECKING:
    from proofcheck.model import Instance

STDIN = "-"
_STDIN_NAME = "<stdin>"
_MOST_BYTES = 16 << 20  # of standard input, and of a file that is quoted from


class Source:
    """One instance to read; `name` stands for it in results and messages."""

    def __init__(self, path: str, name: str | None = None) -> None:
        self._path = path
        self._text: str | None = None
        self.name = name or (_STDIN_NAME if path == STDIN else path)

    def instance(self) -> Instance:
        """The instance; raises `InputError` with every problem of the source."""
        from proofcheck.model import load, loads

        if self._path != STDIN and self.name == self._path:
            return load(self._path)
        self._text = _standard_input() if self._path == STDIN else self.text()
        return loads(self._text or "", name=self.name)

    def text(self) -> str | None:
        """The text, for quoting a line of it; None if it cannot be had."""
        if self._text is not None or self._path == STDIN or not os.path.isfile(self._path):
            return self._text
        try:
            with open(self._path, encoding="utf-8", errors="replace", newline="") as file:
                return file.read(_MOST_BYTES)
        except OSError:
            return None


def of_files(paths: list[str]) -> list[Source]:
    """The files, and standard input for `-`.

    Raises `UsageError` if standard input is asked for twice.
    """
    if paths.count(STDIN) > 1:
        raise UsageError("standard input can be read once only", key="FILE", value=STDIN, hint="give - once")
    return [Source(path) for path in paths]


def of_gallery(name: str) -> list[Source]:
    """The shipped instance of this name, or all of them if it is empty.

    Raises `UsageError`, with a suggestion, if there is none.
    """
    from proofcheck import gallery

    known = gallery.names()
    if not known:
        raise UsageError("the gallery is empty", key="--gallery", hint="install proofcheck-dp again")
    plain = name.removesuffix(gallery.SUFFIX)
    if name and plain not in known:
        hint = f"{name} is a file: leave out --gallery" if os.path.exists(name) else suggestion(plain, known)
        raise UsageError(f"no gallery instance {name!r}", key="--gallery", value=name, hint=hint)
    found = [gallery.path(known_name) for known_name in ([plain] if name else known)]
    return [Source(str(path), f"gallery/{path.name}") for path in found]


def _standard_input() -> str:
    """All of standard input as text; raises `InputError` if it is too long or not UTF-8."""
    from proofcheck.model import InputError, Problem

    content = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        problem = Problem(
            _STDIN_NAME, None, "", "", f"more than {_MOST_BYTES} bytes", "an instance file is small"
        )
        raise InputError((problem,))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = Problem(
            _STDIN_NAME, line, "", "", f"not UTF-8 (byte {error.start})", "save the file as UTF-8"
        )
        raise InputError((problem,)) from None
