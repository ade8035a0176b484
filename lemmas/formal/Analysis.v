(** One-variable analysis: monotonicity, three inequalities for [exp] and [x ln x], [tanh]. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Lemma exp_mono x y : x <= y -> exp x <= exp y.
Proof. intros [H|H]; [left; now apply exp_increasing | right; now f_equal]. Qed.

Lemma ln_mono x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [H|H]; [left; now apply ln_increasing | right; now f_equal]. Qed.

Lemma one_le_exp x : 0 <= x -> 1 <= exp x.
Proof. intros H. rewrite <- exp_0. now apply exp_mono. Qed.

Lemma ln_le_sub1 x : 0 < x -> ln x <= x - 1.
Proof. intros Hx. assert (H := exp_ineq1_le (ln x)). rewrite exp_ln in H; lra. Qed.

Lemma ln_div x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; easy). lra. Qed.

(** A function with a non-negative derivative on [0, oo) does not fall below its value at 0. *)
Lemma nondecreasing (f df : R -> R) :
  (forall x, is_derive f x (df x)) -> (forall x, 0 <= x -> 0 <= df x) -> forall a, 0 <= a -> f 0 <= f a.
Proof.
  intros Hd Hp a Ha. destruct (MVT_gen f 0 a df) as [c [Hc1 Hc2]].
  - intros; apply Hd.
  - intros x _. apply continuity_pt_filterlim. apply (ex_derive_continuous f). eexists; apply Hd.
  - rewrite Rmin_left, Rmax_right in Hc1 by lra. assert (0 <= df c) by (apply Hp; lra). nra.
Qed.

(** [exp] lies below its chord over [-a, a]; the chord is the average of the tangents at [x]. *)
Lemma exp_chord a x : 0 < a -> -a <= x <= a ->
  exp x <= (exp a + exp (-a)) / 2 + x / a * ((exp a - exp (-a)) / 2).
Proof.
  intros Ha Hx.
  assert (H1 : exp x * (1 + (a - x)) <= exp a).
  { replace (exp a) with (exp x * exp (a - x)) by (rewrite <- exp_plus; f_equal; lra).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  assert (H2 : exp x * (1 + (-a - x)) <= exp (-a)).
  { replace (exp (-a)) with (exp x * exp (-a - x)) by (rewrite <- exp_plus; f_equal; lra).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  set (E := exp x) in *. set (u := exp a) in *. set (v := exp (-a)) in *.
  set (r := x / a) in *. assert (Hr : x = r * a) by (unfold r; field; lra).
  assert (0 <= 1 + r) by nra. assert (0 <= 1 - r) by nra.
  assert ((1 + r) * (E * (1 + (a - x))) <= (1 + r) * u) by (apply Rmult_le_compat_l; lra).
  assert ((1 - r) * (E * (1 + (-a - x))) <= (1 - r) * v) by (apply Rmult_le_compat_l; lra).
  rewrite Hr in *. clear Hr. clearbody r. nra.
Qed.

(** The tangent plane of [(a, b) |-> a^(1+lam) b^(-lam)] lies below it (here [exp s] is [a / b] over
    the ratio at which the tangent is taken).  It is what makes a moment shrink under forgetting. *)
Lemma power_tangent lam s : 0 <= lam -> (1 + lam) * exp s - lam <= exp ((1 + lam) * s).
Proof.
  intros Hl.
  assert (H1 : exp s * (1 + lam * s) <= exp ((1 + lam) * s)).
  { replace (exp ((1 + lam) * s)) with (exp s * exp (lam * s)) by (rewrite <- exp_plus; f_equal; lra).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  assert (H2 : exp s * (1 + - s) <= 1).
  { replace 1 with (exp s * exp (- s)) at 2 by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    apply Rmult_le_compat_l; [left; apply exp_pos | apply exp_ineq1_le]. }
  nra.
Qed.

(** [x ln x] lies above its tangents. *)
Lemma xlnx_tangent a u : 0 < a -> 0 < u -> a * ln u + a - u <= a * ln a.
Proof.
  intros Ha Hu. assert (H := ln_le_sub1 (u / a) ltac:(now apply Rdiv_lt_0_compat)).
  rewrite ln_div in H by easy. apply Rmult_le_compat_l with (r := a) in H; [|lra].
  replace (a * (u / a - 1)) with (u - a) in H by (field; lra). lra.
Qed.

(** ** The hyperbolic tangent, written with [exp eps] *)
Lemma tanh_half eps : tanh (eps / 2) = (exp eps - 1) / (exp eps + 1).
Proof.
  unfold tanh, sinh, cosh.
  assert (E : exp eps = exp (eps / 2) * exp (eps / 2)) by (rewrite <- exp_plus; f_equal; lra).
  assert (I : exp (eps / 2) * exp (- (eps / 2)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (P := exp_pos (eps / 2)). assert (P' := exp_pos (- (eps / 2))).
  replace (exp (- (eps / 2))) with (/ exp (eps / 2)) in * by (field_simplify_eq; lra).
  rewrite E. set (u := exp (eps / 2)) in *. field. repeat split; nra.
Qed.

Lemma tanh_half_le eps : 0 <= eps -> 0 <= tanh (eps / 2) <= exp eps - 1.
Proof.
  intros H. rewrite tanh_half. assert (E := one_le_exp eps H). set (t := exp eps) in *.
  assert (0 <= / (t + 1) <= 1).
  { split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  unfold Rdiv. split; nra.
Qed.
