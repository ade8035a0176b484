(** Finite sums of reals over lists, and the list of all words of a given length.

    Everything in this development is finite: a probability is a sum over a list of outcomes. *)
From Coq Require Import Reals Lra Lia List.
Import ListNotations.
Open Scope R_scope.

Fixpoint sum {T : Type} (l : list T) (f : T -> R) : R :=
  match l with [] => 0 | x :: l => f x + sum l f end.

Section Sum.
Context {T : Type}.
Implicit Types (l : list T) (f g : T -> R).

Lemma sum_le l f g : (forall x, In x l -> f x <= g x) -> sum l f <= sum l g.
Proof.
  induction l as [|x l IH]; simpl; intros H; [lra|].
  assert (f x <= g x) by auto. assert (sum l f <= sum l g) by auto. lra.
Qed.

Lemma sum_ext l f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof. intros H. apply Rle_antisym; apply sum_le; intros x Hx; rewrite (H x Hx); lra. Qed.

Lemma sum_plus l f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l; simpl; lra. Qed.

Lemma sum_scal l c f : sum l (fun x => c * f x) = c * sum l f.
Proof. induction l; simpl; lra. Qed.

Lemma sum_scal_r l c f : sum l (fun x => f x * c) = sum l f * c.
Proof. induction l; simpl; lra. Qed.

Lemma sum_minus l f g : sum l (fun x => f x - g x) = sum l f - sum l g.
Proof. induction l; simpl; lra. Qed.

Lemma sum_zero l f : (forall x, In x l -> f x = 0) -> sum l f = 0.
Proof. intros H. rewrite (sum_ext l f (fun _ => 0 * 0)) by (intros; rewrite H by easy; lra). rewrite sum_scal. lra. Qed.

Lemma sum_nonneg l f : (forall x, In x l -> 0 <= f x) -> 0 <= sum l f.
Proof. intros H. rewrite <- (sum_zero l (fun _ => 0)) by easy. now apply sum_le. Qed.

Lemma sum_term_le l f x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= sum l f.
Proof.
  induction l as [|y l IH]; simpl; [easy|]. intros H [->|Hx].
  - assert (0 <= sum l f) by (apply sum_nonneg; auto). lra.
  - assert (f x <= sum l f) by auto. assert (0 <= f y) by auto. lra.
Qed.

(** A sum of non-negative terms that is not zero has a positive term. *)
Lemma sum_pos_exists l f : 0 < sum l f -> exists x, In x l /\ 0 < f x.
Proof.
  induction l as [|x l IH]; simpl; [lra|]. intros H.
  destruct (Rlt_dec 0 (f x)) as [Hx|Hx]; [exists x; auto|].
  destruct IH as [y [Hy1 Hy2]]; [lra|]. exists y; auto.
Qed.

Lemma sum_app l l' f : sum (l ++ l') f = sum l f + sum l' f.
Proof. induction l; simpl; lra. Qed.

(** The part of a sum on which a decidable condition holds, counted by multiplicity. *)
Lemma sum_singleton (dec : forall x y : T, {x = y} + {x <> y}) l a f :
  sum l (fun x => if dec x a then f x else 0) = INR (count_occ dec l a) * f a.
Proof.
  induction l as [|x l IH]; [simpl; lra|]. cbn [sum count_occ]. rewrite IH.
  destruct (dec x a) as [->|_]; [rewrite S_INR|]; lra.
Qed.
End Sum.

Lemma sum_map {S T} (g : S -> T) (l : list S) f : sum (map g l) f = sum l (fun x => f (g x)).
Proof. induction l; simpl; congruence. Qed.

Lemma sum_prod {S T} (l1 : list S) (l2 : list T) f :
  sum (list_prod l1 l2) f = sum l1 (fun a => sum l2 (fun b => f (a, b))).
Proof. induction l1; simpl; [easy|]. rewrite sum_app, sum_map. congruence. Qed.

Lemma sum_swap {S T} (l1 : list S) (l2 : list T) f :
  sum l1 (fun a => sum l2 (fun b => f a b)) = sum l2 (fun b => sum l1 (fun a => f a b)).
Proof.
  induction l1 as [|a l1 IH]; simpl; [now rewrite sum_zero|].
  rewrite IH, <- sum_plus. apply sum_ext. auto.
Qed.

(** Grouping a sum by the value of a function [v]: every term lies in exactly one fibre. *)
Lemma sum_fibres {S T} (dec : forall x y : T, {x = y} + {x <> y}) (v : S -> T) (l : list S) f :
  sum l f = sum (nodup dec (map v l)) (fun c => sum l (fun x => if dec (v x) c then f x else 0)).
