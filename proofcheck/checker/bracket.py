"""T = e^eps' as a certificate gives it: two rational numbers around it, or the rational number it equals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofcheck.checker.document import fraction
from proofcheck.checker.expressions import Tree
from proofcheck.checker.fields import entries, exactly, items
from proofcheck.checker.instance import Instance
from proofcheck.checker.outcome import MalformedError, RejectedError
from proofcheck.checker.values import exact, order


@dataclass(frozen=True)
class Bracket:
    """delta', and low < T < high or low = T = high."""

    name: str
    delta: Tree
    low: Fraction
    high: Fraction

    def below(self, ratio: Fraction) -> bool:
        """Whether T < ratio: what puts a point of this likelihood ratio into W."""
        if self.low < ratio < self.high:
            raise RejectedError(f"delta {self.name}: the bracket of e^eps' does not decide the ratio {ratio}")
        return ratio > self.low if self.low == self.high else ratio >= self.high

    def verdict(self, a: Fraction, b: Fraction, bits: int) -> str:
        """Whether a - b T <= delta', for b >= 0."""
        if order(a - b * self.low, self.delta, bits) <= 0:
            return "verified"
        if order(a - b * self.high, self.delta, bits) > 0:
            return "refuted"
        raise RejectedError(f"delta {self.name}: the bracket of e^eps' is too wide for the theorem")


def read_brackets(evidence: Any, instance: Instance, bits: int) -> list[Bracket]:
    """The brackets, one a delta' of the instance, each shown to be true."""
    deltas = instance.deltas or {}
    found = []
    for entry, (name, delta) in zip(items(evidence, len(deltas)), deltas.items(), strict=True):
        tie = "equal" in entries(entry)
        exactly(entry, "delta equal" if tie else "delta lower upper")
        low, high = fraction(entry["equal" if tie else "lower"]), fraction(entry["equal" if tie else "upper"])
        threshold = instance.threshold(delta)
        if entry["delta"] != name:
            raise MalformedError(f"a bracket is for delta {name}")
        if tie and exact(threshold) != low:
            raise RejectedError(f"delta {name}: e^eps' was not shown to equal {low}")
        if not tie and not (order(low, threshold, bits) < 0 < order(high, threshold, bits)):
            raise RejectedError(f"delta {name}: the bracket of e^eps' is not around it")
        if low < 0:
            raise RejectedError(f"delta {name}: the bracket of e^eps' begins below 0")
        found.append(Bracket(name, delta, low, high))
    return found
