"""Finite induction over the length of a history: the rule behind every statement about n openings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from proofcheck.logic.derivation import Given, Histories, UnprovedError
from proofcheck.logic.formula import (
    Claim,
    Derivative,
    FormulaError,
    Index,
    Letter,
    Total,
    all_indices,
    free_indices,
    letters,
    parts,
    rebuilt,
    total,
)
from proofcheck.numbers import Expression, number


@dataclass(frozen=True)
class Assumption:
    """What an induction assumes for histories of length n; the induction has to take it back."""

    name: ClassVar[str] = "induction hypothesis"
    because: ClassVar[str] = "An assumption. A conclusion may not rest on it: the induction takes it back."

    def premises(self) -> tuple[str, ...]:
        return ()

    def rests_on(self) -> tuple[str, ...]:
        return ()

    def prove(self, claim: Claim, given: Given) -> None:
        """Anything may be assumed; what rests on it is no conclusion yet."""
        given.assumed.add(given.label)


@dataclass(frozen=True)
class Induction:
    """From the empty history, and from n openings to n+1, to every number of openings.

    `base` is the claim at length 0, `assumed` the claim at length n, `step` the claim at length n+1.
    """

    base: str
    assumed: str
    step: str
    name: ClassVar[str] = "induction over the openings"
    because: ClassVar[str] = (
        "What holds at the empty history, and at length n+1 whenever it holds at length n, holds at every "
        "length. Nothing else that the two parts rest on may speak of one length in particular."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.base, self.assumed, self.step)

    def rests_on(self) -> tuple[str, ...]:
        return (self.base, self.step)

    def prove(self, claim: Claim, given: Given) -> None:
        """Compare base, assumption and step with the claim at length 0, n and n+1."""
        histories = given.derivation.histories
        if histories is None:
            raise UnprovedError("no histories were declared")
        _require_template(claim, histories)
        checked = given.checked(self.assumed)
        if not isinstance(checked.step.rule, Assumption) or checked.step.claim != claim:
            raise UnprovedError(f"{self.assumed!r} does not assume the claim")
        counter = histories.counter
        start = {**dict(histories.start), counter: number(0)}
        grown = {**dict(histories.grow), counter: counter + 1}
        for label, values, new in ((self.base, start, ()), (self.step, grown, histories.new)):
            found = given.claim(label)
            there = at_length(claim.gap, histories, values, new)
            given.require_identical(found.gap, there, f"{label!r} and the claim at that length")
            if found.relation != claim.relation:
                raise UnprovedError(f"{label!r} has another relation")
        for label in (given.rests(self.base) | given.rests(self.step)) - {self.assumed}:
            if histories.at_one_length(given.claim(label).gap):
                raise UnprovedError(f"{label!r} speaks of histories of one length")
        given.taken_back.add(self.assumed)


def _require_template(claim: Claim, histories: Histories) -> None:
    """The claim may hold no function of the history but those whose growth is known, and no new index."""
    for letter in (*letters(claim.left), *letters(claim.right)):
        if histories.index in letter.over and letter not in histories.letters:
            raise UnprovedError(f"nothing says how {letter.name} grows with the history")
    if all_indices(claim.gap) & frozenset(histories.new):
        raise UnprovedError("the claim speaks of one opening")


def at_length(
    e: Expression,
    histories: Histories,
    values: Mapping[Letter, Expression],
    new: tuple[Index, ...],
    bound: frozenset[Index] = frozenset(),
) -> Expression:
    """`e` at another length: functions of the history replaced, sums over histories made longer.

    With no `new` indices the only history is the empty one, and a sum over it is its one term.
    """
    if isinstance(e, Letter):
        value = values.get(e, e)
        if free_indices(value) & bound:
            raise FormulaError(f"the growth of {e.name} is caught by a sum")
        return value
    if isinstance(e, Derivative) and set(letters(e)) & set(values):
        raise FormulaError("a derivative of a function of the history")
    if isinstance(e, Total):
        if e.index == histories.index:
            inner = at_length(e.body, histories, values, new, bound)
            return total((e.index, *new), inner) if new else inner
        bound |= {e.index}
    return rebuilt(e, {i: at_length(part, histories, values, new, bound) for i, part in enumerate(parts(e))})
