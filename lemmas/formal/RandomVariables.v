(** Random variables [C_0, C_1, ...] on a finite probability space [Omega] with weights [w]: the words in
    which Fact 2 states its hypothesis on conditional means. *)
From Coq Require Import Reals List.
From AdvancedComposition Require Import Sums.
Import ListNotations.
Open Scope R_scope.

Section RandomVariables.
Context {T : Type}.
Variables (Omega : list T) (w : T -> R) (C : nat -> T -> R) (beta : R).

(** The expectation of [f] on the event [E]; with [f = 1] its probability. *)
Definition expectation_on (E : T -> bool) (f : T -> R) : R := sum Omega (fun o => if E o then w o * f o else 0).

(** The values of the first [k] variables, and the event that they are [c]. *)
Definition past (k : nat) (o : T) : list R := map (fun j => C j o) (seq 0 k).
Definition past_is (k : nat) (c : list R) (o : T) : bool := if list_eq_dec Req_EM_T (past k o) c then true else false.

(** [E (C_k | C_0 = c_0, ..., C_(k-1) = c_(k-1)) <= beta], multiplied by the probability of the condition:
    nothing is asked of values outside the support. *)
Definition conditional_mean_at_most (k : nat) : Prop := forall c,
  expectation_on (past_is k c) (C k) <= beta * expectation_on (past_is k c) (fun _ => 1).
End RandomVariables.
