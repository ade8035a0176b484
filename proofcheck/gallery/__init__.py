"""The instance files that ship with the package, one a lesson: `NAME.proof.toml`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

SUFFIX = ".proof.toml"


def names() -> list[str]:
    """The names of the instances, sorted."""
    found = (entry.name for entry in files(__name__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX))


def path(name: str) -> Path:
    """The file of an instance.

    Args:
        name: one of `names()`, with or without its suffix.

    Raises:
        KeyError: there is none of that name.
    """
    plain = name.removesuffix(SUFFIX)
    if plain not in names():
        raise KeyError(name)
    return Path(str(files(__name__) / (plain + SUFFIX)))
