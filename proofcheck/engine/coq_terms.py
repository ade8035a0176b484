"""Numbers, names and strategies as terms of Coq."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.model import Family, FixedStrategy, RuleStrategy, Strategy, UniformStrategy
from proofcheck.model.strategy import FIRST_UNOPENED, UNIFORM, Rule
from proofcheck.numbers import (
    Call,
    Exact,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Variable,
)

_MOST_RULES = 1000
_FUNCTIONS = {"exp": "exp", "ln": "ln", "sqrt": "sqrt"}
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _.,:;#+=<>!?@&/-")


def rational(value: Exact, what: str) -> Fraction:
    """The value as a fraction.

    Raises:
        CannotCertifyError: it is irrational; the tables of the development hold natural numbers.
    """
    if isinstance(value, Fraction):
        return value
    raise CannotCertifyError(f"{what} is {value}: the Coq development computes with rational numbers only")


def common_denominator(values: Iterable[Fraction]) -> int:
    """The least common denominator."""
    return lcm(*(value.denominator for value in values))


def quoted(name: str) -> str:
    """A name for a comment: what could end a comment or a string in Coq is written as its code point."""
    return "'" + "".join(c if c in _PLAIN else f"\\u{{{ord(c):x}}}" for c in name) + "'"


def real(value: Fraction) -> str:
    """A fraction as a real number."""
    shown = str(abs(value.numerator)) if value.denominator == 1 else f"({abs(value)})".replace("/", " / ")
    return f"(- {shown})" if value < 0 else shown


def quotient(value: Fraction) -> str:
    """A fraction that is not negative as a quotient of natural numbers."""
    return f"nR {value.numerator} / nR {value.denominator}"


def term(e: Expression, names: Mapping[str, str]) -> str:
    """An expression as a real number; variables get the given names.

    Raises:
        CannotCertifyError: it has a minimum or a maximum, which interval arithmetic does not bound.
    """
    match e:
        case Number(value):
            return real(value)
        case Variable(name):
            return names[name]
        case Sum(terms):
            return "(" + " + ".join(term(t, names) for t in terms) + ")"
        case Product(factors):
            return "(" + " * ".join(term(f, names) for f in factors) + ")"
        case Quotient(numerator, denominator):
            return f"({term(numerator, names)} / {term(denominator, names)})"
        case Power(base, Number(exponent)) if exponent.denominator == 1 and abs(exponent) < 1000:
            power = f"{term(base, names)} ^ {abs(exponent.numerator)}"
            return f"({power})" if exponent >= 0 else f"(/ ({power}))"
        case Power(base, power):
            return f"(exp ({term(power, names)} * ln {term(base, names)}))"
        case Call(name, (argument,)) if name in _FUNCTIONS:
            return f"({_FUNCTIONS[name]} {term(argument, names)})"
        case Call("tanh", (argument,)):
            return f"(1 - 2 / (exp (2 * {term(argument, names)}) + 1))"
    raise CannotCertifyError(f"{e} has no counterpart in the Coq development")


class Labels:
    """The numbers of boxes and messages, in the order in which the family has them."""

    def __init__(self, family: Family) -> None:
        self.boxes = {name: b for b, name in enumerate(family.names)}
        messages = dict.fromkeys(message for box in family for message in box.messages)
        self.messages = {name: x for x, name in enumerate(messages)}


def strategy_source(strategy: Strategy, labels: Labels, n: int) -> tuple[str, int]:
    """The definition of `chosen`, and the common denominator of its weights.

    `chosen h b` is the weight of box `b` after history `h`, the newest opening first.

    Raises:
        CannotCertifyError: a weight is irrational, or the strategy is a Python function.
    """
    count = len(labels.boxes)
    match strategy:
        case UniformStrategy():
            weight = _uniform_weight(count, n)
            return f"{_IS_OPEN}\n{_uniform(count, n, weight)}\n{_chosen('uniform h b')}", weight
        case FixedStrategy(order=order):
            places = "; ".join(str(labels.boxes[name]) for name in order)
            body = f"if Nat.eqb b (nth (length h) [{places}]%nat {count}%nat) then 1%N else 0%N"
            return _chosen(body), 1
        case RuleStrategy(rules=rules):
            return _rules(rules, labels, n)
    raise CannotCertifyError("the strategy is a Python function: write it as rules to get Coq source")


def _chosen(body: str) -> str:
    return f"Definition chosen (h : list (nat * nat)) (b : nat) : N :=\n  {body}."


_IS_OPEN = """Definition is_open (h : list (nat * nat)) (b : nat) : bool :=
  existsb (fun y => Nat.eqb (fst y) b) h."""


def _uniform_weight(count: int, n: int) -> int:
    return lcm(*range(count - n + 1, count + 1))


def _uniform(count: int, n: int, weight: int) -> str:
    shares = "; ".join(str(weight // (count - k)) for k in range(n))
    return (
        "Definition uniform (h : list (nat * nat)) (b : nat) : N :=\n"
        f"  if is_open h b then 0%N else nth (length h) [{shares}]%N 0%N."
    )


def _rules(rules: tuple[Rule, ...], labels: Labels, n: int) -> tuple[str, int]:
    if len(rules) > _MOST_RULES:
        raise CannotCertifyError(f"the strategy has {len(rules)} rules; for Coq at most {_MOST_RULES}")
    count = len(labels.boxes)
    weight = common_denominator(
        rational(share, f"the weight of {name!r}")
        for rule in rules
        if isinstance(rule.choose, tuple)
        for name, share in rule.choose
    )
    if any(rule.choose == UNIFORM for rule in rules):
        weight = lcm(weight, _uniform_weight(count, n))
    lines = []
    for rule in rules:
        condition = _condition(rule, labels, n)
        lines.append(f"if {condition} then {_action(rule, labels, weight)} else")
    return (
        "\n".join(
            (
                _IS_OPEN,
                _uniform(count, n, weight) if any(rule.choose == UNIFORM for rule in rules) else "",
                _HELPERS.format(count=count, weight=weight),
                _chosen("\n  ".join((*lines, "0%N"))),
            )
        ).replace("\n\n", "\n"),
        weight,
    )


_HELPERS = """Definition only (c b : nat) : N := if Nat.eqb b c then {weight}%N else 0%N.
Definition first_unopened (h : list (nat * nat)) : nat :=
  hd {count}%nat (filter (fun b => negb (is_open h b)) (seq 0 {count})).
