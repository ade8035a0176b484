"""Time of the fifth rung and of `bound`, as counts and as ratios to plain yardsticks within one run.

    python -m pytest -m benchmark tests/benchmarks/test_bound_speed.py

Yardsticks: for the fifth rung, a plain scan of the same inequality on a grid of t in floating point (which
proves nothing); for `bound`, evaluating the divergence from its definition on a grid of (epsilon, delta').
"""

from math import comb, exp, log, sqrt
from time import process_time

import pytest

from proofcheck.analysis.composition_bounds import named_bound
from proofcheck.engine.bound_search import examine_bound
from proofcheck.engine.tail_inequality import prove_up_to
from proofcheck.logic.judgement import Verdict

pytestmark = pytest.mark.benchmark

SCAN = 100  # points of t for each (n, j), and of epsilon and delta' for each n


def timed(work):
    start = process_time()
    result = work()
    return result, process_time() - start


def scan_tails(numbers) -> float:
    worst = 0.0
    for n in numbers:
        for j in range(n // 2 + 1, n + 1):
            for k in range(SCAN):
                t = 1 + (2 * j / n - 1) * k / SCAN
                tail = sum(comb(n, i) * t**i for i in range(j, n + 1)) / (1 + t) ** n
                worst = max(worst, tail * exp((2 * j - n * t) ** 2 / (2 * n)))
    return worst


def scan_divergence(numbers) -> float:
    worst = 0.0
    for n in numbers:
        for a in range(1, SCAN + 1):
            epsilon = 3 * a / SCAN
            t = exp(epsilon)
            for b in range(1, SCAN):
                delta = b / SCAN
                r = n * (t - 1) + sqrt(2 * n * log(1 / delta))
                least = max(0, int((n + r) // 2 + 1))
                terms = (
                    comb(n, i) * t**i * (1 - exp(-epsilon * (2 * i - n - r))) for i in range(least, n + 1)
                )
                worst = max(worst, sum(terms) / (1 + t) ** n / delta)
    return worst


def test_fifth_rung_up_to_64() -> None:
    proofs, seconds = timed(lambda: prove_up_to(range(1, 65)))
    worst, plain = timed(lambda: scan_tails(range(1, 65)))
    cells = sum(proof.examined for proof in proofs)
    print(f"\nfifth rung, n = 1..64: {cells} intervals, {seconds:.2f} s; a plain scan: {plain:.2f} s")
    assert all(proof.proved for proof in proofs)
    assert 0.8243 < worst < 0.8244
    assert seconds < 10
    assert seconds < plain


@pytest.mark.parametrize("name", ["theorem", "theorem-tanh", "zcdp", "kov-log"])
def test_bound_up_to_256(name: str) -> None:
    report, seconds = timed(lambda: examine_bound(named_bound(name).expression))
    worst, plain = timed(lambda: scan_divergence(range(1, 33)))
    tiles = sum(len(row.tiles) for row in report.rows)
    spent = sum(row.evaluations for row in report.rows)
    print(
        f"\n{name}, n = 1..256: {tiles} rectangles, {spent} evaluations, {seconds:.1f} s; scan: {plain:.1f} s"
    )
    assert report.verdict is Verdict.VERIFIED
    assert worst < 1
    assert seconds < 60
    assert spent / len(report.rows) < SCAN * SCAN / 5
