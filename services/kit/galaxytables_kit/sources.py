"""Counts how many components of a pack are well known. Players see a notice about this when a table opens."""

from typing import Any

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.game import AnyGame
from galaxytables_kit.wording import ENGLISH, entries, plain_text

NOTICE = "notice-sources"
"""The id of the notice; its variables are the counts and their sum, `components`."""
OWNERS = "notice-owners"
"""The id of the message that says how a host who owns the game can use its own components, if there is one."""


def sources(game: AnyGame, pack: Any) -> rules_pb2.PackSources | None:  # noqa: ANN401 - the game's own
    """Return how many components have each provenance, or None if players need no notice.

    Players need no notice if all components are sourced, or if the game has no words for such a notice.
    """
    messages = entries(game, ENGLISH)
    notice = messages.get(NOTICE)
    if notice is None:
        return None
    by_provenance = game.provenances(pack)
    counts = {
        "sourced": by_provenance.get(rules_pb2.PROVENANCE_SOURCED, 0),
        "partly_sourced": by_provenance.get(rules_pb2.PROVENANCE_PARTLY_SOURCED, 0),
        "named": by_provenance.get(rules_pb2.PROVENANCE_NAMED, 0),
        "reconstructed": by_provenance.get(rules_pb2.PROVENANCE_RECONSTRUCTED, 0),
    }
    components = sum(counts.values())
    notices = [plain_text(notice, {"components": components, **counts})]
    if OWNERS in messages:
        notices.append(plain_text(messages[OWNERS]))
    return rules_pb2.PackSources(**counts, notice="" if counts["sourced"] == components else " ".join(notices))
