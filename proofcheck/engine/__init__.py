"""Untrusted labour: run the statements on an instance and collect what they say."""

from proofcheck.analysis.tree import DEFAULT_MAX_NODES, BudgetError
from proofcheck.engine.run import run

__all__ = ["DEFAULT_MAX_NODES", "BudgetError", "run"]
