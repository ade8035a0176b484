"""What the strategy does next, given only the privacy losses so far.

Azuma's inequality conditions on `C_1, ..., C_{k-1}`, which can forget both the boxes and the messages.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from proofcheck.analysis.ratios import Ratio
from proofcheck.analysis.tree import Choice, Row, ask, scaled_rows, scaled_weights
from proofcheck.model import Family, History, Strategy
from proofcheck.numbers import RingElement, quotient

# Beyond this many states the sequences are not enumerated; the mean given the losses is a mixture of
# means given the history, so nothing is lost but the second figure.
_BUDGET = 20_000

_Losses = tuple[Ratio, ...]
_State = tuple[_Losses, int, Hashable]  # losses so far, open boxes as a bit set, the strategy's memory
_States = Mapping[_State, tuple[RingElement, History]]  # mass under P1, not normalised; a history


def choices_given_losses(family: Family, strategy: Strategy, n: int) -> list[Choice] | None:
    """For every sequence of losses of 0..n-1 openings, the distribution of the next box given it.

    It is the same under both passwords: the masses of histories with equal losses differ by one factor,
    `e` to the sum of the losses. None if every loss names its box and message (then the losses say as
    much as the history) or if there are too many sequences.
    """
    rows, _ = scaled_rows(family)
    steps = [row[4] for box in rows for row in box]
    if len(set(steps)) == len(steps):
        return None
    found: dict[Choice, None] = {}
    states: _States = {((), 0, strategy.memory(())): (1, ())}
    visited = 1
    for k in range(1, n + 1):
        nodes = [(opened, memory, history) for (_, opened, memory), (_, history) in states.items()]
        distinct, choices = ask(family, strategy, nodes)
        weights, unit = scaled_weights(distinct)
        grouped: dict[_Losses, list[tuple[RingElement, int]]] = {}
        for ((losses, _, _), (mass, _)), choice in zip(states.items(), choices, strict=True):
            grouped.setdefault(losses, []).append((mass, choice))
        for group in grouped.values():
            mixed = distinct[group[0][1]] if len(group) == 1 else _mixed(group, weights, unit)
            found[mixed] = None
        if k == n:
            break
        states = _extended(family, strategy, rows, states, [weights[choice] for choice in choices])
        visited += len(states)
        if visited > _BUDGET:
            return None
    return list(found)


def _mixed(
    group: Sequence[tuple[RingElement, int]],
    weights: Sequence[Sequence[tuple[int, RingElement]]],
    unit: RingElement,
) -> Choice:
    """The mixture of choices of histories with the same losses, weighted by their masses."""
    total: RingElement = 0
    boxes: dict[int, RingElement] = {}
    for mass, choice in group:
        total = total + mass * unit
        for box, weight in weights[choice]:
            boxes[box] = boxes.get(box, 0) + mass * weight
    return tuple((box, quotient(mass, total)) for box, mass in sorted(boxes.items()))


def _extended(
    family: Family,
    strategy: Strategy,
    rows: Sequence[Sequence[Row]],
    states: _States,
    weights: Sequence[Sequence[tuple[int, RingElement]]],
) -> _States:
    """The states after one more opening."""
    following: dict[_State, tuple[RingElement, History]] = {}
    for ((losses, opened, _), (mass, history)), choice in zip(states.items(), weights, strict=True):
        for box, weight in choice:
            name = family.boxes[box].name
            for _, message, p, _, ratio in rows[box]:
                longer = (*history, (name, message))
                state = ((*losses, ratio), opened | (1 << box), strategy.memory(longer))
                joint = mass * weight * p
                if state in following:
                    other, longer = following[state]
                    joint = joint + other
                following[state] = (joint, longer)
    return following
