"""Draws possible states of the invasion for bots. Each state agrees with everything that a seat sees.

Only the order of cards in each wave is random.
"""

from collections.abc import Sequence
from random import Random

from galaxytables.race.v1 import invasion_pb2, race_pb2
from galaxytables_kit import Seat
from galaxytables_race.components.cards import Pack
from galaxytables_race.components.invasion import InvaderNumber
from galaxytables_race.invasion.track import LOWEST
from galaxytables_race.state.invasion import Admiral, Invasion

_STRENGTHS = range(-20, 60)


def believe_invasion(pack: Pack, view: race_pb2.RaceView, random: Random) -> Invasion:
    """Draw at random a state of the invasion, between two invasion steps, that agrees with a view."""
    shown, book = view.invasion, pack.invasion
    faced = [
        InvaderNumber(int(empire.admiral.fight.invader_id[1:]))
        for empire in view.empires
        if empire.admiral.HasField("fight")
    ]
    left = {wave.wave: wave.cards for wave in shown.waves}
    invasion = Invasion([], [], shown.repulse, defeats=shown.defeats)
    for wave in reversed(book.waves):
        numbers = range(len(book.wave_of))
        cards = [InvaderNumber(number) for number in numbers if book.wave_of[number] == wave.wave]
        random.shuffle(cards)
        cards.sort(key=lambda number: number in faced)
        count = left[wave.wave]
        invasion.deck += cards[:count]
        if wave.wave == len(book.waves):
            invasion.discards = cards[len(cards) - shown.discards :]
            invasion.unused += cards[count : len(cards) - shown.discards]
        else:
            used = len(cards) if wave.used is None else wave.used[len(view.empires)]
            invasion.gone += cards[len(cards) - (used - count) :]
            invasion.unused += cards[count : len(cards) - (used - count)]
    invasion.track = {space.space: [Seat(seat) for seat in space.seats] for space in shown.track}
    values = _values(shown, len(view.empires))
    invasion.admirals = [
        _admiral(pack, empire.admiral, value) for empire, value in zip(view.empires, values, strict=True)
    ]
    return invasion


def _values(shown: invasion_pb2.Invasion, seats: int) -> Sequence[int]:
    """Return the values of the discs; for those on the lowest space only the sum is known."""
    values = [0] * seats
    for space in shown.track:
        for seat in space.seats:
            values[seat] = space.space
    lowest = [seat for space in shown.track if space.space == LOWEST for seat in space.seats]
    if lowest:
        values[lowest[0]] += shown.total - sum(values)
    return values


def _admiral(pack: Pack, shown: invasion_pb2.Admiral, value: int) -> Admiral:
    """Return a seat's admiral; its military in the last fight is a value that gives the invader its shown strength."""
    admiral = Admiral(value, war_effort=shown.war_effort, rewards=shown.rewards)
    if shown.HasField("fight"):
        fight = shown.fight
        admiral.invader, admiral.rank, admiral.won = InvaderNumber(int(fight.invader_id[1:])), fight.rank, fight.won
        card = pack.invasion.cards[admiral.invader]
        fitting = (each for each in _STRENGTHS if card.strength_against(each) == fight.invader_strength)
        admiral.military = next(fitting, 0)
        admiral.defense = fight.strength - value
    return admiral
