"""Which statement builds on which: the dependency graph of the proof, as data and as text.

An edge is "derived" if the derivation cites the other statement, takes a hypothesis from it, or uses its
growth of histories; else it is "stated": the statement names the other in its wording, its hypotheses or the
source's proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofcheck.logic.statement import Statement


class CycleError(ValueError):
    """The statements depend on each other in a circle."""


@dataclass(frozen=True)
class Node:
    """A statement, on the layer one below the lowest that it builds on."""

    id: str
    number: str
    title: str
    layer: int


@dataclass(frozen=True)
class Edge:
    """`user` builds on `used`."""

    user: str
    used: str
    derived: bool


@dataclass(frozen=True)
class Graph:
    """Nodes in proof order, edges by user."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def used_by(self, id: str) -> tuple[Edge, ...]:
        """What a statement builds on."""
        return tuple(edge for edge in self.edges if edge.user == id)

    def reduced(self) -> tuple[Edge, ...]:
        """The edges that do not follow from others: no longer way leads from user to used."""
        below: dict[str, set[str]] = {}
        for node in self.nodes:
            used = [edge.used for edge in self.used_by(node.id)]
            below[node.id] = set(used).union(*(below[id] for id in used))
        return tuple(
            edge
            for edge in self.edges
            if not any(edge.used in below[other.used] for other in self.used_by(edge.user))
        )


def derived_from(statement: Statement) -> set[str]:
    """The ids that the statement's derivation invokes."""
    derivation = statement.derivation
    if derivation is None:
        return set()
    sources = {given.source for given in derivation.hypotheses if given.source}
    grown = {derivation.histories.source} if derivation.histories is not None else set()
    return {*derivation.cites(), *sources, *grown} - {statement.id, ""}


def stated(statement: Statement) -> set[str]:
    """The ids that the statement says it builds on."""
    return {*statement.hypotheses, *statement.uses, *statement.proof_uses}


def of(proof: Sequence[Statement], only: set[str] | None = None) -> Graph:
    """The graph of the whole proof or, with `only`, of these statements and all they build on.

    Raises `CycleError` if there is a circle, and `LookupError` if a statement builds on an unknown one.
    """
    needs = {statement.id: derived_from(statement) | stated(statement) for statement in proof}
    unknown = set().union(*needs.values()) - needs.keys()
    if unknown:
        raise LookupError(f"no statement {sorted(unknown)[0]!r}")
    layers = _layers(needs)
    kept = needs.keys() if only is None else _closure(needs, only)
    order = [statement.id for statement in proof]
    edges = [
        Edge(statement.id, used, used in derived_from(statement))
        for statement in proof
        if statement.id in kept
        for used in sorted(needs[statement.id], key=order.index)
    ]
    nodes = [Node(s.id, s.number, s.title, layers[s.id]) for s in proof if s.id in kept]
    return Graph(tuple(nodes), tuple(edges))


def text(graph: Graph) -> str:
    """One line a statement: what it builds on; in parentheses what is stated but not derived from."""
    width = max(len(f"{node.number:<4}{node.id}") for node in graph.nodes)
    lines = []
    for node in graph.nodes:
        used = [edge.used if edge.derived else f"({edge.used})" for edge in graph.used_by(node.id)]
        label = f"{node.number:<4}{node.id}"
        lines.append(f"{label:<{width}}  {'<- ' + ', '.join(used) if used else ''}".rstrip())
    lines += [
        "",
        "in parentheses: named by the statement or the source's proof, not needed by the derivation",
    ]
    return "\n".join(lines) + "\n"


def _layers(needs: dict[str, set[str]]) -> dict[str, int]:
    layers: dict[str, int] = {}
    while len(layers) < len(needs):
        ready = [id for id, used in needs.items() if id not in layers and used <= layers.keys()]
        if not ready:
            raise CycleError("a circle among " + ", ".join(id for id in needs if id not in layers))
        for id in ready:
            layers[id] = max((layers[used] + 1 for used in needs[id]), default=0)
    return layers


def _closure(needs: dict[str, set[str]], wanted: set[str]) -> set[str]:
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        id = waiting.pop()
        if id not in found:
            found.add(id)
            waiting += needs[id]
    return found
