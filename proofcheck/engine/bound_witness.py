"""From a point where a claimed bound fails to a simple exact instance that refutes it.

Near the point, an e^epsilon and a delta' with small numerators and denominators are looked for. The
failure is then decided exactly: `Pr1[S] - e^F Pr2[S] > delta'` for an event S of n-fold randomised
response, with F an expression and the probabilities exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.analysis.randomised_response import UpperTail, bad_set
from proofcheck.engine.composition_bound import BITS, Divergence, Region, Spot
from proofcheck.numbers import (
    Comparison,
    DomainError,
    Exact,
    Expression,
    Number,
    Order,
    Threshold,
    compare,
    exp,
    ln,
    number,
    to_exact,
)
from proofcheck.numbers.balls import Ball, dyadic_bounds, enclosure

_NARROWINGS = 24  # the neighbourhood in which a simple number is sought is halved so often
_FINE_ROWS = 64  # values of delta' tried at one simple e^epsilon, per factor of 2^8
_MOST_PLACES = 400  # of a delta' that is written as a decimal
_MOST_DIGITS = 8  # of a small delta'


@dataclass(frozen=True)
class Range:
    """The values of a parameter as the user gave them; `high` None is infinity. Both may be equal."""

    low: Expression
    high: Expression | None

    @property
    def point(self) -> Expression | None:
        """The only value, if there is only one."""
        return self.low if self.low == self.high else None

    def contains(self, value: Expression) -> bool:
        """Whether the value certainly lies in the range, ends included."""
        if value in (self.low, self.high):
            return True
        if compare(self.low, value).order not in (Order.BELOW, Order.EQUAL):
            return False
        return self.high is None or compare(value, self.high).order in (Order.BELOW, Order.EQUAL)


@dataclass(frozen=True)
class Decision:
    """The claim `eps' = F(n, epsilon, delta')` for n-fold randomised response at one point, decided.

    Attributes:
        n, epsilon, delta: the point.
        t: e^epsilon.
        eps_prime: F there.
        event: W, the event in which the divergence is attained: at least `event.least` favourable answers.
        comparison: of `Pr1[W] - e^(eps') Pr2[W]` with delta' (both times a positive number); ABOVE
            refutes F, BELOW or EQUAL says that F is valid at this point for all (epsilon,0)-close boxes.
    """

    n: int
    epsilon: Expression
    delta: Expression
    t: Exact
    eps_prime: Expression
    event: UpperTail
    comparison: Comparison

    @property
    def divergence(self) -> Expression:
        """`Pr1[W] - e^(eps') Pr2[W]`, the hockey-stick divergence at e^(eps')."""
        return self.event.excess(self.eps_prime)

    @property
    def lemma(self) -> Order:
        """The order of Pr1[W] and delta'; the lemma with this eps' claims that it is not ABOVE."""
        return compare(self.event.probability, self.delta).order


def decide(bound: Expression, n: int, epsilon: Expression, delta: Expression) -> Decision | None:
    """Decide the claim exactly at one point (epsilon >= 0, 0 < delta' < 1).

    Returns:
        The instance with its comparison, or None if e^epsilon is outside the field of the probabilities.

    Raises:
        DomainError: F has no value there.
        ValueError: the bad set cannot be decided at the default precision.
    """
    t = to_exact(exp(epsilon))
    if t is None:
        return None
    eps_prime = bound.substitute({"n": n, "epsilon": epsilon, "delta": delta})
    event = bad_set(n, t, Threshold(exp(eps_prime)))
    return Decision(n, epsilon, delta, t, eps_prime, event, event.compare_excess(eps_prime, delta))


def instance_file(found: Decision, bound: Expression) -> str:
    """A complete instance file on which `check` refutes `eps' = bound`.

    It leaves out the strategy: all boxes are alike, so every strategy gives the same distribution of
    the histories up to names, and the worst case over strategies needs n + 1 likelihood ratios where
    a tree of histories would have 2^n leaves.
    """
    delta = _text(found.delta)
    return f"""\
schema  = 1
title   = "A bound that fails: n = {found.n}, e^epsilon = {found.t}, delta' = {delta}"
n       = {found.n}
epsilon = "{found.epsilon}"
delta   = ["{delta}"]
bound   = "{bound}"

[boxes.response]
mechanism = "randomized-response"
epsilon   = "{found.epsilon}"
count     = {found.n}

[expect]
conclusion = "refuted"
"""


def _text(delta: Expression) -> str:
    """A small decimal as 3e-12, anything else as it is written."""
    if isinstance(delta, Number) and delta.value.denominator > 10_000:
        for places in range(_MOST_PLACES):
            scaled = delta.value * 10**places
            if scaled.denominator == 1:
                return f"{scaled.numerator}e-{places}"
    return str(delta)


def simple_witness(
    bound: Expression, divergence: Divergence, region: Region, epsilons: Range, deltas: Range, spot: Spot
) -> Decision | None:
    """An exact refutation near the spot, with simple e^epsilon and delta'; None if none was found.

    Works at the precision in force; what it returns is decided exactly.
    """
    for epsilon in _simple_epsilons(region, epsilons, spot.epsilon):
        point = _point(epsilon)
        if point is None:
            continue
        for delta in _simple_deltas(divergence, region, deltas, point, spot.delta):
            if not deltas.contains(delta):
                continue
            try:
                found = decide(bound, divergence.n, epsilon, delta)
            except (DomainError, ValueError):
                continue
            if found is not None and found.comparison.order is Order.ABOVE:
                return found
    return None


def _simple_epsilons(region: Region, epsilons: Range, near: Ball) -> Iterator[Expression]:
    if epsilons.point is not None:
        yield epsilons.point
        return
    last: Fraction | None = None
    for k in range(_NARROWINGS):
        low, high = _neighbourhood(near, k)
        low = max(low, region.epsilon_low)
        high = high if region.epsilon_high is None else min(high, region.epsilon_high)
        if low > high:
            continue
        t = simplest(_lower(_ball(low).exp()), _upper(_ball(high).exp()))
        if t != last and t > 1 and epsilons.contains(ln(t)):
            last = t
            yield ln(t)


def _simple_deltas(
    divergence: Divergence, region: Region, deltas: Range, epsilon: Ball, near: Ball
) -> Iterator[Expression]:
    """Values of delta', the simplest first, at which enclosures already refute."""
    if deltas.point is not None:
        yield deltas.point
        return
    best: tuple[Ball, Ball] | None = None
    for k in range(-_FINE_ROWS, _FINE_ROWS + 1):
        delta = (near * (Ball(2) ** (Ball(8 * k) / _FINE_ROWS))).mid()
        if not (_ball(region.delta_low) <= delta and delta <= _ball(region.delta_high)):
            continue
        ratio = divergence.at_least(epsilon, delta) / delta
        if ratio > 1 and (best is None or ratio > best[0]):
            best = ratio, delta
    if best is None:
        return
    seen = set()
    for k in range(_NARROWINGS):
        low, high = _neighbourhood(best[1], k)
        low, high = max(low, region.delta_low), min(high, region.delta_high)
        if low > high:
            continue
        delta_value = _simplest_probability(low, high)
        if delta_value not in seen and 0 < delta_value < 1:
            seen.add(delta_value)
            point = _ball(delta_value).mid()
            if divergence.at_least(epsilon, point) > point:
                yield number(delta_value)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator (and then of least numerator) in `[low, high]`, 0 < low <= high."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return (whole - 1) + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _simplest_probability(low: Fraction, high: Fraction) -> Fraction:
    """A fraction of small denominator, or, where small itself, a decimal of few digits, in [low, high]."""
    if high >= Fraction(1, 1000):
        return simplest(max(low, high / 1024), high)
    scale = Fraction(1)
    while high * scale < 1:
        scale *= 10
    for _ in range(_MOST_DIGITS):
        count = (high * scale).numerator // (high * scale).denominator
        if count >= low * scale:
            return count / scale
        scale *= 10
    return simplest(max(low, high / 1024), high)


def _neighbourhood(near: Ball, k: int) -> tuple[Fraction, Fraction]:
    """`near * (1 -+ 2^-(k+1))`."""
    middle = _lower(near)
    width = middle / (1 << (k + 1))
    return middle - width, middle + width


def _point(epsilon: Expression) -> Ball | None:
    point = enclosure(epsilon, BITS).mid()
    return point if point > 0 else None


def _lower(ball: Ball) -> Fraction:
    return _dyadic(ball, 0)


def _upper(ball: Ball) -> Fraction:
    return _dyadic(ball, 1)


def _dyadic(ball: Ball, end: int) -> Fraction:
    bounds = dyadic_bounds(ball, 128)
    if bounds is None:
        raise ValueError("not a finite number")
    mantissa, exponent = bounds[end]
    return mantissa * Fraction(2) ** exponent


def _ball(value: Fraction) -> Ball:
    return Ball(value.numerator) / value.denominator
