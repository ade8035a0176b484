"""Imports point one way, the checker stands alone, no verdict comes from a float or a swallowed error."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("numbers", "model", "analysis", "logic", "engine", "surfaces")
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("proofcheck", "lemmas")
    for path in (ROOT / top).rglob("*.py")
)
BANNED_CALLS = {"float", "eval", "exec", "sympify", "parse_expr"}
BROAD = {"Exception", "BaseException"}


def imports(tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything imported, `from a.b import c` as `a.b.c`, and by `import_module("a.b")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__") and node.args:
            first = node.args[0]
            yield (
                first.value
                if isinstance(first, ast.Constant) and isinstance(first.value, str)
                else "proofcheck.surfaces"
            )


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def allowed(where: str, name: str) -> bool:
    """Whether the module at path `where` may import `name`."""
    top, _, rest = name.partition(".")
    layer = where.split("/")[1] if where.startswith("proofcheck/") else "lemmas"
    if where in ("proofcheck/__init__.py", "proofcheck/__main__.py"):
        return True  # the first is checked to be lazy by what it imports at run time
    if layer == "checker":
        return top in sys.stdlib_module_names or name.startswith("proofcheck.checker.")
    if top == "flint":
        exact = name != "flint" and not rest.startswith(("arb", "acb", "arf", "ctx"))
        return where == "proofcheck/numbers/balls.py" or (layer == "numbers" and exact)
    if top == "lemmas":
        return layer in ("surfaces", "lemmas")
    if top == "proofcheck":
        below = LAYERS[:4] if layer == "lemmas" else LAYERS[: LAYERS.index(layer) + 1]
        return layer == "surfaces" or rest.split(".")[0] in below
    return bool(top)  # relative imports hide the direction


def at_import_time(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the module is imported."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        yield node
        for field in ("body", "orelse", "finalbody"):
            if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
                yield from at_import_time(getattr(node, field, []))


def violations(where: str, source: str) -> list[str]:
    """What the module at path `where` does against the rules."""
    tree = ast.parse(source)
    found = [f"imports {name}" for name in imports(tree) if not allowed(where, name)]
    for node in at_import_time(tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [
                "imports sympy at import time" for name in imports(node) if name.split(".")[0] == "sympy"
            ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in BANNED_CALLS:
            found.append(f"calls {called(node)}")
        elif isinstance(node, ast.Assert):
            found.append("uses assert as a check")
        elif isinstance(node, ast.Constant) and isinstance(node.value, float) and "/surfaces/" not in where:
            found.append(f"holds the float {node.value}")
        elif isinstance(node, ast.ExceptHandler):
            names = (
                {part.id for part in ast.walk(node.type) if isinstance(part, ast.Name)}
                if node.type
                else BROAD
            )
            found += ["catches everything"] * bool(names & BROAD)
    return found


@pytest.mark.parametrize("where", SOURCES)
def test_module_keeps_the_rules(where: str) -> None:
    assert violations(where, (ROOT / where).read_text(encoding="utf-8")) == []


def test_all_modules_were_looked_at() -> None:
    assert {"proofcheck/__init__.py", "proofcheck/surfaces/cli.py"} <= set(SOURCES)


@pytest.mark.parametrize(
    ("where", "source", "complaint"),
    [
        ("proofcheck/numbers/a.py", "from proofcheck.model import Box", "imports proofcheck.model.Box"),
        ("proofcheck/engine/a.py", "import lemmas", "imports lemmas"),
        ("proofcheck/engine/a.py", "import proofcheck", "imports proofcheck"),
        ("proofcheck/model/a.py", "from ..engine import run", "imports ..engine.run"),
        ("proofcheck/logic/a.py", "def f():\n    import_module('lemmas')", "imports lemmas"),
        ("lemmas/a.py", "from proofcheck.engine import run", "imports proofcheck.engine.run"),
        ("lemmas/a.py", "from proofcheck.surfaces.api import check", "imports proofcheck.surfaces.api.check"),
        ("proofcheck/checker/a.py", "import flint", "imports flint"),
        (
            "proofcheck/checker/a.py",
            "from proofcheck.numbers import parse",
            "imports proofcheck.numbers.parse",
        ),
        ("proofcheck/numbers/a.py", "from flint import arb", "imports flint.arb"),
        ("proofcheck/numbers/a.py", "import flint", "imports flint"),
        ("proofcheck/analysis/a.py", "from flint import fmpz", "imports flint.fmpz"),
        ("lemmas/a.py", "import sympy", "imports sympy at import time"),
        (
            "lemmas/a.py",
            "try:\n    from sympy import exp\nfinally:\n    pass",
            "imports sympy at import time",
        ),
        ("lemmas/a.py", "x = float('1')", "calls float"),
        ("lemmas/a.py", "def f(s):\n    return sympy.sympify(s)", "calls sympify"),
        ("lemmas/a.py", "x = 0.5", "holds the float 0.5"),
        ("proofcheck/surfaces/a.py", "assert True", "uses assert as a check"),
        ("proofcheck/surfaces/a.py", "try:\n    f()\nexcept:\n    pass", "catches everything"),
        (
            "proofcheck/engine/a.py",
            "try:\n    f()\nexcept (OSError, Exception):\n    pass",
            "catches everything",
        ),
    ],
)
def test_rules_can_be_broken(where: str, source: str, complaint: str) -> None:
    assert complaint in violations(where, source)


@pytest.mark.parametrize(
    ("where", "source"),
    [
        ("proofcheck/surfaces/a.py", "from lemmas import PROOF"),
        ("lemmas/a.py", "from proofcheck.logic.statement import Statement\nfrom lemmas.events import split"),
        ("lemmas/a.py", "def derive():\n    import sympy\n    return sympy.exp(1)"),
        ("proofcheck/numbers/balls.py", "from flint import arb"),
        ("proofcheck/numbers/a.py", "from flint import fmpz"),
        ("proofcheck/checker/a.py", "import json\nfrom proofcheck.checker.formulas import beta"),
    ],
)
def test_rules_allow_what_the_architecture_wants(where: str, source: str) -> None:
    assert violations(where, source) == []
