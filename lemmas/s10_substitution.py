"""S10, substitution: with `z = eps sqrt(2 n ln(1/delta'))`, `exp(-z^2/(2 n eps^2)) = delta'` and
`n beta + z = eps'`.

Source: "applying Azuma Inequality with z = sqrt(2 n log(1/delta'))". The factor eps is missing there:
without it the first identity fails unless eps = 1. For a bound that replaces the theorem's, the second
line asks that the proof reaches it: `n beta + z <= bound`.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemmas.hypotheses import SMALL, SOME
from lemmas.notation import BETA, DELTA, DEVIATION, EPS, EPS_PRIME, EPS_SECOND, TANH_MEAN, N
from proofcheck.analysis.experiment import Setting
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.derivation import check as derived
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import at_most, below, equal
from proofcheck.logic.inequality import Relation, combined, inequality, weakest
from proofcheck.logic.judgement import Judgement, Verdict
from proofcheck.logic.rules import Identity, Sign
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, exp, ln, number, sqrt


def deviation(n: Expression, epsilon: Expression, delta: Expression) -> Expression:
    """`z = eps sqrt(2 n ln(1/delta'))`."""
    return epsilon * sqrt(2 * n * ln(1 / delta))


def tail(z: Expression, n: Expression, epsilon: Expression) -> Expression:
    """Azuma's bound `exp(-z^2/(2 n eps^2))` (eps > 0)."""
    return exp(-(z**2) / (2 * n * epsilon**2))


def check(evidence: Evidence[Setting]) -> Iterator[Judgement]:
    """Judge both identities at every delta' of the instance, or by the derivation at all of them."""
    setting = evidence.setting
    if setting.instance.deltas is None and setting.instance.bound is None and not setting.no_privacy_loss:
        yield Judgement(
            "substitution", "box", None, derived(DERIVATION, {}).verdict, "symbolic",
            values={"checked_steps": len(DERIVATION.steps)},
        )  # fmt: skip
    n, epsilon = number(setting.n), setting.epsilon
    vacuous = setting.no_privacy_loss
    for delta in setting.instance.deltas or ():
        z = deviation(n, epsilon, delta)
        reached = n * setting.beta + z
        steps = []
        if not vacuous:
            steps.append(inequality("exp(-z^2/(2 n eps^2))", tail(z, n, epsilon), "=", "delta'", delta))
        own = setting.instance.bound is None
        relation: Relation = "=" if own else "<="
        name = "eps'" if own else "the file's bound"
        steps.append(inequality("n beta + z", reached, relation, name, setting.instance.eps_prime(delta)))
        verdict = combined(step.verdict for step in steps)
        yield Judgement(
            "substitution",
            "box",
            None,
            verdict,
            weakest(step.method for step in steps),
            delta=delta,
            vacuous=vacuous,
            values={"reached": steps[-1].left, "bound": steps[-1].right, "slack": steps[-1].slack},
            witness=None
            if verdict is Verdict.VERIFIED
            else {"reached": steps[-1].left, "bound": steps[-1].right},
            steps=tuple(steps),
        )


# The general derivation.
DERIVATION = Derivation(
    hypotheses=(SMALL, SOME),
    steps=(
        Step("logarithm", below(0, ln(1 / DELTA)), Sign(), "so the root is that of a positive number"),
        Step("deviation", at_most(0, DEVIATION), Sign()),
        Step("tail", equal(exp(-(DEVIATION**2) / (2 * N * EPS**2)), DELTA), Identity()),
        Step("reached", equal(N * BETA + DEVIATION, EPS_PRIME), Identity()),
        Step("reached with tanh", equal(N * TANH_MEAN + DEVIATION, EPS_SECOND), Identity()),
    ),
    concludes=("logarithm", "deviation", "tail", "reached", "reached with tanh"),
)


STATEMENT = Statement(
    id="substitution",
    number="S10",
    title="Substituting z",
    formula="z = eps sqrt(2n ln(1/delta'))  =>  exp(-z^2/(2n eps^2)) = delta'  and  n beta + z = eps'",
    words="This z makes Azuma's bound equal to delta' and the threshold equal to eps'.",
    source='"applying Azuma Inequality with z = ...", end of the proof of the lemma',
    kind="lemma",
    hypotheses=(),
    uses=(),
    proof_uses=(),
    check=check,
    derivation=DERIVATION,
)
