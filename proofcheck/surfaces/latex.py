"""The general proof as a LaTeX fragment, for a document that loads amsmath and amssymb."""

from __future__ import annotations

from proofcheck.logic.derivation import Checked
from proofcheck.logic.judgement import Verdict
from proofcheck.logic.statement import Statement
from proofcheck.surfaces.derivations import abbreviations, domain, reason, used_letters
from proofcheck.surfaces.formulas import Writer
from proofcheck.surfaces.text.derivations import numbering

_WRITER = Writer(latex=True)

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: "\\" + character for character in "#$%&_{}"},
}


def escaped(text: str) -> str:
    """Plain text with the characters that LaTeX would interpret written out."""
    return "".join(_SPECIAL.get(character, character) for character in text)


def fragment(statement: Statement, checked: Checked) -> str:
    """One statement with its derivation."""
    derivation = checked.derivation
    number = numbering(derivation)

    def ref(label: str) -> str:
        return escaped(number(label))

    lines = [
        rf"\paragraph{{{escaped(statement.number)}. {escaped(statement.title)}}} "
        rf"({checked.verdict.value}) {escaped(statement.words)}",
        "",
    ]
    shown = [
        f"${domain(letter, _WRITER)}$ ({escaped(letter.meaning)})" for letter in used_letters(derivation)
    ]
    if shown:
        lines += [r"\noindent Here " + ", ".join(shown) + ".", ""]
    short = [f"${_WRITER.formula(s)} := {_WRITER.formula(s.body)}$" for s in abbreviations(derivation)]
    if short:
        lines += [r"\noindent Write " + ", ".join(short) + ".", ""]
    lines += _growth(checked)
    if derivation.hypotheses:
        lines += [r"\noindent Given:", r"\begin{itemize}"]
        for given in derivation.hypotheses:
            lines.append(
                rf"\item[{ref(given.label)}] ${_WRITER.claim(given.claim)}$ ({escaped(given.words)})"
            )
        lines += [r"\end{itemize}"]
    lines += [r"\begin{itemize}"]
    for step in checked.steps:
        why = ": ".join(part for part in (step.step.rule.name, reason(step, _WRITER, ref)) if part)
        words = f" ({escaped(step.step.words)})" if step.step.words else ""
        fails = "" if step.verdict is Verdict.VERIFIED else rf" \textbf{{Fails: {escaped(step.reason)}}}"
        lines.append(rf"\item[{ref(step.step.label)}] $\displaystyle {_WRITER.claim(step.step.claim)}$ \\")
        lines.append(rf"{why}{words}.{fails}")
    lines += [r"\end{itemize}", *(escaped(remark) for remark in derivation.remarks), ""]
    return "\n".join(lines) + "\n"


def _growth(checked: Checked) -> list[str]:
    tree = checked.derivation.histories
    present = set(used_letters(checked.derivation))
    if tree is None:
        return []
    grown = []
    for (letter, start), (_, after) in zip(tree.start, tree.grow, strict=True):
        if letter in present:
            first, then = _WRITER.inline(start), _WRITER.inline(after)
            grown.append(f"{_WRITER.inline(letter)} is {first} at first and becomes {then}")
    return [r"\noindent With every opening: " + "; ".join(grown) + ".", ""] if grown else []
