"""Strict access to parsed TOML: every wrong type or unknown key is collected, nothing is guessed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from proofcheck.model.locate import Lines, Path
from proofcheck.model.problems import Problem, did_you_mean
from proofcheck.model.scalars import outside_the_field, shortened
from proofcheck.model.toml import dotted, quoted
from proofcheck.numbers import (
    DomainError,
    Exact,
    Expression,
    ExpressionError,
    Number,
    number,
    parse,
    to_exact,
)

# A hostile file should not be answered with a million lines.
MOST_PROBLEMS = 200

# No count in a file can be larger.
MOST = 10**18

# An integer longer than this is refused before it is printed anywhere (Python limits that, too).
_MOST_BITS = 10_000


@dataclass(frozen=True)
class TomlFloat:
    """A float of the file, kept as its text: it is refused wherever it stands."""

    text: str


@dataclass
class Reader:
    """Collects what is wrong with one file."""

    file: str
    lines: Lines
    problems: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether further problems would be dropped anyway."""
        return len(self.problems) >= MOST_PROBLEMS

    def report(self, path: Path, message: str, *, value: object = "", hint: str = "") -> None:
        """Add a problem at `path`."""
        if not self.full:
            text = value if isinstance(value, str) else shown(value)
            problem = Problem(
                self.file, self.lines.of(path), dotted(path), shortened(text, 200), message, hint
            )
            if problem not in self.problems:
                self.problems.append(problem)

    def notice(self, message: str) -> None:
        """Add a notice."""
        self.notices.append(message)

    def wrong_type(self, path: Path, value: object, wanted: str, hint: str = "") -> None:
        """Report a value of the wrong type; a float gets the reason and the spelling that works."""
        if isinstance(value, TomlFloat):
            self.report(
                path,
                f"{dotted(path)} is the TOML float {shortened(value.text)}: a float is rounded to binary and "
                f"is not the number you typed",
                value=value.text,
                hint=_float_hint(value.text),
            )
        else:
            message = f"{dotted(path)} must be {wanted}, not {kind(value)}"
            self.report(path, message, value=value, hint=hint)

    def table(
        self, path: Path, value: object, allowed: Collection[str] | None = None
    ) -> Mapping[str, Any] | None:
        """The table at `path`; keys that are not `allowed` (None: any) are reported."""
        if not isinstance(value, dict):
            self.wrong_type(path, value, "a table")
            return None
        if allowed is not None:
            for name in value:
                if name not in allowed and not self.full:
                    where = f" in {dotted(path)}" if path else ""
                    hint = did_you_mean(name, allowed)
                    self.report((*path, name), f"unknown key {name!r}{where}", value=value[name], hint=hint)
        return value

    def text(self, path: Path, value: object, wanted: str = "a string") -> str | None:
        """The string at `path`."""
        if isinstance(value, str):
            return value
        hint = f"write {quoted(str(value))}" if isinstance(value, int) and not isinstance(value, bool) else ""
        self.wrong_type(path, value, wanted, hint)
        return None

    def items(self, path: Path, value: object, wanted: str) -> list[Any] | None:
        """The array at `path`."""
        if isinstance(value, list):
            return value
        self.wrong_type(path, value, wanted)
        return None

    def integer(self, path: Path, value: object, least: int, most: int = MOST) -> int | None:
        """The integer at `path`, between `least` and `most`."""
        if isinstance(value, bool) or not isinstance(value, int):
            hint = f"write {value}" if isinstance(value, str) and value.isdecimal() else ""
            if isinstance(value, TomlFloat):
                self.report(
                    path,
                    f"{dotted(path)} must be an integer, not the float {shortened(value.text)}",
                    value=value.text,
                    hint="write it without a point or exponent",
                )
            else:
                self.wrong_type(path, value, "an integer", hint)
            return None
        if not least <= value <= most:
            limit = f"at least {least}" if value < least and most == MOST else f"between {least} and {most}"
            self.report(path, f"{dotted(path)} is {shown(value)}, but must be {limit}", value=value)
            return None
        return value

    def expression(self, path: Path, value: object, variables: Collection[str] = ()) -> Expression | None:
        """The number at `path`; without `variables` it is certain to have a value."""
        if isinstance(value, int) and not isinstance(value, bool):
            if value.bit_length() > _MOST_BITS:
                self.report(path, f"{dotted(path)} is an integer of more than {_MOST_BITS} bits")
                return None
            return number(value)
        if not isinstance(value, str):
            self.wrong_type(path, value, 'a number: an integer or text such as "1/10"')
            return None
        try:
            result = parse(value, variables)
        except ExpressionError as error:
            where = "" if not value.strip() else f" at character {error.position + 1}"
            message = f"{dotted(path)} is not a number{where}: {error.message}"
            self.report(path, message, value=value, hint=error.hint)
            return None
        return None if not result.variables and self.exact_value(path, result, value) is None else result

    def exact_value(self, path: Path, expression: Expression, value: object) -> Expression | None:
        """The expression, if it certainly has a value."""
        try:
            to_exact(expression)
        except DomainError as error:
            self.report(path, f"{dotted(path)} has no value: {error}", value=value)
            return None
        return expression

    def exact(self, path: Path, value: object) -> Exact | None:
        """The number at `path` as an element of the field of the probabilities."""
        expression = self.expression(path, value)
        if expression is None:
            return None
        if isinstance(expression, Number):
            return expression.value
        exact = to_exact(expression)
        if exact is None:
            message = f"{dotted(path)}: {outside_the_field(expression)}"
            self.report(path, message, value=value, hint='for example "exp(1/2)/(1+exp(1/2))" or "sqrt(2)/2"')
        return exact


def kind(value: object) -> str:
    """What TOML calls the type of a value."""
    if isinstance(value, bool):
        return f"the boolean {str(value).lower()}"
    if isinstance(value, int):
        return f"the integer {shown(value)}"
    if isinstance(value, str):
        return f"the string {quoted(shortened(value))}"
    if isinstance(value, list):
        return "an array"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, TomlFloat):
        return f"the float {value.text}"
    return "a date or time"


def shown(value: object) -> str:
    """A value of a file as text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, list):
        return "[" + ", ".join(_inside(part) for part in value[:8]) + (", ...]" if len(value) > 8 else "]")
    if isinstance(value, dict):
        pairs = [f"{name} = {_inside(part)}" for name, part in list(value.items())[:8]]
        return "{ " + ", ".join(pairs) + (", ... }" if len(value) > 8 else " }") if value else "{}"
    return value.text if isinstance(value, TomlFloat) else str(value)


def _inside(value: object) -> str:
    if isinstance(value, (list, dict)):
        return "[...]" if isinstance(value, list) else "{...}"
    return quoted(value) if isinstance(value, str) else shown(value)


def _float_hint(text: str) -> str:
    plain = text.replace("_", "").lstrip("+")
    if plain.lstrip("-") in ("inf", "nan"):
        return "write a finite number"
    return f"write it as text, which is exact: {quoted(plain)}"
