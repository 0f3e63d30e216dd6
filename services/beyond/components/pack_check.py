"""Says all that is missing or contradictory in a component pack: `python -m services.beyond check-pack FILE`."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from services.beyond.components.box import PARTS, Box
from services.beyond.components.checks import miscounts
from services.beyond.components.loading import LOADER
from services.beyond.rules import BEYOND
from services.kit import ComponentError, Fault, Files

GOOD, FAULTY, NO_PACK = 0, 1, 2
"""Exit codes."""

_BOX: Mapping[str, tuple[tuple[str, int, Callable[[Any], bool]], ...]] = {
    "technologies": (("technology cards", 46, lambda _: True),),
    "events": (("event cards", 20, lambda _: True),),
    "systems": (
        ("cards of deck A", 12, lambda card: card.deck == "A"),
        ("cards of deck B", 12, lambda card: card.deck == "B"),
    ),
    "achievements": (
        ("basic cards", 2, lambda card: card.group == "basic"),
        ("cards of group A", 4, lambda card: card.group == "A"),
        ("cards of group B", 4, lambda card: card.group == "B"),
    ),
    "guilds": (("guilds", 4, lambda _: True),),
    "factions": (
        ("basic mats", 4, lambda mat: mat.mat == "basic"),
        ("advanced mats", 4, lambda mat: mat.mat == "advanced"),
    ),
}
"""How much of what is in the box (R1.1, R1.2)."""


class Report(Struct, frozen=True):
    """What is wrong with a pack, and what would be played with."""

    faults: tuple[Fault, ...]
    own: tuple[str, ...]
    notice: str = ""

    def lines(self) -> Iterator[str]:
        """The report as it is printed."""
        for title, missing in (("Missing", True), ("Wrong or contradictory", False)):
            found = [fault for fault in self.faults if fault.missing is missing]
            if found:
                yield f"{title}: {len(found)}"
                yield from (f"  {fault.file}: {fault.entry}: {fault.field}: {fault.message}" for fault in found)
        if built_in := [part for part in PARTS if part not in self.own]:
            yield f"Taken from the built-in pack: {', '.join(built_in)}."
        if not self.faults:
            yield f"Nothing is missing or contradictory. {self.notice}".strip()


def check_pack(path: Path) -> Report:
    """Find everything that is wrong with a pack. Raises `ComponentError` if there is none at the path."""
    found = LOADER.find(path, _lacking)
    return Report(found.faults, found.own, "" if found.pack is None else BEYOND.sources(found.pack).notice)


def _lacking(files: Files, box: Box) -> Iterator[Fault]:
    """What the box has more, or less, of than a part that the pack brings itself; parts not read whole aside."""
    yield from (fault for fault in miscounts(box, files.left_out) if fault.file in files.unread)
    entries = box.files()
    for part, groups in _BOX.items():
        file = f"{part}.json"
        if part not in files.own or file in files.unread:
            continue
        for what, in_box, belongs in groups:
            found = sum(map(belongs, entries[file]))
            if found != in_box:
                message = f"{found} {what}; the box has {in_box}"
                yield Fault("all", "entries", message, file, missing=found < in_box)


def report(path: Path) -> int:
    """Print what is wrong with a pack; give the exit code."""
    try:
        found = check_pack(path)
    except ComponentError as error:
        print(error)  # noqa: T201 - what it is asked for
        return NO_PACK
    print(*found.lines(), sep="\n")  # noqa: T201 - what it is asked for
    return FAULTY if found.faults else GOOD
