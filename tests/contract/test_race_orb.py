"""The contract of every game, for the orb game of Race for the Galaxy."""

from random import Random

from services.kit.contract import Subject, contract
from services.race.orb.state import Orb
from services.race.rules import RACE
from services.race.state import RaceState, Step
from tests.contract import test_race
from tests.race.scene import PACK


def orb_of(state: RaceState) -> Orb:
    assert state.orb is not None
    return state.orb


def tokens_of(state: RaceState) -> list[int]:
    found = [token for empire in state.empires for token in (*empire.artifacts, *empire.spent_artifacts)]
    orb = orb_of(state)
    return [*found, *orb.tokens.values(), *orb.stacks[0], *orb.stacks[1]]


def census(state: RaceState) -> tuple[object, list[int], list[int]]:
    """What the base game counts, every orb card once, every artifact once."""
    orb = orb_of(state)
    cards = [card for pile in (*orb.hands, orb.deck, orb.aside, orb.removed, orb.airlocks) for card in pile]
    return test_race.census(state), sorted([*cards, *(laid.card for laid in orb.laid)]), sorted(tokens_of(state))


def permute_hidden(state: RaceState, viewer: int | None, random: Random) -> None:
    """Exchange also the orb cards and, within a series, the artifacts that the viewer does not see."""
    test_race.permute_hidden(state, viewer, random)
    orb = orb_of(state)
    places = [orb.deck, orb.aside, *(hand for seat, hand in enumerate(orb.hands) if seat != viewer)]
    _exchange(places, random)
    others = [empire.artifacts for seat, empire in enumerate(state.empires) if seat != viewer]
    for series in ("A", "B"):
        hidden = [*orb.stacks, *([] if state.step is Step.OVER else others)]
        lying = [cell for cell, token in orb.tokens.items() if _series(token) == series]
        pool = [token for place in hidden for token in place if _series(token) == series]
        pool += [orb.tokens[cell] for cell in lying]
        random.shuffle(pool)
        for place in hidden:
            place[:] = [pool.pop() if _series(token) == series else token for token in place]
        for cell in lying:
            orb.tokens[cell] = pool.pop()


def _exchange(places: list[list[int]], random: Random) -> None:
    cards = [card for place in places for card in place]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]


def _series(token: int) -> str:
    return PACK.orb.tokens[token].series


TestContract = contract(
    Subject(
        RACE,
        census=census,
        permute_hidden=permute_hidden,
        setups=({"expansion": "alien_artifacts", "orb": "on"},),
        seats=(2, 5),
        playouts=10,
        thorough_playouts=2,
    )
)
