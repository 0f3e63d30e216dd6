"""How component packs are loaded: a folder of JSON files, or one JSON file with the same parts.

Each part that a pack lacks is taken from the built-in one, so that an operator can replace a single deck.
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
    """Facts that entries name as sourced, though the catalogue has no such fact of them."""
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
