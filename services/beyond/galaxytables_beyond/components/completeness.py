"""Shows the authors of a pack how complete it is, compared with the printed game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from galaxytables_beyond.components.box import Box
from galaxytables_beyond.components.checks import miscounts
from galaxytables_kit import Fault, Files

_BOX: Mapping[str, tuple[tuple[str, int, Callable[[Any], bool]], ...]] = {  # each tests entries of its part
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
"""How much of each component is in the box (R1.1, R1.2)."""


def incomplete(files: Files, box: Box) -> Iterator[Fault]:
    """Yield a fault for each kind of component of which a pack has more or fewer than the printed game.

    Kinds that come from the built-in pack are not counted, nor are kinds of which only a part was read.
    """
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
