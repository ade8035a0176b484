"""Instances small enough to be done by hand, and the statements of the proof judged on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import mpmath

from brute_force import evaluate
from lemmas import PROOF
from proofcheck.analysis.experiment import Experiment, Setting
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import Approximate, Inequality, Judgement, LinearForm, Verdict
from proofcheck.model import Box, FixedStrategy, Instance, UniformStrategy, strategies
from proofcheck.model.scalars import Numeric, as_expression
from proofcheck.numbers import to_expression

BOTH = ("P1->P2", "P2->P1")
LEVELS = ("histories", "outputs")
STATEMENTS = {statement.id: statement for statement in PROOF}


def coin(name: str = "coin", truth: Numeric = "11/21", messages: tuple[str, str] = ("0", "1")) -> Box:
    """Randomised response: the first message is right under P1, and then sent with probability `truth`."""
    lie = 1 - as_expression(truth)
    first, second = messages
    return Box.create(name, {first: truth, second: lie}, {first: lie, second: truth})


def coins(count: int, truth: Numeric = "11/21", **rest: Any) -> Instance:
    """`count` coins in a fixed order."""
    names = tuple(f"coin{i}" for i in range(1, count + 1))
    boxes = [coin(name, truth) for name in names]
    return Instance.create(family=boxes, strategy=FixedStrategy(names), epsilon="auto", **rest)


def skewed(name: str = "skewed") -> Box:
    """A box that treats the passwords differently: its ratios P1/P2 are 1, 9/8 and 9/10."""
    return Box.create(name, {"a": "1/10", "b": "9/20", "c": "9/20"}, {"a": "1/10", "b": "2/5", "c": "1/2"})


def one_skewed(**rest: Any) -> Instance:
    """One opening of the skewed box, eps = ln(10/9) unless given."""
    given = {"epsilon": "auto", "delta": "9/10", **rest}
    return Instance.create(family=[skewed()], strategy=FixedStrategy(("skewed",)), **given)


def forgetting(**rest: Any) -> Instance:
    """One of two boxes at random, with the same messages: the output forgets which (E5)."""
    b = Box.create("b", {"0": "27/47", "1": "20/47"}, {"0": "25/47", "1": "22/47"})
    given = {"epsilon": "ln(11/10)", "delta": "3/4", **rest}
    return Instance.create(n=1, family=[coin("a"), b], strategy=UniformStrategy(), **given)


def hidden_choices(**rest: Any) -> Instance:
    """The choices of two random openings are revealed by the third message alone (E4)."""
    boxes = [coin("a0"), coin("a1", "10/21"), coin("b0"), coin("b1", "10/21")]
    pairs = [(i, j) for i in "01" for j in "01"]
    boxes += [coin(f"c{i}{j}", messages=(f"{i}{j}0", f"{i}{j}1")) for i, j in pairs]
    rules = [
        strategies.when(step=1, choose={"a0": "1/2", "a1": "1/2"}),
        strategies.when(step=2, choose={"b0": "1/2", "b1": "1/2"}),
        *(strategies.when(opened=[f"a{i}", f"b{j}"], choose=f"c{i}{j}") for i, j in pairs),
    ]
    given = {"epsilon": "ln(11/10)", "delta": "1/3", **rest}
    return Instance.create(n=3, family=boxes, strategy=strategies.rules(*rules), **given)


def exact_tie(**rest: Any) -> Instance:
    """eps = ln(3/2), n = 2, delta' = exp(-1/4): eps' is 2 ln(3/2) exactly, and an atom has the ratio 9/4."""
    return coins(2, "3/5", **{"delta": "exp(-1/4)", **rest})


def exponential(count: int = 3, **rest: Any) -> Instance:
    """`count` coins with e^eps = e^(1/10), which is transcendental."""
    return coins(count, "exp(1/10)/(1 + exp(1/10))", **rest)


def no_loss(**rest: Any) -> Instance:
    """eps = 0: the boxes say the same under both passwords."""
    weather = {"rain": "1/3", "sun": "2/3"}
    die = dict.fromkeys("123456", "1/6")
    boxes = [Box.create("weather", weather, weather), Box.create("die", die, die)]
    given = {"epsilon": 0, "delta": "1/2", **rest}
    return Instance.create(n=2, family=boxes, strategy=UniformStrategy(), **given)


# Equal to 0, but by an identity of nested roots that is not implemented: comparisons with it stay open.
NOTHING = "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)"


def experiment(instance: Instance, *, epsilon: Numeric | None = None) -> Experiment:
    """The experiment of an instance, to be tampered with; `epsilon` may be smaller than the boxes allow."""
    eps = instance.effective_epsilon if epsilon is None else as_expression(epsilon)
    assert eps is not None and instance.effective_n is not None
    assert instance.family is not None and instance.strategy is not None
    return Experiment(instance, eps, instance.effective_n, instance.family, instance.strategy)


class Earlier(dict[str, tuple[Judgement, ...]]):
    """The rows of statements, judged when they are asked for unless they are known."""

    def __init__(self, setting: Setting, known: Mapping[str, Iterable[Judgement]]) -> None:
        super().__init__({id: tuple(rows) for id, rows in known.items()})
        self.setting = setting

    def __contains__(self, id: object) -> bool:
        return id in STATEMENTS

    def __missing__(self, id: str) -> tuple[Judgement, ...]:
        self[id] = tuple(STATEMENTS[id].check(Evidence(self.setting, self)))
        return self[id]


def judged(
    id: str, setting: Setting, known: Mapping[str, Iterable[Judgement]] | None = None
) -> tuple[Judgement, ...]:
    """The rows of a statement; those that it asks for are judged first unless they are `known`."""
    return Earlier(setting, known or {})[id]


def row(
    rows: Iterable[Judgement],
    level: str | None = None,
    direction: str | None = None,
    *,
    box: str | None = None,
    delta: Numeric | None = None,
) -> Judgement:
    """The one row that this picks."""
    wanted = None if delta is None else as_expression(delta)
    (found,) = (
        r
        for r in rows
        if level in (None, r.level)
        and direction in (None, r.direction)
        and box in (None, r.box)
        and (wanted is None or r.delta == wanted)
    )
    return found


def places(rows: Iterable[Judgement]) -> list[tuple[str, str | None]]:
    """(level, direction) of every row, in order."""
    return [(r.level, r.direction) for r in rows]


def verdicts(rows: Iterable[Judgement]) -> set[Verdict]:
    """The verdicts that occur."""
    return {r.verdict for r in rows}


def line(judgement: Judgement, beginning: str) -> Inequality:
    """The one line whose left side has a name that begins so."""
    (found,) = (step for step in judgement.steps if step.left_name.startswith(beginning))
    return found


def is_number(value: object, text: str | int | Fraction) -> bool:
    """Whether a reported value is this number (text in the grammar), to 45 digits."""
    if isinstance(value, Approximate):
        value = value.value
    if isinstance(value, LinearForm):
        value = to_expression(value.a) - to_expression(value.b) * value.threshold
    if isinstance(value, str) or value is None:
        return False
    with mpmath.workdps(60):
        return bool(abs(evaluate(str(value)) - evaluate(str(text))) < mpmath.mpf(10) ** -45)


def theorem_bound(n: int, epsilon: str, delta: str) -> str:
    """eps' in text, written down here once more."""
    return f"{n}*({epsilon})*(exp({epsilon}) - 1) + ({epsilon})*sqrt(2*{n}*ln(1/({delta})))"
