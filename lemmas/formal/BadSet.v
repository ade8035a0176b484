(** S11, the lemma: the bad set [W] has probability at most [delta] under the first password.

    On histories it is Azuma's inequality for the privacy losses.  On OUTPUTS that argument has a gap: the
    event [W] does not survive forgetting (one output may collect bad and good histories).  There the
    moment [sum P^(1+lam) Q^(-lam)] is used instead, which can only shrink when indexes are forgotten. *)
From Coq Require Import Reals Lra Lia Psatz List.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Ratio BoundedLoss
  Fact1 RandomVariables ConditionalMean Azuma Substitution.
Import ListNotations.
Open Scope R_scope.

(** Forgetting does not increase the moment.  The indexes [i] are those that collide on one output, of
    probabilities [a i] and [b i] and loss [L i]. *)
Lemma moment_of_forgetting {T} (l : list T) (a b L : T -> R) lam :
  0 <= lam -> (forall i, In i l -> 0 <= b i) -> (forall i, In i l -> a i = exp (L i) * b i) ->
  0 < sum l a -> 0 < sum l b ->
  exp (lam * loss (sum l a) (sum l b)) * sum l a <= sum l (fun i => a i * exp (lam * L i)).
Proof.
  intros Hl Hb Hab Pa Pb. set (r := loss (sum l a) (sum l b)).
  assert (E : sum l a = exp r * sum l b) by (unfold r; now rewrite exp_loss).
  (* the tangent plane at the ratio of the sums, summed *)
  apply Rle_trans with (sum l (fun i => (1 + lam) * exp (lam * r) * a i - lam * exp (lam * r) * exp r * b i)).
  - right. rewrite sum_minus, !sum_scal, E. ring.
  - apply sum_le. intros i Hi. rewrite (Hab i Hi). assert (X := power_tangent lam (L i - r) Hl).
    apply Rmult_le_compat_l with (r := exp ((1 + lam) * r) * b i) in X;
      [|apply Rmult_le_pos; [left; apply exp_pos|auto]].
    assert (E1 : exp ((1 + lam) * r) * exp (L i - r) = exp (lam * r) * exp (L i))
      by (rewrite <- !exp_plus; f_equal; ring).
    assert (E2 : exp ((1 + lam) * r) * exp ((1 + lam) * (L i - r)) = exp (L i) * exp (lam * L i))
      by (rewrite <- !exp_plus; f_equal; ring).
    assert (E3 : exp ((1 + lam) * r) = exp (lam * r) * exp r) by (rewrite <- exp_plus; f_equal; ring).
    apply Rle_trans with (exp ((1 + lam) * r) * b i * ((1 + lam) * exp (L i - r) - lam)).
    + right. transitivity ((1 + lam) * (exp ((1 + lam) * r) * exp (L i - r)) * b i - lam * exp ((1 + lam) * r) * b i);
        [|ring].
      rewrite E1, E3. ring.
    + eapply Rle_trans; [exact X|]. right.
      transitivity (exp ((1 + lam) * r) * exp ((1 + lam) * (L i - r)) * b i); [ring|]. rewrite E2. ring.
Qed.

Section BadSet.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps beta delta : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.
Hypothesis Hbeta : mean_loss_at_most beta boxes outs D1 D2.
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hdelta : 0 < delta < 1.

Let H := histories boxes outs n.
Let P := prob A D1.
Let Q := prob A D2.
Let C := loss_at D1 D2.
Let eps_beta := epsilon_of_mean beta n eps delta.

Lemma P_is_dist : is_dist H P.
Proof. now apply (histories_is_dist boxes outs n A D1 (family_dist1 boxes outs eps D1 D2 HF)). Qed.

Lemma Q_nonneg h : In h H -> 0 <= Q h.
Proof. intros Hh. destruct (same_support boxes outs eps n A D1 D2 HF HA n h (le_n n) Hh); unfold Q; lra. Qed.

Lemma P_loss h : In h H -> P h = exp (sum_C n C h) * Q h.
Proof.
  intros Hh. unfold P, Q. rewrite (loss_on_histories boxes outs eps A D1 D2 HF n h Hh).
  rewrite total_loss_sum, (words_length _ _ _ Hh). easy.
Qed.

(** The hypotheses of Fact 2 hold for the privacy losses on histories. *)
Lemma losses_bounded k h : (k < n)%nat -> In h H -> 0 < P h -> - eps <= C k h <= eps.
Proof. intros Hk Hh _. now apply (bounded_loss D1 D2 boxes outs eps n). Qed.

