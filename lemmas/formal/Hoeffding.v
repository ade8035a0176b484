(** Hoeffding's lemma, the analytic heart of Azuma's inequality.

    A quantity in [-eps, eps] of mean at most [beta] has exponential moment at most
    [exp (lam beta + lam^2 eps^2 / 2)].  Stated for any non-negative weights, so that it can be used inside
    an event without dividing by its probability. *)
From Coq Require Import Reals Lra Psatz List.
From Coquelicot Require Import Coquelicot.
From AdvancedComposition Require Import Sums Analysis.
Import ListNotations.
Open Scope R_scope.

(** ** The extreme case: two values [-1] and [1] with mean [s] *)
Section TwoPoints.
Variable s : R.
Hypothesis Hs : -1 <= s <= 1.
Let C (a : R) := (1 + s) / 2 * exp a + (1 - s) / 2 * exp (-a).
Let S (a : R) := (1 + s) / 2 * exp a - (1 - s) / 2 * exp (-a).

Lemma C_pos a : 0 < C a.
Proof.
  unfold C. assert (0 < exp a) by apply exp_pos. assert (0 < exp (-a)) by apply exp_pos.
  destruct (Rle_dec s 0); unfold Rdiv; nra.
Qed.

(** With [f a = a s + a^2/2 - ln (C a)]: [f 0 = 0], [f' 0 = 0] and [f'' = (S/C)^2 >= 0]. *)
Lemma two_points a : 0 <= a -> C a <= exp (a * s + a ^ 2 / 2).
Proof.
  intros Ha.
  assert (G1 : forall x, 0 <= x -> 0 <= s + x - S x / C x).
  { intros x Hx. replace 0 with (s + 0 - S 0 / C 0).
    2:{ unfold S, C. rewrite Ropp_0, exp_0. field. lra. }
    apply (nondecreasing (fun x => s + x - S x / C x) (fun x => (S x / C x) ^ 2));
      [|intros; apply pow2_ge_0|exact Hx].
    intros y. assert (HC := C_pos y). unfold S, C in *. auto_derive; [lra|]. field. lra. }
  assert (G2 : 0 <= a * s + a ^ 2 / 2 - ln (C a)).
  { replace 0 with (0 * s + 0 ^ 2 / 2 - ln (C 0)).
    2:{ replace (C 0) with 1 by (unfold C; rewrite Ropp_0, exp_0; field). rewrite ln_1. lra. }
    apply (nondecreasing (fun a => a * s + a ^ 2 / 2 - ln (C a)) (fun x => s + x - S x / C x));
      [|exact G1|exact Ha].
    intros y. assert (HC := C_pos y). unfold S, C in *. auto_derive; [lra|]. field. lra. }
  rewrite <- (exp_ln (C a)) by apply C_pos. apply exp_mono. lra.
Qed.
End TwoPoints.

Theorem hoeffding {T} (l : list T) (w C : T -> R) eps beta lam :
  0 < eps -> 0 <= lam ->
  (forall x, In x l -> 0 <= w x) ->
  (forall x, In x l -> 0 < w x -> - eps <= C x <= eps) ->
  sum l (fun x => w x * C x) <= beta * sum l w ->
  sum l (fun x => w x * exp (lam * C x)) <= exp (lam * beta + lam ^ 2 * eps ^ 2 / 2) * sum l w.
Proof.
  intros He Hl Hw HC Hm.
  destruct (Req_dec lam 0) as [->|Hl0].
  { rewrite (sum_ext l _ w) by (intros; rewrite Rmult_0_l, exp_0; ring).
    replace (0 * beta + 0 ^ 2 * eps ^ 2 / 2) with 0 by field. rewrite exp_0. lra. }
  set (a := lam * eps). assert (Ha : 0 < a) by (apply Rmult_lt_0_compat; lra).
  set (ch := (exp a + exp (-a)) / 2). set (sh := (exp a - exp (-a)) / 2).
  set (M := sum l w) in *. set (m := sum l (fun x => w x * C x)) in *.
  (* below the chord, term by term *)
  assert (Chord : sum l (fun x => w x * exp (lam * C x)) <= ch * M + sh / eps * m).
  { unfold M, m. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros x Hx.
    destruct (Hw x Hx) as [W|W]; [|rewrite <- W; lra]. specialize (HC x Hx W).
    assert (X := exp_chord a (lam * C x) Ha ltac:(unfold a; nra)). fold ch sh in X.
    replace (lam * C x / a) with (C x / eps) in X by (unfold a; field; lra).
    replace (ch * w x + sh / eps * (w x * C x)) with (w x * (ch + C x / eps * sh)) by (field; lra).
    apply Rmult_le_compat_l; lra. }
  (* the mean lies in [-eps, eps] *)
  assert (Mean : - eps * M <= m <= eps * M).
  { unfold M, m. rewrite <- !sum_scal.
    split; apply sum_le; intros x Hx;
      (destruct (Hw x Hx) as [W|W]; [specialize (HC x Hx W); nra | rewrite <- W; lra]). }
  assert (M0 : 0 <= M) by (apply sum_nonneg; easy).
  eapply Rle_trans; [exact Chord|].
  destruct M0 as [M0|M0].
  2:{ rewrite <- M0 in *. assert (m = 0) as -> by lra. lra. }
  set (s := m / (eps * M)). assert (Es : m = s * eps * M) by (unfold s; field; lra).
  assert (Hs : -1 <= s <= 1).
  { assert (0 < eps * M) by now apply Rmult_lt_0_compat.
    split; apply Rmult_le_reg_r with (eps * M); try easy; lra. }
  apply Rle_trans with (exp (a * s + a ^ 2 / 2) * M).
  - assert (P := two_points s Hs a ltac:(lra)). apply Rmult_le_compat_r with (r := M) in P; [|lra].
    replace (ch * M + sh / eps * m) with (((1 + s) / 2 * exp a + (1 - s) / 2 * exp (- a)) * M); [easy|].
    rewrite Es. unfold ch, sh. field. lra.
  - apply Rmult_le_compat_r; [lra|]. apply exp_mono. unfold a.
    assert (s * eps <= beta) by (apply Rmult_le_reg_r with M; lra).
    assert (lam * (s * eps) <= lam * beta) by (apply Rmult_le_compat_l; lra). lra.
Qed.
