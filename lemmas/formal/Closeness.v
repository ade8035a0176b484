(** S1, closeness.  Two distributions on the same finite range are (eps, 0)-close when no event is more
    than [e^eps] times as likely under one as under the other.

    The source states it for events; the proof uses it point by point.  [close_iff_events] is the equivalence. *)
From Coq Require Import Reals Lra List.
From AdvancedComposition Require Import Sums Analysis.
Import ListNotations.
Open Scope R_scope.

Section Closeness.
Context {T : Type}.
Implicit Types (l : list T) (p q : T -> R).

Definition is_dist l p : Prop := (forall x, In x l -> 0 <= p x) /\ sum l p = 1.

(** The probability of an event; an event is any function to the booleans, so all events are meant. *)
Definition mass l p (S : T -> bool) : R := sum l (fun x => if S x then p x else 0).

Definition close eps l p q : Prop := forall x, In x l -> p x <= exp eps * q x /\ q x <= exp eps * p x.

(** What the designer promises of one box. *)
Record close_pair eps l p q : Prop := {
  dist1 : is_dist l p;
  dist2 : is_dist l q;
  pointwise : close eps l p q }.

Lemma close_pair_sym eps l p q : close_pair eps l p q -> close_pair eps l q p.
Proof. intros [H1 H2 H3]. split; auto. intros x Hx. destruct (H3 x Hx); auto. Qed.

Theorem close_iff_events (dec : forall x y : T, {x = y} + {x <> y}) eps l p q :
  close eps l p q <->
  (forall S, mass l p S <= exp eps * mass l q S /\ mass l q S <= exp eps * mass l p S).
Proof.
  split; intros H.
  - intros S. unfold mass. rewrite <- !sum_scal.
    split; apply sum_le; intros x Hx; destruct (H x Hx); destruct (S x); lra.
  - intros x Hx. destruct (H (fun y => if dec y x then true else false)) as [H1 H2]. unfold mass in *.
    assert (E : forall f, sum l (fun y => if (if dec y x then true else false) then f y else 0)
                          = INR (count_occ dec l x) * f x).
    { intros f. rewrite <- sum_singleton. apply sum_ext. intros y _. now destruct (dec y x). }
    rewrite !E in H1, H2. rewrite (count_occ_In dec) in Hx. apply lt_INR in Hx. simpl in Hx.
    split; eapply Rmult_le_reg_l; try exact Hx; lra.
Qed.

(** Close distributions have the same support. *)
Lemma both_zero_or_positive eps l p q x : close_pair eps l p q -> In x l ->
  (p x = 0 /\ q x = 0) \/ (0 < p x /\ 0 < q x).
Proof.
  intros [[Hp _] [Hq _] H] Hx. assert (E := exp_pos eps).
  specialize (Hp x Hx). specialize (Hq x Hx). destruct (H x Hx) as [H1 H2].
  destruct (Req_dec (p x) 0); [left; split; [easy|nra] | right; split; [lra|]].
  destruct (Req_dec (q x) 0); nra.
Qed.

(** Close distributions exist only for [eps >= 0]. *)
Lemma close_eps_nonneg eps l p q : close_pair eps l p q -> 0 <= eps.
Proof.
  intros [[_ Sp] [_ Sq] H]. destruct (Rle_dec 0 eps) as [|N]; [easy|exfalso].
  assert (E : exp eps < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  assert (B : sum l p <= sum l (fun x => exp eps * q x)) by (apply sum_le; intros x Hx; destruct (H x Hx); auto).
  rewrite sum_scal, Sp, Sq in B. lra.
Qed.

(** At [eps = 0] closeness is equality. *)
Lemma close_zero l p q x : close 0 l p q -> In x l -> p x = q x.
Proof. intros H Hx. destruct (H x Hx) as [H1 H2]. rewrite exp_0 in *. lra. Qed.
End Closeness.

(** The family of boxes: names, the union of their ranges, and a close pair of distributions for each name.
    A message outside the range of a box has probability 0 under both passwords. *)
Definition close_family {Box Out} eps (boxes : list Box) (outs : list Out) (D1 D2 : Box -> Out -> R) : Prop :=
  forall b, In b boxes -> close_pair eps outs (D1 b) (D2 b).

Lemma close_family_sym {Box Out} eps (boxes : list Box) (outs : list Out) D1 D2 :
  close_family eps boxes outs D1 D2 -> close_family eps boxes outs D2 D1.
Proof. intros H b Hb. apply close_pair_sym. auto. Qed.
