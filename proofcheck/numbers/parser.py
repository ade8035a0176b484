"""The grammar of numbers in files: a precedence parser with bounds on everything.

expression  = sum
sum         = product { ("+" | "-") product }
product     = signed { ("*" | "/") signed }
signed      = { "-" | "+" } power
power       = atom [ "^" signed ]                      (right associative)
atom        = literal | name | function "(" sum { "," sum } ")" | "(" sum ")"
literal     = digits [ "." digits ] [ ("e" | "E") [ "+" | "-" ] digits ]
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from fractions import Fraction
from typing import NoReturn

from proofcheck.numbers.expression import (
    EULER,
    MAX_POWER_BITS,
    Call,
    Expression,
    Number,
    Power,
    Variable,
    add,
    divide,
    multiply,
    negate,
    power,
    power_bits,
)
from proofcheck.numbers.functions import FUNCTIONS, maximum, minimum

MAX_LENGTH = 10_000
MAX_DEPTH = 100
MAX_DIGITS = 4_000
MAX_DECIMAL_EXPONENT = 30_000

ALIASES = {"log": "ln"}

_TOKEN = re.compile(
    r"\s*(?:(?P<literal>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<operator>\*\*|[-+*/^(),]))",
    re.ASCII,
)
_HINTS = {
    "−": "write the minus sign as '-'",
    "–": "write the minus sign as '-'",
    "·": "write a product as a*b",
    "×": "write a product as a*b",
    "÷": "write a quotient as a/b",
    "√": "write sqrt(x)",
    "%": "write 5% as 5/100",
    "=": "an expression is one number; there is nothing to assign or compare",
    "<": "an expression is one number; there is nothing to compare",
    ">": "an expression is one number; there is nothing to compare",
    "[": "only round parentheses group",
    "{": "only round parentheses group",
    ".": "a decimal has digits on both sides of the point, as in 0.5",
    "ε": "write epsilon",
    "δ": "write delta",
    "'": "write the number without quotes",
    '"': "write the number without quotes",
    "!": "there is no factorial",
}


class ExpressionError(ValueError):
    """A text that is not an expression of the grammar.

    Attributes:
        message: what is wrong.
        position: index into the text, from 0.
        hint: what would work; may be empty.
    """

    def __init__(self, message: str, position: int = 0, hint: str = "") -> None:
        super().__init__(f"{message} (at position {position})" + (f"; {hint}" if hint else ""))
        self.message = message
        self.position = position
        self.hint = hint

    def __reduce__(self) -> tuple[type[ExpressionError], tuple[str, int, str]]:
        return ExpressionError, (self.message, self.position, self.hint)


def parse(text: str, variables: Collection[str] = ()) -> Expression:
    """Read one expression.

    Args:
        text: at most `MAX_LENGTH` characters of the grammar above. Decimals are exact.
        variables: the names that may occur beside the functions and the constant `e`.

    Returns:
        The expression; rational arithmetic is carried out, nothing else is.

    Raises:
        ExpressionError: on anything else, with the position and a hint.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(
            f"the expression has {len(text)} characters, more than {MAX_LENGTH}",
            MAX_LENGTH,
            "shorten it or split it over several entries",
        )
    return _Parser(text, frozenset(variables)).whole()


