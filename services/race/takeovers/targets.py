"""Who is vulnerable to which takeovers (R14.3, R14.4, R14.19)."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from services.kit.reason import Reason
from services.race.abilities import Abilities, abilities_of
from services.race.cards import Card, Number, Pack
from services.race.powers.takeover import REBEL_MILITARY_WORLDS
from services.race.reasons import NOT_A_WORLD, PLACED_IN_THIS_PHASE
from services.race.takeovers.state import NO_FLEET, Declared
from services.race.vocabulary import Takeover

POWERS_USED = Reason("powers_used", "R14.6")
NOT_VULNERABLE = Reason("not_vulnerable", "R14.3")
PEACEFUL = Reason("peaceful", "R14.19")


class Way(NamedTuple):
    """By which card's power a world can be attacked, and with which card discarded if it is a peaceful one."""

    power: Number
    fleet: Number = NO_FLEET


Targets: TypeAlias = Mapping[Number, tuple[Way, ...]]
"""Worlds that can be attacked, with the ways to do it."""


def closed_powers(attacker: Abilities, declared: Iterable[Declared], chips: int) -> set[Number]:
    """Power cards that were used before in the phase, or whose cost cannot be paid (R14.6, R14.23)."""
    costly = {number for number, power in attacker.takeovers.items() if power.cost == "prestige" and not chips}
    return costly | {each.power for each in declared}


def ways_to_take(pack: Pack, attacker: Abilities, closed: Container[Number], owner: Sequence[Number]) -> Targets:
    """The worlds of another tableau that can be attacked, with the ways to do it.

    `closed` are power cards of the attacker that do not serve now, `owner` is the other tableau as it was at the start
    of the phase.
    """
    powers = {number: power for number, power in attacker.takeovers.items() if number not in closed}
    if not powers:
        return {}
    victim = abilities_of(pack, tuple(owner))
    exposed = {number: power for number, power in powers.items() if _is_exposed(victim, power)}
    fleets = [number for number, power in attacker.disguises if power.usable_in_takeover]
    found: dict[Number, tuple[Way, ...]] = {}
    for world in owner if exposed else ():
        card = pack.cards[world]
        if not card.is_world:
            continue
        aimed = [number for number, power in exposed.items() if _may_be_aimed_at(power, card)]
        if card.military:
            ways = tuple(Way(number) for number in aimed)
        else:
            ways = tuple(Way(number, fleet) for number in aimed for fleet in fleets)
        if ways:
            found[world] = ways
    return found


def why_no_way(
    pack: Pack, attacker: Abilities, closed: Container[Number], owner: Sequence[Number], world: Number
) -> Reason:
    """Why `ways_to_take` has no way to a card of another tableau."""
    card = pack.cards[world]
    if not card.is_world:
        return NOT_A_WORLD
    if world not in owner:
        return PLACED_IN_THIS_PHASE
    powers = [power for number, power in attacker.takeovers.items() if number not in closed]
    if not powers:
        return POWERS_USED
    exposed = any(_is_exposed(abilities_of(pack, tuple(owner)), power) for power in powers)
    return PEACEFUL if exposed and not card.military else NOT_VULNERABLE


def takeover_power(pack: Pack, number: Number) -> Takeover:
    """The takeover power of a card."""
    return next(power for power in pack.cards[number].powers if isinstance(power, Takeover))


def _is_exposed(victim: Abilities, power: Takeover) -> bool:
    """Whether the owner of a tableau is vulnerable to a power (R14.3)."""
    match power.target:
        case "rebel_military_worlds":
            return victim.own(REBEL_MILITARY_WORLDS) > 0
        case "owner_has_imperium":
            return any("imperium" in card.keywords for card in victim.cards)
        case "owner_has_positive_military":
            return victim.military > 0
        case _:
            return True


def _may_be_aimed_at(power: Takeover, card: Card) -> bool:
    """Whether a power is good for this world of a vulnerable owner; that of a fleet must carry Rebel too (R14.19)."""
    return power.target != "rebel_military_worlds" or "rebel" in card.keywords
