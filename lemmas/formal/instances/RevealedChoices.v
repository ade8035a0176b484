(** On outputs, the privacy loss of one step can exceed [eps], so Azuma's inequality does not apply there.

    Eight boxes, three openings, [e^eps = 11/10].  A coin chooses a box or its mirror image, twice; both choices are
    forgotten, and the two messages say nothing.  The third box is one of four, named by the two choices, with
    messages of its own: they reveal the choices, and with them the meaning of the first two messages.
    The third step multiplies the likelihood ratio by [(11/10)^3], and its mean loss exceeds [eps (e^eps - 1)]. *)
From Coq Require Import Reals Lra ZArith NArith List Arith Bool.
From Interval Require Import Tactic.
From AdvancedComposition Require Import Sums Closeness ChainRule Outputs Ratio Integers Certificate Tree TreeOutputs
  Instance.
Import ListNotations.
Open Scope R_scope.

(** Messages 0 and 1 are common to the first four boxes; box [4 + j] has its own messages [2 + 2j] and [3 + 2j]. *)
Definition blank (k : nat) : list (N * N) := repeat (0, 0)%N k.
Definition coin : list (N * N) := [(11, 10); (10, 11)]%N.
Definition mirror : list (N * N) := [(10, 11); (11, 10)]%N.

Definition revealed : instance := {|
  rows := [coin ++ blank 8; mirror ++ blank 8; coin ++ blank 8; mirror ++ blank 8;
           blank 2 ++ coin ++ blank 6; blank 4 ++ coin ++ blank 4; blank 6 ++ coin ++ blank 2; blank 8 ++ coin];
  messages := 10; total := 21; tn := 11; td := 10;
  adv := fun h b => match h with
    | [] => if Nat.ltb b 2 then 1 else 0
    | [_] => if Nat.eqb b 2 || Nat.eqb b 3 then 1 else 0
    | y2 :: y1 :: _ => if Nat.eqb b (4 + 2 * fst y1 + (fst y2 - 2)) then 2 else 0
    end%N;
  weight := 2; openings := 3 |}.

Lemma checked : instance_ok revealed = true.
Proof. vm_compute. reflexivity. Qed.

Definition composition := instance_theorem revealed checked.

Definition Pr (side : N * N -> N) (x : list nat) : R :=
  out_prob (boxes (rows revealed)) (A (adv revealed) (weight revealed)) (D (rows revealed) (total revealed) side)
    (length x) x.

Lemma Pr_value side x k : In x (output_vectors (outs 10) k) ->
  Pr side x = nR (out_wt (rows revealed) (adv revealed) side x) / nR (denominator 21 2) ^ k.
Proof.
  intros Hx. unfold Pr. rewrite (words_length _ _ _ Hx).
  now apply (out_prob_wt (rows revealed) 10 21 (adv revealed) 2).
Qed.

Ltac compute_weights :=
  repeat match goal with |- context [out_wt ?r ?a ?s ?x] =>
    let v := eval vm_compute in (out_wt r a s x) in replace (out_wt r a s x) with v by (vm_compute; reflexivity) end;
  unfold denominator, nR; cbn [N.mul Pos.mul Pos.add Z.of_N].

Lemma past_possible : In [0; 0]%nat (output_vectors (outs 10) 2).
Proof. vm_compute. tauto. Qed.

Lemma third_possible x : In x (outs 10) -> In [x; 0; 0]%nat (output_vectors (outs 10) 3).
Proof. intros H. apply in_words_S. split; [exact H|exact past_possible]. Qed.

(** The first two messages carry no information; given them, the third does, three times over. *)
Theorem loss_of_third_step :
  Pr fst [0; 0]%nat = Pr snd [0; 0]%nat /\
  Pr fst [2; 0; 0]%nat / Pr fst [0; 0]%nat = (11 / 10) ^ 3 * (Pr snd [2; 0; 0]%nat / Pr snd [0; 0]%nat).
Proof.
  assert (H3 := third_possible 2 ltac:(vm_compute; tauto)).
  rewrite !(Pr_value _ _ 2 past_possible), !(Pr_value _ _ 3 H3). compute_weights. split; lra.
Qed.

(** The mean loss of the third step, given the first two messages, under the first password. *)
Definition third_mean : R :=
  sum (outs 10) (fun x => Pr fst [x; 0; 0]%nat / Pr fst [0; 0]%nat *
    loss (Pr fst [x; 0; 0]%nat / Pr fst [0; 0]%nat) (Pr snd [x; 0; 0]%nat / Pr snd [0; 0]%nat)).

Lemma past_value : Pr fst [0; 0]%nat = 1 / 4 /\ Pr snd [0; 0]%nat = 1 / 4.
Proof. rewrite !(Pr_value _ _ 2 past_possible). compute_weights. split; lra. Qed.

Theorem mean_of_third_step : natural_eps revealed * (exp (natural_eps revealed) - 1) < third_mean.
Proof.
  pose (p := fun side x => nR (out_wt (rows revealed) (adv revealed) side [x; 0; 0]%nat) / 74088 * 4).
  unfold third_mean. destruct past_value as [-> ->].
  rewrite (sum_ext (outs 10) _ (fun x => p fst x * loss (p fst x) (p snd x))).
  - change (outs 10) with [0; 1; 2; 3; 4; 5; 6; 7; 8; 9]%nat. unfold p. cbn [sum]. compute_weights.
    unfold Rdiv. rewrite !Rmult_0_l. unfold loss, natural_eps, nR. cbn [tn td revealed Z.of_N].
    interval with (i_prec 60).
  - intros x Hx. rewrite !(Pr_value _ _ 3 (third_possible x Hx)). unfold p, denominator, nR. simpl Z.of_N.
    replace (IZR 42 ^ 3) with 74088 by (simpl; lra).
    assert (E : forall a, IZR a / 74088 / (1 / 4) = IZR a / 74088 * 4) by (intros; field). now rewrite !E.
Qed.
