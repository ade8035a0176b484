"""The letters and abbreviations of the general proof, so that every derivation spells them alike."""

from __future__ import annotations

from proofcheck.logic.derivation import Histories
from proofcheck.logic.formula import Index, Letter, named, total
from proofcheck.numbers import Expression, exp, ln, number, sqrt, tanh

# One box: its messages x.
X = Index("x")
P = Letter("p", "positive", (X,), "p(x)", "p(x)", "the box's distribution under P1")
Q = Letter("q", "positive", (X,), "q(x)", "q(x)", "the box's distribution under P2")

EPS = Letter("eps", "positive", latex=r"\varepsilon", meaning="what every box is close by")
DELTA = Letter("delta'", "positive", latex=r"\delta'", meaning="the probability given up")
LAMBDA = Letter("lambda", "nonnegative", latex=r"\lambda", meaning="the order of a moment")
Z = Letter("z", "nonnegative", latex="z", meaning="the deviation from the mean")
N = Letter("n", "nonnegative", latex="n", meaning="the number of boxes opened", natural=True)

# Opening boxes one by one: after the history h the strategy picks a box i, which answers x.
H = Index("h")
I = Index("i", (H,))  # noqa: E741
XI = Index("x", (I,))
CHOICE = Letter(
    "A",
    "positive",
    (H, I),
    "A(i|h)",
    r"A(i \mid h)",
    "the strategy's choice after h; i runs over what it may pick",
)
BOX1 = Letter("p", "positive", (I, XI), "p_i(x)", "p_i(x)", "the distribution of box i under P1")
BOX2 = Letter("q", "positive", (I, XI), "q_i(x)", "q_i(x)", "the distribution of box i under P2")
PR1 = Letter(
    "Pr1", "positive", (H,), "Pr1(h)", r"\mathrm{Pr}_1(h)", "the probability of the history h under P1"
)
PR2 = Letter(
    "Pr2", "positive", (H,), "Pr2(h)", r"\mathrm{Pr}_2(h)", "the probability of the history h under P2"
)
LOSS = Letter("C", "real", (H,), "C(h)", "C(h)", "the sum of the losses C_k along h")
PRODUCT = Letter("R", "positive", (H,), "R(h)", "R(h)", "the product of the ratios p_i(x)/q_i(x) along h")

# What is seen: the messages y, a function of the history.
Y = Index("y")
SEEN = Letter("K", "nonnegative", (H, Y), "K(y|h)", r"K(y \mid h)", "1 if h shows the messages y, else 0")
OUT1 = Letter(
    "Out1",
    "positive",
    (Y,),
    "Out1(y)",
    r"\mathrm{Out}_1(y)",
    "its probability under P1; y runs over what can occur",
)
OUT2 = Letter("Out2", "positive", (Y,), "Out2(y)", r"\mathrm{Out}_2(y)", "and under P2")

BETA: Expression = named("beta", r"\beta", EPS * (exp(EPS) - 1))
T: Expression = named("t", "t", exp(EPS))
TANH_MEAN: Expression = EPS * tanh(EPS / 2)
DEVIATION: Expression = named("z", "z", EPS * sqrt(2 * N * ln(1 / DELTA)))
EPS_PRIME: Expression = named(
    "eps'", r"\varepsilon'", N * EPS * (exp(EPS) - 1) + EPS * sqrt(2 * N * ln(1 / DELTA))
)
EPS_SECOND: Expression = named(
    "eps''", r"\varepsilon''", N * EPS * tanh(EPS / 2) + EPS * sqrt(2 * N * ln(1 / DELTA))
)


def mean_loss(p: Letter, q: Letter) -> Expression:
    """`KL(p||q)`, the mean privacy loss of one box."""
    (index,) = p.over
    return named(
        f"KL({p.name}||{q.name})", rf"\mathrm{{KL}}({p.name} \| {q.name})", total(index, p * ln(p / q))
    )


def moment(order: Expression) -> Expression:
    """`M(lambda) = (t^(1+lambda) + t^(-lambda))/(1+t)` with t = e^eps: the moment of randomised response."""
    return named("M", "M", (T ** (1 + order) + T ** (-order)) / (1 + T), order)


def channel(p: Letter, q: Letter) -> tuple[Expression, Expression]:
    """`K0` and `K1`, by which randomised response becomes the pair p, q."""
    where = (p.shown or p.name).removeprefix(p.name)
    k0, k1 = (T * p - q) / (T - 1), (T * q - p) / (T - 1)
    return named(f"K0{where}", f"K_0{where}", k0), named(f"K1{where}", f"K_1{where}", k1)


def power_ratio(p: Expression, q: Expression, order: Expression) -> Expression:
    """`p^(1+lambda) q^(-lambda)`, the summand of a moment."""
    return p ** (1 + order) * q ** (-order)


def growth(*, losses: bool = False, product: bool = False) -> Histories:
    """The chain rule: how the probabilities of a history, its losses and their product grow."""
    start: list[tuple[Letter, Expression]] = [(PR1, number(1)), (PR2, number(1))]
    grow: list[tuple[Letter, Expression]] = [(PR1, PR1 * CHOICE * BOX1), (PR2, PR2 * CHOICE * BOX2)]
    if product:
        start.append((PRODUCT, number(1)))
        grow.append((PRODUCT, PRODUCT * (BOX1 / BOX2)))
    if losses:
        start.append((LOSS, number(0)))
        grow.append((LOSS, LOSS + ln(BOX1 / BOX2)))
    return Histories(H, N, (I, XI), tuple(start), tuple(grow), source="chain-rule")
