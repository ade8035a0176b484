"""The command `proofcheck`: finds the command, parses its options, turns what happens into an exit code.

Only the standard library is imported until a command runs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise

from proofcheck import __version__
from proofcheck.surfaces.commands import COMMANDS
from proofcheck.surfaces.exits import BAD_INPUT
from proofcheck.surfaces.guard import Guard, flush
from proofcheck.surfaces.problems import UsageError, suggestion

TYPE_CHECKING = False  # read as true by type checkers; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

_WITH_VALUE = ("--format", "--digits", "--max-nodes")
_MOST_DIGITS = 4_000
_WIDTH = 100

_EPILOG = """\
exit codes: 0 as asked; 1 refuted, or [expect] not met; 2 bad input or usage;
3 undecided, or a budget ran out; 130 interrupted.  `proofcheck COMMAND --help` tells more."""


def entry() -> NoReturn:
    """The console script."""
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (without the program's name) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    guard = Guard(as_json=_wants_json(words))
    with guard:
        guard.code = _dispatch(words)
        flush()
    return guard.code


class _Parser(argparse.ArgumentParser):
    """argparse, with errors raised instead of printed, and a suggestion for a misspelt option."""

    def __init__(self, prog: str, **options: str) -> None:
        super().__init__(prog, allow_abbrev=False, formatter_class=_Formatter, **options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"see: {self.prog} --help")

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse `words`; an unknown option is named, with the one that was meant."""
        found, unknown = self.parse_known_args(words)
        if unknown:
            option = unknown[0].partition("=")[0]
            raise UsageError(f"unknown option {option!r}", key=option, hint=suggestion(option, self._known()))
        return found

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # The inherited one swallows a full disk.
        (file or sys.stderr).write(message)

    def _known(self) -> list[str]:
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help at a fixed width: asking the terminal for its own costs an import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=_WIDTH)


def _dispatch(words: list[str]) -> int:
    before, name, after = _split(words)
    parser = _top_parser()
    common = parser.parse(before)
    if name is None:
        parser.print_help(sys.stderr)
        return BAD_INPUT
    names = [known for known, _ in COMMANDS]
    if name not in names:
        raise UsageError(f"unknown command {name!r}", key="command", value=name, hint=suggestion(name, names))
    from importlib import import_module

    command = import_module(f"proofcheck.surfaces.commands.{name}")
    own = _Parser(f"proofcheck {name}", description=dict(COMMANDS)[name])
    command.add_arguments(own)
    _add_common(own, getattr(command, "FORMATS", ("text", "json")))
    own.set_defaults(**vars(common))
    code: int = command.run(own.parse(after))
    return code


def _top_parser() -> _Parser:
    width = max(len(name) for name, _ in COMMANDS)
    listed = "\n".join(f"  {name:<{width}}  {line}" for name, line in COMMANDS)
    parser = _Parser(
        "proofcheck",
        usage="proofcheck [options] COMMAND ...",
        description="Check the proof of the advanced composition theorem on concrete instances, exactly.\n\n"
        f"commands:\n{listed}",
        epilog=_EPILOG,
    )
    _add_common(parser)
    return parser


def _add_common(parser: argparse.ArgumentParser, formats: Sequence[str] = ("text", "json")) -> None:
    """The options that every command takes, before or after its name."""
    common = parser.add_argument_group("common options")
    common.add_argument("--format", choices=formats, default="text", help="default: text")
    common.add_argument(
        "--digits", type=_digits, default=None, metavar="N", help="significant digits of decimals; default: 4"
    )
    common.add_argument(
        "--max-nodes", type=_positive, default=None, metavar="N", help="refuse history trees with more nodes"
    )
    common.add_argument("--quiet", action="store_true", help="one line a file")
    common.add_argument("--version", action="version", version=f"proofcheck {__version__}")


def _split(words: list[str]) -> tuple[list[str], str | None, list[str]]:
    """The options before the command, the command, and what follows it."""
    at = 0
    while at < len(words):
        word = words[at]
        if not word.startswith("-") or word == "-":
            return words[:at], word, words[at + 1 :]
        at += 2 if word in _WITH_VALUE else 1
    return words, None, []


def _wants_json(words: list[str]) -> bool:
    """Whether errors are to be JSON, found out before the command line is known to be sound."""
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def _digits(text: str) -> int:
    count = _positive(text)
    if count > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"at most {_MOST_DIGITS} digits, not {text}")
    return count


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a whole number from 1 is needed, not {text[:40]!r}")
    return int(text)
