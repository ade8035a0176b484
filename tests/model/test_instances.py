"""What an instance fixes and what it leaves open; making, writing and reading instances."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from proofcheck.model import (
    Box,
    Family,
    InputError,
    Instance,
    Problem,
    RuleStrategy,
    StrategyError,
    loads,
    strategies,
    tabulated,
    to_toml,
)
from proofcheck.numbers import ExpRatio, Order, compare, parse
from random_instances import instances

BOXES = """
[boxes.a]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }
[boxes.b]
P1 = { "0" = "27/47", "1" = "20/47" }
P2 = { "0" = "25/47", "1" = "22/47" }
"""
UNIFORM = '[strategy]\nkind = "uniform"\n'


@pytest.mark.parametrize(
    ("text", "for_all"),
    [
        ("", ("events", "delta", "strategy", "boxes", "epsilon", "n")),
        ("n = 3", ("events", "delta", "strategy", "boxes", "epsilon")),
        ('epsilon = "ln(2)"', ("events", "delta", "strategy", "boxes", "n")),
        ('delta = "1/2"\nn = 2\nepsilon = 1', ("events", "strategy", "boxes")),
        (BOXES, ("events", "delta", "strategy", "epsilon")),
        ('epsilon = "auto"\n' + BOXES, ("events", "delta", "strategy")),
        ('epsilon = "auto"\n' + BOXES + UNIFORM, ("events", "delta")),
        ('epsilon = "auto"\ndelta = "1/2"\n' + BOXES + UNIFORM, ("events",)),
        ('n = 1\nepsilon = "auto"\ndelta = "1/2"\nevents = [[["0"]]]\n' + BOXES + UNIFORM, ()),
        ('delta = "1/2"\n' + BOXES + UNIFORM, ("events", "epsilon")),
    ],
)
def test_scope(text: str, for_all: tuple[str, ...]) -> None:
    instance = loads(text)
    everything = ("events", "delta", "strategy", "boxes", "epsilon", "n")
    assert instance.for_all == for_all
    assert instance.fixed == tuple(name for name in everything if name not in for_all)


def test_n_left_out_is_the_number_of_boxes() -> None:
    assert loads(BOXES).n == 2
    assert loads("").n is None


def test_epsilon_auto_is_the_smallest() -> None:
    instance = loads('epsilon = "auto"\n' + BOXES)
    assert str(instance.epsilon) == "ln(11/10)"
    assert instance.epsilon_is_auto
    assert not loads('epsilon = "ln(11/10)"\n' + BOXES).epsilon_is_auto


@pytest.mark.parametrize(
    ("p1", "p2", "smallest"),
    [
        ({"a": "1/2", "b": "1/2"}, {"a": "1/2", "b": "1/2"}, "0"),
        ({"a": "1/4", "b": "3/4"}, {"a": "1/2", "b": "1/2"}, "ln(2)"),
        ({"a": "exp(-1)", "b": "1-exp(-1)"}, {"a": "1-exp(-1)", "b": "exp(-1)"}, "ln(exp(1)-1)"),
        ({"a": "exp(1/7)/(1+exp(1/7))", "b": "1/(1+exp(1/7))"}, {"b": "1/2", "a": "1/2"}, None),
    ],
)
def test_smallest_epsilon(p1: dict[str, Any], p2: dict[str, Any], smallest: str | None) -> None:
    found = Family.of(Box.create("x", p1, p2)).smallest_epsilon()
    if smallest is not None:
        assert compare(found, parse(smallest)).order is Order.EQUAL


def test_the_bound() -> None:
    instance = loads('n = 2\nepsilon = "ln(3/2)"\ndelta = "exp(-1/4)"')
    assert instance.deltas is not None
    # n eps (e^eps - 1) + eps sqrt(2 n ln(1/delta')) = 2 eps (1/2) + eps * 1
    assert compare(instance.eps_prime(instance.deltas[0]), parse("2*ln(3/2)")).order is Order.EQUAL
    own = loads('n = 2\nepsilon = "ln(3/2)"\ndelta = "1/2"\nbound = "n*epsilon + delta"')
    assert compare(own.eps_prime(parse("1/2")), parse("2*ln(3/2) + 1/2")).order is Order.EQUAL
    assert loads("").eps_prime(parse("1/2")).variables == {"n", "epsilon"}


# --- Python


def box(name: str = "a") -> Box:
    return Box.create(name, {"0": "11/21", "1": "10/21"}, {"0": "10/21", "1": "11/21"})


def test_create_takes_numbers_of_many_kinds() -> None:
    exact = Box.create("a", {"0": Fraction(1, 2), "1": "1/2"}, {"0": parse("exp(-1)"), "1": "1-exp(-1)"})
    assert isinstance(exact.p2[0], ExpRatio)
    made = Instance.create(
        family=[box("a"), box("b")], strategy=strategies.uniform(), epsilon="auto", delta="3/4"
    )
    assert made == loads(made.text)
    assert made.digest.startswith("sha256:")
    several = Instance.create(delta=[Fraction(1, 2), "1/3", parse("exp(-2)")], n=3, epsilon=1)
    assert several.deltas is not None
    assert len(several.deltas) == 3
    with_events = Instance.create(family=[box()], events=[[("0",)], []])
    assert with_events.events == (frozenset({("0",)}), frozenset())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"epsilon": 0.1}, "not 0.1"),
        ({"delta": 0.5}, "not 0.5"),
        ({"delta": "2"}, "strictly between"),
        ({"n": 2, "family": [box()]}, "only 1 box"),
        ({"n": True}, "must be an integer"),
        ({"epsilon": "1/100", "family": [box()]}, "not (eps,0)-close"),
        ({"strategy": strategies.uniform()}, "strategy without boxes"),
        ({"events": [[("0",)]]}, "events without boxes"),
        ({"events": [[("7",)]], "family": [box()]}, "no box has the message"),
        ({"family": [box(), box()]}, "two boxes are called 'a'"),
        ({"family": []}, "at least one box"),
        ({"family": [box()], "strategy": strategies.fixed("b")}, "there is no box 'b'"),
        ({"family": [box()], "strategy": 3}, "a strategy is a function"),
        ({"bound": "x"}, "unknown name 'x'"),
    ],
)
def test_create_refuses_what_a_file_is_refused_for(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Instance.create(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "p1", "p2", "message"),
    [
        ("", {"0": 1}, {"0": 1}, "needs a name"),
        ("a", {}, {}, "is empty"),
        ("a", {"0": "1/2"}, {"0": 1}, "sums to 1/2"),
        ("a", {"0": 0.5, "1": 0.5}, {"0": 1}, "write it as text"),
        ("a", {"0": "one"}, {"0": 1}, "unknown name"),
        ("a", {"0": 1}, {"0": "1/2", "1": "1/2"}, "not (eps,0)-close for any eps"),
    ],
)
def test_box_create_refuses(name: str, p1: dict[str, Any], p2: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Box.create(name, p1, p2)
    assert message in str(caught.value)


def test_errors_survive_pickling() -> None:
    problem = Problem("f", 3, "n", "0", "n is 0", "write 1")
    for kind in (InputError, StrategyError):
        copy = pickle.loads(pickle.dumps(kind([problem])))
        assert type(copy) is kind
        assert copy.problems == (problem,)
        assert str(copy) == "f:3: n is 0 (write 1)"


# --- writing


@settings(max_examples=100, deadline=None)
@given(instances())
def test_what_is_written_is_read_back(instance: Instance) -> None:
    again = loads(to_toml(instance))
    assert again == instance
    assert to_toml(again) == to_toml(instance)
    assert loads(instance.text) == instance


@settings(max_examples=50, deadline=None)
@given(instances())
def test_a_strategy_written_as_a_table_of_histories_does_the_same(instance: Instance) -> None:
    assert instance.family is not None
    assert instance.strategy is not None
    assert instance.n is not None
    choose = instance.strategy.choose
    family = instance.family
    function = replace(instance, strategy=strategies.function(lambda history: choose(history, family)))
    table = loads(to_toml(function)).strategy
    assert isinstance(table, RuleStrategy)
    assert all(rule.history is not None and choose(rule.history, family) == table.choose(rule.history, family)
               for rule in table.rules)  # fmt: skip


def test_everything_a_file_can_say_is_written() -> None:
    text = 'title = "a \\"quoted\\" title"\nn = 2\nepsilon = "ln(11/10)"\ndelta = ["1/2", "exp(-1/4)"]\n' + (
        'bound = "n*epsilon + sqrt(delta)"\nevents = [[["0", "1"], ["1", "1"]], []]\n' + BOXES
    )
    text += (
        '[strategy]\nkind = "rules"\n[[strategy.rules]]\nhistory = []\nchoose = { a = "1/3", b = "2/3" }\n'
        '[[strategy.rules]]\nlast = "0"\nlast_box = "a"\nstep = 2\nopened = ["a"]\nchoose = "b"\n'
        '[[strategy.rules]]\nchoose = "uniform"\n'
        '[expect]\nconclusion = "verified"\nargument = "gap"\n'
        "statements = [\n"
        '{ id = "closeness", box = "a", verdict = "verified", vacuous = false, method = "exact" },\n'
        '{ id = "theorem", level = "outputs", delta = "1/2", hockey_stick = { a = "1/2", list = [1, "2"] } }]'
    )
    instance = loads(text)
    assert loads(to_toml(instance)) == instance


def test_the_digest_is_that_of_the_bytes() -> None:
    assert loads("").digest.endswith("b855")
    assert loads("n = 1").digest != loads("n = 1 ").digest
    assert loads("n = 1") == loads("n = 1 # the same")


def test_a_strategy_with_too_many_histories_is_not_written() -> None:
    family = Family.of(*(box(name) for name in "abcdef"))
    with pytest.raises(ValueError, match="more than 50 histories"):
        tabulated(strategies.uniform(), family, 6, limit=50)
