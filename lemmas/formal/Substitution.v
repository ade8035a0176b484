(** S10, substitution: with [z = eps sqrt (2 n ln (1/delta))] the tail bound of Azuma's inequality is [delta]
    and [n beta + z] is the theorem's [eps'].  The source prints [z] without the factor [eps]. *)
From Coq Require Import Reals Lra Psatz.
From AdvancedComposition Require Import Analysis.
Open Scope R_scope.

Definition deviation (n : nat) (eps delta : R) : R := eps * sqrt (2 * INR n * ln (/ delta)).

(** The privacy parameter for a bound [beta] on the mean loss of one opening. *)
Definition epsilon_of_mean (beta : R) (n : nat) (eps delta : R) : R := INR n * beta + deviation n eps delta.

(** The theorem's [eps'], and the smaller one with the sharp mean. *)
Definition epsilon' (n : nat) (eps delta : R) : R :=
  INR n * eps * (exp eps - 1) + eps * sqrt (2 * INR n * ln (/ delta)).
Definition epsilon'' (n : nat) (eps delta : R) : R :=
  INR n * eps * tanh (eps / 2) + eps * sqrt (2 * INR n * ln (/ delta)).

Lemma epsilon'_of_mean n eps delta : epsilon' n eps delta = epsilon_of_mean (eps * (exp eps - 1)) n eps delta.
Proof. unfold epsilon', epsilon_of_mean, deviation. ring. Qed.

Lemma epsilon''_of_mean n eps delta : epsilon'' n eps delta = epsilon_of_mean (eps * tanh (eps / 2)) n eps delta.
Proof. unfold epsilon'', epsilon_of_mean, deviation. ring. Qed.

Lemma epsilon''_le n eps delta : 0 <= eps -> epsilon'' n eps delta <= epsilon' n eps delta.
Proof.
  intros E. unfold epsilon'', epsilon'. apply Rplus_le_compat_r.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pos_INR|easy]|]. now apply tanh_half_le.
Qed.

Lemma ln_inv_pos delta : 0 < delta < 1 -> 0 < ln (/ delta).
Proof.
  intros H. rewrite ln_Rinv by lra. assert (ln delta < ln 1) by (apply ln_increasing; lra). rewrite ln_1 in *. lra.
Qed.

Lemma deviation_pos n eps delta : (0 < n)%nat -> 0 < eps -> 0 < delta < 1 -> 0 < deviation n eps delta.
Proof.
  intros Hn He Hd. apply lt_0_INR in Hn. apply ln_inv_pos in Hd.
  apply Rmult_lt_0_compat; [easy|]. apply sqrt_lt_R0. nra.
Qed.

Theorem substitution n eps delta : (0 < n)%nat -> 0 < eps -> 0 < delta < 1 ->
  exp (- deviation n eps delta ^ 2 / (2 * INR n * eps ^ 2)) = delta.
Proof.
  intros Hn He Hd. apply lt_0_INR in Hn. assert (L := ln_inv_pos delta Hd).
  assert (S : sqrt (2 * INR n * ln (/ delta)) * sqrt (2 * INR n * ln (/ delta)) = 2 * INR n * ln (/ delta))
    by (apply sqrt_sqrt; nra).
  unfold deviation. set (r := sqrt _) in *.
  replace (- (eps * r) ^ 2 / (2 * INR n * eps ^ 2)) with (- (r * r) / (2 * INR n)) by (field; lra).
  rewrite S. replace (- (2 * INR n * ln (/ delta)) / (2 * INR n)) with (- ln (/ delta)) by (field; lra).
  rewrite ln_Rinv, Ropp_involutive by lra. apply exp_ln. lra.
Qed.

(** With the source's [z], without the factor [eps], the bound is [delta] for [eps = 1] only. *)
Theorem substitution_without_eps n eps delta : (0 < n)%nat -> 0 < eps -> 0 < delta < 1 ->
  exp (- sqrt (2 * INR n * ln (/ delta)) ^ 2 / (2 * INR n * eps ^ 2)) = delta -> eps = 1.
Proof.
  intros Hn He Hd E. apply lt_0_INR in Hn. assert (L := ln_inv_pos delta Hd).
  rewrite pow2_sqrt in E by nra. apply (f_equal ln) in E. rewrite ln_exp in E. rewrite ln_Rinv in * by lra.
  set (l := ln delta) in *.
  assert (E' : - (2 * INR n * - l) / (2 * INR n * eps ^ 2) * eps ^ 2 = l) by (field; split; lra).
  rewrite E in E'. assert (l * (eps ^ 2 - 1) = 0) by lra. apply Rmult_integral in H as [H|H]; [lra|]. nra.
Qed.
