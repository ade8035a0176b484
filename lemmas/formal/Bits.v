(** The dominating bits in natural numbers: a certificate for ALL families of boxes at once.

    [rr_excess] computes the binomial sum of RandomisedResponse.v for [e^eps = tn/td] and factor [ln/ld] by
    [n] rounds of adding neighbours, so it needs no binomial coefficients. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs MainTheorem Dominance
  RandomisedResponse Integers Tree.
Import ListNotations.
Open Scope R_scope.

Fixpoint neighbours (l : list N) : list N :=
  match l with a :: ((b :: _) as t) => (a + b)%N :: neighbours t | _ => [] end.
Fixpoint rounds (n : nat) (l : list N) : list N := match n with O => l | S n => rounds n (neighbours l) end.

Lemma neighbours_length l n : length l = S n -> length (neighbours l) = n.
Proof.
  revert n. induction l as [|a [|b l] IH]; intros n H; [discriminate| |]; simpl in *; [lia|].
  destruct n; [discriminate|]. f_equal. apply IH. simpl. lia.
Qed.

Lemma neighbours_nth l j : (S j < length l)%nat -> nth j (neighbours l) 0%N = (nth j l 0 + nth (S j) l 0)%N.
Proof.
  revert j. induction l as [|a [|b l] IH]; intros j H; simpl in H; try lia.
  destruct j; [easy|]. change (nth j (neighbours (b :: l)) 0%N = (nth j (b :: l) 0 + nth (S j) (b :: l) 0)%N).
  apply IH. simpl. lia.
Qed.

(** [n] rounds give the sum over all words of [n] bits of the entry at the number of bits that are [true]. *)
Lemma rounds_sum n l : length l = S n ->
  sum (words bits n) (fun cs => nR (nth (count cs) l 0%N)) = nR (hd 0%N (rounds n l)).
Proof.
  revert l. induction n; intros l H; [destruct l; [discriminate|]; simpl; lra|].
  simpl rounds. rewrite <- IHn by now apply neighbours_length. rewrite sum_words_S. apply sum_ext. intros cs Hc.
  destruct (bits_prob_count 1 n cs Hc) as (_ & _ & L).
  rewrite neighbours_nth, nR_plus by lia. simpl. lra.
Qed.

Section Bits.
Variables (tn td ln ld : N) (n : nat).
Definition rr_leaf (j : nat) : N :=
  excess ln ld (tn ^ N.of_nat j * td ^ N.of_nat (n - j)) (tn ^ N.of_nat (n - j) * td ^ N.of_nat j).
Definition rr_excess : N := hd 0%N (rounds n (map rr_leaf (seq 0 (S n)))).

Hypothesis Htn : (0 < tn)%N.
Hypothesis Htd : (0 < td)%N.
Hypothesis Hld : (0 < ld)%N.
Let eps := Rpower.ln (nR tn / nR td).

Theorem rr_hockey_stick_exact :
  rr_hockey_stick eps (nR ln / nR ld) n = nR rr_excess / (nR ld * nR (tn + td) ^ n).
Proof.
  assert (T1 := nR_pos tn Htn). assert (T2 := nR_pos td Htd).
  assert (E : exp eps = nR tn / nR td) by (apply exp_ln; now apply Rdiv_lt_0_compat).
  assert (S : 0 < nR (tn + td) ^ n) by (apply pow_lt; rewrite nR_plus; lra).
  unfold rr_excess. rewrite <- rounds_sum by now rewrite map_length, seq_length.
  unfold Rdiv at 2. rewrite <- sum_scal_r. apply sum_ext. intros cs Hc.
  destruct (bits_prob_count eps n cs Hc) as (-> & -> & L).
  rewrite (nth_indep _ 0%N (rr_leaf 0)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. simpl (0 + _)%nat. unfold rr_leaf. rewrite <- (excess_real ln ld) by easy.
  f_equal. rewrite !nR_mult, !nR_pow, nR_plus, E.
  assert (B : (1 + nR tn / nR td) ^ n = (nR tn + nR td) ^ n / nR td ^ n).
  { unfold Rdiv. rewrite <- pow_inv, <- Rpow_mult_distr. f_equal. field. lra. }
  assert (Q1 : forall j, (nR tn / nR td) ^ j = nR tn ^ j / nR td ^ j)
    by (intros; unfold Rdiv; now rewrite Rpow_mult_distr, pow_inv).
  assert (Q2 : nR td ^ n = nR td ^ count cs * nR td ^ (n - count cs)) by (rewrite <- pow_add; f_equal; lia).
  assert (Z : 0 < (nR tn + nR td) ^ n) by (apply pow_lt; lra).
  assert (L0 := nR_pos ld Hld).
  assert (Z1 : 0 < nR td ^ count cs) by now apply pow_lt. assert (Z2 : 0 < nR td ^ (n - count cs)) by now apply pow_lt.
  rewrite B, !Q1, Q2. f_equal; field; repeat split; lra.
Qed.

(** All families, all strategies, all events, both directions, with the numbers [ln/ld] and [dn/dd]. *)
Theorem all_boxes dn dd : (td < tn)%N -> (0 < dd)%N ->
  (rr_excess * dd <=? dn * (ld * (tn + td) ^ N.of_nat n))%N = true ->
  forall (Box Out : Type) (boxes : list Box) (outs : list Out) A D1 D2,
  close_family eps boxes outs D1 D2 -> strategy boxes outs n A D1 -> forall S,
  let Pr D := Pr_output boxes outs n A D S in
  Pr D1 <= nR ln / nR ld * Pr D2 + nR dn / nR dd /\ Pr D2 <= nR ln / nR ld * Pr D1 + nR dn / nR dd.
Proof.
  intros Ht Hdd H Box Out boxes outs A D1 D2 HF HA S.
  assert (He : 0 < eps).
  { unfold eps. rewrite <- ln_1. apply ln_increasing; [lra|]. apply nR_lt in Ht. apply nR_pos in Htd as T.
    apply Rmult_lt_reg_r with (nR td); [easy|]. replace (nR tn / nR td * nR td) with (nR tn) by (field; lra). lra. }
  assert (B : rr_hockey_stick eps (nR ln / nR ld) n <= nR dn / nR dd).
  { rewrite rr_hockey_stick_exact, <- nR_pow, <- nR_mult. apply fraction_le; auto.
    apply N.mul_pos_pos; [easy|]. apply N.neq_0_lt_0, N.pow_nonzero. lia. }
  assert (X : forall E1 E2, close_family eps boxes outs E1 E2 -> strategy boxes outs n A E1 ->
    Pr_output boxes outs n A E1 S <= nR ln / nR ld * Pr_output boxes outs n A E2 S + nR dn / nR dd).
  { intros E1 E2 HF' HA'. eapply Rle_trans; [apply hockey_stick_bounds_events|]. apply Rplus_le_compat_l.
    eapply Rle_trans; [apply (dominance_on_outputs boxes outs eps n A E1 E2 He HF' HA')|exact B]. }
  split; apply X; auto; [now apply close_family_sym|]. now apply (strategy_sym boxes outs eps n A D1 D2).
Qed.
End Bits.
