"""What the contract suite must know of Jump Drive: where every card lies, and which of them a viewer cannot see."""

from random import Random

from services.jump.cards import Cards
from services.jump.state import JumpState


def census(state: JumpState) -> tuple[int, ...]:
    """Every card number that lies anywhere, in order."""
    places: list[Cards] = [state.deck, state.discards, state.survey_teams]
    for player in state.players:
        places += [player.hand, player.empire, player.turn.discarding]
        places.append([placing.card for placing in player.turn.placing])
    cards = sorted(card for place in places for card in place)
    assert len(set(cards)) == len(cards)
    return tuple(cards)


def permute_hidden(state: JumpState, viewer: int | None, random: Random) -> None:
    """Exchange deck, discards, other hands and what others set aside."""
    places: list[Cards] = [state.deck, state.discards]
    for seat, player in enumerate(state.players):
        if seat != viewer:
            places += [player.hand, player.turn.discarding]
    cards = [card for place in places for card in place]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
