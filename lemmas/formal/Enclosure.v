(** Rational bounds of [exp eps'], found and proved by interval arithmetic inside Coq.

    The only file that loads the interval library; it computes with Coq's primitive integers, whose
    specification then appears among the axioms of a statement that uses it. *)
From Coq Require Import Reals ZArith NArith.
From Interval Require Import Tactic.
From AdvancedComposition Require Import Analysis Substitution Integers.
Open Scope R_scope.

(** Goals such as [nR 1924 / nR 1000 <= exp (epsilon' 8 (ln (nR 11 / nR 10)) (1/10))], or such an interval. *)
Ltac enclose :=
  unfold epsilon', epsilon'', nR; rewrite ?tanh_half, ?INR_IZR_INZ; cbn [Z.of_N];
  repeat match goal with |- context [Z.of_nat ?n] =>
    let z := eval compute in (Z.of_nat n) in change (Z.of_nat n) with z end;
  try split; interval with (i_prec 120).
