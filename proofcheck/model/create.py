"""Instances made in Python, with the checks that files get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofcheck.model.box import PYTHON, Box, Family
from proofcheck.model.declared import Declared
from proofcheck.model.instance import Instance
from proofcheck.model.locate import Lines
from proofcheck.model.problems import InputError
from proofcheck.model.read_values import (
    check_bound,
    read_bound,
    read_deltas,
    read_epsilon,
    read_events,
    read_n,
)
from proofcheck.model.reader import Reader
from proofcheck.model.scalars import Numeric, as_expression
from proofcheck.model.strategy import FixedStrategy, FunctionStrategy, History, RuleStrategy, Strategy

Function = Callable[[History], str | Mapping[str, Numeric]]


def create(
    *,
    family: Family | Iterable[Box] | None = None,
    strategy: Strategy | Function | None = None,
    n: int | None = None,
    epsilon: Numeric | None = None,
    delta: Numeric | Sequence[Numeric] | None = None,
    events: Iterable[Iterable[Sequence[str]]] | None = None,
    bound: Numeric | None = None,
    title: str | None = None,
) -> Instance:
    """See `Instance.create`."""
    reader = Reader(PYTHON, Lines(""))
    boxes = family if isinstance(family, Family) or family is None else Family.of(*family)
    for name, value in (("strategy", strategy), ("events", events)):
        if value is not None and boxes is None:
            reader.report((name,), f"{name} without boxes", hint=f"give a family, or leave {name} out")
    data: dict[str, Any] = {} if boxes is None else {"boxes": boxes}
    if n is not None:
        data["n"] = n
    if epsilon is not None:
        data["epsilon"] = _text(reader, "epsilon", epsilon)
    declared = None if boxes is None else Declared.of(boxes)
    size = read_n(reader, data, declared)
    eps, is_auto = read_epsilon(reader, data, declared)
    deltas = None
    if delta is not None:
        if isinstance(delta, Sequence) and not isinstance(delta, str):
            deltas = read_deltas(reader, [_text(reader, "delta", one) for one in delta])
        else:
            deltas = read_deltas(reader, _text(reader, "delta", delta))
    prime = None if bound is None else read_bound(reader, _text(reader, "bound", bound))
    if prime is not None:
        check_bound(reader, prime, size, eps, deltas)
    found = None
    if events is not None:
        known = declared or Declared({}, complete=False)
        found = read_events(reader, [[list(vector) for vector in event] for event in events], known, size)
    chosen = _strategy(reader, strategy, boxes, size)
    if reader.problems:
        raise InputError(reader.problems)
    instance = Instance(
        title=title,
        n=size,
        epsilon=eps,
        epsilon_is_auto=is_auto,
        deltas=deltas,
        events=found,
        bound=prime,
        family=boxes,
        strategy=chosen,
        notices=tuple(reader.notices),
        name=PYTHON,
    )
    return with_text(instance)


def with_text(instance: Instance) -> Instance:
    """The instance with `text` and `digest` of the file that says the same.

    A strategy that is a Python function is left out of the text and named in a comment.
    """
    from hashlib import sha256

    from proofcheck.model.write import to_toml

    if isinstance(instance.strategy, FunctionStrategy):
        text = to_toml(replace(instance, strategy=None)) + "# the strategy is a Python function\n"
    else:
        text = to_toml(instance)
    return replace(instance, text=text, digest="sha256:" + sha256(text.encode("utf-8")).hexdigest())


def _strategy(
    reader: Reader, strategy: Strategy | Function | None, family: Family | None, n: int | None
) -> Strategy | None:
    if strategy is None or isinstance(strategy, Strategy):
        if isinstance(strategy, FixedStrategy) and family is not None:
            _check_order(reader, strategy, family, n)
        if isinstance(strategy, RuleStrategy) and not strategy.rules:
            reader.report(("strategy", "rules"), "strategy.rules is empty")
        return strategy
    if not callable(strategy):
        reader.report(
            ("strategy",), f"a strategy is a function or has choose and memory, unlike {strategy!r}"
        )
        return None
    return FunctionStrategy(strategy)


def _check_order(reader: Reader, strategy: FixedStrategy, family: Family, n: int | None) -> None:
    for i, name in enumerate(strategy.order):
        if name not in family:
            reader.report(("strategy", "order", i), f"there is no box {name!r}", value=name)
        if name in strategy.order[:i]:
            reader.report(("strategy", "order", i), f"strategy.order opens {name!r} twice", value=name)
    if n is not None and len(strategy.order) < n:
        message = f"strategy.order names {len(strategy.order)} boxes, but n = {n} are opened"
        reader.report(("strategy", "order"), message, hint="its first n are used")


def _text(reader: Reader, name: str, value: object) -> object:
    """A number as a file would write it; what is no number is left for the reader to refuse."""
    if isinstance(value, (str, bool, int)):
        return value
    try:
        return str(as_expression(value))  # type: ignore[arg-type]
    except TypeError as error:
        reader.report((name,), str(error), value=repr(value))
        return "0" if name != "delta" else "1/2"
