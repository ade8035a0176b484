"""S7, Fact 1: `KL(p||q) <= KL(p||q) + KL(q||p) = sum (p-q) ln(p/q) <= eps (e^eps - 1)` for every box.

Source: "Fact 1". The first link is `KL(q||p) >= 0`. The last holds term by term,
`(p-q) ln(p/q) <= eps (e^eps - 1) min(p, q)`, together with `sum min(p, q) <= 1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lemmas.g01_exponential import U
from lemmas.hypotheses import BOX
from lemmas.notation import BETA, EPS, P, Q, X, mean_loss
from proofcheck.analysis.divergence import loss, relative_entropy
from proofcheck.analysis.experiment import BoxSetting
from proofcheck.logic.derivation import Derivation, Step
from proofcheck.logic.evidence import Evidence
from proofcheck.logic.formula import at_most, equal, total
from proofcheck.logic.inequality import combined, inequality, weakest
from proofcheck.logic.judgement import DIRECTIONS, Direction, Inequality, Judgement
from proofcheck.logic.rules import Identity, chain, combination, termwise
from proofcheck.logic.special_case import special
from proofcheck.logic.statement import Statement
from proofcheck.model import Box
from proofcheck.numbers import Exact, Expression, Order, exact_order, exp, ln, number, to_expression

Column = tuple[Exact, ...]


def check(evidence: Evidence[BoxSetting]) -> Iterator[Judgement]:
    """Judge the three links for every box in both directions; boxes alike are computed once."""
    evidence.judgements("closeness")
    beta = evidence.setting.beta
    known: dict[tuple[Column, Column], dict[Direction, tuple[Inequality, ...]]] = {}
    for box in evidence.setting.family.boxes:
        key = (box.p1, box.p2)
        if key not in known:
            known[key] = _links_of_box(box, beta)
        for direction in DIRECTIONS:
            steps = known[key][direction]
            yield Judgement(
                "fact-1",
                "box",
                direction,
                combined(step.verdict for step in steps),
                weakest(step.method for step in steps),
                box=box.name,
                values={"mean": steps[0].left, "bound": steps[0].right, "slack": steps[0].slack},
                steps=steps,
            )


def _links_of_box(box: Box, beta: Expression) -> dict[Direction, tuple[Inequality, ...]]:
    """The lines of both directions; those of the symmetric sum are the same in both."""
    p, q = box.p1, box.p2
    forward, backward = relative_entropy(p, q), relative_entropy(q, p)
    terms = [to_expression(a - b) * loss(a, b) if a != b else number(0) for a, b in zip(p, q, strict=True)]
    symmetric = sum(terms, number(0))
    shared = (
        inequality("KL(p||q) + KL(q||p)", forward + backward, "=", "sum (p-q) ln(p/q)", symmetric),
        *_termwise(p, q, box.messages, terms, beta),
        inequality("sum (p-q) ln(p/q)", symmetric, "<=", "eps(e^eps - 1)", beta, "the last link"),
    )
    return {
        direction: (
            inequality("KL(p||q)", one, "<=", "eps(e^eps - 1)", beta, "the whole of Fact 1"),
            inequality("KL(p||q)", one, "<=", "KL(p||q) + KL(q||p)", one + other, "because KL(q||p) >= 0"),
            *shared,
        )
        for direction, one, other in zip(DIRECTIONS, (forward, backward), (backward, forward), strict=True)
    }


def _termwise(
    p: Column, q: Column, messages: Sequence[str], terms: Sequence[Expression], beta: Expression
) -> Iterator[Inequality]:
    """`(p-q) ln(p/q) <= eps(e^eps - 1) min(p,q)` message by message, and `sum min(p,q) <= 1`."""
    smaller = [a if exact_order(a, b) is Order.BELOW else b for a, b in zip(p, q, strict=True)]
    for message, term, least in zip(messages, terms, smaller, strict=True):
        name = f"(p-q) ln(p/q) at {message!r}"
        yield inequality(name, term, "<=", "eps(e^eps - 1) min(p,q)", beta * to_expression(least))
    yield inequality("sum min(p,q)", sum(smaller[1:], smaller[0]), "<=", "1", 1)


# The general derivation.
_LOSS = ln(P / Q)
_KL, _KL_SWAPPED = mean_loss(P, Q), mean_loss(Q, P)
_BOTH = total(X, (P - Q) * _LOSS)

DERIVATION = Derivation(
    hypotheses=BOX,
    steps=(
        Step("tangent", at_most(_LOSS, P / Q - 1), special("exponential/logarithm", {U: P / Q})),
        Step(
            "sum", at_most(total(X, Q * _LOSS), total(X, P) - total(X, Q)), termwise("tangent", X, weight=Q)
        ),
        Step("gibbs", at_most(0, _KL_SWAPPED), combination({"sum": 1, "sum of p": 1, "sum of q": -1})),
        Step("first link", at_most(_KL, _KL + _KL_SWAPPED), chain("gibbs")),
        Step("second link", equal(_KL + _KL_SWAPPED, _BOTH), Identity()),
        Step("loss <= eps", at_most(_LOSS, EPS), special("bounded-loss/upper")),
        Step("loss >= -eps", at_most(-EPS, _LOSS), special("bounded-loss/lower")),
        Step(
            "p not far below q",
            at_most(0, (exp(EPS) - 1) * Q + (P - Q)),
            combination({"close, swapped": exp(-EPS)}, slack=Q * (exp(EPS / 2) - exp(-EPS / 2)) ** 2),
        ),
        Step(
            "term",
            at_most((P - Q) * _LOSS, EPS * (exp(EPS) - 1) * Q),
            combination(
                {"close": (EPS + _LOSS) / 2, "p not far below q": (EPS - _LOSS) / 2},
            ),
            "AB - ab = ((A-a)(B+b) + (A+a)(B-b))/2 with a = p-q, A = (e^eps-1)q, b = ln(p/q), B = eps",
        ),
        Step(
            "term, with p",
            at_most((P - Q) * _LOSS, EPS * (exp(EPS) - 1) * P),
            special("term", {P: Q, Q: P}),
            "so also with min(p, q), since min(p, q) is one of the two",
        ),
        Step("terms", at_most(_BOTH, BETA * total(X, Q)), termwise("term", X)),
        Step("third link", at_most(_BOTH, BETA), combination({"terms": 1, "sum of q": BETA})),
        Step("mean", at_most(_KL, BETA), chain("first link", "second link", "third link")),
    ),
    concludes=("first link", "second link", "third link", "term, with p", "mean"),
)


STATEMENT = Statement(
    id="fact-1",
    number="S7",
    title="Fact 1: the mean privacy loss of one box",
    formula="KL(p||q) <= KL(p||q) + KL(q||p) = sum (p-q) ln(p/q) <= eps(e^eps - 1)",
    words="On average one box moves the log-odds by at most eps(e^eps - 1), far less than eps.",
    source="Fact 1",
    kind="fact",
    hypotheses=("closeness",),
    uses=("closeness",),
    proof_uses=("closeness", "bounded-loss"),
    check=check,
    derivation=DERIVATION,
)
