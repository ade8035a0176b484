"""The scanner that finds the line of a key, against documents in which it is known."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofcheck.model.locate import Lines
from proofcheck.model.toml import dotted, key, quoted

DOCUMENT = '''# a comment with [brackets] = "x"
title = """a text
of [several] = lines \\"""
with "quotes" in it""""
"quoted key" = 1
a.b . c = 'literal # no comment'

[boxes.pets]   # comment
P1 = { "Dog bites." = "1/2", cat = { deep = [1, 2,
  3] } }
P2 = {}

[[strategy.rules]]
history = [
    ["a", "0"],  # first
    ["b", "]"],
]
[[strategy.rules]]
choose = "x"
[strategy.rules.inner]
k = 1
[boxes."a.b"]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("quoted key",), 5),
        (("a", "b", "c"), 6),
        (("boxes", "pets"), 8),
        (("boxes", "pets", "P1", "Dog bites."), 9),
        (("boxes", "pets", "P1", "cat", "deep", 1), 9),
        (("boxes", "pets", "P1", "cat", "deep", 2), 10),
        (("boxes", "pets", "P2"), 11),
        (("strategy", "rules", 0), 13),
        (("strategy", "rules", 0, "history", 1, 1), 16),
        (("strategy", "rules", 1), 18),
        (("strategy", "rules", 1, "choose"), 19),
        (("strategy", "rules", 1, "inner", "k"), 21),
        (("boxes", "a.b"), 22),
        (("boxes", "pets", "P1", "missing"), 9),
        (("nowhere",), None),
        ((), None),
    ],
)
def test_lines(path: tuple[str | int, ...], line: int | None) -> None:
    tomllib.loads(DOCUMENT)
    assert Lines(DOCUMENT).of(path) == line
    assert Lines(DOCUMENT.replace("\n", "\r\n")).of(path) == line


@given(st.text(max_size=60))
def test_any_text_is_scanned_to_the_end(text: str) -> None:
    Lines(text)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_quoted_texts_are_read_back(text: str) -> None:
    assert tomllib.loads(f"x = {quoted(text)}") == {"x": text}
    assert tomllib.loads(f"{key(text)} = 1") == {text: 1}


def test_paths_as_people_write_them() -> None:
    assert dotted(("boxes", "a b", "P1", "0")) == 'boxes."a b".P1.0'
    assert dotted(("strategy", "rules", 2, "choose")) == "strategy.rules[2].choose"
    assert dotted(()) == ""
