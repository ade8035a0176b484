"""Time and memory of the worst strategy (rung 3), as ratios to independent yardsticks within one run.

    python -m pytest -m benchmark tests/benchmarks/test_worst_case_speed.py

The first yardstick is the same recursion written plainly: `Fraction`s, and `lru_cache` on (multiset of
boxes left, likelihood ratio). The second, where `stormpy` can be imported, is Storm's exact engine on
the same decision process, its model building through a sparse matrix included. Both answer for one
threshold and one direction; the value functions answer for all thresholds and both.
"""

from __future__ import annotations

import importlib.util
import random
import tracemalloc
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from time import process_time

import pytest

from proofcheck.analysis import worst_case
from proofcheck.analysis.fixed_order import best_fixed, best_fixed_tail
from proofcheck.analysis.kinds import menu, ratio_state_count, weighted
from proofcheck.analysis.worst_tail import solve_tail
from proofcheck.numbers import Order

pytestmark = pytest.mark.benchmark

THRESHOLD = Fraction(11, 10)


def generic_boxes(count=10, messages=3, seed=1):
    """Boxes of unrelated rational probabilities, a different denominator near 1000 each."""
    rng = random.Random(seed)
    boxes = []
    while len(boxes) < count:
        total = 1000 + rng.randrange(-50, 50)
        cuts = sorted(rng.sample(range(1, total), messages - 1))
        p = [b - a for a, b in pairwise([0, *cuts, total])]
        q = [max(1, value * rng.randrange(80, 126) // 100) for value in p]
        q[-1] += total - sum(q)
        close = all(0 < 5 * a <= 8 * b and 5 * b <= 8 * a for a, b in zip(p, q, strict=True))
        if close and min(p) > total // 20:
            boxes.append(tuple(zip(p, q, strict=True)))
    return boxes


def response_boxes():
    """Twelve boxes of randomised response, two of each of six kinds."""
    ratios = [(11, 10), (6, 5), (5, 4), (4, 3), (9, 8), (7, 6)]
    return [((a, b), (b, a)) for a, b in ratios for _ in range(2)]


INSTANCES = {
    "generic, 10 boxes x 3 messages, n = 7": (generic_boxes(), 7),
    "randomised response, 12 boxes in 6 kinds, n = 8": (response_boxes(), 8),
}
AT_LEAST = {"generic": {"fractions": 20, "storm": 50}, "randomised": {"fractions": 10, "storm": 15}}


def boxes_from(pairs):
    return [weighted(f"b{i}", box) for i, box in enumerate(pairs)]


def order(num, den):
    scaled, other = num * THRESHOLD.denominator, den * THRESHOLD.numerator
    return Order.EQUAL if scaled == other else Order.ABOVE if scaled > other else Order.BELOW


def timed(function):
    """The result and the seconds of processor time, which other programs on the machine disturb least."""
    start = process_time()
    result = function()
    return result, process_time() - start


def best_of_three(function):
    runs = [timed(function) for _ in range(3)]
    return runs[0][0], min(seconds for _, seconds in runs)


def by_fractions(pairs, n):
    """The plain recursion; the value and how many states it met."""
    kinds = sorted(set(pairs))
    counts = tuple(pairs.count(kind) for kind in kinds)
    rows = []
    for kind in kinds:
        unit = sum(p for p, _ in kind)
        rows.append([(Fraction(q, unit), Fraction(p, q)) for p, q in kind])

    @lru_cache(maxsize=None)  # noqa: UP033
    def value(left, k, ratio):
        if k == 0:
            return max(Fraction(0), ratio - THRESHOLD)
        best = Fraction(0)
        for i, count in enumerate(left):
            if count:
                rest = (*left[:i], count - 1, *left[i + 1 :])
                best = max(best, sum(q * value(rest, k - 1, ratio * step) for q, step in rows[i]))
        return best

    return value(counts, n, Fraction(1)), value.cache_info().currsize


def by_storm(pairs, n):
    """Storm's exact engine: the value and the number of states of the decision process."""
    import stormpy
    from stormpy.datastructures import SparseMatrixBuilder
    from stormpy.models import SparseMdp, SparseModelComponents, SparseRewardModel, StateLabeling

    number = stormpy.Rational
    kinds = sorted(set(pairs))
    start = (tuple(pairs.count(kind) for kind in kinds), Fraction(1))
    steps = []
    for kind in kinds:
        unit = sum(p for p, _ in kind)
        steps.append([(number(Fraction(q, unit)), Fraction(p, q)) for p, q in kind])
    zero, one = number(0), number(1)
    index, frontier = {start: 0}, [start]
    rows, columns, values, groups, rewards = [], [], [], [], []
    for _ in range(n):
        following = []
        for left, ratio in frontier:
            groups.append(len(rewards))
            for i, count in enumerate(left):
                if not count:
                    continue
                rest = (*left[:i], count - 1, *left[i + 1 :])
                entries = []
                for q, step in steps[i]:
                    state = (rest, ratio * step)
                    at = index.setdefault(state, len(index))
                    if at == len(index) - 1 and (not following or following[-1] != state):
                        following.append(state)
                    entries.append((at, q))
                for at, q in sorted(entries, key=lambda entry: entry[0]):
                    rows.append(len(rewards))
                    columns.append(at)
                    values.append(q)
                rewards.append(zero)
        frontier = following
    done = len(index)
    for _, ratio in [*frontier, (None, THRESHOLD)]:  # the last one is the state `done` itself
        groups.append(len(rewards))
        rows.append(len(rewards))
        columns.append(done)
        values.append(one)
        rewards.append(number(max(Fraction(0), ratio - THRESHOLD)))
    builder = SparseMatrixBuilder[number](
        rows=len(rewards),
        columns=done + 1,
        entries=len(rows),
        has_custom_row_grouping=True,
        row_groups=done + 1,
    )
    builder.add_next_values(rows, columns, values, groups)
    labels = StateLabeling(done + 1)
    for label, state in (("init", 0), ("done", done)):
        labels.add_label(label)
        labels.add_label_to_state(label, state)
    gain = SparseRewardModel[number](optional_state_action_reward_vector=rewards)
    components = SparseModelComponents[number](
        transition_matrix=builder.build(), state_labeling=labels, reward_models={"gain": gain}
    )
    question = stormpy.parse_properties('R{"gain"}max=? [F "done"]')[0]
    result = stormpy.model_checking(SparseMdp[number](components), question, only_initial_states=True)
    return Fraction(str(result.get_value(0))), done + 1


def compare_with(yardstick, title, pairs, n, capsys, benchmark):
    solved = benchmark.pedantic(worst_case.solve, args=(boxes_from(pairs), n), rounds=3)
    _, ours = best_of_three(lambda: worst_case.solve(boxes_from(pairs), n).form(order, "P1->P2"))
    (value, states), theirs = timed(
        lambda: {"fractions": by_fractions, "storm": by_storm}[yardstick](pairs, n)
    )
    a, b = solved.form(order, "P1->P2")
    assert a - b * THRESHOLD == value
    least = AT_LEAST[title.split(maxsplit=1)[0].strip(",")][yardstick]
    with capsys.disabled():
        print(
            f"\n{title}: {yardstick} {theirs:.2f} s on {states:,} states, value functions {ours:.3f} s on ",
            end="",
        )
        print(f"{solved.pieces:,} pieces: {theirs / ours:.0f} times faster (at least {least} wanted)")
    assert theirs / ours >= least


@pytest.mark.parametrize("title", INSTANCES)
def test_against_the_plain_recursion(title, capsys, benchmark):
    compare_with("fractions", title, *INSTANCES[title], capsys, benchmark)


@pytest.mark.parametrize("title", INSTANCES)
def test_against_storm(title, capsys, benchmark):
    if importlib.util.find_spec("stormpy") is None:
        with capsys.disabled():
            print("\nno comparison with Storm: stormpy is not installed (python -m pip install stormpy)")
        pytest.skip("stormpy is not installed")
    compare_with("storm", title, *INSTANCES[title], capsys, benchmark)


def peak(function):
    """The result and the peak of the memory allocated meanwhile, in MiB."""
    tracemalloc.start()
    try:
        result = function()
        return result, tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


HEADINGS = (
    " n   sets  (set, ratio)  pieces      s   MiB | tail: jumps      s   MiB | at one T:      s "
    "| fixed: s  tail s"
)


def growth(pairs, n):
    """One line of the table: sizes, seconds and MiB of every question for n openings."""
    boxes = boxes_from(pairs)
    solved, seconds = timed(lambda: worst_case.solve(boxes, n))
    _, memory = peak(lambda: worst_case.solve(boxes, n))
    tail, tail_seconds = timed(lambda: solve_tail(boxes, n, "P1->P2"))
    _, tail_memory = peak(lambda: solve_tail(boxes, n, "P1->P2"))
    narrow, narrow_seconds = timed(lambda: solve_tail(boxes, n, "P1->P2", threshold=order))
    fixed, fixed_seconds = timed(lambda: best_fixed(boxes, n))
    fixed_tail, fixed_tail_seconds = timed(lambda: best_fixed_tail(boxes, n, order, "P1->P2"))
    a, b = solved.form(order, "P1->P2")
    c, d = fixed.form(order, "P1->P2")
    assert c - d * THRESHOLD <= a - b * THRESHOLD
    assert fixed_tail.probability <= tail.probability(order) == narrow.probability(order)
    # A budget counts pieces; this is what a piece is said to cost at most.
    assert memory * 2**20 <= 250 * solved.pieces + 2**22
    assert tail_memory * 2**20 <= 250 * tail.pieces + 2**22
    return (
        f"{n:2} {solved.states:6,} {ratio_state_count(menu(boxes), n):13,} {solved.pieces:7,} "
        f"{seconds:6.3f} {memory:5.1f} | {tail.pieces:11,} {tail_seconds:6.3f} {tail_memory:5.1f} | "
        f"{narrow.pieces:9,} {narrow_seconds:6.3f} | {fixed_seconds:8.3f} {fixed_tail_seconds:7.3f}"
    )


@pytest.mark.parametrize("family", ["generic", "randomised response"])
def test_growth_with_n(family, capsys):
    pairs, last = (generic_boxes(), 7) if family == "generic" else (response_boxes(), 12)
    lines = [f"\n{family}, {len(pairs)} boxes:", HEADINGS, *(growth(pairs, n) for n in range(2, last + 1))]
    with capsys.disabled():
        print("\n".join(lines))
