"""The whole answer of a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from proofcheck.logic.judgement import Direction, Judgement, Level, Value, Verdict
from proofcheck.model import Instance
from proofcheck.numbers import Exact, Expression


@dataclass(frozen=True)
class Gap:
    """A step of the source's argument that fails on this instance (the conclusion may still hold)."""

    id: str
    level: Level
    direction: Direction | None
    witness: Mapping[str, Value]


@dataclass(frozen=True)
class OutputProbability:
    """One output vector with its probability under either password."""

    x: tuple[str, ...]
    p1: Exact
    p2: Exact


@dataclass(frozen=True)
class Mismatch:
    """A row of `[expect]` that the result contradicts (or that no row matches)."""

    expected: str
    found: str


@dataclass(frozen=True)
class Result:
    """What `check` found on one instance, ready to be rendered."""

    instance: Instance
    epsilon: Expression | None  # None where it is quantified over and no boxes give a smallest one
    exp_epsilon: Expression | None
    smallest_epsilon: Expression | None  # None where the boxes are not fixed
    conclusion: Verdict
    argument: Literal["sound", "gap", "undecided"]
    gaps: tuple[Gap, ...]
    notices: tuple[str, ...]
    outputs: tuple[OutputProbability, ...] | None
    judgements: tuple[Judgement, ...]
    nodes: int
    mismatches: tuple[Mismatch, ...] = ()
