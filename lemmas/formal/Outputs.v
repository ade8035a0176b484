(** S3 and S4, forgetting the indexes.

    [out_prob A D n x] is the probability of reading the messages [x] (the newest first), whatever boxes they
    came from: the sum over all index sequences.  It is a distribution, and an output is possible under one
    password exactly when it is possible under the other. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule.
Import ListNotations.
Open Scope R_scope.

Section Outputs.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Definition output_vectors (n : nat) : list (list Out) := words outs n.
Definition out_prob (A : history Box Out -> Box -> R) (D : Box -> Out -> R) (n : nat) (x : list Out) : R :=
  sum (words boxes n) (fun i => prob A D (combine i x)).

(** The expectation of a function of the outputs, computed on outputs or on histories. *)
Theorem expectation_of_outputs A D n f :
  sum (output_vectors n) (fun x => out_prob A D n x * f x)
  = sum (histories boxes outs n) (fun h => prob A D h * f (map snd h)).
Proof.
  unfold histories, output_vectors. rewrite sum_words_pairs. apply sum_ext. intros x Hx.
  unfold out_prob. rewrite <- sum_scal_r. apply sum_ext. intros i Hi.
  rewrite map_snd_combine; [easy|]. apply words_length in Hx, Hi. congruence.
Qed.

(** Forgetting the indexes does not increase a hockey-stick divergence. *)
Theorem forgetting A D1 D2 n t :
  hockey_stick (output_vectors n) (out_prob A D1 n) (out_prob A D2 n) t
  <= hockey_stick (histories boxes outs n) (prob A D1) (prob A D2) t.
Proof.
  unfold hockey_stick, histories. rewrite sum_words_pairs.
  apply sum_le. intros x _. unfold out_prob. rewrite <- sum_scal, <- sum_minus. apply pos_sum.
Qed.

Lemma combine_in_histories n i x : In i (words boxes n) -> In x (output_vectors n) ->
  In (combine i x) (histories boxes outs n).
Proof. apply in_combine_words. Qed.

Section OnePassword.
Variables (n : nat) (A : history Box Out -> Box -> R) (D : Box -> Out -> R).
Hypothesis HD : forall b, In b boxes -> is_dist outs (D b).
Hypothesis HA : strategy boxes outs n A D.

Theorem outputs_is_dist k : (k <= n)%nat -> is_dist (output_vectors k) (out_prob A D k).
Proof.
  intros Hk. split.
  - intros x Hx. apply sum_nonneg. intros i Hi.
    apply (prob_nonneg boxes outs n A D HD HA k); [easy|]. now apply combine_in_histories.
  - rewrite (sum_ext _ _ (fun x => out_prob A D k x * 1)) by (intros; ring).
    rewrite (expectation_of_outputs A D k (fun _ => 1)).
    transitivity (sum (histories boxes outs k) (prob A D)); [|exact (total_mass boxes outs n A D HD HA k Hk)].
    apply sum_ext. intros; ring.
Qed.
End OnePassword.

Section TwoPasswords.
Variables (eps : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.

Lemma family_dist1 b : In b boxes -> is_dist outs (D1 b).
Proof. intros Hb. apply (dist1 _ _ _ _ (HF b Hb)). Qed.
Lemma family_dist2 b : In b boxes -> is_dist outs (D2 b).
Proof. intros Hb. apply (dist2 _ _ _ _ (HF b Hb)). Qed.

(** A history is possible under both passwords or under neither. *)
Theorem same_support k h : (k <= n)%nat -> In h (histories boxes outs k) ->
  (prob A D1 h = 0 /\ prob A D2 h = 0) \/ (0 < prob A D1 h /\ 0 < prob A D2 h).
Proof.
  revert h. induction k; intros h Hk Hh; [destruct Hh as [<-|[]]; right; simpl; lra|].
  destruct h as [|[b x] h]; [right; simpl; lra|]. apply in_histories_S in Hh as (Hb & Hx & Hh). simpl.
  destruct (IHk h ltac:(lia) Hh) as [[-> ->]|[P1 P2]]; [left; lra|].
  destruct (HA k h ltac:(lia) Hh P1) as [[A0 _] _]. specialize (A0 b Hb).
  destruct (both_zero_or_positive eps outs (D1 b) (D2 b) x (HF b Hb) Hx) as [[-> ->]|[Q1 Q2]]; [left; lra|].
  destruct A0 as [A0|A0]; [|rewrite <- A0; left; lra].
  right. split; apply Rmult_lt_0_compat; try easy; now apply Rmult_lt_0_compat.
Qed.

(** What is a strategy under one password is a strategy under the other. *)
Theorem strategy_sym : strategy boxes outs n A D2.
Proof.
  intros k h Hk Hh P. apply (HA k); [easy..|].
  destruct (same_support k h ltac:(lia) Hh) as [[_ Z]|[P1 _]]; [lra|easy].
Qed.

Theorem outputs_same_support k x : (k <= n)%nat -> In x (output_vectors k) ->
  (0 < out_prob A D1 k x <-> 0 < out_prob A D2 k x).
Proof.
  intros Hk Hx.
  assert (S := fun i Hi => same_support k (combine i x) Hk (combine_in_histories k i x Hi Hx)).
  assert (Up : forall D, (forall i, In i (words boxes k) -> 0 <= prob A D (combine i x)) ->
                forall i, In i (words boxes k) -> prob A D (combine i x) <= out_prob A D k x).
  { intros D N i Hi. now apply (sum_term_le _ (fun i => prob A D (combine i x))). }
  split; intros P; apply sum_pos_exists in P as [i [Hi P]].
  - apply Rlt_le_trans with (prob A D2 (combine i x)); [destruct (S i Hi); lra|].
    apply Up; [|easy]. intros j Hj. destruct (S j Hj); lra.
  - apply Rlt_le_trans with (prob A D1 (combine i x)); [destruct (S i Hi); lra|].
    apply Up; [|easy]. intros j Hj. destruct (S j Hj); lra.
Qed.
End TwoPasswords.
End Outputs.
