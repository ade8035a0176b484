"""The shipped instances: readable, explained, and true by plain enumeration."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from proofcheck import gallery
from proofcheck.model import Instance, load, loads, to_toml
from proofcheck.numbers import Exact, Expression, Order, compare, parse, to_expression

WANTED = {
    *("dog-and-cat", "five-boxes", "one-coin", "two-coins", "four-coins", "hidden-choices", "forgetting"),
    *("exact-tie", "k-ary-shared", "exponential-of-rational", "weighted-choices", "textbook-toy"),
    *("truncated-geometric", "exponential-mechanism", "zero-epsilon"),
}


def test_names_and_paths() -> None:
    assert set(gallery.names()) >= WANTED
    assert gallery.names() == sorted(gallery.names())
    assert gallery.path("one-coin").name == "one-coin.proof.toml"
    assert gallery.path("one-coin.proof.toml") == gallery.path("one-coin")
    for name in ("nothing", "../one-coin", ""):
        with pytest.raises(KeyError):
            gallery.path(name)


@pytest.mark.parametrize("name", gallery.names())
def test_a_file_explains_itself(name: str) -> None:
    instance = load(gallery.path(name))
    assert instance.title
    assert instance.notices == ()
    assert instance.text.startswith("# ")
    assert instance.expect is not None
    assert instance.expect.conclusion == "verified"
    assert loads(to_toml(instance)) == instance


def real(x: Exact | Expression) -> mpmath.mpf:
    if isinstance(x, Fraction):
        return mpmath.mpf(x.numerator) / x.denominator
    text = str(x if isinstance(x, Expression) else to_expression(x)).replace("^", "**")
    names = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt}
    digits = "".join(f"mpf({part})" if part.isdigit() else part for part in _tokens(text))
    return eval(digits, {"mpf": mpmath.mpf, **names})


def _tokens(text: str) -> list[str]:
    import re

    return re.findall(r"\d+|\D+", text)


def law(instance: Instance, level: str) -> dict[object, tuple[Exact, Exact]]:
    assert instance.family is not None
    assert instance.strategy is not None
    found: dict[tuple[tuple[str, str], ...], tuple[Exact, Exact]] = {(): (Fraction(1), Fraction(1))}
    for _ in range(instance.n or 0):
        longer = {}
        for history, (p, q) in found.items():
            for name, weight in instance.strategy.choose(history, instance.family).items():
                box = instance.family[name]
                for message, a, b in zip(box.messages, box.p1, box.p2, strict=True):
                    longer[(*history, (name, message))] = (p * weight * a, q * weight * b)
        found = longer
    if level == "histories":
        return dict(found)
    outputs: dict[object, tuple[Exact, Exact]] = {}
    for history, (p, q) in found.items():
        x = tuple(message for _, message in history)
        old = outputs.get(x, (Fraction(0), Fraction(0)))
        outputs[x] = (old[0] + p, old[1] + q)
    return outputs


@pytest.mark.parametrize("name", [name for name in gallery.names() if name != "every-delta"])
def test_expected_probabilities_by_plain_enumeration(name: str) -> None:
    instance = load(gallery.path(name))
    assert instance.expect is not None
    rows = [row for row in instance.expect.statements if "probability" in row.values]
    with mpmath.workdps(60):
        for row in rows:
            for level in [row.level] if row.level else ["histories", "outputs"]:
                atoms = list(law(instance, level).values())
                for direction in [row.direction] if row.direction else ["P1->P2", "P2->P1"]:
                    pairs = atoms if direction == "P1->P2" else [(q, p) for p, q in atoms]
                    for delta in [row.delta] if row.delta is not None else instance.deltas or ():
                        threshold = mpmath.exp(real(instance.eps_prime(delta)))
                        bad = [
                            p for p, q in pairs if real(p) > threshold * real(q) * (1 + mpmath.mpf(10) ** -50)
                        ]
                        total: Exact = sum(bad, Fraction(0))
                        wanted = parse(str(row.values["probability"]))
                        assert compare(to_expression(total), wanted).order is Order.EQUAL
                        assert row.values.get("bad_set_size", len(bad)) == len(bad)
                        assert row.vacuous is None or row.vacuous == (not bad)


def test_most_instances_are_not_vacuous() -> None:
    vacuous = 0
    for name in gallery.names():
        expect = load(gallery.path(name)).expect
        rows = [row for row in expect.statements if row.id == "bad-set-lemma"] if expect else []
        vacuous += bool(rows) and all(row.vacuous is True for row in rows)
    assert 3 * vacuous < len(gallery.names())
