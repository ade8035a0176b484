"""Strategies by name, for Python callers.

>>> from proofcheck.model import strategies
>>> strategies.rules(strategies.when(last="0", choose="b"), strategies.when(choose="first-unopened"))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from proofcheck.model.scalars import Numeric, as_exact
from proofcheck.model.strategy import (
    FixedStrategy,
    FunctionStrategy,
    History,
    Rule,
    RuleStrategy,
    UniformStrategy,
)


def uniform() -> UniformStrategy:
    """Every unopened box with the same probability."""
    return UniformStrategy()


def fixed(*names: str) -> FixedStrategy:
    """The boxes in this order, whatever the messages are."""
    return FixedStrategy(names)


def rules(*given: Rule) -> RuleStrategy:
    """The first rule that matches decides; make them with `when`."""
    return RuleStrategy(given)


def when(
    *,
    choose: str | Mapping[str, Numeric],
    history: Iterable[tuple[str, str]] | None = None,
    last: str | None = None,
    last_box: str | None = None,
    step: int | None = None,
    opened: Iterable[str] | None = None,
) -> Rule:
    """A rule; see `Rule` for the conditions.

    Args:
        choose: "uniform", "first-unopened", a box name, or weights by box name that sum to 1.

    Raises:
        ValueError, TypeError: a weight is no exact number.
    """
    return Rule(
        choose if isinstance(choose, str) else tuple((name, as_exact(w)) for name, w in choose.items()),
        None if history is None else tuple((box, message) for box, message in history),
        last,
        last_box,
        step,
        None if opened is None else frozenset(opened),
    )


def function(f: Callable[[History], str | Mapping[str, Numeric]]) -> FunctionStrategy:
    """Any function of the history that returns a box name or weights by box name."""
    return FunctionStrategy(f)
