"""`python -I -S -m`-style: `python -I -S PATH/checker INSTANCE CERTIFICATE`, from any copy of the folder.

Prints {"accepted", "reason"}. Exit 0: accepted; 1: rejected; 2: malformed; 3: undecided, or a limit.
"""

from __future__ import annotations

import json
import os
import sys
import types


def _find_the_rest() -> None:
    """Let `proofcheck.checker` mean this folder, when it was started as a folder."""
    for name, path in (
        ("proofcheck", []),
        ("proofcheck.checker", [os.path.dirname(os.path.abspath(__file__))]),
    ):
        package = types.ModuleType(name)
        package.__path__ = path
        sys.modules[name] = package


if not __package__:
    _find_the_rest()

from proofcheck.checker.answer import answer  # noqa: E402


def main(words: list[str]) -> int:
    """Check; print the answer; return the exit code."""
    if len(words) != 2:
        code, reason = 2, "usage: checker INSTANCE CERTIFICATE"
    else:
        code, reason = answer(*words)
    print(json.dumps({"accepted": code == 0, "reason": reason}))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
