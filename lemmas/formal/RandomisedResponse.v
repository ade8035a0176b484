(** The dominating pair in numbers: the hockey-stick divergence of [n] bits is a binomial sum,

    [sum_j C(n,j) (t^j - T t^(n-j))^+ / (1+t)^n],  [t = e^eps],

    and a family of randomised-response boxes attains it, whatever the strategy: the bound of Dominance.v
    cannot be improved. *)
From Coq Require Import Reals Lra Lia List.
From AdvancedComposition Require Import Sums Analysis Closeness HockeyStick ChainRule Outputs Dominance.
Import ListNotations.
Open Scope R_scope.

(** Binomial coefficients by Pascal's rule. *)
Fixpoint binomial (n j : nat) : nat :=
  match n, j with
  | _, O => 1
  | O, S _ => 0
  | S n, S j => binomial n j + binomial n (S j)
  end.

Lemma binomial_above n j : (n < j)%nat -> binomial n j = 0%nat.
Proof. revert j. induction n; intros [|j] H; simpl; try lia. rewrite !IHn; lia. Qed.

(** The number of bits that are [true]. *)
Fixpoint count (cs : list bool) : nat :=
  match cs with [] => 0 | c :: cs => if c then S (count cs) else count cs end.

Lemma sum_by_count n F :
  sum (words bits n) (fun cs => F (count cs)) = sum (seq 0 (S n)) (fun j => INR (binomial n j) * F j).
Proof.
  revert F. induction n; intros F; [simpl; lra|].
  rewrite sum_words_S. rewrite (sum_ext _ _ (fun cs => F (S (count cs)) + F (count cs)))
    by (intros; simpl; lra).
  rewrite sum_plus, (IHn (fun j => F (S j))), (IHn F).
  change (seq 0 (S (S n))) with (0%nat :: seq 1 (S n)). cbn [sum]. rewrite <- seq_shift, sum_map.
  change (seq 0 (S n)) with (0%nat :: seq 1 n) at 2. cbn [sum]. rewrite <- seq_shift, sum_map.
  replace (sum (seq 0 n) (fun j => INR (binomial n (S j)) * F (S j)))
    with (sum (seq 0 (S n)) (fun j => INR (binomial n (S j)) * F (S j))).
  2:{ rewrite seq_S, sum_app. cbn [sum plus]. rewrite (binomial_above n (S n)) by lia. simpl. lra. }
  rewrite (sum_ext _ (fun j => INR (binomial (S n) (S j)) * F (S j))
    (fun j => INR (binomial n j) * F (S j) + INR (binomial n (S j)) * F (S j)))
    by (intros; simpl binomial; rewrite plus_INR; ring).
  rewrite sum_plus. destruct n; simpl binomial; simpl INR; lra.
Qed.

Lemma bits_prob_count eps n cs : In cs (words bits n) ->
  bits_prob (rr1 eps) cs = exp eps ^ count cs / (1 + exp eps) ^ n /\
  bits_prob (rr2 eps) cs = exp eps ^ (n - count cs) / (1 + exp eps) ^ n /\ (count cs <= n)%nat.
Proof.
  revert cs. induction n; intros cs Hc; [destruct Hc as [<-|[]]; simpl; repeat split; try field; lia|].
  destruct cs as [|c cs]; [apply words_length in Hc; discriminate|]. apply in_words_S in Hc as [_ Hc].
  destruct (IHn cs Hc) as (E1 & E2 & L). assert (P := exp_pos eps).
  assert (Pn : (1 + exp eps) ^ n <> 0) by (apply pow_nonzero; lra).
  cbn [bits_prob fold_right count]. fold (bits_prob (rr1 eps) cs). fold (bits_prob (rr2 eps) cs).
  rewrite E1, E2. unfold rr2, rr1. destruct c; simpl (negb _); (repeat split; [| |lia]).
  - simpl. field. split; lra.
  - replace (S n - S (count cs))%nat with (n - count cs)%nat by lia. simpl. field. split; lra.
  - simpl. field. split; lra.
  - replace (S n - count cs)%nat with (S (n - count cs)) by lia. simpl. field. split; lra.
Qed.

Theorem rr_hockey_stick_binomial eps t n :
  rr_hockey_stick eps t n
  = sum (seq 0 (S n)) (fun j => INR (binomial n j) * pos (exp eps ^ j - t * exp eps ^ (n - j))) / (1 + exp eps) ^ n.
Proof.
  assert (P := exp_pos eps). assert (Pn : 0 < (1 + exp eps) ^ n) by (apply pow_lt; lra).
  unfold Rdiv. rewrite <- sum_scal_r.
  rewrite (sum_ext _ _ (fun j => INR (binomial n j) *
    (pos (exp eps ^ j - t * exp eps ^ (n - j)) * / (1 + exp eps) ^ n)))
    by (intros; ring).
  rewrite <- (sum_by_count n (fun j => pos (exp eps ^ j - t * exp eps ^ (n - j)) * / (1 + exp eps) ^ n)).
  apply sum_ext. intros cs Hc. destruct (bits_prob_count eps n cs Hc) as (-> & -> & _).
  rewrite (Rmult_comm (pos _)), <- pos_scal by (left; now apply Rinv_0_lt_compat). f_equal. unfold Rdiv. ring.
Qed.

(** ** The bound is attained: boxes that all are randomised response *)
Section Attained.
Context {Box : Type}.
Variables (boxes : list Box) (eps : R) (n : nat) (A : history Box bool -> Box -> R).
Hypothesis Heps : 0 <= eps.

Let D1 (_ : Box) := rr1 eps.
Let D2 (_ : Box) := rr2 eps.
Hypothesis HA : strategy boxes bits n A D1.

Lemma rr_close_pair : close_pair eps bits (rr1 eps) (rr2 eps).
Proof.
  assert (E := one_le_exp eps Heps). set (t := exp eps) in *.
  assert (I : 0 < / (1 + t)) by (apply Rinv_0_lt_compat; lra).
  assert (S : t * / (1 + t) + / (1 + t) = 1) by (field; lra).
  unfold rr2, rr1. fold t. unfold Rdiv. split; [split| split|].
  - intros c _. destruct c; nra.
  - simpl. lra.
  - intros c _. destruct c; simpl; nra.
  - simpl. lra.
  - intros c _. fold t. destruct c; simpl; split; nra.
Qed.

Lemma rr_family : close_family eps boxes bits D1 D2.
Proof. intros b _. exact rr_close_pair. Qed.

Lemma rr_outputs r k cs : (forall b, In b boxes -> is_dist bits r) -> strategy boxes bits n A (fun _ => r) ->
  (k <= n)%nat -> In cs (words bits k) -> out_prob boxes A (fun _ => r) k cs = bits_prob r cs.
Proof.
  intros Hr HS. revert cs. induction k; intros cs Hk Hc; [destruct Hc as [<-|[]]; unfold out_prob; simpl; lra|].
  destruct cs as [|c cs]; [apply words_length in Hc; discriminate|]. apply in_words_S in Hc as [_ Hc].
  simpl. rewrite <- (IHk cs) by (auto; lia). unfold out_prob. rewrite sum_words_S, <- sum_scal.
  apply sum_ext. intros i Hi. simpl.
  assert (Hh := combine_in_histories boxes bits k i cs Hi Hc).
  rewrite (sum_ext boxes _ (fun b => prob A (fun _ => r) (combine i cs) * r c * A (combine i cs) b)) by (intros; ring).
  rewrite sum_scal.
  destruct (prob_nonneg boxes bits n A (fun _ => r) Hr HS k _ ltac:(lia) Hh) as [P|P].
  - destruct (HS k _ ltac:(lia) Hh P) as [[_ ->] _]. ring.
  - rewrite <- P. ring.
Qed.

Theorem rr_attained t :
  hockey_stick (output_vectors bits n) (out_prob boxes A D1 n) (out_prob boxes A D2 n) t = rr_hockey_stick eps t n.
Proof.
  assert (HA2 := strategy_sym boxes bits eps n A D1 D2 rr_family HA).
  destruct rr_close_pair as [R1 R2 _].
  apply sum_ext. intros cs Hc. unfold D1, D2.
  rewrite (rr_outputs (rr1 eps) n), (rr_outputs (rr2 eps) n); auto.
Qed.
End Attained.
