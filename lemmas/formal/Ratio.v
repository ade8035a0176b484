(** S5, the likelihood ratio.

    On histories the weights of the strategy cancel: the ratio of the two probabilities is the product of the
    ratios of the opened boxes, and its logarithm is the sum of their privacy losses.
    On outputs this holds where all histories that collide on the output have the same ratio; in general it
    fails (instances/ForgottenIndex.v), and nothing below uses it there. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness ChainRule Outputs.
Import ListNotations.
Open Scope R_scope.

(** The privacy loss of one message.  Where both probabilities are 0 it is 0, as [ln] is 0 there. *)
Definition loss (p q : R) : R := ln (p / q).

Lemma loss_zero : loss 0 0 = 0.
Proof.
  unfold loss, Rdiv. rewrite Rmult_0_l. unfold ln. destruct (Rlt_dec 0 0) as [H|H]; [exfalso; lra|reflexivity].
Qed.

Lemma loss_minus p q : 0 < p -> 0 < q -> loss p q = ln p - ln q.
Proof. apply ln_div. Qed.

Lemma exp_loss p q : 0 < p -> 0 < q -> exp (loss p q) * q = p.
Proof. intros. unfold loss. rewrite exp_ln by now apply Rdiv_lt_0_compat. field. lra. Qed.

Lemma loss_swap p q : 0 < p -> 0 < q -> loss q p = - loss p q.
Proof. intros. rewrite !loss_minus by easy. lra. Qed.

Section Ratio.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.

Definition opening_loss (y : Box * Out) : R := loss (D1 (fst y) (snd y)) (D2 (fst y) (snd y)).
Definition total_loss (h : history Box Out) : R := sum h opening_loss.
Definition ratio_product (h : history Box Out) : R :=
  fold_right (fun y r => D1 (fst y) (snd y) / D2 (fst y) (snd y) * r) 1 h.

Theorem ratio_on_histories k h : (k <= n)%nat -> In h (histories boxes outs k) -> 0 < prob A D1 h ->
  prob A D1 h / prob A D2 h = ratio_product h.
Proof.
  revert h. induction k; intros h Hk Hh P; [destruct Hh as [<-|[]]; simpl; field|].
  destruct h as [|[b x] h]; [simpl; field|].
  assert (Hk' : (k < n)%nat) by lia.
  destruct (prob_factors boxes outs n A D1 (family_dist1 boxes outs eps D1 D2 HF) HA k b x h Hk' Hh P)
    as (P1 & PA & PD1).
  apply in_histories_S in Hh as (Hb & Hx & Hh). unfold ratio_product in *. simpl. rewrite <- (IHk h) by (auto; lia).
  destruct (same_support boxes outs eps n A D1 D2 HF HA k h ltac:(lia) Hh) as [[Z _]|[_ P2]]; [lra|].
  destruct (both_zero_or_positive eps outs _ _ x (HF b Hb) Hx) as [[Z _]|[_ PD2]]; [lra|].
  field. lra.
Qed.

(** The same as an equation between probabilities, true on the whole space. *)
Theorem loss_on_histories k h : In h (histories boxes outs k) -> prob A D1 h = exp (total_loss h) * prob A D2 h.
Proof.
  unfold total_loss. revert h. induction k; intros h Hh; [destruct Hh as [<-|[]]; simpl; rewrite exp_0; lra|].
  destruct h as [|[b x] h]; [simpl; rewrite exp_0; lra|].
  apply in_histories_S in Hh as (Hb & Hx & Hh). simpl. rewrite (IHk h Hh).
  unfold opening_loss at 2. simpl. rewrite exp_plus.
  destruct (both_zero_or_positive eps outs _ _ x (HF b Hb) Hx) as [[-> ->]|[PD1 PD2]]; [lra|].
  rewrite <- (exp_loss _ _ PD1 PD2) at 1. ring.
Qed.

(** On outputs: where every colliding history has ratio [r], so has the output. *)
Theorem ratio_on_outputs k x r :
  (forall i, In i (words boxes k) -> prob A D1 (combine i x) = r * prob A D2 (combine i x)) ->
  out_prob boxes A D1 k x = r * out_prob boxes A D2 k x.
Proof. intros H. unfold out_prob. rewrite <- sum_scal. now apply sum_ext. Qed.
End Ratio.
