"""The `[expect]` table as it is read; comparing it with a result is done elsewhere."""

from __future__ import annotations

import pytest

from proofcheck.model import STATEMENT_IDS, ExpectedRow, InputError, loads

BOX = '\n[boxes.a]\nP1 = { "0" = "1/2", "1" = "1/2" }\nP2 = { "0" = "1/2", "1" = "1/2" }\n'


def row(text: str) -> ExpectedRow:
    expect = loads(f"{BOX}[expect]\nstatements = [{{ {text} }}]").expect
    assert expect is not None
    return expect.statements[0]


def message_of(text: str) -> str:
    with pytest.raises(InputError) as caught:
        loads(f"{BOX}[expect]\n{text}")
    return str(caught.value)


def test_rows() -> None:
    found = row('id = "theorem", level = "outputs", direction = "P1->P2", delta = "6/8", slack = "0.7478"')
    assert (found.id, found.level, found.direction, found.box) == ("theorem", "outputs", "P1->P2", None)
    assert str(found.delta) == "3/4"
    assert found.values == {"slack": "0.7478"}
    assert found.line == 6
    values = row('id = "fact-1", box = "a", vacuous = true, count = 3, part = { a = "1/2", l = [1, "x"] }')
    assert values.vacuous is True
    assert values.values == {"count": 3, "part": {"a": "1/2", "l": (1, "x")}}


@pytest.mark.parametrize("id", STATEMENT_IDS)
def test_every_id(id: str) -> None:
    assert row(f'id = "{id}"').id == id


def test_conclusion_and_argument() -> None:
    expect = loads('[expect]\nconclusion = "refuted"\nargument = "gap"').expect
    assert expect is not None
    assert (expect.conclusion, expect.argument, expect.statements) == ("refuted", "gap", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('conclusion = "true"', "conclusion cannot be 'true'"),
        ('conclusion = "inapplicable"', "conclusion cannot be"),
        ("conclusion = true", "must be a string"),
        ('argument = "holes"', "argument cannot be 'holes'"),
        ('conclusio = "verified"', "did you mean 'conclusion'?"),
        ('statements = "theorem"', "must be an array of tables"),
        ('statements = ["theorem"]', "must be a table"),
        ('statements = [{ level = "outputs" }]', "has no id"),
        ('statements = [{ id = "teorem" }]', "did you mean 'theorem'?"),
        ('statements = [{ id = "azuma", level = "output" }]', "did you mean 'outputs'?"),
        ('statements = [{ id = "azuma", direction = "P1" }]', "direction cannot be 'P1'"),
        ('statements = [{ id = "azuma", verdict = "proved" }]', "verdict cannot be 'proved'"),
        ('statements = [{ id = "azuma", vacuous = "no" }]', "must be true or false"),
        ('statements = [{ id = "azuma", delta = "x" }]', "unknown name 'x'"),
        ('statements = [{ id = "fact-1", box = "b" }]', "there is no box 'b'"),
        ('statements = [{ id = "azuma", slack = 0.5 }]', "a float is rounded to binary"),
        ('statements = [{ id = "azuma", day = 2020-01-01 }]', "not a date or time"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    assert message in message_of(text)
