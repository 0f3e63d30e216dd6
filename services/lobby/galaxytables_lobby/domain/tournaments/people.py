"""Puts one person in the place of another: an account in that of its guest, a pseudonym in that of an erased player."""

from msgspec.structs import replace

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.tournaments.acts import ReplacePerson
from galaxytables_lobby.domain.tournaments.events import TournamentEvent
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.ids import PlayerId


def replace_person(
    tournament: Tournament,
    act: ReplacePerson,
    at: int,  # noqa: ARG001  # as all acts
) -> tuple[Tournament, tuple[TournamentEvent, ...]]:
    """Replace a person by another one wherever they are named.

    If both have entered, they stay two entrants: nobody has played against themselves.
    """
    instead = act.instead
    both = {act.player, instead.id} <= {each.player.id for each in tournament.entrants}

    def person(each: Person) -> Person:
        return instead if each.id == act.player else each

    def player_id(each: PlayerId) -> PlayerId:
        return instead.id if each == act.player else each

    entrants = tuple(replace(each, player=person(each.player)) for each in tournament.entrants)
    changed = replace(
        tournament,
        organiser=person(tournament.organiser),
        helpers=tuple(map(person, tournament.helpers)),
        invited=tuple(dict.fromkeys(map(player_id, tournament.invited))),
        entrants=tournament.entrants if both else entrants,
        repairs=tuple(replace(each, by=player_id(each.by)) for each in tournament.repairs),
    )
    return changed, ()