Definition newest_box (h : list (nat * nat)) (b : nat) : bool :=
  match h with [] => false | y :: _ => Nat.eqb (fst y) b end.
Definition newest_message (h : list (nat * nat)) (x : nat) : bool :=
  match h with [] => false | y :: _ => Nat.eqb (snd y) x end.
Definition exactly (h : list (nat * nat)) (s : list nat) : bool :=
  Nat.eqb (length h) (length s) && forallb (is_open h) s.
Definition same (h g : list (nat * nat)) : bool :=
  Nat.eqb (length h) (length g)
  && forallb (fun y => Nat.eqb (fst (fst y)) (fst (snd y)) && Nat.eqb (snd (fst y)) (snd (snd y)))
       (combine h g)."""


def _condition(rule: Rule, labels: Labels, n: int) -> str:
    """All conditions of a rule; a name that does not occur makes one false."""
    found: list[str] = []
    if rule.step is not None:
        found.append(f"Nat.eqb (length h) {rule.step - 1}" if 1 <= rule.step <= n else "false")
    if rule.last_box is not None:
        box = labels.boxes.get(rule.last_box)
        found.append("false" if box is None else f"newest_box h {box}")
    if rule.last is not None:
        message = labels.messages.get(rule.last)
        found.append("false" if message is None else f"newest_message h {message}")
    if rule.opened is not None:
        known = [labels.boxes[name] for name in rule.opened if name in labels.boxes]
        opened = "; ".join(str(b) for b in sorted(known))
        found.append(f"exactly h [{opened}]%nat" if len(known) == len(rule.opened) else "false")
    if rule.history is not None:
        if all(box in labels.boxes and message in labels.messages for box, message in rule.history):
            steps = [f"({labels.boxes[box]}, {labels.messages[message]})" for box, message in rule.history]
            found.append(f"same h [{'; '.join(reversed(steps))}]%nat")
        else:
            found.append("false")
    return " && ".join(found) or "true"


def _action(rule: Rule, labels: Labels, weight: int) -> str:
    """What a rule gives to box `b`."""
    if rule.choose == UNIFORM:
        return "uniform h b"
    if rule.choose == FIRST_UNOPENED:
        return "only (first_unopened h) b"
    if isinstance(rule.choose, str):
        return f"only {labels.boxes.get(rule.choose, len(labels.boxes))} b"
    shares = dict.fromkeys(range(len(labels.boxes)), 0)
    for name, share in rule.choose:
        if name in labels.boxes:  # on a rule that never decides the names are not checked
            shares[labels.boxes[name]] += int(rational(share, name) * weight)
    return f"nth b [{'; '.join(str(share) for share in shares.values())}]%N 0%N"
