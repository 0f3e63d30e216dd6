"""Helpers for both Develop and Settle: choosing a card, showing it, paying for it and placing it (R4)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from galaxytables_kit import Flow, Prompt, Reason, Seat, together
from galaxytables_race.abilities import Abilities
from galaxytables_race.components.cards import NO_CARD, Card, CardNumber
from galaxytables_race.phases.bonuses import has_bonus
from galaxytables_race.prestige import gain_prestige, plays_prestige
from galaxytables_race.state.phases import Settler
from galaxytables_race.table import RacePlay, abilities, component, components, discard_from_hand, draw, take_back
from galaxytables_race.table.running import placer, placers

SETTLE_DRAW = 1
"""Cards drawn for the first world of the phase, by the bonus of Settle (R7.9)."""


def held_designs(play: RacePlay, seat: Seat, able: Abilities) -> AbstractSet[Card]:
    """Return the designs in a seat's tableau. A second copy of any of them may not be placed (R4.5)."""
    fresh = placer(play, seat).fresh
    if not fresh:
        return able.designs
    cards = play.pack.cards
    return able.designs | {cards[number] for number in fresh}


def choose_card(
    play: RacePlay, seat: Seat, kind: str, options: tuple[CardNumber, ...], barred: Mapping[CardNumber, Reason]
) -> Flow[None]:
    """Let a seat choose one of the hand cards that it can place, or none (R4.1)."""
    picks = yield Prompt(seat, kind, options, 0, 1, barred=barred)
    if picks:
        choose_from_hand(play, seat, picks[0])


def choose_from_hand(play: RacePlay, seat: Seat, card: CardNumber) -> None:
    """Put a hand card face down; it will be shown together with the cards of the others."""
    play.state.empires[seat].hand.remove(card)
    placer(play, seat).chosen = card


def show_cards(play: RacePlay) -> None:
    """The chosen cards are shown together (R4.2)."""
    for seat, own in placers(play):
        if own.chosen != NO_CARD:
            own.placing, own.chosen = own.chosen, NO_CARD
            play.show()
            play.tell("shows", seat, card=component(play, own.placing))


def cards_are_shown(play: RacePlay) -> bool:
    """Return whether any seat shows a card that it is about to place."""
    return any([own.placing != NO_CARD for _, own in placers(play)])  # noqa: C419 - faster than a generator


def cards_are_owed(play: RacePlay) -> bool:
    """Return whether any seat still has to discard after a power that drew cards for it."""
    return any([own.owed for _, own in placers(play)])  # noqa: C419 - faster than a generator


def pay_cards(play: RacePlay, seat: Seat, kind: str, price: int) -> Flow[tuple[CardNumber, ...]]:
    """Let a seat choose hand cards to pay a price. Discards these cards and returns them (R4.3)."""
    if not price:
        return ()
    hand, subject = tuple(play.state.empires[seat].hand), placer(play, seat).placing
    cards: tuple[CardNumber, ...] = yield Prompt(seat, kind, hand, price, price, subject=subject)
    discard_from_hand(play, seat, cards)
    world = abilities(play, seat).saving.from_payments.get(kind.partition(".")[0])
    if world is not None:
        yield from _put_under(play, seat, world, cards)
    return cards


def _put_under(play: RacePlay, seat: Seat, world: CardNumber, paid: tuple[CardNumber, ...]) -> Flow[None]:
    """Put one card of a payment face down under a world instead (the power `save_payment_card`)."""
    own = placer(play, seat)
    own.paid = list(paid)
    picks = yield Prompt(seat, "settle.put_under", paid, 0, 1, subject=world)
    own.paid = []
    if picks:
        take_back(play, seat, picks)
        play.state.empires[seat].saved.setdefault(world, []).extend(picks)
        play.tell("put_under", seat, card=component(play, world), private={seat: {"saved": components(play, picks)}})


def to_tableau(play: RacePlay, seat: Seat) -> CardNumber:
    """Put the card that a seat shows into its tableau (R4.4).

    Returns the card. Its powers work from the next phase on.
    """
    own, empire = placer(play, seat), play.state.empires[seat]
    card, own.placing = own.placing, NO_CARD
    empire.tableau = (*empire.tableau, card)
    own.fresh.append(card)
    return card


def placed(own: Settler) -> list[CardNumber]:
    """Return the worlds that a seat placed in this phase, except one that replaced another world (R7.16)."""
    return [world for world in own.fresh if world != own.swapped]


def settle_bonuses(play: RacePlay, seat: Seat, able: Abilities, world: CardNumber, *, first: bool) -> None:
    """Draw cards for a world that a seat placed or took over; the first also brings the bonus of the action (R7.9).

    If a power says to discard afterwards, the seat does so in `discard_owed`.
    """
    if first and has_bonus(play.state, seat):
        draw(play, seat, SETTLE_DRAW, "settle_bonus")
    draw(play, seat, able.settle_after, "settle")
    prestige_after(play, seat, able, world, "settle")
    for drawn, discarded in able.settle_draws:
        draw(play, seat, drawn, "settle")
        placer(play, seat).owed += discarded


def prestige_for_icon(play: RacePlay, seat: Seat, card: CardNumber) -> None:
    """Give a seat a prestige if the card that it placed has the prestige icon (R16.1)."""
    if play.pack.cards[card].prestige and plays_prestige(play):
        gain_prestige(play, seat, 1, card)


def prestige_after(play: RacePlay, seat: Seat, able: Abilities, card: CardNumber, phase: str) -> None:
    """Give a seat the prestige that its powers bring for placing, or taking over, this card (R6.5, R7.9)."""
    for number, power in able.prestige.after_placing:
        if power.phase == phase and (power.when is None or power.when.fits(play.pack.cards[card])):
            gain_prestige(play, seat, power.prestige, number)


def discard_owed(play: RacePlay, kind: str) -> Flow[None]:
    """All seats that drew by a power "draw, then discard" discard together (R6.1, R7.9)."""
    seats = [seat for seat, own in placers(play) if own.owed]
    cards = yield from together(play, [discard_own_share(play, seat, kind) for seat in seats])
    for seat, given in zip(seats, cards, strict=True):
        play.tell("discarded", seat, count=len(given), private={seat: {"cards": components(play, given)}})


def discard_own_share(play: RacePlay, seat: Seat, kind: str) -> Flow[tuple[CardNumber, ...]]:
    """Let a seat discard as many cards as it owes, or its whole hand if it has fewer; return the cards."""
    own, hand = placer(play, seat), play.state.empires[seat].hand
    owed, own.owed = min(own.owed, len(hand)), 0
    cards: tuple[CardNumber, ...] = yield Prompt(seat, kind, tuple(hand), owed, owed)
    discard_from_hand(play, seat, cards)
    return cards
