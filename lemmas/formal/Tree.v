(** The exact numbers of one instance, recomputed by Coq over the whole tree of histories.

    [wt side h] is the numerator of the probability of [h] over [denominator ^ n].  The function [tree]
    sums a function of the two numerators over all leaves without ever listing them; branches that cannot
    occur are skipped.  Its values are the hockey-stick divergence and the mass of the bad set, exactly. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Integers Certificate.
Import ListNotations.
Open Scope R_scope.

(** What is added up at the leaves, for the factor [ln/ld] and numerators [a] over [b]. *)
Definition excess (ln ld a b : N) : N := (ld * a - ln * b)%N.
Definition bad (ln ld a b : N) : N := if (ln * b <? ld * a)%N then a else 0%N.
Definition swapped (leaf : N -> N -> N) (a b : N) : N := leaf b a.

Lemma excess_00 ln ld : excess ln ld 0 0 = 0%N. Proof. unfold excess. lia. Qed.
Lemma bad_00 ln ld : bad ln ld 0 0 = 0%N. Proof. unfold bad. now destruct (_ <? _)%N. Qed.

(** The leaf functions, back in real numbers, for probabilities [a/d] and [b/d]. *)
Lemma excess_real ln ld a b d : (0 < ld)%N -> 0 < d ->
  pos (nR a / d - nR ln / nR ld * (nR b / d)) = nR (excess ln ld a b) * / (nR ld * d).
Proof.
  intros H Hd. apply nR_pos in H. unfold excess. rewrite nR_sub, !nR_mult, (Rmult_comm (pos _)), <- pos_scal.
  - f_equal. field. lra.
  - left. apply Rinv_0_lt_compat. now apply Rmult_lt_0_compat.
Qed.

Lemma bad_real ln ld a b d : (0 < ld)%N -> 0 < d ->
  (if Rlt_dec (nR ln / nR ld * (nR b / d)) (nR a / d) then nR a / d else 0) = nR (bad ln ld a b) * / d.
Proof.
  intros H Hd. apply nR_pos in H. unfold bad.
  assert (E : nR ln / nR ld * (nR b / d) = nR (ln * b) * / (nR ld * d)) by (rewrite nR_mult; field; lra).
  assert (E' : nR a / d = nR (ld * a) * / (nR ld * d)) by (rewrite nR_mult; field; lra).
  assert (I : 0 < / (nR ld * d)) by (apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat).
  rewrite E, E'. destruct (N.ltb_spec (ln * b) (ld * a)) as [L|L]; destruct (Rlt_dec _ _) as [R|R].
  - rewrite <- E'. easy.
  - exfalso. apply R. apply Rmult_lt_compat_r; [easy|]. now apply nR_lt.
  - exfalso. apply Rmult_lt_reg_r in R; [|easy]. apply nR_le in L. lra.
  - rewrite nR_0. ring.
Qed.

Section Tree.
Variables (rows : list (list (N * N))) (messages : nat) (total : N).
Variables (adv : history nat nat -> nat -> N) (weight : N).
Let boxes := boxes rows.
Let outs := outs messages.
Let entry := entry rows.
Let A := A adv weight.
Let D := D rows total.

Definition denominator : N := (weight * total)%N.
Fixpoint wt (side : N * N -> N) (h : history nat nat) : N :=
  match h with [] => 1%N | (b, x) :: h => (wt side h * (adv h b * side (entry b x)))%N end.

Hypothesis Hw : (0 < weight)%N.
Hypothesis Ht : (0 < total)%N.

Lemma denominator_pos n : 0 < nR denominator ^ n.
Proof. apply pow_lt. unfold denominator. rewrite nR_mult. apply Rmult_lt_0_compat; now apply nR_pos. Qed.

Lemma prob_wt side n h : In h (histories boxes outs n) -> prob A (D side) h = nR (wt side h) / nR denominator ^ n.
Proof.
  revert h. induction n; intros h Hh; [destruct Hh as [<-|[]]; simpl; rewrite nR_1; field|].
  destruct h as [|[b x] h]; [apply words_length in Hh; discriminate|].
  apply in_histories_S in Hh as (_ & _ & Hh). cbn [prob wt pow]. rewrite (IHn h Hh).
  assert (P := denominator_pos n). unfold A, Certificate.A, D, Certificate.D, denominator in *.
  rewrite !nR_mult in *. apply nR_pos in Hw as W. apply nR_pos in Ht as T. fold entry. field. lra.
Qed.

Fixpoint tree (leaf : N -> N -> N) (m : nat) (h : history nat nat) (a b : N) : N :=
  if ((a =? 0) && (b =? 0))%N then 0%N else
  match m with
  | O => leaf a b
  | S m => sumN boxes (fun i => let c := adv h i in
      if (c =? 0)%N then 0%N
      else sumN outs (fun x => let e := entry i x in
        tree leaf m ((i, x) :: h) (a * (c * fst e)) (b * (c * snd e)))%N)
  end.

Lemma wt_zero side w h : wt side h = 0%N -> wt side (w ++ h) = 0%N.
Proof. intros H. induction w as [|[b x] w IH]; [easy|]. simpl. now rewrite IH. Qed.

Lemma tree_from leaf m h : leaf 0%N 0%N = 0%N ->
  nR (tree leaf m h (wt fst h) (wt snd h))
  = sum (histories boxes outs m) (fun w => nR (leaf (wt fst (w ++ h)) (wt snd (w ++ h)))).
Proof.
  intros H0. revert h. induction m; intros h; cbn [tree].
  all: destruct ((wt fst h =? 0) && (wt snd h =? 0))%N eqn:Z;
    [ apply andb_true_iff in Z as [Z1 Z2]; apply N.eqb_eq in Z1, Z2; rewrite nR_0; symmetry; apply sum_zero;
      intros w _; rewrite !wt_zero by easy; now rewrite H0 |].
  - simpl. lra.
  - unfold histories. rewrite sum_words_oldest, sum_prod, nR_sumN. apply sum_ext. intros i _.
    cbv zeta. destruct (N.eqb_spec (adv h i) 0) as [E|_].
    + rewrite nR_0. symmetry. apply sum_zero. intros x _. apply sum_zero. intros w _.
      rewrite <- !app_assoc. simpl. rewrite !wt_zero by (simpl; rewrite E; lia). now rewrite H0.
    + rewrite nR_sumN. apply sum_ext. intros x _.
      change (wt fst h * (adv h i * fst (entry i x)))%N with (wt fst ((i, x) :: h)).
      change (wt snd h * (adv h i * snd (entry i x)))%N with (wt snd ((i, x) :: h)).
      rewrite IHm. apply sum_ext. intros w _. now rewrite <- app_assoc.
Qed.

Lemma tree_total leaf n : leaf 0%N 0%N = 0%N ->
  nR (tree leaf n [] 1 1) = sum (histories boxes outs n) (fun h => nR (leaf (wt fst h) (wt snd h))).
Proof.
  intros H0. change (tree leaf n [] 1 1) with (tree leaf n [] (wt fst []) (wt snd [])).
  rewrite tree_from by easy. apply sum_ext. intros h _. now rewrite app_nil_r.
Qed.

Variables (ln ld : N).
Hypothesis Hld : (0 < ld)%N.

(** The hockey-stick divergence on histories, exactly; in both directions. *)
Theorem hockey_stick_exact n :
  hockey_stick (histories boxes outs n) (prob A (D fst)) (prob A (D snd)) (nR ln / nR ld)
    = nR (tree (excess ln ld) n [] 1 1) / (nR ld * nR denominator ^ n) /\
  hockey_stick (histories boxes outs n) (prob A (D snd)) (prob A (D fst)) (nR ln / nR ld)
    = nR (tree (swapped (excess ln ld)) n [] 1 1) / (nR ld * nR denominator ^ n).
Proof.
  assert (P := denominator_pos n).
  split; unfold Rdiv at 2; rewrite tree_total by apply excess_00; rewrite <- sum_scal_r; apply sum_ext; intros h Hh;
    rewrite !(prob_wt _ n h Hh); now apply excess_real.
Qed.

(** The mass of the bad set on histories, exactly; in both directions. *)
Theorem bad_set_mass_exact n :
  bad_set_mass (histories boxes outs n) (prob A (D fst)) (prob A (D snd)) (nR ln / nR ld)
    = nR (tree (bad ln ld) n [] 1 1) / nR denominator ^ n /\
  bad_set_mass (histories boxes outs n) (prob A (D snd)) (prob A (D fst)) (nR ln / nR ld)
    = nR (tree (swapped (bad ln ld)) n [] 1 1) / nR denominator ^ n.
Proof.
  assert (P := denominator_pos n).
  split; unfold Rdiv at 2; rewrite tree_total by apply bad_00; rewrite <- sum_scal_r; apply sum_ext; intros h Hh;
    unfold in_bad_set, swapped; rewrite !(prob_wt _ n h Hh), <- (bad_real ln ld _ _ _ Hld P);
    now destruct (Rlt_dec _ _).
Qed.
End Tree.
