(** S6, bounded loss: [|C_k| <= eps] for the loss [C_k] of the k-th opening.

    Openings are counted from 0, the oldest is number 0.  The random variables [loss_at k] live on histories. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness ChainRule Outputs Ratio.
Import ListNotations.
Open Scope R_scope.

Lemma loss_bounded {T} eps (l : list T) p q x : close_pair eps l p q -> In x l -> - eps <= loss (p x) (q x) <= eps.
Proof.
  intros H Hx. assert (E := close_eps_nonneg _ _ _ _ H).
  destruct (both_zero_or_positive eps l p q x H Hx) as [[-> ->]|[P Q]]; [rewrite loss_zero; lra|].
  destruct (pointwise _ _ _ _ H x Hx) as [H1 H2]. rewrite loss_minus by easy.
  apply ln_mono in H1, H2; try easy. rewrite ln_mult, ln_exp in H1, H2 by (try apply exp_pos; easy). lra.
Qed.

Section LossAt.
Context {Box Out : Type}.
Variables (D1 D2 : Box -> Out -> R).
Implicit Types h : history Box Out.

Definition losses h : list R := rev (map (opening_loss D1 D2) h).
Definition loss_at (k : nat) h : R := nth k (losses h) 0.

Lemma losses_length h : length (losses h) = length h.
Proof. unfold losses. now rewrite rev_length, map_length. Qed.

(** Later openings leave the loss of an earlier one alone. *)
Lemma loss_at_earlier k y h : (k < length h)%nat -> loss_at k (y :: h) = loss_at k h.
Proof. intros H. unfold loss_at, losses. simpl. apply app_nth1. fold (losses h). now rewrite losses_length. Qed.

Lemma loss_at_newest y h : loss_at (length h) (y :: h) = opening_loss D1 D2 y.
Proof.
  unfold loss_at, losses. simpl. rewrite app_nth2; fold (losses h); rewrite losses_length; [|lia].
  now rewrite Nat.sub_diag.
Qed.

Lemma total_loss_sum h : total_loss D1 D2 h = sum (seq 0 (length h)) (fun k => loss_at k h).
Proof.
  induction h as [|y h IH]; [easy|]. unfold total_loss in *. cbn [length sum].
  rewrite seq_S, sum_app. cbn [plus sum]. rewrite loss_at_newest, IH.
  rewrite (sum_ext _ (fun k => loss_at k (y :: h)) (fun k => loss_at k h)); [lra|].
  intros k Hk. apply in_seq in Hk. apply loss_at_earlier. lia.
Qed.

Theorem bounded_loss boxes outs eps n h k :
  close_family eps boxes outs D1 D2 -> In h (histories boxes outs n) -> (k < n)%nat ->
  - eps <= loss_at k h <= eps.
Proof.
  intros HF Hh Hk. assert (L := words_length _ _ _ Hh).
  assert (M : In (loss_at k h) (losses h)) by (apply nth_In; rewrite losses_length; lia).
  unfold losses in M. apply in_rev, in_map_iff in M as [[b x] [<- M]].
  apply (in_words_letters _ _ _ Hh), in_prod_iff in M as [Hb Hx].
  exact (loss_bounded eps outs (D1 b) (D2 b) x (HF b Hb) Hx).
Qed.
End LossAt.
