(** Randomised response dominates every close pair (rung 4 of the ladder: all families of boxes).

    With [t = e^eps > 1], every close pair is a randomised function of ONE bit: under the first password the bit
    is [true] with probability [t/(1+t)], under the second with probability [1/(1+t)].  So [n] adaptive
    openings, whatever the boxes and the strategy, are a randomised function of [n] independent bits, and
    no hockey-stick divergence exceeds that of the bits, which is a binomial sum. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs.
Import ListNotations.
Open Scope R_scope.

Definition bits : list bool := [true; false].

(** The two distributions of the bit, and of [n] independent bits. *)
Definition rr1 (eps : R) (c : bool) : R := if c then exp eps / (1 + exp eps) else 1 / (1 + exp eps).
Definition rr2 (eps : R) (c : bool) : R := rr1 eps (negb c).
Definition bits_prob (r : bool -> R) (cs : list bool) : R := fold_right (fun c m => r c * m) 1 cs.
Definition rr_hockey_stick (eps t : R) (n : nat) : R :=
  hockey_stick (words bits n) (bits_prob (rr1 eps)) (bits_prob (rr2 eps)) t.

(** ** The channel: what to output on each value of the bit *)
Section Channel.
Context {T : Type}.
Variables (eps : R) (l : list T) (p q : T -> R).
Hypothesis Heps : 0 < eps.

Definition channel (c : bool) (x : T) : R :=
  if c then (exp eps * p x - q x) / (exp eps - 1) else (exp eps * q x - p x) / (exp eps - 1).

Lemma t_above_1 : 1 < exp eps.
Proof. rewrite <- exp_0. now apply exp_increasing. Qed.

Theorem channel_mixture x :
  p x = sum bits (fun c => rr1 eps c * channel c x) /\ q x = sum bits (fun c => rr2 eps c * channel c x).
Proof. assert (E := t_above_1). unfold rr2, rr1, channel. simpl. split; field; lra. Qed.

(** The two rows of the channel are distributions exactly when the pair is close. *)
Theorem channel_is_dist : is_dist l p -> is_dist l q ->
  (close eps l p q <-> (forall c, is_dist l (channel c))).
Proof.
  intros [_ Sp] [_ Sq]. assert (E := t_above_1). split.
  - intros Cl c. split.
    + intros x Hx. destruct (Cl x Hx). unfold channel.
      destruct c; apply Rmult_le_pos; try lra; left; apply Rinv_0_lt_compat; lra.
    + unfold channel, Rdiv. destruct c; rewrite sum_scal_r, sum_minus, sum_scal, Sp, Sq; field; lra.
  - intros Hc x Hx. destruct (Hc true) as [Ht _]. destruct (Hc false) as [Hf _].
    specialize (Ht x Hx). specialize (Hf x Hx). unfold channel in *.
    assert (forall y, 0 <= y / (exp eps - 1) -> 0 <= y).
    { intros y Hy. apply Rmult_le_compat_r with (r := exp eps - 1) in Hy; [|lra].
      replace (y / (exp eps - 1) * (exp eps - 1)) with y in Hy by (field; lra). lra. }
    apply H in Ht, Hf. lra.
Qed.

Lemma channel_zero c x : p x = 0 -> q x = 0 -> channel c x = 0.
Proof. intros P Q. unfold channel, Rdiv. rewrite P, Q. destruct c; ring. Qed.
End Channel.

(** ** From [n] bits to a history *)
Section Dominance.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis Heps : 0 < eps.
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.

(** The probability of a history when the bits behind its openings are [cs]. *)
Fixpoint from_bits (cs : list bool) (h : history Box Out) : R :=
  match cs, h with
  | c :: cs, (b, x) :: h => from_bits cs h * (A h b * channel eps (D1 b) (D2 b) c x)
  | _, _ => 1
  end.

Lemma channel_dist b c : In b boxes -> is_dist outs (channel eps (D1 b) (D2 b) c).
Proof. intros Hb. destruct (HF b Hb) as [H1 H2 Cl]. now apply (channel_is_dist eps outs _ _ Heps H1 H2). Qed.

Lemma history_from_bits k h : In h (histories boxes outs k) ->
  prob A D1 h = sum (words bits k) (fun cs => bits_prob (rr1 eps) cs * from_bits cs h) /\
  prob A D2 h = sum (words bits k) (fun cs => bits_prob (rr2 eps) cs * from_bits cs h).
Proof.
  revert h. induction k; intros h Hh; [destruct Hh as [<-|[]]; simpl; lra|].
  destruct h as [|[b x] h]; [apply words_length in Hh; discriminate|].
  apply in_histories_S in Hh as (_ & _ & Hh). destruct (IHk h Hh) as [E1 E2].
  destruct (channel_mixture eps (D1 b) (D2 b) Heps x) as [M1 M2].
  split; rewrite sum_words_S; cbn [prob]; [rewrite E1, M1|rewrite E2, M2];
    rewrite <- sum_scal_r; apply sum_ext; intros cs _; rewrite <- !sum_scal; apply sum_ext; intros c _; simpl; ring.
Qed.

(** A history that cannot occur cannot occur for any bits. *)
Lemma from_bits_support k cs h : (k <= n)%nat -> In cs (words bits k) -> In h (histories boxes outs k) ->
  0 <= from_bits cs h /\ (prob A D1 h = 0 -> from_bits cs h = 0).
Proof.
  revert cs h. induction k; intros cs h Hk Hc Hh; [destruct Hc as [<-|[]], Hh as [<-|[]]; simpl; split; lra|].
  destruct h as [|[b x] h]; [apply words_length in Hh; discriminate|].
  destruct cs as [|c cs]; [apply words_length in Hc; discriminate|].
  apply in_words_S in Hc as [_ Hc]. apply in_histories_S in Hh as (Hb & Hx & Hh).
  destruct (IHk cs h ltac:(lia) Hc Hh) as [N Z]. simpl.
  destruct (same_support boxes outs eps n A D1 D2 HF HA k h ltac:(lia) Hh) as [[P _]|[P _]].
  - rewrite (Z P). split; intros; lra.
  - destruct (HA k h ltac:(lia) Hh P) as [[A0 _] _]. destruct (channel_dist b c Hb) as [C0 _]. split.
    + apply Rmult_le_pos; [easy|apply Rmult_le_pos; auto].
    + intros Zero. apply Rmult_integral in Zero as [?|Zero]; [lra|].
      apply Rmult_integral in Zero as [-> |Zero]; [ring|].
      destruct (both_zero_or_positive eps outs _ _ x (HF b Hb) Hx) as [[E1 E2]|[? _]]; [|lra].
      rewrite channel_zero by easy. ring.
Qed.

(** For every value of the bits, the histories form a distribution: it is a channel. *)
Lemma from_bits_total k cs : (k <= n)%nat -> In cs (words bits k) ->
  sum (histories boxes outs k) (from_bits cs) = 1.
Proof.
  revert cs. induction k; intros cs Hk Hc; [destruct Hc as [<-|[]]; simpl; lra|].
  destruct cs as [|c cs]; [apply words_length in Hc; discriminate|]. apply in_words_S in Hc as [_ Hc].
  rewrite sum_histories_S, <- (IHk cs) by (easy || lia). apply sum_ext. intros h Hh. simpl.
  destruct (from_bits_support k cs h ltac:(lia) Hc Hh) as [_ Z].
  rewrite (sum_ext boxes _ (fun b => from_bits cs h * A h b)).
  - rewrite sum_scal. destruct (same_support boxes outs eps n A D1 D2 HF HA k h ltac:(lia) Hh) as [[P _]|[P _]].
    + rewrite (Z P). ring.
    + destruct (HA k h ltac:(lia) Hh P) as [[_ ->] _]. ring.
  - intros b Hb. destruct (channel_dist b c Hb) as [_ S].
    rewrite (sum_ext outs _ (fun x => from_bits cs h * A h b * channel eps (D1 b) (D2 b) c x)) by (intros; ring).
    rewrite sum_scal, S. ring.
Qed.

(** Data processing, for any factor [t]: no hockey-stick divergence of the histories exceeds that of the bits. *)
Theorem dominance_on_histories t :
  hockey_stick (histories boxes outs n) (prob A D1) (prob A D2) t <= rr_hockey_stick eps t n.
Proof.
  set (gap := fun cs => bits_prob (rr1 eps) cs - t * bits_prob (rr2 eps) cs).
  apply Rle_trans with (sum (histories boxes outs n) (fun h =>
    sum (words bits n) (fun cs => pos (gap cs) * from_bits cs h))).
  - apply sum_le. intros h Hh. destruct (history_from_bits n h Hh) as [-> ->].
    rewrite <- sum_scal, <- sum_minus. eapply Rle_trans; [apply pos_sum|]. apply sum_le. intros cs Hc. right.
    destruct (from_bits_support n cs h (le_n n) Hc Hh) as [N _].
    rewrite (Rmult_comm (pos _)), <- pos_scal by easy. f_equal. unfold gap. ring.
  - rewrite sum_swap. apply sum_le. intros cs Hc. rewrite sum_scal, from_bits_total by auto. unfold gap. lra.
Qed.

(** Forgetting the indexes only lowers it. *)
Theorem dominance_on_outputs t :
  hockey_stick (output_vectors outs n) (out_prob boxes A D1 n) (out_prob boxes A D2 n) t <= rr_hockey_stick eps t n.
Proof. eapply Rle_trans; [apply forgetting|apply dominance_on_histories]. Qed.

(** In words of decisions: no test tells the passwords apart better than the best test of [n] bits. *)
Corollary dominance_of_tests t (f : list Out -> R) : (forall x, In x (output_vectors outs n) -> 0 <= f x <= 1) ->
  sum (output_vectors outs n) (fun x => out_prob boxes A D1 n x * f x)
  <= t * sum (output_vectors outs n) (fun x => out_prob boxes A D2 n x * f x) + rr_hockey_stick eps t n.
Proof.
  intros Hf. eapply Rle_trans; [now apply hockey_stick_bounds_tests|]. apply Rplus_le_compat_l, dominance_on_outputs.
Qed.
End Dominance.
