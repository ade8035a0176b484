"""The instance file, read again from its bytes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from proofcheck.checker.boxes import Box, read_boxes
from proofcheck.checker.expressions import Tree, number, parse
from proofcheck.checker.fields import integer, items, only, text, texts, tree_of
from proofcheck.checker.outcome import MOST_INSTANCE_BYTES, MOST_OPENINGS, MalformedError, UndecidedError
from proofcheck.checker.strategy import Choose, read_strategy
from proofcheck.checker.values import order

MEAN = "n*epsilon*(exp(epsilon) - 1)"
THEOREM = MEAN + " + epsilon*sqrt(2*n*ln(1/delta))"


@dataclass(frozen=True)
class Instance:
    """What a file fixes; None for what it leaves out."""

    digest: str
    n: int | None
    epsilon: Tree | None
    deltas: dict[str, Tree] | None  # by their text in the file
    events: list[frozenset[tuple[str, ...]]] | None
    bound: str | None
    boxes: dict[str, Box] | None
    choose: Choose | None

    def formula(self, words: str, delta: Tree | None = None) -> Tree:
        """The formula with the n and the epsilon of this file (both fixed), and this delta'."""
        if self.n is None or self.epsilon is None:
            raise UndecidedError("n or epsilon is left out: not supported for this kind of certificate")
        names = {"n": number(self.n), "epsilon": self.epsilon}
        return parse(words, names if delta is None else {**names, "delta": delta})

    def threshold(self, delta: Tree) -> Tree:
        """T = e^eps' at this delta'."""
        return ("exp", self.formula(self.bound or THEOREM, delta))


def read_instance(content: bytes, bits: int) -> Instance:
    """The instance of these bytes; what has to be compared is compared at `bits` bits."""
    if len(content) > MOST_INSTANCE_BYTES:
        raise UndecidedError("the instance file is too long")
    try:
        table = tomllib.loads(content.decode("utf-8"), parse_float=_no_float)
    except ValueError as error:  # of tomllib and of the decoder too
        raise MalformedError(f"not an instance file: {str(error)[:100]}") from None
    only(table, "schema title n epsilon delta events bound boxes strategy expect")
    integer(table.get("schema", 1), 1, 1)
    text(table.get("title", ""))
    boxes = read_boxes(table["boxes"]) if "boxes" in table else None
    n = integer(table["n"], 1, 1 << 62) if "n" in table else len(boxes) if boxes else None
    if boxes is not None and n is not None and n > len(boxes):
        raise MalformedError("n is larger than the number of boxes")
    if n is not None and n > MOST_OPENINGS:
        raise UndecidedError("n is too large")
    if boxes and "epsilon" not in table and "bound" in table:
        raise UndecidedError("a bound of its own for all epsilon: not supported")
    if boxes is None and ("strategy" in table or "events" in table):
        raise MalformedError("a strategy or events without boxes")
    return Instance(
        digest="sha256:" + sha256(content).hexdigest(),
        n=n,
        # Left out beside boxes: all from the smallest on, which is the worst, as eps' grows with epsilon.
        epsilon=_epsilon(table.get("epsilon", "auto"), boxes, bits) if "epsilon" in table or boxes else None,
        deltas=_deltas(table["delta"], bits) if "delta" in table else None,
        events=_events(table["events"], n) if "events" in table else None,
        bound=text(table["bound"]) if "bound" in table else None,
        boxes=boxes,
        choose=read_strategy(table["strategy"], boxes, n) if "strategy" in table and boxes and n else None,
    )


def _no_float(word: str) -> None:
    raise ValueError(f"the float {word}")


def _epsilon(value: Any, boxes: dict[str, Box] | None, bits: int) -> Tree:
    """epsilon >= 0, for which every box is close: p <= e^epsilon q and q <= e^epsilon p, pointwise (S1)."""
    pairs = [pair for box in (boxes or {}).values() for pair in box.values()]
    largest = max((max(p / q, q / p) for p, q in pairs), default=Fraction(1))
    if value == "auto":
        if boxes is None:
            raise MalformedError("epsilon = auto needs boxes")
        return ("ln", number(largest))
    epsilon = tree_of(value)
    if order(Fraction(0), epsilon, bits) > 0:
        raise MalformedError("epsilon is negative")
    if order(largest, ("exp", epsilon), bits) > 0:
        raise MalformedError("a box is not (epsilon, 0)-close")
    return epsilon


def _deltas(value: Any, bits: int) -> dict[str, Tree]:
    written = value if isinstance(value, list) else [value]
    found = {str(delta): tree_of(delta) for delta in written}
    if not found or len(found) < len(written):
        raise MalformedError("delta is empty, or one of it occurs twice")
    for tree in found.values():
        if order(Fraction(0), tree, bits) >= 0 or order(Fraction(1), tree, bits) <= 0:
            raise MalformedError("delta is not in (0, 1)")
    return found


def _events(value: Any, n: int | None) -> list[frozenset[tuple[str, ...]]]:
    found = [frozenset(texts(output) for output in items(event)) for event in items(value)]
    if not found or any(len(output) != n for event in found for output in event):
        raise MalformedError("events are lists of outputs of n messages each")
    return found
