(** Eight boxes of randomised response, [e^eps = 11/10], four of them with the two messages exchanged.  The
    adversary opens the first unopened box; after message 1 it tosses a coin between the first and the last. *)
From Coq Require Import Reals ZArith NArith List Arith.
From AdvancedComposition Require Import ChainRule Substitution Integers Certificate Instance Enclosure.
Import ListNotations.
Open Scope R_scope.

Definition coin : list (N * N) := [(22, 20); (20, 22)]%N.
Definition mirror : list (N * N) := [(20, 22); (22, 20)]%N.

Definition strategy (h : list (nat * nat)) (b : nat) : N :=
  let unopened := filter (fun b => negb (existsb (fun y => Nat.eqb (fst y) b) h)) (seq 0 8) in
  let first := hd 0%nat unopened in let last := last unopened 0%nat in
  let newest := match h with [] => 0%nat | y :: _ => snd y end in
  if Nat.eqb newest 0 then (if Nat.eqb b first then 2 else 0)%N
  else ((if Nat.eqb b first then 1 else 0) + (if Nat.eqb b last then 1 else 0))%N.

Definition coins : instance := {|
  rows := [coin; mirror; coin; mirror; coin; mirror; coin; mirror];
  messages := 2; total := 42; tn := 11; td := 10;
  adv := strategy; weight := 2; openings := 8 |}.

Lemma checked : instance_ok coins = true.
Proof. vm_compute. reflexivity. Qed.

(** The theorem, for every [delta] in (0, 1) and every set of outputs. *)
Definition composition := instance_theorem coins checked.

(** At [delta = 1/10] the theorem's [eps'] is about 0.655, and the exact additive term there is below 0.00058. *)
Lemma factor : nR 1924 / nR 1000 <= exp (epsilon' 8 (natural_eps coins) (1/10)).
Proof. unfold natural_eps. cbn [tn td coins]. enclose. Qed.

Theorem exact_on_histories S :
  let e := exp (epsilon' 8 (natural_eps coins) (1/10)) in
  pr_histories coins fst S <= e * pr_histories coins snd S + nR 580572 / nR 1000000000 /\
  pr_histories coins snd S <= e * pr_histories coins fst S + nR 580572 / nR 1000000000.
Proof. apply (claim_on_histories coins checked 1924 1000); [vm_compute; reflexivity|exact factor]. Qed.

(** A claim that is too strong is refuted: the factor [exp (2 eps)] does not go with the term 1/40. *)
Lemma small_factor : exp (2 * natural_eps coins) <= nR 1211 / nR 1000.
Proof. unfold natural_eps. cbn [tn td coins]. enclose. Qed.

Theorem too_strong : exists S,
  exp (2 * natural_eps coins) * pr_histories coins snd S + nR 1 / nR 40 < pr_histories coins fst S.
Proof. apply (refuted_on_histories coins checked 1211 1000); [vm_compute; reflexivity|exact small_factor]. Qed.
