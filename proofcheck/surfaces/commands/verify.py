"""`proofcheck verify FILE CERT`: the trusted checker on an instance file and a certificate."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("file", metavar="FILE", help="an instance file (NAME.proof.toml)")
    parser.add_argument("certificate", metavar="CERT", help="a certificate of it")


def run(args: Namespace) -> int:
    """Exit 0: accepted; 1: rejected; 2: malformed; 3: undecided. The codes are the checker's own."""
    from proofcheck.checker.answer import answer

    code, reason = answer(args.file, args.certificate)
    if args.format == "json":
        sys.stdout.write(json.dumps({"accepted": code == 0, "reason": reason}) + "\n")
    else:
        word = ("accepted", "rejected", "malformed", "undecided")[code]
        sys.stdout.write(f"{word}\n" if args.quiet else f"{word}: {reason}\n")
    return code
