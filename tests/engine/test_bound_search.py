"""Claimed bounds: valid ones are proved, false ones refuted by an exact instance at the expected n."""

from fractions import Fraction
from math import comb

import pytest

from proofcheck.analysis.composition_bounds import VARIABLES, named_bound
from proofcheck.engine.bound_search import (
    DEFAULT_DELTA,
    DEFAULT_EPSILON,
    examine_bound,
    outer_region,
)
from proofcheck.engine.bound_witness import Range, decide, instance_file, simplest
from proofcheck.logic.judgement import Verdict
from proofcheck.model import loads
from proofcheck.numbers import DomainError, Order, compare, exp, number, parse

QUARTER = "n*epsilon*(exp(epsilon)-1)/4 + epsilon*sqrt(2*n*ln(1/delta))"
NINE_TENTHS = "0.9*n*epsilon*tanh(epsilon/2) + epsilon*sqrt(2*n*ln(1/delta))"


def expression(text):
    bound = named_bound(text)
    return bound.expression if bound else parse(text, VARIABLES)


def at(*texts):
    values = [parse(text) for text in texts]
    return Range(values[0], values[-1])


def examine(text, numbers, epsilon=DEFAULT_EPSILON, delta=DEFAULT_DELTA, **options):
    return examine_bound(expression(text), numbers=numbers, epsilon=epsilon, delta=delta, **options)


def confirm(found, text) -> None:
    """The refutation again, by the definition in `Fraction` and one comparison."""
    n, t = found.n, found.t
    eps_prime = expression(text).substitute({"n": n, "epsilon": found.epsilon, "delta": found.delta})
    unit = (1 + t) ** n
    one = sum(comb(n, i) * t**i for i in range(found.event.least, n + 1)) / unit
    two = sum(comb(n, i) * t ** (n - i) for i in range(found.event.least, n + 1)) / unit
    assert compare(number(one) - number(two) * exp(eps_prime), found.delta).order is Order.ABOVE


@pytest.mark.parametrize(
    ("epsilon", "delta", "first"), [("ln(3/2)", "1/10", 41), ("ln(3/2)", "1/2", 60), ("ln(6/5)", "1e-6", 105)]
)
def test_k_read_as_1_is_first_violated_at(epsilon, delta, first) -> None:
    report = examine("k-is-1", range(1, 257), at(epsilon), at(delta))
    assert report.verdict is Verdict.REFUTED
    assert report.refutation.n == first
    assert report.having(Verdict.VERIFIED) == tuple(range(1, first))
    confirm(report.refutation, "k-is-1")


def test_first_is_not_from() -> None:
    bound = expression("k-is-1")
    orders = [decide(bound, n, parse("ln(6/5)"), parse("1e-6")).comparison.order for n in (104, 105, 106)]
    assert orders == [Order.BELOW, Order.ABOVE, Order.BELOW]
    orders = [decide(bound, n, parse("ln(3)"), parse("1/10")).comparison.order for n in range(11, 20)]
    assert [n for n, order in zip(range(11, 20), orders, strict=True) if order is Order.ABOVE] == [
        13,
        *range(15, 20),
    ]


@pytest.mark.parametrize(
    ("epsilon", "delta", "first"), [("ln(3/2)", "1/10", 23), ("ln(3/2)", "1/2", 36), ("ln(6/5)", "1e-6", 62)]
)
def test_the_lemma_with_k_read_as_1_fails_first_at(epsilon, delta, first) -> None:
    bound = expression("k-is-1")
    orders = [decide(bound, n, parse(epsilon), parse(delta)).lemma for n in range(1, first + 1)]
    assert orders[-1] is Order.ABOVE
    assert Order.ABOVE not in orders[:-1] and Order.UNDECIDED not in orders


def test_the_textbook_slip() -> None:
    report = examine("textbook-slip", range(1, 257), at("1"), at("1e-4"))
    found = report.refutation
    assert found.n == 144 and report.having(Verdict.VERIFIED) == tuple(range(1, 144))
    assert compare(found.eps_prime, parse("103.006")).order is Order.ABOVE
    assert compare(found.eps_prime, parse("103.007")).order is Order.BELOW
    assert compare(found.divergence, parse("1.0614e-4")).order is Order.ABOVE
    assert compare(found.divergence, parse("1.0615e-4")).order is Order.BELOW
    for n in (150, 200, 256):
        assert (
            decide(expression("textbook-slip"), n, parse("1"), parse("1e-4")).comparison.order is Order.ABOVE
        )


@pytest.mark.parametrize(("text", "n"), [(QUARTER, 123), (NINE_TENTHS, 128)])
def test_false_by_a_hair(text, n) -> None:
    report = examine(text, [n], epsilon=at("0", "ln(20)"))
    assert report.verdict is Verdict.REFUTED
    confirm(report.refutation, text)


def test_true_by_a_hair() -> None:
    assert examine(NINE_TENTHS, [120], epsilon=at("0", "ln(20)")).verdict is Verdict.VERIFIED
    assert examine("k-is-1", range(1, 13)).refutation.n == 12


