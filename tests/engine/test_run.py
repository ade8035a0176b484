"""What is made of the rows: conclusion, argument, gaps, notices, and the budget of the tree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lemmas import PROOF
from proof_cases import NOTHING, coin, coins, forgetting, hidden_choices, no_loss, one_skewed
from proofcheck.analysis.tree import build_tree
from proofcheck.engine import BudgetError, run
from proofcheck.engine.run import MOST_OUTPUTS
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.statement import Statement
from proofcheck.model import Box, Family, Instance, UniformStrategy, strategies
from proofcheck.numbers import parse

BY_ID = {statement.id: statement for statement in PROOF}


def saying(id: str, verdict: Verdict) -> Statement:
    """A statement whose one row has this verdict."""
    row = Judgement(id, "outputs", "P1->P2", verdict, "exact", witness={"here": 1})
    return replace(BY_ID[id], check=lambda evidence: [row])


def test_a_sound_argument() -> None:
    result = run(one_skewed(), PROOF)
    assert (result.conclusion, result.argument, result.gaps) == (Verdict.VERIFIED, "sound", ())
    assert result.epsilon == parse("ln(9/8)") and str(result.exp_epsilon) == "9/8"
    assert str(result.smallest_epsilon) == "ln(9/8)" and result.nodes == 4
    assert [(row.x, row.p1, row.p2) for row in result.outputs or ()] == [
        (("a",), Fraction(1, 10), Fraction(1, 10)),
        (("b",), Fraction(9, 20), Fraction(2, 5)),
        (("c",), Fraction(9, 20), Fraction(1, 2)),
    ]


def test_gaps_are_the_refuted_steps_with_their_witnesses() -> None:
    result = run(hidden_choices(), PROOF)
    assert (result.conclusion, result.argument) == (Verdict.VERIFIED, "gap")
    both = ("P1->P2", "P2->P1")
    ids = ("ratio", "bounded-loss", "conditional-mean")
    found = [(gap.id, gap.level, gap.direction) for gap in result.gaps]
    assert found == [(id, "outputs", d) for id in ids for d in both]
    for gap in result.gaps:
        (row,) = (
            r for r in result.judgements if (r.id, r.level, r.direction) == (gap.id, gap.level, gap.direction)
        )
        assert gap.witness == row.witness


def test_a_bound_that_the_proof_does_not_reach_is_a_gap() -> None:
    result = run(coins(1, delta="9/10", bound="epsilon/1000"), PROOF)
    assert (result.conclusion, result.argument) == (Verdict.VERIFIED, "gap")
    assert [gap.id for gap in result.gaps] == ["substitution"]


def test_the_lemma_alone_can_refute_the_conclusion() -> None:
    """E5 at eps' = 0, delta' = 1/2: the theorem holds and the lemma does not."""
    result = run(forgetting(delta="1/2", bound="0"), PROOF)
    assert {r.verdict for r in result.judgements if r.id == "theorem"} == {Verdict.VERIFIED}
    assert result.conclusion is Verdict.REFUTED


@pytest.mark.parametrize("id", ["bad-set-lemma", "theorem"])
@pytest.mark.parametrize("verdict", [Verdict.REFUTED, Verdict.UNDECIDED])
def test_each_of_lemma_and_theorem_decides_the_conclusion(id: str, verdict: Verdict) -> None:
    (other,) = {"bad-set-lemma", "theorem"} - {id}
    statements = [saying(id, verdict), saying(other, Verdict.VERIFIED)]
    assert run(one_skewed(), statements).conclusion is verdict


@pytest.mark.parametrize("id", [id for id in BY_ID if id not in ("bad-set-lemma", "theorem")])
def test_no_other_statement_decides_the_conclusion(id: str) -> None:
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.INAPPLICABLE):
        statements = [saying(id, verdict), saying("theorem", Verdict.VERIFIED)]
        result = run(one_skewed(), statements)
        assert result.conclusion is Verdict.VERIFIED
        if verdict is Verdict.UNDECIDED:
            assert result.argument == "undecided" and result.gaps == ()


def test_nothing_judged_is_not_verified() -> None:
    assert run(one_skewed(), ()).conclusion is Verdict.UNDECIDED
    assert run(one_skewed(), PROOF[:10]).conclusion is Verdict.UNDECIDED


def test_what_is_open_in_a_row_is_open_in_the_end() -> None:
    result = run(coins(1, "3/4", delta="1/10", bound=f"ln(3) + {NOTHING}"), PROOF)
    assert result.conclusion is Verdict.UNDECIDED


@pytest.mark.parametrize(("size", "listed"), [(MOST_OUTPUTS, True), (MOST_OUTPUTS + 1, False)])
def test_outputs_are_listed_up_to_a_limit(size: int, listed: bool) -> None:
    p = {f"{i:03}": Fraction(1, size) for i in range(size)}
    instance = Instance.create(
        family=[Box.create("wide", p, p)], strategy=strategies.fixed("wide"), delta="1/2"
    )
    result = run(instance, PROOF[2:3])
    if listed:
        assert result.outputs is not None and len(result.outputs) == size == 512
        assert result.notices == ()
    else:
        assert result.outputs is None
        assert result.notices == ("the 513 output vectors are not listed (the limit is 512)",)


def test_progress_is_told_for_the_tree_and_the_statements() -> None:
    told: list[tuple[str, int, int]] = []
    run(coins(2, delta="1/2"), PROOF[:3], progress=lambda *step: told.append(step))
    tree, statements = [("history tree", k, 2) for k in (1, 2)], [("statements", k, 3) for k in (1, 2, 3)]
    assert told == tree + statements


# The budget.


@pytest.mark.parametrize(
    ("case", "nodes"),
    [(lambda: coins(3, delta="1/2"), 15), (no_loss, 33), (hidden_choices, 53), (forgetting, 5)],
)
def test_the_budget_counts_every_node_and_is_exact(case: Any, nodes: int) -> None:
    assert run(case(), PROOF, max_nodes=nodes).nodes == nodes
    with pytest.raises(BudgetError, match=f"needs more than {nodes - 1} nodes"):
        run(case(), PROOF, max_nodes=nodes - 1)


def test_the_refusal_says_how_far_it_came_and_how_many_nodes_there_may_be() -> None:
    """Three boxes of 3, 2 and 2 messages, two openings: 1 + 3*3 + (3*2)*(3*2) at most."""
    boxes = [
        Box.create("wide", dict.fromkeys("012", "1/3"), dict.fromkeys("012", "1/3")),
        coin("a", messages=("3", "4")),
        coin("b", messages=("5", "6")),
    ]
    with pytest.raises(BudgetError) as refusal:
        build_tree(Family.of(*boxes), UniformStrategy(), 2, max_nodes=8)
    message = str(refusal.value)
    assert "more than 8 nodes after 2 of 2 openings" in message
    assert "at most 46 in all" in message and "--max-nodes" in message
    with pytest.raises(BudgetError, match="after 1 of 2 openings"):
        build_tree(Family.of(*boxes), UniformStrategy(), 2, max_nodes=7)
