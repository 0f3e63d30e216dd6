"""Artifacts in the hands of their finders: which help where, and how they are spent (R20.31-R20.36)."""

from typing import TYPE_CHECKING

import msgspec

from services.kit import Component, Pick, Seat
from services.race.orb.components import Artifact
from services.race.phases.state import Consuming
from services.race.rulings import rulings

if TYPE_CHECKING:
    from services.race.abilities import Reach
    from services.race.components.cards import Card, Pack
    from services.race.state import Empire
    from services.race.table import RacePlay

_PREFIX = "artifact:"


def token_pick(token: int) -> str:
    """The option that stands for a token."""
    return f"{_PREFIX}{token}"


def token_of(pick: Pick) -> int | None:
    """The token for which an option stands, None if it stands for something else."""
    if isinstance(pick, str) and pick.startswith(_PREFIX):
        return int(pick.removeprefix(_PREFIX).partition(":")[0])
    return None


def artifact_of(pack: "Pack", token: int) -> Artifact:
    """What a token is."""
    return pack.orb.tokens[token]


def alien_goods(pack: "Pack", empire: "Empire") -> list[int]:
    """Unused tokens that may serve as Alien goods (R20.33)."""
    return [token for token in empire.artifacts if artifact_of(pack, token).has("alien_good")]


def spend_token(play: "RacePlay", seat: Seat, token: int) -> None:
    """Show and use up a token; it stays with its owner and scores (R20.36)."""
    empire = play.state.empires[seat]
    empire.artifacts.remove(token)
    empire.spent_artifacts.append(token)
    phase = play.state.phase
    if isinstance(phase, Consuming) and token in phase.seats[seat].offered:
        phase.seats[seat].offered.remove(token)
    play.tell("used_artifact", seat, artifact=Component(artifact_of(play.pack, token).id))


def development_discounts(pack: "Pack", empire: "Empire") -> dict[int, int]:
    """What each unused token takes off the price of a development (R20.34)."""
    amounts = {token: artifact_of(pack, token).amount("development_discount") for token in empire.artifacts}
    return {token: amount for token, amount in amounts.items() if amount}


def discount_for(play: "RacePlay", token: int, card: "Card") -> int:
    """What a token takes off the price of a world; that for genes worlds off non-military ones only (R20.34)."""
    if card.military and not rulings(play).artifacts_discount_military_worlds:
        return 0
    for_genes = card.good == "genes" and not card.military
    kinds = ("world_discount", "genes_world_discount") if for_genes else ("world_discount",)
    return artifact_of(play.pack, token).amount(*kinds)


def military_for(pack: "Pack", token: int, card: "Card") -> int:
    """What a token adds to the military against a world (R20.34, R20.35)."""
    if not card.military:
        return 0
    kinds = ("temporary_military", "genes_world_military") if card.good == "genes" else ("temporary_military",)
    return artifact_of(pack, token).amount(*kinds)


def helpful(play: "RacePlay", seat: Seat, card: "Card", reach: "Reach") -> list[int]:
    """Unused tokens that would make a world cheaper, or lessen the military that is missing for it."""
    dear = bool(reach.price)
    weak = reach.gap is not None and reach.gap > play.state.changes(seat).temporary
    return [
        token
        for token in play.state.empires[seat].artifacts
        if (dear and discount_for(play, token, card)) or (weak and military_for(play.pack, token, card))
    ]


def reach_by_tokens(play: "RacePlay", card: "Card", reach: "Reach", tokens: list[int]) -> "Reach":
    """What it takes to place a world once these tokens are used for it."""
    price = None if reach.price is None else max(0, reach.price - sum(discount_for(play, t, card) for t in tokens))
    gap = None if reach.gap is None else reach.gap - sum(military_for(play.pack, t, card) for t in tokens)
    return msgspec.structs.replace(reach, price=price, gap=gap)


def artifact_points(pack: "Pack", empire: "Empire", stations: int) -> int:
    """Printed points of all own tokens, with those for the feeding stations visible on the orb (R20.39, R20.40)."""
    tokens = (artifact_of(pack, token) for token in (*empire.artifacts, *empire.spent_artifacts))
    return sum(each.vp + each.vp_per_station * stations for each in tokens)
