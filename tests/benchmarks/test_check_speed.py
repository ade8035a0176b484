"""`check` against the plainest possible program: a recursion in `Fraction` that lists the outputs only.

    python -m pytest tests/benchmarks -m benchmark -s

prints the ratios, both sides measured in the same run. The yardstick of the uniform instance has 10.3
million leaves and takes minutes; it runs in full only with PROOFCHECK_FULL_YARDSTICK=1. Otherwise it is
measured on the 6-box part of the family and scaled by the number of leaves, which favours the yardstick
(its fractions are shorter).
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from fractions import Fraction
from math import factorial
from statistics import median

import pytest

from lemmas import PROOF
from proofcheck.engine import run
from proofcheck.logic.judgement import Verdict
from proofcheck.model import Box, Family, History, Instance, UniformStrategy

pytestmark = pytest.mark.benchmark

Law = dict[tuple[str, ...], tuple[Fraction, Fraction]]


def family(boxes: int, messages: int, seed: int) -> Family:
    """Generic rational boxes: no two likelihood ratios alike."""
    rng = random.Random(seed)
    made = []
    for b in range(boxes):
        p = [rng.randint(800, 1200) for _ in range(messages)]
        q = [x + rng.randint(-90, 90) for x in p]
        made.append(
            Box.create(
                f"b{b}",
                {str(m): Fraction(x, sum(p)) for m, x in enumerate(p)},
                {str(m): Fraction(x, sum(q)) for m, x in enumerate(q)},
            )
        )
    return Family.of(*made)


def adaptive(history: History, family: Family) -> dict[str, Fraction]:
    """A deterministic strategy that depends on every message seen."""
    opened = {box for box, _ in history}
    left = [box.name for box in family.boxes if box.name not in opened]
    code = sum(int(message) * 3**i for i, (_, message) in enumerate(history))
    return {left[code % len(left)]: Fraction(1)}


def uniform(history: History, family: Family) -> dict[str, Fraction]:
    opened = {box for box, _ in history}
    left = [box.name for box in family.boxes if box.name not in opened]
    return {name: Fraction(1, len(left)) for name in left}


def yardstick(family: Family, choose: Callable[[History, Family], dict[str, Fraction]], n: int) -> Law:
    """The distributions of `Y_n` under both passwords, and nothing else."""
    law: Law = {}
    boxes = {box.name: box for box in family.boxes}

    def visit(history: History, x: tuple[str, ...], p: Fraction, q: Fraction) -> None:
        if len(history) == n:
            a, b = law.get(x, (Fraction(0), Fraction(0)))
            law[x] = (a + p, b + q)
            return
        for name, weight in choose(history, family).items():
            box = boxes[name]
            for message, p1, p2 in zip(box.messages, box.p1, box.p2, strict=True):
                visit((*history, (name, message)), (*x, message), p * weight * p1, q * weight * p2)

    visit((), (), Fraction(1), Fraction(1))
    return law


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def paired(action: Callable[[], object], other: Callable[[], object], rounds: int) -> float:
    """The median of action/other over rounds in which both run one after the other."""
    action()
    return median(timed(action) / timed(other) for _ in range(rounds))


def test_adaptive_strategy_on_generic_boxes(benchmark: Callable[..., object]) -> None:
    boxes = family(10, 3, seed=1)
    instance = Instance.create(family=boxes, strategy=lambda h: adaptive(h, boxes), n=7, delta="3/4")
    ratio = paired(lambda: run(instance, PROOF), lambda: yardstick(boxes, adaptive, 7), rounds=9)
    print(
        f"\n10 boxes x 3 messages, n = 7, 2187 leaves: full check / bare enumeration = {ratio:.2f} (limit 5)"
    )
    benchmark(lambda: run(instance, PROOF))
    assert ratio <= 5


def test_uniform_strategy_merges_ten_million_leaves() -> None:
    boxes = family(8, 2, seed=3)
    instance = Instance.create(family=boxes, strategy=UniformStrategy(), n=8, delta="3/4")
    result = run(instance, PROOF)
    assert result.conclusion is Verdict.VERIFIED
    mine = median(timed(lambda: run(instance, PROOF)) for _ in range(3))
    leaves = factorial(8) * 2**8
    if os.environ.get("PROOFCHECK_FULL_YARDSTICK"):
        theirs = timed(lambda: yardstick(boxes, uniform, 8))
        how = "measured in full"
    else:
        part = Family.of(*boxes.boxes[:6])
        theirs = timed(lambda: yardstick(part, uniform, 6)) * leaves / (factorial(6) * 2**6)
        how = "scaled from 6 boxes"
    print(
        f"\n8 boxes x 2 messages, n = 8, uniform, {leaves:,} leaves ({result.nodes:,} nodes): full check "
        f"{mine:.2f} s, bare enumeration {theirs:.0f} s ({how}), ratio 1/{theirs / mine:.0f} (limit 1/20)"
    )
    assert mine <= theirs / 20


MILLION = """
    import random, resource
    from fractions import Fraction
    from lemmas import PROOF
    from proofcheck.engine import run
    from proofcheck.model import Box, Family, Instance

    rng = random.Random(5)
    boxes = []
    for b in range(20):
        x = rng.randint(480, 520)
        y = x + rng.randint(-9, 9)
        p, q = Fraction(x, 1000), Fraction(y, 1000)
        boxes.append(Box.create(f"b{b}", {"0": p, "1": 1 - p}, {"0": q, "1": 1 - q}))

    def choose(history):
        opened = {box for box, _ in history}
        left = [box.name for box in boxes if box.name not in opened]
        return left[sum(message == "1" for _, message in history) % len(left)]

    instance = Instance.create(family=Family.of(*boxes), strategy=choose, n=20, delta="3/4")
    result = run(instance, PROOF)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"2^20 leaves, {result.nodes:,} nodes: {result.conclusion.value}, peak {peak:.2f} GiB (limit 2)")
    raise SystemExit(0 if peak <= 2 else 1)
"""


def test_a_million_leaves_within_two_gibibytes() -> None:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(MILLION)], capture_output=True, text=True, check=False
    )
    print(f"\n{done.stdout.strip()}, {time.perf_counter() - start:.0f} s")
    assert done.returncode == 0, done.stderr


def test_peak_memory_is_measured_in_the_unit_assumed() -> None:
    """`ru_maxrss` is in KiB on Linux; a wrong unit would make the limit above meaningless."""
    held = bytearray(300 * 2**20)
    assert 300 * 2**10 < resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 16 * 2**20
    del held
