"""A special case of something proved before: in the same derivation, or in that of another statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from proofcheck.logic.derivation import CheckedStep, Derivation, Given, Histories, UnprovedError
from proofcheck.logic.formula import (
    Claim,
    Derivative,
    FormulaError,
    Index,
    Letter,
    Total,
    all_indices,
    free_indices,
    held_fixed,
    letters,
    parts,
    rebuilt,
    total,
)
from proofcheck.logic.induction import at_length
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.signs import declared
from proofcheck.numbers import Expression, Number, Scalar, number

Values = tuple[tuple[Letter, Expression], ...]


@dataclass(frozen=True)
class Special:
    """`of` (a label here, or `id/label`) with letters replaced by `values`.

    `indices` sends an index to one or several others (a sum over pairs), `cases` writes a finite set out:
    one tuple of values for each of its elements. What it rests on must be known here.
    """

    of: str
    values: Values
    indices: tuple[tuple[Index, tuple[Index, ...]], ...] = ()
    cases: tuple[tuple[Index, tuple[Values, ...]], ...] = ()
    name: ClassVar[str] = "special case"
    because: ClassVar[str] = (
        "A claim that was proved for all values of its letters holds for these, since they have the declared "
        "signs and satisfy the hypotheses that it rests on."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.of,)

    def rests_on(self) -> tuple[str, ...]:
        return ()

    def prove(self, claim: Claim, given: Given) -> None:
        """Require the signs of the values, the hypotheses, the growth of histories, and the claim itself."""
        derivation, source = self._source(given)
        rests = [h.claim for h in derivation.hypotheses if h.label in source.rests]
        if len(rests) < len(source.rests):
            raise UnprovedError(f"{self.of!r} rests on an assumption")
        histories = derivation.histories
        concerned = [*rests, source.step.claim]
        if histories is not None and not _speaks_of(concerned, histories):
            histories = None
        translation = _Translation(self, concerned, histories)
        translation.require_apart()
        if histories is not None:
            _require_growth(histories, translation, given)
        for letter, value in translation.pairs:
            everywhere = histories is not None and bool(letter.over) and letter not in histories.letters
            with _at_every_length(given, value, everywhere):
                _require_value(letter, value, given)
        for hypothesis in rests:
            everywhere = histories is not None and not histories.at_one_length(hypothesis.gap)
            for gap in translation.gaps(hypothesis):
                with _at_every_length(given, gap, everywhere):
                    given.require_holds(gap, hypothesis.relation, "a hypothesis of the source")
        found = source.step.claim
        if claim.relation not in {"=": ("=", "<="), "<=": ("<=",), "<": ("<", "<=")}[found.relation]:
            raise UnprovedError(f"{self.of!r} has another relation")
        given.require_identical(
            claim.gap, translation.one(found), f"the claim and the special case of {self.of!r}"
        )

    def _source(self, given: Given) -> tuple[Derivation, CheckedStep]:
        id, slash, label = self.of.partition("/")
        if not slash:
            return given.derivation, given.checked(self.of)
        if id not in given.library:
            raise UnprovedError(f"{id!r} has no derivation before this one")
        checked = given.library[id]
        step = checked.find(label)
        if step is None or checked.verdict is not Verdict.VERIFIED:
            raise UnprovedError(f"{self.of!r} was not verified")
        return checked.derivation, step


def special(
    of: str,
    values: Mapping[Letter, Expression | Scalar] | None = None,
    *,
    indices: Mapping[Index, Index | tuple[Index, ...]] | None = None,
    cases: Mapping[Index, Sequence[Mapping[Letter, Expression]]] | None = None,
) -> Special:
    """The rule, with its replacements as mappings."""
    return Special(
        of,
        tuple((k, v if isinstance(v, Expression) else number(v)) for k, v in (values or {}).items()),
        tuple((k, v if isinstance(v, tuple) else (v,)) for k, v in (indices or {}).items()),
        tuple((k, tuple(tuple(one.items()) for one in v)) for k, v in (cases or {}).items()),
    )


class _Translation:
    """Formulas of the source, put in terms of the derivation that uses it."""

    def __init__(self, rule: Special, concerned: list[Claim], histories: Histories | None) -> None:
        self.values = dict(rule.values)
        self.indices = dict(rule.indices)
        self.cases = dict(rule.cases)
        written_out = [pair for _, several in rule.cases for one in several for pair in one]
        self.pairs: Values = (*rule.values, *written_out)
        occurring = frozenset[Index]().union(*(all_indices(c.left) | all_indices(c.right) for c in concerned))
        if histories is not None:
            occurring = occurring.union((histories.index, *histories.new))
            occurring = occurring.union(*(all_indices(value) for _, value in histories.grow))
        self.occurring = occurring

    def image(self, indices: tuple[Index, ...] | frozenset[Index]) -> frozenset[Index]:
        """What becomes of these indices; one that is written out becomes nothing."""
        kept = (self.indices.get(index, (index,)) for index in indices if index not in self.cases)
        return frozenset[Index]().union(*kept)

    def require_apart(self) -> None:
        """Values may depend only on what becomes of their letter's own indices, or on an index from outside.

        An index that the source does not know is held fixed throughout, like a parameter.
        """
        inside = self.image(self.occurring)
        if sum(len(self.image((index,))) for index in self.occurring) > len(inside):
            raise UnprovedError("two indices become one")
        for index in self.occurring:
            images = self.image((index,))
            ranges = frozenset[Index]().union(*(image.over for image in images))
            if not ranges & inside <= self.image(index.over) | images:
                raise UnprovedError(f"the range that {index.name} gets depends on too much")
        for letter, value in self.pairs:
            if not held_fixed(value) & inside <= self.image(held_fixed(letter)):
                raise UnprovedError(f"the value of {letter.name} depends on too much")

    def gaps(self, claim: Claim) -> list[Expression]:
        """`right - left` in the new terms; once for each element of a free index that is written out."""
        gaps = [(claim.gap, self.values)]
        for index, several in self.cases.items():
            if index in free_indices(claim.gap):
                gaps = [(gap, {**values, **dict(one)}) for gap, values in gaps for one in several]
        return [self.put(gap, values) for gap, values in gaps]

    def one(self, claim: Claim) -> Expression:
        """`right - left` of the conclusion in the new terms."""
        if free_indices(claim.gap) & self.cases.keys():
            raise UnprovedError("the conclusion speaks of one element of a set that is written out")
        return self.put(claim.gap, self.values)

    def put(self, e: Expression, values: Mapping[Letter, Expression]) -> Expression:
        """`e` in the new terms."""
        if isinstance(e, Letter):
            if e not in values and any(index in self.cases or index in self.indices for index in e.over):
                raise UnprovedError(f"no value for {e.name}, whose indices are replaced")
            return values.get(e, e)
        if isinstance(e, Derivative):
            raise FormulaError("a derivative is no part of a claim that is to be used elsewhere")
        if isinstance(e, Total) and e.index in self.cases:
            terms = [self.put(e.body, {**values, **dict(one)}) for one in self.cases[e.index]]
            return sum(terms[1:], terms[0])
        if isinstance(e, Total):
            return total(self.indices.get(e.index, (e.index,)), self.put(e.body, values))
        return rebuilt(e, {i: self.put(part, values) for i, part in enumerate(parts(e))})


def _speaks_of(claims: list[Claim], histories: Histories) -> bool:
    return any(
        histories.index in all_indices(side) or histories.counter in letters(side)
        for claim in claims
        for side in (claim.left, claim.right)
    )


@contextmanager
def _at_every_length(given: Given, e: Expression, everywhere: bool) -> Iterator[None]:
    """Where the source needs something at every length, let it be known here at every length.

    `e` may not name the length, and what the enclosed requirement rests on may not speak of one length.
    """
    here = given.derivation.histories
    if not everywhere or here is None:
        yield
        return
    if here.counter in letters(e):
        raise UnprovedError("something is needed at every length and given at one")
    before, given.signer.used = given.signer.used, {}
    yield
    for label in given.signer.used:
        for rest in given.rests(label):
            if here.at_one_length(given.claim(rest).gap):
                raise UnprovedError(f"{rest!r} speaks of histories of one length")
    given.signer.used = before | given.signer.used


def _require_value(letter: Letter, value: Expression, given: Given) -> None:
    given.require_defined(value, f"the value of {letter.name}")
    if not given.signer.proves(value, declared(letter)):
        raise UnprovedError(f"the value of {letter.name} may not be {letter.sign}")
    whole = isinstance(value, Number) and value.value.denominator == 1
    if letter.natural and not whole and not (isinstance(value, Letter) and value.natural):
        raise UnprovedError(f"the value of {letter.name} may not be a whole number")


def _require_growth(histories: Histories, translation: _Translation, given: Given) -> None:
    """The histories of the source must become those of this derivation, letter by letter."""
    here = given.derivation.histories
    if here is None:
        raise UnprovedError("this derivation has no histories")
    new = tuple(image for index in histories.new for image in translation.indices.get(index, (index,)))
    counter = translation.values.get(histories.counter, histories.counter)
    if translation.image((histories.index,)) != {here.index} or new != here.new or counter != here.counter:
        raise UnprovedError("the histories are of another kind")
    for (letter, start), (_, grown) in zip(histories.start, histories.grow, strict=True):
        value = translation.values.get(letter, letter)
        others = {own for own in letters(value) if own.over} - here.letters
        if others or here.counter in letters(value):
            raise UnprovedError(f"nothing says how the value of {letter.name} grows")
        values = dict(translation.values)
        given.require_identical(
            at_length(value, here, dict(here.start), ()),
            translation.put(start, values),
            f"the start of {letter.name} there and here",
        )
        given.require_identical(
            at_length(value, here, dict(here.grow), here.new),
            translation.put(grown, values),
            f"the growth of {letter.name} there and here",
        )
