(** The exact numbers of one instance on OUTPUTS: histories that collide on the same messages are added up.

    [out_tree] walks through the outputs, the oldest message first, and carries the list of all histories that
    can have produced them, each with its two numerators. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Integers Certificate Tree.
Import ListNotations.
Open Scope R_scope.

Section TreeOutputs.
Variables (rows : list (list (N * N))) (messages : nat) (total : N).
Variables (adv : history nat nat -> nat -> N) (weight : N).
Let boxes := boxes rows.
Let outs := outs messages.
Let entry := entry rows.
Let A := A adv weight.
Let D := D rows total.
Let wt := wt rows adv.
Let denominator := denominator total weight.

Hypothesis Hw : (0 < weight)%N.
Hypothesis Ht : (0 < total)%N.

(** A history with the numerators of its two probabilities. *)
Definition state : Type := history nat nat * (N * N).

(** All ways to go on and read [x]; those of probability 0 under both passwords are dropped. *)
Definition extend (x : nat) (s : state) : list state :=
  let (h, ab) := s in
  flat_map (fun i => let c := adv h i in let e := entry i x in
    let a := (fst ab * (c * fst e))%N in let b := (snd ab * (c * snd e))%N in
    if ((a =? 0) && (b =? 0))%N then [] else [((i, x) :: h, (a, b))]) boxes.

Fixpoint out_tree (leaf : N -> N -> N) (m : nat) (st : list state) : N :=
  match m with
  | O => leaf (sumN st (fun s => fst (snd s))) (sumN st (fun s => snd (snd s)))
  | S m => sumN outs (fun x => out_tree leaf m (flat_map (extend x) st))
  end.

(** [st] lists the histories with outputs [x], up to order and up to those of numerators 0. *)
Definition represents (st : list state) (x : list nat) : Prop := forall g : state -> R,
  (forall h, g (h, (0, 0)%N) = 0) ->
  sum st g = sum (words boxes (length x)) (fun i => let h := combine i x in g (h, (wt fst h, wt snd h))).

Lemma sum_flat_map {S T} (f : S -> list T) l g : sum (flat_map f l) g = sum l (fun s => sum (f s) g).
Proof. induction l; [easy|]. simpl. now rewrite sum_app, IHl. Qed.

Lemma represents_start : represents [([], (1, 1)%N)] [].
Proof. intros g _. reflexivity. Qed.

Lemma represents_extend st x y : represents st x -> represents (flat_map (extend y) st) (y :: x).
Proof.
  intros R g H0.
  set (next := fun (s : state) i => let (h, ab) := s in
    g ((i, y) :: h, (fst ab * (adv h i * fst (entry i y)), snd ab * (adv h i * snd (entry i y)))%N)).
  assert (E : forall s, sum (extend y s) g = sum boxes (next s)).
  { intros [h [a b]]. unfold extend. rewrite sum_flat_map. apply sum_ext. intros i _. cbv zeta.
    unfold next. cbn [fst snd].
    destruct (N.eqb_spec (a * (adv h i * fst (entry i y))) 0) as [->|_];
      destruct (N.eqb_spec (b * (adv h i * snd (entry i y))) 0) as [->|_]; simpl; try lra. now rewrite H0. }
  rewrite sum_flat_map, (sum_ext st _ (fun s => sum boxes (next s))) by (intros; apply E).
  rewrite R.
  - cbn [length]. rewrite sum_words_S. apply sum_ext. intros i _. apply sum_ext. intros b _. reflexivity.
  - intros h. apply sum_zero. intros i _. unfold next. simpl. apply H0.
Qed.

Lemma represents_total st x side : side = fst \/ side = snd -> represents st x ->
  nR (sumN st (fun s => side (snd s))) = sum (words boxes (length x)) (fun i => nR (wt side (combine i x))).
Proof.
  intros Hs R. rewrite nR_sumN, (R (fun s => nR (side (snd s)))).
  - apply sum_ext. intros i _. cbv zeta. simpl. now destruct Hs as [-> | ->].
  - intros h. now destruct Hs as [-> | ->].
Qed.

(** The numerator of the probability of the outputs [x]. *)
Definition out_wt (side : N * N -> N) (x : list nat) : N :=
  sumN (words boxes (length x)) (fun i => wt side (combine i x)).

Lemma out_prob_wt side n x : In x (output_vectors outs n) ->
  out_prob boxes A (D side) n x = nR (out_wt side x) / nR denominator ^ n.
Proof.
  intros Hx. unfold out_prob, out_wt, Rdiv. rewrite nR_sumN, (words_length _ _ _ Hx), <- sum_scal_r.
  apply sum_ext. intros i Hi. apply (prob_wt rows messages total adv weight Hw Ht side n).
  exact (combine_in_histories _ _ n i x Hi Hx).
Qed.

Lemma nR_inj a b : nR a = nR b -> a = b.
Proof. intros H. apply eq_IZR in H. lia. Qed.

Lemma out_tree_from leaf m st x : represents st x ->
  nR (out_tree leaf m st) = sum (words outs m) (fun w => nR (leaf (out_wt fst (w ++ x)) (out_wt snd (w ++ x)))).
Proof.
  revert st x. induction m; intros st x R; cbn [out_tree].
  - simpl. rewrite Rplus_0_r. f_equal.
    f_equal; apply nR_inj; unfold out_wt; [rewrite (represents_total st x fst)|rewrite (represents_total st x snd)];
      auto; now rewrite nR_sumN.
  - rewrite nR_sumN, sum_words_oldest. apply sum_ext. intros y _.
    rewrite (IHm _ (y :: x)) by now apply represents_extend. apply sum_ext. intros w _. now rewrite <- app_assoc.
Qed.

Lemma out_tree_total leaf n :
  nR (out_tree leaf n [([], (1, 1)%N)])
  = sum (output_vectors outs n) (fun x => nR (leaf (out_wt fst x) (out_wt snd x))).
Proof.
  rewrite (out_tree_from leaf n _ []) by apply represents_start. apply sum_ext. intros x _. now rewrite app_nil_r.
Qed.

Variables (ln ld : N).
Hypothesis Hld : (0 < ld)%N.
Let P side n := out_prob boxes A (D side) n.

Theorem hockey_stick_outputs_exact n :
  hockey_stick (output_vectors outs n) (P fst n) (P snd n) (nR ln / nR ld)
    = nR (out_tree (excess ln ld) n [([], (1, 1)%N)]) / (nR ld * nR denominator ^ n) /\
  hockey_stick (output_vectors outs n) (P snd n) (P fst n) (nR ln / nR ld)
    = nR (out_tree (swapped (excess ln ld)) n [([], (1, 1)%N)]) / (nR ld * nR denominator ^ n).
Proof.
  assert (Dp := denominator_pos total weight Hw Ht n). fold denominator in Dp.
  split; unfold Rdiv at 2; rewrite out_tree_total, <- sum_scal_r; apply sum_ext; intros x Hx;
    unfold P; rewrite !(out_prob_wt _ n x Hx); now apply excess_real.
Qed.

Theorem bad_set_mass_outputs_exact n :
  bad_set_mass (output_vectors outs n) (P fst n) (P snd n) (nR ln / nR ld)
    = nR (out_tree (bad ln ld) n [([], (1, 1)%N)]) / nR denominator ^ n /\
  bad_set_mass (output_vectors outs n) (P snd n) (P fst n) (nR ln / nR ld)
    = nR (out_tree (swapped (bad ln ld)) n [([], (1, 1)%N)]) / nR denominator ^ n.
Proof.
  assert (Dp := denominator_pos total weight Hw Ht n). fold denominator in Dp.
  split; unfold Rdiv at 2; rewrite out_tree_total, <- sum_scal_r; apply sum_ext; intros x Hx;
    unfold P, in_bad_set, swapped; rewrite !(out_prob_wt _ n x Hx), <- (bad_real ln ld _ _ _ Hld Dp);
    now destruct (Rlt_dec _ _).
Qed.
End TreeOutputs.
