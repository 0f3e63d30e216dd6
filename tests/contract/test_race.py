"""The contract of every game, for Race for the Galaxy."""

from random import Random

from services.kit.contract import Subject, contract
from services.race.rules import RACE
from services.race.state import NO_CARD, Empire, RaceState, Step


def cards_of(empire: Empire) -> list[int]:
    goods = [card for pile in empire.goods.values() for card in pile]
    placing = [] if empire.placing == NO_CARD else [empire.placing]
    return [
        *empire.hand,
        *empire.tableau,
        *goods,
        *empire.dealt,
        *empire.drawn,
        *placing,
        *empire.pack,
        *empire.revealed,
    ]


def census(state: RaceState) -> tuple[list[int], int]:
    """Every card once, and all VP chips."""
    cards = [card for empire in state.empires for card in cards_of(empire)]
    cards += [card for pile in (*state.decks, *state.discards, state.aside) for card in pile]
    assert len(set(cards)) == len(cards)
    return sorted(cards), state.pool + sum(empire.chips for empire in state.empires)


def permute_hidden(state: RaceState, viewer: int | None, random: Random) -> None:
    """Exchange all cards that the viewer does not see: decks, discards, goods, what others hold."""
    places = [*state.decks, *state.discards, state.aside]
    for seat, empire in enumerate(state.empires):
        places += empire.goods.values()
        if seat != viewer:
            places += [empire.hand, empire.dealt, empire.drawn, empire.pack]
    secret = [
        empire
        for seat, empire in enumerate(state.empires)
        if seat != viewer and state.step in (Step.DEVELOP, Step.SETTLE) and empire.placing != NO_CARD
    ]
    cards = [card for place in places for card in place] + [empire.placing for empire in secret]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    for empire in secret:
        empire.placing = cards.pop()


TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        setups=(
            {},
            {"new_worlds": "on", "second_edition": "on"},
            {"preset_hands": "on", "two_player_actions": "one"},
            {"draft": "on", "new_worlds": "on"},
            {"expansion": "gathering_storm", "goals": "on"},
            {"expansion": "rebel_vs_imperium", "goals": "on", "takeovers": "on"},
            {"expansion": "xeno_invasion", "new_worlds": "on"},
            {"expansion": "alien_artifacts", "new_worlds": "on"},
        ),
        playouts=20,
        thorough_playouts=1,
    )
)
