"""The folders of certificates: each file gets the answer, and the reason, of `expected.json` beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from certificate_cases import ACCEPTED, INSTANCES, MALFORMED, REJECTED, UNDECIDED, answer, certificate

HERE = Path(__file__).parent
CODES = {
    "accept": ACCEPTED,
    "vacuous": ACCEPTED,
    "reject": REJECTED,
    "malformed": MALFORMED,
    "undecided": UNDECIDED,
}
EXPECTED = {
    f"{folder}/{name}": entry
    for folder in CODES
    for name, entry in json.loads((HERE / folder / "expected.json").read_text()).items()
}


@pytest.mark.parametrize("name", EXPECTED)
def test_answer_and_reason(name: str) -> None:
    entry = EXPECTED[name]
    code, reason = answer((HERE / entry["instance"]).read_bytes(), (HERE / name).read_bytes())
    assert (code, entry["reason"] in reason) == (entry["exit"], True), reason
    assert entry["exit"] == CODES[name.split("/")[0]]


def test_every_file_is_expected() -> None:
    found = {path.relative_to(HERE).as_posix() for folder in CODES for path in (HERE / folder).glob("*.json")}
    assert {name for name in found if not name.endswith("/expected.json")} == set(EXPECTED)


def test_three_rejected_for_each_accepted() -> None:
    accepted = [Path(name).stem for name in EXPECTED if name.startswith("accept/")]
    for base in accepted:
        rejected = [name for name in EXPECTED if name.startswith(f"reject/{base}--")]
        assert len(rejected) >= 3, base


def test_vacuous_ones_say_so() -> None:
    for name in EXPECTED:
        if name.startswith("vacuous/"):
            rows = json.loads((HERE / name).read_text())["rows"]
            assert all(row["vacuous"] for row in rows if row["id"] in ("bad-set-lemma", "theorem")), name


@pytest.mark.parametrize("name", INSTANCES)
def test_the_producer_still_writes_the_same(name: str) -> None:
    folder = "vacuous" if name.startswith("vacuous") else "accept"
    assert (HERE / folder / f"{name}.json").read_text() == certificate(name)


@pytest.mark.parametrize("name", INSTANCES)
def test_no_certificate_of_another_instance(name: str) -> None:
    for other, instance in INSTANCES.items():
        code, reason = answer(instance, certificate(name))
        if other == name:
            assert code == ACCEPTED, reason
        else:
            assert (code, reason) == (REJECTED, "the certificate is for another instance file")


def test_a_stolen_digest_does_not_help() -> None:
    """With its digest exchanged, a certificate is still not one of another instance."""
    for name in INSTANCES:
        for other, instance in INSTANCES.items():
            value = json.loads(certificate(name))
            value["digest"] = json.loads(certificate(other))["digest"]
            stolen = json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"
            assert (answer(instance, stolen)[0] == ACCEPTED) == (name == other), (name, other)


def test_one_byte_of_the_instance_changed() -> None:
    instance = INSTANCES["one-strategy"]
    for changed in (instance + "\n", instance.replace("\n", "\r\n"), "# " + instance, instance[:-1]):
        assert answer(changed, certificate("one-strategy"))[0] in (REJECTED, MALFORMED)
