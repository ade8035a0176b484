"""An instance as Coq source against the development in lemmas/formal. Untrusted labour: Coq recomputes it.

The file holds the table of probabilities, the strategy as a function, and claims with numbers. It lists no
histories: Coq walks through the tree itself, and refuses the file if a number is wrong.
"""

from __future__ import annotations

from proofcheck.engine.certify_evidence import CannotCertifyError
from proofcheck.engine.coq_quantified import all_boxes, all_strategies
from proofcheck.engine.coq_strategy import one_strategy
from proofcheck.engine.coq_terms import quoted
from proofcheck.logic.scope import Scope, scope_of
from proofcheck.model import Instance

INSTANCE_FILE, CHECK_FILE = "Instance.v", "check.sh"

CHECK = """#!/bin/sh
# Let Coq check Instance.v.
#
#   sh check.sh BUILD
#
# BUILD is the directory that `sh lemmas/formal/build.sh BUILD` has filled. Exit status 0 only if Coq accepts.
set -eu
build=$(cd "${1:?the directory of the compiled development}" && pwd)
cd "$(dirname "$0")"
coqc -w -ambiguous-paths -Q "$build" AdvancedComposition Instance.v
echo "Instance.v: accepted"
"""

_IMPORTS = """From Coq Require Import Reals Lra ZArith NArith List Arith Bool.
From AdvancedComposition Require Import Sums Closeness ChainRule Outputs Substitution MainTheorem Integers
  Certificate Tree WorstCase Instance Bits Enclosure.
Import ListNotations.
Open Scope R_scope.

Lemma relax p x v d : p <= x + v -> v <= d -> p <= x + d. Proof. lra. Qed.
Lemma sharpen p x v d : x + v < p -> d <= v -> x + d < p. Proof. lra. Qed.
Lemma wide p q f e v d : p <= f * q + v -> f <= e -> v <= d -> 0 <= q -> p <= e * q + d.
Proof. intros H F B Q. apply Rmult_le_compat_r with (r := q) in F; lra. Qed.
Lemma mass_nonneg {T} (l : list T) p S : (forall x, In x l -> 0 <= p x) -> 0 <= mass l p S.
Proof. intros H. apply sum_nonneg. intros x Hx. specialize (H x Hx). destruct (S x); lra. Qed.
"""


def coq_files(instance: Instance) -> dict[str, str]:
    """The files of `certify --coq`, by name: `Instance.v` and `check.sh`.

    Raises:
        CannotCertifyError: the development has no counterpart of this instance; the message says why.
    """
    return {INSTANCE_FILE: coq_source(instance), CHECK_FILE: CHECK}


def coq_source(instance: Instance) -> str:
    """The text of `Instance.v`.

    Raises:
        CannotCertifyError: the development has no counterpart of this instance; the message says why.
    """
    match scope_of(instance):
        case Scope.ONE_STRATEGY:
            parts = one_strategy(instance)
        case Scope.ALL_STRATEGIES:
            parts = all_strategies(instance)
        case Scope.ALL_BOXES:
            parts = all_boxes(instance)
        case _:
            raise CannotCertifyError(
                "epsilon is left open: that is proved in MainTheorem.v, and there is nothing to compute"
            )
    return "\n".join((_header(instance), _IMPORTS, *parts))


def _header(instance: Instance) -> str:
    lines = [quoted(instance.title or "An instance of the advanced composition theorem")]
    if instance.digest:
        lines.append(f"The instance file has the digest {instance.digest}.")
    lines.append(
        "Compile lemmas/formal with its build.sh into a directory BUILD, then this file with\n"
        "      coqc -w -ambiguous-paths -Q BUILD AdvancedComposition Instance.v"
    )
    if instance.events is not None:
        lines.append("The claims are for all events, not only for those of the instance file.")
    return "(** " + "\n\n    ".join(lines) + " *)"
