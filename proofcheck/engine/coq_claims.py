"""What all Coq files share: the table, eps, eps', and claims with numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_numbers import (
    Table,
    at_most,
    brackets,
    rounded_up,
)
from proofcheck.engine.coq_terms import Labels, quoted, quotient, rational, term
from proofcheck.model import Family, Instance
from proofcheck.model.instance import theorem_bound
from proofcheck.numbers import Expression, exp, number, to_exact

RUN = "Proof. vm_cast_no_check (eq_refl true). Qed."


def legend(family: Family, labels: Labels) -> str:
    boxes = [f"    {b:>4}  {quoted(name)}" for name, b in labels.boxes.items()]
    messages = [f"    {x:>4}  {quoted(name)}" for name, x in labels.messages.items()]
    return "\n".join(("(** Boxes, by number:", *boxes, "    Messages:", *messages, "*)"))


def table_source(table: Table) -> str:
    rows = ["  [" + "; ".join(f"({p}, {q})" for p, q in row) + "]" for row in table.rows]
    return (
        "(** A row for each box: for each message the two probabilities, over one denominator. *)\n"
        "Definition table : list (list (N * N)) := [\n" + ";\n".join(rows) + "]%N.\n"
    )


def epsilon_source(instance: Instance, family: Family) -> tuple[Fraction, bool, str]:
    """A rational number at most `e^eps`; whether it is equal; the definition of eps."""
    epsilon = instance.effective_epsilon
    if epsilon is None:
        raise CannotCertifyError("epsilon is left open")
    exact = to_exact(exp(epsilon))
    if isinstance(exact, Fraction):
        return exact, True, f"Definition eps : R := ln ({quotient(exact)}).\n"
    ratio = rational(family.largest_ratio(), "the largest ratio of two probabilities")
    return ratio, False, f"Definition eps : R := {term(epsilon, {})}.\n"


def bounds_source(instance: Instance, n: int) -> list[tuple[str, Expression, Expression, str]]:
    """For each delta': its suffix, delta', eps', and the definitions of both."""
    found = []
    many = len(instance.deltas or ()) > 1
    for place, delta in enumerate(instance.deltas or (), 1):
        suffix = f"_{place}" if many else ""
        if instance.bound is None:
            bound = f"epsilon' {n} eps delta{suffix}"
        else:
            open_bound = instance.bound.substitute({"n": number(n)})
            bound = term(open_bound, {"epsilon": "eps", "delta": f"delta{suffix}"})
        text = (
            f"Definition delta{suffix} : R := {term(delta, {})}.\nDefinition bound{suffix} : R := {bound}.\n"
        )
        found.append((suffix, delta, instance.eps_prime(delta), text))
    if instance.bound is not None and not found:
        raise CannotCertifyError("with a bound of its own an instance needs a delta to get Coq source")
    return found


def is_theorem(instance: Instance) -> bool:
    """Whether eps' is the theorem's, so that the general theorem speaks about this instance."""
    return instance.bound is None or instance.bound == theorem_bound()


def factor_lemma(here: str, suffix: str, low: Fraction) -> str:
    return (
        f"Lemma factor{here} : {quotient(low)} <= exp bound{suffix}.\n"
        f"Proof. unfold bound{suffix}, delta{suffix}, eps. enclose. Qed.\n"
    )


def small_lemma(name: str, suffix: str, value: Fraction) -> str:
    return (
        f"Lemma {name} : {quotient(value)} <= delta{suffix}.\n"
        f"Proof. unfold delta{suffix}, eps. enclose. Qed.\n"
    )


Divergence = Callable[[Fraction, bool], Fraction]
"""The divergence at a factor; the flag asks for the second direction."""


def claim(bound: Expression, delta: Expression, divergence: Divergence) -> tuple[Fraction, Fraction] | None:
    """A factor below `e^(eps')` and the additive term there; None if the term exceeds delta'."""
    for low, _ in brackets(bound):
        value = rounded_up(max(divergence(low, False), divergence(low, True)))
        if low > 0 and at_most(value, delta):
            return low, value
    return None


def refutation(
    bound: Expression, delta: Expression, divergence: Divergence
) -> tuple[Fraction, Fraction, bool] | None:
    """A factor above `e^(eps')`, a term above delta' that the divergence exceeds there, and the direction."""
    for _, high in brackets(bound):
        for exchanged in (False, True):
            value = divergence(high, exchanged)
            # Halfway between delta' and the divergence, as a decimal, so that neither side is an equality.
            for digits in range(1, 40):
                middle = Fraction(int(value * 10**digits), 10**digits)
                if 0 < middle < value and not at_most(middle, delta) and middle != to_exact(delta):
                    return high, middle, exchanged
    return None
