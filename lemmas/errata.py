"""The source's own slips E1 to E8, each found by computing with the literal reading, with a witness."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lemmas.source import (
    AZUMA_CONCLUSION,
    AZUMA_HYPOTHESIS,
    K_IS_ONE,
    MENDED,
    Z_AS_PRINTED,
    Reading,
)
from lemmas.witnesses import FORGETTING, HIDDEN_CHOICES, TOO_FEW_BOXES, bits_file, experiment_of, judged
from proofcheck.analysis.all_strategies import AllStrategies
from proofcheck.analysis.randomised_response import UpperTail, bad_set
from proofcheck.logic.inequality import inequality
from proofcheck.logic.judgement import Approximate, Inequality, LinearForm, Value, Verdict
from proofcheck.model import InputError, loads
from proofcheck.numbers import Expression, Threshold, exp, ln, number, parse, quotient, simplify, sqrt

_LARGEST_N = 256  # how far a first violation is looked for


@dataclass(frozen=True)
class Finding:
    """What was found: REFUTED with a witness if the literal reading fails, VERIFIED if it does not."""

    verdict: Verdict
    witness: Mapping[str, Value]
    steps: tuple[Inequality, ...] = ()


@dataclass(frozen=True)
class Erratum:
    """One slip: what the source says, what holds, and the computation that shows it."""

    id: str
    says: str
    holds: str
    find: Callable[[], Finding]


def hockey_stick_line(reading: Reading, n: int, t: Fraction, delta: Expression) -> Inequality:
    """The theorem's inequality for n-fold randomised response with `e^eps = t`, in one reading."""
    epsilon = ln(number(t))
    eps_prime, _ = reading.at(n, epsilon, delta)
    threshold = Threshold(exp(eps_prime))
    bad = bad_set(n, t, threshold)
    form = LinearForm(quotient(bad.one, bad.unit), quotient(bad.two, bad.unit), threshold.value)
    return inequality("Pr1[W] - e^(eps') Pr2[W]", form, "<=", "delta'", delta, reading.name)


def tail_line(reading: Reading, n: int, t: Fraction, delta: Expression) -> Inequality:
    """The lemma's inequality for n-fold randomised response, in one reading."""
    eps_prime, _ = reading.at(n, ln(number(t)), delta)
    bad: UpperTail = bad_set(n, t, Threshold(exp(eps_prime)))
    return inequality("Pr1[W]", bad.probability, "<=", "delta'", delta, reading.name)


def first_violation(
    line: Callable[[Reading, int, Fraction, Expression], Inequality],
    reading: Reading,
    t: Fraction,
    delta: Expression,
    largest: int = _LARGEST_N,
) -> tuple[int, Inequality] | None:
    """The first n at which a line is refuted, with the line; None up to `largest`."""
    for n in range(1, largest + 1):
        found = line(reading, n, t, delta)
        if found.verdict is Verdict.REFUTED:
            return n, found
    return None


def _unbound_k() -> Finding:
    """E1: the first n, for three pairs of e^eps and delta', at which theorem and lemma with k = 1 fail."""
    cases: list[Value] = []
    steps: list[Inequality] = []
    fine = True
    for t, delta in ((Fraction(3, 2), "1/10"), (Fraction(3, 2), "1/2"), (Fraction(6, 5), "10^-6")):
        theorem = first_violation(hockey_stick_line, K_IS_ONE, t, parse(delta))
        lemma = first_violation(tail_line, K_IS_ONE, t, parse(delta))
        if theorem is None or lemma is None:
            fine = False
            continue
        n, step = theorem
        after = hockey_stick_line(K_IS_ONE, n + 1, t, parse(delta))
        mended = hockey_stick_line(MENDED, n, t, parse(delta))
        fine = fine and mended.verdict is Verdict.VERIFIED
        steps += [step, mended]
        cases.append(
            {
                "exp_epsilon": t,
                "delta": simplify(parse(delta)),
                "theorem_first_violated_at_n": n,
                "also_violated_at_the_next_n": "yes" if after.verdict is Verdict.REFUTED else "no",
                "lemma_first_violated_at_n": lemma[0],
                "file": bits_file(n, t, delta, K_IS_ONE.eps_prime),
            }
        )
    return Finding(
        Verdict.REFUTED if fine and cases else Verdict.VERIFIED, {"cases": tuple(cases)}, tuple(steps)
    )


def _missing_epsilon() -> Finding:
    """E2: with z as printed, exp(-z^2/(2 n eps^2)) is delta' at eps = 1 and not at eps = ln(3/2)."""
    n, delta = 4, parse("1/2")
    steps = []
    for epsilon in (ln(number(Fraction(3, 2))), number(1)):
        for reading in (Z_AS_PRINTED, MENDED):
            _, z = reading.at(n, epsilon, delta)
            name = f"exp(-z^2/(2 n eps^2)) at eps = {simplify(epsilon)}"
            steps.append(
                inequality(name, exp(-(z**2) / (2 * n * epsilon**2)), "=", "delta'", delta, reading.name)
            )
    as_expected = [step.verdict for step in steps] == [
        Verdict.REFUTED,
        Verdict.VERIFIED,
        Verdict.VERIFIED,
        Verdict.VERIFIED,
    ]
    witness: dict[str, Value] = {"n": n, "epsilon": "ln(3/2)", "delta": "1/2", "left": steps[0].left}
    return Finding(Verdict.REFUTED if as_expected else Verdict.VERIFIED, witness, tuple(steps))


def _free_index() -> Finding:
    """E3: the index i of Fact 2 is bound by nothing."""
    formulas = [formula for formula in (AZUMA_HYPOTHESIS, AZUMA_CONCLUSION) if formula.free]
    witness: dict[str, Value] = {
        "free": tuple({"formula": f.text, "indexes": tuple(sorted(f.free))} for f in formulas)
    }
    return Finding(Verdict.REFUTED if formulas else Verdict.VERIFIED, witness)


