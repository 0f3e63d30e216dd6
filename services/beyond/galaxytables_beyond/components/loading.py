"""Loads component packs. A pack is a folder of JSON files, or one JSON file with a field for each of them.

Parts that a pack lacks come from the built-in pack, so an operator can replace a single deck.
"""

from collections.abc import Iterator
from pathlib import Path

from galaxytables_beyond.components.assembly import assemble
from galaxytables_beyond.components.box import Box
from galaxytables_beyond.components.cards import Pack
from galaxytables_beyond.components.catalogue import facts_by_entry
from galaxytables_beyond.components.checks import contradictions
from galaxytables_beyond.components.completeness import incomplete
from galaxytables_kit import Fault, Loader

BUILT_IN = Path(__file__).with_name("pack")


def unknown_facts(box: Box, pack: Pack) -> Iterator[Fault]:
    """Yield a fault for each fact that an entry lists as having a source, but that the catalogue lacks."""
    known = facts_by_entry(pack)
    for file, entries in box.files().items():
        for entry in entries:
            for fact in entry.sourced_facts:
                if fact not in known[entry.id]:
                    message = f"there is no fact {fact}: {', '.join(sorted(known[entry.id]))}"
                    yield Fault(entry.id, "sourced_facts", message, file)


LOADER = Loader(
    lambda files: files.parts(Box), assemble, contradictions, unknown_facts, built_in=BUILT_IN, incomplete=incomplete
)
