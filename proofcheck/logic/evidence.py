"""What a statement may look at: the setting, and what earlier statements were found to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from proofcheck.logic.judgement import Direction, Judgement, Level

S = TypeVar("S", covariant=True)


@dataclass(frozen=True)
class Evidence(Generic[S]):
    """Given to one statement's check; `asked` collects the ids of the statements it relied on.

    `S` is the kind of setting the check needs: an `Experiment` where boxes and strategy are fixed,
    `AllStrategies`, a plain `Setting`, `AllEpsilon` or `Everything` further up the ladder.
    """

    setting: S
    earlier: Mapping[str, tuple[Judgement, ...]]
    asked: list[str] = field(default_factory=list)

    def judgements(
        self, id: str, *, level: Level | None = None, direction: Direction | None = None
    ) -> tuple[Judgement, ...]:
        """The rows of an earlier statement, of one level and direction if given.

        Raises `LookupError` when the statement has not been judged before (wrong proof order).
        """
        self.asked.append(id)
        if id not in self.earlier:
            raise LookupError(f"statement {id!r} has not been judged yet")
        return tuple(
            row
            for row in self.earlier[id]
            if (level is None or row.level == level) and (direction is None or row.direction == direction)
        )
