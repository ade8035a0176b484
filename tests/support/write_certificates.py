"""Write the folders accept, vacuous, reject, malformed, undecided of tests/certificates anew.

    python tests/support/write_certificates.py

Only for a change of the format. Each folder gets `expected.json`: file -> instance, exit code, part of the
reason. The tests read the files, not this script.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from certificate_cases import (
    ACCEPTED,
    INSTANCES,
    MALFORMED,
    REJECTED,
    UNDECIDED,
    answer,
    certificate,
    edited,
)

FOLDER = Path(__file__).parents[1] / "certificates"
Change = Callable[[Any], None]


def row(value: Any, **wanted: Any) -> dict[str, Any]:
    """The first row that has these entries."""
    return next(row for row in value["rows"] if all(row.get(k) == x for k, x in wanted.items()))


def set_row(key: str, other: Any, **wanted: Any) -> Change:
    """Claim something else in a row."""
    return lambda value: row(value, **wanted).update({key: other})


def set_evidence(*path: Any) -> Change:
    """Set the place of the evidence that the path (all but the last item) leads to, to the last item."""

    def change(value: Any) -> None:
        place = value["evidence"]
        for step in path[:-2]:
            place = place[step]
        place[path[-2]] = path[-1]

    return change


def set_top(key: str, other: Any) -> Change:
    """Set an entry of the certificate itself."""
    return lambda value: value.update({key: other})


def remove_row(value: Any) -> None:
    """Claim one thing less."""
    del value["rows"][0]


def add(step: int, *path: Any) -> Change:
    """Add `step` to an integer of the evidence."""

    def change(value: Any) -> None:
        place = value["evidence"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] += step

    return change


def delete(*path: Any) -> Change:
    """Remove an item of the evidence."""

    def change(value: Any) -> None:
        place = value["evidence"]
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


LEMMA, THEOREM = {"id": "bad-set-lemma"}, {"id": "theorem"}
OTHER = "sha256:" + "0" * 64
WIDE = [("lower", "1"), ("upper", "2")]


def widen(value: Any) -> None:
    """A bracket that is true and tells nothing."""
    for key, other in WIDE:
        value["evidence"]["thresholds"][0][key] = other


REJECTS: dict[str, list[tuple[str, Change, str]]] = {
    "one-strategy": [
        ("other-file", set_top("digest", OTHER), "another instance file"),
        ("smaller-probability", set_row("probability", "1/4", **LEMMA), "the claimed probability"),
        ("refuted", set_top("conclusion", "refuted"), "the claimed conclusion"),
        ("bracket-above", set_evidence("thresholds", 0, "lower", "13/10"), "is not around it"),
        ("bracket-wide", widen, "does not decide the ratio"),
        ("no-tie", set_evidence("thresholds", 0, {"delta": "1/2", "equal": "5/4"}), "was not shown to equal"),
        ("row-missing", remove_row, "the claimed rows are not"),
    ],
    "exact-tie": [
        ("tie-elsewhere", set_evidence("thresholds", 0, "equal", "9/5"), "was not shown to equal"),
        (
            "in-the-bad-set",
            set_row("probability", "9/25", delta="exp(-1/4)", **LEMMA),
            "the claimed probability",
        ),
        ("not-vacuous", set_row("vacuous", False, delta="exp(-1/4)", **THEOREM), "the claimed vacuous"),
        (
            "bracket-for-a-tie",
            set_evidence("thresholds", 0, {"delta": "exp(-1/4)", "lower": "2", "upper": "3"}),
            "does not decide the ratio 9/4",
        ),
    ],
    "gap": [
        ("no-gap", set_top("argument", "sound"), "the claimed argument"),
        ("ratio-holds", set_row("verdict", "verified", id="ratio", level="outputs"), "the claimed verdict"),
        ("azuma-applies", set_row("verdict", "verified", id="azuma", level="outputs"), "the claimed verdict"),
        (
            "level-swapped",
            set_row("level", "outputs", level="histories", **LEMMA),
            "the claimed rows are not",
        ),
    ],
    "given-events": [
        ("refuted", set_row("verdict", "refuted", **THEOREM), "the claimed verdict"),
        (
            "for-all-events",
            set_row("hockey_stick", {"a": "0", "b": "0"}, **THEOREM),
            "the claimed hockey_stick",
        ),
        ("other-size", set_row("bad_set_size", 2, **LEMMA), "the claimed bad_set_size"),
    ],
    "every-delta": [
        ("vacuous", set_row("vacuous", True, **LEMMA), "the claimed vacuous"),
        ("for-one-delta", set_row("delta", "1/2", **LEMMA), "the claimed rows are not"),
        ("conclusion-refuted", set_top("conclusion", "refuted"), "the claimed conclusion"),
        ("refuted", set_row("verdict", "refuted", id="azuma"), "the claimed verdict"),
    ],
    "false-bound": [
        ("verified", set_top("conclusion", "verified"), "the claimed conclusion"),
        ("row-verified", set_row("verdict", "verified", verdict="refuted"), "the claimed verdict"),
        ("smaller-probability", set_row("probability", "1/20", **LEMMA), "the claimed probability"),
    ],
    "every-strategy": [
        ("table-too-low", add(-1, "table", 0, "lines", 1, 1), "the table is too small"),
        ("table-lower-below", add(-1, "table", 1, "lines", 1, 1), "the table is too small"),
        ("slope-too-low", add(-1, "table", 0, "lines", 2, 0), "the table is too small"),
        ("not-from-zero", set_evidence("table", 0, "lines", 0, [1, 0]), "do not go from 0 to r - 1"),
        ("line-missing", delete("table", 0, "lines", 1), "the table is too small"),
        ("line-useless", set_evidence("table", 0, "lines", 1, [267289, -260000]), "nowhere the largest"),
        ("entry-missing", delete("table", 1), "an entry for each set"),
        (
            "entry-extra",
            lambda v: v["evidence"]["table"].append({"remaining": [0, 1], "lines": [[0, 0], [1, -1]]}),
            "an entry for each set",
        ),
        ("entries-swapped", lambda v: v["evidence"]["table"].reverse(), "an entry for each set"),
        ("bracket-over-two-lines", set_evidence("thresholds", 0, "lower", "9/10"), "reaches over two lines"),
        (
            "smaller-worst",
            set_row("hockey_stick", {"a": "0", "b": "0"}, **THEOREM),
            "the claimed hockey_stick",
        ),
        ("moment-too-large", set_evidence("moments", 0, "lambda", "1000"), "the moments do not show"),
        ("moment-negative", set_evidence("moments", 1, "lambda", "-1"), "is not positive"),
    ],
    "counterexample": [
        ("no-counterexample", set_row("delta", "1/2"), "the claimed rows are not"),
        ("larger-probability", set_row("probability", "1"), "the claimed probability"),
        ("verified", set_top("conclusion", "verified"), "the claimed conclusion"),
        ("other-strategy", set_evidence("strategy", {"kind": "uniform"}), "the claimed probability"),
        ("nothing-claimed", set_top("rows", []), "the claimed rows are not"),
    ],
    "every-family": [
        ("channel-negative", set_evidence("channel", [["7", "-6"], ["-5", "6"]]), "is not a distribution"),
        ("channel-trivial", set_evidence("channel", [["1", "0"], ["0", "1"]]), "does not turn"),
        ("moment-too-large", set_evidence("moments", 0, "lambda", "1000"), "the moments do not show"),
        (
            "smaller-worst",
            set_row("hockey_stick", {"a": "0", "b": "0"}, **THEOREM),
            "the claimed hockey_stick",
        ),
    ],
    "every-epsilon": [
        ("interval-missing", delete("intervals", 1, "cuts", 1), "not shown on"),
        ("not-to-the-end", set_evidence("intervals", 1, "cuts", ["1", "3/2"]), "do not cover"),
        ("not-from-one", set_evidence("intervals", 0, "cuts", 0, "11/10"), "do not cover"),
        ("backwards", set_evidence("intervals", 1, "cuts", ["1", "3/2", "5/4", "2"]), "do not increase"),
        ("the-lemma-too", set_row("id", "bad-set-lemma"), "the claimed rows are not"),
    ],
}

MALFORMED_EDITS: list[tuple[str, str, Change, str]] = [
    ("unknown-key", "one-strategy", set_top("author", "me"), "unknown key"),
    ("unknown-evidence", "one-strategy", set_evidence("table", []), "unknown key"),
    ("unknown-row-key", "one-strategy", set_row("note", "x", **LEMMA), "unknown key"),
    ("missing-digest", "one-strategy", lambda v: v.pop("digest"), "'digest' is missing"),
    ("missing-verdict", "one-strategy", lambda v: v["rows"][0].pop("verdict"), "'verdict' is missing"),
    ("unknown-kind", "one-strategy", set_top("kind", "all-n"), "not a certificate of a known"),
    ("later-version", "one-strategy", set_top("version", 2), "an integer from 1 to 1"),
    ("true-as-version", "one-strategy", set_top("version", True), "an integer from 1 to 1"),
    ("no-bits", "one-strategy", set_evidence("bits", 0), "an integer from 32"),
    ("unreduced", "one-strategy", set_evidence("thresholds", 0, "lower", "2/2"), "lowest terms"),
    ("decimal", "one-strategy", set_evidence("thresholds", 0, "lower", "1.1"), "lowest terms"),
    ("plus-sign", "every-epsilon", set_evidence("intervals", 0, "cuts", 0, "+1"), "lowest terms"),
    ("digit-of-another-script", "every-epsilon", set_evidence("intervals", 0, "cuts", 0, "\u00b2"), "lowest"),
    ("line-of-strings", "every-strategy", set_evidence("table", 0, "lines", 1, ["1", "2"]), "two integers"),
    ("line-of-truth", "every-strategy", set_evidence("table", 0, "lines", 0, [False, 0]), "two integers"),
    ("strategy-of-no-kind", "counterexample", set_evidence("strategy", {"kind": "best"}), "unknown kind"),
    ("strategy-reopens", "counterexample", set_evidence(
        "strategy", {"kind": "rules", "rules": [{"choose": "a"}]}), "cannot open"),
    ("bracket-elsewhere", "one-strategy", set_evidence("thresholds", 0, "delta", "1/3"), "is for delta"),
]  # fmt: skip

MALFORMED_TEXTS: list[tuple[str, Callable[[str], str], str]] = [
    ("empty", lambda text: "", "not canonical JSON"),
    ("no-certificate", lambda text: "{}\n", "is missing"),
    ("null", lambda text: "null\n", "a table is needed"),
    ("float", lambda text: text.replace('"bits":128', '"bits":128.0'), "the number 128.0"),
    ("nan", lambda text: text.replace('"bits":128', '"bits":NaN'), "the number NaN"),
    ("double-key", lambda text: text.replace('"bits":128', '"bits":128,"bits":128'), "a key twice"),
    ("spaces", lambda text: text.replace('"bits":128', '"bits": 128'), "another spelling"),
    ("no-newline", lambda text: text[:-1], "another spelling"),
    ("unsorted", lambda text: '{"version":1,' + text[1:].replace(',"version":1}', "}"), "another spelling"),
    ("cut-off", lambda text: text[: len(text) // 2], "not canonical JSON"),
    ("not-ascii", lambda text: text.replace("verified", "vérified", 1), "not canonical JSON"),
]

UNDECIDED_FILES: list[tuple[str, str, str]] = [
    ("irrational-probability", INSTANCES["one-strategy"].replace(
        'truth = "8/15"', 'truth = "exp(1/10)/(1+exp(1/10))"').replace("ln(8/7)", "1/10"), "not rational"),
    ("exponential-mechanism", INSTANCES["one-strategy"].replace(
        'mechanism = "randomized-response"\ntruth = "8/15"',
        'mechanism = "exponential"\nepsilon = "ln(5/4)"\nscores1 = [1, 0]\nscores2 = [0, 1]\nsensitivity = 1'
    ), "irrational"),
    ("tree-too-large", INSTANCES["one-strategy"].replace("count = 2", "count = 9").replace(
        'mechanism = "randomized-response"\ntruth = "8/15"',
        'mechanism = "k-ary-randomized-response"\nk = 1000\nepsilon = "ln(8/7)"'),
     "more than 200000 nodes"),
    ("every-n", 'epsilon = "ln(8/7)"\n', "not supported"),
    ("every-delta-and-strategy", INSTANCES["every-strategy"].replace('delta = "1/2"\n', ""), "not supported"),
    ("own-bound-for-every-delta", INSTANCES["every-delta"].replace(
        'epsilon = "auto"', 'epsilon = "auto"\nbound = "n*epsilon"'), "not supported"),
    ("epsilon-not-separated", INSTANCES["one-strategy"].replace(
        '"ln(8/7)"', '"ln(8/7 + 1/10^60) + ln(2) - ln(3) + ln(3/2) + exp(-200)"'), "do not separate"),
]  # fmt: skip


def main() -> None:
    """Write every folder."""
    for folder in ("accept", "vacuous", "reject", "malformed", "undecided"):
        for old in (FOLDER / folder).glob("*"):
            old.unlink()
        (FOLDER / folder).mkdir(parents=True, exist_ok=True)
    expected: dict[str, dict[str, Any]] = {}
    for name, instance in INSTANCES.items():
        folder = "vacuous" if name.startswith("vacuous") else "accept"
        put(expected, folder, name, f"{folder}/{name}", instance, certificate(name), ACCEPTED, "found again")
        (FOLDER / folder / f"{name}.proof.toml").write_text(instance)
    for base, cases in REJECTS.items():
        for what, change, reason in cases:
            bad = edited(certificate(base), change)
            name = f"{base}--{what}"
            put(expected, "reject", name, f"accept/{base}", INSTANCES[base], bad, REJECTED, reason)
    for what, base, change, reason in MALFORMED_EDITS:
        bad = edited(certificate(base), change)
        put(expected, "malformed", what, f"accept/{base}", INSTANCES[base], bad, MALFORMED, reason)
    base = "one-strategy"
    for what, rewrite, reason in MALFORMED_TEXTS:
        bad = rewrite(certificate(base))
        put(expected, "malformed", what, f"accept/{base}", INSTANCES[base], bad, MALFORMED, reason)
    for what, instance, reason in UNDECIDED_FILES:
        put(expected, "undecided", what, f"undecided/{what}", instance, hopeful(instance), UNDECIDED, reason)
        (FOLDER / "undecided" / f"{what}.proof.toml").write_text(instance)
    for folder, cases_of in expected.items():
        (FOLDER / folder / "expected.json").write_text(json.dumps(cases_of, indent=1) + "\n")


def hopeful(instance: str) -> str:
    """A certificate for a file that has none: its digest, and the claims of another one."""
    from hashlib import sha256

    kind = (
        "all-epsilon"
        if "boxes" not in instance
        else "strategy"
        if "strategy" in instance
        else "all-strategies"
    )
    base = {"all-epsilon": "every-epsilon", "strategy": "one-strategy", "all-strategies": "every-strategy"}[
        kind
    ]
    if kind == "all-epsilon" and "epsilon" in instance:
        base = "every-family"
    found = edited(certificate(base), set_top("digest", "sha256:" + sha256(instance.encode()).hexdigest()))
    if base != "every-epsilon":
        found = edited(found, lambda v: v["evidence"]["thresholds"][0].update(lower="0", upper="1000"))
    if "delta =" not in instance and base != "every-epsilon":
        found = edited(found, set_evidence("thresholds", []))
    return found


def put(
    expected: dict[str, dict[str, Any]],
    folder: str,
    name: str,
    instance: str,
    text: str,
    bad: str,
    code: int,
    reason: str,
) -> None:
    """Write one certificate and what the checker has to say about it; it has to say so already."""
    found = answer(text, bad)
    if found[0] != code or reason not in found[1]:
        raise SystemExit(f"{folder}/{name}: expected {code} {reason!r}, found {found}")
    (FOLDER / folder / f"{name}.json").write_bytes(bad.encode())
    entry = {"instance": f"{instance}.proof.toml", "exit": code, "reason": reason}
    expected.setdefault(folder, {})[f"{name}.json"] = entry


if __name__ == "__main__":
    main()
