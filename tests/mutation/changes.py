"""Where a module can be changed: one small, wrong edit of its syntax tree at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
TEXTS = {
    "<=": ">=",
    "<": "<=",
    "=": "<",
    "P1->P2": "P2->P1",
    "P2->P1": "P1->P2",
    "histories": "outputs",
    "outputs": "histories",
    "exact": "enclosure",
    "enumeration": "exact",
}
ATTRIBUTES = {
    "VERIFIED": "REFUTED",
    "REFUTED": "VERIFIED",
    "UNDECIDED": "VERIFIED",
    "INAPPLICABLE": "VERIFIED",
    "ABOVE": "BELOW",
    "BELOW": "ABOVE",
    "EQUAL": "ABOVE",
    "p1": "p2",
    "p2": "p1",
    "y1": "y2",
    "y2": "y1",
    "tail1": "tail2",
    "tail2": "tail1",
    "inside": "outside",
    "outside": "inside",
    "beta": "epsilon",
    "epsilon": "beta",
    "left": "right",
    "right": "left",
    "size": "doubtful",
    "doubtful": "size",
    "n": "epsilon",
}
NAMES = {
    "exp": "ln",
    "ln": "exp",
    "sqrt": "exp",
    "forward": "backward",
    "backward": "forward",
    "one": "other",
    "other": "one",
    "inside": "outside1",
    "outside1": "inside",
    "outside2": "p2",
    "p1": "p2",
    "p2": "p1",
    "p": "q",
    "q": "p",
    "any": "all",
    "all": "any",
    "weakest": "combined",
}
# Of the statement itself only what its check reads.
READ_BY_CHECKS = ("hypotheses",)


@dataclass(frozen=True)
class Place:
    """One possible change: the line it is on, what it does, and how to do it."""

    line: int
    what: str
    change: Callable[[], None]


def places(tree: ast.Module) -> Iterator[Place]:
    """Every change of the functions and limits of one module.

    Docstrings, imports, annotations and prose are left alone. So are the derivations, whose formulas are
    changed one by one in `tests/lemmas/test_derivations.py`.
    """
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            for function in ast.walk(statement):
                if isinstance(function, ast.FunctionDef):
                    yield from _in_body(function)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            yield from _of_constant(statement.value)


def _in_body(function: ast.FunctionDef) -> Iterator[Place]:
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (ast.FunctionDef, ast.Import, ast.ImportFrom)):
            continue
        yield from _at(node)
        skipped = node.annotation if isinstance(node, ast.AnnAssign) else None
        waiting = [child for child in ast.iter_child_nodes(node) if child is not skipped] + waiting


def _of_constant(value: ast.expr) -> Iterator[Place]:
    """A limit or a list that the module names, or the hypotheses of its statement."""
    if isinstance(value, ast.Constant) and type(value.value) is int:
        yield Place(value.lineno, f"integer {value.value}", _set(value, "value", value.value + 1))
    elif isinstance(value, ast.Tuple):
        yield from _dropped(value)
    elif isinstance(value, ast.Call):
        for keyword in value.keywords:
            if keyword.arg in READ_BY_CHECKS and isinstance(keyword.value, ast.Tuple):
                yield from _dropped(keyword.value)


def _dropped(value: ast.Tuple) -> Iterator[Place]:
    for i, element in enumerate(value.elts):
        if isinstance(element, ast.Constant):
            rest = value.elts[:i] + value.elts[i + 1 :]
            yield Place(element.lineno, f"dropped {element.value!r}", _set(value, "elts", rest))


def _at(node: ast.AST) -> Iterator[Place]:
    line = getattr(node, "lineno", 0)
    match node:
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield Place(line, f"operator {type(op).__name__}", _set(node, "op", OPERATORS[type(op)]()))
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield Place(line, f"operator {type(op).__name__}", _set(node, "op", OPERATORS[type(op)]()))
        case ast.Compare(ops=[op, *rest]) if type(op) in COMPARISONS:
            changed = [COMPARISONS[type(op)](), *rest]
            yield Place(line, f"comparison {type(op).__name__}", _set(node, "ops", changed))
        case ast.BoolOp(op=ast.And()):
            yield Place(line, "and", _set(node, "op", ast.Or()))
        case ast.BoolOp(op=ast.Or()):
            yield Place(line, "or", _set(node, "op", ast.And()))
        case ast.UnaryOp(op=ast.USub()):
            yield Place(line, "sign", _set(node, "op", ast.UAdd()))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield Place(line, "not", _set(node, "operand", ast.UnaryOp(ast.Not(), inner)))
        case ast.IfExp(body=body, orelse=orelse):
            yield Place(line, "branches", _both(_set(node, "body", orelse), _set(node, "orelse", body)))
        case ast.Continue() | ast.Break():
            pass  # a loop without it is the business of the tests of the condition above it
        case ast.Constant(value=str(text)) if text in TEXTS:
            yield Place(line, f"text {text!r}", _set(node, "value", TEXTS[text]))
        case ast.Constant(value=value) if type(value) is int:
            yield Place(line, f"integer {value}", _set(node, "value", value + 1))
        case ast.Attribute(attr=name) if name in ATTRIBUTES:
            yield Place(line, f"attribute {name}", _set(node, "attr", ATTRIBUTES[name]))
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield Place(line, f"name {name}", _set(node, "id", NAMES[name]))


def _set(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _both(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def change() -> None:
        first()
        second()

    return change
