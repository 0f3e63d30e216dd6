"""Artifacts that help to place a world: they lower its price, or add military against it (R20.34, R20.35)."""

import msgspec

from galaxytables_kit import Seat
from galaxytables_race.abilities import Reach
from galaxytables_race.components.cards import Card, Pack
from galaxytables_race.components.orb import TokenNumber
from galaxytables_race.rulings import rulings
from galaxytables_race.table import RacePlay
from galaxytables_race.table.tokens import artifact_of


def discount_for(play: RacePlay, token: TokenNumber, card: Card) -> int:
    """Return the discount that a token gives on a world.

    A token for genes worlds gives a discount only on non-military ones (R20.34).
    """
    if card.military and not rulings(play).artifacts_discount_military_worlds:
        return 0
    for_genes = card.good == "genes" and not card.military
    kinds = ("world_discount", "genes_world_discount") if for_genes else ("world_discount",)
    return artifact_of(play.pack, token).amount(*kinds)


def military_for(pack: Pack, token: TokenNumber, card: Card) -> int:
    """Return how much military a token adds against a world (R20.34, R20.35)."""
    if not card.military:
        return 0
    kinds = ("temporary_military", "genes_world_military") if card.good == "genes" else ("temporary_military",)
    return artifact_of(pack, token).amount(*kinds)


def helpful(play: RacePlay, seat: Seat, card: Card, reach: Reach) -> list[TokenNumber]:
    """Return the unused tokens of a seat that lower the price of a world, or the military missing for it."""
    dear = bool(reach.price)
    weak = reach.gap is not None and reach.gap > play.state.changes(seat).temporary
    return [
        token
        for token in play.state.empires[seat].artifacts
        if (dear and discount_for(play, token, card)) or (weak and military_for(play.pack, token, card))
    ]


def reach_by_tokens(play: RacePlay, card: Card, reach: Reach, tokens: list[TokenNumber]) -> Reach:
    """Return the price, or the missing military, of a world for a seat that uses these tokens for it."""
    price = None if reach.price is None else max(0, reach.price - sum(discount_for(play, t, card) for t in tokens))
    gap = None if reach.gap is None else reach.gap - sum(military_for(play.pack, t, card) for t in tokens)
    return msgspec.structs.replace(reach, price=price, gap=gap)
