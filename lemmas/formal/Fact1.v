(** S7, Fact 1: the mean of the privacy loss of one box.

    The source's chain has three links: [KL(p||q) <= KL(p||q) + KL(q||p)], which is [KL(q||p) >= 0];
    [KL(p||q) + KL(q||p) = sum (p - q) ln (p/q)]; and that sum is at most [eps (e^eps - 1)], term by term.
    The last theorem is the sharpest constant, [eps tanh (eps/2)], reached by randomised response. *)
From Coq Require Import Reals Lra Psatz List.
From AdvancedComposition Require Import Sums Analysis Closeness Ratio BoundedLoss.
Import ListNotations.
Open Scope R_scope.

Section Fact1.
Context {T : Type}.
Variables (eps : R) (l : list T) (p q : T -> R).
Hypothesis H : close_pair eps l p q.

Definition kl (f g : T -> R) : R := sum l (fun x => f x * loss (f x) (g x)).

Lemma cases x : In x l -> (p x = 0 /\ q x = 0) \/ (0 < p x /\ 0 < q x).
Proof. now apply (both_zero_or_positive eps). Qed.

(** First link. *)
Theorem kl_nonneg : 0 <= kl q p.
Proof.
  apply Rle_trans with (sum l (fun x => q x - p x)).
  - rewrite sum_minus. destruct H as [[_ ->] [_ ->] _]. lra.
  - apply sum_le. intros x Hx. destruct (cases x Hx) as [[-> ->]|[P Q]]; [rewrite loss_zero; lra|].
    rewrite loss_minus by easy. assert (X := ln_le_sub1 (p x / q x) ltac:(now apply Rdiv_lt_0_compat)).
    rewrite ln_div in X by easy. apply Rmult_le_compat_l with (r := q x) in X; [|lra].
    replace (q x * (p x / q x - 1)) with (p x - q x) in X by (field; lra). lra.
Qed.

(** Second link. *)
Theorem kl_both : kl p q + kl q p = sum l (fun x => (p x - q x) * loss (p x) (q x)).
Proof.
  unfold kl. rewrite <- sum_plus. apply sum_ext. intros x Hx.
  destruct (cases x Hx) as [[-> ->]|[P Q]]; [rewrite loss_zero; lra|]. rewrite (loss_swap (p x)) by easy. ring.
Qed.

(** Third link, one term. *)
Lemma term_bound x : In x l -> (p x - q x) * loss (p x) (q x) <= eps * (exp eps - 1) * Rmin (p x) (q x).
Proof.
  intros Hx. assert (E := close_eps_nonneg _ _ _ _ H). assert (E1 := one_le_exp eps E).
  destruct (cases x Hx) as [[-> ->]|[P Q]]; [rewrite Rmin_left; lra|].
  assert (L := loss_bounded eps l p q x H Hx). destruct (pointwise _ _ _ _ H x Hx) as [B1 B2].
  rewrite loss_minus in * by easy.
  destruct (Rle_dec (q x) (p x)) as [D|D].
  - assert (ln (q x) <= ln (p x)) by now apply ln_mono. rewrite Rmin_right by easy.
    replace (eps * (exp eps - 1) * q x) with (((exp eps - 1) * q x) * eps) by ring.
    apply Rmult_le_compat; nra.
  - assert (ln (p x) <= ln (q x)) by (apply ln_mono; lra). rewrite Rmin_left by lra.
    replace ((p x - q x) * (ln (p x) - ln (q x))) with ((q x - p x) * (ln (q x) - ln (p x))) by ring.
    replace (eps * (exp eps - 1) * p x) with (((exp eps - 1) * p x) * eps) by ring.
    apply Rmult_le_compat; nra.
Qed.

Lemma sum_min_le_1 : sum l (fun x => Rmin (p x) (q x)) <= 1.
Proof. destruct H as [[_ <-] _ _]. apply sum_le. intros x _. apply Rmin_l. Qed.

(** Third link. *)
Theorem kl_sum_bound : sum l (fun x => (p x - q x) * loss (p x) (q x)) <= eps * (exp eps - 1).
Proof.
  assert (E := close_eps_nonneg _ _ _ _ H). assert (E1 := one_le_exp eps E).
  apply Rle_trans with (eps * (exp eps - 1) * sum l (fun x => Rmin (p x) (q x))).
  - rewrite <- sum_scal. apply sum_le. exact term_bound.
  - assert (0 <= eps * (exp eps - 1)) by (apply Rmult_le_pos; lra). assert (M := sum_min_le_1). nra.
