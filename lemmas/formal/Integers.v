(** From natural numbers, in which Coq computes, to real numbers, about which the theorems speak. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums HockeyStick.
Import ListNotations.
Open Scope R_scope.

Definition nR (x : N) : R := IZR (Z.of_N x).

Lemma nR_0 : nR 0 = 0. Proof. easy. Qed.
Lemma nR_1 : nR 1 = 1. Proof. easy. Qed.
Lemma nR_plus a b : nR (a + b) = nR a + nR b. Proof. unfold nR. now rewrite N2Z.inj_add, plus_IZR. Qed.
Lemma nR_mult a b : nR (a * b) = nR a * nR b. Proof. unfold nR. now rewrite N2Z.inj_mul, mult_IZR. Qed.
Lemma nR_le a b : (a <= b)%N -> nR a <= nR b. Proof. intros. apply IZR_le. lia. Qed.
Lemma nR_lt a b : (a < b)%N -> nR a < nR b. Proof. intros. apply IZR_lt. lia. Qed.
Lemma nR_nonneg a : 0 <= nR a. Proof. apply IZR_le. lia. Qed.
Lemma nR_pos a : (0 < a)%N -> 0 < nR a. Proof. intros. apply IZR_lt. lia. Qed.
Lemma nR_zero a : nR a = 0 -> a = 0%N. Proof. intros H. apply eq_IZR in H. lia. Qed.
Lemma nR_pow a n : nR (a ^ N.of_nat n) = nR a ^ n.
Proof. induction n; [reflexivity|]. rewrite Nat2N.inj_succ, N.pow_succ_r', nR_mult, IHn. reflexivity. Qed.

(** Subtraction of natural numbers stops at 0: it is the positive part of the difference. *)
Lemma nR_sub a b : nR (a - b) = pos (nR a - nR b).
Proof.
  destruct (N.le_ge_cases b a) as [H|H].
  - rewrite pos_eq by (apply nR_le in H; lra). unfold nR. now rewrite N2Z.inj_sub, minus_IZR.
  - rewrite pos_0 by (apply nR_le in H; lra). now replace (a - b)%N with 0%N by lia.
Qed.

(** A sum computed in natural numbers. *)
Definition sumN {T} (l : list T) (f : T -> N) : N := fold_right (fun x s => f x + s)%N 0%N l.

Lemma nR_sumN {T} (l : list T) f : nR (sumN l f) = sum l (fun x => nR (f x)).
Proof. induction l; [easy|]. simpl. now rewrite nR_plus, <- IHl. Qed.

Lemma fraction_le a b c d : (0 < b)%N -> (0 < d)%N -> (a * d <=? c * b)%N = true -> nR a / nR b <= nR c / nR d.
Proof.
  intros Hb Hd H. apply N.leb_le, nR_le in H. rewrite !nR_mult in H. apply nR_pos in Hb, Hd.
  apply Rmult_le_reg_r with (nR b * nR d); [now apply Rmult_lt_0_compat|].
  replace (nR a / nR b * (nR b * nR d)) with (nR a * nR d) by (field; lra).
  replace (nR c / nR d * (nR b * nR d)) with (nR c * nR b) by (field; lra). easy.
Qed.
