"""The proof as a whole: its order, and what each statement says it uses against what it asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lemmas import PROOF
from proof_cases import (
    coins,
    exact_tie,
    experiment,
    exponential,
    forgetting,
    hidden_choices,
    no_loss,
    one_skewed,
)
from proofcheck.engine import run
from proofcheck.logic.evidence import Evidence
from proofcheck.model import STATEMENT_IDS, Instance

IDS = [statement.id for statement in PROOF]

CASES = {
    "one delta": one_skewed,
    "several delta": lambda: forgetting(delta=["3/4", "1/2"]),
    "all delta": lambda: hidden_choices(delta=None),
    "events": lambda: coins(2, delta="1/2", events=[[("0", "0")]]),
    "own bound": lambda: coins(1, delta="1/10", bound="epsilon/2"),
    "a tie": exact_tie,
    "exponential": exponential,
    "eps = 0": no_loss,
}


def test_the_statements_and_their_order() -> None:
    assert tuple(IDS) == STATEMENT_IDS
    assert [statement.number for statement in PROOF] == [f"S{k}" for k in range(1, 13)]
    kinds = {"definition", "fact", "lemma", "theorem"}
    for statement in PROOF:
        assert statement.kind in kinds
        assert all((statement.title, statement.formula, statement.words, statement.source))


@pytest.mark.parametrize("kind", ["hypotheses", "uses", "proof_uses"])
def test_each_statement_uses_only_earlier_ones(kind: str) -> None:
    for place, statement in enumerate(PROOF):
        used = getattr(statement, kind)
        assert len(set(used)) == len(used)
        assert set(used) <= set(IDS[:place]), statement.id


def test_the_theorem_rests_on_everything_before_it() -> None:
    """No statement is left over: each is reached from the theorem through uses, proofs and hypotheses."""
    known = {statement.id: statement for statement in PROOF}
    reached, waiting = set(), ["theorem"]
    while waiting:
        id = waiting.pop()
        if id not in reached:
            reached.add(id)
            waiting += [*known[id].uses, *known[id].proof_uses, *known[id].hypotheses]
    assert reached == set(IDS)


@pytest.mark.parametrize("case", CASES)
def test_a_statement_asks_only_for_what_it_says_it_uses(case: str) -> None:
    setting, earlier = experiment(CASES[case]()), {}
    for statement in PROOF:
        evidence = Evidence(setting, earlier)
        earlier[statement.id] = tuple(statement.check(evidence))
        assert set(evidence.asked) <= {*statement.uses, *statement.proof_uses}, statement.id


def test_what_the_statements_do_ask_for() -> None:
    """The lines of the proof that speak of earlier rows, one for one."""
    setting, earlier, asked = experiment(forgetting()), {}, {}
    for statement in PROOF:
        evidence = Evidence(setting, earlier)
        earlier[statement.id] = tuple(statement.check(evidence))
        asked[statement.id] = set(evidence.asked)
    assert {id: ids for id, ids in asked.items() if ids} == {
        "bounded-loss": {"closeness"},
        "fact-1": {"closeness"},
        "conditional-mean": {"fact-1"},
        "azuma": {"ratio", "bounded-loss", "conditional-mean"},
        "theorem": {"bad-set-lemma"},
    }


def test_the_hypotheses_of_each_statement() -> None:
    assert {s.id: s.hypotheses for s in PROOF if s.hypotheses} == {
        "support": ("closeness",),
        "ratio": ("support",),
        "bounded-loss": ("closeness",),
        "fact-1": ("closeness",),
        "conditional-mean": ("closeness",),
        "azuma": ("ratio", "bounded-loss", "conditional-mean"),
        "bad-set-lemma": ("closeness",),
        "theorem": ("closeness",),
    }


@pytest.mark.parametrize("id", ["bounded-loss", "fact-1", "conditional-mean", "azuma", "theorem"])
def test_out_of_order_a_statement_refuses_to_judge(id: str) -> None:
    (statement,) = (s for s in PROOF if s.id == id)
    with pytest.raises(LookupError, match="has not been judged"):
        tuple(statement.check(Evidence(experiment(one_skewed()), {})))


def test_every_row_carries_the_id_of_its_statement() -> None:
    setting, earlier = experiment(forgetting()), {}
    for statement in PROOF:
        earlier[statement.id] = tuple(statement.check(Evidence(setting, earlier)))
        assert {r.id for r in earlier[statement.id]} == {statement.id}


def test_a_row_too_many_or_too_few_is_noticed_by_the_count() -> None:
    """interface.md: one row a box, direction, level, delta' as the table there says."""
    rows = run(forgetting(delta=["3/4", "1/2"]), PROOF).judgements
    count = {id: sum(r.id == id for r in rows) for id in IDS}
    assert count == {
        "closeness": 4,
        "chain-rule": 1,
        "outputs": 1,
        "support": 1,
        "ratio": 4,
        "bounded-loss": 4,
        "fact-1": 4,
        "conditional-mean": 4,
        "azuma": 4,
        "substitution": 2,
        "bad-set-lemma": 8,
        "theorem": 8,
    }


def test_the_conclusion_depends_on_lemma_and_theorem_alone() -> None:
    """A statement judged with every other left out gives the same rows: nothing is passed on secretly."""
    make: Callable[[], Instance] = one_skewed
    whole = run(make(), PROOF)
    concluding = [r for r in whole.judgements if r.id in ("bad-set-lemma", "theorem")]
    alone = run(make(), [s for s in PROOF if s.id in ("bad-set-lemma", "theorem")])
    assert [replace(r, steps=()) for r in alone.judgements] == [replace(r, steps=()) for r in concluding]
    assert alone.conclusion is whole.conclusion
