"""The parameters of a named mechanism, read and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofcheck.model import mechanisms
from proofcheck.model.locate import Path
from proofcheck.model.mechanisms import OutsideField, Sides
from proofcheck.model.reader import MOST, Reader, shown
from proofcheck.model.toml import dotted
from proofcheck.numbers import Exact, Expression, Order, compare, exact_sign, maximum, number

PARAMETERS = {
    mechanisms.RANDOMIZED_RESPONSE: ("epsilon", "truth"),
    mechanisms.K_ARY: ("k", "epsilon"),
    mechanisms.GEOMETRIC: ("epsilon", "values", "true1", "true2"),
    mechanisms.EXPONENTIAL: ("epsilon", "scores1", "scores2", "sensitivity"),
}
"""The parameters of each mechanism, beside `messages` and `count`."""

MOST_MESSAGES = 1_000
MOST_SCORES = 100  # each is a power of e of its own, and their sum divides every one

_Made = tuple[tuple[str, ...], Sides]


def mechanism_sides(reader: Reader, path: Path, mechanism: str, table: Mapping[str, Any]) -> _Made | None:
    """Messages and distributions of the box at `path`; None if a parameter is wrong."""
    before = len(reader.problems)
    try:
        match mechanism:
            case mechanisms.RANDOMIZED_RESPONSE:
                made = _randomized_response(reader, path, table)
            case mechanisms.K_ARY:
                made = _k_ary(reader, path, table)
            case mechanisms.GEOMETRIC:
                made = _geometric(reader, path, table)
            case _:
                made = _exponential(reader, path, table)
    except OutsideField as error:
        reader.report((*path, "epsilon"), f"{dotted(path)}: {error}", value=table.get("epsilon", ""))
        return None
    return made if len(reader.problems) == before else None


def _randomized_response(reader: Reader, path: Path, table: Mapping[str, Any]) -> _Made | None:
    messages = _messages(reader, path, table, 2)
    if "truth" not in table:
        if "epsilon" not in table:
            reader.report(path, f"{dotted(path)} needs epsilon or truth", hint='for example truth = "3/4"')
            return None
        epsilon = _epsilon(reader, path, table)
        return None if epsilon is None else (messages, _symmetric(mechanisms.truth_of(epsilon)))
    truth = reader.exact((*path, "truth"), table["truth"])
    if "epsilon" in table:
        message = (
            f"{dotted(path)} has both epsilon and truth, which say the same: e^epsilon = truth/(1 - truth)"
        )
        reader.report((*path, "truth"), message, hint="leave one of them out")
    if truth is None:
        return None
    if exact_sign(truth) <= 0 or exact_sign(1 - truth) <= 0:
        message = f"{dotted(path)}: truth is {truth}, but must lie strictly between 0 and 1"
        reader.report(
            (*path, "truth"), message, value=table["truth"], hint="truth = 1 would be close for no eps"
        )
        return None
    if exact_sign(2 * truth - 1) < 0:
        reader.notice(f"{dotted(path)}: truth is below 1/2, so P1 favours the second message")
    return messages, _symmetric(truth)


def _symmetric(truth: Exact) -> Sides:
    return mechanisms.randomized_response(truth)


def _k_ary(reader: Reader, path: Path, table: Mapping[str, Any]) -> _Made | None:
    epsilon = _epsilon(reader, path, table)
    k = _required_integer(reader, path, table, "k", 2, MOST_MESSAGES)
    if k is None:
        return None
    messages = _messages(reader, path, table, k)
    return None if epsilon is None else (messages, mechanisms.k_ary_randomized_response(k, epsilon))


def _geometric(reader: Reader, path: Path, table: Mapping[str, Any]) -> _Made | None:
    epsilon = _epsilon(reader, path, table)
    ends = _ends(reader, path, table)
    if ends is None:
        for name in ("true1", "true2"):
            _required_integer(reader, path, table, name, -MOST, MOST)
        return None
    lo, hi = ends
    true1 = _required_integer(reader, path, table, "true1", lo, hi)
    true2 = _required_integer(reader, path, table, "true2", lo, hi)
    messages = _messages(reader, path, table, hi - lo + 1, tuple(str(x) for x in range(lo, hi + 1)))
    if epsilon is None or true1 is None or true2 is None:
        return None
    if compare(epsilon, 0).order is Order.EQUAL:
        message = f"{dotted(path)}: with epsilon = 0 geometric noise has no distribution"
        reader.report((*path, "epsilon"), message, value=table["epsilon"], hint="take a positive epsilon")
        return None
    return messages, mechanisms.truncated_geometric(epsilon, lo, hi, true1, true2)


def _ends(reader: Reader, path: Path, table: Mapping[str, Any]) -> tuple[int, int] | None:
    where = (*path, "values")
    if "values" not in table:
        reader.report(path, f"{dotted(path)} needs values", hint="for example values = [0, 4]")
        return None
    items = reader.items(where, table["values"], "an array [lo, hi]")
    if items is None:
        return None
    if len(items) != 2:
        message = f"{dotted(where)} holds {len(items)} numbers, but must be [lo, hi]"
        reader.report(where, message, value=items)
        return None
    lo, hi = (reader.integer((*where, i), item, -MOST, MOST) for i, item in enumerate(items))
    if lo is None or hi is None:
        return None
    if not lo < hi < lo + MOST_MESSAGES:
        problem = "lo must be less than hi" if lo >= hi else f"more than {MOST_MESSAGES} values"
        reader.report(where, f"{dotted(where)} is {shown(items)}: {problem}", value=items)
        return None
    return lo, hi


def _exponential(reader: Reader, path: Path, table: Mapping[str, Any]) -> _Made | None:
    epsilon = _epsilon(reader, path, table)
    scores1, scores2 = _scores(reader, path, table, "scores1"), _scores(reader, path, table, "scores2")
    sensitivity = _required_number(reader, path, table, "sensitivity")
    if sensitivity is not None and compare(sensitivity, 0).order is not Order.ABOVE:
        message = f"{dotted(path)}: sensitivity is {sensitivity}, but must be positive"
        reader.report((*path, "sensitivity"), message, value=table["sensitivity"])
        return None
    if scores1 is None or scores2 is None:
        return None
    if len(scores1) != len(scores2):
        message = f"{dotted(path)}: scores1 holds {len(scores1)} scores, but scores2 {len(scores2)}"
        reader.report((*path, "scores2"), message)
        return None
    messages = _messages(reader, path, table, len(scores1))
    if epsilon is None or sensitivity is None:
        return None
    largest = maximum(*(maximum(a - b, b - a) for a, b in zip(scores1, scores2, strict=True)))
    if compare(largest, sensitivity).order is Order.ABOVE:
        reader.notice(
            f"{dotted(path)}: two scores of one message differ by more than the sensitivity, so that the "
            "box need not be close for the mechanism's epsilon"
        )
    return messages, mechanisms.exponential_mechanism(epsilon, scores1, scores2, sensitivity)


def _scores(reader: Reader, path: Path, table: Mapping[str, Any], name: str) -> Sequence[Expression] | None:
    where = (*path, name)
    if name not in table:
        reader.report(path, f"{dotted(path)} needs {name}", hint=f"for example {name} = [1, 0]")
        return None
    items = reader.items(where, table[name], "an array of numbers")
    if items is None:
        return None
    if not 1 <= len(items) <= MOST_SCORES:
        reader.report(where, f"{dotted(where)} holds {len(items)} scores: between 1 and {MOST_SCORES} can be")
        return None
    scores = [reader.expression((*where, i), item) for i, item in enumerate(items)]
    found = [score for score in scores if score is not None]
    return found if len(found) == len(items) else None


def _epsilon(reader: Reader, path: Path, table: Mapping[str, Any]) -> Expression | None:
    epsilon = _required_number(reader, path, table, "epsilon")
    if epsilon is not None and compare(epsilon, number(Fraction(0))).order is Order.BELOW:
        reader.report(
            (*path, "epsilon"), f"{dotted(path)}: epsilon is {epsilon}, which is negative", value=str(epsilon)
        )
        return None
    return epsilon


def _required_number(reader: Reader, path: Path, table: Mapping[str, Any], name: str) -> Expression | None:
    if name not in table:
        reader.report(path, f"{dotted(path)} needs {name}")
        return None
    return reader.expression((*path, name), table[name])


def _required_integer(
    reader: Reader, path: Path, table: Mapping[str, Any], name: str, least: int, most: int
) -> int | None:
    if name not in table:
        reader.report(path, f"{dotted(path)} needs {name}")
        return None
    return reader.integer((*path, name), table[name], least, most)


def _messages(
    reader: Reader, path: Path, table: Mapping[str, Any], size: int, default: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The messages of the file, or the default: "0", "1", ..."""
    if "messages" not in table:
        return default or tuple(str(i) for i in range(size))
    where = (*path, "messages")
    items = reader.items(where, table["messages"], "an array of strings")
    if items is None:
        return ()
    texts = [reader.text((*where, i), item) for i, item in enumerate(items)]
    if len(items) != size:
        reader.report(where, f"{dotted(where)} holds {len(items)} messages, but the mechanism has {size}")
    seen: set[str] = set()
    for i, text in enumerate(texts):
        if text in seen:
            reader.report((*where, i), f"{dotted(where)} holds the message {text!r} twice", value=text)
        elif text is not None:
            seen.add(text)
    return tuple(text for text in texts if text is not None)
