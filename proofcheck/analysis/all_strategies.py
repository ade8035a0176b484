"""A setting in which the boxes are fixed and the strategy is not: the worst strategies, computed once."""

from __future__ import annotations

from functools import cached_property

from proofcheck.analysis.decision_tree import Decision
from proofcheck.analysis.experiment import BoxSetting
from proofcheck.analysis.fixed_order import FixedCase, best_fixed
from proofcheck.analysis.kinds import (
    DEFAULT_MAX_PIECES,
    Direction,
    StateBudgetError,
    WeightedBox,
    boxes_of,
)
from proofcheck.analysis.moments import output_tail_bound, suitable_exponent
from proofcheck.analysis.tree import Progress
from proofcheck.analysis.worst_case import WorstCase, solve
from proofcheck.analysis.worst_tail import TailStep, WorstTail, solve_tail
from proofcheck.model import Family, Instance
from proofcheck.numbers import Exact, Expression, Order, compare


class AllStrategies(BoxSetting):
    """Value functions of the worst strategy for the theorem and for the lemma (rung 3)."""

    def __init__(
        self,
        instance: Instance,
        epsilon: Expression,
        n: int,
        family: Family,
        *,
        max_pieces: int = DEFAULT_MAX_PIECES,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(instance, epsilon, n, family)
        self._max_pieces = max_pieces
        self._progress = progress
        self._tails: dict[tuple[Expression, Direction], WorstTail] = {}

    @cached_property
    def boxes(self) -> tuple[WeightedBox, ...]:
        """The boxes as weights over one denominator each."""
        return boxes_of(self.family)

    @cached_property
    def worst_case(self) -> WorstCase:
        """The value functions of the theorem's backward induction, for every T and both directions."""
        return solve(self.boxes, self.n, max_pieces=self._max_pieces, progress=self._progress)

    @cached_property
    def best_fixed(self) -> FixedCase | None:
        """The best set of boxes chosen beforehand; None if there are too many sets to try."""
        try:
            return best_fixed(self.boxes, self.n, max_pieces=self._max_pieces)
        except StateBudgetError:
            return None

    def hockey_stick(self, delta: Expression, direction: Direction) -> tuple[Exact, Exact]:
        """The worst hockey-stick on histories, as (a, b) for `a - b e^(eps')`."""
        return self.worst_case.form(self.threshold(delta).order, direction)

    def strategy(self, delta: Expression, direction: Direction) -> Decision:
        """A deterministic strategy that attains it."""
        return self.worst_case.strategy(self.threshold(delta).order, direction)

    def tail(self, delta: Expression, direction: Direction) -> WorstTail:
        """The value functions of the lemma's backward induction at this delta'."""
        key = (delta, direction)
        if key not in self._tails:
            self._tails[key] = solve_tail(
                self.boxes,
                self.n,
                direction,
                threshold=self.threshold(delta).order,
                max_pieces=self._max_pieces,
                progress=self._progress,
            )
        return self._tails[key]

    def staircase(self, direction: Direction) -> tuple[TailStep, ...]:
        """The worst `Pr1[ratio >= s]` for every reachable ratio s."""
        return solve_tail(
            self.boxes, self.n, direction, max_pieces=self._max_pieces, progress=self._progress
        ).staircase()

    def moment_bound(self, delta: Expression, direction: Direction) -> Expression | None:
        """A bound on `Pr1[Y_n in W]` that holds for every strategy; None if eps' is below n beta."""
        eps_prime = self.instance.eps_prime(delta)
        exponent = suitable_exponent(self.n, self.epsilon, eps_prime)
        if compare(exponent, 0).order is not Order.ABOVE:
            return None
        return output_tail_bound(self.boxes, self.n, eps_prime, exponent, direction)
