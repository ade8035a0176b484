"""The tail of the privacy loss against a Gaussian-shaped bound, for all thresholds at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from proofcheck.analysis.loss import LossDistribution
from proofcheck.analysis.ratios import Ratio
from proofcheck.numbers import Exact, Expression, GaussianBound, Order, quotient


@dataclass(frozen=True)
class TightestAtom:
    """The atom at which `Pr[loss >= l] / exp(-(l - mean)^2/(2 variance))` is largest.

    `order` places the tail relative to the bound there: ABOVE refutes. If some atom is ABOVE
    (or, failing that, UNDECIDED), it is such an atom that is returned. `atoms` counts those compared.
    """

    index: int  # of the atom in its distribution
    ratio: Ratio
    tail: Exact
    bound: Expression
    order: Order
    atoms: int


def tightest_atom(losses: LossDistribution, mean: Expression, variance: Expression) -> TightestAtom | None:
    """Compare `Pr[loss >= l]` with `exp(-(l - mean)^2/(2 variance))` at every atom l > mean.

    The left side is a step function and the right side decreases, so these comparisons decide
    `Pr[loss > mean + z] <= exp(-z^2/(2 variance))` for all z > 0, and
    `Pr[loss > eps'(delta')] <= delta'` for all delta' when `eps' = mean + sqrt(2 variance ln(1/delta'))`.
    None if no atom lies above the mean (then there is nothing to violate).
    `variance` must be positive.
    """
    bound = GaussianBound(mean, variance)
    # Atoms are sorted by decreasing ratio, so those beyond the mean come first.
    beyond = takewhile(lambda atom: bound.beyond_mean(*atom.ratio), losses.atoms)
    tightest = bound.tightest((*atom.ratio, losses.tail1[j], losses.unit) for j, atom in enumerate(beyond, 1))
    if tightest is None:
        return None
    index, order, atoms = tightest
    ratio = losses.atoms[index].ratio
    tail = quotient(losses.tail1[index + 1], losses.unit)
    return TightestAtom(index, ratio, tail, bound.at(*ratio), order, atoms)
