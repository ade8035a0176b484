"""The grammar: what is read, what is refused and how, and that nothing hostile takes long."""

import pickle
import time
from fractions import Fraction

import pytest

from proofcheck.numbers import ExpressionError, Number, exp, ln, number, parse, sqrt, variable
from proofcheck.numbers.parser import MAX_DEPTH, MAX_DIGITS, MAX_LENGTH

VALUES = [
    ("12", Fraction(12)),
    (" 3 / 4 ", Fraction(3, 4)),
    ("0.1", Fraction(1, 10)),
    ("1e-6", Fraction(1, 10**6)),
    ("2.5E+3", Fraction(2500)),
    ("1/2/3", Fraction(1, 6)),
    ("2^3^2", Fraction(512)),
    ("-2^2", Fraction(-4)),
    ("(-2)^2", Fraction(4)),
    ("2^-3", Fraction(1, 8)),
    ("2*-3", Fraction(-6)),
    ("--5", Fraction(5)),
    ("+5 - -5", Fraction(10)),
    ("1 - 2 - 3", Fraction(-4)),
    ("(3/2)^4", Fraction(81, 16)),
    ("10^-500", Fraction(1, 10**500)),
    ("1+2*3^2", Fraction(19)),
    ("0^0", Fraction(1)),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_rational(text: str, value: Fraction) -> None:
    assert parse(text) == Number(value)


def test_functions_constants_and_variables() -> None:
    n = variable("n")
    assert parse("log(2)") == parse("ln(2)") == ln(2)
    assert parse("e") == exp(1)
    assert parse("e^(1/2)") == exp(Fraction(1, 2))
    assert parse("sqrt(2*n*ln(1/delta))", ["n", "delta"]) == sqrt(2 * n * ln(1 / variable("delta")))
    assert parse("min(1, n, 2)", ["n"]).variables == {"n"}
    assert parse("n^2*n", ["n"]).substitute({"n": 3, "unused": 1}) == number(27)


# text, part of the message, part of the hint
REFUSED = [
    ("", "empty", ""),
    ("   ", "empty", ""),
    ("1 +", "text ends", ""),
    ("* 2", "expected a number", ""),
    ("2**3", "'**'", "a^b"),
    ("2^^3", "expected a number", ""),
    ("2(3)", "unexpected '('", "a*b"),
    ("2 3", "unexpected '3'", "a*b"),
    ("2n", "unexpected 'n'", "a*b"),
    ("(1", "not closed", ""),
    ("1)", "unexpected ')'", "no '('"),
    ("exp(1", "not closed", ""),
    ("exp 1", "parentheses", "exp(x)"),
    ("exp()", "expected a number", ""),
    ("exp(1, 2)", "one argument", ""),
    ("log(8, 2)", "one argument", ""),
    ("min()", "expected a number", ""),
    ("0,5", "unexpected ','", "point"),
    ("(0,5)", "not closed", "point"),
    (".5", "unexpected character", "both sides"),
    ("5.", "unexpected character", "both sides"),
    ("1.2.3", "unexpected character", ""),
    ("1_000", "unexpected '_000'", ""),
    ("0x10", "unexpected 'x10'", ""),
    ("5%", "unexpected character", "5/100"),
    ("1 = 1", "unexpected character", ""),
    ("1 < 2", "unexpected character", ""),
    ("[1]", "unexpected character", "round"),
    ("{1}", "unexpected character", "round"),
    ("3 − 2", "unexpected character", "'-'"),
    ("√2", "unexpected character", "sqrt"),
    ("'1'", "unexpected character", "quotes"),
    ("ε", "unexpected character", "epsilon"),
    ("x", "unknown name", "known names"),
    ("sqr(2)", "unknown name", "sqrt"),
    ("Exp(1)", "unknown name", "exp"),
    ("epsilom", "unknown name", "epsilon"),
    ("inf", "unknown name", ""),
    ("nan", "unknown name", ""),
    ("1/0", "division by zero", ""),
    ("1/(1-1)", "division by zero", ""),
    ("0^-1", "zero to a negative power", ""),
    ("1\x00", "U+0000", ""),
    ("²", "unexpected character", ""),
    ("١", "unexpected character", ""),
    ("__import__('os').system('true')", "unknown name", ""),
    ("lambda: 0", "unexpected character", ""),
    ("(1).__class__", "unexpected character", ""),
    ("exp.__init__", "unexpected character", ""),
    ("1;2", "unexpected character", ""),
    ("1\\2", "unexpected character", ""),
    ("open", "unknown name", ""),
]


@pytest.mark.parametrize(("text", "message", "hint"), REFUSED)
def test_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text, ["n", "epsilon"])
    error = caught.value
    assert message in error.message
    assert hint in error.hint
    assert 0 <= error.position <= len(text)
    assert pickle.loads(pickle.dumps(error)).message == error.message


HOSTILE = [
    "9^9^9^9",
    "9^99999",
    "(1/9)^99999",
    "1e40000",
    "1e-999999999999999999",
    "(" * 10**5 + "1" + ")" * 10**5,
    "(" * 4000 + "1" + ")" * 4000,
    "-(" * 3000 + "1" + ")" * 3000,
    "exp(" * 2000 + "1" + ")" * 2000,
    "2^" * 4000 + "2",
    "2^-" * 3000 + "2",
    "1" * 10**6,
    "1" * (MAX_DIGITS + 1),
    "0." + "1" * MAX_DIGITS,
    "(7/3)^30000*" * 800 + "1",
    "7^30000+" * 1000 + "1/3^30000+1/7^30000+1/11^20000",
    "+" * 10**6,
    " " * 10**6,
    "e" * MAX_LENGTH,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda t: t[:12])
def test_hostile_is_refused_quickly(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ExpressionError):
        parse(text)
    assert time.process_time() - start < 5


def test_limits_are_reached() -> None:
    assert parse("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH) == number(1)
    assert parse("-" * (MAX_LENGTH - 1) + "1") == number(-1)
    assert parse("9" * MAX_DIGITS) == number(10**MAX_DIGITS - 1)
    assert parse("10^30000") == number(10**30000)
    with pytest.raises(ExpressionError, match="deep"):
        parse("(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1))


def test_variables_are_only_those_allowed() -> None:
    with pytest.raises(ExpressionError, match="unknown name 'n'"):
        parse("n")
    assert parse("n", ["n"]) == variable("n")
