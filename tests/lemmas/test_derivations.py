"""The general proof: every derivation holds, says what it should, needs all it names, and nothing false."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from derivation_mutants import Mutant, harmless, mutants
from finite_models import holds
from general_models import ONE_BOX, model_for
from lemmas import GENERAL_PROOF, PROOF
from proof_cases import experiment, forgetting
from proofcheck.logic.derivation import Checked, Derivation, check
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Letter, letters
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.statement import Statement
from proofcheck.surfaces import graph
from proofcheck.surfaces.derivations import abbreviations
from proofcheck.surfaces.formulas import Writer

STATEMENTS = {statement.id: statement for statement in GENERAL_PROOF}
IDS = list(STATEMENTS)
PINNED = Path(__file__).parents[1] / "data" / "general-statements.txt"
_EVERY = 61  # of the everyday suite's mutants; the slow suite tries all


def derivation_of(id: str) -> Derivation:
    derivation = STATEMENTS[id].derivation
    assert derivation is not None
    return derivation


@cache
def library() -> dict[str, Checked]:
    checked: dict[str, Checked] = {}
    for id in IDS:
        checked[id] = check(derivation_of(id), checked)
    return checked


@pytest.mark.parametrize("id", IDS)
def test_every_step_is_verified(id: str) -> None:
    checked = library()[id]
    failing = {step.step.label: step.reason for step in checked.steps if step.verdict is not Verdict.VERIFIED}
    assert failing == {}
    assert checked.verdict is Verdict.VERIFIED


def test_every_statement_of_the_source_is_derived() -> None:
    assert {statement.id for statement in PROOF} <= set(IDS)
    assert len(set(IDS)) == len(IDS) == len(GENERAL_PROOF)
    assert all(statement.derivation is not None for statement in PROOF)


def interface(statement: Statement, derivation: Derivation) -> str:
    """What a derivation takes and what it gives, as text."""
    writer = Writer()
    claims = {step.label: step.claim for step in derivation.steps}
    given = [f"  given     {writer.claim(hypothesis.claim)}" for hypothesis in derivation.hypotheses]
    ends = [f"  concluded {writer.claim(claims[label])}" for label in derivation.concludes]
    short = sorted(abbreviations(derivation), key=lambda named: named.name)
    means = [f"  where     {writer.formula(named)} = {writer.formula(named.body)}" for named in short]
    return "\n".join([statement.id, *given, *ends, *means]) + "\n"


def test_what_is_given_and_concluded_is_pinned() -> None:
    """A weaker conclusion, or a stronger hypothesis, could be proved as well: it must not slip in."""
    found = "\n".join(interface(statement, derivation_of(id)) for id, statement in STATEMENTS.items())
    assert found == PINNED.read_text(encoding="utf-8")


def test_the_last_statement_starts_from_the_model_and_closeness_alone() -> None:
    sources = {hypothesis.source for hypothesis in derivation_of("composition").hypotheses}
    assert sources == {"", "closeness", "outputs"}
    checked = library()["composition"]
    ends = {label: checked.find(label) for label in derivation_of("composition").concludes}
    assert all(end is not None and "close" in end.rests for end in ends.values())


@pytest.mark.parametrize("id", IDS)
def test_every_step_and_hypothesis_is_needed(id: str) -> None:
    derivation, checked = derivation_of(id), library()[id]
    used = {label for step in checked.steps for label in step.used} | set(derivation.concludes)
    # Displayed for the reader, beside the argument: the values and derivatives that the next steps use.
    assert {step.label for step in derivation.steps} - used <= {"second derivative"}
    rests = frozenset[str]().union(*(step.rests for step in checked.steps))
    assert {hypothesis.label for hypothesis in derivation.hypotheses} <= rests


@pytest.mark.parametrize("id", [id for id in IDS if derivation_of(id).hypotheses])
def test_without_a_hypothesis_the_derivation_fails(id: str) -> None:
    derivation = derivation_of(id)
    for hypothesis in derivation.hypotheses:
        left = tuple(other for other in derivation.hypotheses if other != hypothesis)
        checked = check(replace(derivation, hypotheses=left), library())
        assert checked.verdict is Verdict.UNDECIDED, hypothesis.label


# The graph.


def test_the_graph_has_no_circle_and_follows_the_order() -> None:
    drawn = graph.of(GENERAL_PROOF)
    place = {id: k for k, id in enumerate(IDS)}
    assert all(place[edge.used] < place[edge.user] for edge in drawn.edges)
    layers = {node.id: node.layer for node in drawn.nodes}
    assert all(layers[edge.used] < layers[edge.user] for edge in drawn.edges)


def test_a_circle_is_noticed() -> None:
    first = replace(STATEMENTS["closeness"], proof_uses=("theorem",))
    with pytest.raises(graph.CycleError):
        graph.of([first, *GENERAL_PROOF[1:]])
    with pytest.raises(LookupError):
        graph.of([replace(STATEMENTS["closeness"], uses=("nothing",)), *GENERAL_PROOF[1:]])


@pytest.mark.parametrize("id", IDS)
def test_what_a_derivation_invokes_is_what_its_statement_names(id: str) -> None:
    statement = STATEMENTS[id]
    invoked = graph.derived_from(statement)
    if statement in PROOF or id == "dominance":
        # The statements of the source name those of the source; what the source lacks is cited besides.
        invoked &= {known.id for known in PROOF}
    assert invoked <= graph.stated(statement)


def test_what_the_checks_ask_for_is_in_the_graph() -> None:
    drawn = graph.of(GENERAL_PROOF)
    setting, earlier = experiment(forgetting()), {}
    for statement in PROOF:
        evidence = Evidence(setting, earlier)
        earlier[statement.id] = tuple(statement.check(evidence))
        assert set(evidence.asked) <= {edge.used for edge in drawn.used_by(statement.id)}


def test_everything_the_derivations_cite_is_reached_from_the_end() -> None:
    reached, waiting = set(), ["composition"]
    while waiting:
        id = waiting.pop()
        if id not in reached:
            reached.add(id)
            waiting += graph.derived_from(STATEMENTS[id]) | graph.stated(STATEMENTS[id])
    assert reached == set(IDS)


# Brute force: what is derived is true of concrete boxes.


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("id", IDS)
def test_every_claim_is_true_of_concrete_boxes(id: str, seed: int) -> None:
    model = model_for(id, seed)
    derivation = derivation_of(id)
    for hypothesis in derivation.hypotheses:
        assert holds(hypothesis.claim, model), f"the model does not satisfy {hypothesis.label!r}"
    for step in derivation.steps:
        assert holds(step.claim, model), step.label


@pytest.mark.parametrize("id", ["fact-1", "hoeffding", "bad-set-lemma", "composition"])
def test_concrete_boxes_tell_a_false_claim(id: str) -> None:
    """Some mutant of each equation of a proof is false in the model, so the test above can fail."""
    model = model_for(id, 0)
    for mutant in mutants(derivation_of(id)):
        changed = [s for s, o in zip(mutant.derivation.steps, derivation_of(id).steps, strict=True) if s != o]
        if changed and not holds(changed[0].claim, model):
            return
    pytest.fail("every mutant is true")


def test_the_bad_sets_of_the_models_are_not_empty() -> None:
    for id in ("bad-set-lemma", "composition"):
        model = model_for(id, 0)
        (bad,) = {
            letter
            for part in derivation_of(id).hypotheses
            for letter in letters(part.claim.left)
            if isinstance(letter, Letter) and letter.name in ("W" if id == "bad-set-lemma" else "V")
        }
        (index,) = bad.over
        values = {model.letter(bad, {index: one}) for one in model.range(index, {})}
        assert values == {0, 1}
    assert {id for id in IDS if id in ONE_BOX} == ONE_BOX


# Mutants: one constant, exponent, sign or relation changed at a time.


def caught(id: str, mutant: Mutant) -> bool:
    """Whether the mutant fails: itself, in a derivation that cites it, or against what is pinned."""
    before = {other: library()[other] for other in IDS[: IDS.index(id)]}
    checked = check(mutant.derivation, before)
    if checked.verdict is not Verdict.VERIFIED:
        return True
    if interface(STATEMENTS[id], mutant.derivation) != interface(STATEMENTS[id], derivation_of(id)):
        return True
    now = {**before, id: checked}
    for other in IDS[IDS.index(id) + 1 :]:
        now[other] = check(derivation_of(other), now)
        if now[other].verdict is not Verdict.VERIFIED:
            return True
    return False


@pytest.mark.parametrize("id", IDS)
def test_some_mutants_are_caught(id: str) -> None:
    for place, mutant in enumerate(mutants(derivation_of(id))):
        if place % _EVERY == 7 and not harmless(mutant):
            assert caught(id, mutant), mutant.where


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_every_mutant_is_caught(id: str) -> None:
    tried = [mutant for mutant in mutants(derivation_of(id)) if not harmless(mutant)]
    assert len(tried) > 10
    assert [mutant.where for mutant in tried if not caught(id, mutant)] == []
