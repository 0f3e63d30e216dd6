"""Orb cards and artifacts as the catalogue of components has them."""

from collections.abc import Iterator

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.race.orb.cards import WALL, Artifact, OrbCard, OrbPack

_DECKS = {"A": "deck A", "B": "deck B", "start_airlock": "airlock", "extra_airlock": "extra airlock"}
_USES = {
    "world_discount": "{} less for a non-military world",
    "development_discount": "{} less for a development",
    "genes_world_discount": "{} less for a non-military genes world",
    "genes_world_military": "+{} military against a genes world",
    "temporary_military": "+{} military for a phase or an orb step",
    "alien_good": "an Alien good to trade, consume or spend",
    "extra_squares": "one team moves {} squares more",
    "cross_wall": "one team crosses one wall or barrier",
    "cross_barrier": "one team crosses one barrier",
}


def orb_entries(pack: OrbPack) -> Iterator[rules_pb2.Component]:
    """Every orb card and every artifact."""
    yield from map(_card_entry, pack.cards.values())
    yield from map(_artifact_entry, pack.artifacts.values())


def orb_name(pack: OrbPack, component: str) -> str | None:
    """The name of an orb card or an artifact; None for other components."""
    artifact = pack.artifacts.get(component)
    if artifact is not None:
        return artifact.name
    card = pack.by_id.get(component)
    return None if card is None else card.name


def _card_entry(card: OrbCard) -> rules_pb2.Component:
    """Facts: `cell_1` to `cell_6` row by row with the card upright, `edges_1` ... north, east, south, west of each."""
    entry = rules_pb2.Component(
        id=card.id,
        name=card.name,
        kind="orb_card",
        copies=1,
        lines=(f"Orb card, {_DECKS[card.deck]}",),
        facts=[game_pb2.Fact(name="deck", word=card.deck)],
        provenance=rules_pb2.PROVENANCE_SOURCED,
    )
    for number, square in enumerate(card.turned[0].squares, 1):
        edges = " ".join("wall" if edge == WALL else str(edge) for edge in square.edges)
        entry.facts.append(game_pb2.Fact(name=f"cell_{number}", word=square.kind))
        entry.facts.append(game_pb2.Fact(name=f"edges_{number}", word=edges))
    return entry


def _artifact_entry(artifact: Artifact) -> rules_pb2.Component:
    """Facts: `series`, `vp`, `class`, `vp_per_station`, and the amount (0 if it has none) of each use by its kind."""
    lines = [_USES[use.kind].format(use.amount) for use in artifact.uses]
    points = f"{artifact.vp} VP" + (", and 1 for each feeding station in sight" if artifact.vp_per_station else "")
    entry = rules_pb2.Component(
        id=artifact.id,
        name=artifact.name,
        kind="artifact",
        copies=artifact.copies,
        lines=(f"Artifact {artifact.series}, {points}", *lines),
        facts=[
            game_pb2.Fact(name="series", word=artifact.series),
            game_pb2.Fact(name="vp", number=artifact.vp),
            game_pb2.Fact(name="vp_per_station", number=artifact.vp_per_station),
        ],
        provenance=rules_pb2.PROVENANCE_SOURCED,
    )
    if artifact.artifact_class is not None:
        entry.facts.append(game_pb2.Fact(name="class", word=artifact.artifact_class))
    entry.facts.extend(game_pb2.Fact(name=use.kind, number=use.amount) for use in artifact.uses)
    return entry
