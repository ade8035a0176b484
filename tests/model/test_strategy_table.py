"""The `[strategy]` table, and what strategies do on histories."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.model import (
    Family,
    FixedStrategy,
    FunctionStrategy,
    History,
    InputError,
    Instance,
    RuleStrategy,
    Strategy,
    StrategyError,
    UniformStrategy,
    loads,
    strategies,
)
from random_instances import any_strategies, families

BOXES = """
[boxes.a]
P1 = { "0" = "1/2", "1" = "1/2" }
P2 = { "0" = "1/2", "1" = "1/2" }
[boxes.b]
P1 = { "0" = "1/2", "2" = "1/2" }
P2 = { "0" = "1/2", "2" = "1/2" }
[boxes.c]
P1 = { "0" = "1/2", "1" = "1/2" }
P2 = { "0" = "1/2", "1" = "1/2" }
"""


def instance(strategy: str, n: int = 3) -> Instance:
    return loads(f"n = {n}\n{BOXES}\n[strategy]\n{strategy}")


def rules(*given: str, n: int = 3) -> Strategy:
    text = 'kind = "rules"\n' + "\n".join(f"[[strategy.rules]]\n{rule}" for rule in given)
    found = instance(text, n).strategy
    assert found is not None
    return found


def family() -> Family:
    found = loads(BOXES).family
    assert found is not None
    return found


def chosen(strategy: Strategy, history: History) -> Mapping[str, object]:
    return strategy.choose(history, family())


def message_of(strategy: str, n: int = 3) -> str:
    with pytest.raises(InputError) as caught:
        instance(strategy, n)
    return "\n".join(str(problem) for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("", "strategy has no kind"),
        ("kind = 1", "must be a string"),
        ('kind = "unifrom"', "did you mean 'uniform'?"),
        ('kind = "uniform"\nrules = []', 'strategy.rules belongs to kind = "rules"'),
        ('kind = "uniform"\norder = ["a"]', 'strategy.order belongs to kind = "fixed"'),
        ('kind = "uniform"\nordr = ["a"]', "unknown key 'ordr' in strategy"),
        ('kind = "fixed"', "has no order"),
        ('kind = "fixed"\norder = "a"', "must be an array of box names"),
        ('kind = "fixed"\norder = ["a", "b"]', "names 2 boxes, but n = 3"),
        ('kind = "fixed"\norder = ["a", "b", "a"]', "opens 'a' twice"),
        ('kind = "fixed"\norder = ["a", "b", "d"]', "there is no box 'd'"),
        ('kind = "fixed"\norder = ["a", "b", 3]', "must be a box name"),
        ('kind = "rules"', "has no rules"),
        ('kind = "rules"\nrules = []', "strategy.rules is empty"),
        ('kind = "rules"\nrules = ["a"]', "strategy.rules[0] must be a table"),
    ],
)
def test_tables_that_are_refused(strategy: str, message: str) -> None:
    assert message in message_of(strategy)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("", "has no choose"),
        ('choose = "d"', "there is no box 'd'"),
        ('choose = "first_unopened"', "did you mean 'first-unopened'?"),
        ("choose = 1", "must be a box name"),
        ("choose = {}", "is empty"),
        ('choose = { a = "1/2", b = "1/3" }', "sums to 5/6, not 1 (missing 1/6)"),
        ('choose = { a = "1/2", b = "2/3" }', "sums to 7/6, not 1 (1/6 too much)"),
        ('choose = { a = "3/2", b = "-1/2" }', "the weight of 'b' is -1/2, which is negative"),
        ('choose = { a = "1/2", d = "1/2" }', "there is no box 'd'"),
        ("choose = { a = 0.5, b = 0.5 }", "a float is rounded to binary"),
        ('choose = "a"\nlst = "0"', "did you mean 'last'?"),
        ('choose = "a"\nlast = "3"', "no box has the message '3'"),
        ('choose = "a"\nlast = 0', 'write "0"'),
        ('choose = "a"\nlast_box = "d"', "there is no box 'd'"),
        ('choose = "a"\nstep = 0', "must be at least 1"),
        ('choose = "a"\nstep = "1"', "must be an integer"),
        ('choose = "a"\nopened = "b"', "must be an array of box names"),
        ('choose = "a"\nopened = ["b", "b"]', "names 'b' twice"),
        ('choose = "a"\nopened = ["d"]', "there is no box 'd'"),
        ('choose = "a"\nhistory = "b"', "must be an array of pairs"),
        ('choose = "a"\nhistory = ["b", "0"]', "must be a pair [box, message]"),
        ('choose = "a"\nhistory = [["b"]]', "must be a pair [box, message]"),
        ('choose = "a"\nhistory = [["b", "1"]]', "the box 'b' has no message '1'"),
        ('choose = "a"\nhistory = [["b", "0"], ["b", "2"]]', "opens 'b' twice"),
    ],
)
def test_rules_that_are_refused(rule: str, message: str) -> None:
    assert message in message_of(f'kind = "rules"\n[[strategy.rules]]\n{rule}')


def test_order_may_name_more_than_n_boxes() -> None:
    assert instance('kind = "fixed"\norder = ["c", "a", "b"]', n=1).strategy == FixedStrategy(("c", "a", "b"))


def test_rules_that_never_match_are_told_in_a_notice() -> None:
    text = 'kind = "rules"\n[[strategy.rules]]\nchoose = "uniform"\n[[strategy.rules]]\nchoose = "a"'
    assert any("never used" in notice for notice in instance(text).notices)
    late = (
        'kind = "rules"\n[[strategy.rules]]\nstep = 3\nchoose = "a"\n[[strategy.rules]]\nchoose = "uniform"'
    )
    assert any("later opening" in notice for notice in instance(late, n=2).notices)
    assert instance(late, n=3).notices == ()


def test_the_first_rule_that_matches_decides() -> None:
    strategy = rules(
        'history = []\nchoose = { a = "1/3", b = "2/3", c = "0" }',
        'last = "2"\nlast_box = "b"\nchoose = "c"',
        'last = "0"\nchoose = "first-unopened"',
        'step = 3\nchoose = "uniform"',
        'opened = ["c"]\nchoose = "a"',
        'opened = ["a"]\nchoose = "b"',
        'choose = "first-unopened"',
    )
    assert chosen(strategy, ()) == {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert chosen(strategy, (("b", "2"),)) == {"c": 1}
    assert chosen(strategy, (("b", "0"),)) == {"a": 1}
    assert chosen(strategy, (("c", "1"),)) == {"a": 1}
    assert chosen(strategy, (("a", "1"),)) == {"b": 1}
    assert chosen(strategy, (("a", "1"), ("c", "1"))) == {"b": 1}
    assert chosen(strategy, (("a", "0"), ("b", "2"))) == {"c": 1}


def test_last_never_matches_before_the_first_opening() -> None:
    strategy = rules('last = "0"\nchoose = "b"', 'last_box = "a"\nchoose = "b"', 'choose = "a"')
    assert chosen(strategy, ()) == {"a": 1}


def test_opened_means_exactly_these_boxes_in_any_order() -> None:
    strategy = rules('opened = ["b", "a"]\nchoose = "c"', 'choose = "first-unopened"')
    assert chosen(strategy, (("a", "0"), ("b", "0"))) == {"c": 1}
    assert chosen(strategy, (("b", "0"), ("a", "0"))) == {"c": 1}
    assert chosen(rules('opened = []\nchoose = "c"', 'choose = "a"'), (("c", "0"),)) == {"a": 1}
    assert chosen(rules('opened = ["b"]\nchoose = "c"', 'choose = "uniform"'), (("b", "0"), ("a", "0"))) == {
        "c": 1
    }
    assert len(chosen(rules('opened = ["b"]\nchoose = "c"', 'choose = "uniform"'), (("c", "0"),))) == 2


@pytest.mark.parametrize(
    ("strategy", "history", "message"),
    [
        (strategies.rules(strategies.when(choose="a")), (("a", "0"),), "'a', which is open already"),
        (strategies.rules(strategies.when(choose={"a": "1/2", "b": "1/2"})), (("b", "0"),), "open already"),
        (strategies.rules(strategies.when(choose="b", step=1)), (("b", "2"),), "no rule matches the history"),
        (strategies.rules(strategies.when(choose="d")), (), "'d', which is no box"),
        (strategies.rules(strategies.when(choose={"a": "1/2"})), (), "sum to 1/2, not 1"),
        (strategies.rules(strategies.when(choose={"a": "3/2", "b": "-1/2"})), (), "which is negative"),
        (strategies.fixed("a"), (("a", "0"),), "too few"),
        (strategies.fixed("a", "b"), (("b", "0"),), "'b', which is open already"),
        (strategies.uniform(), (("a", "0"), ("b", "0"), ("c", "0")), "no box is left"),
        (strategies.function(lambda h: 1), (), "the function returned 1"),  # type: ignore[arg-type,return-value]
        (strategies.function(lambda h: {"a": 0.5, "b": 0.5}), (), "no exact number"),  # type: ignore[arg-type,dict-item]
        (strategies.function(lambda h: {"a": "1/2", "b": "1/3"}), (), "sum to 5/6, not 1"),
    ],
)  # fmt: skip
def test_a_strategy_that_fails_on_a_history_prints_it(
    strategy: Strategy, history: History, message: str
) -> None:
    with pytest.raises(StrategyError) as caught:
        chosen(strategy, history)
    (problem,) = caught.value.problems
    assert message in problem.message
    shown = "[" + ", ".join(f'["{box}", "{text}"]' for box, text in history) + "]"
    assert not history or shown in problem.message or "the order names" in problem.message


def test_the_error_points_at_the_rule() -> None:
    strategy = rules('step = 1\nchoose = "a"', 'choose = "a"')
    with pytest.raises(StrategyError) as caught:
        chosen(strategy, (("a", "1"),))
    problem = caught.value.problems[0]
    assert (problem.file, problem.key) == ("<string>", "strategy.rules[1].choose")
    assert problem.line == 18


def test_functions_may_return_names_or_weights() -> None:
    assert chosen(FunctionStrategy(lambda h: "c"), ()) == {"c": 1}
    assert chosen(FunctionStrategy(lambda h: {"a": "1/4", "b": Fraction(3, 4), "c": 0}), ()) == {
        "a": Fraction(1, 4),
        "b": Fraction(3, 4),
    }


# --- memory


def reachable(strategy: Strategy, family: Family, n: int) -> list[list[History]]:
    levels: list[list[History]] = [[()]]
    for _ in range(n):
        levels.append(
            [
                (*history, (box, message))
                for history in levels[-1]
                for box in strategy.choose(history, family)
                for message in family[box].messages
            ]
        )
    return levels


def future(strategy: Strategy, family: Family, history: History, steps: int) -> object:
    """Everything that the strategy will ever do from here on."""
    if steps == 0:
        return None
    choice = strategy.choose(history, family)
    return tuple(
        (
            box,
            weight,
            tuple(future(strategy, family, (*history, (box, m)), steps - 1) for m in family[box].messages),
        )
        for box, weight in sorted(choice.items())
    )


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_equal_memory_means_equal_choices_for_ever_after(data: st.DataObject) -> None:
    family = data.draw(families())
    strategy = data.draw(any_strategies(family))
    n = len(family)
    for k, level in enumerate(reachable(strategy, family, n)[:-1]):
        groups: dict[tuple[frozenset[str], Hashable], object] = {}
        for history in level:
            key = (frozenset(box for box, _ in history), strategy.memory(history))
            expected = future(strategy, family, history, n - k)
            assert groups.setdefault(key, expected) == expected


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_equal_memory_stays_equal_under_the_same_step(data: st.DataObject) -> None:
    family = data.draw(families())
    strategy = data.draw(any_strategies(family))
    for level in reachable(strategy, family, len(family))[:-2]:
        after: dict[object, Hashable] = {}
        for history in level:
            key = (frozenset(box for box, _ in history), strategy.memory(history))
            for box in strategy.choose(history, family):
                for message in family[box].messages:
                    memory = strategy.memory((*history, (box, message)))
                    assert after.setdefault((key, box, message), memory) == memory


def test_memory_is_small() -> None:
    def memories(strategy: Strategy) -> int:
        histories = [(("a", x), ("b", y)) for x, y in product("01", "02")]
        return len({strategy.memory(history) for history in histories})

    assert memories(UniformStrategy()) == 1
    assert memories(FixedStrategy(("a", "b", "c"))) == 1
    assert memories(rules('choose = "first-unopened"')) == 1
    assert memories(rules('last = "0"\nchoose = "c"', 'choose = "first-unopened"')) == 2
    assert memories(rules('history = [["a", "0"]]\nchoose = "c"', 'choose = "first-unopened"')) == 1
    assert memories(rules('history = [["a", "0"], ["b", "0"]]\nchoose = "c"', 'choose = "uniform"')) == 2
    assert memories(FunctionStrategy(lambda h: "a")) == 4


def test_the_deciding_rule_by_plain_search_twin() -> None:
    strategy = rules(
        'last = "0"\nstep = 2\nchoose = "c"',
        'history = [["a", "0"]]\nchoose = "b"',
        'history = [["a", "1"]]\nchoose = "b"',
        'choose = "first-unopened"',
    )
    assert isinstance(strategy, RuleStrategy)
    for history in [(), (("a", "0"),), (("a", "1"),), (("b", "2"),), (("b", "0"),)]:
        opened = frozenset(box for box, _ in history)
        plain = next(rule for rule in strategy.rules if rule.matches(history, opened))
        name = plain.choose if plain.choose != "first-unopened" else min(set("abc") - opened)
        assert chosen(strategy, history) == {name: 1}
