"""Worlds that replace others (R7.16)."""

from services.kit.flow import Flow
from services.kit.prompt import Prompt
from services.race.cards import Card, Number
from services.race.phases.placing import held_designs, prestige_for_icon
from services.race.prestige import gain_prestige
from services.race.table import RacePlay, abilities, component, discard_from_tableau


def swaps(play: RacePlay, seat: int) -> dict[Number, tuple[Number, ...]]:
    """Hand cards that can replace an own world, by the power for it, where it was not used in this phase."""
    empire = play.state.empires[seat]
    powers = {}
    for number, _ in abilities(play, seat).brink.replacements:
        new = () if number in empire.extra else tuple(card for card in empire.hand if _old(play, seat, card, number))
        if new:
            powers[number] = new
    return powers


def swap(play: RacePlay, seat: int, by: Number, new: tuple[Number, ...]) -> Flow[Number | None]:
    """Swap an own world for one from hand, or none; give the new one. The good of the old one is lost."""
    empire = play.state.empires[seat]
    power = dict(abilities(play, seat).brink.replacements)[by]
    picks = yield Prompt(seat, "settle.swap", new, 0, 1, default=(), subject=by)
    if not picks:
        return None
    world: Number = picks[0]
    (old,) = yield Prompt(seat, "settle.swapped", tuple(_old(play, seat, world, by)), subject=world)
    discard_from_tableau(play, seat, old)
    empire.hand.remove(world)
    empire.tableau.append(world)
    empire.fresh.append(world)
    empire.swapped = world
    play.tell("swapped", seat, card=component(play, world), old=component(play, old))
    prestige_for_icon(play, seat, world)
    gain_prestige(play, seat, power.prestige, by)
    return world


def _old(play: RacePlay, seat: int, new: Number, by: Number) -> list[Number]:
    """Own worlds that a hand card can replace: of the same kind, not dearer, none placed in this phase."""
    empire, cards = play.state.empires[seat], play.pack.cards
    able = abilities(play, seat)
    card, power = cards[new], dict(able.brink.replacements)[by]
    if not card.is_world or card.military or card in held_designs(play, empire, able):
        return []
    return [
        world
        for world in empire.tableau
        if world not in empire.fresh
        and cards[world].is_world
        and not cards[world].military
        and _same_kind(card, cards[world])
        and 0 <= card.cost - cards[world].cost <= power.max_cost_increase
    ]


def _same_kind(one: Card, other: Card) -> bool:
    """Whether two worlds are of one kind; variable kind is any but none (POWERS variable_kind)."""
    if one.good is None or other.good is None:
        return one.good == other.good
    return one.good == other.good or "any" in (one.good, other.good)
