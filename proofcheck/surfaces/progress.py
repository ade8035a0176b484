"""One line on the terminal while a check takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Self, TextIO

_PATIENCE = 1.0  # seconds of silence first
_REFRESH = 0.5


class ProgressLine:
    """A context manager; `report(stage, done, total)` is the callback that the engine takes.

    Nothing is written unless the stream is a terminal and a second has gone by; the line is wiped
    at the end, so that the terminal shows the result alone.
    """

    def __init__(self, name: str, *, wanted: bool, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._name = name
        self._wanted = wanted and self._stream is not None and self._stream.isatty()
        self._stage = "reading"
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def report(self) -> Callable[[str, int, int], None] | None:
        """The callback for the engine, None if nobody is looking."""
        return self._note if self._wanted else None

    def __enter__(self) -> Self:
        if self._wanted:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _note(self, stage: str, done: int, total: int) -> None:
        self._stage = f"{stage} {done}/{total}"

    def _run(self) -> None:
        start = time.monotonic()
        shown = False
        wait = _PATIENCE
        while not self._stop.wait(wait):
            wait = _REFRESH
            seconds = int(time.monotonic() - start)
            self._stream.write(f"\r\x1b[K{self._name}: {self._stage}, {seconds} s")
            self._stream.flush()
            shown = True
        if shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
