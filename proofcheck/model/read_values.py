"""The plain values of an instance file: n, epsilon, delta, events, bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofcheck.model.closeness import too_far
from proofcheck.model.declared import Declared
from proofcheck.model.instance import Event
from proofcheck.model.locate import Path
from proofcheck.model.reader import Reader
from proofcheck.model.scalars import shortened
from proofcheck.model.toml import dotted
from proofcheck.numbers import DomainError, Expression, Order, compare, decimal, to_exact

AUTO = "auto"
BOUND_VARIABLES = ("n", "epsilon", "delta")

# Of many boxes that are too far apart, this many are named one by one.
_MOST_NAMED = 20


def read_n(reader: Reader, data: Mapping[str, Any], boxes: Declared | None) -> int | None:
    """n, or the number of boxes if the file gives boxes only."""
    count = None if boxes is None or not boxes.complete else len(boxes.boxes)
    if "n" not in data:
        return count
    n = reader.integer(("n",), data["n"], 1)
    if n is not None and count is not None and n > count:
        only = "is only 1 box" if count == 1 else f"are only {count} boxes"
        message = f"n = {n}, but there {only}, and an opened box is not opened again"
        hint = "lower n, or add boxes (count = ... makes copies of one)"
        reader.report(("n",), message, value=n, hint=hint)
        return None
    return n


def read_epsilon(
    reader: Reader, data: Mapping[str, Any], boxes: Declared | None
) -> tuple[Expression | None, bool]:
    """epsilon, with `auto` resolved, and whether it was `auto`."""
    if "epsilon" not in data:
        return None, False
    value = data["epsilon"]
    if value == AUTO:
        if "boxes" not in data:
            message = 'epsilon = "auto" is the smallest eps of the boxes, but there are no boxes'
            hint = "give a number, or leave epsilon out: for all eps"
            reader.report(("epsilon",), message, value=AUTO, hint=hint)
        family = None if boxes is None else boxes.family
        return (None if family is None else family.smallest_epsilon()), True
    epsilon = reader.expression(("epsilon",), value)
    if epsilon is None:
        return None, False
    order = compare(epsilon, 0).order
    if order not in (Order.ABOVE, Order.EQUAL):
        negative = "which is negative"
        unknown = "and whether that is negative cannot be decided"
        problem = negative if order is Order.BELOW else unknown
        message = f"epsilon is {shortened(str(epsilon))}, {problem}"
        reader.report(("epsilon",), message, value=value, hint="eps must be at least 0")
        return None, False
    if boxes is not None and not _close(reader, boxes, epsilon, value):
        return None, False
    return epsilon, False


def _close(reader: Reader, boxes: Declared, epsilon: Expression, value: object) -> bool:
    found = list(too_far(boxes.valid, epsilon))
    if not found:
        return True
    # Boxes with other problems do not count yet, so the smallest eps is only known if there are none.
    family = boxes.family
    hint = 'epsilon = "auto" takes the smallest eps that would do'
    if family is not None:
        hint = (
            f'the smallest eps that would do is "{family.smallest_epsilon()}", and epsilon = "auto" takes it'
        )
    for far in found[:_MOST_NAMED]:
        shown = f"epsilon = {shortened(str(epsilon))}"
        ratio = shortened(str(far.ratio), 80)
        if far.order is Order.ABOVE:
            claim = f"the box {far.box!r} is not (eps,0)-close for {shown}"
        else:
            claim = f"it cannot be decided whether the box {far.box!r} is (eps,0)-close for {shown}"
        reader.report(
            ("epsilon",),
            f"{claim}: the message {far.message!r} has {far.direction} = {ratio}, which needs "
            f"eps of at least {shortened(str(far.needed), 80)} = {decimal(far.needed, 6)}",
            value=value,
            hint=hint,
        )
    if len(found) > _MOST_NAMED:
        message = f"and {len(found) - _MOST_NAMED} more boxes are not (eps,0)-close"
        reader.report(("epsilon",), message, value=value, hint=hint)
    return False


def read_deltas(reader: Reader, value: object) -> tuple[Expression, ...] | None:
    """The delta' of the file: one, or several that are distinct."""
    path: Path = ("delta",)
    if not isinstance(value, list):
        delta = _delta(reader, path, value)
        return None if delta is None else (delta,)
    if not value:
        reader.report(
            path, "delta is empty", value=value, hint="name at least one, or leave delta out: for all delta'"
        )
        return None
    found = [_delta(reader, (*path, i), item) for i, item in enumerate(value)]
    deltas = [delta for delta in found if delta is not None]
    if len(deltas) < len(found):
        return None
    kept: dict[object, Expression] = {}
    for delta in deltas:
        # Equal numbers in different spellings, where that can be told at once.
        exact = to_exact(delta)
        key = delta if exact is None else exact
        if key in kept:
            reader.notice(f"delta = {delta} is there twice and is judged once")
        else:
            kept[key] = delta
    return tuple(kept.values())


