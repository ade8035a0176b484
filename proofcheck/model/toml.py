"""Spelling of TOML: keys and strings."""

from __future__ import annotations

import re

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def quoted(text: str) -> str:
    """`text` as a basic string."""
    return '"' + "".join(_character(c) for c in text) + '"'


def key(text: str) -> str:
    """`text` as a key, bare if that is possible."""
    return text if _BARE.fullmatch(text) else quoted(text)


def dotted(path: tuple[str | int, ...]) -> str:
    """A path as people write it: `boxes."a b".P1`, `strategy.rules[0].choose`."""
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            out += ("." if out else "") + key(part)
    return out


def _character(c: str) -> str:
    if c in _ESCAPES:
        return _ESCAPES[c]
    if c < " " or c == "\x7f":
        return f"\\u{ord(c):04X}"
    return c
