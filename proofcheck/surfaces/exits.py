"""The exit codes, and which of them several files give together."""

from __future__ import annotations

from collections.abc import Iterable

OK = 0  # checked, and as asked
REFUTED = 1  # the conclusion is refuted, or [expect] is not met
BAD_INPUT = 2  # a file, an option or the installation is wrong
UNDECIDED = 3  # no verdict: precision or a budget ran out, or the program itself failed
INTERRUPTED = 130  # by the user, or because nobody reads the output any more

_ORDER = (BAD_INPUT, REFUTED, UNDECIDED, OK)


def combined(codes: Iterable[int]) -> int:
    """The exit code of several files: the first of 2, 1, 3, 0 that occurs; none at all is 2."""
    found = set(codes)
    return next((code for code in _ORDER if code in found), BAD_INPUT)
