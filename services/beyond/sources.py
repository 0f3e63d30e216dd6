"""How well the components of a pack are known, and what players are told of it when a table opens."""

from galaxy.rules.v1 import rules_pb2
from services.beyond.cards import Pack

_OWN_BOX = (
    "Whoever owns the box can play with its real components: fill in services/beyond/template.json, check it with"
    " `python -m services.beyond check-pack FILE`, and start this game's rules service with GALAXY_COMPONENTS=FILE."
)


def sources(pack: Pack) -> rules_pb2.PackSources:
    """Count the components in the box by how well they are known; without a notice where all are sourced."""
    known = pack.provenances
    sourced, partly, own = known.get("sourced", 0), known.get("partly_sourced", 0), known.get("reconstructed", 0)
    counts = (
        f"Of {sourced + partly + own} components {sourced} are sourced, {partly} are partly sourced, and {own} are our"
        " reconstruction, for no public source has the whole card list."
    )
    return rules_pb2.PackSources(
        sourced=sourced,
        partly_sourced=partly,
        reconstructed=own,
        notice=f"{counts} {_OWN_BOX}" if partly or own else "",
    )
