"""Files in, exit code and reason out; whatever goes wrong is never acceptance."""

from __future__ import annotations

from proofcheck.checker.outcome import (
    MOST_CERTIFICATE_BYTES,
    MOST_INSTANCE_BYTES,
    MalformedError,
    RejectedError,
    UndecidedError,
)
from proofcheck.checker.verify import verify

ACCEPTED, REJECTED, MALFORMED, UNDECIDED = 0, 1, 2, 3


def answer(instance_path: str, certificate_path: str) -> tuple[int, str]:
    """The exit code, and why."""
    try:
        with open(instance_path, "rb") as one, open(certificate_path, "rb") as two:
            return answer_bytes(one.read(MOST_INSTANCE_BYTES + 1), two.read(MOST_CERTIFICATE_BYTES + 1))
    except OSError as error:
        return MALFORMED, f"cannot be read: {error}"


def answer_bytes(instance: bytes, certificate: bytes) -> tuple[int, str]:
    """The same for the bytes of both files."""
    try:
        verify(instance, certificate)
    except RejectedError as error:
        return REJECTED, str(error)
    except MalformedError as error:
        return MALFORMED, str(error)
    except UndecidedError as error:
        return UNDECIDED, str(error)
    except (RecursionError, MemoryError, OverflowError):
        return UNDECIDED, "too large for the checker"
    return ACCEPTED, "every claim was found again"