Proof.
  rewrite sum_swap. apply sum_ext. intros x Hx.
  transitivity (sum (nodup dec (map v l)) (fun c => if dec c (v x) then f x else 0)).
  - rewrite (sum_singleton dec _ (v x) (fun _ => f x)).
    assert (N : NoDup (nodup dec (map v l))) by apply NoDup_nodup.
    rewrite (NoDup_count_occ' dec) in N. rewrite N; [simpl; lra|].
    apply nodup_In, in_map, Hx.
  - apply sum_ext. intros c _. destruct (dec c (v x)), (dec (v x) c); congruence.
Qed.

(** ** Words: all lists of length [n] over an alphabet, the newest letter first *)
Fixpoint words {T : Type} (l : list T) (n : nat) : list (list T) :=
  match n with O => [[]] | S n => flat_map (fun w => map (fun y => y :: w) l) (words l n) end.

Section Words.
Context {T : Type} (l : list T).

Lemma sum_words_S n F : sum (words l (S n)) F = sum (words l n) (fun w => sum l (fun y => F (y :: w))).
Proof.
  simpl. induction (words l n) as [|w ws IH]; simpl; [easy|]. now rewrite sum_app, sum_map, IH.
Qed.

(** The same sum, the oldest letter first. *)
Lemma sum_words_oldest n F : sum (words l (S n)) F = sum l (fun y => sum (words l n) (fun w => F (w ++ [y]))).
Proof.
  revert F. induction n; intros F.
  - rewrite sum_words_S. simpl. rewrite Rplus_0_r. apply sum_ext. intros; simpl; ring.
  - rewrite sum_words_S, IHn. apply sum_ext. intros y _. now rewrite sum_words_S.
Qed.

Lemma in_words_S n y w : In (y :: w) (words l (S n)) <-> In y l /\ In w (words l n).
Proof.
  simpl. rewrite in_flat_map. split.
  - intros [v [Hv Hy]]. apply in_map_iff in Hy as [z [E Hz]]. injection E as -> ->. auto.
  - intros [Hy Hw]. exists w. split; [easy|]. apply in_map_iff. eauto.
Qed.

Lemma words_length n w : In w (words l n) -> length w = n.
Proof.
  revert w. induction n; intros w H; [destruct H as [<-|[]]; easy|].
  destruct w as [|y w]; [|apply in_words_S in H as [_ H]; simpl; auto].
  simpl in H. apply in_flat_map in H as [v [_ Hv]]. apply in_map_iff in Hv as [z [E _]]. discriminate.
Qed.

Lemma in_words_letters n w : In w (words l n) -> forall y, In y w -> In y l.
Proof.
  revert w. induction n; intros w H y Hy.
  - destruct H as [<-|[]]; destruct Hy.
  - destruct w as [|z w]; [destruct Hy|]. apply in_words_S in H as [Hz Hw].
    destruct Hy as [->|Hy]; eauto.
Qed.
End Words.

(** Words over pairs are pairs of words: the sum over histories is a sum over messages and over indexes. *)
Lemma sum_words_pairs {S T} (l1 : list S) (l2 : list T) n F :
  sum (words (list_prod l1 l2) n) F
  = sum (words l2 n) (fun x => sum (words l1 n) (fun i => F (combine i x))).
Proof.
  revert F. induction n; intros F; [simpl; lra|].
  rewrite !sum_words_S, IHn. apply sum_ext. intros x _.
  transitivity (sum (words l1 n) (fun i => sum l2 (fun y => sum l1 (fun b => F ((b, y) :: combine i x))))).
  - apply sum_ext. intros i _. rewrite sum_prod. apply sum_swap.
  - rewrite sum_swap. apply sum_ext. intros y _. now rewrite sum_words_S.
Qed.

Lemma in_combine_words {S T} (l1 : list S) (l2 : list T) n i x :
  In i (words l1 n) -> In x (words l2 n) -> In (combine i x) (words (list_prod l1 l2) n).
Proof.
  revert i x. induction n; intros i x Hi Hx.
  - destruct Hi as [<-|[]]. now left.
  - assert (Li := words_length _ _ _ Hi). assert (Lx := words_length _ _ _ Hx).
    destruct i as [|b i], x as [|y x]; try discriminate.
    apply in_words_S in Hi as [? ?]. apply in_words_S in Hx as [? ?].
    apply in_words_S. split; [apply in_prod|]; auto.
Qed.

Lemma map_snd_combine {S T} (i : list S) (x : list T) : length i = length x -> map snd (combine i x) = x.
Proof.
  revert x. induction i; intros [|y x] H; try discriminate; [easy|]. simpl. f_equal. auto.
Qed.
