"""The slow, obvious twin of the engine: every history on its own, in fractions, no merging.

Likelihoods are `Fraction`s; logarithms and the threshold `e^(eps')` are evaluated to 60 digits, which
decides every comparison that is not a tie; what agrees with the threshold to 50 digits is taken for a
tie. Only for tests.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath

from proofcheck.model import Instance

DIGITS = 60
TIE = mpmath.mpf(10) ** -50

Vector = tuple[str, ...]
Law = dict[Any, tuple[Fraction, Fraction]]


@dataclass
class BruteForce:
    """All that the statements speak of, computed in the most direct way."""

    instance: Instance
    histories: list[Law]  # histories[k][h] = (Pr1, Pr2) after k openings
    _thresholds: dict[Any, mpmath.mpf] = field(default_factory=dict)

    @classmethod
    def of(cls, instance: Instance) -> BruteForce:
        assert instance.strategy is not None and instance.family is not None
        levels: list[Law] = [{(): (Fraction(1), Fraction(1))}]
        for _ in range(instance.effective_n or 0):
            following: Law = {}
            for history, (p1, p2) in levels[-1].items():
                for name, weight in instance.strategy.choose(history, instance.family).items():
                    box = instance.family[name]
                    for message, a, b in zip(box.messages, box.p1, box.p2, strict=True):
                        longer = (*history, (name, message))
                        assert longer not in following
                        following[longer] = (p1 * weight * a, p2 * weight * b)
            levels.append(following)
        return cls(instance, levels)

    @property
    def n(self) -> int:
        return len(self.histories) - 1

    @property
    def epsilon(self) -> mpmath.mpf:
        return evaluate(str(self.instance.effective_epsilon))

    @property
    def beta(self) -> mpmath.mpf:
        with mpmath.workdps(DIGITS):
            return self.epsilon * (mpmath.exp(self.epsilon) - 1)

    def outputs(self, k: int) -> Law:
        law: Law = {}
        for history, (p1, p2) in self.histories[k].items():
            x = tuple(message for _, message in history)
            old = law.get(x, (Fraction(0), Fraction(0)))
            law[x] = (old[0] + p1, old[1] + p2)
        return law

    def law(self, level: str, direction: str, k: int | None = None) -> Law:
        k = self.n if k is None else k
        law = self.histories[k] if level == "histories" else self.outputs(k)
        return law if direction == "P1->P2" else {point: (b, a) for point, (a, b) in law.items()}

    def threshold(self, delta: Any) -> mpmath.mpf:
        """`e^(eps')`, eps' written down once more unless the instance has its own bound."""
        if delta not in self._thresholds:
            with mpmath.workdps(DIGITS):
                if self.instance.bound is None:
                    z = self.epsilon * mpmath.sqrt(2 * self.n * mpmath.log(1 / evaluate(str(delta))))
                    prime = self.n * self.beta + z
                else:
                    prime = evaluate(str(self.instance.eps_prime(delta)))
                self._thresholds[delta] = mpmath.exp(prime)
        return self._thresholds[delta]

    def bad_set(self, level: str, direction: str, delta: Any) -> Law:
        threshold = self.threshold(delta)
        with mpmath.workdps(DIGITS):
            return {
                point: (a, b)
                for point, (a, b) in self.law(level, direction).items()
                if to_real(a / b) > threshold + TIE
            }

    def worst_event(self, level: str, direction: str, delta: Any) -> mpmath.mpf:
        """The largest `Pr1[S] - e^(eps') Pr2[S]` over all events, one by one (few points only)."""
        threshold = self.threshold(delta)
        with mpmath.workdps(DIGITS):
            values = [mpmath.mpf(0)]
            for a, b in self.law(level, direction).values():
                gain = to_real(a) - threshold * to_real(b)
                values += [value + gain for value in values]
            return max(values)

    def largest_step(self, level: str) -> Fraction:
        """The largest likelihood ratio, or inverse ratio, of one step given its past."""
        return max(max(a / b, b / a) for _, a, b in self._steps(level, "P1->P2"))

    def largest_mean(self, level: str, direction: str) -> mpmath.mpf:
        """The largest conditional mean of the loss of one step."""
        return _largest_mean(self._steps(level, direction))

    def largest_mean_given_losses(self, direction: str) -> mpmath.mpf:
        """The same where the past is the losses of the steps before, and nothing else."""
        past: dict[Any, tuple[Fraction, ...]] = {(): ()}
        masses: dict[Any, Fraction] = {}
        steps = []
        for k in range(1, self.n + 1):
            before, after = (self.law("histories", direction, j) for j in (k - 1, k))
            for history, (a, b) in after.items():
                shorter = history[:-1]
                loss = a / b / (before[shorter][0] / before[shorter][1])
                past[history] = (*past[shorter], loss)
                steps.append((past[shorter], a, loss))
            for history, (a, _) in before.items():
                masses[past[history]] = masses.get(past[history], Fraction(0)) + a
        return _largest_mean(
            [(losses, a / masses[losses], a / masses[losses] / loss) for losses, a, loss in steps]
        )

    def _steps(self, level: str, direction: str) -> list[tuple[Any, Fraction, Fraction]]:
        """(past, conditional probability under either password) of every possible step.

        On histories the past is the history and the next box is drawn first; both contribute to the
        conditional probability, and the strategy's part cancels in the ratio.
        """
        steps = []
        for k in range(1, self.n + 1):
            before, after = self.law(level, direction, k - 1), self.law(level, direction, k)
            for point, (a, b) in after.items():
                past = point[:-1]
                steps.append((past, a / before[past][0], b / before[past][1]))
        return steps

    def output_gap(self) -> int | None:
        """The length of the shortest output that two histories of different likelihood ratio show."""
        for k in range(self.n + 1):
            ratios: dict[Vector, set[Fraction]] = {}
            for history, (a, b) in self.histories[k].items():
                ratios.setdefault(tuple(m for _, m in history), set()).add(a / b)
            if any(len(found) > 1 for found in ratios.values()):
                return k
        return None

    def tails(self, level: str, direction: str) -> dict[Fraction, tuple[Fraction, Fraction]]:
        """For every likelihood ratio the probabilities, under both passwords, of this one or a larger."""
        found: dict[Fraction, tuple[Fraction, Fraction]] = {}
        law = self.law(level, direction).values()
        for ratio in {a / b for a, b in law}:
            upper = [(a, b) for a, b in law if a / b >= ratio]
            found[ratio] = (sum(a for a, _ in upper), sum(b for _, b in upper))
        return found

    def tails_against_bounds(
        self, level: str, direction: str
    ) -> dict[Fraction, tuple[mpmath.mpf, mpmath.mpf]]:
        """Of every atom l > n beta: `Pr[loss >= l]` and `exp(-(l - n beta)^2 / (2 n eps^2))`."""
        found = {}
        with mpmath.workdps(DIGITS):
            for ratio, (tail, _) in self.tails(level, direction).items():
                deviation = mpmath.log(to_real(ratio)) - self.n * self.beta
                if deviation > TIE:
                    bound = mpmath.exp(-(deviation**2) / (2 * self.n * self.epsilon**2))
                    found[ratio] = (to_real(tail), bound)
        return found


def _largest_mean(steps: list[tuple[Any, Fraction, Fraction]]) -> mpmath.mpf:
    means: dict[Any, mpmath.mpf] = {}
    with mpmath.workdps(DIGITS):
        for past, a, b in steps:
            means[past] = means.get(past, mpmath.mpf(0)) + to_real(a) * mpmath.log(to_real(a / b))
        return max(means.values())


def to_real(x: Fraction | int) -> mpmath.mpf:
    """A fraction at the working precision."""
    return mpmath.mpf(x.numerator) / x.denominator


def evaluate(text: str) -> mpmath.mpf:
    """The value of an expression of the grammar, through Python's own arithmetic on mpf."""
    names = {
        "exp": mpmath.exp,
        "ln": mpmath.log,
        "sqrt": mpmath.sqrt,
        "tanh": mpmath.tanh,
        "min": min,
        "max": max,
        "mpf": mpmath.mpf,
        "e": mpmath.e,
    }
    with mpmath.workdps(DIGITS):
        spelled = re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"mpf(\1)", text.replace("^", "**"))
        return eval(spelled, {"__builtins__": {}}, names)
