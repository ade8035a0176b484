"""Whether a derivation as a whole makes sense, before any step of it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from proofcheck.logic.algebra import identical
from proofcheck.logic.formula import Claim, Letter, Named, badly_formed, free_indices, letters, parts
from proofcheck.logic.signs import Signer, declared
from proofcheck.numbers import Expression

if TYPE_CHECKING:
    from proofcheck.logic.derivation import Derivation, Histories


@cache
def fault_of(derivation: Derivation) -> str:
    """What is wrong with the derivation as a whole, empty if nothing is.

    Labels are unique; a letter is declared in one way, an abbreviation stands for one formula, and neither
    has the other's name; hypotheses are well formed and defined, each by those before it.
    """
    labels = [hypothesis.label for hypothesis in derivation.hypotheses]
    labels += [step.label for step in derivation.steps]
    if len(set(labels)) < len(labels) or any("/" in label for label in labels):
        return "two steps have one label, or a label holds a slash"
    claims = [hypothesis.claim for hypothesis in derivation.hypotheses]
    claims += [step.claim for step in derivation.steps]
    return (
        _fault_of_names(claims)
        or _fault_of_hypotheses(derivation)
        or (_fault_of_histories(derivation.histories) if derivation.histories is not None else "")
    )


def _fault_of_names(claims: list[Claim]) -> str:
    known: dict[str, Letter] = {}
    short: dict[tuple[str, tuple[Expression, ...]], Named] = {}
    for side in (side for claim in claims for side in (claim.left, claim.right)):
        for letter in letters(side):
            if known.setdefault(letter.name, letter) != letter:
                return f"{letter.name} is declared in two ways"
        for named in _abbreviations(side):
            first = short.setdefault((named.name, named.args), named)
            if not identical(first.body, named.body):
                return f"{named.name} stands for two things"
    both = known.keys() & {name for name, _ in short}
    return f"{min(both)} is a letter and an abbreviation" if both else ""


def _fault_of_hypotheses(derivation: Derivation) -> str:
    before: dict[str, Claim] = {}
    for hypothesis in derivation.hypotheses:
        for side in (hypothesis.claim.left, hypothesis.claim.right):
            if badly_formed(side) is not None or Signer(before).undefined(side) is not None:
                return f"the hypothesis {hypothesis.label!r} has no meaning"
        before[hypothesis.label] = hypothesis.claim
    return ""


def _fault_of_histories(histories: Histories) -> str:
    signer, counter = Signer({}), histories.counter
    for letter, value in (*histories.start, *histories.grow):
        if letter.over != (histories.index,) or signer.undefined(value) is not None:
            return f"{letter.name} is not a function of the history"
        if not signer.proves(value, declared(letter)):
            return f"{letter.name} does not keep its declared sign"
    if [letter for letter, _ in histories.start] != [letter for letter, _ in histories.grow]:
        return "a start is needed for each letter that grows"
    if any(free_indices(value) for _, value in histories.start):
        return "the start depends on an index"
    if not counter.natural or counter.sign != "nonnegative" or counter.over:
        return f"{counter.name} does not count from 0"
    return ""


def _abbreviations(e: Expression) -> Iterator[Named]:
    if isinstance(e, Named):
        yield e
    for part in parts(e):
        yield from _abbreviations(part)
