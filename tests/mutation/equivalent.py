"""Mutations that change no verdict and no number, each with the reason.

The key is `module | mutation | line of code`, as `mutate.py` prints them.
"""

from __future__ import annotations

_NO_DIFFERENCE = (
    (
        "s01_closeness | name p",
        """f"Pr[S]/Pr'[S], the largest of {2 ** len(p) - 1} events",""",
        "only the length is used, which p and q share",
    ),
    (
        "s07_fact_1 | integer 0",
        """values={"mean": steps[0].left, "bound": steps[0].right, "slack": steps[0].slack},""",
        "the first two lines have the same left side",
    ),
)

EQUIVALENT: dict[str, str] = {f"{what} | {code}": reason for what, code, reason in _NO_DIFFERENCE}
