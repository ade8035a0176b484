(** S12, the advanced composition theorem.

    For every finite family of (eps, 0)-close boxes, every number [n] of openings, every strategy (adaptive,
    randomised, opening only unopened boxes), every [delta] in (0, 1) and every event: the two probabilities
    of the event differ by at most the factor [exp eps'] and the term [delta], in both directions.
    On histories and on outputs; with the source's [eps'] and with the smaller [eps'']. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Substitution BadSet.
Import ListNotations.
Open Scope R_scope.

(** [Pr [H_n in S]] and [Pr [Y_n in S]]. *)
Definition Pr_history {Box Out} (boxes : list Box) (outs : list Out) n A D (S : history Box Out -> bool) : R :=
  mass (histories boxes outs n) (prob A D) S.
Definition Pr_output {Box Out} (boxes : list Box) (outs : list Out) n A D (S : list Out -> bool) : R :=
  mass (output_vectors outs n) (out_prob boxes A D n) S.

(** Probabilities are not negative, under either password, on histories and on outputs. *)
Section Nonnegative.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.

Lemma histories_nonneg h : In h (histories boxes outs n) -> 0 <= prob A D1 h /\ 0 <= prob A D2 h.
Proof. intros Hh. destruct (same_support boxes outs eps n A D1 D2 HF HA n h (le_n n) Hh); lra. Qed.

Lemma outputs_nonneg x : In x (output_vectors outs n) -> 0 <= out_prob boxes A D1 n x /\ 0 <= out_prob boxes A D2 n x.
Proof.
  intros Hx. split; apply sum_nonneg; intros i Hi; apply histories_nonneg; now apply combine_in_histories.
Qed.
End Nonnegative.

(** S12 in general: a bad set of mass at most [delta] gives the inequality for every event. *)
Lemma from_bad_set {T} (l : list T) p q t delta S :
  (forall x, In x l -> 0 <= q x) -> 0 <= t -> bad_set_mass l p q t <= delta -> mass l p S <= t * mass l q S + delta.
Proof.
  intros Hq Ht B. eapply Rle_trans; [apply hockey_stick_bounds_events|]. apply Rplus_le_compat_l.
  eapply Rle_trans; [now apply hockey_stick_le_bad_set|easy].
Qed.

Section MainTheorem.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps delta : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hdelta : 0 < delta < 1.

Let HF' : close_family eps boxes outs D2 D1 := close_family_sym _ _ _ _ _ HF.
Let HA' : strategy boxes outs n A D2 := strategy_sym _ _ _ _ _ _ _ HF HA.

Let on_histories := histories_nonneg boxes outs eps n A D1 D2 HF HA.
Let on_outputs := outputs_nonneg boxes outs eps n A D1 D2 HF HA.

Theorem advanced_composition_on_histories (S : history Box Out -> bool) :
  let Pr D := Pr_history boxes outs n A D S in
  Pr D1 <= exp (epsilon' n eps delta) * Pr D2 + delta /\
  Pr D2 <= exp (epsilon' n eps delta) * Pr D1 + delta.
Proof.
  split; (apply from_bad_set; [intros; now apply on_histories|left; apply exp_pos|]);
    now apply bad_set_lemma_on_histories.
Qed.

Theorem advanced_composition (S : list Out -> bool) :
  let Pr D := Pr_output boxes outs n A D S in
  Pr D1 <= exp (epsilon' n eps delta) * Pr D2 + delta /\
  Pr D2 <= exp (epsilon' n eps delta) * Pr D1 + delta.
Proof.
  split; (apply from_bad_set; [intros; now apply on_outputs|left; apply exp_pos|]);
    now apply bad_set_lemma_on_outputs.
Qed.

(** The same with [eps'' = n eps tanh(eps/2) + eps sqrt(2 n ln(1/delta)) <= eps']. *)
Theorem sharp_composition_on_histories (S : history Box Out -> bool) :
  let Pr D := Pr_history boxes outs n A D S in
  Pr D1 <= exp (epsilon'' n eps delta) * Pr D2 + delta /\
  Pr D2 <= exp (epsilon'' n eps delta) * Pr D1 + delta.
Proof.
  split; (apply from_bad_set; [intros; now apply on_histories|left; apply exp_pos|]);
    now apply sharp_bad_set_lemma_on_histories.
Qed.

Theorem sharp_composition (S : list Out -> bool) :
  let Pr D := Pr_output boxes outs n A D S in
  Pr D1 <= exp (epsilon'' n eps delta) * Pr D2 + delta /\
  Pr D2 <= exp (epsilon'' n eps delta) * Pr D1 + delta.
Proof.
  split; (apply from_bad_set; [intros; now apply on_outputs|left; apply exp_pos|]);
    now apply sharp_bad_set_lemma_on_outputs.
Qed.
End MainTheorem.
