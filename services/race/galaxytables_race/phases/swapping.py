"""Swaps: worlds from hand that replace worlds of the tableau (R7.16)."""

from galaxytables_kit import Flow, Prompt, Reason, Seat
from galaxytables_race.components.cards import Card, CardNumber
from galaxytables_race.components.vocabulary import ReplaceWorld
from galaxytables_race.phases.placing import held_designs, prestige_for_icon
from galaxytables_race.prestige import gain_prestige
from galaxytables_race.reasons import ONE_OF_EACH, PLACED_IN_THIS_PHASE, barred
from galaxytables_race.table import RacePlay, abilities, component, discard_from_tableau
from galaxytables_race.table.running import settler

_NO_PEACEFUL_WORLD = Reason("no_peaceful_world", "R7.16")
_NOTHING_TO_REPLACE = Reason("nothing_to_replace", "R7.16")
_OTHER_KIND = Reason("of_another_kind", "R7.16")
_OTHER_COST = Reason("cost_does_not_fit", "R7.16")
_USED_OR_DECLINED = Reason("used_or_declined", "R7.16")
_NO_WORLD_FOR_IT = Reason("no_world_for_it", "R7.16")


def swaps(play: RacePlay, seat: Seat) -> dict[CardNumber, tuple[CardNumber, ...]]:
    """Return the powers to replace a world that a seat can use now, each with the hand cards that it can place.

    The keys are the cards with these powers.
    """
    powers = {}
    for number, _ in abilities(play, seat).replacements:
        new = _served(play, seat, number)
        if not isinstance(new, Reason):
            powers[number] = new
    return powers


def why_not_swapping(play: RacePlay, seat: Seat) -> dict[CardNumber, Reason]:
    """Return the powers to replace a world that a seat cannot use now, each with the reason.

    The keys are the cards with these powers.
    """
    powers = {number: _served(play, seat, number) for number, _ in abilities(play, seat).replacements}
    return {number: reason for number, reason in powers.items() if isinstance(reason, Reason)}


def _served(play: RacePlay, seat: Seat, by: CardNumber) -> tuple[CardNumber, ...] | Reason:
    """Return hand cards that can replace an own world by a power, or why there are none."""
    empire = play.state.empires[seat]
    if by in settler(play, seat).extra:
        return _USED_OR_DECLINED
    return tuple(card for card in empire.hand if _old(play, seat, card, by)) or _NO_WORLD_FOR_IT


def swap(play: RacePlay, seat: Seat, by: CardNumber, new: tuple[CardNumber, ...]) -> Flow[CardNumber | None]:
    """Let a seat swap one of its worlds for one from hand. Returns the new world, or None if it did not swap.

    The good on the old world is lost.
    """
    empire, own = play.state.empires[seat], settler(play, seat)
    power = dict(abilities(play, seat).replacements)[by]
    hand = barred(lambda: empire.hand, lambda card: _why_not_swapped(play, seat, card, by))
    picks = yield Prompt(seat, "settle.swap", new, 0, 1, default=(), subject=by, barred=hand)
    if not picks:
        return None
    world: CardNumber = picks[0]
    kept = barred(lambda: empire.tableau, lambda card: _why_not_replaced(play, seat, card, world, power))
    (old,) = yield Prompt(seat, "settle.swapped", tuple(_old(play, seat, world, by)), subject=world, barred=kept)
    discard_from_tableau(play, seat, old)
    empire.hand.remove(world)
    empire.tableau = (*empire.tableau, world)
    own.fresh.append(world)
    own.swapped = world
    play.tell("swapped", seat, card=component(play, world), old=component(play, old))
    prestige_for_icon(play, seat, world)
    gain_prestige(play, seat, power.prestige, by)
    return world


def _old(play: RacePlay, seat: Seat, new: CardNumber, by: CardNumber) -> list[CardNumber]:
    """Return own worlds that a hand card can replace: of the same kind, of fitting cost, not placed in this phase."""
    power = dict(abilities(play, seat).replacements)[by]
    if _why_not_placed(play, seat, new) is not None:
        return []
    tableau = play.state.empires[seat].tableau
    return [world for world in tableau if _why_not_replaced(play, seat, world, new, power) is None]


def _why_not_swapped(play: RacePlay, seat: Seat, new: CardNumber, by: CardNumber) -> Reason | None:
    """Return why a hand card cannot replace a world."""
    reason = _why_not_placed(play, seat, new)
    if reason is not None:
        return reason
    return None if _old(play, seat, new, by) else _NOTHING_TO_REPLACE


def _why_not_placed(play: RacePlay, seat: Seat, new: CardNumber) -> Reason | None:
    card = play.pack.cards[new]
    if not card.is_world or card.military:
        return _NO_PEACEFUL_WORLD
    return ONE_OF_EACH if card in held_designs(play, seat, abilities(play, seat)) else None


def _why_not_replaced(
    play: RacePlay, seat: Seat, old: CardNumber, new: CardNumber, power: ReplaceWorld
) -> Reason | None:
    """Return why a hand card cannot replace a card of the tableau."""
    world, card = play.pack.cards[old], play.pack.cards[new]
    if old in play.state.changes(seat).fresh:
        return PLACED_IN_THIS_PHASE
    if not world.is_world or world.military:
        return _NO_PEACEFUL_WORLD
    if not _same_kind(card, world):
        return _OTHER_KIND
    return None if 0 <= card.cost - world.cost <= power.max_cost_increase else _OTHER_COST


def _same_kind(one: Card, other: Card) -> bool:
    """Return whether two worlds are of the same kind.

    A variable kind matches any kind but none (the power `variable_kind`).
    """
    if one.good is None or other.good is None:
        return one.good == other.good
    return one.good == other.good or "any" in (one.good, other.good)
