"""Checks the proof of the advanced composition theorem on concrete instances, exactly.

    >>> import proofcheck
    >>> result = proofcheck.check("instance.proof.toml")
    >>> print(proofcheck.to_text(result))

Everything below is imported on first use, so that `import proofcheck` costs next to nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # read as true by type checkers; importing typing would be most of the cost
if TYPE_CHECKING:
    from proofcheck.model import Box as Box
    from proofcheck.model import Family as Family
    from proofcheck.model import InputError as InputError
    from proofcheck.model import Instance as Instance
    from proofcheck.model import load as load
    from proofcheck.model import loads as loads
    from proofcheck.model import strategies as strategies
    from proofcheck.numbers import parse as parse
    from proofcheck.surfaces.api import check as check
    from proofcheck.surfaces.api import to_dict as to_dict
    from proofcheck.surfaces.api import to_text as to_text

# Public name -> the module it comes from.
_HOMES = {
    "Box": "proofcheck.model",
    "Family": "proofcheck.model",
    "InputError": "proofcheck.model",
    "Instance": "proofcheck.model",
    "check": "proofcheck.surfaces.api",
    "load": "proofcheck.model",
    "loads": "proofcheck.model",
    "parse": "proofcheck.numbers",
    "strategies": "proofcheck.model",
    "to_dict": "proofcheck.surfaces.api",
    "to_text": "proofcheck.surfaces.api",
}

__all__ = [
    "Box",
    "Family",
    "InputError",
    "Instance",
    "__version__",
    "check",
    "load",
    "loads",
    "parse",
    "strategies",
    "to_dict",
    "to_text",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
