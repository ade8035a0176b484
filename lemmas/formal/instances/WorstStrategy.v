(** The best strategy against five given boxes, three openings, found and checked inside Coq at the factor 12/10.

    Over ALL strategies, randomised ones too, the hockey-stick divergence of the histories is at most
    26880/2160000; the adaptive strategy below attains it.  The best that opens a fixed set of boxes
    reaches 21120/2160000 only. *)
From Coq Require Import Reals Lra ZArith NArith List Arith Bool.
From AdvancedComposition Require Import HockeyStick ChainRule Substitution Integers Certificate Tree WorstCase
  Instance Enclosure.
Import ListNotations.
Open Scope R_scope.

Definition table : list (list (N * N)) :=
  [[(14, 12); (46, 48)]; [(22, 20); (38, 40)]; [(24, 21); (36, 39)]; [(42, 40); (18, 20)]; [(18, 20); (42, 40)]]%N.

Definition adaptive : instance := {|
  rows := table; messages := 2; total := 60; tn := 12; td := 10;
  adv := worst_strategy table 2 (excess 12 10) 3; weight := 1; openings := 3 |}.

Lemma checked : instance_ok adaptive = true.
Proof. vm_compute. reflexivity. Qed.

Notation D side := (Certificate.D table 60 side).
Notation divergence A :=
  (hockey_stick (histories (boxes table) (outs 2) 3) (prob A (D fst)) (prob A (D snd)) (nR 12 / nR 10)).

Theorem no_strategy_does_better A : strategy (boxes table) (outs 2) 3 A (D fst) -> divergence A <= 26880 / 2160000.
Proof.
  intros HA. destruct (parts adaptive checked) as (Ht & _).
  destruct (worst_hockey_stick _ _ _ _ _ Ht (natural_eps adaptive) 3 A (natural_eps_allowed adaptive checked) HA
    12 10 eq_refl) as [W _].
  eapply Rle_trans; [exact W|]. vm_compute (worst _ _ _ _ _ _ _). unfold nR. simpl. lra.
Qed.

Theorem this_strategy_attains_it : divergence (A (adv adaptive) 1) = 26880 / 2160000.
Proof.
  destruct (hockey_stick_exact table 2 60 (adv adaptive) 1 eq_refl eq_refl 12 10 eq_refl 3) as [E _].
  eapply eq_trans; [exact E|]. vm_compute (tree _ _ _ _ _ _ _ _). unfold denominator, nR. simpl. lra.
Qed.

(** For comparison: opening a fixed set of three boxes, for each of the ten sets. *)
Definition fixed (set : list nat) (h : list (nat * nat)) (b : nat) : N :=
  if Nat.eqb b (nth (length h) set 0%nat) then 1%N else 0%N.

Definition three_boxes : list (list nat) :=
  [[0; 1; 2]; [0; 1; 3]; [0; 1; 4]; [0; 2; 3]; [0; 2; 4]; [0; 3; 4]; [1; 2; 3]; [1; 2; 4]; [1; 3; 4]; [2; 3; 4]]%nat.

Definition fixed_ok (set : list nat) : bool :=
  strategy_ok table 2 (fixed set) 1 3 [] && (tree table 2 (fixed set) (excess 12 10) 3 [] 1 1 <=? 21120)%N.

Lemma fixed_checked : forallb fixed_ok three_boxes = true.
Proof. vm_compute. reflexivity. Qed.

Theorem fixed_sets_are_worse set : In set three_boxes -> divergence (A (fixed set) 1) <= 21120 / 2160000.
Proof.
  intros H. assert (C := fixed_checked). rewrite forallb_forall in C. specialize (C set H).
  apply andb_true_iff in C as [_ C]. apply N.leb_le, nR_le in C.
  destruct (hockey_stick_exact table 2 60 (fixed set) 1 eq_refl eq_refl 12 10 eq_refl 3) as [E _].
  rewrite E. set (v := nR (tree _ _ _ _ _ _ _ _)) in *. clearbody v.
  unfold denominator, nR in *. simpl in *. lra.
Qed.

(** The theorem for this table with the exact number in place of [delta], against every strategy: at [delta = 1/2] the
    theorem's factor is above 12/10, so the term 26880/2160000 does in place of 1/2. *)
Lemma factor : nR 12 / nR 10 <= exp (epsilon' 3 (natural_eps adaptive) (1/2)).
Proof. unfold natural_eps. cbn [tn td adaptive]. enclose. Qed.

Definition every_strategy := all_strategies table 2 60 12 10 3 12 10 26880 2160000 _
  (proj1 (parts adaptive checked)) eq_refl (eq_refl true) factor.
