"""Concrete boxes, strategies and numbers in which the general derivations speak of something."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import mpmath

from finite_models import Model
from lemmas import (
    g01_exponential,
    g02_two_points,
    g03_hoeffding,
    g04_markov,
    g05_mean_loss,
    g06_data_processing,
    g09_moment_tail,
    g10_bad_set_everywhere,
    g11_composition,
    s01_closeness,
    s08_conditional_mean,
    s09_azuma,
    s11_bad_set_lemma,
    s12_theorem,
)
from lemmas import (
    notation as given,
)
from proofcheck.logic.formula import Index, Letter

Table = Mapping[Letter, Any]
OPENINGS = 2
BOXES = ("a", "b", "c")
MESSAGES = {"a": ("0", "1"), "b": ("0", "1"), "c": ("0", "1", "2")}


def fraction(rng: random.Random, low: int = 1, high: int = 20) -> Any:
    return mpmath.mpf(rng.randint(low, high)) / 20


def normalised(weights: Mapping[Any, Any]) -> dict[Any, Any]:
    whole = mpmath.fsum(weights.values())
    return {key: weight / whole for key, weight in weights.items()}


def close_pair(
    rng: random.Random, messages: tuple[str, ...], t: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two distributions that are close by ln t: mixtures of one and the same channel."""
    k0, k1 = (normalised({m: fraction(rng) for m in messages}) for _ in range(2))
    p = {m: (t * k0[m] + k1[m]) / (1 + t) for m in messages}
    q = {m: (k0[m] + t * k1[m]) / (1 + t) for m in messages}
    return p, q


def made(table: Table, ranges: Mapping[Index, Callable[..., list[Any]]]) -> Model:
    def value(letter: Letter, at: tuple[Any, ...]) -> Any:
        found = table[letter]
        return found(*at) if callable(found) else found

    return Model(value, ranges)


def one_box(seed: int) -> Model:
    """One box with three messages, a channel behind it, and a number for every scalar."""
    rng = random.Random(seed)
    t = 1 + fraction(rng)
    eps, delta = mpmath.log(t), fraction(rng, 1, 19)
    p, q = close_pair(rng, ("0", "1", "2"), t)
    channel = {x: normalised({y: fraction(rng) for y in ("u", "v")}) for x in p}
    out1, out2 = ({y: mpmath.fsum(channel[x][y] * r[x] for x in p) for y in ("u", "v")} for r in (p, q))
    bound = eps / 3
    bad = {y: int(out1[y] > mpmath.exp(bound) * out2[y]) for y in out1}
    values = {x: eps * (2 * fraction(rng) - 1) for x in p}
    mean = mpmath.fsum(p[x] * values[x] for x in p)
    excess = {y: 2 * fraction(rng) - 1 for y in out1}
    order, n = fraction(rng) * 3, 1
    z = fraction(rng)
    beyond = n * eps * mpmath.tanh(eps / 2) + z
    table: dict[Letter, Any] = {
        given.P: p.__getitem__,
        given.Q: q.__getitem__,
        given.EPS: eps,
        given.DELTA: delta,
        given.LAMBDA: order,
        given.N: n,
        given.Z: z,
        given.OUT1: out1.__getitem__,
        given.OUT2: out2.__getitem__,
        s01_closeness._EVENT: lambda x: int(x != "1"),
        g01_exponential.S: 4 * fraction(rng) - 2,
        g01_exponential.U: fraction(rng) * 3,
        g01_exponential.R: fraction(rng) * 3,
        g01_exponential.V: fraction(rng) * 3,
        g02_two_points.MEAN: eps * (3 * fraction(rng) - 1),
        g02_two_points.POINT: eps * (2 * fraction(rng) - 1),
        g03_hoeffding.WEIGHT: p.__getitem__,
        g03_hoeffding.VALUES: values.__getitem__,
        g03_hoeffding.MEAN_BOUND: mean + fraction(rng, 0) / 10,
        g04_markov.MASS: out1.__getitem__,
        g04_markov.EVENT: lambda y: int(excess[y] >= 0),
        g04_markov.EXCESS: excess.__getitem__,
        g05_mean_loss.RATIO: mpmath.exp(eps * (2 * fraction(rng) - 1)),
        g06_data_processing.CHANNEL: lambda x, y: channel[x][y],
        g09_moment_tail.BAD: lambda y: int(out1[y] > mpmath.exp(beyond) * out2[y]),
        s12_theorem.POINT1: out1.__getitem__,
        s12_theorem.POINT2: out2.__getitem__,
        s12_theorem.EVENT: lambda y: int(y == "u"),
        s12_theorem.BAD: bad.__getitem__,
        s12_theorem.BOUND: bound,
    }
    # The lemma is a hypothesis of the theorem, so delta' has to be what the bad set has, or more.
    table[given.DELTA] = max(delta, mpmath.fsum(out1[y] for y in out1 if bad[y]))
    ranges = {given.X: lambda: list(p), given.Y: lambda: list(out1)}
    return made(table, ranges)


