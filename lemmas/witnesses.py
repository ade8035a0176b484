"""The instances that show the source's slips, as files, and a way to judge the proof on one of them."""

from __future__ import annotations

from fractions import Fraction

from lemmas import s01_closeness, s05_ratio, s06_bounded_loss, s07_fact_1, s08_conditional_mean
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.judgement import Judgement
from proofcheck.model import loads
from proofcheck.numbers import Expression, fraction_text

FORGETTING = """\
title = "Forgetting which box was opened"
n = 1
epsilon = "ln(11/10)"
delta = "3/4"

[boxes.a]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }

[boxes.b]
P1 = { "0" = "27/47", "1" = "20/47" }
P2 = { "0" = "25/47", "1" = "22/47" }

[strategy]
kind = "uniform"
"""

TOO_FEW_BOXES = """\
n = 2
epsilon = "auto"

[boxes.only]
P1 = { "0" = "11/21", "1" = "10/21" }
P2 = { "0" = "10/21", "1" = "11/21" }
"""


def _hidden_choices() -> str:
    """Open one of two boxes at random, another of two, then by the history one with messages of its own."""
    box = '[boxes.{}]\nP1 = {{ {} = "{}", {} = "{}" }}\nP2 = {{ {} = "{}", {} = "{}" }}\n'
    high, low = "11/21", "10/21"

    def made(name: str, first: str, second: str, p: str, q: str) -> str:
        return box.format(name, first, p, second, q, first, q, second, p)

    parts = ['title = "Hidden choices, revealed later"\nn = 3\nepsilon = "ln(11/10)"\ndelta = "3/4"\n']
    for pair in "ab":
        parts += [made(f"{pair}0", '"0"', '"1"', high, low), made(f"{pair}1", '"0"', '"1"', low, high)]
    for i in "01":
        parts += [made(f"c{i}{j}", f'"{i}{j}0"', f'"{i}{j}1"', high, low) for j in "01"]
    parts.append(
        '[strategy]\nkind = "rules"\n\n[[strategy.rules]]\nstep = 1\nchoose = { a0 = "1/2", a1 = "1/2" }\n'
        '\n[[strategy.rules]]\nstep = 2\nchoose = { b0 = "1/2", b1 = "1/2" }\n'
    )
    parts += [
        f'[[strategy.rules]]\nopened = ["a{i}", "b{j}"]\nchoose = "c{i}{j}"\n' for i in "01" for j in "01"
    ]
    return "\n".join(parts)


HIDDEN_CHOICES = _hidden_choices()


def bits_file(n: int, t: Fraction, delta: str, bound: Expression) -> str:
    """n boxes of randomised response with `e^eps = t`, all strategies, and a bound of one's own."""
    return (
        f'n = {n}\nepsilon = "ln({fraction_text(t)})"\ndelta = "{delta}"\nbound = "{bound}"\n\n'
        f'[boxes.bit]\nmechanism = "randomized-response"\nepsilon = "ln({fraction_text(t)})"\ncount = {n}\n\n'
        '[expect]\nconclusion = "refuted"\n'
    )


def experiment_of(text: str) -> Experiment:
    """The experiment of an instance file's text that fixes boxes and strategy."""
    instance = loads(text)
    epsilon, n = instance.effective_epsilon, instance.effective_n
    if instance.family is None or instance.strategy is None or epsilon is None or n is None:
        raise ValueError("the file leaves boxes or strategy open")
    return Experiment(instance, epsilon, n, instance.family, instance.strategy)


def judged(experiment: Experiment) -> dict[str, tuple[Judgement, ...]]:
    """The steps of the source's argument up to the conditional means."""
    rows: dict[str, tuple[Judgement, ...]] = {}
    for module in (s01_closeness, s05_ratio, s06_bounded_loss, s07_fact_1, s08_conditional_mean):
        rows[module.STATEMENT.id] = tuple(module.STATEMENT.check(Evidence(experiment, rows)))
    return rows
