"""Coq source for all strategies, and for all families of boxes."""

from __future__ import annotations

from fractions import Fraction

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_claims import (
    RUN,
    bounds_source,
    claim,
    epsilon_source,
    factor_lemma,
    is_theorem,
    legend,
    small_lemma,
    table_source,
)
from proofcheck.engine.coq_numbers import (
    MOST_LEAVES,
    Table,
    bits_divergence,
    walks,
    worst_divergence,
)
from proofcheck.engine.coq_terms import Labels, quotient
from proofcheck.model import Instance
from proofcheck.numbers import exp, to_exact


def all_strategies(instance: Instance) -> list[str]:
    family, n = instance.family, instance.effective_n
    if family is None or n is None:
        raise CannotCertifyError("boxes and n have to be given")
    labels = Labels(family)
    table = Table.of(family, labels.messages)
    ratio, equal, epsilon = epsilon_source(instance, family)
    m = len(labels.messages)
    shape = f"table {m}"
    close = f"{shape} {table.total} {ratio.numerator} {ratio.denominator}"
    parts = [
        legend(family, labels),
        table_source(table),
        f"(** The probabilities sum to 1 and the boxes are (eps, 0)-close. *)\n"
        f"Lemma checked : table_ok {close} = true.\n{RUN}\n",
        epsilon,
        f"Lemma allowed : {quotient(ratio)} <= exp eps.\nProof. "
        + (f"exact (exp_ln_fraction {close} checked eq_refl)." if equal else "unfold eps. enclose.")
        + " Qed.\n",
        f"(** The probability of a set of outputs, under either password, for a strategy [A]. *)\n"
        "Definition Pr (A : list (nat * nat) -> nat -> R) (side : N * N -> N) (S : list nat -> bool) :=\n"
        f"  Pr_output (boxes table) (outs {m}) {n} A (D table {table.total} side) S.\n"
        f"Definition is_strategy (A : list (nat * nat) -> nat -> R) : Prop :=\n"
        f"  ChainRule.strategy (boxes table) (outs {m}) {n} A (D table {table.total} fst).\n",
    ]
    if is_theorem(instance):
        parts.append(
            "Theorem composition A delta S : is_strategy A -> 0 < delta < 1 ->\n"
            f"  Pr A fst S <= exp (epsilon' {n} eps delta) * Pr A snd S + delta /\\\n"
            f"  Pr A snd S <= exp (epsilon' {n} eps delta) * Pr A fst S + delta.\n"
            f"Proof. intros HA. exact (certified_family {close} checked eps {n} A delta S allowed HA\n"
            f"  (proj1 (Nat.ltb_lt 0 {n}) eq_refl)). Qed.\n"
        )
    found = bounds_source(instance, n)
    if found and walks(table, n) > MOST_LEAVES:
        raise CannotCertifyError(f"more than {MOST_LEAVES} leaves over all strategies: too many for Coq")

    def divergence(factor: Fraction, exchanged: bool) -> Fraction:
        return worst_divergence(table, n, factor, exchanged=exchanged)

    for suffix, delta, bound, definitions in found:
        found_claim = claim(bound, delta, divergence)
        if found_claim is None:
            raise CannotCertifyError(
                f"at delta' = {delta} the worst strategy on histories exceeds delta': no Coq source for that;"
                " give the strategy to get a refutation"
            )
        low, value = found_claim
        numbers = f"{low.numerator} {low.denominator} {value.numerator} {value.denominator}"
        e = f"exp bound{suffix}"
        parts += [
            definitions,
            f"(** The worst strategy, by backward induction, at a factor below [{e}]; rounded up. *)",
            f"Lemma counted{suffix} :\n  all_strategies_ok {shape} {table.total} {n} {numbers} = true.\n"
            f"{RUN}\n",
            factor_lemma(suffix, suffix, low),
            f"Theorem exact{suffix} A S : is_strategy A ->\n"
            f"  Pr A fst S <= {e} * Pr A snd S + {quotient(value)} /\\\n"
            f"  Pr A snd S <= {e} * Pr A fst S + {quotient(value)}.\n"
            f"Proof. intros HA. exact (all_strategies {close} {n} {numbers} bound{suffix}\n"
            f"  checked eq_refl counted{suffix} factor{suffix} A HA S). Qed.\n",
            small_lemma(f"small{suffix}", suffix, value),
            f"Theorem verified{suffix} A S : is_strategy A ->\n"
            f"  Pr A fst S <= {e} * Pr A snd S + delta{suffix} /\\\n"
            f"  Pr A snd S <= {e} * Pr A fst S + delta{suffix}.\n"
            f"Proof.\n  intros HA. destruct (exact{suffix} A S HA) as [E1 E2].\n"
            f"  exact (conj (relax _ _ _ _ E1 small{suffix}) (relax _ _ _ _ E2 small{suffix})).\nQed.\n",
        ]
    return parts


