"""How well the components of a pack are known, and what players are told of it when a table opens."""

from fluent.syntax.ast import Message

from galaxy.rules.v1 import rules_pb2
from services.beyond.components.cards import Pack
from services.kit import plain_text

NOTICE = "notice-sources"
"""The message that players are told; the counts and their sum, `components`, are its variables."""


def sources(pack: Pack, notice: Message) -> rules_pb2.PackSources:
    """Count the components in the box by how well they are known; without a notice where all are sourced."""
    known = pack.provenances
    sourced, partly, own = known.get("sourced", 0), known.get("partly_sourced", 0), known.get("reconstructed", 0)
    counts = {"sourced": sourced, "partly_sourced": partly, "reconstructed": own}
    told = plain_text(notice, {"components": sum(counts.values()), **counts})
    return rules_pb2.PackSources(
        sourced=sourced,
        partly_sourced=partly,
        reconstructed=own,
        notice=told if partly or own else "",
    )
