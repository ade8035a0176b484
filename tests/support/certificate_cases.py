"""Instances with certificates for the tests, and the trusted checker at hand. Only for tests."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from proofcheck.checker.answer import answer_bytes
from proofcheck.engine import DEFAULT_MAX_NODES
from proofcheck.engine.certify import text
from proofcheck.model import loads
from proofcheck.surfaces.commands import certify as commands_certify

ACCEPTED, REJECTED, MALFORMED, UNDECIDED = 0, 1, 2, 3

_THREE_BOXES = """\
[boxes.a]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }

[boxes.b]
P1 = { "0" = "27/47", "1" = "20/47" }
P2 = { "0" = "25/47", "1" = "22/47" }

[boxes.c]
P1 = { "0" = "11/21", "1" = "5/21", "2" = "5/21" }
P2 = { "0" = "10/21", "1" = "11/42", "2" = "11/42" }
"""

_COINS = """\
[boxes.coin]
mechanism = "randomized-response"
truth = "{truth}"
count = {count}

[strategy]
kind = "uniform"
"""

INSTANCES: dict[str, str] = {
    "one-strategy": 'n = 2\nepsilon = "ln(8/7)"\ndelta = "1/2"\n\n' + _COINS.format(truth="8/15", count=2),
    "exact-tie": 'n = 2\nepsilon = "ln(3/2)"\ndelta = ["exp(-1/4)", "4/5"]\n\n'
    + _COINS.format(truth="3/5", count=2),
    "gap": 'n = 1\nepsilon = "ln(11/10)"\ndelta = "3/4"\n\n'
    + _THREE_BOXES
    + '\n[strategy]\nkind = "uniform"\n',
    "given-events": 'n = 1\nepsilon = "ln(8/7)"\ndelta = "2/3"\nevents = [[["0"]], [["0"], ["1"]]]\n\n'
    + _COINS.format(truth="8/15", count=1),
    "every-delta": 'n = 3\nepsilon = "auto"\n\n' + _COINS.format(truth="11/21", count=3),
    "false-bound": 'n = 2\nepsilon = "ln(8/7)"\ndelta = "1/10"\nbound = "epsilon/2"\n\n'
    + _COINS.format(truth="8/15", count=2),
    "every-strategy": 'n = 2\nepsilon = "ln(11/10)"\ndelta = "1/2"\n\n' + _THREE_BOXES,
    "counterexample": 'n = 2\nepsilon = "ln(11/10)"\ndelta = "1/100"\nbound = "epsilon/10"\n\n'
    + _THREE_BOXES,
    "every-family": 'n = 4\nepsilon = "ln(6/5)"\ndelta = "1/2"\n',
    "every-epsilon": "n = 4\n",
    "vacuous-strategy": 'n = 2\nepsilon = "ln(3)"\ndelta = ["1/10", "9/10"]\n\n'
    + _COINS.format(truth="3/4", count=2),
    "vacuous-every-delta": 'n = 2\nepsilon = "ln(3)"\n\n' + _COINS.format(truth="3/4", count=2),
    "vacuous-every-strategy": 'n = 2\nepsilon = "ln(11/10)"\ndelta = "1/1000"\n\n' + _THREE_BOXES,
    "vacuous-every-family": 'n = 4\nepsilon = "ln(6/5)"\ndelta = "1/100000"\n',
    "vacuous-zero-epsilon": 'n = 1\nepsilon = 0\ndelta = "1/2"\n\n' + _COINS.format(truth="1/2", count=1),
}
"""Small instance files, at least one for each kind of certificate."""


def answer(instance: str | bytes, certificate: str | bytes) -> tuple[int, str]:
    """What the trusted checker says about two texts."""
    one = instance.encode() if isinstance(instance, str) else instance
    two = certificate.encode() if isinstance(certificate, str) else certificate
    return answer_bytes(one, two)


def certified(instance: str) -> str:
    """A certificate of the text of an instance that the checker accepts."""
    return commands_certify.certified(loads(instance), instance.encode(), max_nodes=DEFAULT_MAX_NODES)[1]


@lru_cache
def certificate(name: str) -> str:
    """The certificate of one of `INSTANCES`."""
    return certified(INSTANCES[name])


@dataclass(frozen=True)
class Mutation:
    """A certificate with one place changed; `path` leads there, `how` says what was done."""

    path: tuple[str | int, ...]
    how: str
    text: str

    @property
    def name(self) -> str:
        return ".".join(map(str, self.path)) + ": " + self.how


def edited(original: str, change: Callable[[Any], None]) -> str:
    """The certificate after a change of its value, in canonical form again."""
    value = json.loads(original)
    change(value)
    return text(value)


def mutations(original: str) -> Iterator[Mutation]:
    """Every number, string and truth value changed in several ways; every part removed, doubled or moved."""
    for path, value in _places(json.loads(original), ()):
        for how, other in _variants(value):
            yield Mutation(path, how, _with(original, path, other))
        if path and isinstance(path[-1], str):
            yield Mutation(path, "removed", edited(original, lambda v, p=path: _parent(v, p).pop(p[-1])))
            key = json.dumps(path[-1]) + ":"
            spelled = key + json.dumps(value, sort_keys=True, separators=(",", ":"))
            yield Mutation(path, "doubled", original.replace(spelled, spelled + "," + spelled, 1))
        if path and isinstance(path[-1], int):
            yield Mutation(path, "removed", edited(original, lambda v, p=path: _parent(v, p).pop(p[-1])))
            yield Mutation(path, "doubled", edited(original, lambda v, p=path: _double(_parent(v, p), p[-1])))
            if path[-1]:
                yield Mutation(path, "moved", edited(original, lambda v, p=path: _move(_parent(v, p), p[-1])))
        if isinstance(value, dict):
            yield Mutation((*path, "extra"), "added", _with(original, (*path, "extra"), "x"))


def _places(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _places(part, (*path, i))


def _variants(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield from [("negated", not value), ("as an integer", int(value)), ("null", None)]
    elif isinstance(value, int):
        yield from [
            ("one more", value + 1),
            ("one less", value - 1),
            ("as a string", str(value)),
            ("null", None),
        ]
        yield from [("zero", 0)] * (value != 0) + [("opposite", -value)] * (value != 0)
        yield from [("as a truth value", value == 1)] if value in (0, 1) else []
    elif isinstance(value, str):
        yield from [
            ("null", None),
            ("empty", ""),
            ("longer", value + "0"),
            ("a number", 1),
            ("a list", [value]),
        ]
        others = next((words for words in _WORDS if value in words), _FRACTIONS)
        yield from [(f"instead {other}", other) for other in others if other != value]
    elif value is None:
        yield from [("a string", "x"), ("false", False), ("zero", 0)]
    else:
        yield from [("null", None), ("a string", "x"), ("empty", type(value)())] if value else []


_FRACTIONS = ("1/2", "0", "1", "-1", "2/4")
_WORDS = (
    ("verified", "refuted", "inapplicable", "undecided"),
    ("histories", "outputs", "box"),
    ("P1->P2", "P2->P1"),
    ("theorem", "bad-set-lemma", "ratio", "azuma"),
    ("sound", "gap"),
    ("strategy", "all-strategies", "all-boxes", "all-epsilon", "counterexample"),
    ("a", "b", "c", "nowhere"),
    ("coin#1", "coin#2"),
    ("fixed", "uniform", "rules"),
)


def _with(original: str, path: tuple[str | int, ...], other: Any) -> str:
    if not path:
        return text(other)
    return edited(original, lambda value: _parent(value, path).__setitem__(path[-1], copy.deepcopy(other)))


def _parent(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path[:-1]:
        value = value[step]
    return value


def _double(found: list[Any], place: int) -> None:
    found.insert(place, copy.deepcopy(found[place]))


def _move(found: list[Any], place: int) -> None:
    found[place - 1], found[place] = found[place], found[place - 1]
