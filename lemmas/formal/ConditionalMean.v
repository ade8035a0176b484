(** S8, conditional means: given what happened before, the mean of the next privacy loss is at most [beta].

    Two ways of saying "what happened before": the history itself, and the values of the earlier losses,
    which is what Fact 2 asks.  The second follows from the first by averaging over histories.
    [beta] is any bound on the mean loss of every single box; Fact 1 provides two. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness ChainRule Outputs Ratio BoundedLoss Fact1
  RandomVariables.
Import ListNotations.
Open Scope R_scope.

(** Every box of the family has mean loss at most [beta] when the messages come from [D1]. *)
Definition mean_loss_at_most {Box Out} beta (boxes : list Box) (outs : list Out) (D1 D2 : Box -> Out -> R) : Prop :=
  forall b, In b boxes -> kl outs (D1 b) (D2 b) <= beta.

Section ConditionalMean.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps beta : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.
Hypothesis Hbeta : mean_loss_at_most beta boxes outs D1 D2.

Lemma mean_loss_fact_1 : mean_loss_at_most (eps * (exp eps - 1)) boxes outs D1 D2.
Proof. intros b Hb. apply mean_loss. auto. Qed.

Lemma mean_loss_tanh : mean_loss_at_most (eps * tanh (eps / 2)) boxes outs D1 D2.
Proof. intros b Hb. apply mean_loss_sharp. auto. Qed.

(** The mean of the next loss after the history [h]. *)
Definition next_mean (h : history Box Out) : R :=
  sum boxes (fun b => sum outs (fun x => A h b * D1 b x * opening_loss D1 D2 (b, x))).

Theorem conditional_mean_given_history k h : (k < n)%nat -> In h (histories boxes outs k) -> 0 < prob A D1 h ->
  next_mean h <= beta.
Proof.
  intros Hk Hh P. destruct (HA k h Hk Hh P) as [[A0 A1] _].
  apply Rle_trans with (sum boxes (fun b => beta * A h b)); [|rewrite sum_scal, A1; lra].
  apply sum_le. intros b Hb.
  rewrite (sum_ext outs _ (fun x => A h b * (D1 b x * loss (D1 b x) (D2 b x))))
    by (intros; unfold opening_loss; simpl; ring).
  rewrite sum_scal. rewrite (Rmult_comm beta). apply Rmult_le_compat_l; [auto|]. now apply Hbeta.
Qed.

(** The values of the first losses do not depend on later openings. *)
Lemma past_earlier k y h : (k <= length h)%nat -> past (loss_at D1 D2) k (y :: h) = past (loss_at D1 D2) k h.
Proof.
  intros Hk. unfold past. apply map_ext_in. intros j Hj. apply in_seq in Hj. apply loss_at_earlier. lia.
Qed.

Theorem conditional_mean_given_losses k : (k < n)%nat ->
  conditional_mean_at_most (histories boxes outs n) (prob A D1) (loss_at D1 D2) beta k.
Proof.
  intros Hk c. unfold expectation_on.
  set (E := past_is (loss_at D1 D2) k c).
  assert (HE : forall y h, (k <= length h)%nat -> E (y :: h) = E h).
  { intros y h Hh. unfold E, past_is. now rewrite past_earlier. }
  assert (HD := family_dist1 boxes outs eps D1 D2 HF).
  (* both sides, as expectations after k + 1 and after k openings *)
  rewrite (sum_ext _ (fun h => if E h then prob A D1 h * loss_at D1 D2 k h else 0)
             (fun h => prob A D1 h * (if E h then loss_at D1 D2 k h else 0))) by (intros; destruct (E x); ring).
  rewrite (sum_ext _ (fun h => if E h then prob A D1 h * 1 else 0)
             (fun h => prob A D1 h * (if E h then 1 else 0))) by (intros; destruct (E x); ring).
  replace (histories boxes outs n) with (histories boxes outs (n - S k + S k)) at 1 by (f_equal; lia).
  replace (histories boxes outs n) with (histories boxes outs (n - k + k)) by (f_equal; lia).
  rewrite (earlier_expectation boxes outs n A D1 HD HA (S k)), (earlier_expectation boxes outs n A D1 HD HA k);
    try lia.
  2:{ intros y h Hh. now rewrite HE. }
  2:{ intros y h Hh. rewrite HE, loss_at_earlier by lia. easy. }
  rewrite sum_histories_S, <- sum_scal. apply sum_le. intros h Hh. assert (L := words_length _ _ _ Hh).
  apply Rle_trans with (prob A D1 h * if E h then next_mean h else 0).
  - right. rewrite <- L, (sum_ext boxes _ (fun b => prob A D1 h * (if E h then 1 else 0) *
      sum outs (fun x => A h b * D1 b x * opening_loss D1 D2 (b, x)))).
    + rewrite sum_scal. fold (next_mean h). destruct (E h); ring.
    + intros b _. rewrite <- sum_scal. apply sum_ext. intros x _.
      rewrite HE, loss_at_newest by lia. simpl. destruct (E h); ring.
  - destruct (prob_nonneg boxes outs n A D1 HD HA k h ltac:(lia) Hh) as [P|P]; [|rewrite <- P; lra].
    assert (M := conditional_mean_given_history k h Hk Hh P). destruct (E h); nra.
Qed.
End ConditionalMean.
