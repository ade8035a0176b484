"""Lines of the keys of a TOML text, which `tomllib` does not tell."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""Keys and indexes that lead from the top of a document to a value."""

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
# The closing quotes may be preceded by up to two quotes that belong to the text.
_LONG_BASIC = re.compile(r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}', re.DOTALL)
_LONG_LITERAL = re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}", re.DOTALL)
_CLOSING = re.compile(r"[\] \t]*")
_PLAIN = re.compile(r"[^,\]}#\n]*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class Lines:
    """Where the values of a document stand.

    Text that is not valid TOML is located as far as it can be understood; nothing is raised.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        scanner = _Scanner(text.replace("\r\n", "\n"), self._lines)
        scanner.document()

    def of(self, path: Path) -> int | None:
        """The line of the value at `path`, or of the nearest value around it; None at the top."""
        while path:
            line = self._lines.get(path)
            if line is not None:
                return line
            path = path[:-1]
        return None


class _Scanner:
    def __init__(self, text: str, lines: dict[Path, int]) -> None:
        self.text = text
        self.lines = lines
        self.at = 0
        self.counted_to = 0
        self.line = 1
        self.tables: dict[Path, int] = {}  # arrays of tables: how many so far

    def document(self) -> None:
        table: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            before = self.at
            if self.text.startswith("[[", self.at):
                self.at += 2
                table = self.array_table(self.keys())
            elif self.text[self.at] == "[":
                self.at += 1
                table = self.resolved(self.keys())
                self.note(table)
            else:
                self.pair(table)
            self.skip(_CLOSING)
            if self.at == before:
                self.at += 1

    def array_table(self, names: list[str]) -> Path:
        path = (*self.resolved(names[:-1]), *names[-1:])
        self.note(path)
        self.tables[path] = self.tables.get(path, 0) + 1
        element = (*path, self.tables[path] - 1)
        self.note(element)
        return element

    def resolved(self, names: list[str]) -> Path:
        """The path of a header: inside an array of tables it means the newest element."""
        path: Path = ()
        for name in names:
            path = (*path, name)
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
        return path

    def pair(self, table: Path) -> None:
        names = self.keys()
        path = table
        for name in names:
            path = (*path, name)
            self.note(path)
        if self.text.startswith("=", self.at):
            self.at += 1
            self.skip(_SPACE)
            self.value(path)

    def keys(self) -> list[str]:
        """A dotted key."""
        names: list[str] = []
        while True:
            self.skip(_SPACE)
            for pattern in (_BARE, _BASIC, _LITERAL):
                found = pattern.match(self.text, self.at)
                if found is not None:
                    break
            else:
                return names
            names.append(_unquoted(found.group()))
            self.at = found.end()
            self.skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def value(self, path: Path) -> None:
        for pattern in (_LONG_BASIC, _LONG_LITERAL, _BASIC, _LITERAL):
            found = pattern.match(self.text, self.at)
            if found is not None:
                self.at = found.end()
                return
        if self.text.startswith("[", self.at):
            self.array(path)
        elif self.text.startswith("{", self.at):
            self.inline_table(path)
        else:
            self.skip(_PLAIN)

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "]":
                self.at += 1
                return
            before = self.at
            self.note((*path, index))
            self.value((*path, index))
            index += 1
            self.skip(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif self.at == before:
                return

    def inline_table(self, path: Path) -> None:
        self.at += 1
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "}":
                self.at += 1
                return
            before = self.at
            self.pair(path)
            self.skip(_BLANK)
            if self.text.startswith(",", self.at):
                self.at += 1
            elif self.at == before:
                return

    def note(self, path: Path) -> None:
        """Remember the present line for `path`, the first time."""
        self.line += self.text.count("\n", self.counted_to, self.at)
        self.counted_to = self.at
        self.lines.setdefault(path, self.line)

    def skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()


def _unquoted(text: str) -> str:
    if text.startswith("'"):
        return text[1:-1]
    return _ESCAPE.sub(_unescaped, text[1:-1]) if text.startswith('"') else text


def _unescaped(found: re.Match[str]) -> str:
    short, long, simple = found.groups()
    if simple is not None:
        return _SIMPLE.get(simple, simple)
    code = int(short or long, 16)
    return chr(code) if code < 0x110000 else "\N{REPLACEMENT CHARACTER}"
