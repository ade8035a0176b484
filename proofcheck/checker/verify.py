"""The whole check: instance bytes and certificate bytes in, silence or an exception out."""

from __future__ import annotations

from typing import Any

from proofcheck.checker.bracket import read_brackets
from proofcheck.checker.document import canonical, read_document
from proofcheck.checker.experiment import Row, strategy_rows
from proofcheck.checker.fields import entries, exactly, integer, items, text
from proofcheck.checker.instance import Instance, read_instance
from proofcheck.checker.outcome import MOST_BITS, MalformedError, RejectedError, UndecidedError
from proofcheck.checker.quantified import all_boxes, all_epsilon, all_strategies
from proofcheck.checker.strategy import read_strategy

FORMAT = "proofcheck-certificate"
EVIDENCE = {
    "strategy": "bits thresholds",
    "all-strategies": "bits thresholds moments table",
    "all-boxes": "bits thresholds moments channel",
    "all-epsilon": "bits intervals",
    "counterexample": "bits thresholds strategy",
}
CLAIMS = ("bad-set-lemma", "theorem")  # their verdicts make the conclusion


def verify(instance_file: bytes, certificate_file: bytes) -> None:
    """Return if the certificate shows its claims about the instance; raise one of the outcomes if not."""
    certificate = exactly(
        read_document(certificate_file),
        "format version kind digest conclusion argument rows evidence",
    )
    kind = text(certificate["kind"])
    if certificate["format"] != FORMAT or integer(certificate["version"], 1, 1) != 1 or kind not in EVIDENCE:
        raise MalformedError("not a certificate of a known format, version and kind")
    evidence = exactly(certificate["evidence"], EVIDENCE[kind])
    bits = integer(evidence["bits"], 32, MOST_BITS)
    instance = read_instance(instance_file, bits)
    if certificate["digest"] != instance.digest:
        raise RejectedError("the certificate is for another instance file")
    if kind != _kind(instance) and not (kind == "counterexample" and _kind(instance) == "all-strategies"):
        raise RejectedError(f"the instance needs a certificate of the kind {_kind(instance)}")
    rows = sorted(_rows(kind, instance, evidence, bits), key=_place)
    claimed = items(certificate["rows"])
    places = [_place(entries(row)) for row in claimed]
    if kind == "counterexample":  # one refuted row is enough
        rows = [row for row in rows if _place(row) in places]
    if not rows or places != [_place(row) for row in rows]:
        raise RejectedError("the claimed rows are not those that were found, in their order")
    for one, two in zip(claimed, rows, strict=True):
        _compare(one, two)
    verdicts = {row["verdict"] for row in rows if row["id"] in CLAIMS}
    _claimed(certificate, "conclusion", "refuted" if "refuted" in verdicts else "verified")
    gaps = [row for row in rows if (row["level"], row["verdict"]) == ("outputs", "refuted")]
    gaps = [row for row in gaps if row["id"] not in CLAIMS]
    judged = kind == "strategy" and instance.bound is None  # the source's argument is for its own bound
    _claimed(certificate, "argument", ("gap" if gaps else "sound") if judged else None)


def _kind(instance: Instance) -> str:
    if instance.boxes is not None:
        return "strategy" if instance.choose else "all-strategies"
    return "all-boxes" if instance.epsilon is not None else "all-epsilon"


def _rows(kind: str, instance: Instance, evidence: Any, bits: int) -> list[Row]:
    """The rows as the checker finds them."""
    if instance.n is None:
        raise UndecidedError("for all n: not supported")
    if kind == "all-epsilon":
        return all_epsilon(instance, evidence, bits)
    brackets = read_brackets(evidence["thresholds"], instance, bits)
    if kind == "strategy" and instance.choose is not None:
        return strategy_rows(instance, instance.choose, brackets, bits)
    if not brackets:
        raise UndecidedError("for all delta' without a strategy: not supported")
    if kind == "all-strategies":
        return all_strategies(instance, brackets, evidence, bits)
    if kind == "all-boxes":
        return all_boxes(instance, brackets, evidence, bits)
    choose = read_strategy(entries(evidence["strategy"]), instance.boxes or {}, instance.n)
    rows = strategy_rows(instance, choose, brackets, bits)
    rows = [row for row in rows if row["id"] in CLAIMS and row["verdict"] == "refuted"]
    return [{key: x for key, x in row.items() if key != "bad_set_size"} for row in rows]


def _place(row: Row) -> str:
    return canonical([row.get(key) for key in ("id", "level", "direction", "box", "delta")])


def _compare(claimed: Any, found: Row) -> None:
    """The same row."""
    exactly(claimed, " ".join(found))
    for key in found:
        if canonical(claimed[key]) != canonical(found[key]):
            raise RejectedError(f"the claimed {key} of the row {_place(found)} is not what was found")


def _claimed(certificate: Any, key: str, found: str | None) -> None:
    if certificate[key] != found:
        raise RejectedError(f"the claimed {key} is not what was found: {found}")
