"""What is quantified: the rung of the ladder on which an instance stands."""

from __future__ import annotations

from enum import Enum

from proofcheck.model import Instance


class Scope(Enum):
    """How much an instance leaves open beyond events and delta', which every scope may leave open."""

    ONE_STRATEGY = "boxes and strategy are fixed"
    ALL_STRATEGIES = "boxes are fixed; for all strategies, randomised ones too"
    ALL_BOXES = "n and epsilon are fixed; for all families of (eps,0)-close boxes"
    ALL_EPSILON = "n is fixed; for all boxes and all epsilon"
    GENERAL = "nothing is fixed: the theorem itself"


def scope_of(instance: Instance) -> Scope:
    """The rung of an instance; the reader has refused combinations that stand on none."""
    if instance.strategy is not None:
        return Scope.ONE_STRATEGY
    if instance.family is not None:
        return Scope.ALL_STRATEGIES
    if instance.epsilon is not None and instance.n is not None:
        return Scope.ALL_BOXES
    return Scope.ALL_EPSILON if instance.n is not None else Scope.GENERAL
