(** The gap in the source's argument, in the smallest example: one opening, [e^eps = 11/10], [delta = 3/4], the box
    chosen by a fair coin that is not remembered.

    On outputs the bad set has probability 542/987; on histories no strategy at all reaches more than
    11/21 < 542/987.  So bounding the bad event of histories does not bound that of outputs.  The lemma holds all
    the same (BadSet.v): 542/987 < 3/4. *)
From Coq Require Import Reals Lra ZArith NArith List Arith.
From AdvancedComposition Require Import Sums HockeyStick ChainRule Outputs Substitution MainTheorem Integers Certificate
  Tree WorstCase Instance Enclosure.
Import ListNotations.
Open Scope R_scope.

(** Box a: 11/21, 10/21 against 10/21, 11/21.  Box b: 27/47, 20/47 against 25/47, 22/47.  987 = 21 * 47. *)
Definition forgotten : instance := {|
  rows := [[(517, 470); (470, 517)]; [(567, 525); (420, 462)]]%N;
  messages := 2; total := 987; tn := 11; td := 10;
  adv := fun _ _ => 1%N; weight := 2; openings := 1 |}.

Lemma checked : instance_ok forgotten = true.
Proof. vm_compute. reflexivity. Qed.

Notation eps := (natural_eps forgotten).
Notation bound := (epsilon' 1 eps (3/4)).

Lemma factor : nR 1085 / nR 1000 <= exp bound <= nR 1086 / nR 1000.
Proof. unfold natural_eps. cbn [tn td forgotten]. enclose. Qed.

Theorem bad_outputs : bad_set_outputs forgotten bound = 542 / 987.
Proof.
  rewrite (bad_set_on_outputs_value forgotten checked bound 1085 1000 1086 1000 1084);
    try easy. (* the value at both ends of the bracket is computed here *)
  - unfold nR. simpl. lra.
  - exact factor.
Qed.

Theorem bad_histories A : ChainRule.strategy (boxes (rows forgotten)) (outs 2) 1 A (D (rows forgotten) 987 fst) ->
  bad_set_mass (histories (boxes (rows forgotten)) (outs 2) 1)
    (prob A (D (rows forgotten) 987 fst)) (prob A (D (rows forgotten) 987 snd)) (exp bound) <= 11 / 21.
Proof.
  intros HA. destruct (parts forgotten checked) as (Ht & _).
  assert (HF := family forgotten checked _ (natural_eps_allowed forgotten checked)).
  assert (NN := histories_nonneg _ _ eps 1 A _ _ HF HA).
  destruct (worst_bad_set _ _ _ _ _ Ht eps 1 A (natural_eps_allowed forgotten checked) HA 1085 1000 eq_refl) as [W _].
  eapply Rle_trans; [apply bad_set_mass_antitone with (t := nR 1085 / nR 1000)|].
  - intros h Hh. now apply NN.
  - intros h Hh. now apply NN.
  - apply factor.
  - eapply Rle_trans; [exact W|]. unfold nR. simpl. lra.
Qed.
