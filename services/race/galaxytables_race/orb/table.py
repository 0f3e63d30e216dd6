"""Helpers that several steps of the orb game share: lay cards, draw cards, and look at the map."""

from collections.abc import Iterable, Mapping

from galaxytables_kit import Chance, Component, Components, Seat
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.orb import ARTIFACT_ON, Laid, Series
from galaxytables_race.orb.layout import Layout, layout_of
from galaxytables_race.state.orb import Cell, Orb, Team
from galaxytables_race.table import RacePlay

FULL_TABLE = 5
REMOVED_PER_MISSING_SEAT: Mapping[Series, int] = {"A": 6, "B": 3}
DEALT = 3


def lay_out_orb(seats: int, pack: Pack, chance: Chance) -> Orb:
    """Return a new orb: decks shuffled, A on top of B, artifacts shuffled, the start layout in place (R20.1, R20.2)."""
    decks, aside = [], []
    for series, removed in REMOVED_PER_MISSING_SEAT.items():
        deck = pack.orb.deck(series)
        chance.shuffle(deck)
        count = removed * (FULL_TABLE - seats)
        aside += deck[:count]
        decks.append(deck[count:])
    stacks = (pack.orb.stack("A"), pack.orb.stack("B"))
    for stack in stacks:
        chance.shuffle(stack)
    return Orb(
        laid=list(pack.orb.start),
        tokens={},
        deck=[*decks[1], *decks[0]],
        stacks=stacks,
        airlocks=pack.orb.deck("extra_airlock"),
        track=[],
        hands=[[] for _ in range(seats)],
        aside=aside,
    )


def orb_of(play: RacePlay) -> Orb:
    """Return the orb of a table that plays the orb game."""
    orb = play.state.orb
    assert orb is not None  # noqa: S101 - steps of the orb game come only where it is played
    return orb


def layout(play: RacePlay) -> Layout:
    """Return the current map of the orb."""
    return layout_of(play.pack.orb, orb_of(play).laid)


def kept_cells(orb: Orb) -> set[Cell]:
    """Return the cells that no card may cover, because an artifact or a team is there (R20.26)."""
    return {*orb.tokens, *(team.cell for team in orb.teams)}


def own_teams(orb: Orb, seat: Seat) -> list[Team]:
    """Return the teams of a seat."""
    return [team for team in orb.teams if team.seat == seat]


def lay(play: RacePlay, seat: Seat, laid: Laid) -> None:
    """Lay one of the seat's orb cards on the orb, and lay artifacts on this card (R20.7, R20.29)."""
    orb = orb_of(play)
    orb.hands[seat].remove(laid.card)
    orb.laid.append(laid)
    artifacts = 0
    for square in play.pack.orb.cards[laid.card].turned[laid.turns].squares:
        series = ARTIFACT_ON.get(square.kind)
        stack = orb.stacks[0 if series == "A" else 1]
        if series is not None and stack:
            orb.tokens[laid.column + square.place[0], laid.row + square.place[1]] = stack.pop()
            artifacts += 1
    card = orb_card(play, laid.card)
    column, row, turns = laid.column, laid.row, laid.turns
    play.tell("orb_played", seat, card=card, column=column, row=row, turns=turns, artifacts=artifacts)


def draw_orb_card(play: RacePlay, seat: Seat) -> int:
    """Draw the top orb card and return its number. The deck must not be empty."""
    orb = orb_of(play)
    card = orb.deck.pop()
    orb.hands[seat].append(card)
    play.tell("orb_drew", seat, left=len(orb.deck), private={seat: {"card": orb_card(play, card)}})
    return card


def orb_card(play: RacePlay, number: int) -> Component:
    """Return an orb card as a fact for an event."""
    return Component(play.pack.orb.cards[number].id)


def orb_cards(play: RacePlay, numbers: Iterable[int]) -> Components:
    """Return several orb cards as one fact for an event."""
    return Components(tuple(play.pack.orb.cards[number].id for number in numbers))
