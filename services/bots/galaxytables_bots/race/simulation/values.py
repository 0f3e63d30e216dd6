"""The result that a seat of Race for the Galaxy can expect, estimated when the actions of a round are chosen."""

from collections.abc import Sequence
from math import tanh

from galaxytables_bots.race.simulation.orb import cards_to_draw, seen_in_orb
from galaxytables_bots.values import Values
from galaxytables_kit import Seat, seated
from galaxytables_race.abilities.tableau import abilities_of
from galaxytables_race.rules import RACE
from galaxytables_race.setup import CHIPS_PER_SEAT
from galaxytables_race.state import RaceState
from galaxytables_race.table import RacePlay, all_abilities

LEAD = 12.0
"""The lead in VP that counts as 0.76 of a win."""
_LONGEST = 14
"""The latest last round of a game, for these values."""
_AT_FIRST = 1
"""The number of cards in a tableau when the game begins."""


def expected(values: Values, play: RacePlay, seat: Seat) -> float:
    """Return a seat's expected result, from -1 (lost) to 1 (won)."""
    far = progress(play)
    points = [scored + values.worth(features_of(play, other), far) for other, scored in seated(points_of(play))]
    best = max(each for other, each in enumerate(points) if other != seat)
    return tanh((points[seat] - best) / LEAD)


def points_of(play: RacePlay) -> Sequence[int]:
    """Return the current points of all seats."""
    return [score.total for score in RACE.scores(play)]


def progress(play: RacePlay) -> float:
    """Return how far a game has come, from 0 to 1: by the cards in tableaus, by the VP chips left, or by orb cards."""
    state: RaceState = play.state
    cards = max(
        [
            (len(empire.tableau) - _AT_FIRST) / (able.tableau_end - _AT_FIRST)
            for empire, able in zip(state.empires, all_abilities(play), strict=True)
        ]
    )
    chips = 1 - max(0, state.pool) / (CHIPS_PER_SEAT * play.seats)
    drawn = 0.0 if state.orb is None else 1 - len(state.orb.deck) / cards_to_draw(play)
    return max(0.0, min(1.0, max(cards, chips, drawn, (state.round - 1) / _LONGEST)))


def features_of(play: RacePlay, seat: Seat) -> dict[str, float]:
    """Return the features of a seat by name, without its points. They are evaluated by weights."""
    pack, mine = play.pack, play.state.empires[seat]
    cards, able = pack.cards, abilities_of(pack, mine.tableau)
    found = dict.fromkeys([cards[number].id for number in mine.tableau], 1.0)
    found["hand"] = len(mine.hand)
    found["first cards"] = min(4, len(mine.hand))
    found["cards"] = len(mine.tableau)
    found["chips"] = mine.chips
    found["prestige"] = mine.prestige.chips
    found["military"] = able.military
    found["negative military"] = min(0, able.military)
    found["discounts"] = sum([amount for _, amount in able.world_discounts])
    found["goods"] = sum(map(len, mine.goods.values()))
    for world in mine.goods:
        name = f"{cards[world].stores} good"
        found[name] = found.get(name, 0.0) + 1
    for world in able.production_worlds:
        name = f"{cards[world].good} world"
        found[name] = found.get(name, 0.0) + 1
    found["consuming"] = min(len(able.consume), len(able.production_worlds))
    if play.state.orb is not None:
        found.update(seen_in_orb(pack, play.state.orb, mine, seat, able.military))
    return found
