"""What a statement says about one instance: verdicts, inequalities with both sides, witnesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Literal

from proofcheck.numbers import Exact, Expression

Level = Literal["box", "histories", "outputs"]
Direction = Literal["P1->P2", "P2->P1"]
Method = Literal["exact", "enclosure", "symbolic", "enumeration", "bound"]

DIRECTIONS: tuple[Direction, Direction] = ("P1->P2", "P2->P1")


class Verdict(Enum):
    """The four answers a statement can give."""

    VERIFIED = "verified"
    REFUTED = "refuted"  # comes with a witness
    UNDECIDED = "undecided"  # the precision or the budget ran out; never a guess
    INAPPLICABLE = "inapplicable"  # a hypothesis fails, so this way of proving says nothing

    def __bool__(self) -> bool:
        raise TypeError("a verdict has four values; compare it with one of them")


@dataclass(frozen=True)
class Approximate:
    """A real that is shown as a fraction if it is rational, else by its leading decimal digits.

    Deciding which is left to the surface, so that only numbers that are shown cost anything.
    """

    value: Expression


@dataclass(frozen=True)
class LinearForm:
    """The exact number `a - b*threshold`, the form in which hockey-sticks are kept.

    `a` and `b` lie in the field of the probabilities; `threshold` is `e^(eps')`.
    """

    a: Exact
    b: Exact
    threshold: Expression


# A value that a judgement reports; a surface decides how to print each kind.
Value = (
    int
    | str
    | Fraction
    | Exact
    | Expression
    | Approximate
    | LinearForm
    | Mapping[str, "Value"]
    | tuple["Value", ...]
    | None
)


@dataclass(frozen=True)
class Inequality:
    """One line of the proof with this instance's numbers: `left relation right`."""

    left_name: str
    left: Value
    relation: Literal["<=", "<", "=", ">="]
    right_name: str
    right: Value
    slack: Value
    verdict: Verdict
    method: Method
    note: str = ""


@dataclass(frozen=True)
class Judgement:
    """One row of the result: a statement at one level, in one direction, for one box and one delta'.

    `delta` is None where the statement does not speak of delta' or speaks of all of them.
    `witness` is a mapping that names the failing box, history or output; None if there is none.
    """

    id: str
    level: Level
    direction: Direction | None
    verdict: Verdict
    method: Method
    box: str | None = None
    delta: Expression | None = None
    vacuous: bool = False
    assumptions: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    witness: Mapping[str, Value] | None = None
    steps: tuple[Inequality, ...] = ()
