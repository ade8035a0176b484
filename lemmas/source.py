"""The source's statements as data that can be varied: what if the proof used this instead?

A `Reading` is one way to read the theorem: its eps', the z that is put into Azuma's inequality, and whether
the bad set is strict. `MENDED` is what holds; `LITERAL` is what the text says, with k read as 1. One line
makes another: `replace(MENDED, eps_prime=parse("n*epsilon^2/2", ("n", "epsilon", "delta")))`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from proofcheck.model import THEOREM_BOUND
from proofcheck.numbers import Expression, exp, ln, sqrt, variable

_N, _EPSILON, _DELTA = variable("n"), variable("epsilon"), variable("delta")


@dataclass(frozen=True)
class Reading:
    """One reading of the theorem; `eps_prime` and `z` are expressions in n, epsilon and delta."""

    name: str
    eps_prime: Expression
    z: Expression
    strict: bool = True

    def at(self, n: int, epsilon: Expression, delta: Expression) -> tuple[Expression, Expression]:
        """The values of eps' and z."""
        values: dict[str, Expression | int] = {"n": n, "epsilon": epsilon, "delta": delta}
        return self.eps_prime.substitute(values), self.z.substitute(values)


MENDED = Reading("mended", THEOREM_BOUND, _EPSILON * sqrt(2 * _N * ln(1 / _DELTA)))

K_IS_ONE = replace(
    MENDED,
    name="k read as 1",
    eps_prime=_EPSILON * (exp(_EPSILON) - 1) + _EPSILON * sqrt(2 * _N * ln(1 / _DELTA)),
)

Z_AS_PRINTED = replace(MENDED, name="z as printed", z=sqrt(2 * _N * ln(1 / _DELTA)))


@dataclass(frozen=True)
class IndexedFormula:
    """A formula of the source with the indexes that its quantifiers and sums bind, and those it uses."""

    text: str
    binds: frozenset[str]
    uses: frozenset[str]

    @property
    def free(self) -> frozenset[str]:
        """The indexes that nothing binds: the formula has no meaning while there is one."""
        return self.uses - self.binds


AZUMA_HYPOTHESIS = IndexedFormula(
    "E[C_i | C_1 = c_1, ..., C_{k-1} = c_{k-1}] <= beta, for all k", frozenset({"k"}), frozenset({"i", "k"})
)
AZUMA_CONCLUSION = IndexedFormula(
    "Pr[sum_{k=1}^n C_i - n beta > z] <= exp(-z^2/(2 n eps^2))", frozenset({"k"}), frozenset({"i"})
)
EPS_PRIME = IndexedFormula(
    "eps' = k eps (e^eps - 1) + eps sqrt(2 n log(1/delta')), for all n",
    frozenset({"n"}),
    frozenset({"k", "n"}),
)
