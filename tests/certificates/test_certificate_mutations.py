"""Every place of a certificate changed: never accepted, unless the changed hint is still true.

The instances have margin one: every corner of the table of `every-strategy` is tight (one unit less is
too little), and probabilities are claimed exactly. Accepted changes are looked at again, by other means:

* `bits`: more or fewer decide the same;
* a bracket of e^eps' that is wider, and still around it;
* lambda where W is empty, so that nothing rests on it, or another lambda that also suffices;
* the table, where a larger function still dominates (no corner of another entry rests on the changed line);
* the boxes of a counterexample in another order, and its row at the other level: both true as well.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from certificate_cases import (
    ACCEPTED,
    INSTANCES,
    MALFORMED,
    REJECTED,
    Mutation,
    answer,
    certificate,
    mutations,
)
from proofcheck.engine.tail_inequality import LEMMA, Point
from proofcheck.model import loads
from proofcheck.numbers import Order, compare, exp
from proofcheck.surfaces.api import check

EVERYDAY = ("every-strategy", "counterexample", "every-epsilon")


def attack(name: str, stride: int = 1) -> Counter[int]:
    """Try the mutations (each `stride`-th) of one certificate; the number of answers of each kind."""
    original = certificate(name)
    codes: Counter[int] = Counter()
    for i, mutation in enumerate(mutations(original)):
        if i % stride or mutation.text == original:
            continue
        code, reason = answer(INSTANCES[name], mutation.text)
        codes[code] += 1
        if code == ACCEPTED:
            assert still_true(name, mutation), mutation.name
        else:
            assert code in (REJECTED, MALFORMED), (mutation.name, reason)
            assert reason, mutation.name
    return codes


@pytest.mark.parametrize("name", EVERYDAY)
def test_no_mutation_is_accepted(name: str) -> None:
    codes = attack(name)
    assert codes[REJECTED] > 50
    assert codes[ACCEPTED] < 20


@pytest.mark.parametrize("name", [name for name in INSTANCES if name not in EVERYDAY])
def test_some_mutations(name: str) -> None:
    assert attack(name, 53)[REJECTED] > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in INSTANCES if name not in EVERYDAY])
def test_every_mutation(name: str) -> None:
    assert attack(name)[REJECTED] > 200


@pytest.mark.parametrize("name", ["every-strategy"])
def test_one_unit_less_is_rejected(name: str) -> None:
    """Margin one: no inner line of the table can be lowered by a single unit."""
    original = json.loads(certificate(name))
    for i, entry in enumerate(original["evidence"]["table"]):
        for j in range(1, len(entry["lines"]) - 1):
            for part in (0, 1):
                value = json.loads(certificate(name))
                value["evidence"]["table"][i]["lines"][j][part] -= 1
                bad = json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"
                code, reason = answer(INSTANCES[name], bad)
                assert (code, "the table is too small" in reason) == (REJECTED, True), reason


def still_true(name: str, mutation: Mutation) -> bool:
    """Whether an accepted certificate says nothing false, judged without the checker."""
    value, original = json.loads(mutation.text), json.loads(certificate(name))
    where = mutation.path[:2]
    if where == ("evidence", "bits"):
        return rest_equal(value, original, "bits")
    if where == ("evidence", "thresholds"):
        return rest_equal(value, original, "thresholds") and brackets_true(name, value)
    if where == ("evidence", "moments"):
        rows = [row for row in value["rows"] if row["id"] == "bad-set-lemma"]
        return rest_equal(value, original, "moments") and all(row["vacuous"] for row in rows)
    if where == ("evidence", "table"):
        return rest_equal(value, original, "table") and table_true(name, value["evidence"]["table"])
    if where == ("evidence", "intervals"):
        return rest_equal(value, original, "intervals") and intervals_true(value["evidence"]["intervals"])
    if value["kind"] == "counterexample":
        return counterexample_true(name, value)
    return False


def rest_equal(value: dict, original: dict, hint: str) -> bool:
    """Nothing but this hint differs."""
    one, two = (
        {**v, "evidence": {k: x for k, x in v["evidence"].items() if k != hint}} for v in (value, original)
    )
    return one == two


def brackets_true(name: str, value: dict) -> bool:
    instance = loads(INSTANCES[name])
    for entry, delta in zip(value["evidence"]["thresholds"], instance.deltas, strict=True):
        threshold = exp(instance.eps_prime(delta))
        if "equal" in entry:
            if compare(Fraction(entry["equal"]), threshold).order is not Order.EQUAL:
                return False
        elif (
            compare(Fraction(entry["lower"]), threshold).order is not Order.BELOW
            or compare(Fraction(entry["upper"]), threshold).order is not Order.ABOVE
        ):
            return False
    return True


def table_true(name: str, table: list[dict]) -> bool:
    """Each entry is at least the value function, by plain recursion, at many likelihood ratios."""
    instance = loads(INSTANCES[name])
    kinds: dict[tuple, int] = {}
    for box in instance.family.boxes:
        merged: dict[Fraction, tuple[Fraction, Fraction]] = {}
        for p, q in zip(box.p1, box.p2, strict=True):
            a, b = merged.get(p / q, (0, 0))
            merged[p / q] = (a + p, b + q)
        key = tuple(merged[ratio] for ratio in sorted(merged))
        kinds[key] = kinds.get(key, 0) + 1
    pairs, size = list(kinds), len(instance.family.boxes)
    stop = size - instance.effective_n

    @cache
    def phi(left: tuple[int, ...], r: Fraction) -> Fraction:
        if sum(left) == stop:
            return max(Fraction(0), r - 1)
        values = []
        for i, count in enumerate(left):
            if count:
                rest = (*left[:i], count - 1, *left[i + 1 :])
                values.append(sum(q * phi(rest, r * p / q) for p, q in pairs[i]))
        return max(values)

    for entry in table:
        left = tuple(entry["remaining"])
        scale = entry["lines"][-1][0]
        for r in (Fraction(i, 40) for i in range(20, 81)):
            if max(x * r + y for x, y in entry["lines"]) < phi(left, r) * scale:
                return False
    return True


def intervals_true(intervals: list[dict]) -> bool:
    n = 2 * len(intervals)
    return all(
        compare(LEMMA.tail(Point(n, entry["successes"], Fraction(high))),
                LEMMA.bound(Point(n, entry["successes"], Fraction(low)))).order is Order.BELOW
        for entry in intervals
        for low, high in pairwise(entry["cuts"])
    )  # fmt: skip


def counterexample_true(name: str, value: dict) -> bool:
    """The engine refutes the claimed rows too, with the same numbers, when it is given the strategy."""
    strategy = value["evidence"]["strategy"]
    if strategy["kind"] != "fixed":
        return False
    order = ", ".join(json.dumps(box) for box in strategy["order"])
    result = check(loads(INSTANCES[name] + f'\n[strategy]\nkind = "fixed"\norder = [{order}]\n'))
    for row in value["rows"]:
        found = [
            judged
            for judged in result.judgements
            if (judged.id, judged.level, judged.direction) == (row["id"], row["level"], row["direction"])
        ]
        if [str(x.values["probability"]) for x in found] != [row["probability"]]:
            return False
        if found[0].verdict.value != row["verdict"]:
            return False
    return bool(value["rows"])
