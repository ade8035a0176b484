"""Bytes at random, and good bytes spoiled: never a traceback, never acceptance of what was not written."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from certificate_cases import ACCEPTED, INSTANCES, REJECTED, UNDECIDED, answer, certificate

NAMES = ("one-strategy", "every-strategy", "counterexample", "every-family", "every-epsilon", "exact-tie")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=True),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=300), st.sampled_from(NAMES))
@settings(max_examples=100, deadline=None)
def test_any_bytes_as_certificate(content: bytes, name: str) -> None:
    assert answer(INSTANCES[name], content)[0] == 2


@given(st.binary(max_size=300), st.sampled_from(NAMES))
@settings(max_examples=100, deadline=None)
def test_any_bytes_as_instance(content: bytes, name: str) -> None:
    assert answer(content, certificate(name))[0] in (1, 2, 3)


@given(JSON, st.sampled_from(NAMES), st.data())
@settings(max_examples=120, deadline=None)
def test_any_value_anywhere(other: object, name: str, data: st.DataObject) -> None:
    """A JSON value in place of any part."""
    value = json.loads(certificate(name))
    place, keys = value, []
    while isinstance(place, dict | list) and place and (not keys or data.draw(st.booleans())):
        parent = place
        keys.append(
            data.draw(st.sampled_from(sorted(parent) if isinstance(parent, dict) else range(len(parent))))
        )
        place = parent[keys[-1]]
    if json.dumps(place) == json.dumps(other) or keys[-1] in ("bits", "lower", "upper", "lambda"):
        return
    parent[keys[-1]] = other
    text = json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"
    assert answer(INSTANCES[name], text)[0] != ACCEPTED, keys


@given(st.sampled_from(NAMES), st.data())
@settings(max_examples=100, deadline=None)
def test_spoiled_certificate(name: str, data: st.DataObject) -> None:
    """Bytes replaced, inserted or removed; digits inside the hints may stay true, claims may not."""
    content = certificate(name).encode()
    start = data.draw(st.integers(0, len(content) - 1))
    end = data.draw(st.integers(start, min(len(content), start + 3)))
    spoiled = content[:start] + data.draw(st.binary(max_size=3)) + content[end:]
    code, _ = answer(INSTANCES[name], spoiled)
    if code == ACCEPTED:
        one, two = json.loads(spoiled), json.loads(content)
        for hint in ("bits", "thresholds", "moments"):
            one["evidence"].pop(hint, None)
            two["evidence"].pop(hint, None)
        assert one == two


@given(st.sampled_from(NAMES), st.data())
@settings(max_examples=100, deadline=None)
def test_spoiled_instance(name: str, data: st.DataObject) -> None:
    """The digest in the certificate follows the spoiled file, so that all of the reader is reached."""
    from hashlib import sha256

    content = INSTANCES[name].encode()
    start = data.draw(st.integers(0, len(content) - 1))
    end = data.draw(st.integers(start, min(len(content), start + 3)))
    insert = data.draw(
        st.sampled_from([b"", b"9", b"-", b"/", b"^", b"(", b"ln(", b'"', b"\n", b"0.5", b"[", b"e"])
    )
    spoiled = content[:start] + insert + content[end:]
    value = json.loads(certificate(name))
    value["digest"] = "sha256:" + sha256(spoiled).hexdigest()
    text = json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"
    code, _ = answer(spoiled, text)
    if code == ACCEPTED and spoiled != content:
        assert engine_agrees(spoiled, value)


def engine_agrees(content: bytes, value: dict) -> bool:
    """The engine finds the same conclusion in the spoiled file (a comment, a space or a title was hit)."""
    from proofcheck.model import loads
    from proofcheck.surfaces.api import check

    return check(loads(content.decode())).conclusion.value == value["conclusion"]


def test_deep_and_long() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert answer(INSTANCES["one-strategy"], deep + "\n")[0] in (2, 3)
    assert answer("x = " + deep, certificate("one-strategy"))[0] in (2, 3)
    assert answer("n = " + "9" * 5_000, certificate("one-strategy"))[0] in (2, 3)
    assert answer("#" * (1 << 20) + "\n", certificate("one-strategy"))[0] == UNDECIDED
    for epsilon in SPOILT:
        text = INSTANCES["one-strategy"].replace("ln(8/7)", epsilon)
        assert answer(text, certificate("one-strategy"))[0] in (REJECTED, 2, 3), epsilon


SPOILT = (
    "2^" * 900 + "1",
    "1+" * 900 + "1",
    "(" * 60 + "1" + ")" * 60,
    "2" * 3000,
    "9^9^9^9^9",
    "1e99999",
    "exp(exp(exp(100)))",
    "ln(0)",
    "1/0",
    "sqrt(-1)",
    "0^-1",
    "tanh(",
    "min()",
    "**",
)
