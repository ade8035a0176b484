"""S11, the lemma: `Pr[W | P1, A] <= delta'` for the bad set `W = {x : Pr1[x] > e^(eps') Pr2[x]}` (strict).

Source: "Lemma" and the definition of W before it, with
`eps' = n eps (e^eps - 1) + eps sqrt(2 n ln(1/delta'))` (the source writes k for the first n). Judged on
histories and on outputs. Forgetting the indexes can enlarge the probability of W, so the outputs are
judged on their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lemmas.g01_exponential import U
from lemmas.g03_hoeffding import MEAN_BOUND
from lemmas.hypotheses import OPENING, SMALL, SOME
from lemmas.notation import (
    BETA,
    BOX1,
    BOX2,
    CHOICE,
    DEVIATION,
    EPS,
    EPS_PRIME,
    LOSS,
    PR1,
    PR2,
    PRODUCT,
    XI,
    H,
    I,
    N,
    P,
    Q,
    X,
    Z,
    growth,
)
from lemmas.notation import DELTA as DELTA_PRIME
from lemmas.s09_azuma import DIFFERENCE, MASS_OF_HISTORY, NEXT, OUTCOME
from lemmas.s09_azuma import EVENT as TAIL_EVENT
from proofcheck.analysis.experiment import Experiment, Setting
from proofcheck.analysis.loss import LossDistribution
from proofcheck.analysis.own_bound import DELTA, falls_with_delta, violating_delta, worst_atom
from proofcheck.analysis.ratios import Ratio
from proofcheck.logic.derivation import Derivation, Hypothesis, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import Letter, at_most, equal, total
from proofcheck.logic.inequality import as_expression, inequality
from proofcheck.logic.judgement import DIRECTIONS, Direction, Inequality, Judgement, Level, Value, Verdict
from proofcheck.logic.rules import chain, combination
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Exact, Expression, exp, ln, quotient, simplify, to_expression

_LEVELS: tuple[Level, ...] = ("histories", "outputs")


def check(evidence: Evidence[Experiment]) -> Iterator[Judgement]:
    """Judge the lemma at every delta' of the instance, or at all delta' in (0, 1) if it names none."""
    experiment = evidence.setting
    for level in _LEVELS:
        for direction in DIRECTIONS:
            if experiment.instance.deltas is None:
                yield _for_all_delta(experiment, level, direction)
                continue
            for delta in experiment.instance.deltas:
                yield _at(experiment, level, direction, delta)


def _at(experiment: Experiment, level: Level, direction: Direction, delta: Expression) -> Judgement:
    losses = experiment.losses(level, direction)
    bad = losses.bad_set(experiment.threshold(delta))
    # Points whose membership is undecided count as bad: the bound is then still sound.
    size = bad.size + bad.doubtful
    step = _step(losses, size, direction, delta)
    verdict = step.verdict
    if bad.doubtful and verdict is Verdict.REFUTED:
        certain = _step(losses, bad.size, direction, delta)
        verdict = Verdict.REFUTED if certain.verdict is Verdict.REFUTED else Verdict.UNDECIDED
    values: dict[str, Value] = {
        "probability": step.left,
        "bound": simplify(delta),
        "slack": step.slack,
        "bad_set_size": losses.points(size),
    }
    if bad.doubtful:
        values["undecided_points"] = losses.points(size) - losses.points(bad.size)
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        verdict,
        step.method,
        delta=delta,
        vacuous=size == 0,
        values=values,
        witness=None if verdict is Verdict.VERIFIED else _witness(experiment, level, losses, size),
        steps=(step,),
    )


def _step(losses: LossDistribution, size: int, direction: Direction, delta: Expression) -> Inequality:
    return inequality(f"Pr{direction[1]}[W]", losses.upper(size)[0], "<=", "delta'", delta)


def _for_all_delta(experiment: Experiment, level: Level, direction: Direction) -> Judgement:
    """`W` grows with delta'; its probability jumps where eps' passes an atom, and only there can it fail."""
    if experiment.instance.bound is not None:
        losses = experiment.losses(level, direction)
        atoms = ((atom.ratio, losses.probability(losses.tail1[j])) for j, atom in enumerate(losses.atoms, 1))
        return own_bound_row(experiment, level, direction, atoms)
    tightest = None if experiment.no_privacy_loss else experiment.tightest_atom(level, direction)
    if tightest is None:
        return Judgement(
            "bad-set-lemma", level, direction, Verdict.VERIFIED, "exact", vacuous=True, values={"atoms": 0}
        )
    step = inequality(
        f"Pr{direction[1]}[ratio >= s]", tightest.tail, "<=", "the delta' at which eps' = ln s",
        tightest.bound, f"the tightest of {tightest.atoms} atoms s > e^(n beta)",
    )  # fmt: skip
    ratio = quotient(*tightest.ratio)
    values: dict[str, Value] = {
        "atoms": tightest.atoms,
        "ratio": ratio,
        "probability": step.left,
        "bound": step.right,
        "slack": step.slack,
    }
    witness: dict[str, Value] | None = None
    if step.verdict is not Verdict.VERIFIED:
        witness = {"ratio": ratio, "delta": as_expression(tightest.bound)}
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        step.verdict,
        step.method,
        values=values,
        witness=witness,
        steps=(step,),
    )


def own_bound_row(
    setting: Setting, level: Level, direction: Direction, atoms: Iterable[tuple[Ratio, Exact]]
) -> Judgement:
    """The lemma for all delta' with the file's own bound F: `F(Pr1[ratio >= s]) >= ln s` at every atom s."""
    bound = setting.instance.eps_prime(DELTA)
    if not falls_with_delta(bound):
        reason = "the bound is not seen to fall as delta' grows; give delta' in the file"
        return Judgement(
            "bad-set-lemma", level, direction, Verdict.UNDECIDED, "exact", values={"reason": reason}
        )
    worst, count = worst_atom(atoms, bound)
    if worst is None:
        raise LookupError("a distribution without atoms")
    ratio = quotient(*worst.ratio)
    step = inequality(
        "ln s", ln(to_expression(ratio)), "<=", f"the bound at delta' = Pr{direction[1]}[ratio >= s]",
        bound.substitute({"delta": to_expression(worst.tail)}), f"one of {count} atoms s",
    )  # fmt: skip
    witness: dict[str, Value] | None = None
    verdict = step.verdict
    if verdict is Verdict.REFUTED:
        delta = violating_delta(worst, bound)
        verdict = Verdict.UNDECIDED if delta is None else Verdict.REFUTED
        witness = None if delta is None else {"ratio": ratio, "probability": worst.tail, "delta": delta}
    return Judgement(
        "bad-set-lemma",
        level,
        direction,
        verdict,
        step.method,
        values={"atoms": count, "ratio": ratio, "probability": worst.tail, "slack": step.slack},
        witness=witness,
        steps=(step,),
    )


def _witness(experiment: Experiment, level: Level, losses: LossDistribution, size: int) -> dict[str, Value]:
    """The point of W with the largest ratio."""
    tree = experiment.tree
    atom = losses.atoms[0]
    ratio = quotient(*atom.ratio)
    if level == "histories":
        return {
            "history": tree.history(tree.n, atom.sample),
            "ratio": ratio,
            "bad_set_size": losses.points(size),
        }
    return {"x": tree.output(tree.n, atom.sample), "ratio": ratio, "bad_set_size": losses.points(size)}


# The general derivation.
BAD = Letter("W", "nonnegative", (H,), "W(h)", "W(h)", "1 if h lies in the bad set, else 0")
_LOSS = ln(BOX1 / BOX2)
_ODDS = PR1 / (exp(EPS_PRIME) * PR2)
_TAIL = total(H, PR1 * BAD)

# On histories, by the source's own argument. On outputs: g10_bad_set_everywhere.
DERIVATION = Derivation(
    hypotheses=(
        *OPENING,
        SMALL,
        SOME,
        Hypothesis("at most one", at_most(BAD, 1), "a set counts a history once"),
        Hypothesis(
            "in the bad set", at_most(0, BAD * (PR1 - exp(EPS_PRIME) * PR2)), "there Pr1 > e^(eps') Pr2"
        ),
    ),
    histories=growth(losses=True),
    steps=(
        Step("loss", equal(LOSS, ln(PR1 / PR2)), special("ratio/loss", {PRODUCT: exp(LOSS)})),
        Step(
            "logarithm",
            at_most(1 - exp(EPS_PRIME) * PR2 / PR1, ln(_ODDS)),
            special("exponential/logarithm below", {U: _ODDS}),
        ),
        Step(
            "excess",
            at_most(0, BAD * (LOSS - N * BETA - DEVIATION)),
            combination({"loss": -BAD, "logarithm": BAD, "in the bad set": 1 / PR1}),
            "in the bad set the sum of the losses exceeds eps' = n beta + z",
        ),
        Step("one opening", equal(total((I, XI), CHOICE * BOX1), 1), special("chain-rule/one opening")),
        Step(
            "loss <= eps",
            at_most(_LOSS, EPS),
            special("bounded-loss/upper", {P: BOX1, Q: BOX2}, indices={X: XI}),
        ),
        Step(
            "loss >= -eps",
            at_most(-EPS, _LOSS),
            special("bounded-loss/lower", {P: BOX1, Q: BOX2}, indices={X: XI}),
        ),
        Step(
            "mean",
            at_most(total((I, XI), CHOICE * BOX1 * _LOSS), BETA),
            special("conditional-mean/history"),
        ),
        Step(
            "azuma",
            at_most(_TAIL, exp(-(DEVIATION**2) / (2 * N * EPS**2))),
            special(
                "azuma/tail",
                {
                    MASS_OF_HISTORY: PR1,
                    OUTCOME: CHOICE * BOX1,
                    DIFFERENCE: _LOSS,
                    MEAN_BOUND: BETA,
                    Z: DEVIATION,
                    TAIL_EVENT: BAD,
                },
                indices={NEXT: (I, XI)},
            ),
        ),
        Step(
            "tail", equal(exp(-(DEVIATION**2) / (2 * N * EPS**2)), DELTA_PRIME), special("substitution/tail")
        ),
        Step("lemma", at_most(_TAIL, DELTA_PRIME), chain("azuma", "tail")),
    ),
    concludes=("lemma",),
    remarks=("With P1 and P2 exchanged the same steps prove the other direction.",),
)


STATEMENT = Statement(
    id="bad-set-lemma",
    number="S11",
    title="Lemma: the bad set is unlikely",
    formula="Pr[W | P1, A] <= delta',  W = {x : Pr1[x] > e^(eps') Pr2[x]}",
    words="What you see tells the passwords apart by more than e^(eps') with probability at most delta'.",
    source="Lemma",
    kind="lemma",
    hypotheses=("closeness",),
    uses=("outputs",),
    proof_uses=(
        "chain-rule",
        "support",
        "ratio",
        "bounded-loss",
        "conditional-mean",
        "azuma",
        "substitution",
    ),
    check=check,
    derivation=DERIVATION,
)
