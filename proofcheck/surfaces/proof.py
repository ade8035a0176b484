"""The statements of the proof, from our own `lemmas` package and from no other.

Another distribution also installs an import package called `lemmas`; a folder of that name beside
the caller shadows ours just as well. Both are found out before a line of the stranger is run.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from proofcheck.surfaces.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from lemmas.errata import Erratum
    from proofcheck.logic.scope import Scope
    from proofcheck.logic.statement import Statement
    from proofcheck.model import Instance


class ForeignLemmasError(UsageError):
    """The import name `lemmas` does not lead to the package that ships with proofcheck."""


def proof() -> tuple[Statement, ...]:
    """The statements S1 to S12 in proof order.

    Raises `ForeignLemmasError`, which says whose `lemmas` was found and what to do, if the package
    found under that name is not the one installed beside `proofcheck`.
    """
    statements: tuple[Statement, ...] = _ours().PROOF
    return statements


def statements() -> tuple[Statement, ...]:
    """Every statement that some instance can be judged on, those of the proof first."""
    rungs = (proof(), *_ours().LADDER.values())
    found: dict[str, Statement] = {}
    for rung in rungs:
        for statement in rung:
            found.setdefault(statement.id, statement)
    return tuple(found.values())


def proof_for(instance: Instance) -> tuple[Statement, ...]:
    """The statements that can be judged on this instance, in proof order; none if it leaves open too much."""
    from proofcheck.logic.scope import scope_of

    ladder: Mapping[Scope, tuple[Statement, ...]] = _ours().LADDER
    return ladder.get(scope_of(instance), ())


def general_proof() -> tuple[Statement, ...]:
    """Every statement with a general derivation, in an order in which each cites only earlier ones."""
    statements: tuple[Statement, ...] = _ours().GENERAL_PROOF
    return statements


def errata() -> tuple[Erratum, ...]:
    """The source's slips E1 to E8."""
    _ours()
    from lemmas.errata import ERRATA

    return tuple(ERRATA)


def _ours() -> ModuleType:
    import proofcheck

    ours = os.path.dirname(os.path.dirname(os.path.abspath(proofcheck.__file__)))
    expected = os.path.join(ours, "lemmas")
    found = _location()
    if found is None or not _same(found, expected):
        raise _foreign(found, expected)
    package = import_module("lemmas")
    statements = getattr(package, "PROOF", None)
    if not isinstance(statements, tuple) or not statements:
        raise _foreign(found, expected)
    return package


def _location() -> str | None:
    """The folder (or file) that `import lemmas` gives, None if it gives nothing."""
    loaded = sys.modules.get("lemmas")
    spec = find_spec("lemmas") if loaded is None else loaded.__spec__
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return os.path.abspath(next(iter(spec.submodule_search_locations)))
    return None if spec.origin is None else os.path.abspath(spec.origin)


def _same(left: str, right: str) -> bool:
    return os.path.normcase(os.path.realpath(left)) == os.path.normcase(os.path.realpath(right))


def _foreign(found: str | None, expected: str) -> ForeignLemmasError:
    again = "pip install --force-reinstall proofcheck-dp"
    if found is None:
        where, hint = "is not installed", f"install the distribution again: {again}"
    elif _same(found, expected):
        where = f"at {found} is not ours: another distribution has overwritten it"
        hint = f"uninstall the other one, then: {again}"
    else:
        where = f"at {found} is somebody else's and shadows ours, which is at {expected}"
        hint = (
            "if it is a file or folder of yours, rename it or run from another folder; "
            "if another distribution installed it, use a virtual environment without that one"
        )
    return ForeignLemmasError(
        f"the Python package 'lemmas' {where}", key="lemmas", value=found or "", hint=hint
    )
