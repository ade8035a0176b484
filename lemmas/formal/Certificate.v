(** Certificates that Coq checks by computing.

    A family of boxes is a table of natural numbers: [rows] has one row per box and one pair [(p, q)] per
    message, probabilities [p / total] and [q / total].  A strategy gives weights [adv h b / weight].
    Two boolean functions are run by [vm_compute]; if they return [true], the theorems of this development
    hold for the table, resp. for the strategy. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From AdvancedComposition Require Import Sums Analysis Closeness ChainRule Outputs Substitution MainTheorem Integers.
Import ListNotations.
Open Scope R_scope.

Section Certificate.
Variables (rows : list (list (N * N))) (messages : nat) (total tn td : N).

Definition boxes : list nat := seq 0 (length rows).
Definition outs : list nat := seq 0 messages.
Definition entry (b x : nat) : N * N := nth x (nth b rows []) (0, 0)%N.
Definition D (side : N * N -> N) (b x : nat) : R := nR (side (entry b x)) / nR total.

(** Both rows sum to the common denominator, and neither probability exceeds [tn/td] times the other. *)
Definition row_ok (row : list (N * N)) : bool :=
  Nat.eqb (length row) messages && (sumN row fst =? total)%N && (sumN row snd =? total)%N
  && forallb (fun e => (td * fst e <=? tn * snd e) && (td * snd e <=? tn * fst e))%N row.
Definition table_ok : bool := (0 <? total)%N && (0 <? td)%N && forallb row_ok rows.

Hypothesis Hok : table_ok = true.

Lemma total_pos : 0 < nR total.
Proof. unfold table_ok in Hok. rewrite !andb_true_iff in Hok. apply nR_pos, N.ltb_lt. tauto. Qed.

Lemma td_pos : 0 < nR td.
Proof. unfold table_ok in Hok. rewrite !andb_true_iff in Hok. apply nR_pos, N.ltb_lt. tauto. Qed.

Lemma row_at b : In b boxes -> row_ok (nth b rows []) = true.
Proof.
  unfold table_ok in Hok. rewrite !andb_true_iff in Hok. destruct Hok as [_ F]. rewrite forallb_forall in F.
  intros Hb. apply F, nth_In. apply in_seq in Hb. lia.
Qed.

Lemma D_nonneg side b x : 0 <= D side b x.
Proof. apply Rmult_le_pos; [apply nR_nonneg|]. left. apply Rinv_0_lt_compat, total_pos. Qed.

(** A sum over positions is the sum over the list. *)
Lemma sum_positions {T} (l : list T) d F : sum (seq 0 (length l)) (fun i => F (nth i l d)) = sum l F.
Proof.
  induction l as [|x l IH]; [easy|]. cbn [length]. change (seq 0 (S (length l))) with (0%nat :: seq 1 (length l)).
  cbn [sum nth]. rewrite <- seq_shift, sum_map, <- IH. easy.
Qed.

Lemma D_is_dist side b : In b boxes -> (sumN (nth b rows []) side =? total)%N = true -> is_dist outs (D side b).
Proof.
  intros Hb E. split; [intros; apply D_nonneg|]. apply N.eqb_eq in E.
  assert (B := row_at b Hb). unfold row_ok in B. rewrite !andb_true_iff in B. destruct B as [[[L _] _] _].
  apply Nat.eqb_eq in L. unfold outs, D, entry, Rdiv. rewrite sum_scal_r, <- L.
  rewrite (sum_positions (nth b rows []) (0, 0)%N (fun e => nR (side e))), <- nR_sumN, E.
  apply Rinv_r. assert (T := total_pos). lra.
Qed.

Theorem table_close eps : nR tn / nR td <= exp eps -> close_family eps boxes outs (D fst) (D snd).
Proof.
  intros He b Hb. assert (B := row_at b Hb). unfold row_ok in B. rewrite !andb_true_iff in B.
  destruct B as [[[L S1] S2] F]. split; [now apply D_is_dist..|]. intros x Hx.
  apply Nat.eqb_eq in L. apply in_seq in Hx. rewrite forallb_forall in F.
  specialize (F (entry b x) ltac:(apply nth_In; lia)). rewrite andb_true_iff, !N.leb_le in F.
  destruct F as [F1 F2]. apply nR_le in F1, F2. rewrite !nR_mult in F1, F2.
  unfold D, Rdiv. rewrite <- !Rmult_assoc. assert (Tp := total_pos). assert (td_pos := td_pos).
  assert (N1 := nR_nonneg (fst (entry b x))). assert (N2 := nR_nonneg (snd (entry b x))).
  set (p := nR (fst (entry b x))) in *. set (q := nR (snd (entry b x))) in *.
  apply Rmult_le_compat_r with (r := nR td) in He; [|lra].
  replace (nR tn / nR td * nR td) with (nR tn) in He by (field; lra).
  assert (nR tn * p <= exp eps * nR td * p) by (apply Rmult_le_compat_r; lra).
  assert (nR tn * q <= exp eps * nR td * q) by (apply Rmult_le_compat_r; lra).
  split; (apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]);
    apply Rmult_le_reg_l with (nR td); try easy; lra.
