"""The `[strategy]` table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofcheck.model.declared import Declared
from proofcheck.model.distributions import exact_sum, not_one
from proofcheck.model.locate import Path
from proofcheck.model.problems import did_you_mean
from proofcheck.model.reader import Reader, kind, shown
from proofcheck.model.strategy import (
    FIRST_UNOPENED,
    UNIFORM,
    FixedStrategy,
    History,
    Rule,
    RuleStrategy,
    Strategy,
    UniformStrategy,
    Weights,
)
from proofcheck.model.toml import dotted
from proofcheck.numbers import Exact, exact_sign

_KEYS = {"uniform": (), "fixed": ("order",), "rules": ("rules",)}
_CONDITIONS = ("history", "last", "last_box", "step", "opened")

MOST_RULES = 200_000


def read_strategy(reader: Reader, value: object, boxes: Declared, n: int | None) -> Strategy | None:
    """The strategy of the file; None if anything is wrong with it.

    Names are looked up in `boxes`, whether or not something is wrong with those boxes themselves.
    """
    path: Path = ("strategy",)
    table = reader.table(path, value)
    if table is None:
        return None
    if "kind" not in table:
        hint = 'kind = "uniform", "fixed" or "rules"'
        reader.report(path, "strategy has no kind", hint=hint)
        return None
    kind = reader.text((*path, "kind"), table["kind"])
    if kind is None:
        return None
    if kind not in _KEYS:
        reader.report(
            (*path, "kind"), f"unknown kind of strategy {kind!r}", value=kind, hint=did_you_mean(kind, _KEYS)
        )
        return None
    known = [key for keys in _KEYS.values() for key in keys]
    for key in known:
        if key in table and key not in _KEYS[kind]:
            owner = next(name for name, keys in _KEYS.items() if key in keys)
            message = f'strategy.{key} belongs to kind = "{owner}", but kind is "{kind}"'
            reader.report((*path, key), message, hint=f'leave it out, or write kind = "{owner}"')
    reader.table(path, table, ("kind", *known))
    if kind == "uniform":
        return UniformStrategy()
    if kind == "fixed":
        return _fixed(reader, path, table, boxes, n)
    return _rules(reader, path, table, boxes, n)


def _fixed(
    reader: Reader, path: Path, table: Mapping[str, Any], boxes: Declared, n: int | None
) -> Strategy | None:
    if "order" not in table:
        reader.report(path, 'strategy of kind "fixed" has no order', hint='for example order = ["a", "b"]')
        return None
    where = (*path, "order")
    items = reader.items(where, table["order"], "an array of box names")
    if items is None:
        return None
    names = [boxes.box_name(reader, (*where, i), item) for i, item in enumerate(items)]
    known = [name for name in names if name is not None]
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            reader.report((*where, i), f"strategy.order opens {name!r} twice", value=name or "")
        elif name is not None:
            seen.add(name)
    if n is not None and len(items) < n:
        message = f"strategy.order names {len(items)} boxes, but n = {n} are opened"
        reader.report(where, message, hint="its first n are used")
    complete = len(known) == len(items) == len(seen)
    return FixedStrategy(tuple(known), reader.file, reader.lines.of(where)) if complete else None


def _rules(
    reader: Reader, path: Path, table: Mapping[str, Any], boxes: Declared, n: int | None
) -> Strategy | None:
    if "rules" not in table:
        hint = 'add [[strategy.rules]] with choose = "first-unopened"'
        reader.report(path, 'strategy of kind "rules" has no rules', hint=hint)
        return None
    where = (*path, "rules")
    items = reader.items(where, table["rules"], "an array of tables [[strategy.rules]]")
    if items is None:
        return None
    if not 1 <= len(items) <= MOST_RULES:
        message = (
            "strategy.rules is empty" if not items else f"strategy.rules holds more than {MOST_RULES} rules"
        )
        reader.report(where, message, hint='add [[strategy.rules]] with choose = "first-unopened"')
        return None
    rules = [_rule(reader, (*where, i), item, boxes, n) for i, item in enumerate(items)]
    known = [rule for rule in rules if rule is not None]
    for i, rule in enumerate(rules[:-1]):
        if rule is not None and rule.unconditional:
            reader.notice(
                f"strategy.rules: the rules after number {i + 1}, which matches always, are never used"
            )
            break
    return RuleStrategy(tuple(known), reader.file) if len(known) == len(items) else None


def _rule(reader: Reader, path: Path, value: object, boxes: Declared, n: int | None) -> Rule | None:
    table = reader.table(path, value, ("choose", *_CONDITIONS))
    if table is None:
        return None
    before = len(reader.problems)
    history = _history(reader, (*path, "history"), table["history"], boxes) if "history" in table else None
    last = reader.text((*path, "last"), table["last"]) if "last" in table else None
    if last is not None:
        boxes.check_message(reader, (*path, "last"), last)
    last_box = boxes.box_name(reader, (*path, "last_box"), table["last_box"]) if "last_box" in table else None
    step = reader.integer((*path, "step"), table["step"], 1) if "step" in table else None
    opened = _opened(reader, (*path, "opened"), table["opened"], boxes) if "opened" in table else None
    if "choose" not in table:
        reader.report(path, f"{dotted(path)} has no choose", hint='for example choose = "first-unopened"')
        return None
    choose = _choose(reader, (*path, "choose"), table["choose"], boxes)
    if choose is None or len(reader.problems) > before:
        return None
    if n is not None and max(len(history or ()) + 1, step or 0, len(opened or ()) + 1) > n:
        reader.notice(f"{dotted(path)} speaks of a later opening than n = {n} and is never used")
    return Rule(choose, history, last, last_box, step, opened, reader.lines.of(path))


def _history(reader: Reader, path: Path, value: object, boxes: Declared) -> History | None:
    items = reader.items(path, value, "an array of pairs [box, message]")
    if items is None:
        return None
    pairs: list[tuple[str, str]] = []
    seen: set[str] = set()
    for i, item in enumerate(items):
        if not isinstance(item, list) or len(item) != 2:
            message = f"{dotted((*path, i))} must be a pair [box, message]"
            reader.report((*path, i), message, value=shown(item), hint=f"it is {kind(item)}")
            continue
        box = boxes.box_name(reader, (*path, i, 0), item[0])
        text = reader.text((*path, i, 1), item[1])
        if box is None or text is None:
            continue
        boxes.check_message(reader, (*path, i, 1), text, box)
        if box in seen:
            reader.report((*path, i, 0), f"{dotted(path)} opens {box!r} twice", value=box)
        seen.add(box)
        pairs.append((box, text))
    return tuple(pairs)


def _opened(reader: Reader, path: Path, value: object, boxes: Declared) -> frozenset[str] | None:
    items = reader.items(path, value, "an array of box names")
    if items is None:
        return None
    seen: set[str] = set()
    for i, item in enumerate(items):
        name = boxes.box_name(reader, (*path, i), item)
        if name in seen:
            reader.report((*path, i), f"{dotted(path)} names {name!r} twice", value=item)
        elif name is not None:
            seen.add(name)
    return frozenset(seen)


def _choose(reader: Reader, path: Path, value: object, boxes: Declared) -> str | Weights | None:
    if isinstance(value, str):
        if value in (UNIFORM, FIRST_UNOPENED):
            return value
        return boxes.box_name(reader, path, value, (UNIFORM, FIRST_UNOPENED))
    if not isinstance(value, dict):
        reader.wrong_type(path, value, 'a box name, "uniform", "first-unopened" or a table of weights')
        return None
    if not value:
        reader.report(path, f"{dotted(path)} is empty: the weights must sum to 1")
        return None
    weights: list[tuple[str, Exact]] = []
    for name, item in value.items():
        boxes.box_name(reader, (*path, name), name)
        weight = reader.exact((*path, name), item)
        if weight is None:
            continue
        if exact_sign(weight) < 0:
            reader.report(
                (*path, name), f"the weight of {name!r} is {weight}, which is negative", value=str(weight)
            )
        weights.append((name, weight))
    if len(weights) < len(value):
        return None
    total = exact_sum(weight for _, weight in weights)
    if total != 1:
        reader.report(path, f"{dotted(path)} {not_one(total)}", value=str(total))
        return None
    return tuple(weights)