def _delta(reader: Reader, path: Path, value: object) -> Expression | None:
    delta = reader.expression(path, value)
    if delta is None:
        return None
    if compare(delta, 0).order is Order.ABOVE and compare(delta, 1).order is Order.BELOW:
        return delta
    message = f"{dotted(path)} is {shortened(str(delta))}, but must lie strictly between 0 and 1"
    hint = (
        "at delta' = 0 eps' is infinite; only basic composition, n*epsilon, is left"
        if value in ("0", 0)
        else ""
    )
    reader.report(path, message, value=value, hint=hint)
    return None


def read_bound(reader: Reader, value: object) -> Expression | None:
    """The expression that replaces eps'."""
    path: Path = ("bound",)
    return reader.expression(path, value, BOUND_VARIABLES)


def check_bound(
    reader: Reader,
    bound: Expression,
    n: int | None,
    epsilon: Expression | None,
    deltas: tuple[Expression, ...] | None,
) -> None:
    """Report a bound that has no value at the numbers of the file."""
    if n is None or epsilon is None:
        return
    for delta in deltas or ():
        prime = bound.substitute({"n": n, "epsilon": epsilon, "delta": delta})
        try:
            compare(prime, 0, max_bits=64)
        except DomainError as error:
            message = f"bound has no value at n = {n}, epsilon = {epsilon}, delta = {delta}: {error}"
            reader.report(("bound",), message, value=str(bound))


def read_events(reader: Reader, value: object, boxes: Declared, n: int | None) -> tuple[Event, ...] | None:
    """The events: each a list of output vectors of n messages."""
    path: Path = ("events",)
    wanted = "an array of events, each an array of output vectors, each an array of n messages"
    items = reader.items(path, value, wanted)
    if items is None:
        return None
    if not items:
        reader.report(
            path, "events is empty", value=value, hint="name at least one, or leave events out: for all S"
        )
        return None
    before = len(reader.problems)
    events = tuple(
        frozenset(
            vector
            for j, item in enumerate(
                reader.items((*path, i), event, "an event: an array of output vectors") or []
            )
            if (vector := _vector(reader, (*path, i, j), item, boxes, n)) is not None
        )
        for i, event in enumerate(items)
    )
    return events if len(reader.problems) == before else None


def _vector(
    reader: Reader, path: Path, value: object, boxes: Declared, n: int | None
) -> tuple[str, ...] | None:
    wanted = (
        "an output vector: an array of n messages"
        if n is None
        else f"an output vector: an array of {n} messages"
    )
    items = reader.items(path, value, wanted)
    if items is None:
        return None
    if n is not None and len(items) != n:
        reader.report(
            path, f"{dotted(path)} holds {len(items)} messages, but n = {n} boxes are opened", value=items
        )
    messages = [reader.text((*path, i), item, "a message") for i, item in enumerate(items)]
    for i, message in enumerate(messages):
        if message is not None:
            boxes.check_message(reader, (*path, i), message)
    whole = tuple(message for message in messages if message is not None)
    return whole if len(whole) == len(messages) else None
