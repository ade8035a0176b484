"""What two distributions on messages must fulfil to be a box, and what is wrong where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from proofcheck.model.scalars import shortened
from proofcheck.numbers import Exact, RingElement, exact_sign, numerator_denominator, quotient

# Of many messages with the same defect, this many are named.
_MOST_NAMED = 20


@dataclass(frozen=True)
class Defect:
    """One defect; `path` leads from the box to its place."""

    path: tuple[str, ...]
    value: str
    message: str
    hint: str = ""


def distribution_problems(box: str, p1: Mapping[str, Exact], p2: Mapping[str, Exact]) -> Iterator[Defect]:
    """Everything that keeps `p1`, `p2` from being two distributions with the same support.

    `box` is the name as the message prints it, for example `boxes.pets`.
    """
    for side, given in (("P1", p1), ("P2", p2)):
        yield from side_problems(box, side, given)
    zero = Fraction(0)
    lonely = [
        message
        for message in {**p1, **p2}
        if (exact_sign(p1.get(message, zero)) > 0) != (exact_sign(p2.get(message, zero)) > 0)
        and exact_sign(p1.get(message, zero)) >= 0
        and exact_sign(p2.get(message, zero)) >= 0
    ]
    for message in lonely[:_MOST_NAMED]:
        here, there = ("P1", "P2") if exact_sign(p1.get(message, zero)) > 0 else ("P2", "P1")
        value = p1[message] if here == "P1" else p2[message]
        how = "has probability 0" if message in (p2 if here == "P1" else p1) else "is missing"
        yield Defect(
            (here, message),
            str(value),
            f"{box} is not (eps,0)-close for any eps: the message {message!r} has probability "
            f"{shortened(str(value))} under {here} but {how} under {there}",
            "give it a positive probability on both sides, or on none",
        )


def side_problems(box: str, side: str, given: Mapping[str, Exact]) -> Iterator[Defect]:
    """What keeps one side alone from being a distribution: empty, negative, not summing to 1."""
    key = f"{box}.{side}"
    if not given:
        yield Defect((side,), "{}", f"{key} is empty: a box needs at least one message")
        return
    for message, value in given.items():
        if exact_sign(value) < 0:
            yield Defect(
                (side, message),
                str(value),
                f"{key}: the probability of {message!r} is {shortened(str(value))}, which is negative",
            )
    total = exact_sum(given.values())
    if total != 1:
        yield Defect((side,), str(total), f"{key} {not_one(total)}")


def exact_sum(values: Iterable[Exact]) -> Exact:
    """The sum; numbers of the same denominator are added first, since every fraction is reduced anew."""
    numerators: dict[RingElement, RingElement] = {}
    for value in values:
        top, bottom = numerator_denominator(value)
        numerators[bottom] = numerators.get(bottom, 0) + top
    total: Exact = Fraction(0)
    for bottom, top in numerators.items():
        total = total + quotient(top, bottom)
    return total


def not_one(total: Exact) -> str:
    """`sums to 9/10, not 1 (missing 1/10)`."""
    off = total - 1
    gap = f"missing {shortened(str(-off))}" if exact_sign(off) < 0 else f"{shortened(str(off))} too much"
    return f"sums to {shortened(str(total))}, not 1 ({gap})"


def merged_messages(
    p1: Mapping[str, Exact], p2: Mapping[str, Exact]
) -> tuple[tuple[str, ...], tuple[Exact, ...], tuple[Exact, ...], tuple[str, ...]]:
    """Messages, P1, P2 of a valid pair, and the messages dropped for probability 0 on both sides."""
    everything = list({**p1, **p2})
    kept = [message for message in everything if p1.get(message, 0) != 0]
    dropped = tuple(message for message in everything if p1.get(message, 0) == 0)
    left, right = tuple(p1[message] for message in kept), tuple(p2[message] for message in kept)
    return tuple(kept), left, right, dropped
