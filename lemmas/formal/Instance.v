(** One instance: a table of boxes and a strategy, checked by computing, and what follows for it.

    A file about an instance defines an [instance], proves [instance_ok I = true] by [vm_compute], and uses the
    theorems below.  Claims with numbers are checked against the exact values over the whole tree, which is
    independent of the proof of the general theorem.  See instances/ for examples. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Substitution
  BadSet MainTheorem Integers Certificate Tree TreeOutputs WorstCase.
Import ListNotations.
Open Scope R_scope.

(** Probabilities are [p / total]; [tn / td] bounds all ratios; the strategy opens box [b] after history [h]
    (the newest opening first) with probability [adv h b / weight]; [openings] boxes are opened. *)
Record instance := Instance {
  rows : list (list (N * N));
  messages : nat;
  total : N;
  tn : N;
  td : N;
  adv : list (nat * nat) -> nat -> N;
  weight : N;
  openings : nat }.

Definition instance_ok (I : instance) : bool :=
  table_ok (rows I) (messages I) (total I) (tn I) (td I) && (0 <? weight I)%N && (0 <? total I)%N && (0 <? tn I)%N
  && Nat.ltb 0 (openings I) && strategy_ok (rows I) (messages I) (adv I) (weight I) (openings I) [].

Section Instance.
Variable I : instance.
Hypothesis Hok : instance_ok I = true.

Let n := openings I.
Let boxes := boxes (rows I).
Let outs := outs (messages I).
Let A := A (adv I) (weight I).
Let D := D (rows I) (total I).

(** Privacy parameter of the boxes: any [eps] with [tn/td <= e^eps] will do, [ln (tn/td)] always does. *)
Definition natural_eps : R := ln (nR (tn I) / nR (td I)).
Definition allows (eps : R) : Prop := nR (tn I) / nR (td I) <= exp eps.

Lemma parts : table_ok (rows I) (messages I) (total I) (tn I) (td I) = true /\ (0 < weight I)%N /\ (0 < total I)%N /\
  (0 < tn I)%N /\ (0 < n)%nat /\ strategy boxes outs n A (D fst).
Proof.
  unfold instance_ok in Hok. rewrite !andb_true_iff, !N.ltb_lt, Nat.ltb_lt in Hok.
  destruct Hok as [[[[[H1 H2] H3] H4] H5] H6]. repeat split; auto.
  all: apply (strategy_sound (rows I) (messages I) (total I) _ _ (openings I) H2 H6 k h); auto.
Qed.

Theorem natural_eps_allowed : allows natural_eps.
Proof. destruct parts as (H1 & _ & _ & H4 & _). now apply exp_ln_fraction with (1 := H1). Qed.

Lemma family eps : allows eps -> close_family eps boxes outs (D fst) (D snd).
Proof. destruct parts as (H1 & _). now apply table_close with (1 := H1). Qed.

Definition pr_outputs (side : N * N -> N) (S : list nat -> bool) : R := Pr_output boxes outs n A (D side) S.
Definition pr_histories (side : N * N -> N) (S : list (nat * nat) -> bool) : R := Pr_history boxes outs n A (D side) S.

(** The general theorem, for this instance: every [delta] in (0, 1), every event, both directions. *)
Theorem instance_theorem eps delta S : allows eps -> 0 < delta < 1 ->
  pr_outputs fst S <= exp (epsilon' n eps delta) * pr_outputs snd S + delta /\
  pr_outputs snd S <= exp (epsilon' n eps delta) * pr_outputs fst S + delta.
Proof.
  intros He Hd. destruct parts as (_ & _ & _ & _ & H5 & H6). apply advanced_composition; auto. now apply family.
Qed.

Theorem instance_theorem_on_histories eps delta S : allows eps -> 0 < delta < 1 ->
  pr_histories fst S <= exp (epsilon' n eps delta) * pr_histories snd S + delta /\
  pr_histories snd S <= exp (epsilon' n eps delta) * pr_histories fst S + delta.
Proof.
  intros He Hd. destruct parts as (_ & _ & _ & _ & H5 & H6). apply advanced_composition_on_histories; auto.
  now apply family.
Qed.

(** ** Claims with numbers: factor [ln/ld], additive term [dn/dd] *)
Section Claims.
Variables (ln ld dn dd : N).
Let denominator := denominator (total I) (weight I).
Let scale : N := (ld * denominator ^ N.of_nat n)%N.

Definition claim_on_histories_ok : bool :=
  let go := tree (rows I) (messages I) (adv I) in
  ((0 <? ld) && (0 <? dd))%N
  && (go (excess ln ld) n [] 1 1 * dd <=? dn * scale)%N && (go (swapped (excess ln ld)) n [] 1 1 * dd <=? dn * scale)%N.

Definition claim_on_outputs_ok : bool :=
  let go leaf := out_tree (rows I) (messages I) (adv I) leaf n [([], (1, 1)%N)] in
  ((0 <? ld) && (0 <? dd))%N
  && (go (excess ln ld) * dd <=? dn * scale)%N && (go (swapped (excess ln ld)) * dd <=? dn * scale)%N.

Lemma scale_real : nR scale = nR ld * nR denominator ^ n.
Proof. unfold scale. now rewrite nR_mult, nR_pow. Qed.

Lemma scale_pos : (0 < ld)%N -> (0 < scale)%N.
Proof.
  intros H. destruct parts as (_ & Hw & Ht & _). unfold scale. apply N.mul_pos_pos; [easy|].
  apply N.neq_0_lt_0, N.pow_nonzero. unfold denominator, Tree.denominator. nia.
Qed.

(** From a hockey-stick divergence at a rational factor to a claim at a real factor [exp e]. *)
Lemma claim {T} (l : list T) p q e k S : (forall x, In x l -> 0 <= q x) ->
  (0 < ld)%N -> (0 < dd)%N -> nR ln / nR ld <= exp e ->
  hockey_stick l p q (nR ln / nR ld) = nR k / (nR ld * nR denominator ^ n) -> (k * dd <=? dn * scale)%N = true ->
  mass l p S <= exp e * mass l q S + nR dn / nR dd.
Proof.
  intros Hq Hld Hdd He E Hk. eapply Rle_trans; [apply hockey_stick_bounds_events|]. apply Rplus_le_compat_l.
  eapply Rle_trans; [apply (hockey_stick_antitone l p q _ _ Hq He)|]. rewrite E, <- scale_real.
  apply fraction_le; auto. now apply scale_pos.
Qed.

Theorem claim_on_histories e S : claim_on_histories_ok = true -> nR ln / nR ld <= exp e ->
  pr_histories fst S <= exp e * pr_histories snd S + nR dn / nR dd /\
  pr_histories snd S <= exp e * pr_histories fst S + nR dn / nR dd.
Proof.
  unfold claim_on_histories_ok. rewrite !andb_true_iff, !N.ltb_lt. intros [[[H1 H2] H3] H4] He.
  destruct parts as (_ & Hw & Ht & _ & _ & HA).
  assert (NN := histories_nonneg boxes outs natural_eps n A _ _ (family _ natural_eps_allowed) HA).
  destruct (hockey_stick_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht ln ld H1 n) as [E1 E2].
  split; [apply (claim _ _ _ e _ S (fun h Hh => proj2 (NN h Hh)) H1 H2 He E1 H3)|
          apply (claim _ _ _ e _ S (fun h Hh => proj1 (NN h Hh)) H1 H2 He E2 H4)].
Qed.

Theorem claim_on_outputs e S : claim_on_outputs_ok = true -> nR ln / nR ld <= exp e ->
  pr_outputs fst S <= exp e * pr_outputs snd S + nR dn / nR dd /\
  pr_outputs snd S <= exp e * pr_outputs fst S + nR dn / nR dd.
Proof.
  unfold claim_on_outputs_ok. rewrite !andb_true_iff, !N.ltb_lt. intros [[[H1 H2] H3] H4] He.
  destruct parts as (_ & Hw & Ht & _ & _ & HA).
  assert (NN := outputs_nonneg boxes outs natural_eps n A _ _ (family _ natural_eps_allowed) HA).
  destruct (hockey_stick_outputs_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht ln ld H1 n) as [E1 E2].
  split; [apply (claim _ _ _ e _ S (fun h Hh => proj2 (NN h Hh)) H1 H2 He E1 H3)|
          apply (claim _ _ _ e _ S (fun h Hh => proj1 (NN h Hh)) H1 H2 He E2 H4)].
Qed.

(** Refutations: where the exact divergence at a factor [ln/ld >= exp e] exceeds [dn/dd], an event violates the
    claim for [e] (first direction). *)
Definition refuted_on_histories_ok : bool :=
  ((0 <? ld) && (0 <? dd))%N
  && (dn * scale <? tree (rows I) (messages I) (adv I) (excess ln ld) n [] 1 1 * dd)%N.

Definition refuted_on_outputs_ok : bool :=
  ((0 <? ld) && (0 <? dd))%N
  && (dn * scale <? out_tree (rows I) (messages I) (adv I) (excess ln ld) n [([], (1, 1)%N)] * dd)%N.

Lemma refutation {T} (l : list T) p q e k : (forall x, In x l -> 0 <= q x) ->
  (0 < ld)%N -> (0 < dd)%N -> exp e <= nR ln / nR ld ->
  hockey_stick l p q (nR ln / nR ld) = nR k / (nR ld * nR denominator ^ n) -> (dn * scale < k * dd)%N ->
  exists S, exp e * mass l q S + nR dn / nR dd < mass l p S.
Proof.
  intros Hq Hld Hdd He E Hk. exists (in_bad_set p q (exp e)). assert (At := hockey_stick_attained l p q (exp e)).
  assert (M := hockey_stick_antitone l p q _ _ Hq He). rewrite E, <- scale_real in M.
  apply nR_lt in Hk. rewrite !nR_mult in Hk. apply nR_pos in Hdd. assert (Sc := nR_pos _ (scale_pos Hld)).
  assert (B : nR dn / nR dd < nR k / nR scale).
  { apply Rmult_lt_reg_r with (nR dd * nR scale); [now apply Rmult_lt_0_compat|].
    replace (nR dn / nR dd * (nR dd * nR scale)) with (nR dn * nR scale) by (field; lra).
    replace (nR k / nR scale * (nR dd * nR scale)) with (nR k * nR dd) by (field; lra). easy. }
  lra.
Qed.

Theorem refuted_on_histories e : refuted_on_histories_ok = true -> exp e <= nR ln / nR ld ->
  exists S, exp e * pr_histories snd S + nR dn / nR dd < pr_histories fst S.
Proof.
  unfold refuted_on_histories_ok. rewrite !andb_true_iff, !N.ltb_lt. intros [[H1 H2] H3] He.
  destruct parts as (_ & Hw & Ht & _ & _ & HA).
  assert (NN := histories_nonneg boxes outs natural_eps n A _ _ (family _ natural_eps_allowed) HA).
  destruct (hockey_stick_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht ln ld H1 n) as [E _].
  exact (refutation _ _ _ e _ (fun h Hh => proj2 (NN h Hh)) H1 H2 He E H3).
Qed.

Theorem refuted_on_outputs e : refuted_on_outputs_ok = true -> exp e <= nR ln / nR ld ->
  exists S, exp e * pr_outputs snd S + nR dn / nR dd < pr_outputs fst S.
Proof.
  unfold refuted_on_outputs_ok. rewrite !andb_true_iff, !N.ltb_lt. intros [[H1 H2] H3] He.
  destruct parts as (_ & Hw & Ht & _ & _ & HA).
  assert (NN := outputs_nonneg boxes outs natural_eps n A _ _ (family _ natural_eps_allowed) HA).
  destruct (hockey_stick_outputs_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht ln ld H1 n) as [E _].
  exact (refutation _ _ _ e _ (fun x Hx => proj2 (NN x Hx)) H1 H2 He E H3).
Qed.
End Claims.

(** ** The bad set on outputs, first direction, between rational bounds [ln/ld] and [un/ud] of [exp e] *)
Definition bad_value (ln ld : N) : N := out_tree (rows I) (messages I) (adv I) (bad ln ld) n [([], (1, 1)%N)].

Definition bad_set_outputs (e : R) : R :=
  bad_set_mass (output_vectors outs n) (out_prob boxes A (D fst) n) (out_prob boxes A (D snd) n) (exp e).

Theorem bad_set_on_outputs_value e ln ld un ud v : (0 < ld)%N -> (0 < ud)%N ->
  nR ln / nR ld <= exp e <= nR un / nR ud -> bad_value ln ld = v -> bad_value un ud = v ->
  bad_set_outputs e = nR v / nR (denominator (total I) (weight I)) ^ n.
Proof.
  intros Hld Hud He <- E. destruct parts as (_ & Hw & Ht & _ & _ & HA).
  assert (NN := outputs_nonneg boxes outs natural_eps n A _ _ (family _ natural_eps_allowed) HA).
  assert (X := fun t u => bad_set_mass_antitone (output_vectors outs n) _ _ t u
    (fun x Hx => proj1 (NN x Hx)) (fun x Hx => proj2 (NN x Hx))).
  destruct (bad_set_mass_outputs_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht ln ld Hld n) as [L _].
  destruct (bad_set_mass_outputs_exact (rows I) (messages I) (total I) (adv I) (weight I) Hw Ht un ud Hud n) as [U _].
  apply Rle_antisym.
  - fold (bad_value ln ld) in L. rewrite <- L. apply X. easy.
  - fold (bad_value un ud) in U. rewrite <- E, <- U. apply X. easy.
Qed.
End Instance.
