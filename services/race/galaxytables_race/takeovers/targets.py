"""Finds the worlds that can be taken over, and the powers for it (R14.3, R14.4, R14.19)."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from galaxytables_kit import Reason
from galaxytables_race.abilities import Abilities
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.components.cards import Card, CardNumber, Pack
from galaxytables_race.components.vocabulary import Takeover
from galaxytables_race.powers.takeover import REBEL_MILITARY_WORLDS
from galaxytables_race.reasons import NOT_A_WORLD, PLACED_IN_THIS_PHASE
from galaxytables_race.state.takeovers import NO_FLEET, Declared

_POWERS_USED = Reason("powers_used", "R14.6")
_NOT_VULNERABLE = Reason("not_vulnerable", "R14.3")
_FOR_REBEL_WORLDS = Reason("for_rebel_worlds", "R14.3")
_PEACEFUL = Reason("peaceful", "R14.19")
_MOST_TELLING = (_PEACEFUL, _FOR_REBEL_WORLDS, _NOT_VULNERABLE, _POWERS_USED)
"""Reasons in order: of several powers' reasons, a player sees the one that comes closest to success."""


class Way(NamedTuple):
    """A way to take over a world: the card whose power attacks, and the card discarded to attack a peaceful world."""

    power: CardNumber
    fleet: CardNumber = NO_FLEET


Targets: TypeAlias = Mapping[CardNumber, tuple[Way, ...]]
"""Worlds that can be attacked, with the ways to do it."""


def closed_powers(attacker: Abilities, declared: Iterable[Declared], chips: int) -> set[CardNumber]:
    """Return the cards whose takeover power was already used in the phase, or costs too much (R14.6, R14.23)."""
    costly = {number for number, power in attacker.takeovers.items() if power.cost == "prestige" and not chips}
    return costly | {each.power for each in declared}


def ways_to_take(
    pack: Pack, attacker: Abilities, closed: Container[CardNumber], owner: tuple[CardNumber, ...]
) -> Targets:
    """Return the worlds of another tableau that an attacker can take over, with the ways to do it.

    `closed` are the attacker's power cards that cannot be used now; `owner` is the other tableau at the start of the
    phase.
    """
    if all(number in closed for number in attacker.takeovers):
        return {}
    victim = abilities_of(pack, owner)
    serving = [number for number in attacker.takeovers if _why_powerless(attacker, closed, victim, number) is None]
    fleets = _fleets(attacker)
    found: dict[CardNumber, tuple[Way, ...]] = {}
    for world in owner if serving else ():
        card = pack.cards[world]
        if not card.is_world:
            continue
        aimed = [number for number in serving if _why_not_aimed(attacker, fleets, number, card) is None]
        if card.military:
            ways = tuple(Way(number) for number in aimed)
        else:
            ways = tuple(Way(number, fleet) for number in aimed for fleet in fleets)
        if ways:
            found[world] = ways
    return found


def why_no_way(
    pack: Pack, attacker: Abilities, closed: Container[CardNumber], owner: tuple[CardNumber, ...], world: CardNumber
) -> Reason:
    """Return the reason why `ways_to_take` finds no way to take over a world of another tableau."""
    if not pack.cards[world].is_world:
        return NOT_A_WORLD
    if world not in owner:
        return PLACED_IN_THIS_PHASE
    return min(unfit_powers(pack, attacker, closed, owner, world).values(), key=_MOST_TELLING.index)


def unfit_powers(
    pack: Pack, attacker: Abilities, closed: Container[CardNumber], owner: tuple[CardNumber, ...], world: CardNumber
) -> dict[CardNumber, Reason]:
    """Return the reasons why takeover powers cannot be used against a world of another tableau.

    They are given by the card that has the power.
    """
    victim, fleets, card = abilities_of(pack, owner), _fleets(attacker), pack.cards[world]
    return {
        number: reason
        for number in attacker.takeovers
        if (reason := _why_powerless(attacker, closed, victim, number))
        or (reason := _why_not_aimed(attacker, fleets, number, card))
    }


def _why_powerless(
    attacker: Abilities, closed: Container[CardNumber], victim: Abilities, number: CardNumber
) -> Reason | None:
    """Return why a takeover power does nothing against any world of an empire now."""
    if number in closed:
        return _POWERS_USED
    return None if _is_exposed(victim, attacker.takeovers[number]) else _NOT_VULNERABLE


def _why_not_aimed(attacker: Abilities, fleets: Sequence[CardNumber], number: CardNumber, card: Card) -> Reason | None:
    """Return why a power does nothing against this world of a vulnerable owner.

    Even with a fleet, a power against Rebel worlds needs the keyword Rebel.
    """
    if attacker.takeovers[number].target == "rebel_military_worlds" and "rebel" not in card.keywords:
        return _FOR_REBEL_WORLDS
    return None if card.military or fleets else _PEACEFUL


def _fleets(attacker: Abilities) -> list[CardNumber]:
    """Return cards that can be discarded to attack peaceful worlds (R14.19)."""
    return [number for number, power in attacker.disguises if power.usable_in_takeover]


def takeover_power(pack: Pack, number: CardNumber) -> Takeover:
    """Return the takeover power of a card."""
    return next(power for power in pack.cards[number].powers if isinstance(power, Takeover))


def _is_exposed(victim: Abilities, power: Takeover) -> bool:
    """Return whether the owner of a tableau is vulnerable to a power (R14.3)."""
    match power.target:
        case "rebel_military_worlds":
            return victim.own(REBEL_MILITARY_WORLDS) > 0
        case "owner_has_imperium":
            return any("imperium" in card.keywords for card in victim.cards)
        case "owner_has_positive_military":
            return victim.military > 0
        case _:
            return True
