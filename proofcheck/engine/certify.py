"""Certificates: what the engine found, written down for the trusted checker. Untrusted labour.

A certificate names the instance by its digest, states the claims (the rows of the result that the checker
recomputes) and carries hints: brackets of `e^(eps')`, exponents of moments, the value functions of all
strategies, the channel of dominance, the intervals of t. `docs/certificates.md` describes the format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from proofcheck.analysis.tree import DEFAULT_MAX_NODES, Progress
from proofcheck.engine.certify_evidence import (
    CannotCertifyError,
    Json,
    bracket,
    channel,
    deltas_of,
    intervals_of,
    moments,
    table,
)
from proofcheck.logic.judgement import Judgement, LinearForm, Verdict
from proofcheck.logic.result import Result
from proofcheck.logic.scope import Scope, scope_of
from proofcheck.model import Instance
from proofcheck.numbers import Expression

__all__ = ["CannotCertifyError", "accepted_certificate", "certificate", "refuse", "text"]

FORMAT, VERSION = "proofcheck-certificate", 1
FIRST_BITS = 128
MOST_BITS = 4096

_CONCLUDING = ("bad-set-lemma", "theorem")
# What the checker recomputes; for all epsilon it has the intervals, which show the theorem alone.
_CLAIMED: Mapping[Scope, tuple[str, ...]] = {
    Scope.ONE_STRATEGY: ("fact-1", "ratio", "bounded-loss", "conditional-mean", "azuma", *_CONCLUDING),
    Scope.ALL_STRATEGIES: _CONCLUDING,
    Scope.ALL_BOXES: _CONCLUDING,
    Scope.ALL_EPSILON: ("theorem",),
}
_KINDS = {
    Scope.ONE_STRATEGY: "strategy",
    Scope.ALL_STRATEGIES: "all-strategies",
    Scope.ALL_BOXES: "all-boxes",
    Scope.ALL_EPSILON: "all-epsilon",
}


def certificate(
    result: Result,
    bits: int = FIRST_BITS,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    progress: Progress | None = None,
) -> dict[str, Json]:
    """The certificate of a result, its hints made for comparisons at `bits` bits.

    Raises:
        CannotCertifyError: the checker has no way to be shown this result.
    """
    instance, scope = result.instance, scope_of(result.instance)
    refuse(instance)
    if result.conclusion is Verdict.UNDECIDED:
        raise CannotCertifyError("the conclusion is undecided: there is nothing to certify")
    if scope is Scope.ALL_BOXES and result.conclusion is Verdict.REFUTED:
        raise CannotCertifyError("refuted for all boxes: certify the witness of `proofcheck bound` instead")
    evidence: dict[str, Json] = {"bits": bits}
    kind, rows = _KINDS[scope], _rows(result, scope)
    if scope is Scope.ALL_EPSILON:
        evidence["intervals"] = intervals_of(instance.effective_n or 0)
    else:
        evidence["thresholds"] = [bracket(instance, name, delta, bits) for name, delta in deltas_of(instance)]
    if scope is Scope.ALL_STRATEGIES and result.conclusion is Verdict.REFUTED:
        kind, evidence["strategy"] = "counterexample", _counterexample(result)
    elif scope in (Scope.ALL_STRATEGIES, Scope.ALL_BOXES):
        evidence["moments"] = moments(result)
    if kind == "all-strategies":
        evidence["table"] = table(result, max_nodes, progress)
    if kind == "all-boxes":
        evidence["channel"] = channel(result)
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "digest": instance.digest,
        "conclusion": result.conclusion.value,
        # The source argues for its own bound.
        "argument": result.argument if scope is Scope.ONE_STRATEGY and instance.bound is None else None,
        "rows": list(rows),
        "evidence": evidence,
    }


def text(value: Json) -> str:
    """The one spelling of a certificate: keys sorted, no spaces, ASCII, a newline at the end."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False) + "\n"


