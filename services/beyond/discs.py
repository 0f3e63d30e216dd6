"""Production discs: off the tracks to automation levels and systems, and back (R11, R13.8, R13.9)."""

from services.beyond.cards import COLUMNS
from services.beyond.effects import Automate, ShiftSupply, Track
from services.beyond.powers import has_wild_tracks
from services.beyond.resolve import operation
from services.beyond.state import BeyondPlay, Disc, Faction
from services.kit.event import Component
from services.kit.flow import Flow
from services.kit.prompt import Pick, Prompt

TRACKS: tuple[Track, ...] = ("food", "ore")
_DISC_OF = {"food": Disc.FOOD, "ore": Disc.ORE}
DISC_NAMES = {Disc.FOOD: "food", Disc.ORE: "ore", Disc.ACHIEVEMENT: "achievement"}


def discs_left(faction: Faction, track: Track) -> int:
    """Discs that still lie on a track."""
    return faction.food if track == "food" else faction.ore_discs


def choose_disc(
    play: BeyondPlay, seat: int, kind: str, tracks: tuple[Track, ...], subject: Pick | None = None
) -> Flow[Disc]:
    """Take the leftmost disc of one of some tracks, an achievement disc if they are empty (R11.2, R13.8).

    The disc is off the track when this ends; the caller puts it down at once.
    """
    faction = play.state.factions[seat]
    if has_wild_tracks(play, seat):
        tracks = TRACKS
    available = tuple(track for track in tracks if discs_left(faction, track))
    if not available:
        faction.achievement_discs -= 1
        return Disc.ACHIEVEMENT
    (track,) = yield Prompt(seat, kind, available, subject=subject)
    disc = _DISC_OF[track]
    take_disc(faction, disc)
    return disc


def take_disc(faction: Faction, disc: Disc) -> None:
    """Take the leftmost disc of its track, or an achievement disc."""
    if disc == Disc.FOOD:
        faction.food -= 1
    elif disc == Disc.ORE:
        faction.ore_discs -= 1
    else:
        faction.achievement_discs -= 1


def give_back(faction: Faction, disc: Disc) -> None:
    """Put a disc back on the rightmost free slot of its track (R13.9)."""
    if disc == Disc.FOOD:
        faction.food += 1
    elif disc == Disc.ORE:
        faction.ore_discs += 1
    else:
        faction.achievement_discs += 1


@operation(Automate)
def automate(play: BeyondPlay, seat: int, op: Automate) -> Flow[None]:
    """Move discs to the automation track (R11.1-R11.3)."""
    faction = play.state.factions[seat]
    for _ in range(op.n):
        tracks = TRACKS if op.kind == "either" else (op.kind,)
        disc = yield from choose_disc(play, seat, "automate.track", tracks)
        faction.automation.append(disc)
        play.tell("automated", seat, disc=DISC_NAMES[disc], level=len(faction.automation))


@operation(ShiftSupply)
def shift_supply(play: BeyondPlay, seat: int, op: ShiftSupply) -> Flow[None]:
    """Put the rightmost supply cubes into columns of one's choice."""
    supply = play.state.factions[seat].supply
    lifted = [column for column in range(len(COLUMNS) - 1, -1, -1) for _ in range(supply[column])][: op.n]
    for source in lifted:
        (target,) = yield Prompt(
            seat, "supply.shift", tuple(COLUMNS), default=(COLUMNS[source],), subject=COLUMNS[source]
        )
        supply[source] -= 1
        supply[COLUMNS.index(str(target))] += 1
        play.tell("shifted", seat, source=COLUMNS[source], target=str(target))


def place_name(play: BeyondPlay, location: int) -> Component:
    """A location as an event tells it."""
    return Component(play.pack.sides[play.seats].locations[location].place.id)
