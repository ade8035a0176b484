"""An instance: which of the theorem's variables are fixed, and to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from proofcheck.model.box import Box, Family
from proofcheck.model.scalars import Numeric
from proofcheck.model.strategy import History, Strategy
from proofcheck.numbers import Expression, exp, ln, number, sqrt, variable

QUANTIFIED = ("events", "delta", "strategy", "boxes", "epsilon", "n")
"""The variables of the theorem, from the innermost quantifier to the outermost."""

Event = frozenset[tuple[str, ...]]
"""A set of output vectors, each of n messages."""

ExpectedValue = str | int | bool | Mapping[str, "ExpectedValue"] | tuple["ExpectedValue", ...]
"""A value of an expected row as the file gives it: numbers are text in the grammar, or integers."""

STATEMENT_IDS = (
    "closeness",
    "chain-rule",
    "outputs",
    "support",
    "ratio",
    "bounded-loss",
    "fact-1",
    "conditional-mean",
    "azuma",
    "substitution",
    "bad-set-lemma",
    "theorem",
)
"""The ids that rows of `[expect]` may name, in proof order."""


@dataclass(frozen=True)
class ExpectedRow:
    """A row of `[expect]`: what picks the rows of the result, and what they must say.

    None means that the file leaves it open: any row matches, any verdict is right. `values` are
    further values by name, as the file writes them.
    """

    id: str
    level: str | None = None
    direction: str | None = None
    box: str | None = None
    delta: Expression | None = None
    verdict: str | None = None
    vacuous: bool | None = None
    method: str | None = None
    values: Mapping[str, ExpectedValue] = field(default_factory=dict)
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Expect:
    """What the author of a file believes; None where nothing is said."""

    conclusion: str | None = None
    argument: str | None = None
    statements: tuple[ExpectedRow, ...] = ()


@dataclass(frozen=True)
class Instance:
    """The theorem's variables that a file fixes; None means "for all".

    Attributes:
        epsilon: the value, `auto` resolved; it is at least the smallest eps of the boxes.
        n: the number of boxes if the file gives boxes but no n.
        bound: an expression in n, epsilon, delta that replaces eps'; None: the theorem's.
        notices: what the reader did on its own account, such as dropping a message.
        digest: "sha256:..." of the bytes of the file; `text` is what they say, `name` the file.

    Two instances are equal if they fix the same variables to the same values.
    """

    title: str | None = None
    n: int | None = None
    epsilon: Expression | None = None
    epsilon_is_auto: bool = False
    deltas: tuple[Expression, ...] | None = None
    events: tuple[Event, ...] | None = None
    bound: Expression | None = None
    family: Family | None = None
    strategy: Strategy | None = None
    expect: Expect | None = None
    notices: tuple[str, ...] = field(default=(), compare=False)
    digest: str = field(default="", compare=False)
    name: str = field(default="<python>", compare=False)
    text: str = field(default="", compare=False)

    @staticmethod
    def create(
        *,
        family: Family | Iterable[Box] | None = None,
        strategy: Strategy | Callable[[History], str | Mapping[str, Numeric]] | None = None,
        n: int | None = None,
        epsilon: Numeric | None = None,
        delta: Numeric | Sequence[Numeric] | None = None,
        events: Iterable[Iterable[Sequence[str]]] | None = None,
        bound: Numeric | None = None,
        title: str | None = None,
    ) -> Instance:
        """An instance; what is None is quantified over, as in a file.

        Args:
            family: boxes, or a family of them.
            strategy: a strategy, or a function of the history that returns a box name or weights.
            n: the number of openings; None with a family: the number of its boxes.
            epsilon: a number or "auto" (the smallest eps of the boxes).
            delta: one delta' or several.
            events: each a collection of output vectors.
            bound: an expression in n, epsilon, delta that replaces eps'.
            title: a line for reports.

        Raises:
            InputError: what a file with these values would be refused for, every reason.
        """
        from proofcheck.model.create import create

        return create(
            family=family,
            strategy=strategy,
            n=n,
            epsilon=epsilon,
            delta=delta,
            events=events,
            bound=bound,
            title=title,
        )

    @property
    def for_all(self) -> tuple[str, ...]:
        """The variables that are quantified over, innermost first."""
        return tuple(name for name in QUANTIFIED if self._value(name) is None)

    @property
    def fixed(self) -> tuple[str, ...]:
        """The variables that the file fixes, innermost first."""
        return tuple(name for name in QUANTIFIED if self._value(name) is not None)

    @property
    def effective_n(self) -> int | None:
        """n, or the number of boxes; None if there is neither."""
        if self.n is not None or self.family is None:
            return self.n
        return len(self.family)

    @property
    def effective_epsilon(self) -> Expression | None:
        """epsilon, or the smallest of the boxes; None if there is neither."""
        if self.epsilon is not None or self.family is None:
            return self.epsilon
        return self.family.smallest_epsilon()

    def eps_prime(self, delta: Expression) -> Expression:
        """eps' at this delta': the file's `bound`, or `n eps (e^eps - 1) + eps sqrt(2 n ln(1/delta'))`.

        What the instance leaves open stays a variable (`n`, `epsilon`).
        """
        n, epsilon = self.effective_n, self.effective_epsilon
        values = {
            "n": variable("n") if n is None else number(n),
            "epsilon": variable("epsilon") if epsilon is None else epsilon,
            "delta": delta,
        }
        return (THEOREM_BOUND if self.bound is None else self.bound).substitute(values)

    def _value(self, name: str) -> object:
        match name:
            case "events":
                return self.events
            case "delta":
                return self.deltas
            case "strategy":
                return self.strategy
            case "boxes":
                return self.family
            case "epsilon":
                return self.epsilon
        return self.effective_n


def theorem_bound() -> Expression:
    """eps' of the theorem, in the variables n, epsilon, delta."""
    n, epsilon, delta = variable("n"), variable("epsilon"), variable("delta")
    return n * epsilon * (exp(epsilon) - 1) + epsilon * sqrt(2 * n * ln(1 / delta))


THEOREM_BOUND = theorem_bound()
