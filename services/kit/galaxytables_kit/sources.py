"""How well the components of a pack are known, and what players are told of it when a table opens."""

from typing import Any

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.game import AnyGame
from galaxytables_kit.wording import ENGLISH, entries, plain_text

NOTICE = "notice-sources"
"""The message that players are told; the counts and their sum, `components`, are its variables."""
OWNERS = "notice-owners"
"""The message, if any, that says how a host who owns the game plays it with its own components."""


def sources(game: AnyGame, pack: Any) -> rules_pb2.PackSources | None:  # noqa: ANN401 - the game's own
    """Count components by how well they are known, for a game that has the notice among its words.

    Where all components are sourced the notice is not told.
    """
    messages = entries(game, ENGLISH)
    notice = messages.get(NOTICE)
    if notice is None:
        return None
    known = game.provenances(pack)
    counts = {
        "sourced": known.get(rules_pb2.PROVENANCE_SOURCED, 0),
        "partly_sourced": known.get(rules_pb2.PROVENANCE_PARTLY_SOURCED, 0),
        "named": known.get(rules_pb2.PROVENANCE_NAMED, 0),
        "reconstructed": known.get(rules_pb2.PROVENANCE_RECONSTRUCTED, 0),
    }
    components = sum(counts.values())
    told = [plain_text(notice, {"components": components, **counts})]
    if OWNERS in messages:
        told.append(plain_text(messages[OWNERS]))
    return rules_pb2.PackSources(**counts, notice="" if counts["sourced"] == components else " ".join(told))
