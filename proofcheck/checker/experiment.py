"""A given strategy: the tree of histories by plain recursion, and the statements S5 to S9, S11, S12 on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from proofcheck.checker import enclosures as enc
from proofcheck.checker.boxes import Box
from proofcheck.checker.bracket import Bracket
from proofcheck.checker.instance import MEAN, Instance
from proofcheck.checker.outcome import MOST_NODES, UndecidedError
from proofcheck.checker.strategy import Choose, History
from proofcheck.checker.values import enclose, order

Row = dict[str, Any]
DIRECTIONS = ("P1->P2", "P2->P1")
ONE = Fraction(1)


@dataclass
class Point:
    """A history or an output: both its probabilities, and the products of p/q that lead to it."""

    p: Fraction
    q: Fraction
    products: set[Fraction]

    @cached_property
    def ratio(self) -> Fraction:
        """The likelihood ratio; ask for it when p and q are complete."""
        return self.p / self.q


def swapped(boxes: dict[str, Box]) -> dict[str, Box]:
    """The boxes with the passwords exchanged."""
    return {name: {m: (q, p) for m, (p, q) in box.items()} for name, box in boxes.items()}


def row(id: str, level: str, direction: str, verdict: str, vacuous: bool = False, **more: Any) -> Row:
    """A row of a certificate; fractions become their text."""
    values = {key: str(x) if isinstance(x, Fraction) else x for key, x in more.items()}
    named = {"id": id, "level": level, "direction": direction, "verdict": verdict, "vacuous": vacuous}
    return {"box": None, "delta": None, **named, **values}


def strategy_rows(instance: Instance, choose: Choose, brackets: list[Bracket], bits: int) -> list[Row]:
    """Every row of an instance whose boxes, n, epsilon and strategy (this one) are given."""
    boxes = instance.boxes or {}
    found: list[Row] = []
    for direction, sides in zip(DIRECTIONS, (boxes, swapped(boxes)), strict=True):
        histories = _histories(sides, choose, instance.n or 0)
        outputs = [_outputs(level) for level in histories]
        one = _Direction(instance, direction, bits)
        found += one.boxes(sides)
        found += one.steps(sides, histories, outputs)
        for level, points in (("histories", [*histories[-1].values()]), ("outputs", [*outputs[-1].values()])):
            found += one.for_all_deltas(level, points) if instance.deltas is None else []
            for bracket in brackets:
                found += one.at(bracket, level, points, outputs[-1])
    return found


def _histories(boxes: dict[str, Box], choose: Choose, n: int) -> list[dict[History, Point]]:
    """The histories of length 0 to n and their points."""
    levels: list[dict[History, Point]] = [{(): Point(ONE, ONE, {ONE})}]
    count = 0
    for _ in range(n):
        longer: dict[History, Point] = {}
        choices = [(*item, choose(item[0])) for item in levels[-1].items()]
        count += sum(len(boxes[box]) for _, _, weights in choices for box in weights)
        if count > MOST_NODES:
            raise UndecidedError(f"the tree of histories has more than {MOST_NODES} nodes")
        for history, point, weights in choices:
            for box, weight in weights.items():
                for message, (p, q) in boxes[box].items():
                    product = {x * p / q for x in point.products}
                    masses = point.p * weight * p, point.q * weight * q
                    longer[(*history, (box, message))] = Point(*masses, product)
        levels.append(longer)
    return levels


def _outputs(histories: dict[History, Point]) -> dict[tuple[str, ...], Point]:
    """The same with the boxes forgotten."""
    found: dict[tuple[str, ...], Point] = defaultdict(lambda: Point(Fraction(0), Fraction(0), set()))
    for history, point in histories.items():
        output = found[tuple(message for _, message in history)]
        output.p += point.p
        output.q += point.q
        output.products |= point.products
    return dict(found)


class _Direction:
    """The statements in one direction: p is the probability on the left."""

    def __init__(self, instance: Instance, direction: str, bits: int) -> None:
        self.instance, self.direction, self.bits = instance, direction, bits
        self.beta = instance.formula("epsilon*(exp(epsilon) - 1)")
        self.t = instance.formula("exp(epsilon)")

    def row(self, id: str, level: str, holds: bool, vacuous: bool = False, **more: Any) -> Row:
        return row(id, level, self.direction, "verified" if holds else "refuted", vacuous, **more)

    def boxes(self, boxes: dict[str, Box]) -> Iterator[Row]:
        """S7: sum (p-q) ln(p/q) <= beta. The first link, KL(p|q) <= the sum, is KL(q|p) >= 0 (Gibbs)."""
        for name, box in boxes.items():
            holds = self.mean([(p - q, p / q) for p, q in box.values()])
            yield self.row("fact-1", "box", holds, box=name)

    def steps(self, boxes: dict[str, Box], histories: list[Any], outputs: list[Any]) -> list[Row]:
        """S5, S6, S8 at every prefix, and S9."""
        used = {box for history in histories[-1] for box, _ in history}
        pairs = [pair for box in used for pair in boxes[box].values()]
        # E[C_k | h] is a mean over A(.|h) of KL(p_b|q_b), and given the values of C alone a mean of those.
        histories_hold = [
            all(point.products == {point.ratio} for level in histories for point in level.values()),
            self.bounded(p / q for p, q in pairs),
            all(self.mean([(p, p / q) for p, q in boxes[box].values()]) for box in used),
        ]
        given: dict[Any, list[tuple[Fraction, Fraction]]] = defaultdict(list)
        for shorter, longer in pairwise(outputs):
            for output, point in longer.items():
                before = shorter[output[:-1]]
                given[output[:-1]].append((point.p / before.p, point.ratio / before.ratio))
        outputs_hold = [
            all(point.products == {point.ratio} for level in outputs for point in level.values()),
            self.bounded(c for steps in given.values() for _, c in steps),
            all(self.mean(steps) for steps in given.values()),
        ]
        found = []
        for level, hold, points in (
            ("histories", histories_hold, histories[-1].values()),
            ("outputs", outputs_hold, outputs[-1].values()),
        ):
            ids = ("ratio", "bounded-loss", "conditional-mean")
            found += [self.row(id, level, holds) for id, holds in zip(ids, hold, strict=True)]
            if all(hold):
                found.append(self.row("azuma", level, self.tails(points), self.never(points)))
            else:
                found.append(row("azuma", level, self.direction, "inapplicable"))
        return found

    def bounded(self, ratios: Iterable[Fraction]) -> bool:
        """|ln c| <= epsilon for all of them."""
        return all(order(max(c, 1 / c), self.t, self.bits) <= 0 for c in set(ratios))

    def mean(self, steps: list[tuple[Fraction, Fraction]]) -> bool:
        """sum w ln c <= beta over the pairs (w, c)."""
        total = (0, 0)
        for w, c in steps:
            if c != 1:
                logarithm = enc.logarithm(enc.rational(c, self.bits), self.bits)
                total = enc.add(total, enc.multiply(enc.rational(w, self.bits), logarithm, self.bits))
        beta = enclose(self.beta, self.bits)
        return self.decided(total, beta)

    def decided(self, left: enc.Enclosure, right: enc.Enclosure) -> bool:
        """left <= right."""
        if left[0] <= right[1] and left[1] > right[0]:
            raise UndecidedError(f"{self.bits} bits do not decide an inequality")
        return left[1] <= right[0]

    def never(self, points: Iterable[Point]) -> bool:
        """No loss exceeds n beta: nothing can violate the statement for all z, or for all delta'."""
        largest = max(point.ratio for point in points)
        return order(largest, ("exp", self.instance.formula(MEAN)), self.bits) <= 0

    def tails(self, points: Iterable[Point]) -> bool:
        """Pr[loss >= l] <= exp(-(l - n beta)^2 / (2 n eps^2)) at every atom l > n beta: for all z, delta'."""
        bits, tail = self.bits, Fraction(0)
        atoms: dict[Fraction, Fraction] = defaultdict(Fraction)
        for point in points:
            atoms[point.ratio] += point.p
        if set(atoms) == {ONE}:
            return True
        mean, scale = (enclose(self.instance.formula(x), bits) for x in (MEAN, "2*n*epsilon^2"))
        for ratio in sorted(atoms, reverse=True):
            tail += atoms[ratio]
            low, high = enc.add(enc.logarithm(enc.rational(ratio, bits), bits), enc.negative(mean))
            if high <= 0:
                break
            gap = (max(low, 0), high)
            exponent = enc.divide(enc.multiply(gap, gap, bits), scale, bits)
            if not self.decided(enc.rational(tail, bits), enc.exponential(enc.negative(exponent), bits)):
                return False
        return True

    def for_all_deltas(self, level: str, points: list[Point]) -> list[Row]:
        """S11 for all delta' is S9 again, as eps' = l exactly at delta' = exp(...); S12 follows."""
        if self.instance.bound is not None or not self.tails(points):
            raise UndecidedError("a bound of its own for all delta': not supported")
        vacuous = self.never(points)
        return [self.row(id, level, True, vacuous) for id in ("bad-set-lemma", "theorem")]

    def at(self, bracket: Bracket, level: str, points: list[Point], outputs: dict[Any, Point]) -> list[Row]:
        """S11 and S12 at one delta'. Among all events S, W is the worst."""
        bad = [point for point in points if bracket.below(point.ratio)]
        a, b = (sum((getattr(point, side) for point in bad), Fraction(0)) for side in "pq")
        lemma: Row = {"probability": a, "bad_set_size": len(bad)}
        theorem: Row = {"hockey_stick": {"a": str(a), "b": str(b)}}
        verdicts = [bracket.verdict(a, b, self.bits)]
        if self.instance.events is not None:
            theorem = {"hockey_stick": None}
            events = [[outputs[x] for x in event if x in outputs] for event in self.instance.events]
            verdicts = [
                bracket.verdict(
                    sum((x.p for x in event), Fraction(0)), sum((x.q for x in event), Fraction(0)), self.bits
                )
                for event in events
            ]
        more: Row = {"vacuous": not bad, "delta": bracket.name}
        lemma_holds = bracket.verdict(a, Fraction(0), self.bits) == "verified"
        return [
            self.row("bad-set-lemma", level, lemma_holds, **more, **lemma),
            self.row("theorem", level, "refuted" not in verdicts, **more, **theorem),
        ]
