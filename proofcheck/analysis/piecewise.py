"""Convex piecewise-linear functions of the likelihood ratio, as chains of edges in exact arithmetic.

The best value of the theorem's payoff `(r - 1)^+` is `phi(r) = max_i (A_i r - B_i) / scale`, where
`(A_i, B_i)/scale = (Pr1, Pr2)` of the event "accept" under one way of going on. The points form a
convex chain from (0, 0) to (scale, scale); its edges have rising slopes, which are the breakpoints
of phi. So phi is stored as its edges. In this form

* opening a box, `sum_x q(x) phi(r p(x)/q(x))`, scales the edges by (p(x), q(x)) and merges them by slope;
* the choice of the best box is the lower convex hull of the chains' vertices.

T = 1 is enough: `phi^T(r) = T phi^1(r/T)`, and of the other direction `1 - T + phi^1(T)` is the value.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import accumulate, repeat
from math import prod
from operator import mul

from proofcheck.analysis.kinds import Direction, Menu
from proofcheck.analysis.scalars import (
    OrderOfRatio,
    Scalar,
    binary_exponent,
    decided,
    fraction,
    plain,
    scalar_pairs,
)
from proofcheck.numbers import Exact, Order

Vertex = tuple[Scalar, Scalar, int]


@dataclass(frozen=True, slots=True)
class Chain:
    """Edges `(rise1[i], rise2[i])` by rising slope; `owner[i]` attains vertex i (one more than edges)."""

    rise1: list[Scalar]
    rise2: list[Scalar]
    owner: list[int]

    def __len__(self) -> int:
        return len(self.rise1)


def unit_chain(scale: Scalar) -> Chain:
    """The payoff `(r - 1)^+` itself: nothing left to open."""
    return Chain([scale], [scale], [-1, -1])


@dataclass(frozen=True, slots=True)
class Opening:
    """A kind of box as an operation on chains; `factors[x]` is proportional to q(x)/p(x), in integers."""

    pairs: list[tuple[Scalar, Scalar]]
    factors: list[int]


@dataclass(frozen=True, slots=True)
class Openings:
    """The operations of all kinds; `margin` bounds the factors: `q(x)/p(x) <= 2^margin`."""

    kinds: list[Opening]
    rational: bool
    margin: int

    def slopes(self, chain: Chain, bits: int) -> list[int]:
        """The slopes in fixed point, for a result whose coordinates have at most `bits` bits."""
        if not self.rational:
            return []
        # Two different slopes of the result are quotients with denominators below 2^bits, so they differ
        # by more than 4^-bits. The floor here is off by less than 2^-(2 bits + margin), and less than
        # 4^-bits after the factor q(x)/p(x): different slopes stay in their order.
        shift = 2 * bits + self.margin
        return [(b << shift) // a for a, b in zip(chain.rise1, chain.rise2, strict=True)]


def openings(menu: Menu) -> Openings:
    """The operations of the kinds of a menu."""
    pairs = scalar_pairs(menu)
    if not menu.rational:
        return Openings([Opening(rows, []) for rows in pairs], False, 0)
    kinds = []
    for rows in pairs:
        product = prod(p for p, _ in rows)
        kinds.append(Opening(rows, [q * (product // p) for p, q in rows]))
    margin = max(binary_exponent(q, p) for rows in pairs for p, q in rows)
    return Openings(kinds, True, margin)


def opened(
    chain: Chain, slopes: list[int], opening: Opening, multiplier: Scalar
) -> tuple[list[Scalar], list[Scalar]]:
    """The edges of `sum_x q(x) phi(r p(x)/q(x))` by rising slope, equal slopes not merged."""
    rise1: list[Scalar] = []
    rise2: list[Scalar] = []
    for p, q in opening.pairs:
        rise1 += map(mul, chain.rise1, repeat(p * multiplier))
        rise2 += map(mul, chain.rise2, repeat(q * multiplier))
    keys: list[Scalar] = []
    for factor in opening.factors:
        keys += map(mul, slopes, repeat(factor))
    if not keys:
        keys += map(cmp_to_key(_compare_slopes), zip(rise1, rise2, strict=True))
    by_slope = sorted(range(len(keys)), key=keys.__getitem__)
    return list(map(rise1.__getitem__, by_slope)), list(map(rise2.__getitem__, by_slope))


def _compare_slopes(left: tuple[Scalar, Scalar], right: tuple[Scalar, Scalar]) -> int:
    one, other = left[1] * right[0], right[1] * left[0]
    return 1 if one > other else -1 if one < other else 0


def vertices(rise1: Iterable[Scalar], rise2: Iterable[Scalar], owner: int) -> Iterable[Vertex]:
    """The vertices after the first, (0, 0), that edges lead to."""
    return zip(accumulate(rise1), accumulate(rise2), repeat(owner))


def lower_hull(points: list[Vertex]) -> Chain:
    """The lower convex hull of (0, 0) and the points (at least one), which are sorted here.

    All points have positive coordinates. Points inside an edge are dropped, so slopes rise strictly.
    """
    points.sort()
    edges: list[Vertex] = []
    # The newest edge; the first one stands for a vertical wall, which no slope is below.
    rise1, rise2, owner = 0, -1, points[0][2]
    last1: Scalar = 0
    last2: Scalar = 0
    for point1, point2, new_owner in points:
        a = point1 - last1
        if a == 0:
            continue  # sorted: the point before is below
        b = point2 - last2
        while b * rise1 <= a * rise2:
            a += rise1
            b += rise2
            rise1, rise2, owner = edges.pop()
        edges.append((rise1, rise2, owner))
        rise1, rise2, owner = a, b, new_owner
        last1, last2 = point1, point2
    edges.append((rise1, rise2, owner))
    wall, *rest = edges
    owners = [wall[2], *(edge[2] for edge in rest)]
    return Chain([edge[0] for edge in rest], [edge[1] for edge in rest], owners)


def active_vertex(
    chain: Chain, mass1: Scalar, mass2: Scalar, order: OrderOfRatio, direction: Direction
) -> int:
    """The vertex that attains `phi` after a history of these probabilities, at the threshold of `order`.

    An edge is accepted when its part of `Pr1 - T Pr2` (of `Pr2 - T Pr1` in the other direction) helps:
    in the first case the leading edges, whose ratio exceeds T; in the second all but the leading ones,
    which is the complementary event, and the vertex is where that begins.
    """
    below = direction == "P2->P1"

    def stays_out(i: int) -> bool:
        num, den = mass1 * chain.rise1[i], mass2 * chain.rise2[i]
        if below:
            num, den = den, num
            return decided(order(plain(num), plain(den)), num, den) is Order.ABOVE
        return decided(order(plain(num), plain(den)), num, den) is not Order.ABOVE

    return bisect_left(range(len(chain)), True, key=stays_out)


@dataclass(frozen=True, slots=True)
class Piece:
    """The hockey-stick `a - b*T` on the interval from `start` (None: from 0) to the next piece's start."""

    start: Exact | None
    a: Exact
    b: Exact


