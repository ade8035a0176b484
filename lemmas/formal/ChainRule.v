(** S2, the experiment and the chain rule.

    A history lists the opened boxes with their messages, THE NEWEST FIRST: [(b, x) :: h] is the history [h]
    followed by opening box [b] and reading [x].  A strategy maps a history to weights on the boxes.
    [prob A D h] is the product of the chain rule, with the distributions [D] of one of the two passwords. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness.
Import ListNotations.
Open Scope R_scope.

Notation history Box Out := (list (Box * Out)) (only parsing).

Section Experiment.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Definition histories (n : nat) : list (history Box Out) := words (list_prod boxes outs) n.

Fixpoint prob (A : history Box Out -> Box -> R) (D : Box -> Out -> R) (h : history Box Out) : R :=
  match h with [] => 1 | (b, x) :: h => prob A D h * (A h b * D b x) end.

Definition opened (h : history Box Out) : list Box := map fst h.

(** [A] is a strategy for [n] openings: after every history of fewer than [n] openings that can occur at all
    it is a distribution on the boxes that gives the opened ones weight 0.  It may be randomised, and may
    depend on the whole history.  Nothing is asked where the experiment cannot get. *)
Definition strategy (n : nat) (A : history Box Out -> Box -> R) (D : Box -> Out -> R) : Prop :=
  forall k h, (k < n)%nat -> In h (histories k) -> 0 < prob A D h ->
  is_dist boxes (A h) /\ (forall b, In b (opened h) -> A h b = 0).

Lemma strategy_shorter n m A D : (m <= n)%nat -> strategy n A D -> strategy m A D.
Proof. intros H HA k h Hk. apply HA. lia. Qed.

Lemma in_histories_S n b x h :
  In ((b, x) :: h) (histories (S n)) <-> In b boxes /\ In x outs /\ In h (histories n).
Proof. unfold histories. rewrite in_words_S, in_prod_iff. tauto. Qed.

Lemma sum_histories_S n F :
  sum (histories (S n)) F = sum (histories n) (fun h => sum boxes (fun b => sum outs (fun x => F ((b, x) :: h)))).
Proof. unfold histories. rewrite sum_words_S. apply sum_ext. intros h _. now rewrite sum_prod. Qed.

Section OnePassword.
Variables (n : nat) (A : history Box Out -> Box -> R) (D : Box -> Out -> R).
Hypothesis HD : forall b, In b boxes -> is_dist outs (D b).
Hypothesis HA : strategy n A D.

Lemma prob_nonneg k h : (k <= n)%nat -> In h (histories k) -> 0 <= prob A D h.
Proof.
  revert h. induction k; intros h Hk Hh; [destruct Hh as [<-|[]]; simpl; lra|].
  destruct h as [|[b x] h]; [simpl; lra|]. apply in_histories_S in Hh as (Hb & Hx & Hh). simpl.
  destruct (IHk h ltac:(lia) Hh) as [P|P]; [|rewrite <- P; lra].
  destruct (HA k h ltac:(lia) Hh P) as [[A0 _] _]. destruct (HD b Hb) as [D0 _].
  apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; auto.
Qed.

(** Every factor on the support is positive. *)
Lemma prob_factors k b x h : (k < n)%nat -> In ((b, x) :: h) (histories (S k)) ->
  0 < prob A D ((b, x) :: h) -> 0 < prob A D h /\ 0 < A h b /\ 0 < D b x.
Proof.
  intros Hk Hh P. apply in_histories_S in Hh as (Hb & Hx & Hh). simpl in P.
  destruct (prob_nonneg k h ltac:(lia) Hh) as [P'|P']; [|rewrite <- P' in P; lra].
  destruct (HA k h Hk Hh P') as [[A0 _] _]. destruct (HD b Hb) as [D0 _].
  specialize (A0 b Hb). specialize (D0 x Hx).
  destruct A0 as [A0|A0]; [|rewrite <- A0 in P; lra]. destruct D0 as [D0|D0]; [auto|rewrite <- D0 in P; lra].
Qed.

(** No box is opened twice. *)
Theorem opened_distinct k h : (k <= n)%nat -> In h (histories k) -> 0 < prob A D h -> NoDup (opened h).
Proof.
  revert h. induction k; intros h Hk Hh P; [destruct Hh as [<-|[]]; constructor|].
  destruct h as [|[b x] h]; [constructor|].
  destruct (prob_factors k b x h ltac:(lia) Hh P) as (P1 & P2 & _). apply in_histories_S in Hh as (_ & _ & Hh).
  simpl. constructor; [|apply IHk; auto; lia].
  intros Hb. destruct (HA k h ltac:(lia) Hh P1) as [_ Z]. rewrite (Z b Hb) in P2. lra.
Qed.

(** A prefix has the mass of its one-step extensions. *)
Theorem prefix_mass k h : (k < n)%nat -> In h (histories k) ->
  sum boxes (fun b => sum outs (fun x => prob A D ((b, x) :: h))) = prob A D h.
Proof.
  intros Hk Hh. simpl.
  destruct (prob_nonneg k h ltac:(lia) Hh) as [P|P].
  - destruct (HA k h Hk Hh P) as [[_ A1] _].
    rewrite (sum_ext boxes _ (fun b => prob A D h * A h b)).
    + rewrite sum_scal, A1. lra.
    + intros b Hb. destruct (HD b Hb) as [_ D1].
      rewrite (sum_ext outs _ (fun x => prob A D h * A h b * D b x)) by (intros; ring).
      rewrite sum_scal, D1. lra.
  - rewrite <- P. apply sum_zero. intros b _. apply sum_zero. intros x _. lra.
Qed.

(** Later openings do not change the mass of an earlier event, nor the expectation of an earlier quantity. *)
Theorem earlier_expectation k m F : (k + m <= n)%nat ->
  (forall y h, (k <= length h)%nat -> F (y :: h) = F h) ->
  sum (histories (m + k)) (fun h => prob A D h * F h) = sum (histories k) (fun h => prob A D h * F h).
Proof.
  intros Hm HF. induction m; [easy|]. rewrite <- IHm by lia. cbn [plus].
  rewrite sum_histories_S. apply sum_ext. intros h Hh.
  rewrite <- (prefix_mass (m + k) h) by (try easy; lia). rewrite <- sum_scal_r. apply sum_ext. intros b _.
  rewrite <- sum_scal_r. apply sum_ext. intros x _. rewrite HF; [easy|].
  apply words_length in Hh. lia.
Qed.

Theorem total_mass k : (k <= n)%nat -> sum (histories k) (prob A D) = 1.
Proof.
  intros Hk. rewrite (sum_ext _ _ (fun h => prob A D h * 1)) by (intros; ring).
  rewrite <- (Nat.add_0_r k), (earlier_expectation 0 k (fun _ => 1)) by (try easy; lia). simpl. lra.
Qed.

Theorem histories_is_dist k : (k <= n)%nat -> is_dist (histories k) (prob A D).
Proof. intros Hk. split; [intros h; now apply prob_nonneg | now apply total_mass]. Qed.

(** There are no more openings than boxes: otherwise no strategy exists. *)
Theorem openings_at_most_boxes : (n <= length boxes)%nat.
Proof.
  destruct (sum_pos_exists (histories n) (prob A D)) as [h [Hh P]]; [rewrite total_mass by lia; lra|].
  assert (N := opened_distinct n h ltac:(lia) Hh P). rewrite <- (words_length _ _ _ Hh), <- (map_length fst h).
  apply NoDup_incl_length; [exact N|]. intros b Hb. apply in_map_iff in Hb as [[b' x] [<- Hb]].
  apply (in_words_letters _ _ _ Hh) in Hb. apply in_prod_iff in Hb. simpl. tauto.
Qed.
End OnePassword.
End Experiment.
