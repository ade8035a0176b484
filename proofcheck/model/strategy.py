"""Strategies: which box to open next, as a function of the history. Source: definition 11."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol, runtime_checkable

from proofcheck.model.box import PYTHON, Family
from proofcheck.model.problems import Problem, StrategyError
from proofcheck.model.scalars import Numeric, as_exact
from proofcheck.numbers import Exact, exact_sign

History = tuple[tuple[str, str], ...]
"""Pairs (box, message), oldest first. Source: definition 10."""

Weights = tuple[tuple[str, Exact], ...]
"""Pairs (box, probability) that sum to 1."""

UNIFORM = "uniform"
FIRST_UNOPENED = "first-unopened"


@runtime_checkable
class Strategy(Protocol):
    """A map from histories to distributions on the unopened boxes."""

    def choose(self, history: History, family: Family) -> Mapping[str, Exact]:
        """The distribution of the next box: positive weights that sum to exactly 1, unopened boxes only.

        Raises:
            StrategyError: the strategy says nothing, or nothing possible, on this history.
        """
        ...

    def memory(self, history: History) -> Hashable:
        """What, beside the set of opened boxes, the choices from here on depend on.

        If two histories opened the same boxes and have equal memory, then they lead to equal choices
        now, and have equal memory again after both are extended by the same step.
        """
        ...


@dataclass(frozen=True)
class UniformStrategy:
    """Every unopened box with the same probability."""

    def choose(self, history: History, family: Family) -> Mapping[str, Exact]:
        opened = {box for box, _ in history}
        return _uniform(
            [name for name in family.names if name not in opened], history, PYTHON, None, "strategy"
        )

    def memory(self, history: History) -> Hashable:
        """Nothing: the opened boxes say all."""
        return None


@dataclass(frozen=True)
class FixedStrategy:
    """The boxes of `order`, one after another, whatever the messages are."""

    order: tuple[str, ...]
    file: str = field(default=PYTHON, compare=False)
    line: int | None = field(default=None, compare=False)

    def choose(self, history: History, family: Family) -> Mapping[str, Exact]:
        if len(history) >= len(self.order):
            message = f"the order names {len(self.order)} boxes, too few after {_shown(history)}"
            raise _failure(self.file, self.line, "strategy.order", "", message, "name more boxes")
        return _checked(
            ((self.order[len(history)], Fraction(1)),),
            history,
            family,
            self.file,
            self.line,
            "strategy.order",
        )

    def memory(self, history: History) -> Hashable:
        """Nothing: the number of opened boxes says all."""
        return None


@dataclass(frozen=True)
class Rule:
    """One rule: if all conditions that are not None hold, `choose` decides.

    Attributes:
        choose: "uniform" (over the unopened boxes), "first-unopened" (in file order), the name of a
            box, or weights; the two words win over boxes of that name.
        history: the whole history is exactly this one.
        last: the newest message; never holds before the first opening.
        last_box: the newest box; never holds before the first opening.
        step: this is the k-th opening, from 1.
        opened: the set of the boxes opened so far is exactly this one, in whatever order they came.
        line: where the rule stands in its file.
    """

    choose: str | Weights
    history: History | None = None
    last: str | None = None
    last_box: str | None = None
    step: int | None = None
    opened: frozenset[str] | None = None
    line: int | None = field(default=None, compare=False)

    @property
    def unconditional(self) -> bool:
        """Whether the rule matches always."""
        return all(
            condition is None
            for condition in (self.history, self.last, self.last_box, self.step, self.opened)
        )

    def matches(self, history: History, opened: frozenset[str]) -> bool:
        """Whether every condition holds; `opened` is the set of the boxes of `history`."""
        if self.history is not None and self.history != history:
            return False
        if self.step is not None and self.step != len(history) + 1:
            return False
        if self.opened is not None and self.opened != opened:
            return False
        if self.last is None and self.last_box is None:
            return True
        if not history:
            return False
        box, message = history[-1]
        return (self.last is None or self.last == message) and (self.last_box is None or self.last_box == box)


@dataclass(frozen=True)
class RuleStrategy:
    """The first rule that matches the history decides."""

    rules: tuple[Rule, ...]
    file: str = field(default=PYTHON, compare=False)

    def choose(self, history: History, family: Family) -> Mapping[str, Exact]:
        place = self._deciding(history)
        if place is None:
            raise _failure(
                self.file,
                None,
                "strategy.rules",
                "",
                f"no rule matches the history {_shown(history)}, which can occur",
                'add a last rule without a condition, for example choose = "first-unopened"',
            )
        rule = self.rules[place]
        key = f"strategy.rules[{place}].choose"
        if isinstance(rule.choose, tuple):
            return _checked(rule.choose, history, family, self.file, rule.line, key)
        if rule.choose not in (UNIFORM, FIRST_UNOPENED):
            one: Weights = ((rule.choose, Fraction(1)),)
            return _checked(one, history, family, self.file, rule.line, key)
        opened = {box for box, _ in history}
        unopened = [name for name in family.names if name not in opened]
        if rule.choose == FIRST_UNOPENED:
            unopened = unopened[:1]
        return _uniform(unopened, history, self.file, rule.line, key)

    def memory(self, history: History) -> Hashable:
        """What the deciding rule does, and the history while a longer one of a rule begins with it.

        The last message and the last box matter for one choice only, the next, and only through the
        rule that they select; a history with which no longer one begins stays so when it is extended.
        """
        place = self._deciding(history)
        action = None if place is None else self._actions[place]
        return action, (history if history in self._beginnings else None)

    def _deciding(self, history: History) -> int | None:
        named = self._by_history.get(history, ())
        opened = frozenset(box for box, _ in history)
        return min(
            (
                place
                for places in (named, self._others)
                if (place := self._first(places, history, opened)) is not None
            ),
            default=None,
        )

    def _first(self, places: tuple[int, ...], history: History, opened: frozenset[str]) -> int | None:
        return next((place for place in places if self.rules[place].matches(history, opened)), None)

    @cached_property
    def _by_history(self) -> dict[History, tuple[int, ...]]:
        """The places of the rules that name a whole history (a tree written as rules has thousands)."""
        found: dict[History, tuple[int, ...]] = {}
        for place, rule in enumerate(self.rules):
            if rule.history is not None:
                found[rule.history] = (*found.get(rule.history, ()), place)
        return found

    @cached_property
    def _others(self) -> tuple[int, ...]:
        return tuple(place for place, rule in enumerate(self.rules) if rule.history is None)

    @cached_property
    def _beginnings(self) -> frozenset[History]:
        return frozenset(named[:k] for named in self._by_history for k in range(len(named)))

    @cached_property
    def _actions(self) -> tuple[int, ...]:
        """For each rule the first place with the same `choose`."""
        first: dict[str | Weights, int] = {}
        return tuple(first.setdefault(rule.choose, place) for place, rule in enumerate(self.rules))


@dataclass(frozen=True)
class FunctionStrategy:
    """Any function of the history that returns a box name or a mapping from names to weights.

    The function must give equal answers for equal histories; its memory is the whole history, so
    nothing is merged.
    """

    function: Callable[[History], str | Mapping[str, Numeric]]

    def choose(self, history: History, family: Family) -> Mapping[str, Exact]:
        answer = self.function(history)
        if isinstance(answer, str):
            return _checked(((answer, Fraction(1)),), history, family, PYTHON, None, "strategy")
        if not isinstance(answer, Mapping):
            message = f"the function returned {answer!r} on {_shown(history)}"
            raise _failure(PYTHON, None, "strategy", repr(answer), message, "return a box name or weights")
        try:
            weights = tuple((name, as_exact(weight)) for name, weight in answer.items())
        except (TypeError, ValueError) as error:
            message = f"a weight on {_shown(history)} is no exact number: {error}"
            raise _failure(PYTHON, None, "strategy", repr(answer), message, "") from error
        return _checked(weights, history, family, PYTHON, None, "strategy")

    def memory(self, history: History) -> Hashable:
        """The whole history."""
        return history


def _checked(
    weights: Weights, history: History, family: Family, file: str, line: int | None, key: str
) -> Mapping[str, Exact]:
    """The positive weights, if they are a distribution on the unopened boxes."""
    opened = {box for box, _ in history}
    total: Exact = Fraction(0)
    chosen: dict[str, Exact] = {}
    for name, weight in weights:
        sign = exact_sign(weight)
        if name not in family:
            message = f"the strategy chooses {name!r}, which is no box, on {_shown(history)}"
            raise _failure(file, line, key, name, message, f"the boxes are {', '.join(family.names[:20])}")
        if sign < 0:
            message = f"the weight of {name!r} on {_shown(history)} is {weight}, which is negative"
            raise _failure(file, line, key, str(weight), message, "")
        if sign > 0 and name in opened:
            message = f"the strategy chooses {name!r}, which is open already, on {_shown(history)}"
            raise _failure(file, line, key, name, message, "opened boxes are not opened again")
        if sign > 0:
            chosen[name] = weight
        total = total + weight
    if total != 1:
        message = f"the weights on {_shown(history)} sum to {total}, not 1"
        raise _failure(file, line, key, str(total), message, "")
    return chosen


def _uniform(
    unopened: list[str], history: History, file: str, line: int | None, key: str
) -> Mapping[str, Exact]:
    if not unopened:
        message = f"no box is left to open on {_shown(history)}"
        raise _failure(file, line, key, "", message, "n is at most the number of boxes")
    weight = Fraction(1, len(unopened))
    return dict.fromkeys(unopened, weight)


def _failure(file: str, line: int | None, key: str, value: str, message: str, hint: str) -> StrategyError:
    return StrategyError((Problem(file, line, key, value, message, hint),))


def _shown(history: History) -> str:
    """A history as a file writes it."""
    if not history:
        return "[] (the start)"
    from proofcheck.model.toml import quoted

    return "[" + ", ".join(f"[{quoted(box)}, {quoted(message)}]" for box, message in history) + "]"
