"""The contract of every game, for Race for the Galaxy without expansions."""

from random import Random

from services.kit.contract import Sight, Subject, contract
from services.race.invasion.state import Invasion
from services.race.rules import RACE
from services.race.state import NO_CARD, Empire, RaceState, Step
from tests.race.scene import PACK


def cards_of(empire: Empire) -> list[int]:
    goods = [card for pile in empire.goods.values() for card in pile]
    saved = [card for pile in empire.saved.values() for card in pile]
    placing = [] if empire.placing == NO_CARD else [empire.placing]
    return [
        *empire.hand,
        *empire.tableau,
        *goods,
        *saved,
        *empire.dealt,
        *empire.drawn,
        *placing,
        *empire.pack,
        *empire.revealed,
    ]


def census(state: RaceState) -> tuple[list[int], int, list[int]]:
    """Every card once, all VP chips, every invasion card once."""
    cards = [card for empire in state.empires for card in cards_of(empire)]
    cards += [card for pile in (*state.decks, *state.discards, state.aside) for card in pile]
    assert len(set(cards)) == len(cards)
    return sorted(cards), state.pool + sum(empire.chips for empire in state.empires), invaders(state)


def invaders(state: RaceState) -> list[int]:
    invasion = state.invasion
    if invasion is None:
        return []
    fought = [admiral.invader for admiral in invasion.admirals] if state.step in (Step.DEFENSE, Step.DAMAGE) else []
    return sorted([*invasion.deck, *invasion.unused, *invasion.discards, *invasion.gone, *fought])


def permute_hidden(state: RaceState, viewer: int | None, random: Random) -> None:
    """Exchange all cards that the viewer does not see: decks, discards, goods, what others hold."""
    places = [*state.decks, *state.discards, state.aside]
    for seat, empire in enumerate(state.empires):
        places += empire.goods.values()
        if seat != viewer:
            places += [empire.hand, empire.dealt, empire.drawn, empire.pack, *empire.saved.values()]
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
    if state.invasion is not None:
        permute_waves(state.invasion, random)


def permute_waves(invasion: Invasion, random: Random) -> None:
    """Exchange the invasion cards of each wave that lie in the deck or were left in the box."""
    waves = PACK.invasion.wave_of
    for wave in set(waves):
        cards = [card for card in (*invasion.deck, *invasion.unused) if waves[card] == wave]
        random.shuffle(cards)
        for pile in (invasion.deck, invasion.unused):
            pile[:] = [cards.pop() if waves[card] == wave else card for card in pile]


TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        setups=(
            {},
            {"new_worlds": "on", "second_edition": "on"},
            {"preset_hands": "on", "two_player_actions": "one"},
        ),
        playouts=20,
        thorough_playouts=1,
        lacks=frozenset({Sight.RULED_OPTION, Sight.RULE_BROKEN}),
    )
)
