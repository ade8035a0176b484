"""Branch and bound: a claim about all points of a region, proved cell by cell or refuted at one point.

The engine knows nothing of what is claimed. A rigorous `examine` looks at one cell and says that the
claim holds on all of it, that the cell must be split, that a point of it breaks the claim, or that
it cannot tell. The proofs of the cells that were closed are the certificate: they can be checked
without the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

Cell = TypeVar("Cell")
Proof = TypeVar("Proof")
Witness = TypeVar("Witness")


@dataclass(frozen=True)
class Closed(Generic[Proof]):
    """The claim holds on the whole cell, by these proofs."""

    proofs: tuple[Proof, ...]


@dataclass(frozen=True)
class Split(Generic[Cell, Proof]):
    """The claim holds on a part of the cell, by these proofs; the cells cover what is left."""

    cells: tuple[Cell, ...]
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True)
class Broken(Generic[Witness]):
    """The claim fails at a point of the cell."""

    witness: Witness


@dataclass(frozen=True)
class Stuck:
    """The cell can neither be decided nor split further."""


Outcome = Closed[Proof] | Split[Cell, Proof] | Broken[Witness] | Stuck


class Status(Enum):
    """What a search established."""

    PROVED = "proved"  # every cell is closed
    REFUTED = "refuted"
    OPEN = "open"  # some cells are neither; the budget ran out or they got too small


@dataclass(frozen=True)
class Search(Generic[Cell, Proof, Witness]):
    """The outcome of a search: closed cells' proofs, cells left open, a witness if one was found."""

    proofs: tuple[Proof, ...]
    left: tuple[Cell, ...]
    witness: Witness | None
    examined: int

    @property
    def status(self) -> Status:
        """PROVED only if nothing was left open."""
        if self.witness is not None:
            return Status.REFUTED
        return Status.OPEN if self.left else Status.PROVED


def branch_and_bound(
    cells: Iterable[Cell],
    examine: Callable[[Cell], Outcome[Proof, Cell, Witness]],
    *,
    budget: int,
) -> Search[Cell, Proof, Witness]:
    """Examine the cells and the cells they are split into, depth first, until all are closed.

    Args:
        cells: they cover the region.
        examine: must be right whenever it says `Closed`, `Broken`, or `Split` with proofs.
        budget: at most this many cells are examined; the rest is left open.

    Returns:
        The search; it ends at the first broken cell.
    """
    waiting = list(cells)[::-1]
    proofs: list[Proof] = []
    stuck: list[Cell] = []
    examined = 0
    while waiting and examined < budget:
        cell = waiting.pop()
        examined += 1
        outcome = examine(cell)
        match outcome:
            case Closed(found):
                proofs.extend(found)
            case Split(parts, found):
                proofs.extend(found)
                waiting.extend(reversed(parts))
            case Broken(witness):
                return Search(tuple(proofs), (cell, *stuck, *waiting), witness, examined)
            case Stuck():
                stuck.append(cell)
    return Search(tuple(proofs), (*stuck, *waiting), None, examined)
