"""What the lemmas of the general proof share that no instance ever shows."""

from __future__ import annotations

from typing import Any

from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import Judgement


def nothing_on_an_instance(evidence: Evidence[Any]) -> tuple[Judgement, ...]:
    """The check of a statement about all boxes and histories at once: its derivation is its only check."""
    return ()
