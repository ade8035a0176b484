"""The statements on points that no experiment gives: what always holds has to be able to fail."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certificate_cases import INSTANCES
from proofcheck.checker.bracket import Bracket
from proofcheck.checker.experiment import Point, _Direction
from proofcheck.checker.expressions import parse
from proofcheck.checker.instance import read_instance
from proofcheck.checker.outcome import RejectedError

HALF = Fraction(1, 2)


def direction(instance: str = "one-strategy") -> _Direction:
    return _Direction(read_instance(INSTANCES[instance].encode(), 128), "P1->P2", 128)


def points(*pairs: tuple[str, str]) -> list[Point]:
    return [Point(Fraction(p), Fraction(q), {Fraction(p) / Fraction(q)}) for p, q in pairs]


@pytest.mark.parametrize(
    ("pairs", "holds"),
    [
        ([("64/225", "49/225"), ("112/225", "112/225"), ("49/225", "64/225")], True),
        ([("1", "49/64")], False),
        ([("9/10", "1/10"), ("1/10", "9/10")], False),
        ([("4/9", "49/144"), ("5/9", "95/144")], True),
        ([("1", "1")], True),
    ],
)
def test_azuma(pairs: list[tuple[str, str]], holds: bool) -> None:
    assert direction().tails(points(*pairs)) is holds


@pytest.mark.parametrize(
    ("steps", "holds"),
    [
        ([("8/15", "8/7"), ("7/15", "7/8")], True),
        ([("1", "8/7")], False),
        ([("4/5", "8/7"), ("1/5", "7/8")], False),
        ([("1", "7/8")], True),
    ],
)
def test_mean(steps: list[tuple[str, str]], holds: bool) -> None:
    assert direction().mean([(Fraction(w), Fraction(c)) for w, c in steps]) is holds


@pytest.mark.parametrize(
    ("ratios", "holds"),
    [(["8/7", "7/8", "1"], True), (["9/7"], False), (["7/9"], False), (["8001/7000"], False)],
)
def test_bounded(ratios: list[str], holds: bool) -> None:
    assert direction().bounded(map(Fraction, ratios)) is holds


def test_never() -> None:
    one = direction()
    assert one.never(points(("1/2", "1/2")))
    assert not one.never(points(("8/15", "7/15")))
    assert direction("vacuous-every-delta").never(points(("9/10", "1/10")))


def test_bracket() -> None:
    open_, tie = (
        Bracket("1/2", parse("1/2"), Fraction(low), Fraction(high)) for low, high in ((2, 3), (2, 2))
    )
    assert [open_.below(Fraction(x)) for x in (1, 2, 3, 4)] == [False, False, True, True]
    assert [tie.below(Fraction(x)) for x in (1, 2, 3)] == [False, False, True]
    with pytest.raises(RejectedError):
        open_.below(Fraction(5, 2))
    assert open_.verdict(HALF, Fraction(0), 64) == "verified"
    assert tie.verdict(Fraction(5, 2), Fraction(1), 64) == "verified"
    assert tie.verdict(Fraction(51, 20), Fraction(1), 64) == "refuted"
    assert open_.verdict(Fraction(4), Fraction(1), 64) == "refuted"
    with pytest.raises(RejectedError):
        open_.verdict(Fraction(3), Fraction(1), 64)
