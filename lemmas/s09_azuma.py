"""S9, Fact 2 (Azuma): if `|C_k| <= eps` and `E[C_k | past] <= beta` then, for all z > 0,
`Pr[sum C_k - n beta > z] <= exp(-z^2/(2 n eps^2))`.

Source: "Fact 2. (Azuma Inequality)", with the index k where the source has i. The hypotheses are S6 and
S8 of the same level, and S5, which makes `sum C_k` the log-likelihood ratio that W speaks of; where one
fails (it can, on outputs) this way of proving says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmas.g03_hoeffding import MEAN_BOUND, VALUES, WEIGHT
from lemmas.g04_markov import EVENT as ANY_EVENT
from lemmas.g04_markov import EXCESS, MASS
from lemmas.hypotheses import SOME
from lemmas.notation import EPS, LAMBDA, LOSS, H, N, X, Y, Z
from proofcheck.analysis.experiment import Experiment
from proofcheck.logic.derivation import Derivation, Histories, Hypothesis, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Index, Letter, at_most, equal, total
from proofcheck.logic.induction import Assumption, Induction
from proofcheck.logic.inequality import combined, inequality
from proofcheck.logic.judgement import DIRECTIONS, Approximate, Direction, Judgement, Level, Value, Verdict
from proofcheck.logic.rules import Sign, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import exp, ln, number, quotient, to_expression

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the hypotheses, then the conclusion at every atom of the loss beyond n beta."""
    for level in _LEVELS:
        for direction in DIRECTIONS:
            yield _judge(evidence, level, direction)


def _judge(evidence: Evidence[Experiment], level: Level, direction: Direction) -> Judgement:
    hypotheses = [
        row
        for id in STATEMENT.hypotheses
        for row in evidence.judgements(id, level=level, direction=direction)
    ]
    if any(row.verdict is Verdict.REFUTED for row in hypotheses):
        failing = tuple(row.id for row in hypotheses if row.verdict is Verdict.REFUTED)
        return Judgement(
            "azuma", level, direction, Verdict.INAPPLICABLE, "exact", values={"failing_hypotheses": failing}
        )
    experiment = evidence.setting
    tightest = None if experiment.no_privacy_loss else experiment.tightest_atom(level, direction)
    if tightest is None:
        verdict = combined(row.verdict for row in hypotheses)
        return Judgement("azuma", level, direction, verdict, "exact", vacuous=True, values={"atoms": 0})
    sum_of_losses = ln(to_expression(quotient(*tightest.ratio)))
    step = inequality(
        "Pr[sum C_k >= l]", tightest.tail, "<=", "exp(-(l - n beta)^2/(2 n eps^2))", tightest.bound,
        f"the tightest of {tightest.atoms} atoms l > n beta",
    )  # fmt: skip
    values: dict[str, Value] = {
        "atoms": tightest.atoms,
        "atom": Approximate(sum_of_losses),
        "ratio": quotient(*tightest.ratio),
        "probability": step.left,
        "bound": step.right,
        "slack": step.slack,
    }
    return Judgement(
        "azuma",
        level,
        direction,
        combined([step.verdict, *(row.verdict for row in hypotheses)]),
        step.method,
        values=values,
        witness=None if step.verdict is Verdict.VERIFIED else {"ratio": quotient(*tightest.ratio)},
        steps=(step,),
    )


# The general derivation.
_X = Index("x", (H,))
MASS_OF_HISTORY = Letter(
    "Pr", "nonnegative", (H,), "Pr(h)", r"\mathrm{Pr}(h)", "the probability of the history h"
)
OUTCOME = Letter("w", "nonnegative", (H, _X), "w(x|h)", r"w(x \mid h)", "the probability of x after h")
DIFFERENCE = Letter("c", "real", (H, _X), "c(x|h)", r"c(x \mid h)", "the value of C_k if x follows h")
EVENT = Letter(
    "W", "nonnegative", (H,), "W(h)", "W(h)", "1 if the sum of C_k exceeds n b by more than z, else 0"
)
NEXT = _X

_EXCESS = LOSS - N * MEAN_BOUND
_GROWN = LOSS + DIFFERENCE - (N + 1) * MEAN_BOUND
_FACTOR = exp(EPS**2 * LAMBDA**2 / 2)
_MOMENT = at_most(total(H, MASS_OF_HISTORY * exp(LAMBDA * _EXCESS)), exp(N * (EPS**2 * LAMBDA**2 / 2)))
_TAIL = total(H, MASS_OF_HISTORY * EVENT)

