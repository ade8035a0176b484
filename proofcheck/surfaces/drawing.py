"""The dependency graph as an SVG drawing in layers, from what is built on down to what builds on it."""

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

from proofcheck.surfaces.graph import Edge, Graph, Node

_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN = 176, 44, 24, 52, 20
_LANE = 8  # the width of a line that passes through a layer
_SWEEPS = 8

# What stands in a layer: a statement, or (user, used) for a line that passes through.
Item = str | tuple[str, str]


def svg(graph: Graph) -> str:
    """The drawing; a line that follows from others is left out."""
    edges = graph.reduced()
    rows = _ordered(_rows(graph, edges), {(edge.user, edge.used) for edge in edges})
    place = _places(rows)
    width = (
        max(x + (_WIDTH if isinstance(key, str) else _LANE) // 2 for key, (x, _) in place.items()) + _MARGIN
    )
    height = len(rows) * (_HEIGHT + _DOWN) - _DOWN + 2 * _MARGIN
    nodes = {node.id: node for node in graph.nodes}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif">',
        "<title>Which statement builds on which; a line that follows from others is left out</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *(_line(edge, nodes, rows, place) for edge in edges),
        *(_box(node, place[node.id]) for node in graph.nodes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _rows(graph: Graph, edges: tuple[Edge, ...]) -> list[list[Item]]:
    layer = {node.id: node.layer for node in graph.nodes}
    levels = sorted(set(layer.values()))
    rows: list[list[Item]] = [[node.id for node in graph.nodes if node.layer == level] for level in levels]
    for edge in edges:
        for level in levels:
            if layer[edge.used] < level < layer[edge.user]:
                rows[levels.index(level)].append((edge.user, edge.used))
    return rows


def _ordered(rows: list[list[Item]], edges: set[tuple[str, str]]) -> list[list[Item]]:
    """The rows, each item near the middle of its neighbours in the row before, sweeping down and up."""
    for sweep in range(_SWEEPS):
        neighbours = list(pairwise(rows))
        for above, below in neighbours if sweep % 2 == 0 else reversed(neighbours):
            row, fixed = (below, above) if sweep % 2 == 0 else (above, below)
            at = {item: place for place, item in enumerate(fixed)}
            middles = {}
            for place, item in enumerate(row):
                near = [at[other] for other in fixed if _linked(item, other, edges)]
                # In thousandths of a place, so that no float is needed.
                middles[item] = (
                    1000 * sum(near) * len(row) // (len(near) * len(fixed)) if near else 1000 * place
                )
            row.sort(key=middles.__getitem__)
    return rows


def _linked(one: Item, other: Item, edges: set[tuple[str, str]]) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return (one, other) in edges or (other, one) in edges
    if isinstance(one, str) or isinstance(other, str):
        node, lane = (one, other) if isinstance(one, str) else (other, one)
        return node in lane
    return one == other


def _places(rows: list[list[Item]]) -> dict[Item | tuple[int, Item], tuple[int, int]]:
    """The middle of the top of each item; a passing line has one in each row, under (row, item)."""
    widths = [[_WIDTH if isinstance(item, str) else _LANE for item in row] for row in rows]
    whole = max(sum(row) + _ACROSS * (len(row) - 1) for row in widths)
    place: dict[Item | tuple[int, Item], tuple[int, int]] = {}
    for level, (row, sizes) in enumerate(zip(rows, widths, strict=True)):
        x = _MARGIN + (whole - sum(sizes) - _ACROSS * (len(row) - 1)) // 2
        for item, size in zip(row, sizes, strict=True):
            key = item if isinstance(item, str) else (level, item)
            place[key] = (x + size // 2, _MARGIN + level * (_HEIGHT + _DOWN))
            x += size + _ACROSS
    return place


def _line(
    edge: Edge,
    nodes: dict[str, Node],
    rows: list[list[Item]],
    place: dict[Item | tuple[int, Item], tuple[int, int]],
) -> str:
    x, y = place[edge.used]
    curve = f"M{x} {y + _HEIGHT}"
    y += _HEIGHT
    lane = (edge.user, edge.used)
    passing = [place[level, lane] for level, row in enumerate(rows) if lane in row]
    for step, (to, top) in enumerate([*passing, place[edge.user]]):
        bend = (top - y) // 2
        curve += f" C{x} {y + bend} {to} {top - bend} {to} {top}"
        x, y = to, top
        if step < len(passing):
            y += _HEIGHT
            curve += f" L{x} {y}"
    dash = "" if edge.derived else ' stroke-dasharray="4 4"'
    title = f"{nodes[edge.user].title} builds on {nodes[edge.used].title}"
    return f'<path d="{curve}" fill="none" stroke="#555555"{dash}><title>{escape(title)}</title></path>'


def _box(node: Node, at: tuple[int, int]) -> str:
    middle, y = at
    return (
        f"<g><title>{escape(node.title)}</title>"
        f'<rect x="{middle - _WIDTH // 2}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="#eef3fb" '
        'stroke="#33517a"/>'
        f'<text x="{middle}" y="{y + 18}" text-anchor="middle" font-size="12" fill="#33517a">'
        f"{escape(node.number)}</text>"
        f'<text x="{middle}" y="{y + 34}" text-anchor="middle" font-size="13" fill="#111111">'
        f"{escape(node.id)}</text></g>"
    )
