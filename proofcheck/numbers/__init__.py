"""How a real number is written, compared and enclosed."""

from proofcheck.numbers.conversion import simplify, to_exact, to_expression
from proofcheck.numbers.decimals import decimal
from proofcheck.numbers.domain import DEFAULT_MAX_BITS, DomainError, PrecisionError
from proofcheck.numbers.exact import ExpSum, RingElement, ring_sign
from proofcheck.numbers.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Quotient,
    Scalar,
    Sum,
    Variable,
)
from proofcheck.numbers.functions import exp, ln, maximum, minimum, number, sqrt, tanh, variable
from proofcheck.numbers.gaussian import GaussianBound, largest
from proofcheck.numbers.monotone import Trend, trend
from proofcheck.numbers.order import Comparison, compare
from proofcheck.numbers.ordering import Order
from proofcheck.numbers.parser import ExpressionError, parse
from proofcheck.numbers.printing import fraction_text, integer_text
from proofcheck.numbers.ratio import (
    Exact,
    ExpRatio,
    exact_order,
    exact_sign,
    numerator_denominator,
    over_common_denominator,
    quotient,
)
from proofcheck.numbers.threshold import Threshold

__all__ = [
    "DEFAULT_MAX_BITS",
    "Call",
    "Comparison",
    "DomainError",
    "Exact",
    "ExpRatio",
    "ExpSum",
    "Expression",
    "ExpressionError",
    "GaussianBound",
    "Number",
    "Order",
    "Power",
    "PrecisionError",
    "Product",
    "Quotient",
    "RingElement",
    "Scalar",
    "Sum",
    "Threshold",
    "Trend",
    "Variable",
    "compare",
    "decimal",
    "exact_order",
    "exact_sign",
    "exp",
    "fraction_text",
    "integer_text",
    "largest",
    "ln",
    "maximum",
    "minimum",
    "number",
    "numerator_denominator",
    "over_common_denominator",
    "parse",
    "quotient",
    "ring_sign",
    "simplify",
    "sqrt",
    "tanh",
    "to_exact",
    "to_expression",
    "trend",
    "variable",
]