def _hidden_choices() -> Finding:
    """E4: on outputs the ratio is no single product, and the steps' losses and means exceed their bounds."""
    rows = judged(experiment_of(HIDDEN_CHOICES))
    failing = {
        id: next((row for row in rows[id] if row.level == "outputs" and row.direction == "P1->P2"), None)
        for id in ("ratio", "bounded-loss", "conditional-mean")
    }
    if any(row is None or row.verdict is not Verdict.REFUTED for row in failing.values()):
        return Finding(Verdict.VERIFIED, {})
    witness: dict[str, Value] = {
        id: {**row.values, **(row.witness or {})} for id, row in failing.items() if row is not None
    }
    witness["file"] = HIDDEN_CHOICES
    steps = tuple(step for row in failing.values() if row is not None for step in row.steps)
    return Finding(Verdict.REFUTED, witness, steps)


def _forgetting() -> Finding:
    """E5: forgetting the index makes W likelier than any strategy can make it on histories."""
    experiment = experiment_of(FORGETTING)
    delta = parse("3/4")
    everything = AllStrategies(experiment.instance, experiment.epsilon, experiment.n, experiment.family)
    order = everything.threshold(delta).order
    on_histories = everything.tail(delta, "P1->P2").probability(order)
    bad = experiment.outputs.bad_set(experiment.threshold(delta))
    on_outputs, _ = experiment.outputs.upper(bad.size)
    step = inequality(
        "Pr1[W] on outputs", on_outputs, "<=", "Pr1[W] on histories, the worst strategy", on_histories
    )
    witness: dict[str, Value] = {
        "outputs": on_outputs,
        "worst_on_histories": on_histories,
        "file": FORGETTING,
    }
    return Finding(step.verdict, witness, (step,))


def _growth() -> Finding:
    """E6: eps'/(sqrt(n) eps) is not bounded: at fixed eps it grows like sqrt(n) (e^eps - 1)."""
    epsilon, delta = parse("1/10"), parse("1/2")
    table: list[Value] = []
    for n in (1, 10**2, 10**4, 10**6, 10**8):
        eps_prime, _ = MENDED.at(n, epsilon, delta)
        table.append(
            {"n": n, "eps_prime_over_sqrt_n_eps": Approximate(eps_prime / (sqrt(number(n)) * epsilon))}
        )
    # eps'/(sqrt(n) eps) >= sqrt(n) (e^eps - 1), which passes every constant K at n > (K/(e^eps - 1))^2.
    constant, n = 1000, 10**8
    eps_prime, _ = MENDED.at(n, epsilon, delta)
    step = inequality(
        "eps'", eps_prime, "<=", f"{constant} sqrt(n) eps", constant * sqrt(number(n)) * epsilon
    )
    return Finding(
        step.verdict, {"epsilon": "1/10", "table": tuple(table), "n": n, "constant": constant}, (step,)
    )


def _basic_is_better() -> Finding:
    """E7: from eps = ln 2 on, n eps is below eps', so basic composition is better and W is empty."""
    n, delta = 8, parse("1/10")
    epsilon = parse("ln(2)")
    eps_prime, _ = MENDED.at(n, epsilon, delta)
    steps = (
        inequality("n beta at eps = ln 2", n * epsilon * (exp(epsilon) - 1), "=", "n eps", n * epsilon),
        inequality("eps'", eps_prime, "<=", "n eps", n * epsilon, "claimed gain over basic composition"),
    )
    found = steps[0].verdict is Verdict.VERIFIED and steps[1].verdict is Verdict.REFUTED
    witness: dict[str, Value] = {
        "n": n,
        "epsilon": "ln(2)",
        "eps_prime": steps[1].left,
        "basic": steps[1].right,
    }
    return Finding(Verdict.REFUTED if found else Verdict.VERIFIED, witness, steps)


def _too_few_boxes() -> Finding:
    """E8: n openings need n boxes; the model check refuses fewer."""
    try:
        loads(TOO_FEW_BOXES, "too-few-boxes.proof.toml")
    except InputError as error:
        return Finding(Verdict.REFUTED, {"file": TOO_FEW_BOXES, "error": error.problems[0].message})
    return Finding(Verdict.VERIFIED, {})


ERRATA: Sequence[Erratum] = (
    Erratum("E1", "eps' = k eps (e^eps - 1) + ..., with k unbound", "k = n", _unbound_k),
    Erratum("E2", "z = sqrt(2 n log(1/delta'))", "z = eps sqrt(2 n ln(1/delta'))", _missing_epsilon),
    Erratum("E3", "E[C_i | ...] and sum C_i in Fact 2", "the index is k", _free_index),
    Erratum(
        "E4",
        "Pr[Y_n = x] expands by the chain rule as a single product",
        "true on histories, or where all histories that show x have one likelihood ratio",
        _hidden_choices,
    ),
    Erratum(
        "E5",
        "it suffices to bound the bad event of one history",
        "the bad event is not closed under forgetting; the lemma on outputs needs moments",
        _forgetting,
    ),
    Erratum(
        "E6",
        "the loss grows as O(sqrt(n) eps)",
        "only while sqrt(n) (e^eps - 1) stays bounded; at fixed eps the first term is linear in n",
        _growth,
    ),
    Erratum(
        "E7", "nothing", "for eps >= ln 2 basic composition n eps is smaller than eps'", _basic_is_better
    ),
    Erratum(
        "E8", "nothing", "n is at most the number of boxes: opened boxes are not opened again", _too_few_boxes
    ),
)
