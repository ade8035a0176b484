"""How the formulas of the general proof are written: for a terminal, and in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from proofcheck.logic.formula import Claim, Derivative, Letter, Named, Total
from proofcheck.numbers import Call, Expression, Number, Power, Product, Quotient, Sum, fraction_text

# How tightly the outermost operation of a text binds. A sum over an index takes in the product behind it.
_SUM, _TOTAL, _PRODUCT, _POWER, _ATOM = range(5)

_RELATIONS = {"=": ("=", "="), "<=": ("<=", r"\le"), "<": ("<", "<")}


@dataclass(frozen=True)
class Writer:
    """Writes formulas as plain text or, with `latex`, as the inside of a LaTeX formula."""

    latex: bool = False

    def claim(self, claim: Claim) -> str:
        """`left relation right`."""
        return (
            f"{self.formula(claim.left)} {_RELATIONS[claim.relation][self.latex]} {self.formula(claim.right)}"
        )

    def formula(self, e: Expression) -> str:
        """One formula."""
        return self._write(e)[0]

    def inline(self, *parts: Expression | str) -> str:
        """A formula in running text, made of formulas and signs between them."""
        text = "".join(part if isinstance(part, str) else self.formula(part) for part in parts)
        return f"${text}$" if self.latex else text

    def letter(self, letter: Letter) -> str:
        """A letter with its arguments."""
        return (letter.latex if self.latex else letter.shown) or letter.name

    def _write(self, e: Expression) -> tuple[str, int]:
        match e:
            case Number(value):
                return self._number(value)
            case Letter():
                return self.letter(e), _ATOM
            case Named(name, latex, args, _):
                shown = ", ".join(self.formula(arg) for arg in args)
                return (latex if self.latex else name) + self._bracketed(shown if args else ""), _ATOM
            case Sum(terms):
                return self._sum(terms), _SUM
            case Product(factors):
                return self._product(factors)
            case Quotient(a, b):
                return self._quotient(a, b)
            case Power(a, b):
                return self._raised(self._inside(a, _ATOM), b), _POWER
            case Call("exp", (a,)):
                return self._raised("e", a), _POWER
            case Call("sqrt", (a,)) if self.latex:
                return rf"\sqrt{{{self.formula(a)}}}", _ATOM
            case Call(name, args):
                shown = ", ".join(self.formula(arg) for arg in args)
                return (f"\\{name}" if self.latex else name) + self._bracketed(shown), _ATOM
            case Total():
                return self._total(e), _TOTAL
            case Derivative():
                return self._derivative(e), _PRODUCT
        raise TypeError(f"unknown formula {type(e).__name__}")

    def _number(self, value: Fraction) -> tuple[str, int]:
        binding = _ATOM if value.denominator == 1 and value >= 0 else _PRODUCT
        if not self.latex or value.denominator == 1:
            return fraction_text(value), binding
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", binding

    def _sum(self, terms: tuple[Expression, ...]) -> str:
        text = self._inside(terms[0], _TOTAL)
        for term in terms[1:]:
            shown = self._inside(term, _TOTAL)
            text += f" - {shown[1:]}" if shown.startswith("-") else f" + {shown}"
        return text

    def _product(self, factors: tuple[Expression, ...]) -> tuple[str, int]:
        sign, shown = "", list(factors)
        if isinstance(shown[0], Number) and shown[0].value == -1:
            sign, shown = "-", shown[1:]
        *before, last = shown
        texts = [
            self._factor(factor, least=_ATOM if isinstance(factor, Quotient) else _POWER) for factor in before
        ]
        texts.append(self._factor(last, least=_TOTAL if before or sign else _PRODUCT))
        joined = texts[0]
        for text in texts[1:]:
            joined += f" {text}"
        return sign + joined, _TOTAL if isinstance(last, Total) else _PRODUCT

    def _factor(self, e: Expression, least: int) -> str:
        if isinstance(e, Quotient) and self.latex:
            return self.formula(e)
        if isinstance(e, Quotient) or (isinstance(e, Number) and e.value.denominator > 1):
            return self._inside(e, _POWER)
        return self._inside(e, least)

    def _quotient(self, a: Expression, b: Expression) -> tuple[str, int]:
        if self.latex:
            sign, text = "", self.formula(a)
            if text.startswith("-") and not isinstance(a, Sum):
                sign, text = "-", text[1:]
            return rf"{sign}\frac{{{text}}}{{{self.formula(b)}}}", _PRODUCT
        return f"{self._inside(a, _PRODUCT)}/{self._inside(b, _POWER)}", _PRODUCT

    def _raised(self, base: str, exponent: Expression) -> str:
        if self.latex:
            return f"{base}^{{{self.formula(exponent)}}}"
        text = self._inside(exponent, _ATOM)
        # `e^s(y)` could be read as `e^s` times y.
        return f"{base}^{text}" if text.startswith("(") or "(" not in text else f"{base}^({text})"

    def _total(self, e: Total) -> str:
        names = [e.index.name]
        body = e.body
        while isinstance(body, Total):
            names.append(body.index.name)
            body = body.body
        listed = ",".join(names)
        under = listed if len(names) == 1 and not self.latex else f"{{{listed}}}"
        return (r"\sum" if self.latex else "sum") + f"_{under} {self._inside(body, _PRODUCT)}"

    def _derivative(self, e: Derivative) -> str:
        letter, order = self.letter(e.letter), "" if e.order == 1 else str(e.order)
        inside = self.formula(e.body)
        where = "" if e.at == e.letter else f"{letter} = {self.formula(e.at)}"
        if self.latex:
            power = f"^{{{order}}}" if order else ""
            text = rf"\frac{{d{power}}}{{d{letter}{power}}}\left[{inside}\right]"
            return rf"{text}_{{{where}}}" if where else text
        power = f"^{order}" if order else ""
        return f"d{power}/d{letter}{power}[{inside}]" + self._bracketed(where)

    def _inside(self, e: Expression, least: int) -> str:
        text, binding = self._write(e)
        return text if binding >= least else self._bracketed(text)

    def _bracketed(self, text: str) -> str:
        if not text:
            return ""
        return rf"\left({text}\right)" if self.latex else f"({text})"
