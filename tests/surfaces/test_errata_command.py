"""`proofcheck errata`: text, JSON, exit codes."""

from __future__ import annotations

import json

from command_line import proofcheck


def test_all_eight_are_found() -> None:
    done = proofcheck("errata", "--format", "json")
    assert done.returncode == 0
    items = json.loads(done.stdout)["items"]
    assert [item["id"] for item in items] == [f"E{k}" for k in range(1, 9)]
    assert {item["verdict"] for item in items} == {"refuted"}
    assert all(item["witness"] for item in items)


def test_one_is_shown_as_text() -> None:
    done = proofcheck("errata", "E5")
    assert done.returncode == 0
    assert "542/987" in done.stdout
    assert "11/21" in done.stdout
    assert "E4" not in done.stdout


def test_an_unknown_one_is_bad_usage() -> None:
    for wrong in ("E9", "e5", "theorem"):
        done = proofcheck("errata", wrong)
        assert done.returncode == 2
        assert wrong in done.stderr
        assert "Traceback" not in done.stderr
