"""The checker's reader of instance files, against the project's own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certificate_cases import INSTANCES
from proofcheck import gallery
from proofcheck.checker.instance import read_instance
from proofcheck.checker.outcome import MalformedError, UndecidedError
from proofcheck.model import Instance, load, loads
from proofcheck.model.write import to_toml
from random_instances import instances

RATIONAL = [name for name in gallery.names() if not name.startswith("exponential")]


@pytest.mark.parametrize("name", RATIONAL)
def test_same_boxes_and_digest(name: str) -> None:
    ours, theirs = read_instance(gallery.path(name).read_bytes(), 128), load(gallery.path(name))
    assert ours.digest == theirs.digest
    assert ours.n == theirs.effective_n
    assert [*ours.boxes] == [*theirs.family.names]
    for box in theirs.family:
        pairs = dict(zip(box.messages, zip(box.p1, box.p2, strict=True), strict=True))
        assert ours.boxes[box.name] == pairs


@given(instances(), st.data())
@settings(max_examples=40, deadline=None)
def test_same_choices(instance: Instance, data: st.DataObject) -> None:
    ours = read_instance(to_toml(instance).encode(), 128)
    history: tuple[tuple[str, str], ...] = ()
    while len(history) < instance.effective_n:
        weights = dict(instance.strategy.choose(history, instance.family))
        assert ours.choose(history) == {box: x for box, x in weights.items() if x}
        box = data.draw(st.sampled_from(sorted(ours.choose(history))))
        history = (*history, (box, data.draw(st.sampled_from(instance.family[box].messages))))


GOOD = INSTANCES["one-strategy"]
TABLES = INSTANCES["every-strategy"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GOOD.replace("n = 2", "n = 0"), "an integer from 1"),
        (GOOD.replace("n = 2", "n = 3"), "n is larger"),
        (GOOD.replace("n = 2", "n = true"), "an integer from 1"),
        (GOOD.replace("n = 2", "n = 2.0"), "the float"),
        (GOOD.replace("n = 2", "m = 2"), "unknown key"),
        (GOOD.replace('"1/2"', "0.5"), "the float"),
        (GOOD.replace('"1/2"', '"1"'), "not in (0, 1)"),
        (GOOD.replace('"1/2"', '["1/2", "1/2"]'), "occurs twice"),
        (GOOD.replace('"1/2"', "[]"), "delta is empty"),
        (GOOD.replace("ln(8/7)", "ln(9/8)"), "not (epsilon, 0)-close"),
        (GOOD.replace("ln(8/7)", "-1"), "epsilon is negative"),
        (GOOD.replace("8/15", "1"), "0 under one password"),
        (GOOD.replace("8/15", "9/8"), "negative"),
        (GOOD.replace('truth = "8/15"', 'truth = "8/15"\nk = 3'), "unknown key"),
        (GOOD.replace('truth = "8/15"', 'epsilon = "ln(8/7)"\nk = 3'), "unknown key"),
        (GOOD.replace("randomized-response", "random"), "unknown mechanism"),
        (GOOD.replace("uniform", "best"), "unknown kind"),
        (GOOD.replace("count = 2", "count = 2\n\n[boxes.'coin#1']\nP1.x = 1\nP2.x = 1"),
         "two boxes"),
        (GOOD.replace('"uniform"', '"fixed"\norder = ["coin#1", "coin#1"]'), "n different boxes"),
        (GOOD.replace('kind = "uniform"', 'kind = "fixed"\norder = ["coin#1"]'), "n different boxes"),
        (GOOD.replace('kind = "uniform"', 'kind = "uniform"\norder = []'), "unknown key"),
        (TABLES.replace('"1" = "20/47"', '"1" = "21/47"'), "do not sum to 1"),
        (TABLES.replace('"1" = "20/47"', '"2" = "20/47"'), "under one password"),
        (GOOD.split("[boxes")[0] + '[strategy]\nkind = "uniform"\n', "without boxes"),
        (GOOD + "[strategy]\n", "not an instance file"),
        (GOOD.replace("delta", 'events = [[["0"]]]\ndelta'), "n messages each"),
    ],
)  # fmt: skip
def test_malformed(text: str, complaint: str) -> None:
    assert text not in (GOOD, TABLES)
    with pytest.raises(MalformedError) as caught:
        read_instance(text.encode(), 128)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ([], "no rule"),
        (['choose = "nowhere"'], "cannot open"),
        (['choose = "coin#1"'], "cannot open"),
        (['choose = { "coin#1" = "1/2" }'], "do not sum to 1"),
        (['choose = { "coin#1" = "3/2", "coin#2" = "-1/2" }'], "cannot open"),
        (['step = 1\nchoose = "uniform"'], "no rule"),
    ],
)
def test_strategies_that_fail_on_a_history(rules: list[str], complaint: str) -> None:
    written = "".join(f"[[strategy.rules]]\n{rule}\n" for rule in rules) or "rules = []\n"
    text = GOOD.replace('kind = "uniform"\n', 'kind = "rules"\n' + written)
    choose = read_instance(text.encode(), 128).choose
    with pytest.raises(MalformedError) as caught:
        for history in ((), (("coin#1", "0"),)):
            choose(history)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("8/15", "exp(1/10)/(1+exp(1/10))"),
        GOOD.replace("count = 2", "count = 5000"),
        GOOD.split("[boxes")[0].replace("n = 2", "n = 5000"),
        GOOD.replace("8/15", "1/2+1/10^300"),
    ],
)
def test_beyond_the_checker(text: str) -> None:
    assert loads(text) is not None
    with pytest.raises(UndecidedError):
        read_instance(text.encode(), 128)