@dataclass(frozen=True, slots=True)
class Curve:
    """The hockey-stick as a function of T > 0: convex, piecewise linear, not rising."""

    starts: tuple[tuple[Scalar, Scalar], ...]  # quotients, rising: where pieces 1, 2, … begin
    forms: tuple[tuple[Scalar, Scalar], ...]  # (a, b) over `scale`
    scale: Scalar

    def __len__(self) -> int:
        return len(self.forms)

    def form(self, order: OrderOfRatio) -> tuple[Exact, Exact]:
        """The pair (a, b) with value `a - b*T` at the threshold of `order`, ratios equal to T left out."""

        def beyond(i: int) -> bool:
            num, den = self.starts[i]
            return decided(order(plain(num), plain(den)), num, den) is Order.ABOVE

        a, b = self.forms[bisect_left(range(len(self.starts)), True, key=beyond)]
        return fraction(a, self.scale), fraction(b, self.scale)

    def pieces(self) -> tuple[Piece, ...]:
        """The whole curve."""
        starts = [None, *(fraction(num, den) for num, den in self.starts)]
        return tuple(
            Piece(start, fraction(a, self.scale), fraction(b, self.scale))
            for start, (a, b) in zip(starts, self.forms, strict=True)
        )


def curve(chain: Chain, direction: Direction) -> Curve:
    """The value at likelihood ratio 1 as a function of T: `T phi(1/T)`, or `1 - T + phi(T)`."""
    sums = [(0, 0), *zip(accumulate(chain.rise1), accumulate(chain.rise2), strict=True)]
    scale = sums[-1][0]
    edges = list(zip(chain.rise1, chain.rise2, strict=True))
    if direction == "P1->P2":
        return Curve(tuple(reversed(edges)), tuple(reversed(sums)), scale)
    return Curve(tuple((b, a) for a, b in edges), tuple((scale - b, scale - a) for a, b in sums), scale)