def all_boxes(instance: Instance) -> list[str]:
    n, epsilon = instance.n, instance.epsilon
    if n is None or epsilon is None:
        raise CannotCertifyError("n and epsilon have to be given")
    t = to_exact(exp(epsilon))
    if not isinstance(t, Fraction) or t <= 1:
        raise CannotCertifyError(
            f"for all boxes the Coq development needs a rational e^epsilon > 1, not exp({epsilon})"
        )
    parts = [f"Definition eps : R := ln ({quotient(t)}).\n"]
    if is_theorem(instance):
        parts.append(_GENERAL.format(n=n))

    def divergence(factor: Fraction, exchanged: bool) -> Fraction:
        return bits_divergence(t, n, factor)

    for suffix, delta, bound, definitions in bounds_source(instance, n):
        found_claim = claim(bound, delta, divergence)
        if found_claim is None:
            raise CannotCertifyError(
                f"at delta' = {delta} randomised response exceeds delta': no Coq source for that;"
                " give the boxes and the strategy to get a refutation"
            )
        low, value = found_claim
        parts += [
            definitions,
            factor_lemma(suffix, suffix, low),
            "(** All boxes, all strategies, all events; exact for randomised response, rounded up. *)",
            f"Theorem exact{suffix} : forall (Box Out : Type) (boxes : list Box) (outs : list Out) A D1 D2,\n"
            f"  close_family eps boxes outs D1 D2 -> ChainRule.strategy boxes outs {n} A D1 -> forall S,\n"
            f"  let Pr D := Pr_output boxes outs {n} A D S in\n"
            f"  Pr D1 <= {quotient(low)} * Pr D2 + {quotient(value)} /\\\n"
            f"  Pr D2 <= {quotient(low)} * Pr D1 + {quotient(value)}.\n"
            f"Proof.\n  apply (all_boxes {t.numerator} {t.denominator} "
            f"{low.numerator} {low.denominator} {n});\n"
            "    vm_compute; reflexivity.\nQed.\n",
            small_lemma(f"small{suffix}", suffix, value),
            _VERIFIED_FOR_ALL.format(n=n, s=suffix),
        ]
    return parts


_GENERAL = """Theorem composition (Box Out : Type) (boxes : list Box) (outs : list Out) A D1 D2 delta S :
  close_family eps boxes outs D1 D2 -> ChainRule.strategy boxes outs {n} A D1 -> 0 < delta < 1 ->
  let Pr D := Pr_output boxes outs {n} A D S in
  Pr D1 <= exp (epsilon' {n} eps delta) * Pr D2 + delta /\\
  Pr D2 <= exp (epsilon' {n} eps delta) * Pr D1 + delta.
Proof. intros HF HA Hd. apply advanced_composition; auto. now apply Nat.ltb_lt. Qed.
"""

_VERIFIED_FOR_ALL = """Theorem verified{s} :
  forall (Box Out : Type) (boxes : list Box) (outs : list Out) A D1 D2,
  close_family eps boxes outs D1 D2 -> ChainRule.strategy boxes outs {n} A D1 -> forall S,
  let Pr D := Pr_output boxes outs {n} A D S in
  Pr D1 <= exp bound{s} * Pr D2 + delta{s} /\\ Pr D2 <= exp bound{s} * Pr D1 + delta{s}.
Proof.
  intros Box Out boxes outs A D1 D2 HF HA S Pr.
  destruct (exact{s} Box Out boxes outs A D1 D2 HF HA S) as [E1 E2].
  assert (NN := outputs_nonneg boxes outs eps {n} A D1 D2 HF HA).
  assert (P1 : 0 <= Pr D1) by exact (mass_nonneg _ _ S (fun x Hx => proj1 (NN x Hx))).
  assert (P2 : 0 <= Pr D2) by exact (mass_nonneg _ _ S (fun x Hx => proj2 (NN x Hx))).
  exact (conj (wide _ _ _ _ _ _ E1 factor{s} small{s} P2) (wide _ _ _ _ _ _ E2 factor{s} small{s} P1)).
Qed.
"""
