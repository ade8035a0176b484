"""What the file fixes: the quantifiers, the numbers, the strategy in words, the boxes."""

from __future__ import annotations

from collections.abc import Iterator

from proofcheck.logic.result import Result
from proofcheck.model import (
    Box,
    Family,
    FixedStrategy,
    FunctionStrategy,
    Instance,
    Rule,
    RuleStrategy,
    Strategy,
    UniformStrategy,
    Weights,
)
from proofcheck.model.strategy import FIRST_UNOPENED, UNIFORM
from proofcheck.numbers import exp
from proofcheck.surfaces.problems import printable
from proofcheck.surfaces.text.layout import Style, columns, counted, listed, paragraph, table
from proofcheck.surfaces.values import exact_or_digits, exact_text, to_words, with_digits

_MOST_BOXES = 6
_MOST_MESSAGES = 6
_MOST_RULES = 12
_MOST_DELTAS = 4
_LABEL = 14


def header(result: Result, style: Style) -> list[str]:
    """The lines before the first statement."""
    instance = result.instance
    title = printable(instance.title or instance.name)
    lines = [title, "=" * min(columns(title), style.width)]
    known = (printable(instance.name) if instance.title else "", instance.digest)
    lines += paragraph("  ".join(part for part in known if part), style, indent=0)
    lines.append("")
    for label, text in _facts(result, style):
        lines += paragraph(f"{label:<{_LABEL}}{text}", style, indent=2, hanging=_LABEL)
    for notice in result.notices:
        lines += paragraph(f"{'note':<{_LABEL}}{printable(notice)}", style, indent=2, hanging=_LABEL)
    if instance.family is not None:
        lines += ["", *_boxes(instance.family, style)]
    return lines


def _facts(result: Result, style: Style) -> Iterator[tuple[str, str]]:
    instance = result.instance
    yield "fixed", listed(instance.fixed)
    yield "for all", listed(instance.for_all)
    yield "n", _openings(instance)
    yield "eps", _epsilon(result, style)
    if result.exp_epsilon is not None:
        yield "e^eps", with_digits(result.exp_epsilon, style.digits)
    if not instance.epsilon_is_auto and result.smallest_epsilon is not None:
        yield "smallest eps", with_digits(result.smallest_epsilon, style.digits)
    bound = (
        "n eps (e^eps - 1) + eps sqrt(2 n ln(1/delta'))"
        if instance.bound is None
        else exact_text(instance.bound)
    )
    yield "eps'", bound + ("" if instance.bound is None else "  (the file's own bound)")
    deltas = instance.deltas or ()
    for delta in deltas[:_MOST_DELTAS]:
        prime = instance.eps_prime(delta)
        if prime.variables:
            yield "delta'", exact_text(delta)
            continue
        threshold = exact_or_digits(exp(prime), style.digits)
        known = f"eps' = {exact_or_digits(prime, style.digits)}, e^eps' = {threshold}"
        yield "delta'", f"{exact_text(delta)}: {known}"
    if len(deltas) > _MOST_DELTAS:
        yield "", f"… and {counted(len(deltas) - _MOST_DELTAS, 'more delta', 'more deltas')}"
    if instance.strategy is not None:
        first, *more = _strategy_words(instance.strategy, style)
        yield "strategy", first
        for line in more:
            yield "", line


def _epsilon(result: Result, style: Style) -> str:
    if result.epsilon is None:
        return "any, above 0"
    value = with_digits(result.epsilon, style.digits)
    if result.instance.epsilon_is_auto:
        return value + " (auto: the smallest for these boxes)"
    # Left out with boxes given: eps' grows with eps, so the smallest is the hardest.
    return value + (" or more" if "epsilon" in result.instance.for_all else "")


def _openings(instance: Instance) -> str:
    if instance.family is None:
        return "any" if instance.n is None else str(instance.n)
    count = len(instance.family.boxes)
    n = count if instance.n is None else instance.n
    return f"{n} of {counted(count, 'box', 'boxes')} opened"


def _strategy_words(strategy: Strategy, style: Style) -> list[str]:
    """The strategy in words; one line, and one more for each rule."""
    if isinstance(strategy, UniformStrategy):
        return ["every unopened box with the same probability"]
    if isinstance(strategy, FixedStrategy):
        return ["in this order: " + ", ".join(printable(name) for name in strategy.order)]
    if isinstance(strategy, RuleStrategy):
        rules = [f"{i}. {_rule_words(rule, style)}" for i, rule in enumerate(strategy.rules[:_MOST_RULES], 1)]
        if len(strategy.rules) > _MOST_RULES:
            rules.append(f"… and {counted(len(strategy.rules) - _MOST_RULES, 'more rule')}")
        return ["the first rule that matches decides:", *rules]
    if isinstance(strategy, FunctionStrategy):
        return ["a function of the history, written in Python"]
    return [f"a strategy of its own kind ({type(strategy).__name__})"]


def _rule_words(rule: Rule, style: Style) -> str:
    """`after the message 1: box b`."""
    conditions = []
    if rule.step is not None:
        conditions.append(f"at opening {rule.step}")
    if rule.history is not None:
        steps = ", ".join(f"{printable(box)} -> {printable(message)}" for box, message in rule.history)
        conditions.append(f"after exactly {steps}" if steps else "at the start")
    if rule.opened is not None:
        conditions.append(
            "with open " + (", ".join(printable(box) for box in sorted(rule.opened)) or "nothing")
        )
    if rule.last_box is not None:
        conditions.append(f"after box {printable(rule.last_box)}")
    if rule.last is not None:
        conditions.append(f"after the message {printable(rule.last)}")
    return f"{' and '.join(conditions) or 'always'}: {_choice_words(rule.choose, style)}"


def _choice_words(choose: str | Weights, style: Style) -> str:
    if isinstance(choose, str):
        words = {UNIFORM: "any unopened box, uniformly", FIRST_UNOPENED: "the first unopened box"}
        return words.get(choose, f"box {printable(choose)}")
    return ", ".join(f"{printable(name)} with {exact_or_digits(w, style.digits)}" for name, w in choose)


def _boxes(family: Family, style: Style) -> list[str]:
    """The boxes as one table, long ones folded."""
    rows: list[tuple[str, ...]] = [("box", "message", "P1", "P2", "P1/P2")]
    boxes = family.boxes if len(family.boxes) <= _MOST_BOXES else family.boxes[: _MOST_BOXES - 2]
    for box in boxes:
        rows += _box_rows(box, style)
    lines = table(rows, indent=2, right=(2, 3, 4))
    if len(boxes) < len(family.boxes):
        lines.append(f"  … and {counted(len(family.boxes) - len(boxes), 'more box', 'more boxes')}")
    return lines


def _box_rows(box: Box, style: Style) -> Iterator[tuple[str, ...]]:
    name = printable(box.name) + (f" ({box.mechanism})" if box.mechanism else "")
    triples = list(zip(box.messages, box.p1, box.p2, strict=True))
    shown = triples if len(triples) <= _MOST_MESSAGES else triples[: _MOST_MESSAGES - 2]
    for message, p, q in shown:
        numbers = (exact_or_digits(value, style.digits) for value in (p, q, p / q))
        yield (name, to_words(message, style.digits), *numbers)
        name = ""
    if len(shown) < len(triples):
        yield ("", f"… and {len(triples) - len(shown)} more", "", "", "")
