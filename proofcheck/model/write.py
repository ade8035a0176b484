"""Instances as the text of a file; reading it back gives an equal instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proofcheck.model.box import Box, Family
from proofcheck.model.instance import Event, Expect, ExpectedRow, ExpectedValue, Instance
from proofcheck.model.strategy import (
    FixedStrategy,
    History,
    Rule,
    RuleStrategy,
    Strategy,
    UniformStrategy,
)
from proofcheck.model.toml import key, quoted
from proofcheck.numbers import Exact, to_expression

MOST_TABULATED = 20_000


def to_toml(instance: Instance) -> str:
    """The text of an instance file that says the same.

    A strategy that is a Python function is written as one rule for each history that it reaches.

    Raises:
        ValueError: that would be more than `MOST_TABULATED` rules.
        StrategyError: the strategy fails on a reachable history.
    """
    return "\n".join(_lines(instance)) + "\n"


def strategy_to_toml(strategy: Strategy, family: Family, n: int) -> str:
    """The `[strategy]` table of a file; the errors are those of `to_toml`."""
    return "\n".join(_strategy(strategy, family, n)) + "\n"


def tabulated(strategy: Strategy, family: Family, n: int, *, limit: int = MOST_TABULATED) -> RuleStrategy:
    """The strategy as rules that name whole histories, one for each reachable before the n-th opening.

    Raises:
        ValueError: more than `limit` rules.
        StrategyError: the strategy fails on a reachable history.
    """
    rules: list[Rule] = []
    frontier: list[History] = [()]
    for _ in range(n):
        following: list[History] = []
        for history in frontier:
            weights = strategy.choose(history, family)
            if len(rules) >= limit:
                raise ValueError(
                    f"the strategy reaches more than {limit:,} histories, too many to write one by one"
                )
            names = tuple(weights)
            rules.append(Rule(names[0] if len(names) == 1 else tuple(weights.items()), history))
            following += [(*history, (box, message)) for box in weights for message in family[box].messages]
            if len(following) > limit * 64:
                raise ValueError(
                    f"the strategy reaches more than {limit:,} histories, too many to write one by one"
                )
        frontier = following
    return RuleStrategy(tuple(rules))


def _lines(instance: Instance) -> Iterator[str]:
    yield "schema = 1"
    if instance.title is not None:
        yield f"title = {quoted(instance.title)}"
    if instance.n is not None:
        yield f"n = {instance.n}"
    if instance.epsilon_is_auto:
        yield 'epsilon = "auto"'
    elif instance.epsilon is not None:
        yield f"epsilon = {quoted(str(instance.epsilon))}"
    if instance.deltas is not None:
        yield f"delta = [{', '.join(quoted(str(delta)) for delta in instance.deltas)}]"
    if instance.bound is not None:
        yield f"bound = {quoted(str(instance.bound))}"
    if instance.events is not None:
        yield f"events = [{', '.join(_event(event) for event in instance.events)}]"
    if instance.family is not None:
        for box in instance.family:
            yield from ("", *_box(box))
        if instance.strategy is not None:
            n = len(instance.family) if instance.n is None else instance.n
            yield from ("", *_strategy(instance.strategy, instance.family, n))
    if instance.expect is not None:
        yield from ("", *_expect(instance.expect))


def _event(event: Event) -> str:
    return "[" + ", ".join(_array(vector) for vector in sorted(event)) + "]"


def _box(box: Box) -> Iterator[str]:
    # Written by its numbers even if a mechanism made it: the parameters are not kept.
    yield f"[boxes.{key(box.name)}]"
    for side, values in (("P1", box.p1), ("P2", box.p2)):
        pairs = (f"{quoted(m)} = {_number(p)}" for m, p in zip(box.messages, values, strict=True))
        yield f"{side} = {{ {', '.join(pairs)} }}"


def _strategy(strategy: Strategy, family: Family, n: int) -> Iterator[str]:
    yield "[strategy]"
    if isinstance(strategy, UniformStrategy):
        yield 'kind = "uniform"'
    elif isinstance(strategy, FixedStrategy):
        yield 'kind = "fixed"'
        yield f"order = {_array(strategy.order)}"
    else:
        yield 'kind = "rules"'
        rules = strategy if isinstance(strategy, RuleStrategy) else tabulated(strategy, family, n)
        for rule in rules.rules:
            yield from ("", *_rule(rule))


def _rule(rule: Rule) -> Iterator[str]:
    yield "[[strategy.rules]]"
    if rule.history is not None:
        yield f"history = [{', '.join(_array(pair) for pair in rule.history)}]"
    if rule.last is not None:
        yield f"last = {quoted(rule.last)}"
    if rule.last_box is not None:
        yield f"last_box = {quoted(rule.last_box)}"
    if rule.step is not None:
        yield f"step = {rule.step}"
    if rule.opened is not None:
        yield f"opened = {_array(tuple(sorted(rule.opened)))}"
    if isinstance(rule.choose, str):
        yield f"choose = {quoted(rule.choose)}"
    else:
        weights = (f"{key(name)} = {_number(weight)}" for name, weight in rule.choose)
        yield f"choose = {{ {', '.join(weights)} }}"


def _expect(expect: Expect) -> Iterator[str]:
    yield "[expect]"
    if expect.conclusion is not None:
        yield f"conclusion = {quoted(expect.conclusion)}"
    if expect.argument is not None:
        yield f"argument = {quoted(expect.argument)}"
    for row in expect.statements:
        yield from ("", "[[expect.statements]]", *_expected_row(row))


def _expected_row(row: ExpectedRow) -> Iterator[str]:
    delta = None if row.delta is None else str(row.delta)
    fields: dict[str, ExpectedValue | None] = {
        "id": row.id,
        "level": row.level,
        "direction": row.direction,
        "box": row.box,
        "delta": delta,
        "verdict": row.verdict,
        "vacuous": row.vacuous,
        "method": row.method,
        **row.values,
    }
    for name, value in fields.items():
        if value is not None:
            yield f"{key(name)} = {_value(value)}"


def _value(value: ExpectedValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    return quoted(value)


def _number(value: Exact) -> str:
    return quoted(str(to_expression(value)))


def _array(texts: tuple[str, ...]) -> str:
    return "[" + ", ".join(quoted(text) for text in texts) + "]"
