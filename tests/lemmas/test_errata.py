"""The source's slips, found by computing: every number of the table of errata."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import proofcheck
from lemmas.errata import ERRATA, Erratum, first_violation, hockey_stick_line, tail_line
from lemmas.source import AZUMA_CONCLUSION, AZUMA_HYPOTHESIS, EPS_PRIME, K_IS_ONE, MENDED, Z_AS_PRINTED
from lemmas.witnesses import HIDDEN_CHOICES, bits_file
from proofcheck.logic.judgement import Verdict
from proofcheck.model import loads
from proofcheck.numbers import decimal, ln, number, parse

BY_ID = {erratum.id: erratum for erratum in ERRATA}
VARIABLES = ("n", "epsilon", "delta")


def reading(text: str):  # type: ignore[no-untyped-def]
    return replace(MENDED, name=text, eps_prime=parse(text, VARIABLES))


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.id)
def test_every_slip_is_found_by_computing(erratum: Erratum) -> None:
    finding = erratum.find()
    assert finding.verdict is Verdict.REFUTED
    assert finding.witness


@pytest.mark.parametrize(
    ("t", "delta", "theorem", "lemma"),
    [(Fraction(3, 2), "1/10", 41, 23), (Fraction(3, 2), "1/2", 60, 36), (Fraction(6, 5), "10^-6", 105, 62)],
)
def test_k_read_as_one_fails_first_at(t: Fraction, delta: str, theorem: int, lemma: int) -> None:
    found = first_violation(hockey_stick_line, K_IS_ONE, t, parse(delta))
    assert found is not None and found[0] == theorem
    found = first_violation(tail_line, K_IS_ONE, t, parse(delta))
    assert found is not None and found[0] == lemma


def test_a_violation_at_one_n_need_not_last() -> None:
    t, delta = Fraction(6, 5), parse("10^-6")
    assert hockey_stick_line(K_IS_ONE, 105, t, delta).verdict is Verdict.REFUTED
    assert hockey_stick_line(K_IS_ONE, 106, t, delta).verdict is Verdict.VERIFIED
    t, delta = Fraction(3), parse("1/10")
    violated = [
        n for n in range(10, 20) if hockey_stick_line(K_IS_ONE, n, t, delta).verdict is Verdict.REFUTED
    ]
    assert violated == [13, 15, 16, 17, 18, 19]


@pytest.mark.parametrize("t", [Fraction(6, 5), Fraction(3, 2), Fraction(3)])
def test_the_mended_reading_is_not_violated(t: Fraction) -> None:
    for delta in ("1/10", "1/2", "10^-6"):
        assert first_violation(hockey_stick_line, MENDED, t, parse(delta), 60) is None
        assert first_violation(tail_line, MENDED, t, parse(delta), 60) is None


@pytest.mark.parametrize(
    "text",
    [
        "epsilon*sqrt(2*n*ln(1/delta))/4",  # the first term dropped, the second cut
        "n*epsilon*(exp(epsilon)-1)/8",  # the second term dropped, the first cut
        "n*epsilon/4",  # a part of basic composition
    ],
)
def test_other_false_readings_are_violated_too(text: str) -> None:
    assert first_violation(hockey_stick_line, reading(text), Fraction(3, 2), parse("1/10"), 60) is not None


@pytest.mark.parametrize("t", [Fraction(3, 2), Fraction(6, 5)])
def test_the_witness_file_is_refuted_by_check(t: Fraction) -> None:
    delta = "1/10" if t == Fraction(3, 2) else "10^-6"
    n = 41 if t == Fraction(3, 2) else 105
    result = proofcheck.check(loads(bits_file(n, t, delta, K_IS_ONE.eps_prime)))
    assert result.conclusion is Verdict.REFUTED
    assert not result.mismatches
    theorem = [row for row in result.judgements if row.id == "theorem" and row.level == "histories"]
    assert all(row.verdict is Verdict.REFUTED for row in theorem)


def test_z_as_printed_is_right_only_at_epsilon_one() -> None:
    finding = BY_ID["E2"].find()
    assert [step.verdict.value for step in finding.steps] == ["refuted", "verified", "verified", "verified"]
    assert Z_AS_PRINTED.at(2, number(1), parse("1/2"))[1] == MENDED.at(2, number(1), parse("1/2"))[1]


def test_the_free_indexes() -> None:
    assert AZUMA_HYPOTHESIS.free == {"i"}
    assert AZUMA_CONCLUSION.free == {"i"}
    assert EPS_PRIME.free == {"k"}
    assert not replace(AZUMA_HYPOTHESIS, uses=frozenset({"k"})).free


def test_hidden_choices_digit_for_digit() -> None:
    witness = BY_ID["E4"].find().witness
    assert decimal(witness["bounded-loss"]["multiple_of_epsilon"].value, 4) == "3"
    assert decimal(witness["conditional-mean"]["mean"].value, 3) == "0.0136"
    assert decimal(witness["conditional-mean"]["bound"].value, 2) == "0.0095"
    assert witness["ratio"]["x"] == ("0",)
    result = proofcheck.check(loads(HIDDEN_CHOICES))
    assert result.argument == "gap"
    assert result.conclusion is Verdict.VERIFIED
    assert len(result.instance.family) == 8


def test_forgetting_beats_every_strategy_on_histories() -> None:
    witness = BY_ID["E5"].find().witness
    assert (witness["outputs"], witness["worst_on_histories"]) == (Fraction(542, 987), Fraction(11, 21))


def test_the_growth_is_linear_in_the_end() -> None:
    table = BY_ID["E6"].find().witness["table"]
    values = [Fraction(decimal(row["eps_prime_over_sqrt_n_eps"].value, 6)) for row in table]
    assert values == sorted(values)
    # From n = 10^6 to 10^8 the quotient by sqrt(n) grows tenfold, as sqrt(n) does.
    assert Fraction(97, 10) < values[-1] / values[-2] < 10


@pytest.mark.parametrize("epsilon", ["ln(2)", "1", "3/2", "2"])
def test_basic_composition_is_better_from_ln_2_on(epsilon: str) -> None:
    for n in (1, 10, 1000):
        eps_prime, _ = MENDED.at(n, parse(epsilon), parse("99/100"))
        from proofcheck.numbers import Order, compare

        assert compare(eps_prime, n * parse(epsilon)).order is Order.ABOVE


def test_below_ln_2_many_openings_make_advanced_composition_better() -> None:
    from proofcheck.numbers import Order, compare

    epsilon = ln(number(Fraction(11, 10)))
    eps_prime, _ = MENDED.at(1000, epsilon, parse("1/10"))
    assert compare(eps_prime, 1000 * epsilon).order is Order.BELOW
