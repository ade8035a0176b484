"""Coq source for given boxes and a given strategy."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_claims import (
    RUN,
    Divergence,
    bounds_source,
    claim,
    epsilon_source,
    factor_lemma,
    is_theorem,
    legend,
    refutation,
    small_lemma,
    table_source,
)
from proofcheck.engine.coq_numbers import (
    Points,
    Table,
    points,
)
from proofcheck.engine.coq_terms import Labels, quotient, strategy_source
from proofcheck.model import Instance
from proofcheck.numbers import Expression


def one_strategy(instance: Instance) -> list[str]:
    family, strategy, n = instance.family, instance.strategy, instance.effective_n
    if family is None or strategy is None or n is None:
        raise CannotCertifyError("boxes, strategy and n have to be given")
    labels = Labels(family)
    table = Table.of(family, labels.messages)
    ratio, equal, epsilon = epsilon_source(instance, family)
    source, weight = strategy_source(strategy, labels, n)
    levels = dict(zip(("histories", "outputs"), points(family, strategy, table, n, weight), strict=True))
    record = (
        f"Definition given : instance := {{|\n  rows := table; messages := {len(labels.messages)}; "
        f"total := {table.total}; tn := {ratio.numerator}; td := {ratio.denominator};\n"
        f"  adv := chosen; weight := {weight}; openings := {n} |}}.\n"
    )
    parts = [
        legend(family, labels),
        table_source(table),
        "(** The weight of box [b] after history [h], the newest opening first. *)\n" + source + "\n",
        record,
        "(** The probabilities sum to 1, the boxes are close, the strategy is one on the whole tree. *)\n"
        f"Lemma checked : instance_ok given = true.\n{RUN}\n",
        epsilon,
        "Lemma allowed : allows given eps.\nProof. "
        + (
            "exact (natural_eps_allowed given checked)."
            if equal
            else "unfold allows, eps. cbn [tn td given]. enclose."
        )
        + " Qed.\n",
    ]
    if is_theorem(instance):
        parts.append(_COMPOSITION.format(n=n))
    for suffix, delta, bound, definitions in bounds_source(instance, n):
        parts.append(definitions)
        for level, found in levels.items():
            parts.extend(_claim_for_strategy(level, suffix, bound, delta, found, level == "histories"))
    return parts


_COMPOSITION = """(** The theorem for this instance: every [delta] in (0, 1), every event. *)
Theorem composition delta S : 0 < delta < 1 ->
  pr_outputs given fst S <= exp (epsilon' {n} eps delta) * pr_outputs given snd S + delta /\\
  pr_outputs given snd S <= exp (epsilon' {n} eps delta) * pr_outputs given fst S + delta.
Proof. exact (instance_theorem given checked eps delta S allowed). Qed.

Theorem composition_on_histories delta S : 0 < delta < 1 ->
  pr_histories given fst S <= exp (epsilon' {n} eps delta) * pr_histories given snd S + delta /\\
  pr_histories given snd S <= exp (epsilon' {n} eps delta) * pr_histories given fst S + delta.
Proof. exact (instance_theorem_on_histories given checked eps delta S allowed). Qed.
"""


def _claim_for_strategy(
    level: str, suffix: str, bound: Expression, delta: Expression, found: Points, first: bool
) -> list[str]:
    """The claim with numbers on one level, or its refutation."""

    def divergence(factor: Fraction, exchanged: bool) -> Fraction:
        return found.divergence(factor, exchanged=exchanged)

    found_claim = claim(bound, delta, divergence)
    if found_claim is None:
        return _refuted_for_strategy(level, suffix, bound, delta, divergence)
    low, value = found_claim
    pr, e = f"pr_{level} given", f"exp bound{suffix}"
    numbers = f"{low.numerator} {low.denominator} {value.numerator} {value.denominator}"
    here = f"_{level}{suffix}"
    return [
        f"(** On {level}: the exact additive term at a factor below [exp bound{suffix}], rounded up. *)",
        f"Lemma counted{here} : claim_on_{level}_ok given {numbers} = true.\n{RUN}\n",
        factor_lemma(here, suffix, low),
        f"Theorem exact{here} S :\n"
        f"  {pr} fst S <= {e} * {pr} snd S + {quotient(value)} /\\\n"
        f"  {pr} snd S <= {e} * {pr} fst S + {quotient(value)}.\n"
        f"Proof.\n  exact (claim_on_{level} given checked {numbers} bound{suffix} S\n"
        f"    counted{here} factor{here}).\nQed.\n",
        small_lemma(f"small{here}", suffix, value),
        f"Theorem verified{here} S :\n"
        f"  {pr} fst S <= {e} * {pr} snd S + delta{suffix} /\\\n"
        f"  {pr} snd S <= {e} * {pr} fst S + delta{suffix}.\n"
        f"Proof.\n  destruct (exact{here} S) as [E1 E2].\n"
        f"  exact (conj (relax _ _ _ _ E1 small{here}) (relax _ _ _ _ E2 small{here})).\nQed.\n",
    ]


def _refuted_for_strategy(
    level: str, suffix: str, bound: Expression, delta: Expression, divergence: Divergence
) -> list[str]:
    found = refutation(bound, delta, divergence)
    if found is None:
        raise CannotCertifyError(f"at delta' = {delta} the divergence on {level} is too near to delta'")
    high, value, exchanged = found
    here = f"_{level}{suffix}"
    numbers = f"{high.numerator} {high.denominator} {value.numerator} {value.denominator}"
    which, checked, parts = "given", "checked", []
    if exchanged:  # the development refutes the first direction; so the passwords change places
        which, checked = f"exchanged{here}", f"exchanged_checked{here}"
        parts = [
            f"(** The two passwords exchanged. *)\n"
            f"Definition {which} : instance := {{|\n"
            "  rows := map (map (fun e => (snd e, fst e))) table; messages := messages given;\n"
            "  total := total given; tn := tn given; td := td given; adv := chosen; weight := weight given;\n"
            "  openings := openings given |}.\n",
            f"Lemma {checked} : instance_ok {which} = true.\n{RUN}\n",
        ]
    pr = f"pr_{level} {which}"
    return [
        *parts,
        f"(** The claim with [bound{suffix}] and [delta{suffix}] is false on {level}. *)\n"
        f"Lemma counted{here} : refuted_on_{level}_ok {which} {numbers} = true.\n{RUN}\n",
        f"Lemma factor{here} : exp bound{suffix} <= {quotient(high)}.\n"
        f"Proof. unfold bound{suffix}, delta{suffix}, eps. enclose. Qed.\n",
        f"Lemma large{here} : delta{suffix} <= {quotient(value)}.\n"
        f"Proof. unfold delta{suffix}, eps. enclose. Qed.\n",
        f"Theorem refuted{here} : exists S, exp bound{suffix} * {pr} snd S + delta{suffix} < {pr} fst S.\n"
        f"Proof.\n  destruct (refuted_on_{level} {which} {checked} {numbers} bound{suffix}\n"
        f"    counted{here} factor{here}) as [S V].\n"
        f"  exists S. exact (sharpen _ _ _ _ V large{here}).\nQed.\n",
    ]
