(** All families of boxes at once: one hundred openings, [e^eps = 11/10], [delta = 1/100].

    The theorem's [eps'] is about 3.85, [exp eps' > 46].  At the factor 46 the exact worst additive term, over all
    boxes, all strategies and all events, is below 0.00003: the theorem is far from tight here. *)
From Coq Require Import Reals ZArith NArith List.
From AdvancedComposition Require Import Closeness ChainRule Substitution MainTheorem Integers Bits Enclosure.
Open Scope R_scope.

Definition eps : R := ln (nR 11 / nR 10).

Lemma factor : nR 46 / nR 1 <= exp (epsilon' 100 eps (1/100)).
Proof. unfold eps. enclose. Qed.

Theorem hundred_openings : forall (Box Out : Type) (boxes : list Box) (outs : list Out) A D1 D2,
  close_family eps boxes outs D1 D2 -> strategy boxes outs 100 A D1 -> forall S,
  let Pr D := Pr_output boxes outs 100 A D S in
  Pr D1 <= nR 46 / nR 1 * Pr D2 + nR 3 / nR 100000 /\ Pr D2 <= nR 46 / nR 1 * Pr D1 + nR 3 / nR 100000.
Proof. apply (all_boxes 11 10 46 1 100); vm_compute; reflexivity. Qed.
