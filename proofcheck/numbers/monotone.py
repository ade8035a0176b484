"""Whether an expression falls, or rises, with a variable on (0, 1): by its structure, rule by rule."""

from __future__ import annotations

from enum import Enum

from proofcheck.numbers.domain import DomainError
from proofcheck.numbers.expression import Call, Expression, Number, Power, Product, Quotient, Sum, Variable
from proofcheck.numbers.order import compare
from proofcheck.numbers.ordering import Order


class Trend(Enum):
    """How an expression moves when the variable grows. UNKNOWN says nothing."""

    CONSTANT = "constant"
    RISING = "rising"  # never falls
    FALLING = "falling"  # never rises
    UNKNOWN = "unknown"

    @property
    def reversed(self) -> Trend:
        """The trend of the negative, and of the reciprocal of a positive expression."""
        return {Trend.RISING: Trend.FALLING, Trend.FALLING: Trend.RISING}.get(self, self)


_RISING_FUNCTIONS = ("exp", "ln", "sqrt", "tanh", "min", "max")


def trend(e: Expression, name: str) -> Trend:
    """The trend of `e` in the variable `name` for values in (0, 1); all other parts are constants.

    Only what follows from monotone functions, sums of like trends and products of nonnegative factors
    is found; anything else is UNKNOWN.
    """
    if name not in e.variables:
        return Trend.CONSTANT
    match e:
        case Variable():
            return Trend.RISING
        case Sum(terms):
            return _joined(trend(term, name) for term in terms)
        case Call(function, args) if function in _RISING_FUNCTIONS:
            return _joined(trend(arg, name) for arg in args)
        case Quotient(numerator, denominator):
            return _product([(numerator, False), (denominator, True)], name)
        case Product(factors):
            return _product([(factor, False) for factor in factors], name)
        case Power(base, Number(exponent)) if _nonnegative(base, name):
            return trend(base, name) if exponent >= 0 else trend(base, name).reversed
    return Trend.UNKNOWN


def _product(factors: list[tuple[Expression, bool]], name: str) -> Trend:
    """Factors (True: a divisor): constants of either sign, and nonnegative parts of like trend."""
    negative = False
    trends = []
    for factor, divides in factors:
        found = trend(factor, name)
        if found is Trend.CONSTANT:
            sign = _constant_sign(factor)
            if sign is None:
                return Trend.UNKNOWN
            negative ^= sign < 0
        elif _nonnegative(factor, name):
            trends.append(found.reversed if divides else found)
        elif len(factors) > 1 and sum(name in part.variables for part, _ in factors) == 1 and not divides:
            trends.append(found)  # one moving factor may have any sign
        else:
            return Trend.UNKNOWN
    result = _joined(trends)
    return result.reversed if negative else result


def _joined(trends: object) -> Trend:
    found = set(trends) - {Trend.CONSTANT}  # type: ignore[call-overload]
    if not found:
        return Trend.CONSTANT
    return found.pop() if len(found) == 1 else Trend.UNKNOWN


def _constant_sign(e: Expression) -> int | None:
    if e.variables:
        return None
    try:
        order = compare(e, 0).order
    except DomainError:
        return None
    return {Order.ABOVE: 1, Order.EQUAL: 1, Order.BELOW: -1}.get(order)


def _nonnegative(e: Expression, name: str) -> bool:
    """Whether `e` is at least 0 for every value of the variable in (0, 1)."""
    if name not in e.variables:
        return _constant_sign(e) == 1
    match e:
        case Variable():
            return True
        case Call("exp", _) | Call("sqrt", _):
            return True
        case Call("ln", (argument,)):
            return _at_least_one(argument, name)
        case Call("tanh", (argument,)):
            return _nonnegative(argument, name)
        case Call("min" | "max", args):
            return all(_nonnegative(arg, name) for arg in args)
        case Sum(parts) | Product(parts):
            return all(_nonnegative(part, name) for part in parts)
        case Quotient(numerator, denominator):
            return _nonnegative(numerator, name) and _nonnegative(denominator, name)
        case Power(base, Number(exponent)):
            return _nonnegative(base, name) or (exponent.denominator == 1 and exponent.numerator % 2 == 0)
    return False


def _at_least_one(e: Expression, name: str) -> bool:
    """Whether `e >= 1` for every value of the variable in (0, 1): c/x with c >= 1, or 1 or more plus >= 0."""
    if name not in e.variables:
        try:
            return compare(e, 1).order in (Order.ABOVE, Order.EQUAL)
        except DomainError:
            return False
    match e:
        case Quotient(numerator, Variable()):
            return _at_least_one(numerator, name)
        case Power(Variable(), Number(exponent)):
            return exponent <= 0
        case Sum(terms):
            return all(_nonnegative(term, name) for term in terms) and any(
                _at_least_one(term, name) for term in terms
            )
        case Product(factors):
            return all(_at_least_one(factor, name) for factor in factors)
    return False
