"""The grammar of numbers: text -> tree.

A tree is ("number", q), (operator, left, right) with + - * / ^, or (function, arguments...).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofcheck.checker.outcome import MOST_DEPTH, MOST_DIGITS, MOST_TEXT, MalformedError

Tree = tuple[Any, ...]
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?)|([A-Za-z]+)|([-+*/^(),]))", re.ASCII)
_FUNCTIONS = ("exp", "ln", "sqrt", "tanh", "min", "max")


def number(x: Fraction | int) -> Tree:
    """The tree of a rational number."""
    return ("number", Fraction(x))


def parse(text: str, names: Mapping[str, Tree] | None = None) -> Tree:
    """The tree of a text of the grammar, with `names` replaced by their trees."""
    if len(text) > MOST_TEXT:
        raise MalformedError(f"an expression of more than {MOST_TEXT} characters")
    tokens: list[str] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise MalformedError(f"not an expression: {text[:40]!r}")
        tokens.append(match.group(match.lastindex or 0))
        at = match.end()
    reader = _Reader([*tokens, ""], {"e": ("exp", number(1)), **(names or {})})
    tree = reader.sum()
    if reader.token:
        raise MalformedError(f"not an expression: {text[:40]!r}")
    return tree


class _Reader:
    """Recursive descent: sum > product > sign > power > atom."""

    def __init__(self, tokens: list[str], names: Mapping[str, Tree]) -> None:
        self.tokens, self.names, self.at, self.depth = tokens, names, 0, 0

    @property
    def token(self) -> str:
        return self.tokens[self.at]

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, and step over it; else the empty text."""
        found = self.token
        if found not in wanted or not found:
            return ""
        self.at += 1
        return found

    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise MalformedError("an expression is nested too deeply")
        tree = self.product()
        while operator := self.take("+", "-"):
            tree = (operator, tree, self.product())
        self.depth -= 1
        return tree

    def product(self) -> Tree:
        tree = self.sign()
        while operator := self.take("*", "/"):
            tree = (operator, tree, self.sign())
        return tree

    def sign(self) -> Tree:
        minus = False
        while operator := self.take("+", "-"):
            minus ^= operator == "-"
        tree = self.power()
        return ("-", number(0), tree) if minus else tree

    def power(self) -> Tree:
        base = self.atom()
        return ("^", base, self.sign()) if self.take("^") else base

    def atom(self) -> Tree:
        if self.take("("):
            found = self.arguments()
            if len(found) > 1:
                raise MalformedError("a comma outside a function")
            return found[0]
        word = self.token
        self.at += 1
        if word[:1].isdigit():
            if len(word) > MOST_DIGITS:
                raise MalformedError(f"a number of more than {MOST_DIGITS} digits")
            return number(Fraction(word))
        if word in self.names:
            return self.names[word]
        word = "ln" if word == "log" else word
        if word not in _FUNCTIONS or not self.take("("):
            raise MalformedError(f"not an expression: {word[:20]!r} is no number")
        found = self.arguments()
        if len(found) > 1 and word not in ("min", "max"):
            raise MalformedError(f"{word} takes one argument")
        return (word, *found)

    def arguments(self) -> list[Tree]:
        found = [self.sum()]
        while self.take(","):
            found.append(self.sum())
        if not self.take(")"):
            raise MalformedError("an expression lacks ')'")
        return found