def openings(seed: int) -> Model:
    """Three boxes opened two times by a random strategy, everything computed from the histories."""
    rng = random.Random(seed)
    t = 1 + fraction(rng, 1, 4) / 2
    eps, delta = mpmath.log(t), mpmath.mpf(97) / 100
    boxes = {name: close_pair(rng, MESSAGES[name], t) for name in BOXES}
    weights: dict[Any, dict[str, Any]] = {}

    def unopened(h: Any) -> list[str]:
        return [name for name in BOXES if name not in {box for box, _ in h}]

    def choice(h: Any, i: str) -> Any:
        if h not in weights:
            weights[h] = normalised({name: fraction(rng) for name in unopened(h)})
        return weights[h][i]

    @cache
    def probability(h: Any, world: int) -> Any:
        if not h:
            return mpmath.mpf(1)
        i, x = h[-1]
        return probability(h[:-1], world) * choice(h[:-1], i) * boxes[i][world][x]

    def product(h: Any) -> Any:
        return mpmath.fprod(boxes[i][0][x] / boxes[i][1][x] for i, x in h)

    def extended(histories: list[Any]) -> list[Any]:
        return [(*h, (i, x)) for h in histories for i in unopened(h) for x in MESSAGES[i]]

    histories = extended(extended([()]))
    for h in ((), *extended([()])):
        for i in unopened(h):
            choice(h, i)

    def seen(h: Any) -> Any:
        return tuple(x for _, x in h)

    outputs = sorted({seen(h) for h in histories})
    out = {
        (y, world): mpmath.fsum(probability(h, world) for h in histories if seen(h) == y)
        for y in outputs
        for world in (0, 1)
    }
    root = eps * mpmath.sqrt(2 * OPENINGS * mpmath.log(1 / delta))
    beta = eps * (t - 1)
    prime, second = OPENINGS * beta + root, OPENINGS * eps * mpmath.tanh(eps / 2) + root
    z = root / 2
    likely = normalised({h: fraction(rng, 0) for h in histories})

    def exceeds(one: Any, two: Any, bound: Any) -> int:
        return int(one > mpmath.exp(bound) * two)

    def history_bad(one: int, two: int) -> Callable[[Any], int]:
        return lambda h: exceeds(probability(h, one), probability(h, two), prime)

    def output_bad(one: int, two: int, bound: Any) -> Callable[[Any], int]:
        return lambda y: exceeds(out[y, one], out[y, two], bound)

    def loss(h: Any) -> Any:
        return mpmath.log(product(h))

    table: dict[Letter, Any] = {
        given.EPS: eps,
        given.DELTA: delta,
        given.LAMBDA: fraction(rng) * 3,
        given.N: OPENINGS,
        given.Z: z,
        given.CHOICE: choice,
        given.BOX1: lambda i, x: boxes[i][0][x],
        given.BOX2: lambda i, x: boxes[i][1][x],
        given.PR1: lambda h: probability(h, 0),
        given.PR2: lambda h: probability(h, 1),
        given.LOSS: loss,
        given.PRODUCT: product,
        given.SEEN: lambda h, y: int(seen(h) == y),
        given.OUT1: lambda y: out[y, 0],
        given.OUT2: lambda y: out[y, 1],
        s08_conditional_mean._PAST: likely.__getitem__,
        s09_azuma.MASS_OF_HISTORY: lambda h: probability(h, 0),
        s09_azuma.OUTCOME: lambda h, ix: choice(h, ix[0]) * boxes[ix[0]][0][ix[1]],
        s09_azuma.DIFFERENCE: lambda h, ix: mpmath.log(boxes[ix[0]][0][ix[1]] / boxes[ix[0]][1][ix[1]]),
        s09_azuma.EVENT: lambda h: int(loss(h) > OPENINGS * beta + z),
        g03_hoeffding.MEAN_BOUND: beta,
        s11_bad_set_lemma.BAD: history_bad(0, 1),
        g10_bad_set_everywhere.BAD: output_bad(0, 1, second),
        g10_bad_set_everywhere.SOURCE_BAD: output_bad(0, 1, prime),
        g11_composition.EVENT: lambda y: int(y[0] == "0"),
        g11_composition.EVENT_OF_HISTORIES: lambda h: int(h[0][1] == "0"),
        g11_composition.BAD: output_bad(0, 1, second),
        g11_composition.BAD2: output_bad(1, 0, second),
        g11_composition.BAD_HISTORY: history_bad(0, 1),
        g11_composition.BAD_HISTORY2: history_bad(1, 0),
    }
    ranges: dict[Index, Callable[..., list[Any]]] = {
        given.H: lambda: histories,
        given.I: unopened,
        given.XI: lambda i: list(MESSAGES[i]),
        given.Y: lambda: outputs,
        s09_azuma.NEXT: lambda h: [(i, x) for i in unopened(h) for x in MESSAGES[i]],
    }
    return made(table, ranges)


ONE_BOX = {
    "closeness",
    "bounded-loss",
    "exponential",
    "fact-1",
    "two-points",
    "hoeffding",
    "markov",
    "substitution",
    "theorem",
    "mean-loss",
    "dominance",
    "data-processing",
    "response-moment",
    "moment-tail",
}
"""The statements that speak of one box or of numbers; the others speak of histories."""


def model_for(id: str, seed: int) -> Model:
    return one_box(seed) if id in ONE_BOX else openings(seed)
