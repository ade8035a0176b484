"""Named mechanisms: parameters in, two exact distributions out.

| name | parameters |
|---|---|
| `randomized-response` | `epsilon`, or the probability of a true answer `truth` |
| `k-ary-randomized-response` | `k`, `epsilon` |
| `truncated-geometric` | `epsilon`, `values = [lo, hi]`, `true1`, `true2` |
| `exponential` | `epsilon`, `scores1`, `scores2`, `sensitivity` |

Traps: the noise, the probability of a true answer and epsilon are three different numbers. A fair coin
decides whether to answer truly, else a second coin answers: that is `truth = "3/4"` and
e^epsilon = 3. `epsilon = "1/2"` means e^epsilon = exp(1/2) = 1.648..., not "the answer is true half the
time"; and `epsilon = "ln(3)"` is `truth = "3/4"`. Textbooks whose mechanism answers truly with
probability p and else by a uniform coin have `truth` = (1 + p)/2.

Each function returns a mechanism's P1 and P2 in the order of its messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofcheck.model.distributions import exact_sum
from proofcheck.model.scalars import shortened
from proofcheck.numbers import Exact, Expression, Number, exp, number, quotient, to_exact, to_expression

Sides = tuple[tuple[Exact, ...], tuple[Exact, ...]]

RANDOMIZED_RESPONSE = "randomized-response"
K_ARY = "k-ary-randomized-response"
GEOMETRIC = "truncated-geometric"
EXPONENTIAL = "exponential"


class OutsideField(ValueError):
    """The probabilities of a mechanism are not in the field that the project computes in."""


def randomized_response(truth: Exact) -> Sides:
    """P1 gives the first message with probability `truth`, P2 with `1 - truth`.

    Args:
        truth: in (0, 1); e^eps = truth/(1 - truth) where that is at least 1.
    """
    return (truth, 1 - truth), (1 - truth, truth)


def truth_of(epsilon: Expression) -> Exact:
    """The probability of a true answer, `e^eps/(1 + e^eps)`.

    Raises:
        OutsideField: e^eps is not in the field.
    """
    t = exponential_of(epsilon)
    return t / (1 + t)


def k_ary_randomized_response(k: int, epsilon: Expression) -> Sides:
    """The true answer among k with probability `e^eps/(e^eps + k - 1)`, each other with `1/(e^eps + k - 1)`.

    The true answer is the first message under P1, the second under P2; the messages from the third on
    tell nothing.

    Args:
        k: the number of messages, at least 2; k = 2 is `randomized_response`.
        epsilon: at least 0.
    """
    t = exponential_of(epsilon)
    true, other = t / (t + (k - 1)), 1 / (t + (k - 1))
    rest = (other,) * (k - 2)
    return (true, other, *rest), (other, true, *rest)


def truncated_geometric(epsilon: Expression, lo: int, hi: int, true1: int, true2: int) -> Sides:
    """The true value plus two-sided geometric noise, clamped to `lo..hi`.

    The noise is z with probability `(1 - a)/(1 + a) a^|z|`, `a = e^-eps`; the mass beyond an end is
    collected at that end. The messages are the integers from lo to hi.

    Args:
        epsilon: the eps of one unit of distance, at least 0 (excluded: 0, where the noise has no end).
        lo, hi: the ends, lo < hi.
        true1, true2: the true values under P1 and P2, within the ends. Trap: for true values d apart the
            box is (d*eps, 0)-close, not (eps, 0)-close.
    """
    a = 1 / exponential_of(epsilon)
    powers: list[Exact] = [quotient(1, 1)]
    for _ in range(hi - lo):
        powers.append(powers[-1] * a)
    end, inside = 1 / (1 + a), (1 - a) / (1 + a)

    def side(true: int) -> tuple[Exact, ...]:
        return tuple(powers[abs(x - true)] * (end if x in (lo, hi) else inside) for x in range(lo, hi + 1))

    return side(true1), side(true2)


def exponential_mechanism(
    epsilon: Expression, scores1: Sequence[Expression], scores2: Sequence[Expression], sensitivity: Expression
) -> Sides:
    """Message i with probability proportional to `e^(eps * score_i/(2 * sensitivity))`.

    Args:
        epsilon: at least 0; with the factor 1/2 the box is (eps,0)-close whatever the normalisation.
        scores1, scores2: the scores under P1 and P2, one a message.
        sensitivity: positive; at least the largest difference of the two scores of a message. Trap: the
            smallest eps of the box is usually below the parameter.
    """

    def side(scores: Sequence[Expression]) -> tuple[Exact, ...]:
        # Shifted to start at 0, so that equal scores give the number 1.
        weights = [exp(epsilon * (score - scores[0]) / (2 * sensitivity)) for score in scores]
        exact = [_in_field(weight) for weight in weights]
        total = exact_sum(exact)
        # Through one expression: the field refuses roots of too high a degree before working on them.
        _in_field(number(1) / to_expression(total))
        return tuple(weight / total for weight in exact)

    return side(scores1), side(scores2)


def exponential_of(epsilon: Expression) -> Exact:
    """`e^eps` in the field.

    Raises:
        OutsideField: it is not there.
    """
    return _in_field(exp(epsilon))


def _in_field(value: Expression) -> Exact:
    exact = value.value if isinstance(value, Number) else to_exact(value)
    if exact is None:
        raise OutsideField(
            f"{shortened(str(value))} is not in the field of the probabilities (or a root of too high a "
            "degree); what works are rationals such as 1/10 and rational multiples of the logarithm of a "
            "rational, such as ln(3/2) or ln(3)/2"
        )
    return exact
