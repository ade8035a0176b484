"""The strategy of a file or a counterexample: a function from histories to distributions on boxes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from proofcheck.checker.fields import entries, exactly, integer, items, only, rational, text, texts
from proofcheck.checker.outcome import MOST_OPENINGS, MalformedError, UndecidedError

History = tuple[tuple[str, str], ...]  # (box, message), oldest first
Weights = dict[str, Fraction]
Choose = Callable[[History], Weights]
_SPECIAL = ("uniform", "first-unopened")


def read_strategy(table: Any, boxes: Collection[str], n: int) -> Choose:
    """The strategy of a [strategy] table: returns distributions on unopened boxes, or raises."""
    kind = text(entries(table).get("kind"))
    if kind == "uniform":
        exactly(table, "kind")
        choose: Choose = lambda history: _chosen("uniform", history, boxes)  # noqa: E731
    elif kind == "fixed":
        order = texts(exactly(table, "kind order")["order"])
        if len(order) < n or len(set(order)) < len(order) or not set(order) <= set(boxes):
            raise MalformedError("the order of the strategy does not name n different boxes")
        choose = lambda history: {order[len(history)]: Fraction(1)}  # noqa: E731
    elif kind == "rules":
        rules = [_rule(rule) for rule in items(exactly(table, "kind rules")["rules"])]
        if set(_SPECIAL) & set(boxes):
            raise UndecidedError("a box is called like a way of choosing: not supported")

        def choose(history: History) -> Weights:
            for conditions, choice in rules:
                if all(_holds(key, value, history) for key, value in conditions.items()):
                    return _chosen(choice, history, boxes)
            raise MalformedError(f"no rule of the strategy matches the history {list(history)}")
    else:
        raise MalformedError(f"unknown kind of strategy {kind[:40]!r}")
    return lambda history: _distribution(choose(history), history, boxes)


def _rule(rule: Any) -> tuple[dict[str, Any], str | Weights]:
    conditions = dict(only(rule, "choose history last last_box step opened"))
    choice = conditions.pop("choose", None)
    for key in conditions:
        if key == "history":
            steps = [texts(items(step, 2)) for step in items(conditions[key])]
            conditions[key] = tuple((box, message) for box, message in steps)
        elif key == "opened":
            conditions[key] = frozenset(texts(conditions[key]))
        elif key == "step":
            integer(conditions[key], 1, MOST_OPENINGS)
        else:
            text(conditions[key])
    if isinstance(choice, dict):
        return conditions, {box: rational(weight) for box, weight in choice.items()}
    return conditions, text(choice)


def _holds(key: str, value: Any, history: History) -> bool:
    if key == "history":
        return bool(history == value)
    if key == "opened":
        return bool(frozenset(box for box, _ in history) == value)
    if key == "step":
        return bool(len(history) + 1 == value)
    place = 0 if key == "last_box" else 1
    return bool(history) and bool(history[-1][place] == value)


def _chosen(choice: str | Weights, history: History, boxes: Collection[str]) -> Weights:
    if isinstance(choice, dict):
        return choice
    opened = {box for box, _ in history}
    left = [box for box in boxes if box not in opened]
    if choice == "uniform":
        return {box: Fraction(1, len(left)) for box in left}
    return {left[0] if choice == "first-unopened" else choice: Fraction(1)}


def _distribution(weights: Weights, history: History, boxes: Collection[str]) -> Weights:
    found = {box: weight for box, weight in weights.items() if weight}
    opened = {box for box, _ in history}
    if any(box not in boxes or box in opened or weight < 0 for box, weight in found.items()):
        raise MalformedError(f"after {list(history)} the strategy chooses a box that it cannot open")
    if sum(found.values()) != 1:
        raise MalformedError(f"after {list(history)} the weights of the strategy do not sum to 1")
    return found
