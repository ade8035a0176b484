"""Every small change of a derivation: one constant, exponent, sign or relation at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from proofcheck.logic.algebra import identical
from proofcheck.logic.calculus import Tangent
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.formula import Claim, FormulaError, Letter, Named, derivative, parts, rebuilt
from proofcheck.logic.rules import Combination
from proofcheck.numbers import Call, Expression, Number, Power, number
from proofcheck.surfaces.formulas import Writer


@dataclass(frozen=True)
class Mutant:
    """A changed derivation, and the one part of it that was changed."""

    derivation: Derivation
    before: Hypothesis | Step
    after: Hypothesis | Step

    @property
    def where(self) -> str:
        """For the message of a failing test."""
        writer = Writer()
        if self.after.claim != self.before.claim:
            return f"{self.before.label}: {writer.claim(self.after.claim)}"
        return f"{self.before.label}: the rule {getattr(self.after, 'rule', None)}"


def mutants(derivation: Derivation) -> Iterator[Mutant]:
    """Change the claims of hypotheses and steps, and the formulas that the rules are given."""
    for old in derivation.hypotheses:
        for claim in changed_claims(old.claim):
            new = replace(old, claim=claim)
            hypotheses = tuple(new if one is old else one for one in derivation.hypotheses)
            yield Mutant(replace(derivation, hypotheses=hypotheses), old, new)
    for step in derivation.steps:
        for changed_step in (
            *(replace(step, claim=c) for c in changed_claims(step.claim)),
            *_changed_rules(step),
        ):
            steps = tuple(changed_step if one is step else one for one in derivation.steps)
            yield Mutant(replace(derivation, steps=steps), step, changed_step)


def harmless(mutant: Mutant) -> bool:
    """Whether the change leaves a proof of the same statement: nothing false is claimed or needed.

    The new formula may equal the old one. A step may claim < for <= or the reverse, where its rule proves
    both; a combination may take any multiple of what algebra makes zero; and a tangent may be that of a
    function which differs by what the second derivative does not see.
    """
    old, new = mutant.before, mutant.after
    if old.claim != new.claim:
        if old.claim.relation == new.claim.relation:
            return _same(old.claim.gap, new.claim.gap)
        change = (old.claim.relation, new.claim.relation)
        return isinstance(old, Step) and change in {("<", "<="), ("<=", "<"), ("=", "<=")}
    if not (isinstance(old, Step) and isinstance(new, Step)):
        return False
    if all(_same(a, b) for a, b in _changed_formulas(old.rule, new.rule)):
        return True
    match old.rule, new.rule:
        case Combination(before), Combination(after):
            differ = [label for (label, a), (_, b) in zip(before, after, strict=True) if a != b]
            gaps = {part.label: part.claim.gap for part in mutant.derivation.steps}
            return bool(differ) and all(label in gaps and _same(gaps[label], number(0)) for label in differ)
        case Tangent(function, letter, at), Tangent(other, _, at_other):
            return at == at_other and _same(derivative(function - other, letter, 2), number(0))
    return False


def changed_claims(claim: Claim) -> Iterator[Claim]:
    """All claims that differ in one place; some may mean the same."""
    for left in changed(claim.left):
        yield replace(claim, left=left)
    for right in changed(claim.right):
        yield replace(claim, right=right)
    for relation in sorted({"=", "<=", "<"} - {claim.relation}):
        yield replace(claim, relation=relation)
    if claim.relation != "=":
        yield Claim(claim.right, claim.relation, claim.left)


def changed(e: Expression) -> Iterator[Expression]:
    """All formulas that differ from `e` in one constant, exponent or sign; equal values may occur."""
    if isinstance(e, Number):
        yield number(e.value + 1)
        yield number(e.value - 1)
    else:
        yield -e
    if isinstance(e, Power):
        yield e.base ** (e.exponent + 1)
    if isinstance(e, Call) and e.name == "exp":
        yield Call("exp", (e.args[0] * 2,))
    inner = parts(e)[:1] if isinstance(e, Named) else parts(e)  # the arguments are for show
    for place, part in enumerate(inner):
        for new in changed(part):
            yield rebuilt(e, {place: new})


def _changed_rules(step: Step) -> Iterator[Step]:
    """The step with one formula inside its rule changed."""
    rule = step.rule
    if not is_dataclass(rule):
        return
    for field in fields(rule):
        if field.name == "letter":
            continue
        for value in _changed_value(getattr(rule, field.name)):
            yield replace(step, rule=replace(rule, **{field.name: value}))


def _changed_value(value: object) -> Iterator[object]:
    if isinstance(value, Expression):
        yield from changed(value)
    elif isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Letter):
        yield from ((value[0], new) for new in _changed_value(value[1]))  # the letter says what is replaced
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            for new in _changed_value(part):
                yield (*value[:place], new, *value[place + 1 :])


def _changed_formulas(old: object, new: object) -> Iterator[tuple[Expression, Expression]]:
    """The formulas in which two rules differ, in pairs."""
    if isinstance(old, Expression) and isinstance(new, Expression):
        if old != new:
            yield old, new
    elif isinstance(old, tuple) and isinstance(new, tuple):
        for a, b in zip(old, new, strict=True):
            yield from _changed_formulas(a, b)
    elif is_dataclass(old) and not isinstance(old, Expression):
        for field in fields(old):
            yield from _changed_formulas(getattr(old, field.name), getattr(new, field.name))


def _same(left: Expression, right: Expression) -> bool:
    try:
        return identical(left, right)
    except FormulaError:
        return False
