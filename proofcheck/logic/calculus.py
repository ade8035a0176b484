"""The rules that look at derivatives: increasing functions, tangents below and chords above convex ones.

Each speaks of a function of one letter, everything else held fixed. The letter's domain must be an interval:
its declared sign, narrowed at most by hypotheses that bound the letter by something free of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from proofcheck.logic.derivation import Given, UnprovedError
from proofcheck.logic.formula import Claim, Letter, derivative, letters, replaced
from proofcheck.logic.signs import declared
from proofcheck.numbers import Expression


@dataclass(frozen=True)
class Increasing:
    """`function >= 0` from its value at the `start` of the domain and the sign of its derivative.

    `value` is the claim that it is not negative at `start`, `slope` that its derivative never is.
    """

    function: Expression
    letter: Letter
    start: Expression
    value: str
    slope: str
    name: ClassVar[str] = "sign of the derivative"
    because: ClassVar[str] = (
        "A differentiable function whose derivative is not negative on an interval does not decrease there, "
        "so it is never below its value at the left end."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.value, self.slope)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require both premises to be about this function, and nothing of the domain left of the start."""
        _require_weak(claim)
        _require_interval(self.letter, self.premises(), given, (self.start,))
        given.require_defined(self.function, "the function", smooth=True)
        given.require_sign(self.letter - self.start, "<=", "the distance from the start")
        value, slope = given.claim(self.value), given.claim(self.slope)
        at_start = replaced(self.function, {self.letter: self.start})
        given.require_identical(value.gap, at_start, f"{self.value!r} and the value at the start")
        given.require_identical(
            slope.gap, derivative(self.function, self.letter), f"{self.slope!r} and the derivative"
        )
        given.require_identical(claim.gap, self.function, "right - left and the function")


@dataclass(frozen=True)
class Tangent:
    """A function with `curvature >= 0` lies above its tangent at the point `at`."""

    function: Expression
    letter: Letter
    at: Expression
    curvature: str
    name: ClassVar[str] = "tangent of a convex function"
    because: ClassVar[str] = (
        "Where the second derivative is not negative the derivative does not decrease, so on either side of "
        "a point the function stays above its tangent there."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.curvature,)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require `right - left = f(v) - f(a) - f'(a)(v - a)`, and the curvature to be f's."""
        _require_weak(claim)
        _require_interval(self.letter, self.premises(), given, (self.at,))
        _require_curvature(self.function, self.letter, self.curvature, given)
        f, v, a = self.function, self.letter, self.at
        below = replaced(f, {v: a}) + derivative(f, v, at=a) * (v - a)
        given.require_identical(claim.gap, f - below, "right - left and function minus tangent")


@dataclass(frozen=True)
class Chord:
    """A function with `curvature >= 0` lies below its chord between `low` and `high`."""

    function: Expression
    letter: Letter
    low: Expression
    high: Expression
    curvature: str
    name: ClassVar[str] = "chord of a convex function"
    because: ClassVar[str] = (
        "Where the second derivative is not negative, the graph between two points lies below the straight "
        "line through them."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.curvature,)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require `right - left` to be chord minus function, and the letter between the two ends."""
        _require_weak(claim)
        _require_interval(self.letter, self.premises(), given, (self.low, self.high))
        _require_curvature(self.function, self.letter, self.curvature, given)
        f, v, low, high = self.function, self.letter, self.low, self.high
        given.require_sign(v - low, "<=", "the distance from the low end")
        given.require_sign(high - v, "<=", "the distance from the high end")
        given.require_sign(high - low, "<", "the distance of the ends")
        chord = ((high - v) * replaced(f, {v: low}) + (v - low) * replaced(f, {v: high})) / (high - low)
        given.require_identical(claim.gap, chord - f, "right - left and chord minus function")


def _require_weak(claim: Claim) -> None:
    if claim.relation != "<=":
        raise UnprovedError("this rule proves <= only")


def _require_curvature(function: Expression, letter: Letter, label: str, given: Given) -> None:
    given.require_defined(function, "the function", smooth=True)
    second = derivative(function, letter, 2)
    given.require_identical(given.claim(label).gap, second, f"{label!r} and the second derivative")


def _require_interval(
    letter: Letter, labels: tuple[str, ...], given: Given, points: tuple[Expression, ...]
) -> None:
    """The premises must hold on an interval of values of the letter that contains the points.

    Of the hypotheses they rest on (or could be defined by), those that name the letter may only bound it.
    """
    if letter.over or letter.natural:
        raise UnprovedError(f"{letter.name} does not range over an interval")
    for point in points:
        if letter in letters(point):
            raise UnprovedError("the point moves with the letter")
        given.require_defined(point, "the point")
        if not given.signer.proves(point, declared(letter)):
            raise UnprovedError(f"the point may lie outside the domain of {letter.name}")
    hypotheses = {hypothesis.label: hypothesis.claim for hypothesis in given.derivation.hypotheses}
    assumed = {label for premise in labels for label in given.rests(premise)} - set(hypotheses)
    if any(letter in (*letters(given.claim(label).gap),) for label in assumed):
        raise UnprovedError(f"an assumption speaks of {letter.name}")
    for label, claim in hypotheses.items():
        if letter not in (*letters(claim.left), *letters(claim.right)):
            continue
        if not _is_bound(claim, letter):
            raise UnprovedError(f"{label!r} does more than bound {letter.name}")
        for point in points:
            gap = replaced(claim.gap, {letter: point})
            given.require_holds(gap, claim.relation, f"the point within the bound {label!r}")


def _is_bound(claim: Claim, letter: Letter) -> bool:
    """Whether the claim is `low <= letter` or `letter <= high` with the other side free of the letter."""
    sides = [side for side in (claim.left, claim.right) if side != letter]
    return claim.relation == "<=" and len(sides) == 1 and letter not in letters(sides[0])
