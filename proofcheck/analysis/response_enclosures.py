"""n-fold randomised response in ball arithmetic: tails and hockey-stick divergence, rounded outwards."""

from __future__ import annotations

from proofcheck.numbers.balls import Ball

# The ratio r is moved to a multiple of 2^-_GRID, so that the outcomes beyond it are known exactly.
_GRID = 64


class ResponseTails:
    """Both distributions of the number of favourable answers among n, at one epsilon.

    With i favourable answers the privacy loss is `(2i - n) epsilon`. Works at the precision in force,
    which must be the same at construction and use.

    Args:
        n: the number of answers, at least 1.
        epsilon: a positive finite exact point.
    """

    __slots__ = ("_epsilon", "_n", "_one", "_two")

    def __init__(self, n: int, epsilon: Ball) -> None:
        self._n = n
        self._epsilon = epsilon
        t = epsilon.exp()
        mass = (1 + t) ** -n
        masses = [mass]
        for i in range(n):
            mass = mass * t * (n - i) / (i + 1)
            masses.append(mass)
        # _one[j] = Pr1[at least j favourable], _two[j] the same under the other password.
        self._one = [Ball(0)]
        self._two = [Ball(0)]
        for i in range(n + 1):
            self._one.append(self._one[-1] + masses[n - i])
            self._two.append(self._two[-1] + masses[i])
        self._one.reverse()
        self._two.reverse()

    def at_most(self, r: Ball) -> Ball:
        """An upper bound of the hockey-stick divergence at `e^(r epsilon)`; r is an exact point."""
        if r >= self._n:
            return Ball(0)
        if not r > -self._n:
            # Every outcome counts: the divergence is 1 - e^(r epsilon), at most 1 if nothing is known of r.
            return (1 - (r * self._epsilon).exp()).upper() if r.is_finite() else Ball(1)
        grid = self._grid(r)
        # The divergence falls with r, so it is evaluated at the grid point below, whose bad set is known.
        threshold = (self._epsilon * grid / (1 << _GRID)).exp()
        j = self._least(grid)
        return (self._one[j] - self._two[j] * threshold).upper()

    def worst_event(self, r: Ball) -> int:
        """The j for which the event "at least j favourable" has the largest excess at `e^(r epsilon)`.

        Near a tie it may be its neighbour; any event gives a lower bound of the divergence.
        """
        if not (r < self._n and r > -self._n):
            return self._n + 1 if r >= self._n else 0
        return self._least(self._grid(r))

    def excess(self, j: int, r: Ball) -> Ball:
        """A lower bound of `Pr1[S] - e^(r epsilon) Pr2[S]`, S = "at least j favourable", r an exact point."""
        return (self._one[j] - self._two[j] * (self._epsilon * r).exp()).lower()

    def _grid(self, r: Ball) -> int:
        return int((r * (1 << _GRID)).lower().floor().unique_fmpz())

    def _least(self, grid: int) -> int:
        """The least i with `2i - n > grid / 2^_GRID`."""
        return ((self._n << _GRID) + grid) // (2 << _GRID) + 1
