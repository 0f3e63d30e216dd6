"""What the contract suite must know of Jump Drive: where every card lies, and which of them a viewer cannot see."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from galaxytables.rules.v1 import rules_pb2
from galaxytables_jump.components.numbers import Cards
from galaxytables_jump.options import JumpOptions
from galaxytables_jump.state import JumpState, Player
from galaxytables_kit import Seat
from galaxytables_kit.contract import Pieces
from tests.jump.scene import PACK

SURVEY_TEAM = PACK.cards[PACK.survey_team(Seat(0))].component.id
SINGLE = "single card"
"""Copies of a card are alike, but the service tells them apart by number: each lies in one place."""


def piles(state: JumpState) -> Iterator[tuple[str, Cards]]:
    """Every place where cards lie as a list."""
    yield "deck", state.deck
    yield "discards", state.discards
    yield "survey teams", state.survey_teams
    for player in state.players:
        yield "hand", player.hand
        yield "empire", player.empire
        yield "discarding", player.turn.discarding


def census(state: JumpState) -> Pieces:
    """Cards by kind and title, and each single card by its number: wherever they lie."""
    cards = [number for _, pile in piles(state) for number in pile]
    cards += [placing.card for player in state.players for placing in player.turn.placing]
    counted: dict[str, Counter[str]] = {SINGLE: Counter(map(str, cards))}
    for number in cards:
        entry = PACK.cards[number].entry
        counted.setdefault(entry.kind, Counter())[entry.id] += 1
    return counted


def copies(component: rules_pb2.Component, options: JumpOptions, seats: int) -> int:
    """All cards of the deck, and a Survey Team a player (R1.2)."""
    del options
    return seats if component.id == SURVEY_TEAM else component.copies


def single_cards(options: JumpOptions, seats: int) -> Pieces:
    """The numbers of all cards on the table."""
    del options
    return {SINGLE: {str(number): 1 for number in range(len(PACK.deck) + seats)}}


def permute_hidden(state: JumpState, viewer: Seat | None, random: Random) -> None:
    """Exchange deck, discards, other hands and what others set aside, to be placed or to be discarded."""
    hidden = [player for seat, player in enumerate(state.players) if seat != viewer]
    places = [state.deck, state.discards, *(place for player in hidden for place in _unseen(player))]
    placings = [placing for player in hidden for placing in player.turn.placing]
    cards = [card for place in places for card in place] + [placing.card for placing in placings]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    for placing in placings:
        placing.card = cards.pop()


def _unseen(player: Player) -> tuple[Cards, Cards]:
    return player.hand, player.turn.discarding
