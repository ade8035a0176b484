"""A statement of the proof as data, and the evidence it may look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from proofcheck.logic.judgement import Judgement

if TYPE_CHECKING:
    from proofcheck.logic.derivation import Derivation
    from proofcheck.logic.evidence import Evidence

Kind = Literal["definition", "fact", "lemma", "theorem"]


@dataclass(frozen=True)
class Statement:
    """One statement of the proof.

    `uses` are the ids its wording relies on, `proof_uses` those its proof relies on;
    both are compared by a test with what `check` really asked the evidence for. `derivation` is the
    general proof, for all instances at once; it says itself which derivations it cites.
    """

    id: str
    number: str
    title: str
    formula: str
    words: str
    source: str
    kind: Kind
    hypotheses: tuple[str, ...]
    uses: tuple[str, ...]
    proof_uses: tuple[str, ...]
    check: Callable[[Evidence[Any]], Iterable[Judgement]]
    derivation: Derivation | None = None
