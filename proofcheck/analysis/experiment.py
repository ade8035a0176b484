"""One instance with everything that follows from it, computed once: the object statements look at."""

from __future__ import annotations

from functools import cached_property

from proofcheck.analysis.conditionals import MessageLaw, Occurrence, choices, output_laws
from proofcheck.analysis.loss import LossDistribution, on_histories, on_outputs
from proofcheck.analysis.loss_sequences import choices_given_losses
from proofcheck.analysis.tail import TightestAtom, tightest_atom
from proofcheck.analysis.tree import DEFAULT_MAX_NODES, Choice, Progress, Tree, build_tree
from proofcheck.model import Family, Instance, Strategy
from proofcheck.numbers import Expression, Order, Threshold, compare, exp, number


class Setting:
    """An instance in which n and epsilon have values: what does not depend on boxes or strategy.

    The caches are filled on first use; the instance itself is never changed.
    """

    def __init__(self, instance: Instance, epsilon: Expression, n: int) -> None:
        self.instance = instance
        self.epsilon = epsilon
        self.n = n
        self._thresholds: dict[Expression, Threshold] = {}

    @cached_property
    def exp_epsilon(self) -> Threshold:
        """`t = e^epsilon`."""
        return Threshold(exp(self.epsilon))

    @cached_property
    def beta(self) -> Expression:
        """`beta = epsilon (e^epsilon - 1)`, the bound of Fact 1."""
        return self.epsilon * (exp(self.epsilon) - number(1))

    @cached_property
    def no_privacy_loss(self) -> bool:
        """Whether eps = 0: all boxes equal under both passwords, nothing left to bound."""
        return compare(self.epsilon, 0).order is Order.EQUAL

    def threshold(self, delta: Expression) -> Threshold:
        """`T = e^(eps')` at this delta', for the instance's bound (the theorem's by default)."""
        known = self._thresholds.get(delta)
        if known is None:
            known = self._thresholds[delta] = Threshold(exp(self.instance.eps_prime(delta)))
        return known


class BoxSetting(Setting):
    """A setting in which the boxes are fixed as well."""

    def __init__(self, instance: Instance, epsilon: Expression, n: int, family: Family) -> None:
        super().__init__(instance, epsilon, n)
        self.family = family


class Experiment(BoxSetting):
    """A setting in which boxes and strategy are fixed, with the history tree."""

    def __init__(
        self,
        instance: Instance,
        epsilon: Expression,
        n: int,
        family: Family,
        strategy: Strategy,
        *,
        max_nodes: int = DEFAULT_MAX_NODES,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(instance, epsilon, n, family)
        self.strategy = strategy
        self.tree: Tree = build_tree(family, strategy, n, max_nodes=max_nodes, progress=progress)
        self._tightest: dict[tuple[str, str], TightestAtom | None] = {}

    @cached_property
    def histories(self) -> LossDistribution:
        """The loss distribution of `H_n`, direction P1->P2."""
        return on_histories(self.tree)

    @cached_property
    def outputs(self) -> LossDistribution:
        """The loss distribution of `Y_n`, direction P1->P2."""
        return self.histories if self.tree.injective else on_outputs(self.tree)

    @cached_property
    def choices(self) -> dict[Choice, Occurrence]:
        """The distinct choices of the strategy."""
        return choices(self.tree)

    @cached_property
    def output_laws(self) -> dict[MessageLaw, Occurrence]:
        """The distinct laws of the next message given the outputs so far."""
        return output_laws(self.tree)

    @cached_property
    def choices_given_losses(self) -> list[Choice] | None:
        """The next box given only the losses so far; None if that adds nothing."""
        return choices_given_losses(self.family, self.strategy, self.n)

    def losses(self, level: str, direction: str) -> LossDistribution:
        """The loss distribution of a level ("histories" or "outputs") in a direction."""
        distribution = self.histories if level == "histories" else self.outputs
        return distribution if direction == "P1->P2" else distribution.swapped

    def tightest_atom(self, level: str, direction: str) -> TightestAtom | None:
        """The tightest atom against Azuma's bound, mean n beta and variance n eps^2 (eps > 0)."""
        key = (level, direction)
        if key not in self._tightest:
            n, losses = number(self.n), self.losses(level, direction)
            if level == "outputs" and losses.same_law(self.losses("histories", direction)):
                # So it is for every deterministic strategy.
                return self.tightest_atom("histories", direction)
            self._tightest[key] = tightest_atom(losses, n * self.beta, n * self.epsilon**2)
        return self._tightest[key]
