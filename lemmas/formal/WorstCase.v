(** Rung 3 of the ladder: for a fixed table of boxes, the worst case over ALL strategies, by backward
    induction, on histories.

    [worst m used a b] is the best total an adversary can still reach with [m] openings to go, from
    numerators [a] and [b], when the boxes in [used] are open: it opens the unopened box with the largest sum
    over its messages.  No strategy, randomised or not, does better. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs
  MainTheorem Integers Certificate Tree.
Import ListNotations.
Open Scope R_scope.

Definition maxN {T} (l : list T) (f : T -> N) : N := fold_right (fun x m => N.max (f x) m) 0%N l.

Lemma maxN_le {T} (l : list T) f x : In x l -> (f x <= maxN l f)%N.
Proof. induction l as [|y l IH]; simpl; [easy|]. intros [->|H]; [lia|]. specialize (IH H). lia. Qed.

Section WorstCase.
Variables (rows : list (list (N * N))) (messages : nat) (total tn td : N).
Let boxes := boxes rows.
Let outs := outs messages.
Let entry := entry rows.
Let D := D rows total.

Fixpoint worst (leaf : N -> N -> N) (m : nat) (used : list nat) (a b : N) : N :=
  if ((a =? 0) && (b =? 0))%N then 0%N else
  match m with
  | O => leaf a b
  | S m => maxN boxes (fun i =>
      if existsb (Nat.eqb i) used then 0%N
      else sumN outs (fun x => let e := entry i x in worst leaf m (i :: used) (a * fst e) (b * snd e))%N)
  end.

(** The strategy that follows the maximum, with weight 1 on the first best box; [n] openings in all.  That it
    attains [worst] is checked by computing on an instance (instances/WorstStrategy.v). *)
Definition numerators (h : history nat nat) : N * N :=
  fold_right (fun y ab => let e := entry (fst y) (snd y) in (fst ab * fst e, snd ab * snd e)%N) (1, 1)%N h.

Definition worst_choice (leaf : N -> N -> N) (n : nat) (h : history nat nat) : nat :=
  let used := map fst h in let (a, b) := numerators h in
  let value i := sumN outs (fun x => let e := entry i x in
    worst leaf (n - S (length h)) (i :: used) (a * fst e) (b * snd e))%N in
  let candidates := filter (fun i => negb (existsb (Nat.eqb i) used)) boxes in
  fst (fold_left (fun best i => let v := value i in if (snd best <? v)%N then (i, v) else best)
    candidates (hd 0%nat candidates, 0%N)).

Definition worst_strategy (leaf : N -> N -> N) (n : nat) (h : history nat nat) : nat -> N :=
  let best := worst_choice leaf n h in fun b => if Nat.eqb b best then 1%N else 0%N.

Lemma worst_zero leaf m used : worst leaf m used 0 0 = 0%N.
Proof. now destruct m. Qed.

Hypothesis Hok : table_ok rows messages total tn td = true.
Variables (eps : R) (n : nat) (A : history nat nat -> nat -> R).
Hypothesis Heps : nR tn / nR td <= exp eps.
Hypothesis HA : strategy boxes outs n A (D fst).

Let HF : close_family eps boxes outs (D fst) (D snd) := table_close rows messages total tn td Hok eps Heps.

(** The strategy's factor of a history, and the numerators without it. *)
Fixpoint choice (h : history nat nat) : R := match h with [] => 1 | (b, _) :: h => choice h * A h b end.
Fixpoint draws (side : N * N -> N) (h : history nat nat) : N :=
  match h with [] => 1%N | (b, x) :: h => (draws side h * side (entry b x))%N end.

Lemma prob_choice side k h : In h (histories boxes outs k) ->
  prob A (D side) h = choice h * (nR (draws side h) / nR total ^ k).
Proof.
  revert h. induction k; intros h Hh; [destruct Hh as [<-|[]]; simpl; rewrite nR_1; field|].
  destruct h as [|[b x] h]; [apply words_length in Hh; discriminate|].
  apply in_histories_S in Hh as (_ & _ & Hh). cbn [prob choice draws pow]. rewrite (IHk h Hh), nR_mult.
  assert (T := total_pos rows messages total tn td Hok). unfold D, Certificate.D. fold entry. field.
  split; try apply pow_nonzero; lra.
Qed.

(** A history can occur, and then the strategy's factor is positive; or that factor vanishes, or both draws do. *)
Lemma choice_cases k h : (k <= n)%nat -> In h (histories boxes outs k) ->
  (0 < prob A (D fst) h /\ 0 < choice h /\ draws fst h <> 0%N)
  \/ choice h = 0 \/ (draws fst h = 0%N /\ draws snd h = 0%N).
Proof.
  intros Hk Hh. assert (T := total_pos rows messages total tn td Hok).
  assert (I : 0 < / nR total ^ k) by now apply Rinv_0_lt_compat, pow_lt.
  destruct (same_support boxes outs eps n A (D fst) (D snd) HF HA k h Hk Hh) as [[P Q]|[P _]].
  - right. destruct (Req_dec (choice h) 0) as [|C]; [now left|right].
    rewrite (prob_choice fst k h Hh) in P. rewrite (prob_choice snd k h Hh) in Q. unfold Rdiv in *.
    split; apply nR_zero.
    + apply Rmult_integral in P as [|P]; [easy|]. apply Rmult_integral in P as [|P]; lra.
    + apply Rmult_integral in Q as [|Q]; [easy|]. apply Rmult_integral in Q as [|Q]; lra.
  - left. split; [easy|]. rewrite (prob_choice fst k h Hh) in P. unfold Rdiv in P.
    assert (N0 := nR_nonneg (draws fst h)). split.
    + destruct (Rle_dec (choice h) 0) as [N|N]; [exfalso|lra].
      assert (0 <= nR (draws fst h) * / nR total ^ k) by (apply Rmult_le_pos; lra). nra.
    + intros E. rewrite E, nR_0 in P. lra.
Qed.

(** What is still to come after [h], at its worst, with [m] openings to go. *)
Let ahead leaf m h := nR (worst leaf m (opened h) (draws fst h) (draws snd h)).

Lemma one_opening leaf m k h : (k < n)%nat -> In h (histories boxes outs k) ->
  sum boxes (fun b => sum outs (fun x => choice ((b, x) :: h) * ahead leaf m ((b, x) :: h)))
  <= choice h * ahead leaf (S m) h.
Proof.
  intros Hk Hh.
  destruct (choice_cases k h ltac:(lia) Hh) as [(P & C & Z)|[Z|[Z1 Z2]]].
  - destruct (HA k h Hk Hh P) as [[A0 A1] AZ].
    rewrite (sum_ext boxes _ (fun b => choice h * (A h b * sum outs (fun x => ahead leaf m ((b, x) :: h))))).
    2:{ intros b _. rewrite <- !sum_scal. apply sum_ext. intros x _. cbn [choice]. ring. }
    rewrite sum_scal. apply Rmult_le_compat_l; [lra|].
    rewrite <- (Rmult_1_l (ahead leaf (S m) h)), <- A1, <- sum_scal_r. apply sum_le. intros b Hb.
    destruct (existsb (Nat.eqb b) (opened h)) eqn:E.
    + (* an opened box has weight 0 *)
      apply existsb_exists in E as [b' [Hb' E]]. apply Nat.eqb_eq in E. subst b'. rewrite (AZ b Hb'). lra.
    + apply Rmult_le_compat_l; [auto|]. unfold ahead. cbn [worst].
      rewrite (proj2 (N.eqb_neq _ _) Z). cbn [andb].
      eapply Rle_trans; [|apply nR_le; apply (maxN_le boxes _ b Hb)]. simpl. rewrite E, nR_sumN. lra.
  - rewrite Z. rewrite sum_zero; [lra|]. intros b _. apply sum_zero. intros x _. simpl. rewrite Z. ring.
  - unfold ahead. rewrite Z1, Z2, worst_zero, nR_0. rewrite sum_zero; [lra|]. intros b _. apply sum_zero. intros x _.
    simpl (draws _ _). rewrite Z1, Z2, !N.mul_0_l, worst_zero, nR_0. ring.
Qed.

(** Backward induction: the sum over complete histories is at most the value at the root. *)
Lemma worst_bounds leaf : leaf 0%N 0%N = 0%N ->
  sum (histories boxes outs n) (fun h => choice h * nR (leaf (draws fst h) (draws snd h)))
  <= nR (worst leaf n [] 1 1).
Proof.
  intros H0.
  assert (I : forall k, (k <= n)%nat ->
    sum (histories boxes outs k) (fun h => choice h * ahead leaf (n - k) h) <= nR (worst leaf n [] 1 1)).
  { induction k; intros Hk; [rewrite Nat.sub_0_r; unfold ahead; simpl; lra|].
    eapply Rle_trans; [|apply IHk; lia]. rewrite sum_histories_S. apply sum_le. intros h Hh.
    replace (n - k)%nat with (S (n - S k)) by lia. apply (one_opening leaf _ k); auto; lia. }
  eapply Rle_trans; [right|apply (I n (le_n n))]. apply sum_ext. intros h _. rewrite Nat.sub_diag. unfold ahead. simpl.
  destruct ((draws fst h =? 0) && (draws snd h =? 0))%N eqn:Z; [|easy].
  apply andb_true_iff in Z as [Z1 Z2]. apply N.eqb_eq in Z1, Z2. now rewrite Z1, Z2, H0.
Qed.

Variables (ln ld : N).
Hypothesis Hld : (0 < ld)%N.
Let T := nR ln / nR ld.
Let P := prob A (D fst).
Let Q := prob A (D snd).
Let H := histories boxes outs n.

Lemma total_pow_pos : 0 < nR total ^ n.
Proof. apply pow_lt, (total_pos rows messages total tn td Hok). Qed.

(** The strategy's factor comes out of the positive part and out of the bad set. *)
Lemma factor_out h : In h H -> 0 <= choice h \/ (draws fst h = 0%N /\ draws snd h = 0%N).
Proof. intros Hh. destruct (choice_cases n h (le_n n) Hh) as [(_ & C & _)|[Z|Z]]; [left; lra|left; lra|now right]. Qed.

Lemma pos_factor c t a b : 0 <= c \/ (a = 0 /\ b = 0) -> pos (c * a - t * (c * b)) = c * pos (a - t * b).
Proof.
  intros [C|[-> ->]]; [rewrite <- pos_scal by easy; f_equal; ring|]. rewrite !Rmult_0_r, Rminus_0_r, pos_0; lra.
Qed.

Lemma bad_factor c t a b : 0 <= c \/ (a = 0 /\ b = 0) ->
  (if (if Rlt_dec (t * (c * b)) (c * a) then true else false) then c * a else 0)
  = c * (if Rlt_dec (t * b) a then a else 0).
Proof.
  intros [[C|<-]|[-> ->]]; destruct (Rlt_dec _ _) as [B|B], (Rlt_dec _ _) as [B'|B']; try lra; exfalso.
  - apply B', Rmult_lt_reg_l with c; lra.
  - apply B. apply Rmult_lt_compat_l with (r := c) in B'; lra.
Qed.

(** No strategy has a larger hockey-stick divergence than the worst case; in both directions. *)
Theorem worst_hockey_stick :
  hockey_stick H P Q T <= nR (worst (excess ln ld) n [] 1 1) / (nR ld * nR total ^ n) /\
  hockey_stick H Q P T <= nR (worst (swapped (excess ln ld)) n [] 1 1) / (nR ld * nR total ^ n).
Proof.
  assert (L := nR_pos ld Hld). assert (Tp := total_pow_pos).
  assert (I : 0 < / (nR ld * nR total ^ n)) by (apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat).
  split; unfold Rdiv; (eapply Rle_trans; [|apply Rmult_le_compat_r; [lra|apply worst_bounds; apply excess_00]]);
    rewrite <- sum_scal_r; apply sum_le; intros h Hh; unfold P, Q, T; rewrite !(prob_choice _ n h Hh); right;
    unfold swapped; rewrite Rmult_assoc, <- (excess_real ln ld _ _ _ Hld Tp); apply pos_factor;
    (destruct (factor_out h Hh) as [C|[-> ->]]; [now left|right; rewrite nR_0; unfold Rdiv; lra]).
Qed.

(** No strategy makes the bad set of histories more likely than the worst case; in both directions. *)
Theorem worst_bad_set :
  bad_set_mass H P Q T <= nR (worst (bad ln ld) n [] 1 1) / nR total ^ n /\
  bad_set_mass H Q P T <= nR (worst (swapped (bad ln ld)) n [] 1 1) / nR total ^ n.
Proof.
  assert (Tp := total_pow_pos). assert (I : 0 < / nR total ^ n) by now apply Rinv_0_lt_compat.
  split; unfold Rdiv; (eapply Rle_trans; [|apply Rmult_le_compat_r; [lra|apply worst_bounds; apply bad_00]]);
    rewrite <- sum_scal_r; apply sum_le; intros h Hh; unfold P, Q, T, in_bad_set; rewrite !(prob_choice _ n h Hh);
    unfold swapped; rewrite Rmult_assoc, <- (bad_real ln ld _ _ _ Hld Tp); right; apply bad_factor;
    (destruct (factor_out h Hh) as [C|[-> ->]]; [now left|right; rewrite nR_0; unfold Rdiv; lra]).
Qed.
End WorstCase.

(** A claim with numbers for every strategy on a given table: factor [ln/ld], additive term [dn/dd]. *)
Definition all_strategies_ok rows messages total n (ln ld dn dd : N) : bool :=
  let go leaf := worst rows messages leaf n [] 1 1 in let scale := (ld * total ^ N.of_nat n)%N in
  ((0 <? ld) && (0 <? dd))%N
  && (go (excess ln ld) * dd <=? dn * scale)%N && (go (swapped (excess ln ld)) * dd <=? dn * scale)%N.

Theorem all_strategies rows messages total tn td n ln ld dn dd e :
  table_ok rows messages total tn td = true -> (0 < tn)%N ->
  all_strategies_ok rows messages total n ln ld dn dd = true -> nR ln / nR ld <= exp e ->
  forall A, strategy (boxes rows) (outs messages) n A (D rows total fst) -> forall S,
  let Pr side := Pr_output (boxes rows) (outs messages) n A (D rows total side) S in
  Pr fst <= exp e * Pr snd + nR dn / nR dd /\ Pr snd <= exp e * Pr fst + nR dn / nR dd.
Proof.
  intros Ht Htn Hok He A HA S. unfold all_strategies_ok in Hok. rewrite !andb_true_iff, !N.ltb_lt in Hok.
  destruct Hok as [[[H1 H2] H3] H4]. assert (Eps := exp_ln_fraction rows messages total tn td Ht Htn).
  destruct (worst_hockey_stick rows messages total tn td Ht _ n A Eps HA ln ld H1) as [W1 W2].
  assert (NN := outputs_nonneg _ _ _ n A _ _ (table_close rows messages total tn td Ht _ Eps) HA).
  assert (Sc : (0 < ld * total ^ N.of_nat n)%N).
  { apply N.mul_pos_pos; [easy|]. apply N.neq_0_lt_0, N.pow_nonzero. intros ->.
    assert (T := total_pos rows messages 0 tn td Ht). rewrite nR_0 in T. lra. }
  rewrite <- nR_pow, <- nR_mult in W1, W2.
  split; (eapply Rle_trans; [apply hockey_stick_bounds_events|]); apply Rplus_le_compat_l.
  - eapply Rle_trans; [apply (hockey_stick_antitone _ _ _ _ _ (fun x Hx => proj2 (NN x Hx)) He)|].
    eapply Rle_trans; [apply forgetting|]. eapply Rle_trans; [exact W1|]. now apply fraction_le.
  - eapply Rle_trans; [apply (hockey_stick_antitone _ _ _ _ _ (fun x Hx => proj1 (NN x Hx)) He)|].
    eapply Rle_trans; [apply forgetting|]. eapply Rle_trans; [exact W2|]. now apply fraction_le.
Qed.
