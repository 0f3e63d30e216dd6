"""Production discs: taking them off their tracks, and putting them back (R11.2, R13.8, R13.9)."""

from galaxytables_beyond.components.effects import Track
from galaxytables_beyond.powers import has_wild_tracks
from galaxytables_beyond.state import BeyondPlay, Disc, Faction
from galaxytables_kit import Flow, Pick, Prompt, Seat

TRACKS: tuple[Track, ...] = ("food", "ore")
_DISC_OF = {"food": Disc.FOOD, "ore": Disc.ORE}
DISC_NAMES = {Disc.FOOD: "food", Disc.ORE: "ore", Disc.ACHIEVEMENT: "achievement"}


def discs_left(faction: Faction, track: Track) -> int:
    """Return the number of discs on a track."""
    return faction.food if track == "food" else faction.ore_discs


def choose_disc(
    play: BeyondPlay, seat: Seat, kind: str, tracks: tuple[Track, ...], subject: Pick | None = None
) -> Flow[Disc]:
    """Let a seat take the leftmost disc of one of these tracks (R11.2, R13.8).

    If the tracks are empty, it takes an achievement disc. Afterwards the disc is on no track; the caller must put it on
    its new place at once.
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
    """Remove the leftmost disc from the track of its kind."""
    if disc == Disc.FOOD:
        faction.food -= 1
    else:
        faction.ore_discs -= 1


def give_back(faction: Faction, disc: Disc) -> None:
    """Put a disc back on the rightmost free slot of its track (R13.9)."""
    if disc == Disc.FOOD:
        faction.food += 1
    elif disc == Disc.ORE:
        faction.ore_discs += 1
    else:
        faction.achievement_discs += 1
