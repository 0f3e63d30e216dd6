"""Control of locations, updated after every change of the exploration board (R13.3-R13.12)."""

from collections.abc import Iterable
from typing import final

from galaxytables_beyond.operations.resolve import carry_out, happen
from galaxytables_beyond.state import BeyondPlay, LocationState, this_turn
from galaxytables_beyond.table.control import controllable, lose, on_control, place_name, strongest, traits_of
from galaxytables_beyond.table.discs import DISC_NAMES, choose_disc
from galaxytables_kit import NOBODY, At, Flow, Prompt, Seat


@final
class Gain:
    """A change of control at a location: the seat that now controls it, and the seat that did before."""

    __slots__ = ("before", "place", "seat")

    def __init__(self, place: int, seat: Seat, before: Seat) -> None:
        self.place = place
        self.seat = seat
        self.before = before


def settle(play: BeyondPlay, active: Seat, places: Iterable[int]) -> Flow[None]:
    """Update who controls locations after a change there, and give the bonuses for new control.

    Seats get their bonuses clockwise from the active seat.
    """
    gains = []
    for place in sorted(set(places)):
        location = play.state.locations[place]
        if not controllable(play, place) or not any(location.fleets):
            continue
        best, before = strongest(location), location.owner
        if best == before or (best == NOBODY and _kept_below_a_tie(play, location)):
            continue
        if before != NOBODY:
            lose(play, place)
        if best != NOBODY:
            gains.append(Gain(place, best, before))
    if not gains:
        return
    gains.sort(key=lambda gain: ((gain.seat - active) % play.seats, gain.place))
    for gain in gains:
        yield from _place_outpost(play, gain)
    for seat in dict.fromkeys(gain.seat for gain in gains):
        yield from _bonuses(play, seat, [gain.place for gain in gains if gain.seat == seat])


def _kept_below_a_tie(play: BeyondPlay, location: LocationState) -> bool:
    """Return whether an option keeps control where others tie for the highest strength (R13.14)."""
    if location.owner == NOBODY or play.options.control_below_a_tie == "lost":
        return False
    return sum(location.fleets[location.owner]) < max(map(sum, location.fleets))


def _place_outpost(play: BeyondPlay, gain: Gain) -> Flow[None]:
    """Put a disc of a matching track on the location (R13.8)."""
    location = play.state.locations[gain.place]
    subject = play.pack.sides[play.seats].locations[gain.place].place.id
    disc = yield from choose_disc(play, gain.seat, "control.disc", traits_of(play, gain.place), subject)
    location.owner, location.disc = gain.seat, disc
    if gain.before == NOBODY:
        play.tell("controlled", gain.seat, place=place_name(play, gain.place), disc=DISC_NAMES[disc])
        return
    this_turn(play).takeovers[gain.seat] += 1
    play.tell("taken_over", gain.seat, place=place_name(play, gain.place), disc=DISC_NAMES[disc], loser=At(gain.before))


def _bonuses(play: BeyondPlay, seat: Seat, places: list[int]) -> Flow[None]:
    """Resolve the on-control effects of all locations gained, in an order of the seat's choice (R13.11, R13.12)."""
    waiting = {place: on_control(play, place) for place in places}
    ids = [location.place.id for location in play.pack.sides[play.seats].locations]
    while waiting:
        place = next(iter(waiting))
        real = tuple(ids[each] for each, effects in waiting.items() if effects)
        if len(real) > 1:
            (picked,) = yield Prompt(seat, "control.bonus", real)
            place = ids.index(str(picked))
        effects = waiting.pop(place)
        if effects:
            play.tell("control_bonus", seat, place=place_name(play, place))
            yield from carry_out(play, seat, effects)
        yield from happen(play, seat, "control_gained")
