"""Strength at a location, and the effects of controlling the location (R13.3-R13.9)."""

from galaxytables_beyond.components.effects import Operations, Track
from galaxytables_beyond.components.numbers import NO_SYSTEM
from galaxytables_beyond.state import BeyondPlay, LocationState
from galaxytables_beyond.table.discs import DISC_NAMES, give_back
from galaxytables_kit import NOBODY, Component, Seat, seated


def place_name(play: BeyondPlay, location: int) -> Component:
    """Return a location as a fact for an event."""
    return Component(play.pack.sides[play.seats].locations[location].place.id)


def controllable(play: BeyondPlay, place: int) -> bool:
    """Return whether a location can be controlled. Locations with a system card and shipyards can be (R13.4)."""
    location = play.state.locations[place]
    kind = play.pack.sides[play.seats].locations[place].place.kind
    return kind == "shipyard" or location.system != NO_SYSTEM


def traits_of(play: BeyondPlay, place: int) -> tuple[Track, ...]:
    """Return the production tracks from which the outpost disc at a location may come."""
    system = play.state.locations[place].system
    if system != NO_SYSTEM:
        return play.pack.systems[system].traits
    return play.pack.sides[play.seats].locations[place].place.traits


def strongest(location: LocationState) -> Seat:
    """Return the seat with strictly the highest strength at a location, or NOBODY (R13.5, R13.14)."""
    best, highest = NOBODY, 0
    for seat, fleet in seated(location.fleets):
        strength = sum(fleet)
        if strength > highest:
            best, highest = seat, strength
        elif strength == highest:
            best = NOBODY
    return best


def lose(play: BeyondPlay, place: int) -> None:
    """Put the outpost at a location back on its production track (R13.6, R13.9)."""
    location = play.state.locations[place]
    give_back(play.state.factions[location.owner], location.disc)
    play.tell("control_lost", location.owner, place=place_name(play, place), disc=DISC_NAMES[location.disc])
    location.owner = NOBODY


def on_control(play: BeyondPlay, place: int) -> Operations:
    """Return the operations that a seat carries out when it gains control of a location."""
    system = play.state.locations[place].system
    printed = play.pack.sides[play.seats].locations[place].place.on_control
    return printed if system == NO_SYSTEM else play.pack.systems[system].on_control + printed
