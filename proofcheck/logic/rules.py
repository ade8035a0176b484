"""The elementary rules: identities, signs, combinations, sums term by term, monotone functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from proofcheck.logic.derivation import Given, UnprovedError
from proofcheck.logic.formula import Claim, Index, total
from proofcheck.logic.signs import POSITIVE
from proofcheck.numbers import Call, Expression, Scalar, number


@dataclass(frozen=True)
class Identity:
    """Both sides are the same by algebra."""

    name: ClassVar[str] = "identity"
    because: ClassVar[str] = "The difference of the two sides expands to zero, and both are defined."

    def premises(self) -> tuple[str, ...]:
        return ()

    def rests_on(self) -> tuple[str, ...]:
        return ()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require `left = right` by algebra alone."""
        _require_relation(claim, "=")
        given.require_identical(claim.left, claim.right, "left and right side")


@dataclass(frozen=True)
class Sign:
    """`right - left` has the sign by its structure, written as `form` if that shows it better."""

    form: Expression | None = None
    name: ClassVar[str] = "sign"
    because: ClassVar[str] = (
        "Sums and products of what is not negative are not negative; even powers are not negative; "
        "exponentials are positive; ln(a/b) has the sign of a - b."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def rests_on(self) -> tuple[str, ...]:
        return ()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require the sign of `right - left`."""
        if claim.relation == "=":
            raise UnprovedError("a sign proves no equation")
        if self.form is not None:
            given.require_identical(claim.gap, self.form, "right - left and its other form")
        given.require_sign(claim.gap if self.form is None else self.form, claim.relation, "right - left")


@dataclass(frozen=True)
class Combination:
    """`right - left` is a sum of multiples of the premises' `right - left`, plus a `slack` with a sign."""

    multiples: tuple[tuple[str, Expression], ...]
    slack: Expression | None = None
    name: ClassVar[str] = "combination"
    because: ClassVar[str] = (
        "Inequalities may be multiplied by what is not negative and added, equations by anything. With "
        "multiples 1 this is transitivity."
    )

    def premises(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.multiples)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require the signs of the multiples and of the slack, and the identity of the sum."""
        result = number(0)
        strict = False
        for label, multiple in self.multiples:
            premise = given.claim(label)
            given.require_defined(multiple, f"the multiple of {label!r}")
            result = result + multiple * premise.gap
            if premise.relation == "=":
                continue
            if claim.relation == "=":
                raise UnprovedError(f"an equation does not follow from the inequality {label!r}")
            given.require_sign(multiple, "<=", f"the multiple of {label!r}")
            strict |= premise.relation == "<" and given.signer.proves(multiple, POSITIVE)
        if self.slack is not None:
            if claim.relation == "=":
                raise UnprovedError("an equation leaves no slack")
            given.require_sign(self.slack, "<=", "the slack")
            result = result + self.slack
            strict |= given.signer.proves(self.slack, POSITIVE)
        if claim.relation == "<" and not strict:
            raise UnprovedError("nothing makes the inequality strict")
        given.require_identical(claim.gap, result, "right - left and the combination")


def combination(
    multiples: Mapping[str, Expression | Scalar], *, slack: Expression | Scalar | None = None
) -> Combination:
    """The rule with the multiples of the named premises."""
    return Combination(
        tuple((label, _coerced(multiple)) for label, multiple in multiples.items()),
        None if slack is None else _coerced(slack),
    )


def chain(*labels: str) -> Combination:
    """Transitivity: the premises are added up."""
    return combination(dict.fromkeys(labels, 1))


@dataclass(frozen=True)
class Termwise:
    """The premise holds for all values of the indices, so it may be multiplied by `weight` and summed."""

    premise: str
    over: tuple[Index, ...]
    weight: Expression
    name: ClassVar[str] = "term by term"
    because: ClassVar[str] = "A finite sum keeps the sign that all its terms have."

    def premises(self) -> tuple[str, ...]:
        return (self.premise,)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require `right - left` to be the weighted sum of the premise's."""
        premise = given.claim(self.premise)
        given.require_defined(self.weight, "the weight")
        if premise.relation != "=":
            needed = "<" if claim.relation == "<" else "<="
            given.require_sign(self.weight, needed, "the weight")
        _require_follows(claim, premise)
        given.require_identical(
            claim.gap, total(self.over, self.weight * premise.gap), "right - left and the sum of the terms"
        )


def termwise(premise: str, *over: Index, weight: Expression | Scalar = 1) -> Termwise:
    """The rule, by default with the weight 1."""
    return Termwise(premise, over, _coerced(weight))


@dataclass(frozen=True)
class Monotone:
    """The same increasing function of both sides of the premise."""

    function: Literal["exp", "ln"]
    premise: str
    name: ClassVar[str] = "monotone"
    because: ClassVar[str] = (
        "The exponential is strictly increasing, the logarithm is so on positive numbers."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.premise,)

    def rests_on(self) -> tuple[str, ...]:
        return self.premises()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require `right - left` to be the difference of the function at the premise's sides."""
        premise = given.claim(self.premise)
        left, right = (Call(self.function, (side,)) for side in (premise.left, premise.right))
        for side in (left, right):
            given.require_defined(side, f"{self.function} of a side of {self.premise!r}")
        _require_follows(claim, premise)
        given.require_identical(claim.gap, right - left, "right - left and the function's values")


def _require_relation(claim: Claim, relation: str) -> None:
    if claim.relation != relation:
        raise UnprovedError(f"the claim must be an {'equation' if relation == '=' else 'inequality'}")


def _require_follows(claim: Claim, premise: Claim) -> None:
    """The claim's relation may be as strict as the premise's, or weaker."""
    if claim.relation not in {"=": ("=", "<="), "<=": ("<=",), "<": ("<", "<=")}[premise.relation]:
        raise UnprovedError(f"{premise.relation} does not give {claim.relation}")


def _coerced(value: Expression | Scalar) -> Expression:
    return value if isinstance(value, Expression) else number(value)
