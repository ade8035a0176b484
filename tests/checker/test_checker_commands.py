"""`proofcheck certify` and `proofcheck verify` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from certificate_cases import INSTANCES
from command_line import proofcheck


def write(folder: Path, name: str) -> str:
    path = folder / f"{name}.proof.toml"
    path.write_text(INSTANCES[name])
    return str(path)


def test_certify_then_verify(tmp_path: Path) -> None:
    file, out = write(tmp_path, "counterexample"), str(tmp_path / "c.json")
    done = proofcheck("certify", file, "-o", out)
    assert (done.returncode, "refuted" in done.stdout) == (0, True)
    done = proofcheck("verify", file, out, "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"accepted": True, "reason": "every claim was found again"}
    done = proofcheck("verify", write(tmp_path, "one-strategy"), out)
    assert (done.returncode, done.stdout.startswith("rejected: ")) == (1, True)
    Path(out).write_text("{}\n")
    done = proofcheck("verify", file, out, "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["accepted"]) == (2, False)


def test_what_has_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "i.proof.toml"
    path.write_text(INSTANCES["every-strategy"].replace('delta = "1/2"\n', ""))
    done = proofcheck("certify", str(path), "-o", str(tmp_path / "c.json"), "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["written"]) == (3, None)
    assert not (tmp_path / "c.json").exists()
    path.write_text("n = 0\n")
    done = proofcheck("certify", str(path), "-o", str(tmp_path / "c.json"))
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert proofcheck("certify", str(path)).returncode == 2
    assert proofcheck("certify", str(tmp_path / "none.toml"), "-o", "x").returncode == 2
