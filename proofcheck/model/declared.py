"""What a file says about its boxes, even if something is wrong with some of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from proofcheck.model.box import Box, Family
from proofcheck.model.locate import Path
from proofcheck.model.problems import did_you_mean
from proofcheck.model.reader import Reader


@dataclass(frozen=True)
class Declared:
    """The names of a file's boxes, so that the rest of the file can be checked in the same run.

    Attributes:
        boxes: name -> box, None if something is wrong with it.
        complete: whether these are all names (a wrong `count` leaves some open).
    """

    boxes: Mapping[str, Box | None]
    complete: bool = True

    @staticmethod
    def of(family: Family) -> Declared:
        """All boxes of a family."""
        return Declared({box.name: box for box in family})

    @property
    def valid(self) -> Family:
        """The boxes with which nothing is wrong."""
        return Family(tuple(box for box in self.boxes.values() if box is not None))

    @cached_property
    def _messages(self) -> dict[str, None]:
        return dict.fromkeys(m for box in self.boxes.values() if box is not None for m in box.messages)

    @property
    def family(self) -> Family | None:
        """The family, if nothing is wrong with any box."""
        valid = self.valid
        return valid if self.complete and len(valid) == len(self.boxes) > 0 else None

    def box_name(self, reader: Reader, path: Path, value: object, words: tuple[str, ...] = ()) -> str | None:
        """The text at `path` if it is the name of a box; else it is reported. `words` could be meant, too."""
        name = reader.text(path, value, "a box name")
        if name is None or name in self.boxes or not self.complete:
            return name
        if reader.full:
            return None
        hint = did_you_mean(name, (*words, *self.boxes))
        if f"{name}#1" in self.boxes:
            hint = f"with count it has copies: '{name}#1', ..."
        reader.report(path, f"there is no box {name!r}", value=name, hint=hint)
        return None

    def check_message(self, reader: Reader, path: Path, message: str, box: str | None = None) -> None:
        """Report a message that no box has, or that `box` does not have."""
        if box is None:
            known, certain = self._messages, self.complete and None not in self.boxes.values()
        else:
            one = self.boxes.get(box)
            known, certain = dict.fromkeys(() if one is None else one.messages), one is not None
        if certain and message not in known and not reader.full:
            who = "no box has the message" if box is None else f"the box {box!r} has no message"
            reader.report(path, f"{who} {message!r}", value=message, hint=did_you_mean(message, known))
