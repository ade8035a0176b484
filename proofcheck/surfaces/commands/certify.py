"""`proofcheck certify FILE -o CERT`: write what was found so that the trusted checker can check it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from proofcheck.surfaces.exits import BAD_INPUT, OK, UNDECIDED
from proofcheck.surfaces.problems import UsageError, errors_json, problem_entry, problem_text

if TYPE_CHECKING:
    from proofcheck.model import Instance


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("file", metavar="FILE", help="an instance file (NAME.proof.toml)")
    parser.add_argument("-o", "--output", metavar="CERT", help="where the certificate goes")
    parser.add_argument("--coq", metavar="DIR", help="write the instance as Coq source into DIR")


def run(args: Namespace) -> int:
    """Check FILE and write its certificate, if the checker accepts it; exit 3 if there is none."""
    from proofcheck.analysis.scalars import UndecidedError
    from proofcheck.engine import BudgetError
    from proofcheck.engine.certify import CannotCertifyError
    from proofcheck.model import InputError
    from proofcheck.numbers import PrecisionError

    if not (args.output or args.coq):
        raise UsageError(
            "where shall the certificate go?", key="-o", hint="certify FILE -o CERT, or --coq DIR"
        )
    try:
        if args.coq:
            _write_coq(args)
        if not args.output:
            return OK
        conclusion, written = _certified(args)
    except InputError as error:
        if args.format == "json":
            sys.stdout.write(errors_json(problem_entry(problem) for problem in error.problems) + "\n")
        else:
            sys.stderr.write("\n".join(problem_text(problem) for problem in error.problems) + "\n")
        return BAD_INPUT
    except (CannotCertifyError, BudgetError, PrecisionError, UndecidedError) as error:
        _say(args, {"written": None, "reason": str(error)}, f"no certificate: {error}\n")
        return UNDECIDED
    with open(args.output, "w", encoding="ascii", newline="") as target:
        target.write(written)
    document = {"written": args.output, "bytes": len(written), "conclusion": conclusion}
    _say(args, document, f"{args.output}: {len(written):,} bytes, {conclusion}\n")
    return OK


def _write_coq(args: Namespace) -> None:
    """Write the instance as Coq source; nothing here is checked before Coq checks it."""
    from pathlib import Path

    from proofcheck.engine.coq_source import coq_files
    from proofcheck.model import load

    files = coq_files(load(args.file))
    Path(args.coq).mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (Path(args.coq) / name).write_text(content, encoding="ascii", newline="")
    if not args.output:
        written = [str(Path(args.coq) / name) for name in files]
        _say(args, {"written": written}, f"{', '.join(written)}: for Coq to check\n")


def _certified(args: Namespace) -> tuple[str, str]:
    """The conclusion, and a certificate that the checker accepts for the bytes of the file."""
    from proofcheck.engine import DEFAULT_MAX_NODES
    from proofcheck.model import load

    instance = load(args.file)
    with open(args.file, "rb") as file:
        content = file.read()
    return certified(instance, content, max_nodes=args.max_nodes or DEFAULT_MAX_NODES)


def certified(instance: Instance, content: bytes, *, max_nodes: int) -> tuple[str, str]:
    """The conclusion, and a certificate that the checker accepts for the bytes of the instance's file.

    Raises:
        CannotCertifyError: there is none; the message says why.
    """
    from proofcheck.checker.answer import answer_bytes
    from proofcheck.engine import run
    from proofcheck.engine.certify import accepted_certificate, refuse
    from proofcheck.logic.scope import Scope, scope_of
    from proofcheck.surfaces.proof import proof_for

    refuse(instance)
    statements = proof_for(instance)
    if scope_of(instance) is Scope.ALL_EPSILON:  # the intervals show the theorem, not the lemma
        statements = tuple(statement for statement in statements if statement.id == "theorem")
    result = run(instance, statements, max_nodes=max_nodes)
    written = accepted_certificate(result, lambda bytes: answer_bytes(content, bytes), max_nodes=max_nodes)
    return result.conclusion.value, written


def _say(args: Namespace, document: dict[str, object], words: str) -> None:
    sys.stdout.write(json.dumps(document) + "\n" if args.format == "json" else words)
