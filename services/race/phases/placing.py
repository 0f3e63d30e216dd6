"""What Develop and Settle have in common: showing a card, paying for it, placing it (R4)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from services.kit.flow import Flow, together
from services.kit.prompt import Prompt
from services.kit.reason import Reason
from services.race.abilities import Abilities
from services.race.cards import Card, Number
from services.race.phases.agenda import has_bonus
from services.race.prestige import gain_prestige, plays_prestige
from services.race.state import NO_CARD, Empire
from services.race.table import RacePlay, abilities, component, components, discard_from_hand, draw, take_back

SETTLE_DRAW = 1
"""Cards for the first world of the phase, by the bonus of Settle (R7.9)."""


def held_designs(play: RacePlay, empire: Empire, able: Abilities) -> AbstractSet[Card]:
    """The designs of a tableau, of which no second card may be placed (R4.5)."""
    if not empire.fresh:
        return able.designs
    cards = play.pack.cards
    return able.designs | {cards[number] for number in empire.fresh}


def choose_card(
    play: RacePlay, seat: int, kind: str, options: tuple[Number, ...], barred: Mapping[Number, Reason]
) -> Flow[None]:
    """Choose one of the hand cards that can be placed, or none (R4.1)."""
    picks = yield Prompt(seat, kind, options, 0, 1, barred=barred)
    if picks:
        empire = play.state.empires[seat]
        empire.hand.remove(picks[0])
        empire.placing = picks[0]


def show_cards(play: RacePlay) -> bool:
    """Tell which cards were shown to be placed; whether there are any (R4.2)."""
    shown = False
    for seat, empire in enumerate(play.state.empires):
        if empire.placing != NO_CARD:
            shown = True
            play.show()
            play.tell("shows", seat, card=component(play, empire.placing))
    return shown


def pay(play: RacePlay, seat: int, kind: str, price: int) -> Flow[tuple[Number, ...]]:
    """Discard as many hand cards as the price says, and give them (R4.3)."""
    if not price:
        return ()
    empire = play.state.empires[seat]
    cards: tuple[Number, ...] = yield Prompt(seat, kind, tuple(empire.hand), price, price, subject=empire.placing)
    discard_from_hand(play, seat, cards)
    world = abilities(play, seat).brink.saves.get(kind.partition(".")[0])
    if world is not None:
        yield from _put_under(play, seat, world, cards)
    return cards


def _put_under(play: RacePlay, seat: int, world: Number, paid: tuple[Number, ...]) -> Flow[None]:
    """Lay one card of a payment face down under a world instead (POWERS save_payment_card)."""
    empire = play.state.empires[seat]
    empire.paid = list(paid)
    picks = yield Prompt(seat, "settle.put_under", paid, 0, 1, subject=world)
    empire.paid = []
    if picks:
        take_back(play, seat, picks)
        empire.saved.setdefault(world, []).extend(picks)
        play.tell("put_under", seat, card=component(play, world), private={seat: {"saved": components(play, picks)}})


def to_tableau(play: RacePlay, seat: int) -> Number:
    """Lay the shown card into the tableau; its powers count from the next phase on (R4.4)."""
    empire = play.state.empires[seat]
    card = empire.placing
    empire.placing = NO_CARD
    empire.by = NO_CARD
    empire.tableau.append(card)
    empire.fresh.append(card)
    return card


def placed(empire: Empire) -> list[Number]:
    """Worlds placed in this phase; one that replaced another is none (R7.16)."""
    return [world for world in empire.fresh if world != empire.swapped]


def settle_bonuses(play: RacePlay, seat: int, able: Abilities, world: Number, *, first: bool) -> None:
    """Draw for a world that was placed or taken over; the bonus of the action is for the first one (R7.9).

    What is to be discarded for it is owed until `discard_owed`.
    """
    if first and has_bonus(play.state, seat):
        draw(play, seat, SETTLE_DRAW, "settle_bonus")
    draw(play, seat, able.settle_after, "settle")
    prestige_after(play, seat, able, world, "settle")
    for drawn, discarded in able.brink.settle_draws:
        draw(play, seat, drawn, "settle")
        play.state.empires[seat].owed += discarded


def prestige_for_icon(play: RacePlay, seat: int, card: Number) -> None:
    """A prestige for placing a card with the icon (R16.1)."""
    if play.pack.cards[card].prestige and plays_prestige(play):
        gain_prestige(play, seat, 1, card)


def prestige_after(play: RacePlay, seat: int, able: Abilities, card: Number, phase: str) -> None:
    """Prestige by powers for placing a card, or in Settle for taking it over (R6.5, R7.9)."""
    for number, power in able.brink.prestige_after:
        if power.phase == phase and (power.when is None or power.when.fits(play.pack.cards[card])):
            gain_prestige(play, seat, power.prestige, number)


def discard_owed(play: RacePlay, kind: str) -> Flow[None]:
    """All who drew by powers that discard afterwards do so together (R6.1, R7.9)."""
    seats = [seat for seat, empire in enumerate(play.state.empires) if empire.owed]
    cards = yield from together(play, [discard_own_share(play, seat, kind) for seat in seats])
    for seat, given in zip(seats, cards, strict=True):
        play.tell("discarded", seat, count=len(given), private={seat: {"cards": components(play, given)}})


def discard_own_share(play: RacePlay, seat: int, kind: str) -> Flow[tuple[Number, ...]]:
    """Discard what one seat owes, as far as there are hand cards."""
    empire = play.state.empires[seat]
    owed, empire.owed = min(empire.owed, len(empire.hand)), 0
    cards: tuple[Number, ...] = yield Prompt(seat, kind, tuple(empire.hand), owed, owed)
    discard_from_hand(play, seat, cards)
    return cards
