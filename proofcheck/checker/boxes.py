"""The boxes of an instance file: two distributions, or a named mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofcheck.checker.expressions import number
from proofcheck.checker.fields import entries, exactly, integer, items, rational, small, text, texts, tree_of
from proofcheck.checker.outcome import MOST_BOXES, MalformedError, UndecidedError
from proofcheck.checker.values import exact

Pair = tuple[Fraction, Fraction]  # a probability under P1 and under P2
Box = dict[str, Pair]  # by message


def read_boxes(table: Any) -> dict[str, Box]:
    """The boxes in file order; `count = k` makes k copies NAME#1 ... NAME#k."""
    found: dict[str, Box] = {}
    for name, entry in entries(table).items():
        entry = dict(entries(entry))
        count = integer(entry.pop("count"), 1, 1 << 62) if "count" in entry else 0
        if count + len(found) > MOST_BOXES:
            raise UndecidedError("too many boxes")
        box = _mechanism(entry) if "mechanism" in entry else _table(entry)
        for copy in [f"{name}#{i}" for i in range(1, count + 1)] or [name]:
            if copy in found:
                raise MalformedError(f"two boxes are called {copy[:40]!r}")
            found[copy] = box
    if not found:
        raise MalformedError("there are no boxes")
    return found


def _table(entry: dict[str, Any]) -> Box:
    exactly(entry, "P1 P2")
    p1, p2 = ({m: rational(x) for m, x in entries(entry[side]).items()} for side in ("P1", "P2"))
    zero = Fraction(0)
    return _checked({m: (p1.get(m, zero), p2.get(m, zero)) for m in {**p1, **p2}})


def _checked(box: Box) -> Box:
    """The box without messages that nobody can get; both sides have to be distributions of equal support."""
    kept = {m: (p, q) for m, (p, q) in box.items() if p or q}
    if any(p <= 0 or q <= 0 for p, q in kept.values()):
        raise MalformedError("a probability is negative, or 0 under one password only")
    if sum(p for p, _ in kept.values()) != 1 or sum(q for _, q in kept.values()) != 1:
        raise MalformedError("the probabilities of a box do not sum to 1")
    return {m: (small(p), small(q)) for m, (p, q) in kept.items()}


def _mechanism(entry: dict[str, Any]) -> Box:
    name = text(entry.pop("mechanism"))
    if name not in MECHANISMS:
        raise MalformedError(f"unknown mechanism {name[:40]!r}")
    names = texts(entry.pop("messages")) if "messages" in entry else None
    pairs, first = MECHANISMS[name](entry)
    names = tuple(str(first + i) for i in range(len(pairs))) if names is None else names
    if len(names) != len(pairs) or len(set(names)) != len(pairs):
        raise MalformedError(f"the mechanism has {len(pairs)} messages, all different")
    return _checked(dict(zip(names, pairs, strict=True)))


def _power(epsilon: Any, factor: Fraction = Fraction(1)) -> Fraction:
    """e^(factor * epsilon), if it is rational; the epsilon of a mechanism is not negative."""
    found = exact(("exp", ("*", number(factor), tree_of(epsilon))))
    if not isinstance(found, Fraction):
        raise UndecidedError("a mechanism with irrational probabilities: not supported")
    return small(found)


def _response(entry: dict[str, Any]) -> tuple[list[Pair], int]:
    if "epsilon" in entry:
        return _k_ary({"k": 2, **exactly(entry, "epsilon")})
    truth = rational(exactly(entry, "truth")["truth"])
    return [(truth, 1 - truth), (1 - truth, truth)], 0


def _k_ary(entry: dict[str, Any]) -> tuple[list[Pair], int]:
    exactly(entry, "k epsilon")
    t, k = _power(entry["epsilon"]), integer(entry["k"], 2, 1_000)
    if t < 1:
        raise MalformedError("the epsilon of a mechanism is negative")
    true, other = t / (t + k - 1), 1 / (t + k - 1)
    return [(true, other), (other, true), *[(other, other)] * (k - 2)], 0


def _geometric(entry: dict[str, Any]) -> tuple[list[Pair], int]:
    """The true value plus noise z of probability (1-a)/(1+a) a^|z|, a = e^-epsilon, clamped to lo..hi."""
    exactly(entry, "epsilon values true1 true2")
    low, high = (integer(end, -(10**6), 10**6) for end in items(entry["values"], 2))
    true1, true2 = (integer(entry[key], low, high) for key in ("true1", "true2"))
    a = 1 / _power(entry["epsilon"])
    if not low < high < low + 1_000 or a >= 1:
        raise MalformedError("the range or the epsilon of a truncated-geometric mechanism is wrong")

    def mass(x: int, true: int) -> Fraction:
        inside = low < x < high
        return a ** abs(x - true) * (1 - a if inside else 1) / (1 + a)

    return [(mass(x, true1), mass(x, true2)) for x in range(low, high + 1)], low


def _exponential(entry: dict[str, Any]) -> tuple[list[Pair], int]:
    """Probabilities proportional to e^(epsilon * score / (2 * sensitivity))."""
    exactly(entry, "epsilon scores1 scores2 sensitivity")
    sensitivity = rational(entry["sensitivity"])
    if sensitivity <= 0 or _power(entry["epsilon"], 1 / (2 * sensitivity)) < 1:
        raise MalformedError("the epsilon or the sensitivity of an exponential mechanism is wrong")
    sides = []
    for key in ("scores1", "scores2"):
        weights = [
            _power(entry["epsilon"], rational(score) / (2 * sensitivity)) for score in items(entry[key])
        ]
        sides.append([weight / sum(weights) for weight in weights])
    if len(sides[0]) != len(sides[1]):
        raise MalformedError("scores1 and scores2 are of different length")
    return list(zip(*sides, strict=True)), 0


MECHANISMS: dict[str, Callable[[dict[str, Any]], tuple[list[Pair], int]]] = {
    "randomized-response": _response,
    "k-ary-randomized-response": _k_ary,
    "truncated-geometric": _geometric,
    "exponential": _exponential,
}