Lemma losses_mean k : (k < n)%nat -> conditional_mean_at_most H P C beta k.
Proof. now apply (conditional_mean_given_losses boxes outs eps beta n A D1 D2 HF HA Hbeta). Qed.

Lemma bad_set_on_histories_beta : 0 < eps -> bad_set_mass H P Q (exp eps_beta) <= delta.
Proof.
  intros He. rewrite <- (substitution n eps delta) by easy.
  eapply Rle_trans; [|apply (azuma H P n C eps beta He P_is_dist losses_bounded losses_mean); auto using deviation_pos].
  (* a bad history has total loss above eps' *)
  apply sum_le. intros h Hh. destruct P_is_dist as [P0 _]. specialize (P0 h Hh). assert (Q0 := Q_nonneg h Hh).
  unfold in_bad_set. destruct (Rlt_dec (exp eps_beta * Q h) (P h)) as [B|B].
  - destruct (Rlt_dec _ _) as [|N]; [lra|]. exfalso. apply N. rewrite (P_loss h Hh) in B.
    apply Rmult_lt_reg_r in B; [|destruct Q0 as [|E]; [easy|rewrite <- E in B; lra]].
    apply exp_lt_inv in B. unfold eps_beta, epsilon_of_mean in B. lra.
  - destruct (Rlt_dec _ _); lra.
Qed.

(** The moment on outputs, bounded by the moment on histories. *)
Lemma bad_set_on_outputs_beta : 0 < eps ->
  bad_set_mass (output_vectors outs n) (out_prob boxes A D1 n) (out_prob boxes A D2 n) (exp eps_beta) <= delta.
Proof.
  intros He. assert (Dev := deviation_pos n eps delta Hn He Hdelta).
  rewrite <- (substitution n eps delta) by easy.
  destruct (best_lambda n eps beta He _ Hn (Rlt_le _ _ Dev)) as [Hl E].
  set (lam := deviation n eps delta / _) in *. rewrite <- E. fold (epsilon_of_mean beta n eps delta). fold eps_beta.
  unfold Rminus. rewrite exp_plus, Rmult_comm.
  eapply Rle_trans; [|apply Rmult_le_compat_l; [left; apply exp_pos|
    exact (exponential_moment H P n C eps beta He P_is_dist losses_bounded losses_mean lam Hl)]].
  unfold H, histories. rewrite sum_words_pairs, <- sum_scal. fold (output_vectors outs n).
  apply sum_le. intros x Hx.
  assert (In_H : forall i, In i (words boxes n) -> In (combine i x) H)
    by (intros i Hi; exact (combine_in_histories boxes outs n i x Hi Hx)).
  destruct P_is_dist as [P0 _].
  assert (M0 : 0 <= sum (words boxes n) (fun i => P (combine i x) * exp (lam * sum_C n C (combine i x)))).
  { apply sum_nonneg. intros i Hi. apply Rmult_le_pos; [auto|left; apply exp_pos]. }
  unfold in_bad_set. destruct (Rlt_dec _ _) as [B|_]; [|apply Rmult_le_pos; [left; apply exp_pos|easy]].
  assert (O2 : 0 <= out_prob boxes A D2 n x) by (apply sum_nonneg; intros i Hi; exact (Q_nonneg _ (In_H i Hi))).
  assert (O1 : 0 < out_prob boxes A D1 n x)
    by (eapply Rle_lt_trans; [|exact B]; apply Rmult_le_pos; [left; apply exp_pos|exact O2]).
  apply (outputs_same_support boxes outs eps n A D1 D2 HF HA n x (le_n n) Hx) in O1 as O2'.
  assert (M := moment_of_forgetting (words boxes n) (fun i => P (combine i x)) (fun i => Q (combine i x))
    (fun i => sum_C n C (combine i x)) lam Hl (fun i Hi => Q_nonneg _ (In_H i Hi)) (fun i Hi => P_loss _ (In_H i Hi))
    O1 O2').
  change (sum (words boxes n) (fun i => P (combine i x))) with (out_prob boxes A D1 n x) in M.
  change (sum (words boxes n) (fun i => Q (combine i x))) with (out_prob boxes A D2 n x) in M.
  apply Rmult_le_compat_l with (r := exp (- (lam * eps_beta))) in M; [|left; apply exp_pos].
  eapply Rle_trans; [|exact M]. rewrite <- Rmult_assoc, <- exp_plus.
  assert (1 <= exp (- (lam * eps_beta) + lam * loss (out_prob boxes A D1 n x) (out_prob boxes A D2 n x))); [|nra].
  apply one_le_exp. assert (eps_beta <= loss (out_prob boxes A D1 n x) (out_prob boxes A D2 n x)); [|nra].
  left. apply exp_lt_inv. apply Rmult_lt_reg_r with (out_prob boxes A D2 n x); [easy|]. now rewrite exp_loss.
Qed.
End BadSet.

(** ** The lemma, for every [eps >= 0], with the source's [eps'] and with the smaller [eps''] *)
Section Lemma.
Context {Box Out : Type}.
Variables (boxes : list Box) (outs : list Out).
Variables (eps delta : R) (n : nat) (A : history Box Out -> Box -> R) (D1 D2 : Box -> Out -> R).
Hypothesis HF : close_family eps boxes outs D1 D2.
Hypothesis HA : strategy boxes outs n A D1.
Hypothesis Hn : (0 < n)%nat.
Hypothesis Hdelta : 0 < delta < 1.

(** A strategy needs a box to open, and a close pair needs [eps >= 0]. *)
Lemma eps_nonneg : 0 <= eps.
Proof.
  destruct (HA 0%nat [] Hn (or_introl eq_refl)) as [[_ S] _]; [simpl; lra|].
  destruct boxes as [|b l] eqn:E; [simpl in S; lra|]. apply (close_eps_nonneg eps outs (D1 b) (D2 b)).
  apply HF. now left.
Qed.

(** At [eps = 0] the two passwords give the same probabilities and the bad set has mass 0. *)
Lemma prob_equal k h : eps = 0 -> In h (histories boxes outs k) -> prob A D1 h = prob A D2 h.
Proof.
  intros E. revert h. induction k; intros h Hh; [destruct Hh as [<-|[]]; easy|].
  destruct h as [|[b x] h]; [easy|]. apply in_histories_S in Hh as (Hb & Hx & Hh). simpl. rewrite (IHk h Hh).
  destruct (HF b Hb) as [_ _ Cl]. rewrite E in Cl. now rewrite (close_zero outs _ _ x Cl Hx).
Qed.

Let on_histories e := bad_set_mass (histories boxes outs n) (prob A D1) (prob A D2) (exp e).
Let on_outputs e := bad_set_mass (output_vectors outs n) (out_prob boxes A D1 n) (out_prob boxes A D2 n) (exp e).

Lemma bad_set_beta e beta : e = epsilon_of_mean beta n eps delta ->
  beta = eps * (exp eps - 1) \/ beta = eps * tanh (eps / 2) ->
  on_histories e <= delta /\ on_outputs e <= delta.
Proof.
  intros -> Hb. destruct eps_nonneg as [He|He].
  - assert (M : mean_loss_at_most beta boxes outs D1 D2).
    { destruct Hb as [-> | ->]; [apply mean_loss_fact_1 | apply mean_loss_tanh]; easy. }
    split; [now apply bad_set_on_histories_beta | now apply bad_set_on_outputs_beta].
  - assert (Z : epsilon_of_mean beta n eps delta = 0).
    { unfold epsilon_of_mean, deviation. destruct Hb as [-> | ->]; rewrite <- He; ring. }
    rewrite Z. assert (N := Q_nonneg boxes outs eps n A D1 D2 HF HA).
    unfold on_histories, on_outputs. rewrite !bad_set_mass_equal; try lra; try (rewrite exp_0; lra); try easy.
    + intros x Hx. apply sum_ext. intros i Hi. apply (prob_equal n); [easy|]. now apply combine_in_histories.
    + intros x Hx. apply sum_nonneg. intros i Hi. apply N. now apply combine_in_histories.
    + intros h Hh. now apply (prob_equal n).
Qed.

Theorem bad_set_lemma_on_histories : on_histories (epsilon' n eps delta) <= delta.
Proof. apply (bad_set_beta _ (eps * (exp eps - 1))); [apply epsilon'_of_mean|now left]. Qed.

Theorem bad_set_lemma_on_outputs : on_outputs (epsilon' n eps delta) <= delta.
Proof. apply (bad_set_beta _ (eps * (exp eps - 1))); [apply epsilon'_of_mean|now left]. Qed.

Theorem sharp_bad_set_lemma_on_histories : on_histories (epsilon'' n eps delta) <= delta.
Proof. apply (bad_set_beta _ (eps * tanh (eps / 2))); [apply epsilon''_of_mean|now right]. Qed.

Theorem sharp_bad_set_lemma_on_outputs : on_outputs (epsilon'' n eps delta) <= delta.
Proof. apply (bad_set_beta _ (eps * tanh (eps / 2))); [apply epsilon''_of_mean|now right]. Qed.
End Lemma.