class _Parser:
    def __init__(self, text: str, variables: frozenset[str]) -> None:
        self.text = text
        self.variables = variables
        self.depth = 0
        self.next = 0  # where the scanner goes on
        self.advance()

    def advance(self) -> None:
        """Scan the next token into kind, token, position; the end of the text is kind ''."""
        match = _TOKEN.match(self.text, self.next)
        if match is None:
            rest = self.text[self.next :]
            self.position = len(self.text) - len(rest.lstrip())
            if rest.strip():
                self.unexpected_character(self.text[self.position])
            self.kind, self.token = "", ""
            return
        self.kind = str(match.lastgroup)
        self.token = match.group(self.kind)
        self.position = match.start(self.kind)
        self.next = match.end()
        if self.token == "**":
            self.fail("'**' is not an operator here", "write a power as a^b")

    def whole(self) -> Expression:
        if not self.kind:
            self.fail("the expression is empty", "write a number such as 1/2")
        result = self.sum()
        if self.kind:
            self.juxtaposed()
        return result

    def sum(self) -> Expression:
        result = self.product()
        terms = [result]
        while self.token in ("+", "-") and self.kind == "operator":
            minus = self.token == "-"
            self.advance()
            term = self.product()
            terms.append(negate(term) if minus else term)
        return self.bounded(add(*terms)) if len(terms) > 1 else result

    def product(self) -> Expression:
        result = self.signed()
        while self.token in ("*", "/"):
            divides, position = self.token == "/", self.position
            self.advance()
            factor = self.signed()
            if divides and isinstance(factor, Number) and not factor.value:
                self.fail("division by zero", "", position)
            result = self.bounded(divide(result, factor) if divides else multiply(result, factor))
        return result

    def signed(self) -> Expression:
        minus = False
        while self.token in ("+", "-"):
            minus ^= self.token == "-"
            self.advance()
        result = self.power()
        return negate(result) if minus else result

    def power(self) -> Expression:
        base = self.atom()
        if self.token != "^":
            return base
        position = self.position
        self.enter()
        self.advance()
        exponent = self.signed()
        self.depth -= 1
        result = power(base, exponent)
        if isinstance(result, Power) and isinstance(base, Number) and isinstance(exponent, Number):
            self.check_power(base.value, exponent.value, position)
        return result

    def atom(self) -> Expression:
        if self.kind == "literal":
            return self.literal()
        if self.kind == "name":
            return self.name()
        if self.token != "(":
            self.fail(f"expected a number, a function or '('{self.but_found()}")
        self.enter()
        self.advance()
        result = self.sum()
        self.close("'('")
        return result

    def literal(self) -> Expression:
        if self.token.isdigit() and len(self.token) <= MAX_DIGITS:
            token = self.token
            self.advance()
            return Number(Fraction(int(token)))
        mantissa, _, exponent = self.token.lower().partition("e")
        if len(mantissa) > MAX_DIGITS:
            self.fail(f"the number has more than {MAX_DIGITS} digits")
        whole, _, fraction = mantissa.partition(".")
        if len(exponent) > 10 or abs(int(exponent or "0")) > MAX_DECIMAL_EXPONENT:
            self.fail(f"the decimal exponent is beyond {MAX_DECIMAL_EXPONENT}")
        shift = int(exponent or "0") - len(fraction)
        digits = int(whole + fraction)
        self.advance()
        return Number(digits * Fraction(10) ** shift)

    def name(self) -> Expression:
        name, position = self.token, self.position
        self.advance()
        if name in self.variables:
            return Variable(name)
        if name == "e":
            return EULER
        function = ALIASES.get(name, name)
        if function not in FUNCTIONS:
            self.unknown(name, position)
        if self.token != "(":
            self.fail(f"{name} needs its argument in parentheses", f"write {name}(x)")
        self.enter()
        self.advance()
        args = [self.sum()]
        while self.token == ",":
            self.advance()
            args.append(self.sum())
        self.close(f"the '(' of {name}")
        if function == "min":
            return minimum(*args)
        if function == "max":
            return maximum(*args)
        if len(args) != 1:
            self.fail(f"{name} takes one argument, not {len(args)}", "", position)
        return Call(function, (args[0],))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested more than {MAX_DEPTH} deep")

    def close(self, what: str) -> None:
        if self.token != ")":
            if self.kind in ("literal", "name") or self.token == "(":
                self.juxtaposed()
            hint = "write decimals with a point" if self.token == "," else ""
            self.fail(f"{what} is not closed{self.but_found()}", hint)
        self.advance()
        self.depth -= 1

    def bounded(self, e: Expression) -> Expression:
        """Refuse rational arithmetic that grows without limit."""
        value = e.value if isinstance(e, Number) else Fraction(0)
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > 2 * MAX_POWER_BITS:
            self.fail(f"the number grows beyond {2 * MAX_POWER_BITS} bits")
        return e

    def check_power(self, base: Fraction, exponent: Fraction, position: int) -> None:
        if exponent.denominator != 1:
            return
        if not base:
            self.fail("zero to a negative power", "", position)
        if power_bits(base, exponent.numerator) > MAX_POWER_BITS:
            self.fail(
                f"the power has more than {MAX_POWER_BITS} bits", "use exp(...) for such sizes", position
            )

    def unknown(self, name: str, position: int) -> NoReturn:
        known = sorted({*FUNCTIONS, *ALIASES, "e", *self.variables})
        lower = name[:40].lower()
        near = [other for other in difflib.get_close_matches(lower, known) if other[0] == lower[0]]
        self.fail(
            f"unknown name '{name[:40]}'",
            f"did you mean '{near[0]}'?" if near else f"known names: {', '.join(known)}",
            position,
        )

    def juxtaposed(self) -> NoReturn:
        hint = ""
        if self.kind in ("literal", "name") or self.token == "(":
            hint = "write a product as a*b"
        elif self.token == ",":
            hint = "write decimals with a point"
        elif self.token == ")":
            hint = "there is no '(' for it"
        self.fail(f"unexpected '{self.token[:40]}'", hint)

    def but_found(self) -> str:
        return f", found '{self.token[:40]}'" if self.kind else ", but the text ends"

    def unexpected_character(self, character: str) -> NoReturn:
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        self.fail(f"unexpected character '{shown}'", _HINTS.get(character, ""))

    def fail(self, message: str, hint: str = "", position: int | None = None) -> NoReturn:
        raise ExpressionError(message, self.position if position is None else position, hint)