DERIVATION = Derivation(
    hypotheses=(
        Hypothesis("outcomes", equal(total(_X, OUTCOME), 1), "a distribution after every history"),
        Hypothesis("c >= -eps", at_most(-EPS, DIFFERENCE), "bounded from below", "bounded-loss"),
        Hypothesis("c <= eps", at_most(DIFFERENCE, EPS), "and from above", "bounded-loss"),
        Hypothesis(
            "mean",
            at_most(total(_X, OUTCOME * DIFFERENCE), MEAN_BOUND),
            "E[C_k | h] <= b",
            "conditional-mean",
        ),
        SOME,
        Hypothesis("at most one", at_most(EVENT, 1), "an event is counted once"),
        Hypothesis(
            "on the event", at_most(0, EVENT * (LOSS - N * MEAN_BOUND - Z)), "there the sum exceeds n b + z"
        ),
    ),
    histories=Histories(
        H,
        N,
        (_X,),
        start=((MASS_OF_HISTORY, number(1)), (LOSS, number(0))),
        grow=((MASS_OF_HISTORY, MASS_OF_HISTORY * OUTCOME), (LOSS, LOSS + DIFFERENCE)),
    ),
    steps=(
        Step(
            "one opening",
            at_most(total(_X, OUTCOME * exp(LAMBDA * (DIFFERENCE - MEAN_BOUND))), _FACTOR),
            special("hoeffding/centred", {WEIGHT: OUTCOME, VALUES: DIFFERENCE}, indices={X: _X}),
            "Hoeffding's lemma after every history",
        ),
        Step("moment at 0", at_most(1, 1), Sign(), "e^0 = 1 at the empty history"),
        Step("moment at n", _MOMENT, Assumption()),
        Step(
            "last opening",
            at_most(
                total((H, _X), MASS_OF_HISTORY * OUTCOME * exp(LAMBDA * _GROWN)),
                _FACTOR * total(H, MASS_OF_HISTORY * exp(LAMBDA * _EXCESS)),
            ),
            termwise("one opening", H, weight=MASS_OF_HISTORY * exp(LAMBDA * _EXCESS)),
        ),
        Step(
            "moment at n+1",
            at_most(
                total((H, _X), MASS_OF_HISTORY * OUTCOME * exp(LAMBDA * _GROWN)),
                exp((N + 1) * (EPS**2 * LAMBDA**2 / 2)),
            ),
            combination({"last opening": 1, "moment at n": _FACTOR}),
        ),
        Step("moment", _MOMENT, Induction("moment at 0", "moment at n", "moment at n+1")),
        Step("scaled", at_most(0, EVENT * (LAMBDA * (_EXCESS - Z))), combination({"on the event": LAMBDA})),
        Step(
            "markov",
            at_most(_TAIL, total(H, MASS_OF_HISTORY * exp(LAMBDA * (_EXCESS - Z)))),
            special(
                "markov/markov",
                {MASS: MASS_OF_HISTORY, ANY_EVENT: EVENT, EXCESS: LAMBDA * (_EXCESS - Z)},
                indices={Y: H},
            ),
        ),
        Step(
            "chernoff",
            at_most(_TAIL, exp(N * (EPS**2 * LAMBDA**2 / 2) - LAMBDA * Z)),
            combination({"markov": 1, "moment": exp(-LAMBDA * Z)}),
            "for every lambda >= 0",
        ),
        Step(
            "tail",
            at_most(_TAIL, exp(-(Z**2) / (2 * N * EPS**2))),
            special("chernoff", {LAMBDA: Z / (N * EPS**2)}),
            "lambda = z/(n eps^2)",
        ),
    ),
    concludes=("tail",),
)


STATEMENT = Statement(
    id="azuma",
    number="S9",
    title="Fact 2: Azuma's inequality",
    formula="Pr[sum C_k - n beta > z] <= exp(-z^2/(2 n eps^2))  for all z > 0",
    words="The total loss rarely exceeds its mean by much: the steps' surprises mostly cancel.",
    source="Fact 2",
    kind="fact",
    hypotheses=("ratio", "bounded-loss", "conditional-mean"),
    uses=("ratio", "bounded-loss", "conditional-mean"),
    proof_uses=(),
    check=check,
    derivation=DERIVATION,
)
