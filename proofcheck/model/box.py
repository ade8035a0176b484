"""Boxes and families: two distributions a box, one for each password (definitions 2-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from proofcheck.model.distributions import distribution_problems, merged_messages
from proofcheck.model.problems import InputError, Problem
from proofcheck.model.scalars import Numeric, as_exact
from proofcheck.numbers import Exact, Expression, Order, exact_order, ln, simplify, to_expression

PYTHON = "<python>"  # stands for the file in problems of objects made by Python code


@dataclass(frozen=True)
class Box:
    """A mechanism on two neighbouring worlds: a message drawn from `p1` under password P1, else `p2`.

    Both give every message positive probability and sum to exactly 1. `mechanism` says how a named
    mechanism was written in the file, if it was.
    """

    name: str
    messages: tuple[str, ...]
    p1: tuple[Exact, ...]
    p2: tuple[Exact, ...]
    mechanism: str | None = field(default=None, compare=False)

    @classmethod
    def create(cls, name: str, p1: Mapping[str, Numeric], p2: Mapping[str, Numeric]) -> Box:
        """A box from two tables message -> probability (numbers, or text in the grammar of the files).

        A message missing on one side has probability 0 there.

        Raises:
            InputError: all that keeps the tables from being two distributions of the same support.
        """
        key = f"boxes.{name}"
        problems: list[Problem] = []
        if not name:
            problems.append(Problem(PYTHON, None, "boxes", "", "a box needs a name that is not empty", ""))
        columns: list[dict[str, Exact]] = [{}, {}]
        for side, given, column in (("P1", p1, columns[0]), ("P2", p2, columns[1])):
            for message, value in given.items():
                try:
                    column[message] = as_exact(value)
                except (TypeError, ValueError) as error:
                    problems.append(
                        Problem(PYTHON, None, f"{key}.{side}.{message}", str(value), str(error), "")
                    )
        if not problems:
            problems = [
                Problem(PYTHON, None, ".".join((key, *d.path)), d.value, d.message, d.hint)
                for d in distribution_problems(key, *columns)
            ]
        if problems:
            raise InputError(problems)
        messages, left, right, _ = merged_messages(*columns)
        return cls(name, messages, left, right)

    def renamed(self, name: str) -> Box:
        """The same distributions under another name."""
        return replace(self, name=name)

    @cached_property
    def worst_message(self) -> tuple[str, str, Exact]:
        """Where the larger of P1/P2 and P2/P1 is largest: message, "P1/P2" or "P2/P1", that ratio."""
        found: list[tuple[str, str, Exact]] = []
        for message, p, q in zip(self.messages, self.p1, self.p2, strict=True):
            below = exact_order(p, q) is Order.BELOW
            ratio = q / p if below else p / q
            if not found or exact_order(ratio, found[0][2]) is Order.ABOVE:
                found = [(message, "P2/P1" if below else "P1/P2", ratio)]
        return found[0]

    @property
    def ratios(self) -> tuple[Exact, ...]:
        """The likelihood ratios P1/P2 of the messages."""
        return tuple(p / q for p, q in zip(self.p1, self.p2, strict=True))


@dataclass(frozen=True)
class Family:
    """The boxes of an instance, in file order; names are distinct."""

    boxes: tuple[Box, ...]

    @classmethod
    def of(cls, *boxes: Box) -> Family:
        """A family of the given boxes.

        Raises:
            InputError: there are none, or two share a name.
        """
        names = [box.name for box in boxes]
        twice = sorted({name for name, count in Counter(names).items() if count > 1})
        problems = [
            Problem(PYTHON, None, "boxes", name, f"two boxes are called {name!r}", "rename one of them")
            for name in twice
        ]
        if not boxes:
            problems.append(Problem(PYTHON, None, "boxes", "", "a family needs at least one box", ""))
        if problems:
            raise InputError(problems)
        return cls(tuple(boxes))

    def __getitem__(self, name: str) -> Box:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Box]:
        return iter(self.boxes)

    def __len__(self) -> int:
        return len(self.boxes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes, in file order."""
        return tuple(box.name for box in self.boxes)

    @cached_property
    def messages(self) -> frozenset[str]:
        """Every message of some box: the range R of the source."""
        return frozenset(message for box in self.distinct for message in box.messages)

    @cached_property
    def distinct(self) -> tuple[Box, ...]:
        """The first box of each pair of distributions that occurs (copies of one box have the same)."""
        found: dict[tuple[object, ...], Box] = {}
        for box in self.boxes:
            found.setdefault((box.messages, box.p1, box.p2), box)
        return tuple(found.values())

    def largest_ratio(self) -> Exact:
        """The largest of all p/q and q/p, at least 1: `e` to the smallest epsilon."""
        largest: Exact = Fraction(1)
        for box in self.distinct:
            ratio = box.worst_message[2]
            if exact_order(ratio, largest) is Order.ABOVE:
                largest = ratio
        return largest

    def smallest_epsilon(self) -> Expression:
        """The smallest epsilon for which all boxes are (epsilon, 0)-close: `max |ln p/q|` (nats)."""
        return self._smallest_epsilon

    @cached_property
    def _by_name(self) -> dict[str, Box]:
        return {box.name: box for box in self.boxes}

    @cached_property
    def _smallest_epsilon(self) -> Expression:
        largest = self.largest_ratio()
        # ln(9/4) is what people write; the canonical spelling would be 2*ln(3/2).
        logarithm = ln(to_expression(largest))
        return logarithm if isinstance(largest, Fraction) and largest != 1 else simplify(logarithm)