Qed.

Theorem fact_1 : kl p q <= kl p q + kl q p /\
                 kl p q + kl q p = sum l (fun x => (p x - q x) * loss (p x) (q x)) /\
                 sum l (fun x => (p x - q x) * loss (p x) (q x)) <= eps * (exp eps - 1).
Proof. split; [assert (N := kl_nonneg); lra|]. split; [apply kl_both|apply kl_sum_bound]. Qed.

Corollary mean_loss : kl p q <= eps * (exp eps - 1).
Proof. destruct fact_1 as (F1 & F2 & F3). lra. Qed.

(** ** The sharp constant *)

(** [u ln u] lies below its chord over [1/t, t], [t = e^eps]; here [u = p/q], multiplied by [q]. *)
Lemma sharp_term x : 0 < eps -> In x l ->
  p x * loss (p x) (q x) <= eps / (exp eps * exp eps - 1) * ((exp eps * exp eps + 1) * p x - 2 * exp eps * q x).
Proof.
  intros E Hx. destruct (cases x Hx) as [[-> ->]|[P Q]]; [rewrite loss_zero; lra|].
  destruct (pointwise _ _ _ _ H x Hx) as [B1 B2].
  assert (E1 : 1 < exp eps) by (rewrite <- exp_0; now apply exp_increasing).
  assert (X1 := xlnx_tangent (exp eps * q x) (p x) ltac:(nra) P).
  assert (X2 := xlnx_tangent (q x / exp eps) (p x) ltac:(apply Rdiv_lt_0_compat; lra) P).
  rewrite ln_mult, ln_exp in X1 by (try apply exp_pos; easy).
  rewrite ln_div, ln_exp in X2 by (try apply exp_pos; easy).
  rewrite loss_minus by easy. set (a := ln (p x)) in *. set (b := ln (q x)) in *.
  set (t := exp eps) in *. set (u := p x) in *. set (v := q x) in *.
  apply Rmult_le_compat_l with (r := t) in X2; [|lra].
  replace (t * (v / t * a + v / t - u)) with (v * a + v - t * u) in X2 by (field; lra).
  replace (t * (v / t * (b - eps))) with (v * (b - eps)) in X2 by (field; lra).
  (* (t u - v) times the upper tangent plus (t v - u) times the lower one *)
  apply Rmult_le_compat_l with (r := t * u - v) in X1; [|lra].
  apply Rmult_le_compat_l with (r := t * v - u) in X2; [|lra].
  apply Rmult_le_reg_l with ((t * t - 1) * v); [apply Rmult_lt_0_compat; nra|].
  replace ((t * t - 1) * v * (eps / (t * t - 1) * ((t * t + 1) * u - 2 * t * v)))
    with (v * (eps * ((t * t + 1) * u - 2 * t * v))) by (field; nra).
  clearbody a b t u v. nra.
Qed.

Theorem mean_loss_sharp : kl p q <= eps * tanh (eps / 2).
Proof.
  destruct (close_eps_nonneg _ _ _ _ H) as [E|E].
  - assert (E1 : 1 < exp eps) by (rewrite <- exp_0; now apply exp_increasing).
    apply Rle_trans with
      (sum l (fun x => eps / (exp eps * exp eps - 1) * ((exp eps * exp eps + 1) * p x - 2 * exp eps * q x))).
    + apply sum_le. intros x Hx. now apply sharp_term.
    + rewrite sum_scal, sum_minus, !sum_scal. destruct H as [[_ ->] [_ ->] _]. rewrite tanh_half.
      right. set (t := exp eps) in *. field. split; nra.
  - assert (M := mean_loss). rewrite <- E in *. lra.
Qed.
End Fact1.

(** The sharp constant is the smaller one. *)
Lemma sharp_mean_le eps : 0 <= eps -> eps * tanh (eps / 2) <= eps * (exp eps - 1).
Proof. intros E. apply Rmult_le_compat_l; [easy|]. now apply tanh_half_le. Qed.
