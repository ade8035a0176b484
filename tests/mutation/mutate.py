"""Change one formula of a lemma module at a time and see which test notices.

    python tests/mutation/mutate.py                      # every mutation of s01 to s12
    python tests/mutation/mutate.py s11 --every 5        # every fifth mutation of one module
    python tests/mutation/mutate.py analysis/tail        # a module of proofcheck/ by its path
    python tests/mutation/mutate.py --table FILE         # write the table as Markdown as well

Each mutation is one node of the module's syntax tree: an operator, a comparison, a relation such as "<=",
a direction, a level, a small integer, a verdict, an `and`, the branches of a conditional. The changed module
exists only in memory, in a forked process that imports it instead of the file and runs the tests until the
first failure: those of the module first, then the rest. A survivor is exit 1 unless it is listed, with
its reason, in `equivalent.py`.
"""

from __future__ import annotations

import argparse
import ast
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE), str(ROOT / "tests" / "support")]

from changes import places  # noqa: E402
from equivalent import EQUIVALENT  # noqa: E402

TESTS = (
    "tests/lemmas/test_proof_order.py",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests/lemmas").glob("test_s[0-9]*.py"))),
    "tests/lemmas/test_inequalities.py",
    "tests/engine/test_run.py",
    "tests/engine/test_against_brute_force.py",
)
# Modules that the changed one does not belong to are imported once, before the processes are forked.
PRELOADED = ("pytest", "hypothesis", "mpmath", "proofcheck.numbers", "proofcheck.model")


@dataclass(frozen=True)
class Mutation:
    """One changed node: where it is, what was done to it, and the line it stands in."""

    path: Path
    number: int
    line: int
    what: str
    source: str

    @property
    def module(self) -> str:
        return ".".join(self.path.relative_to(ROOT).with_suffix("").parts)

    @property
    def key(self) -> str:
        """How `equivalent.py` names it."""
        return f"{self.path.stem} | {self.what} | {self.source}"

    def tree(self) -> ast.Module:
        """The syntax tree of the changed module."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        list(places(tree))[self.number].change()
        return ast.fix_missing_locations(tree)


def mutations(path: Path) -> Iterator[Mutation]:
    """Every mutation of one module."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    seen: Counter[tuple[int, str]] = Counter()
    for number, place in enumerate(places(ast.parse(source))):
        seen[place.line, place.what] += 1
        again = seen[place.line, place.what]
        what = place.what if again == 1 else f"{place.what} ({again})"
        yield Mutation(path, number, place.line, what, lines[place.line - 1].strip())


def modules(names: list[str]) -> list[Path]:
    """The files meant: lemma modules by the beginning of their names, others by path below proofcheck/."""
    found: list[Path] = []
    for name in names:
        folder = "proofcheck" if "/" in name else "lemmas"
        exact = ROOT / folder / f"{name}.py"
        paths = [exact] if exact.is_file() else sorted((ROOT / folder).glob(f"{name}*.py"))
        if not paths:
            raise SystemExit(f"there is no module {folder}/{name}*.py")
        found += paths
    return found


