"""Bounds for n-fold composition that are in use, or that a slip of the pen makes of them.

Each is a claim `eps' = F(n, epsilon, delta')`; none is trusted, each can be given to `proofcheck bound`
by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from proofcheck.numbers import Expression, parse

VARIABLES = ("n", "epsilon", "delta")


@dataclass(frozen=True)
class CompositionBound:
    """A claimed bound: a name for the command line, the expression, what it is, where it is from."""

    name: str
    text: str
    words: str
    source: str

    @property
    def expression(self) -> Expression:
        """The bound with the variables n, epsilon and delta."""
        return parse(self.text, VARIABLES)


_ROOT = "epsilon*sqrt(2*n*ln(1/delta))"
_SOURCE = "the theorem"
_KOV = "Kairouz, Oh, Viswanath, The Composition Theorem for Differential Privacy, Theorem 3.4"

NAMED_BOUNDS: tuple[CompositionBound, ...] = (
    CompositionBound(
        "theorem",
        f"n*epsilon*(exp(epsilon)-1) + {_ROOT}",
        "the source's eps', its unbound k read as n",
        _SOURCE,
    ),
    CompositionBound(
        "theorem-tanh",
        f"n*epsilon*tanh(epsilon/2) + {_ROOT}",
        "the theorem with the exact divergence of randomised response in its first term",
        "the general proof, f'(0) = epsilon tanh(epsilon/2)",
    ),
    CompositionBound("basic", "n*epsilon", "basic composition", "Dwork, McSherry, Nissim, Smith 2006"),
    CompositionBound(
        "zcdp",
        f"n*epsilon^2/2 + {_ROOT}",
        "through zero-concentrated differential privacy",
        "Bun, Steinke, Concentrated Differential Privacy, Propositions 1.3, 1.4 and Lemma 1.7",
    ),
    CompositionBound(
        "kov",
        f"n*epsilon*(exp(epsilon)-1)/(exp(epsilon)+1) + {_ROOT}",
        "third branch of the minimum; the same number as theorem-tanh",
        _KOV,
    ),
    CompositionBound(
        "kov-log",
        "n*epsilon*(exp(epsilon)-1)/(exp(epsilon)+1) + epsilon*sqrt(2*n*ln(e + sqrt(n*epsilon^2)/delta))",
        "second branch of the minimum",
        _KOV,
    ),
    CompositionBound(
        "textbook-slip",
        "2*epsilon*sqrt(2*n*ln(1/delta))",
        "the first term absorbed into a factor 2, as if epsilon were small",
        "seen in teaching material",
    ),
    CompositionBound(
        "k-is-1", f"epsilon*(exp(epsilon)-1) + {_ROOT}", "the source's eps', its unbound k read as 1", _SOURCE
    ),
    CompositionBound("no-first-term", _ROOT, "the first term dropped", "seen in teaching material"),
    CompositionBound(
        "no-second-term", "n*epsilon*(exp(epsilon)-1)", "the second term dropped", "seen in teaching material"
    ),
    CompositionBound(
        "no-epsilon-factor",
        "n*epsilon*(exp(epsilon)-1) + sqrt(2*n*ln(1/delta))",
        "the factor epsilon of the second term dropped",
        "the source's own z, which lacks that factor",
    ),
)


def named_bound(name: str) -> CompositionBound | None:
    """The shipped bound of that name, or None."""
    return next((bound for bound in NAMED_BOUNDS if bound.name == name), None)


def nearest_name(text: str) -> str | None:
    """The shipped name that `text` probably means, or None."""
    near = get_close_matches(text, [bound.name for bound in NAMED_BOUNDS], n=1)
    return near[0] if near else None
