"""The generic search: what counts as proved, refuted and open."""

import itertools
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.engine.branch_and_bound import (
    Broken,
    Closed,
    Split,
    Status,
    Stuck,
    branch_and_bound,
)


def examine_square(target):
    """The claim `x(1-x) <= target` on intervals inside [0, 1], by the bound `high * (1 - low)`."""

    def examine(cell):
        low, high = cell
        if high * (1 - low) <= target:
            return Closed((cell,))
        middle = (low + high) / 2
        if middle * (1 - middle) > target:
            return Broken(middle)
        if high - low < Fraction(1, 2**12):
            return Stuck()
        return Split(((low, middle), (middle, high)))

    return examine


WHOLE = (Fraction(0), Fraction(1))


@settings(max_examples=30, deadline=None)
@given(st.fractions(min_value=Fraction(26, 100), max_value=1, max_denominator=200))
def test_true_claims_are_proved_by_a_cover(target) -> None:
    found = branch_and_bound([WHOLE], examine_square(target), budget=10_000)
    assert found.status is Status.PROVED
    tiles = sorted(found.proofs)
    assert tiles[0][0] == 0 and tiles[-1][1] == 1
    assert all(a[1] == b[0] for a, b in itertools.pairwise(tiles))


@given(st.fractions(min_value=0, max_value=Fraction(24, 100), max_denominator=200))
def test_false_claims_are_refuted_at_a_point(target) -> None:
    found = branch_and_bound([WHOLE], examine_square(target), budget=10_000)
    assert found.status is Status.REFUTED
    assert found.witness * (1 - found.witness) > target


def test_a_tie_is_left_open() -> None:
    found = branch_and_bound([WHOLE], examine_square(Fraction(1, 4)), budget=10_000)
    assert found.status is Status.OPEN
    assert all(abs(low - Fraction(1, 2)) < Fraction(1, 10) for low, _ in found.left)


def test_the_budget_leaves_cells_open() -> None:
    found = branch_and_bound([WHOLE], examine_square(Fraction(26, 100)), budget=3)
    assert found.status is Status.OPEN
    assert found.examined == 3
    covered = sum((high - low for low, high in (*found.proofs, *found.left)), Fraction(0))
    assert covered == 1


def test_partial_proofs_of_a_split_are_kept() -> None:
    def peel(cell):
        return Closed((cell,)) if cell == 0 else Split((cell - 1,), (cell,))

    assert branch_and_bound([3], peel, budget=10).proofs == (3, 2, 1, 0)
    assert branch_and_bound([3], peel, budget=2).left == (1,)


def test_nothing_to_examine_is_proved_and_no_budget_is_not() -> None:
    assert branch_and_bound([], examine_square(0), budget=1).status is Status.PROVED
    assert branch_and_bound([WHOLE], examine_square(1), budget=0).status is Status.OPEN
