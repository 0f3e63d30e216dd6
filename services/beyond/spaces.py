"""Action spaces: which are in play, which a pawn may go to (R4.1-R4.5)."""

from collections.abc import Iterable

from services.beyond.cards import NONE, Deed, Space
from services.beyond.effects import ActionClass
from services.beyond.state import BeyondPlay


def _board_spaces(play: BeyondPlay) -> list[Space]:
    """Spaces of the basic box and of open guilds: they ask for no research (R4.5)."""
    spaces: list[Space] = list(play.pack.basic_spaces[play.seats])
    for number, opened in enumerate(play.state.guilds):
        if opened:
            spaces += play.pack.guild_spaces[number]
    return spaces


def _technology_spaces(play: BeyondPlay, seat: int, slots: Iterable[int]) -> list[Space]:
    """Spaces on the technologies of some slots and on a seat's private ones."""
    techs, pack = play.state.techs, play.pack
    spaces: list[Space] = []
    for slot in slots:
        tech = techs[slot]
        if tech != NONE:
            spaces += pack.slots[slot].spaces[tech]
    for tech in play.state.factions[seat].private:
        spaces += pack.private_spaces.get(tech, ())
    return spaces


def spaces_in_play(play: BeyondPlay, seat: int) -> list[Space]:
    """Every space, researched or not, occupied or not; private technologies of this seat only."""
    return _board_spaces(play) + _technology_spaces(play, seat, range(len(play.state.techs)))


def deeds_in_play(play: BeyondPlay, seat: int, action_class: ActionClass) -> list[Deed]:
    """Actions of a class in play, wherever they are, each once; none that copies itself."""
    deeds = {
        space.deed.id: space.deed
        for space in spaces_in_play(play, seat)
        if not space.deed.copies and (space.deed.research if action_class == "research" else space.deed.colonize)
    }
    return list(deeds.values())


def open_spaces(play: BeyondPlay, seat: int) -> list[Space]:
    """Spaces that the pawn may go to: free ones, and its own if that may be kept (R4.2-R4.5)."""
    faction = play.state.factions[seat]
    taken = [other.pawn for other in play.state.factions]
    spaces = _board_spaces(play) + _technology_spaces(play, seat, faction.researched)
    return [space for space in spaces if space.id not in taken or (space.may_stay and space.id == faction.pawn)]
