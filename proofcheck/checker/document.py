"""Certificates as documents: canonical JSON, read strictly."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

from proofcheck.checker.fields import text
from proofcheck.checker.outcome import MOST_CERTIFICATE_BYTES, MOST_DIGITS, MalformedError, UndecidedError


def canonical(value: Any) -> str:
    """The one spelling of a JSON value: keys sorted, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def read_document(content: bytes) -> Any:
    """The value of these bytes, which have to be its one spelling and a newline."""
    if len(content) > MOST_CERTIFICATE_BYTES:
        raise UndecidedError("the certificate is too long")
    try:
        value = json.loads(content.decode("ascii"), parse_float=_refuse, parse_constant=_refuse)
        spelling = canonical(value) + "\n"
    except ValueError as error:  # of the decoder, of json, and for integers of too many digits
        raise MalformedError(f"not canonical JSON: {str(error)[:100]}") from None
    # This also finds keys that occur twice: only the last one is in the value.
    if spelling.encode() != content:
        raise MalformedError("not canonical JSON: another spelling, or a key twice")
    return value


def fraction(value: Any) -> Fraction:
    """The fraction of a string "a" or "a/b" in lowest terms."""
    word = text(value)
    match = re.fullmatch(r"(-?[0-9]+)(?:/([0-9]+))?", word)
    if match and max(len(part or "") for part in match.groups()) <= MOST_DIGITS:
        top, bottom = int(match[1]), int(match[2] or 1)
        if bottom and str(Fraction(top, bottom)) == word:
            return Fraction(top, bottom)
    raise MalformedError(f"not a fraction in lowest terms: {word[:40]!r}")


def _refuse(word: str) -> None:
    raise ValueError(f"the number {word[:40]}")