@pytest.mark.parametrize("name", ["theorem", "theorem-tanh", "zcdp", "kov", "kov-log", "basic"])
def test_valid_bounds_are_proved(name) -> None:
    report = examine(name, [*range(1, 33), 64, 128, 256])
    assert report.verdict is Verdict.VERIFIED and report.refutation is None
    assert report.having(Verdict.VERIFIED) == report.numbers


@pytest.mark.slow
@pytest.mark.parametrize("name", ["theorem", "theorem-tanh", "zcdp", "kov", "kov-log", "basic"])
def test_valid_bounds_are_proved_up_to_256(name) -> None:
    assert examine(name, range(1, 257)).verdict is Verdict.VERIFIED


@pytest.mark.slow
@pytest.mark.parametrize(("text", "first"), [(QUARTER, 123), (NINE_TENTHS, 125)])
def test_false_by_a_hair_over_all_n(text, first) -> None:
    report = examine(text, range(1, 257))
    assert report.refutation.n == first
    assert len(report.having(Verdict.VERIFIED)) >= first - 2
    confirm(report.refutation, text)


@pytest.mark.parametrize("name", ["textbook-slip", "no-first-term", "no-second-term", "k-is-1"])
def test_slips_are_refuted_by_a_simple_instance(name) -> None:
    report = examine(name, range(1, 65))
    found = report.refutation
    confirm(found, name)
    assert found.t.denominator <= 20 and found.delta.value.numerator <= 100
    # the claim was proved for every smaller n, so the n found is the first
    assert report.having(Verdict.VERIFIED) == tuple(range(1, found.n))


def test_witness_file_holds_the_instance() -> None:
    report = examine("no-second-term", [1, 2])
    found = report.refutation
    instance = loads(instance_file(found, report.bound))
    assert (instance.n, instance.strategy, len(instance.family.boxes)) == (found.n, None, found.n)
    assert compare(instance.deltas[0], found.delta).order is Order.EQUAL
    assert compare(instance.eps_prime(instance.deltas[0]), found.eps_prime).order is Order.EQUAL
    assert instance.expect is not None


def test_a_budget_leaves_it_undecided() -> None:
    report = examine(QUARTER, [120, 121], budget=4_000)
    assert report.verdict is Verdict.UNDECIDED and report.refutation is None
    row = report.rows[0]
    assert row.left and all(part.delta_low <= part.delta_high for part in row.left)


def test_an_undefined_bound_is_never_verified() -> None:
    # no value for epsilon between 1 and 2, which no corner shows
    report = examine("n*epsilon + sqrt((epsilon - 1)*(epsilon - 2))", [1], budget=2_000)
    assert report.verdict is Verdict.UNDECIDED
    assert all(part.epsilon_low < 2 and part.epsilon_high > 1 for part in report.rows[0].left)
    for text in ("n*epsilon + ln(-1)", "n*epsilon + sqrt(epsilon - 1)", "n*epsilon + sqrt(1/2 - delta)"):
        with pytest.raises(DomainError, match="at n = 1"):
            examine(text, [1])
    with pytest.raises(DomainError):
        examine("n*epsilon + sqrt(epsilon - 1)", [1], at("1/2"), at("1/2"))


def test_a_tie_at_one_point_is_decided_exactly() -> None:
    # at epsilon = ln 2, n = 1 the divergence at eps' = 0 is 1/3
    assert examine("0", [1], at("ln(2)"), at("1/3")).verdict is Verdict.VERIFIED
    assert (
        examine("0", [1], at("ln(2)"), at("0.3333333333333333333333333333333333")).verdict is Verdict.REFUTED
    )
    assert (
        examine("0", [1], at("ln(2)"), at("0.3333333333333333333333333333333334")).verdict is Verdict.VERIFIED
    )


def test_odds_outside_the_field_are_enclosed() -> None:
    assert examine("theorem", [3], at("sqrt(2)"), at("1/10")).verdict is Verdict.VERIFIED
    assert examine("0", [3], at("sqrt(2)"), at("1/10")).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [
        (("3", "1"), ("1/10", "1/2")),
        (("0", "3"), ("1/2", "1/10")),
        (("-1", "3"), ("1/10", "1/2")),
        (("0", "3"), ("1/10", "2")),
        (("0", "3"), ("0", "0")),
        (("0", "0"), ("1/10", "1/2")),
    ],
)
def test_ranges_that_make_no_sense(epsilon, delta) -> None:
    with pytest.raises(ValueError, match=r"epsilon|delta|range"):
        outer_region(at(*epsilon), at(*delta))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("3/10", "2/5", "1/3"),
        ("1/2", "1/2", "1/2"),
        ("7/5", "9/5", "3/2"),
        ("29/10", "31/10", "3"),
        ("3/4", "2", "1"),
    ],
)
def test_simplest_fraction(low, high, expected) -> None:
    found = simplest(Fraction(low), Fraction(high))
    assert found == Fraction(expected)
    smaller = {Fraction(a, b) for b in range(1, found.denominator) for a in range(4 * b)}
    assert not [x for x in smaller if Fraction(low) <= x <= Fraction(high)]