class Changed:
    """Finds the changed module before the file is found, and loads it."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        from importlib.util import spec_from_loader

        return (
            spec_from_loader(name, self, origin=str(self.mutation.path))
            if name == self.mutation.module
            else None
        )

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: object) -> None:
        exec(compile(self.mutation.tree(), str(self.mutation.path), "exec"), vars(module))


class FirstFailure:
    """A pytest plugin that remembers the first failure."""

    def __init__(self) -> None:
        self.test: str | None = None

    def pytest_runtest_logreport(self, report: object) -> None:
        self._note(report)

    def pytest_collectreport(self, report: object) -> None:
        self._note(report)

    def _note(self, report: object) -> None:
        if report.failed and self.test is None:  # type: ignore[attr-defined]
            self.test = report.nodeid.removeprefix("tests/")  # type: ignore[attr-defined]


def first_failure(mutation: Mutation | None) -> str | None:
    """Run the tests in this process; the name of the first that fails, None if all pass."""
    import pytest

    if mutation is not None:
        sys.meta_path.insert(0, Changed(mutation))  # type: ignore[arg-type]
    own = [] if mutation is None else sorted((ROOT / "tests").glob(f"*/test_{mutation.path.stem}.py"))
    rest = [path for path in TESTS if ROOT / path not in own]
    for arguments in ([str(path) for path in own], rest):
        if not arguments:
            continue
        plugin = FirstFailure()
        options = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
        code = pytest.main([*options, *arguments], plugins=[plugin])
        if code != 0:
            return plugin.test or f"(pytest ended with {int(code)})"
    return None


def in_a_fork(mutation: Mutation | None, seconds: float) -> str | None:
    """`first_failure` in a process of its own, so that no module of it is left behind."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        answer = "(the process broke off)"
        try:
            answer = first_failure(mutation) or ""
        except BaseException as error:  # noqa: BLE001 - whatever it is, the tests did not pass
            answer = f"({type(error).__name__})"
        finally:
            os.write(writer, answer.encode("utf-8", errors="replace"))
            os._exit(0)
    os.close(writer)
    try:
        if not select.select([reader], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
            return "(time ran out)"
        answer = os.read(reader, 65536).decode("utf-8")
    finally:
        os.close(reader)
        os.waitpid(child, 0)
    return answer or None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("module", nargs="*", default=["s"], help="beginnings of module names, such as s11")
    parser.add_argument("--every", type=int, default=1, help="try every N-th mutation only")
    parser.add_argument("--start", type=int, default=0, help="skip the first N mutations")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one run of the tests")
    parser.add_argument("--list", action="store_true", help="only list the mutations")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    options = parser.parse_args()
    paths = modules(options.module)
    everything = [mutation for path in paths for mutation in mutations(path)]
    chosen = everything[options.start :: options.every]
    if options.list:
        for mutation in chosen:
            print(f"{mutation.path.stem}:{mutation.line} | {mutation.what} | {mutation.source}")
        return 0
    os.chdir(ROOT)
    os.environ.setdefault("PROOFCHECK_EXAMPLES", "40")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the plugins of other projects take half a second
    for name in PRELOADED:
        __import__(name)
    started = time.monotonic()
    if (reason := in_a_fork(None, 10 * options.timeout)) is not None:
        print(f"the tests fail without any mutation: {reason}", file=sys.stderr)
        return 2
    rows = list(judged(chosen, options.timeout))
    survivors = sum(row.caught_by is None and row.excuse is None for row in rows)
    excused = sum(row.caught_by is None and row.excuse is not None for row in rows)
    minutes = (time.monotonic() - started) / 60
    summary = (
        f"{len(chosen)} of {len(everything)} mutations tried: {len(chosen) - survivors - excused} caught, "
        f"{excused} equivalent, {survivors} survived"
    )
    print(f"{summary}; {minutes:.1f} minutes")
    if options.table:
        options.table.write_text(table(rows, summary), encoding="utf-8")
    return 1 if survivors else 0


@dataclass(frozen=True)
class Row:
    """What became of one mutation."""

    mutation: Mutation
    caught_by: str | None
    excuse: str | None

    @property
    def outcome(self) -> str:
        if self.caught_by is not None:
            return self.caught_by
        return "SURVIVED" if self.excuse is None else f"equivalent: {self.excuse}"


def judged(chosen: list[Mutation], seconds: float) -> Iterator[Row]:
    for number, mutation in enumerate(chosen, 1):
        row = Row(mutation, in_a_fork(mutation, seconds), EQUIVALENT.get(mutation.key))
        where = f"{mutation.path.stem}:{mutation.line}"
        print(
            f"{number}/{len(chosen)} | {where} | {mutation.what} | `{mutation.source}` | {row.outcome}",
            flush=True,
        )
        yield row


def table(rows: list[Row], summary: str) -> str:
    """The table as Markdown."""
    cell: Callable[[str], str] = lambda text: text.replace("|", "\\|")  # noqa: E731
    lines = [
        "# Mutations of the lemma modules and the tests that catch them",
        "",
        f"Written by `tests/mutation/mutate.py --table`. {summary}.",
        "",
        "| module | line | mutation | code | caught by |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        m = row.mutation
        lines.append(
            f"| {m.path.stem} | {m.line} | {cell(m.what)} | `{cell(m.source)}` | {cell(row.outcome)} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
