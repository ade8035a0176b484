"""A checked derivation put into words: what is meant, what is given, and each step with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofcheck.logic.calculus import Chord, Increasing, Tangent
from proofcheck.logic.derivation import Checked, CheckedStep, Derivation
from proofcheck.logic.formula import Claim, Letter, Named, letters, parts
from proofcheck.logic.induction import Induction
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.rules import Combination, Monotone, Sign, Termwise
from proofcheck.logic.special_case import Special
from proofcheck.logic.statement import Statement
from proofcheck.numbers import Expression, number
from proofcheck.surfaces.formulas import Writer
from proofcheck.surfaces.values import Json

_DOMAINS = {"positive": "> 0", "nonnegative": ">= 0", "real": "real"}
_LATEX_DOMAINS = {"positive": "> 0", "nonnegative": r"\ge 0", "real": r"\in \mathbb{R}"}


def item(statement: Statement, checked: Checked) -> dict[str, Json]:
    """A statement with its derivation as JSON."""
    writer = Writer()
    derivation = checked.derivation
    return {
        "id": statement.id,
        "number": statement.number,
        "title": statement.title,
        "statement": statement.formula,
        "verdict": checked.verdict.value,
        "letters": {writer.letter(letter): meaning(letter) for letter in used_letters(derivation)},
        "abbreviations": {
            writer.formula(short): writer.formula(short.body) for short in abbreviations(derivation)
        },
        "hypotheses": [
            {
                "label": given.label,
                "claim": writer.claim(given.claim),
                "words": given.words,
                "source": given.source,
            }
            for given in derivation.hypotheses
        ],
        "histories": list(growth(derivation, writer)),
        "steps": [_step(step, checked, writer) for step in checked.steps],
        "conclusions": list(derivation.concludes),
        "remarks": list(derivation.remarks),
        "cites": list(derivation.cites()),
    }


def _step(step: CheckedStep, checked: Checked, writer: Writer) -> dict[str, Json]:
    order = [given.label for given in checked.derivation.hypotheses]
    return {
        "label": step.step.label,
        "claim": writer.claim(step.step.claim),
        "verdict": step.verdict.value,
        "rule": step.step.rule.name,
        "reason": reason(step, writer, lambda label: f"[{label}]"),
        "words": step.step.words,
        "uses": list(step.used),
        "rests_on": sorted(
            step.rests, key=lambda label: order.index(label) if label in order else len(order)
        ),
        "failure": step.reason or None,
    }


def reason(checked: CheckedStep, writer: Writer, ref: Callable[[str], str]) -> str:
    """Why a step holds, by its rule, with the formulas that the rule was given; `ref` writes a label."""
    rule = checked.step.rule
    match rule:
        case Combination(multiples, slack):
            pieces = [
                ref(label) + ("" if multiple == number(1) else f" times {writer.inline(multiple)}")
                for label, multiple in multiples
            ]
            if slack is not None:
                pieces.append(f"and {writer.inline(slack)}, which is not negative")
            plain = len(pieces) == 1 or all(multiple == number(1) for _, multiple in multiples)
            text = ("by " if plain else "the sum of ") + _listed(pieces)
        case Sign(form) if form is not None:
            text = f"right minus left is {writer.inline(form)}"
        case Termwise(premise, over, weight):
            times = "" if weight == number(1) else f" times {writer.inline(weight)}"
            text = f"{ref(premise)}{times}, summed over {', '.join(index.name for index in over)}"
        case Monotone(function, premise):
            text = f"{function} of both sides of {ref(premise)}"
        case Increasing(function, letter, start, value, slope):
            where = writer.inline(letter, " = ", start)
            text = f"{writer.inline(function)} is not negative at {where} by {ref(value)}, "
            text += f"and grows by {ref(slope)}"
        case Tangent(function, letter, at, curvature):
            where = writer.inline(letter, " = ", at)
            text = f"of {writer.inline(function)} at {where}; its second derivative: {ref(curvature)}"
        case Chord(function, letter, low, high, curvature):
            where = f"{writer.inline(letter, ' = ', low)} and {writer.inline(high)}"
            text = f"of {writer.inline(function)} between {where}; its second derivative: {ref(curvature)}"
        case Induction(base, assumed, step):
            text = f"from {ref(base)}, and from {ref(assumed)} to {ref(step)}"
        case Special(of, values):
            written = [
                (writer.formula(letter), writer.inline(letter, " = ", value)) for letter, value in values
            ]
            where = _listed([text for name, text in written if text != writer.inline(f"{name} = {name}")])
            text = f"of {ref(of)}" + (f" with {where}" if where else "")
        case _:
            text = ""
    extra = _listed([ref(label) for label in checked.used if label not in rule.premises()])
    return text + (("; " if text else "") + f"using {extra}" if extra else "")


def used_letters(derivation: Derivation) -> list[Letter]:
    """The letters of hypotheses and claims, in order of appearance."""
    return list(dict.fromkeys(letter for side in _sides(derivation) for letter in letters(side)))


def domain(letter: Letter, writer: Writer) -> str:
    """The letter with its declared sign, such as `eps > 0`."""
    if letter.natural:
        return writer.letter(letter) + (r" \in \mathbb{N}" if writer.latex else " = 0, 1, 2, ...")
    return f"{writer.letter(letter)} {(_LATEX_DOMAINS if writer.latex else _DOMAINS)[letter.sign]}"


def meaning(letter: Letter) -> str:
    """What a letter stands for, with its sign."""
    sign = "a natural number" if letter.natural else {"real": ""}.get(letter.sign, letter.sign)
    return ", ".join(word for word in (letter.meaning, sign) if word)


def abbreviations(derivation: Derivation) -> list[Named]:
    """The abbreviations that occur, one of each name."""
    found: dict[str, Named] = {}
    for side in _sides(derivation):
        for short in _named(side):
            # `M(lambda)` says what M is better than `M(0)` does.
            general = all(isinstance(arg, Letter) for arg in short.args)
            if short.name not in found or (general and found[short.name].args):
                found[short.name] = short
    return list(found.values())


def growth(derivation: Derivation, writer: Writer) -> Iterator[str]:
    """How functions of the history begin and grow."""
    tree = derivation.histories
    if tree is None:
        return
    present = set(used_letters(derivation))
    for (letter, start), (_, grown) in zip(tree.start, tree.grow, strict=True):
        if letter in present:
            yield f"{writer.letter(letter)}: {writer.formula(start)} at first, then {writer.formula(grown)}"


def failed(checked: Checked) -> list[CheckedStep]:
    """The steps that were not verified."""
    return [step for step in checked.steps if step.verdict is not Verdict.VERIFIED]


def _sides(derivation: Derivation) -> Iterator[Expression]:
    claims: list[Claim] = [given.claim for given in derivation.hypotheses]
    claims += [step.claim for step in derivation.steps]
    for claim in claims:
        yield claim.left
        yield claim.right


def _named(e: Expression) -> Iterator[Named]:
    if isinstance(e, Named):
        yield e
    for part in parts(e):
        yield from _named(part)


def _listed(pieces: list[str]) -> str:
    """`a, b and c`; a piece that begins with "and" is the last one already."""
    if len(pieces) < 2:
        return "".join(pieces)
    *before, last = pieces
    joint = " " if last.startswith("and ") else " and "
    return ", ".join(before) + joint + last