Qed.

(** [eps = ln (tn/td)] will always do. *)
Lemma exp_ln_fraction : (0 < tn)%N -> nR tn / nR td <= exp (ln (nR tn / nR td)).
Proof. intros H. right. symmetry. apply exp_ln. apply Rdiv_lt_0_compat; [now apply nR_pos|apply td_pos]. Qed.

(** A checked table satisfies the theorem: every strategy, every [n], every [delta], every event. *)
Theorem certified_family eps n A delta S :
  nR tn / nR td <= exp eps -> strategy boxes outs n A (D fst) -> (0 < n)%nat -> 0 < delta < 1 ->
  let Pr side := Pr_output boxes outs n A (D side) S in
  Pr fst <= exp (epsilon' n eps delta) * Pr snd + delta /\
  Pr snd <= exp (epsilon' n eps delta) * Pr fst + delta.
Proof. intros He HA Hn Hd. apply advanced_composition; auto. now apply table_close. Qed.

(** ** A concrete strategy *)
Variables (adv : history nat nat -> nat -> N) (weight : N).
Definition A (h : history nat nat) (b : nat) : R := nR (adv h b) / nR weight.

(** Walk through all histories that can occur: the weights sum to [weight], opened boxes have weight 0.
    ([if], not [||]: the virtual machine would evaluate both sides and walk through the impossible ones too.) *)
Fixpoint strategy_ok (m : nat) (h : history nat nat) : bool :=
  match m with
  | O => true
  | S m => (sumN boxes (adv h) =? weight)%N
      && forallb (fun b =>
           if (adv h b =? 0)%N then true
           else if existsb (Nat.eqb b) (map fst h) then false
           else forallb (fun x => if (fst (entry b x) =? 0)%N then true else strategy_ok m ((b, x) :: h)) outs) boxes
  end.

Lemma strategy_ok_at n k h : (0 < weight)%N -> strategy_ok n [] = true -> (k <= n)%nat ->
  In h (histories boxes outs k) -> prob A (D fst) h <> 0 -> strategy_ok (n - k) h = true.
Proof.
  intros Hw H0. revert h. induction k; intros h Hk Hh P; [destruct Hh as [<-|[]]; now rewrite Nat.sub_0_r|].
  destruct h as [|[b x] h]; [apply words_length in Hh; discriminate|].
  apply in_histories_S in Hh as (Hb & Hx & Hh). simpl in P.
  assert (P' : prob A (D fst) h <> 0) by (intros E; apply P; rewrite E; ring).
  assert (I := IHk h ltac:(lia) Hh P'). replace (n - k)%nat with (S (n - S k)) in I by lia. cbn [strategy_ok] in I.
  rewrite andb_true_iff, forallb_forall in I. destruct I as [_ I]. specialize (I b Hb).
  destruct (N.eqb_spec (adv h b) 0) as [Z|_].
  - exfalso. apply P. unfold A. rewrite Z, nR_0. unfold Rdiv. ring.
  - destruct (existsb (Nat.eqb b) (map fst h)); [discriminate|]. rewrite forallb_forall in I. specialize (I x Hx).
    destruct (N.eqb_spec (fst (entry b x)) 0) as [Z|_]; [|easy].
    exfalso. apply P. unfold D. rewrite Z, nR_0. unfold Rdiv. ring.
Qed.

Theorem strategy_sound n : (0 < weight)%N -> strategy_ok n [] = true -> strategy boxes outs n A (D fst).
Proof.
  intros Hw H0 k h Hk Hh P. assert (I := strategy_ok_at n k h Hw H0 ltac:(lia) Hh ltac:(lra)).
  replace (n - k)%nat with (S (n - S k)) in I by lia. cbn [strategy_ok] in I.
  rewrite andb_true_iff, forallb_forall in I. destruct I as [S I]. apply nR_pos in Hw. split; [split|].
  - intros b _. apply Rmult_le_pos; [apply nR_nonneg|left; now apply Rinv_0_lt_compat].
  - apply N.eqb_eq in S. unfold A, Rdiv. rewrite sum_scal_r, <- nR_sumN, S. apply Rinv_r. lra.
  - intros b Hb. unfold A.
    assert (E : adv h b = 0%N); [|rewrite E, nR_0; unfold Rdiv; ring].
    unfold opened in Hb. assert (Hb' := Hb). apply in_map_iff in Hb' as [[b' x] [<- Hy]].
    apply (in_words_letters _ _ _ Hh), in_prod_iff in Hy as [Hy _]. simpl in *.
    specialize (I b' Hy). destruct (N.eqb_spec (adv h b') 0) as [Z|_]; [easy|].
    rewrite (proj2 (existsb_exists (Nat.eqb b') (map fst h))) in I; [discriminate|].
    exists b'. split; [easy|apply Nat.eqb_refl].
Qed.
End Certificate.
