"""What the checker can answer beside "accepted", and the numbers it allows itself."""

from __future__ import annotations

MOST_INSTANCE_BYTES = 1 << 20
MOST_CERTIFICATE_BYTES = 64 << 20
MOST_TEXT = 2_000  # characters of one expression
MOST_DIGITS = 4_000  # of one integer
MOST_DEPTH = 50  # of parentheses
MOST_POWER_BITS = 20_000  # of an exact power
MOST_PROBABILITY_BITS = 512
MOST_BITS = 4_096  # of an enclosure
MOST_EXPONENT = 1 << 16  # exp is computed on [-MOST_EXPONENT, MOST_EXPONENT] only
MOST_NODES = 200_000  # of a history tree
MOST_LINES = 1_000_000  # of a table, or cuts of intervals
MOST_BOXES = 1_000
MOST_OPENINGS = 1_000


class MalformedError(Exception):
    """The certificate or the instance file is not of the form it must have (exit 2)."""


class RejectedError(Exception):
    """The certificate does not show what it claims (exit 1)."""


class UndecidedError(Exception):
    """Not supported, or a limit was reached: nothing is said (exit 3)."""
