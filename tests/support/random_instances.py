"""Hypothesis strategies for small instances. Only for tests.

Probabilities are fractions with small denominators, P1 and P2 close to each other, so that many
instances are not vacuous; boxes share their messages, and strategies are randomised more often than not.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from proofcheck.model import (
    Box,
    Family,
    FixedStrategy,
    History,
    Instance,
    Rule,
    RuleStrategy,
    Strategy,
    UniformStrategy,
    Weights,
)

MESSAGES = ("0", "1", "2", "no")
DELTAS = ("1/10", "1/2", "3/5", "3/4", "9/10", "exp(-1/4)")


@st.composite
def boxes(draw: st.DrawFn, name: str = "a", most: int = 3) -> Box:
    """A box of 1 to `most` messages, out of four that all boxes share."""
    messages = draw(st.permutations(MESSAGES))[: draw(st.integers(1, most))]
    if draw(st.integers(0, 4)):
        weights = [draw(st.integers(6, 10)) for _ in messages]
        others = [weight + draw(st.integers(-1, 1)) for weight in weights]
    else:
        weights = [draw(st.integers(1, 4)) for _ in messages]
        others = [draw(st.integers(1, 4)) for _ in messages]
    p1 = {m: Fraction(w, sum(weights)) for m, w in zip(messages, weights, strict=True)}
    p2 = {m: Fraction(w, sum(others)) for m, w in zip(messages, others, strict=True)}
    return Box.create(name, p1, p2)


@st.composite
def families(draw: st.DrawFn, most_boxes: int = 3, most_messages: int = 3) -> Family:
    """1 to `most_boxes` boxes called a, b, c, ...; some are copies of others."""
    found: list[Box] = []
    for i in range(draw(st.integers(1, most_boxes))):
        name = "abcdefgh"[i]
        if found and draw(st.integers(0, 3)) == 0:
            found.append(draw(st.sampled_from(found)).renamed(name))
        else:
            found.append(draw(boxes(name, most_messages)))
    return Family.of(*found)


@st.composite
def weights(draw: st.DrawFn, names: tuple[str, ...]) -> Weights:
    """A distribution on the names; some weights are 0."""
    parts = [draw(st.integers(0, 3)) for _ in names]
    if not any(parts):
        parts[draw(st.integers(0, len(names) - 1))] = 1
    return tuple((name, Fraction(part, sum(parts))) for name, part in zip(names, parts, strict=True))


@st.composite
def histories(draw: st.DrawFn, family: Family, longest: int) -> History:
    """A history of at most `longest` openings."""
    names = draw(st.permutations(family.names))[: draw(st.integers(0, longest))]
    return tuple((name, draw(st.sampled_from(family[name].messages))) for name in names)


@st.composite
def rules(draw: st.DrawFn, family: Family) -> Rule:
    """A rule that chooses unopened boxes only, whenever it matches."""
    longest = len(family) - 1
    kind = draw(st.sampled_from(("history", "opened", "last", "last_box", "step", "both")))
    if kind in ("history", "opened"):
        history = draw(histories(family, longest))
        opened = frozenset(box for box, _ in history)
        names = tuple(name for name in family.names if name not in opened)
        choose = draw(st.one_of(weights(names), st.sampled_from(names)))
        return Rule(choose, history=history) if kind == "history" else Rule(choose, opened=opened)
    last = draw(st.sampled_from(sorted(family.messages))) if kind in ("last", "both") else None
    last_box = draw(st.sampled_from(family.names)) if kind in ("last_box", "both") else None
    step = draw(st.integers(1, len(family))) if kind == "step" else None
    return Rule(draw(ANYWHERE), last=last, last_box=last_box, step=step)


ANYWHERE = st.sampled_from(("uniform", "first-unopened"))


@st.composite
def rule_strategies(draw: st.DrawFn, family: Family) -> RuleStrategy:
    """Rules that decide every history, and always for an unopened box."""
    found = draw(st.lists(rules(family), max_size=6))
    return RuleStrategy((*found, Rule(draw(ANYWHERE))))


def any_strategies(family: Family) -> st.SearchStrategy[Strategy]:
    """A strategy of any kind that a file can name."""
    fixed = st.permutations(family.names).map(lambda names: FixedStrategy(tuple(names)))
    return st.one_of(rule_strategies(family), rule_strategies(family), st.just(UniformStrategy()), fixed)


@st.composite
def instances(draw: st.DrawFn, most_boxes: int = 3, most_messages: int = 3) -> Instance:
    """An instance with boxes, a strategy, eps and delta'; for all events."""
    family = draw(families(most_boxes, most_messages))
    return Instance.create(
        family=family,
        strategy=draw(any_strategies(family)),
        n=draw(st.integers(1, len(family))),
        epsilon="auto",
        delta=draw(st.lists(st.sampled_from(DELTAS), min_size=1, max_size=2, unique=True)),
    )