def refuse(instance: Instance) -> None:
    """Say early, before anything is computed, what the checker does not support.

    Raises:
        CannotCertifyError: the instance is of such a kind.
    """
    scope, boxes = scope_of(instance), instance.family.boxes if instance.family else ()
    if scope is Scope.GENERAL:
        raise CannotCertifyError("the theorem itself has no certificate: see `proofcheck prove`")
    if any(not isinstance(x, Fraction) for box in boxes for x in (*box.p1, *box.p2)):
        raise CannotCertifyError("irrational probabilities: the checker computes with fractions only")
    if instance.deltas is None and (
        scope in (Scope.ALL_STRATEGIES, Scope.ALL_BOXES)
        or (scope is Scope.ONE_STRATEGY and instance.bound is not None)
    ):
        raise CannotCertifyError("for all delta' there is no certificate here: give delta in the file")


def _rows(result: Result, scope: Scope) -> Iterable[Json]:
    """The claims, in the order of their names."""
    if scope is Scope.ALL_STRATEGIES and result.conclusion is Verdict.REFUTED:
        row = _refuted(result)
        found = _row(row, {delta: name for name, delta in deltas_of(result.instance)}, values=True)
        found.pop("bad_set_size", None)
        return [found]
    names = {delta: name for name, delta in deltas_of(result.instance)}
    rows = []
    for row in result.judgements:
        if row.id not in _CLAIMED[scope]:
            continue
        found = _row(row, names, values=scope is not Scope.ALL_EPSILON)
        if scope is not Scope.ONE_STRATEGY:
            # W is empty for every strategy, or it is not; the checker shows no more than that it is unlikely.
            found["vacuous"] = _never_bad(result, row)
            found.pop("probability", None)
            found.pop("bad_set_size", None)
        rows.append(found)
    return sorted(
        rows, key=lambda row: text([row[key] for key in ("id", "level", "direction", "box", "delta")])
    )


def _never_bad(result: Result, row: Judgement) -> bool:
    """Whether the theorem's worst hockey-stick is that of the empty set."""
    return any(
        other.vacuous
        for other in result.judgements
        if other.id == "theorem" and (other.direction, other.delta) == (row.direction, row.delta)
    )


def _row(row: Judgement, names: Mapping[Expression, str], *, values: bool) -> dict[str, Json]:
    """One claim, with its values if it is for one delta'."""
    found: dict[str, Json] = {
        "id": row.id,
        "level": row.level,
        "direction": row.direction,
        "box": row.box,
        "delta": None if row.delta is None else names[row.delta],
        "verdict": row.verdict.value,
        "vacuous": row.vacuous,
    }
    if row.delta is not None and row.id == "theorem" and values:
        form = row.values.get("hockey_stick")
        found["hockey_stick"] = {"a": str(form.a), "b": str(form.b)} if isinstance(form, LinearForm) else None
    if row.delta is not None and row.id == "bad-set-lemma" and values:
        size = row.values.get("bad_set_size")
        found["probability"] = str(row.values.get("probability"))
        found["bad_set_size"] = size if isinstance(size, int) else None
    return found


def _counterexample(result: Result) -> Json:
    """The strategy of the refuted row, as a [strategy] table."""
    return plain(_refuted(result).witness)


def _refuted(result: Result) -> Judgement:
    """The first row of the conclusion that is refuted by a strategy."""
    for row in result.judgements:
        if row.id in _CONCLUDING and row.verdict is Verdict.REFUTED and row.witness is not None:
            return row
    raise CannotCertifyError("refuted without a strategy to show")


def plain(value: object) -> Json:
    """A witness as JSON."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    return str(value)


Check = Callable[[bytes], tuple[int, str]]


def accepted_certificate(
    result: Result,
    check: Check,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    progress: Progress | None = None,
) -> str:
    """A certificate that `check` (the trusted checker) accepts, with as many bits as it takes.

    Raises:
        CannotCertifyError: it accepts none; the message is its reason.
    """
    bits = FIRST_BITS
    while True:
        written = text(certificate(result, bits, max_nodes=max_nodes, progress=progress))
        code, reason = check(written.encode())
        if code == 0:
            return written
        bits *= 4
        if bits > MOST_BITS:
            raise CannotCertifyError(f"the checker does not accept it: {reason}")
