"""How long Coq takes: the whole development, and an instance of more than 10^5 leaves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Build

pytestmark = [pytest.mark.coq, pytest.mark.benchmark]

ALLOWED_SECONDS = 60
OPENINGS = 17  # 2^17 = 131072 leaves
INSTANCE = f"""
From Coq Require Import NArith List.
From AdvancedComposition Require Import Instance.
Import ListNotations.
Definition coins : instance := {{|
  rows := repeat [(11, 10); (10, 11)]%N {OPENINGS}; messages := 2; total := 21; tn := 11; td := 10;
  adv := fun h b => if Nat.eqb b (length h) then 1%N else 0%N; weight := 1; openings := {OPENINGS} |}}.
Lemma checked : instance_ok coins = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma claim : claim_on_histories_ok coins 2 1 1 10 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""


def test_the_whole_development(coq: Build, record_property: pytest.RecordProperty) -> None:
    record_property("seconds", coq.seconds)
    assert coq.seconds < ALLOWED_SECONDS


def test_an_instance_of_131072_leaves(
    coq: Build, tmp_path: Path, record_property: pytest.RecordProperty
) -> None:
    done, seconds = coq.compile(INSTANCE, tmp_path)
    record_property("seconds", seconds)
    assert done.returncode == 0, done.stderr
    assert seconds < ALLOWED_SECONDS
