(** The source prints [eps' = k eps (e^eps - 1) + ...] with [k] unbound.  It must be read with [k = n]: with [k = 1]
    the theorem is false.  Counterexample: 41 boxes of randomised response, [e^eps = 3/2], [delta = 1/10]. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Arith.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Substitution MainTheorem
  Dominance RandomisedResponse Integers Bits Enclosure.
Import ListNotations.
Open Scope R_scope.

(** Opening the boxes 0, 1, 2, ... in order is a strategy. *)
Definition in_order (h : list (nat * bool)) (b : nat) : R := if Nat.eq_dec b (length h) then 1 else 0.

Lemma in_order_opened D k h : In h (histories (seq 0 41) bits k) -> prob in_order D h <> 0 ->
  forall b, In b (opened h) -> (b < k)%nat.
Proof.
  revert h. induction k; intros h Hh P b Hb; [destruct Hh as [<-|[]]; destruct Hb|].
  destruct h as [|[c x] h]; [destruct Hb|]. apply in_histories_S in Hh as (_ & _ & Hh). simpl in P.
  assert (L := words_length _ _ _ Hh). unfold in_order at 2 in P. rewrite L in P.
  destruct (Nat.eq_dec c k) as [->|_]; [|exfalso; apply P; ring].
  destruct Hb as [<-|Hb]; [simpl; lia|]. apply Nat.lt_lt_succ_r. apply (IHk h Hh); [|easy].
  intros Z. apply P. rewrite Z. ring.
Qed.

Lemma in_order_strategy D : strategy (seq 0 41) bits 41 in_order D.
Proof.
  intros k h Hk Hh P. assert (L := words_length _ _ _ Hh). unfold in_order. rewrite L. split; [split|].
  - intros b _. destruct (Nat.eq_dec b k); lra.
  - rewrite (sum_singleton Nat.eq_dec (seq 0 41) k (fun _ => 1)).
    assert (N := seq_NoDup 41 0). rewrite (NoDup_count_occ' Nat.eq_dec) in N. rewrite N; [simpl; lra|].
    apply in_seq. lia.
  - intros b Hb. assert (b < k)%nat by (apply (in_order_opened D k h Hh ltac:(lra) b Hb)).
    destruct (Nat.eq_dec b k); [lia|easy].
Qed.

Definition eps : R := ln (nR 3 / nR 2).
Definition epsilon_with_k_1 : R := 1 * eps * (exp eps - 1) + eps * sqrt (2 * INR 41 * ln (/ (1/10))).

Lemma factor : exp epsilon_with_k_1 <= nR 322 / nR 1.
Proof. unfold epsilon_with_k_1, eps. enclose. Qed.

Lemma eps_pos : 0 <= eps.
Proof. unfold eps, nR. simpl. rewrite <- ln_1. apply ln_mono; lra. Qed.

Theorem k_1_is_false : exists S : list bool -> bool,
  let Pr r := Pr_output (seq 0 41) bits 41 in_order (fun _ => r) S in
  Pr (rr1 eps) > exp epsilon_with_k_1 * Pr (rr2 eps) + 1/10.
Proof.
  exists (in_bad_set (out_prob (seq 0 41) in_order (fun _ => rr1 eps) 41)
                     (out_prob (seq 0 41) in_order (fun _ => rr2 eps) 41) (exp epsilon_with_k_1)).
  cbv zeta. unfold Pr_output.
  assert (E := hockey_stick_attained (output_vectors bits 41) (out_prob (seq 0 41) in_order (fun _ => rr1 eps) 41)
                     (out_prob (seq 0 41) in_order (fun _ => rr2 eps) 41) (exp epsilon_with_k_1)).
  rewrite (rr_attained (seq 0 41) eps 41 in_order eps_pos (in_order_strategy _)) in E.
  (* the exact divergence of 41 bits at the factor 322 already exceeds 1/10 *)
  assert (B : 1/10 < rr_hockey_stick eps (nR 322 / nR 1) 41).
  { unfold eps. rewrite rr_hockey_stick_exact by reflexivity.
    apply Rlt_le_trans with (nR 101 / nR 1000); [unfold nR; simpl; lra|]. rewrite <- nR_pow, <- nR_mult.
    apply fraction_le; vm_compute; reflexivity. }
  assert (M : rr_hockey_stick eps (nR 322 / nR 1) 41 <= rr_hockey_stick eps (exp epsilon_with_k_1) 41).
  { apply hockey_stick_antitone; [|exact factor]. intros cs Hc.
    destruct (bits_prob_count eps 41 cs Hc) as (_ & -> & _). assert (X := exp_pos eps).
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat]; try apply pow_le; try apply pow_lt; lra. }
  lra.
Qed.
