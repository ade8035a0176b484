"""A general proof as data, and its check: ordered steps, each proved by a named rule from earlier ones.

A derivation says: for all values of its letters (reals of a declared sign, functions on finite sets) for
which the hypotheses hold, its conclusions hold. A step that cannot be checked fails; nothing is assumed
on its behalf.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from proofcheck.logic.algebra import identical
from proofcheck.logic.formula import (
    Claim,
    FormulaError,
    Index,
    Letter,
    badly_formed,
    letters,
)
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.meaning import fault_of
from proofcheck.logic.signs import Signer, allowed
from proofcheck.numbers import Expression, number


class UnprovedError(Exception):
    """A rule does not prove the claim it was given; the message says what is missing."""


@dataclass(frozen=True)
class Hypothesis:
    """What a derivation starts from; `source` is the statement it comes from, empty for the model."""

    label: str
    claim: Claim
    words: str
    source: str = ""


@dataclass(frozen=True)
class Histories:
    """Sums over all histories of length `counter`, which grow by one opening at a time.

    A history of length n+1 is one of length n together with values of the indices `new`. Each letter of
    `start` is a function of the history: it has that value at the empty history, and `grow` says its value
    at the extended history in terms of its value before. This is the chain rule, read as a definition.

    Other letters that take a history are functions on histories of every length, and hypotheses that name
    neither the counter nor a letter of `start` are assumed at every length. `source` is the id of the
    statement that says how they grow, empty if they are any.
    """

    index: Index
    counter: Letter
    new: tuple[Index, ...]
    start: tuple[tuple[Letter, Expression], ...]
    grow: tuple[tuple[Letter, Expression], ...]
    source: str = ""

    @property
    def letters(self) -> frozenset[Letter]:
        """The functions of the history that are defined by their growth."""
        return frozenset(letter for letter, _ in self.start)

    def at_one_length(self, e: Expression) -> bool:
        """Whether `e` speaks of histories of the length that the counter says, not of every length."""
        return not (self.letters | {self.counter}).isdisjoint(letters(e))


class Rule(Protocol):
    """One way to prove a claim. `because` is the reason why the rule is sound, in words."""

    name: ClassVar[str]
    because: ClassVar[str]

    def premises(self) -> tuple[str, ...]:
        """The labels the rule names: of steps and hypotheses here, or `id/label` of another derivation."""

    def rests_on(self) -> tuple[str, ...]:
        """Those premises here whose own hypotheses the claim then rests on."""

    def prove(self, claim: Claim, given: Given) -> None:
        """Return if the claim follows, raise `UnprovedError` or `FormulaError` if not."""


@dataclass(frozen=True)
class Step:
    """One line of a proof: what is claimed, why, and a remark for the reader."""

    label: str
    claim: Claim
    rule: Rule
    words: str = ""


@dataclass(frozen=True)
class Derivation:
    """Hypotheses and steps in order; `concludes` names the steps that make up the statement."""

    steps: tuple[Step, ...]
    concludes: tuple[str, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    histories: Histories | None = None
    remarks: tuple[str, ...] = ()

    def cites(self) -> tuple[str, ...]:
        """The ids of the statements whose derivations the steps rest on, each once."""
        ids = [
            label.partition("/")[0] for step in self.steps for label in step.rule.premises() if "/" in label
        ]
        return tuple(dict.fromkeys(ids))


@dataclass(frozen=True)
class CheckedStep:
    """A step with its verdict; `rests` are the hypotheses it rests on, `used` what it named or needed."""

    step: Step
    verdict: Verdict
    reason: str
    used: tuple[str, ...]
    rests: frozenset[str]


@dataclass(frozen=True)
class Checked:
    """A derivation with the verdict of every step."""

    derivation: Derivation
    steps: tuple[CheckedStep, ...]
    verdict: Verdict

    def find(self, label: str) -> CheckedStep | None:
        """The step of that label."""
        return next((checked for checked in self.steps if checked.step.label == label), None)


Library = Mapping[str, Checked]


class Given:
    """What a rule may build on: the named premises, and for signs every hypothesis and earlier claim.

    A rule that assumes something adds its label to `assumed`, one that takes it back to `taken_back`.
    """

    def __init__(
        self, derivation: Derivation, before: list[CheckedStep], library: Library, step: Step
    ) -> None:
        self.derivation = derivation
        self.label = step.label
        self.library = library
        self._before = {checked.step.label: checked for checked in before}
        self._hypotheses = {hypothesis.label: hypothesis.claim for hypothesis in derivation.hypotheses}
        settled = {
            label for label, checked in self._before.items() if checked.rests <= self._hypotheses.keys()
        }
        known = {
            label: self.claim(label) for label in settled if self._before[label].verdict is Verdict.VERIFIED
        }
        self.signer = Signer({**self._hypotheses, **known})
        self.assumed: set[str] = set()
        self.taken_back: set[str] = set()

    def claim(self, label: str) -> Claim:
        """The claim of an earlier step that holds, or of a hypothesis."""
        if label in self._hypotheses:
            return self._hypotheses[label]
        return self.checked(label).step.claim

    def checked(self, label: str) -> CheckedStep:
        """An earlier step that was verified."""
        found = self._before.get(label)
        if found is None:
            raise UnprovedError(f"there is no earlier step {label!r}")
        if found.verdict is not Verdict.VERIFIED:
            raise UnprovedError(f"it rests on {label!r}, which failed")
        return found

    def rests(self, label: str) -> frozenset[str]:
        """The hypotheses and assumptions that a label rests on."""
        return frozenset((label,)) if label in self._hypotheses else self.checked(label).rests

    def require_sign(self, e: Expression, relation: str, what: str) -> None:
        """Require `0 relation e`, defined and proved by structure and known claims."""
        self.require_defined(e, what)
        if not self.signer.proves(e, allowed(relation)):
            raise UnprovedError(f"the sign of {what} is not clear")

    def require_defined(self, e: Expression, what: str, *, smooth: bool = False) -> None:
        """Require that `e` is defined for all values of its letters that the hypotheses allow."""
        part = self.signer.undefined(e, smooth=smooth)
        if part is not None:
            raise UnprovedError(f"{what} is not certainly {'differentiable' if smooth else 'defined'}")

    def require_holds(self, gap: Expression, relation: str, what: str) -> None:
        """Require `0 relation gap`: by its sign, or because algebra makes it zero."""
        self.require_defined(gap, what)
        if not self.signer.proves(gap, allowed(relation)):
            if relation == "<":
                raise UnprovedError(f"the sign of {what} is not clear")
            self.require_identical(gap, number(0), what)

    def require_identical(self, left: Expression, right: Expression, what: str) -> None:
        """Require that two formulas, described by `what`, are identical by algebra."""
        if not identical(left, right):
            raise UnprovedError(f"algebra does not make them equal: {what}")


def check(derivation: Derivation, library: Library) -> Checked:
    """Check every step in order.

    Args:
        derivation: what to check.
        library: the derivations checked before, by the id of their statement.

    Returns:
        The verdict of each step, and of the whole: verified only if there are conclusions, all of them
        steps that were verified and rest on no open assumption, and no step failed.
    """
    done: list[CheckedStep] = []
    try:
        fault = fault_of(derivation)
    except FormulaError as error:
        fault = str(error)
    for step in derivation.steps:
        done.append(_failed(step, fault) if fault else _checked(derivation, done, library, step))
    good = bool(derivation.concludes) and all(checked.verdict is Verdict.VERIFIED for checked in done)
    hypotheses = {hypothesis.label for hypothesis in derivation.hypotheses}
    ends = [checked for checked in done if checked.step.label in derivation.concludes]
    good = good and len(ends) == len(derivation.concludes) and all(end.rests <= hypotheses for end in ends)
    return Checked(derivation, tuple(done), Verdict.VERIFIED if good else Verdict.UNDECIDED)


def _checked(derivation: Derivation, done: list[CheckedStep], library: Library, step: Step) -> CheckedStep:
    try:
        given = Given(derivation, done, library, step)
        _require_meaning(step.claim, given)
        step.rule.prove(step.claim, given)
        used = tuple(dict.fromkeys((*step.rule.premises(), *given.signer.used)))
        labels = (*step.rule.rests_on(), *given.signer.used)
        rests = frozenset[str](given.assumed).union(*(given.rests(label) for label in labels))
    except (UnprovedError, FormulaError) as error:
        return _failed(step, str(error))
    return CheckedStep(step, Verdict.VERIFIED, "", used, rests - given.taken_back)


def _failed(step: Step, reason: str) -> CheckedStep:
    return CheckedStep(step, Verdict.UNDECIDED, reason, step.rule.premises(), frozenset())


def _require_meaning(claim: Claim, given: Given) -> None:
    for side in (claim.left, claim.right):
        reason = badly_formed(side)
        if reason is not None:
            raise UnprovedError(reason)
        given.require_defined(side, "a side of the claim")
