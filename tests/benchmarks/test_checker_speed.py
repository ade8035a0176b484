"""Verifying costs at most ten times finding, and is linear in the certificate. Ratios within one run.

    python -m pytest -m benchmark tests/benchmarks/test_checker_speed.py -s

The checker is plain Python with big integers; the engine searches. Rung 3: the table of value functions of
boxes of three messages, unrelated probabilities. Rung 5: the intervals of the tail inequality.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from time import process_time

import pytest

from proofcheck.analysis.kinds import boxes_of
from proofcheck.analysis.worst_case import WorstCase, solve
from proofcheck.checker import document, enclosures, instance, quantified, values
from proofcheck.engine.certify import text
from proofcheck.engine.certify_evidence import intervals_of, lines_of
from proofcheck.engine.tail_inequality import prove_tail_inequality
from proofcheck.model import loads

pytestmark = pytest.mark.benchmark

MOST = 10  # times the time of finding


def family(boxes: int, n: int) -> str:
    """An instance file of boxes with three messages each, a denominator near 100."""
    rng = random.Random(boxes)
    lines = [f"n = {n}", 'epsilon = "auto"', 'delta = "1/2"']
    for i in range(boxes):
        one = [rng.randint(20, 40) for _ in range(3)]
        two = [weight + rng.randint(-2, 2) for weight in one]
        lines.append(f"[boxes.b{i}]")
        for name, weights in (("P1", one), ("P2", two)):
            entries = ", ".join(f'"{j}" = "{weight}/{sum(weights)}"' for j, weight in enumerate(weights))
            lines.append(f"{name} = {{ {entries} }}")
    return "\n".join(lines) + "\n"


def best_of(count: int, call: Callable[[], object]) -> float:
    """The least processor time of several calls; the checker's caches are emptied before each."""
    times = []
    for _ in range(count):
        for cached in (values.exact, values.enclose, enclosures._exp, enclosures._ln, enclosures._artanh):
            cached.cache_clear()
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)


def rung_3(boxes: int, n: int) -> tuple[WorstCase, float, float]:
    """The value functions; the seconds of finding them, and of reading and verifying them."""
    file = family(boxes, n)
    offer = boxes_of(loads(file).family)
    found = best_of(2, lambda: solve(offer, n))
    worst = solve(offer, n)
    written = text(lines_of(worst)).encode()

    def verify() -> None:
        quantified._table(instance.read_instance(file.encode(), 128), document.read_document(written))

    return worst, found, best_of(2, verify)


@pytest.mark.parametrize(("boxes", "n"), [(6, 4), (8, 5), (9, 6), (10, 7)])
def test_rung_3_ten_times_finding(boxes: int, n: int) -> None:
    worst, found, verified = rung_3(boxes, n)
    ratio = verified / found
    print(f"\n{boxes} boxes, n = {n}, {worst.pieces} pieces: {found:.3f} s, {verified:.3f} s, {ratio:.1f}")
    assert ratio <= MOST


@pytest.mark.parametrize("n", [12, 32, 64, 128])
def test_rung_5_ten_times_finding(n: int) -> None:
    found = best_of(3, lambda: prove_tail_inequality(n))
    evidence = {"intervals": intervals_of(n)}
    problem = instance.read_instance(f"n = {n}\n".encode(), 128)
    verified = best_of(3, lambda: quantified.all_epsilon(problem, evidence, 128))
    cuts = sum(len(entry["cuts"]) for entry in evidence["intervals"])
    print(f"\nn = {n}: {cuts} cuts, found {found:.4f} s, verified {verified:.4f} s ({verified / found:.2f})")
    assert verified <= MOST * found


def test_linear_in_the_table() -> None:
    """Time a (line, box, message) does not grow with the table, but for the length of the integers."""
    each = []
    for boxes, n in ((7, 5), (9, 6), (10, 7)):
        worst, _, verified = rung_3(boxes, n)
        steps = sum(
            len(chain) * 3 * sum(1 for count in left if count)
            for level in worst.levels[1:]
            for left, chain in level.items()
        )
        each.append(verified / steps)
    print("\nmicroseconds a line, box and message:", [round(1e6 * x, 2) for x in each])
    assert max(each) <= 2.5 * min(each)


def test_linear_in_the_intervals() -> None:
    """Sixteen times as many cuts take at most about sixteen times as long."""
    problem = instance.read_instance(b"n = 12\n", 128)

    def seconds(parts: int) -> float:
        entries = []
        for entry in intervals_of(12):
            low, high = Fraction(1), Fraction(2 * entry["successes"], 12)
            coarse = [Fraction(cut) for cut in entry["cuts"]]
            fine = {low + (high - low) * i / parts for i in range(parts + 1)}
            entries.append(
                {"successes": entry["successes"], "cuts": [str(t) for t in sorted({*coarse, *fine})]}
            )
        return best_of(3, lambda: quantified.all_epsilon(problem, {"intervals": entries}, 128))

    ratio = seconds(1600) / seconds(100)
    print(f"\n16 times as many intervals: {ratio:.1f} times as long")
    assert ratio <= 32
