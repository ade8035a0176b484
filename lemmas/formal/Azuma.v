(** S9, Fact 2 (Azuma's inequality), a statement of its own about random variables on a finite
    probability space.

    Hypotheses: the [C_k] lie in [-eps, eps] almost surely, and given the values of the earlier ones the mean
    of [C_k] is at most [beta].  Conclusion, for every [z > 0]:
    [Pr (sum C_k - n beta > z) <= exp (- z^2 / (2 n eps^2))].  The variables are numbered from 0. *)
From Coq Require Import Reals Lra Lia Psatz List.
From AdvancedComposition Require Import Sums Analysis Closeness Hoeffding RandomVariables.
Import ListNotations.
Open Scope R_scope.

Section Azuma.
Context {T : Type}.
Variables (Omega : list T) (w : T -> R) (n : nat) (C : nat -> T -> R) (eps beta : R).

Definition sum_C (o : T) : R := sum (seq 0 n) (fun k => C k o).

(** [Pr (sum C_k - n beta > z)]. *)
Definition tail (z : R) : R := sum Omega (fun o => if Rlt_dec z (sum_C o - INR n * beta) then w o else 0).

Hypothesis Heps : 0 < eps.
Hypothesis Hw : is_dist Omega w.
Hypothesis Hbound : forall k o, (k < n)%nat -> In o Omega -> 0 < w o -> - eps <= C k o <= eps.
Hypothesis Hmean : forall k, (k < n)%nat -> conditional_mean_at_most Omega w C beta k.

(** The hypothesis on the means, averaged with any non-negative function of the past. *)
Lemma mean_given_past k (g : list R -> R) : (k < n)%nat -> (forall c, 0 <= g c) ->
  sum Omega (fun o => w o * g (past C k o) * C k o) <= beta * sum Omega (fun o => w o * g (past C k o)).
Proof.
  intros Hk Hg. rewrite <- sum_scal.
  rewrite !(sum_fibres (list_eq_dec Req_EM_T) (past C k) Omega). apply sum_le. intros c _.
  assert (M := Hmean k Hk c). unfold expectation_on, past_is in M.
  apply Rmult_le_compat_l with (r := g c) in M; [|easy].
  rewrite (Rmult_comm beta), <- sum_scal_r, <- !sum_scal in M.
  eapply Rle_trans; [|eapply Rle_trans; [exact M|]]; right; apply sum_ext; intros o _;
    (destruct (list_eq_dec Req_EM_T (past C k o) c) as [->|_]; ring).
Qed.

Definition step (lam : R) : R := lam * beta + lam ^ 2 * eps ^ 2 / 2.

(** Backward induction.  With [m] variables to go, the exponential moment of their sum, given the past, is at
    most [exp (m step)]: the last of the [m + 1] steps is taken by Hoeffding's lemma. *)
Lemma moment_to_go lam m : 0 <= lam -> forall k (g : list R -> R), (k + m = n)%nat -> (forall c, 0 <= g c) ->
  sum Omega (fun o => w o * g (past C k o) * exp (lam * sum (seq k m) (fun j => C j o)))
  <= exp (INR m * step lam) * sum Omega (fun o => w o * g (past C k o)).
Proof.
  intros Hl. induction m; intros k g Hk Hg.
  - simpl. rewrite Rmult_0_l, exp_0, Rmult_1_l. right. apply sum_ext. intros o _. rewrite Rmult_0_r, exp_0. ring.
  - (* the value of C_k becomes part of the past *)
    set (g' := fun c => g (firstn k c) * exp (lam * nth k c 0)).
    assert (G : forall o, g' (past C (S k) o) = g (past C k o) * exp (lam * C k o)).
    { intros o. unfold g', past. rewrite seq_S, map_app. simpl.
      assert (L : length (map (fun j => C j o) (seq 0 k)) = k) by now rewrite map_length, seq_length.
      rewrite firstn_app, app_nth2, L, Nat.sub_diag, firstn_O, app_nil_r by lia.
      rewrite firstn_all2 by lia. easy. }
    assert (I := IHm (S k) g' ltac:(lia) ltac:(intros c; apply Rmult_le_pos; [apply Hg|left; apply exp_pos])).
    apply Rle_trans with (exp (INR m * step lam) * sum Omega (fun o => w o * g' (past C (S k) o))).
    + eapply Rle_trans; [right|exact I]. apply sum_ext. intros o _. rewrite G. cbn [seq sum].
      rewrite Rmult_plus_distr_l, exp_plus. ring.
    + replace (INR (S m) * step lam) with (INR m * step lam + step lam) by (rewrite S_INR; ring).
      rewrite exp_plus, Rmult_assoc. apply Rmult_le_compat_l; [left; apply exp_pos|].
      rewrite (sum_ext _ _ (fun o => w o * g (past C k o) * exp (lam * C k o))) by (intros; rewrite G; ring).
      destruct Hw as [W _]. apply (hoeffding Omega (fun o => w o * g (past C k o)) (C k)); try easy.
      * intros o Ho. apply Rmult_le_pos; auto.
      * intros o Ho Hp. apply Hbound; [lia|easy|]. destruct (W o Ho) as [?|E]; [easy|rewrite <- E in Hp; lra].
      * apply mean_given_past; [lia|easy].
Qed.

Theorem exponential_moment lam : 0 <= lam ->
  sum Omega (fun o => w o * exp (lam * sum_C o)) <= exp (INR n * step lam).
Proof.
  intros Hl. assert (M := moment_to_go lam n Hl 0 (fun _ => 1) ltac:(lia) ltac:(intros; lra)).
  destruct Hw as [_ S]. rewrite (sum_ext _ (fun o => w o * 1) w), S, Rmult_1_r in M by (intros; ring).
  eapply Rle_trans; [right|exact M]. apply sum_ext. intros o _. unfold sum_C. ring.
Qed.

(** Markov's inequality with [lam = z / (n eps^2)]. *)
Lemma best_lambda z : (0 < n)%nat -> 0 <= z ->
  let lam := z / (INR n * eps ^ 2) in
  0 <= lam /\ INR n * step lam - lam * (INR n * beta + z) = - z ^ 2 / (2 * INR n * eps ^ 2).
Proof.
  intros Hn Hz lam. apply lt_0_INR in Hn. split.
  - unfold lam. apply Rmult_le_pos; [easy|]. left. apply Rinv_0_lt_compat.
    apply Rmult_lt_0_compat; [easy|]. apply pow_lt. lra.
  - unfold step, lam. field. lra.
Qed.

Theorem azuma z : (0 < n)%nat -> 0 < z -> tail z <= exp (- z ^ 2 / (2 * INR n * eps ^ 2)).
Proof.
  intros Hn Hz. destruct (best_lambda z Hn ltac:(lra)) as [Hl E].
  set (lam := z / (INR n * eps ^ 2)) in *. rewrite <- E. unfold Rminus. rewrite exp_plus, Rmult_comm.
  eapply Rle_trans; [|apply Rmult_le_compat_l; [left; apply exp_pos|now apply exponential_moment]].
  rewrite <- sum_scal. apply sum_le. intros o Ho. destruct Hw as [W _]. specialize (W o Ho).
  replace (exp (- (lam * (INR n * beta + z))) * (w o * exp (lam * sum_C o)))
    with (w o * exp (lam * (sum_C o - INR n * beta - z)))
    by (rewrite (Rmult_comm (exp _)), Rmult_assoc, <- exp_plus; do 2 f_equal; ring).
  destruct (Rlt_dec z (sum_C o - INR n * beta)).
  - assert (1 <= exp (lam * (sum_C o - INR n * beta - z))) by (apply one_le_exp, Rmult_le_pos; lra). nra.
  - apply Rmult_le_pos; [easy|left; apply exp_pos].
Qed.
End Azuma.
