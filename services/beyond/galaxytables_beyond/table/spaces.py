"""Action spaces: those that are in play, and those that a pawn may go to (R4.1-R4.5)."""

from collections.abc import Iterable, Mapping

from galaxytables_beyond.components.cards import Deed, Space
from galaxytables_beyond.components.effects import ActionClass
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.state import BeyondPlay, Faction
from galaxytables_kit import At, Reason, Seat, seated, seats_of

_MAX_SEATS = 4
_MUST_MOVE = Reason("pawn_must_move", "R4.3")
_OCCUPIED = [Reason("occupied", "R4.2", {"by": At(seat)}) for seat in seats_of(_MAX_SEATS)]
_NOT_RESEARCHED = Reason("not_researched", "R4.5")
_COVERED = Reason("guild_covered", "R2.6")


def _board_spaces(play: BeyondPlay) -> list[Space]:
    """Return the spaces of the basic box and of open guilds, which need no research (R4.5)."""
    spaces: list[Space] = list(play.pack.basic_spaces[play.seats])
    for number, opened in enumerate(play.state.guilds):
        if opened:
            spaces += play.pack.guild_spaces[number]
    return spaces


def _technology_spaces(play: BeyondPlay, seat: Seat, slots: Iterable[int]) -> list[Space]:
    """Return the spaces on the technologies of some slots and on a seat's private ones."""
    techs, pack = play.state.techs, play.pack
    spaces: list[Space] = []
    for slot in slots:
        tech = techs[slot]
        if tech != NO_TECH:
            spaces += pack.slots[slot].spaces[tech]
    for tech in play.state.factions[seat].private:
        spaces += pack.private_spaces.get(tech, ())
    return spaces


def spaces_in_play(play: BeyondPlay, seat: Seat) -> list[Space]:
    """Return every space that is in play, even if it is occupied or the seat has not researched its technology.

    Of private technologies only those of this seat count.
    """
    return _board_spaces(play) + _technology_spaces(play, seat, range(len(play.state.techs)))


def deeds_in_play(play: BeyondPlay, seat: Seat, action_class: ActionClass) -> list[Deed]:
    """Return the actions of a class that are in play. Each is listed once, wherever it is printed.

    Actions that copy others are left out.
    """
    deeds = {
        space.deed.id: space.deed
        for space in spaces_in_play(play, seat)
        if not space.deed.copies and (space.deed.research if action_class == "research" else space.deed.colonize)
    }
    return list(deeds.values())


def open_spaces(play: BeyondPlay, seat: Seat) -> list[Space]:
    """Return the spaces that a seat's pawn may go to: free ones, and its own if it may stay (R4.2-R4.5)."""
    faction, pawns = play.state.factions[seat], _pawns(play)
    spaces = _own_spaces(play, faction, seat)
    return [space for space in spaces if space.id not in pawns or _why_taken(space, faction, pawns) is None]


def closed_spaces(play: BeyondPlay, seat: Seat) -> dict[str, Reason]:
    """Return, for each space on the table to which a seat's pawn may not go, the reason (R4.2-R4.5)."""
    faction, pawns = play.state.factions[seat], _pawns(play)
    own = _own_spaces(play, faction, seat)
    closed = {space.id: reason for space in own if (reason := _why_taken(space, faction, pawns))}
    reached = {space.id for space in own}
    closed |= {space.id: _NOT_RESEARCHED for space in spaces_in_play(play, seat) if space.id not in reached}
    return closed | {space.id: _COVERED for space in _covered_spaces(play)}


def find_space(play: BeyondPlay, seat: Seat, space_id: str) -> Space:
    """Return the space on the table with the id `space_id`.

    The list of spaces is cached. It is made anew only when it may have grown: guilds open and technologies arrive, but
    none ever disappears.
    """
    state = play.state
    mark = sum(state.guilds), state.techs.count(NO_TECH), len(state.factions[seat].private)
    known, spaces = play.memo.get((find_space, seat), (None, {}))
    if known != mark:
        spaces = {space.id: space for space in (*spaces_in_play(play, seat), *_covered_spaces(play))}
        play.memo[find_space, seat] = mark, spaces
    space: Space = spaces[space_id]
    return space


def _own_spaces(play: BeyondPlay, faction: Faction, seat: Seat) -> list[Space]:
    """Return spaces that need no research, or only what the seat has researched."""
    return _board_spaces(play) + _technology_spaces(play, seat, faction.researched)


def _covered_spaces(play: BeyondPlay) -> list[Space]:
    guilds = zip(play.state.guilds, play.pack.guild_spaces, strict=True)
    return [space for opened, spaces in guilds if not opened for space in spaces]


def _pawns(play: BeyondPlay) -> dict[str, int]:
    return {faction.pawn: seat for seat, faction in seated(play.state.factions) if faction.pawn}


def _why_taken(space: Space, faction: Faction, pawns: Mapping[str, int]) -> Reason | None:
    """Return why a pawn on a space keeps the pawn of a faction from going there."""
    if space.id not in pawns:
        return None
    if space.id == faction.pawn:
        return None if space.may_stay else _MUST_MOVE
    return _OCCUPIED[pawns[space.id]]
