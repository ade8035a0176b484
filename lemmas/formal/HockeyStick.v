(** Two distributions [p], [q] on one list of outcomes, and a factor [t].

    The bad set [W = {x : p x > t q x}] (strict), the hockey-stick divergence [sum (p x - t q x)^+], and the
    chain of S12 that turns a bound on [W] into a bound on every event. *)
From Coq Require Import Reals Lra List Bool.
From AdvancedComposition Require Import Sums Closeness.
Import ListNotations.
Open Scope R_scope.

Definition pos (x : R) : R := Rmax 0 x.

Lemma pos_nonneg x : 0 <= pos x. Proof. apply Rmax_l. Qed.
Lemma pos_ge x : x <= pos x. Proof. apply Rmax_r. Qed.
Lemma pos_le x y : 0 <= y -> x <= y -> pos x <= y. Proof. intros. now apply Rmax_lub. Qed.
Lemma pos_scal c x : 0 <= c -> pos (c * x) = c * pos x.
Proof. intros H. unfold pos. rewrite <- (Rmult_0_r c) at 1. now apply RmaxRmult. Qed.
Lemma pos_eq x : 0 <= x -> pos x = x. Proof. apply Rmax_right. Qed.
Lemma pos_0 x : x <= 0 -> pos x = 0. Proof. apply Rmax_left. Qed.

(** The positive part of a sum is at most the sum of the positive parts. *)
Lemma pos_sum {T} (l : list T) f : pos (sum l f) <= sum l (fun x => pos (f x)).
Proof.
  apply pos_le; [apply sum_nonneg; intros; apply pos_nonneg|]. apply sum_le. intros; apply pos_ge.
Qed.

Section TwoDistributions.
Context {T : Type}.
Variables (l : list T) (p q : T -> R) (t : R).

Definition in_bad_set (x : T) : bool := if Rlt_dec (t * q x) (p x) then true else false.
Definition bad_set_mass : R := mass l p in_bad_set.
Definition hockey_stick : R := sum l (fun x => pos (p x - t * q x)).

(** The links of S12, for one event [S]. *)
Theorem links (S : T -> bool) : (forall x, In x l -> 0 <= p x) -> (forall x, In x l -> 0 <= q x) -> 0 <= t ->
  mass l p S = mass l p (fun x => S x && in_bad_set x) + mass l p (fun x => S x && negb (in_bad_set x))
  /\ mass l p (fun x => S x && in_bad_set x) <= bad_set_mass
  /\ mass l p (fun x => S x && negb (in_bad_set x)) <= t * mass l q (fun x => S x && negb (in_bad_set x))
  /\ mass l q (fun x => S x && negb (in_bad_set x)) <= mass l q S.
Proof.
  intros Hp Hq Ht. unfold bad_set_mass, mass. repeat split.
  - rewrite <- sum_plus. apply sum_ext. intros x _. destruct (S x), (in_bad_set x); simpl; lra.
  - apply sum_le. intros x Hx. specialize (Hp x Hx). destruct (S x), (in_bad_set x); simpl; lra.
  - rewrite <- sum_scal. apply sum_le. intros x Hx. unfold in_bad_set.
    destruct (S x), (Rlt_dec (t * q x) (p x)); simpl; lra.
  - apply sum_le. intros x Hx. specialize (Hq x Hx). destruct (S x), (in_bad_set x); simpl; lra.
Qed.

(** For all events at once, and for every randomised decision [f] with values in [0, 1]. *)
Theorem hockey_stick_bounds_tests (f : T -> R) : (forall x, In x l -> 0 <= f x <= 1) ->
  sum l (fun x => p x * f x) <= t * sum l (fun x => q x * f x) + hockey_stick.
Proof.
  intros Hf. unfold hockey_stick. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros x Hx. specialize (Hf x Hx).
  assert (P1 := pos_ge (p x - t * q x)). assert (P2 := pos_nonneg (p x - t * q x)).
  set (y := pos _) in *. assert ((p x - t * q x) * f x <= y * 1).
  { apply Rle_trans with (y * f x); [apply Rmult_le_compat_r|apply Rmult_le_compat_l]; lra. }
  lra.
Qed.

Corollary hockey_stick_bounds_events S : mass l p S <= t * mass l q S + hockey_stick.
Proof.
  assert (B := hockey_stick_bounds_tests (fun x => if S x then 1 else 0)).
  rewrite (sum_ext l (fun x => p x * _) (fun x => if S x then p x else 0)) in B by (intros x _; destruct (S x); ring).
  rewrite (sum_ext l (fun x => q x * _) (fun x => if S x then q x else 0)) in B by (intros x _; destruct (S x); ring).
  apply B. intros x _. destruct (S x); lra.
Qed.

(** The bound is attained by the bad set: it is the maximum over all events. *)
Theorem hockey_stick_attained : mass l p in_bad_set - t * mass l q in_bad_set = hockey_stick.
Proof.
  unfold mass, hockey_stick. rewrite <- sum_scal, <- sum_minus. apply sum_ext. intros x _. unfold in_bad_set.
  destruct (Rlt_dec (t * q x) (p x)); [rewrite pos_eq|rewrite pos_0]; lra.
Qed.

Theorem hockey_stick_le_bad_set : (forall x, In x l -> 0 <= q x) -> 0 <= t -> hockey_stick <= bad_set_mass.
Proof.
  intros Hq Ht. apply sum_le. intros x Hx. specialize (Hq x Hx). assert (0 <= t * q x) by now apply Rmult_le_pos.
  unfold in_bad_set. destruct (Rlt_dec (t * q x) (p x)); [rewrite pos_eq|rewrite pos_0]; lra.
Qed.
End TwoDistributions.

(** Both quantities fall when the factor grows: rational bounds on [e^eps'] bracket them. *)
Lemma hockey_stick_antitone {T} (l : list T) p q t u :
  (forall x, In x l -> 0 <= q x) -> t <= u -> hockey_stick l p q u <= hockey_stick l p q t.
Proof.
  intros Hq H. apply sum_le. intros x Hx. specialize (Hq x Hx).
  assert (t * q x <= u * q x) by (apply Rmult_le_compat_r; lra).
  apply pos_le; [apply pos_nonneg|]. eapply Rle_trans; [|apply pos_ge]. lra.
Qed.

Lemma bad_set_mass_antitone {T} (l : list T) p q t u :
  (forall x, In x l -> 0 <= p x) -> (forall x, In x l -> 0 <= q x) -> t <= u ->
  bad_set_mass l p q u <= bad_set_mass l p q t.
Proof.
  intros Hp Hq H. apply sum_le. intros x Hx. specialize (Hp x Hx). specialize (Hq x Hx).
  assert (t * q x <= u * q x) by (apply Rmult_le_compat_r; lra).
  unfold in_bad_set. destruct (Rlt_dec (u * q x) (p x)), (Rlt_dec (t * q x) (p x)); lra.
Qed.

Lemma bad_set_mass_equal {T} (l : list T) p q t :
  (forall x, In x l -> p x = q x) -> (forall x, In x l -> 0 <= q x) -> 1 <= t -> bad_set_mass l p q t = 0.
Proof.
  intros E Hq Ht. apply sum_zero. intros x Hx. unfold in_bad_set.
  destruct (Rlt_dec (t * q x) (p x)) as [B|]; [|easy]. rewrite (E x Hx) in B. specialize (Hq x Hx). nra.
Qed.
