"""Who may do what in a tournament: the one place where acts are refused because of who does them.

| act | who |
|---|---|
| the terms, the helpers, the end without a winner | the organiser |
| invitations, pairings, results, pauses | the organiser and the helpers |
| to withdraw | the entrant, the organiser and the helpers |
| to enter, to check in | the player |
| everything else | the platform |

Tournaments for invited players only are seen by the people in them.
"""

from galaxytables_lobby.domain.tournaments import acts
from galaxytables_lobby.domain.tournaments.refusals import NotOrganiserError
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.ids import PlayerId


def check_allowed(tournament: Tournament, act: acts.AnyAct) -> None:
    """Raise `NotOrganiserError` if an act needs an organiser and is done by somebody else."""
    match act:
        case acts.EditTerms() | acts.ChangeHelpers() | acts.Cancel():
            if act.by != tournament.organiser.id:
                raise NotOrganiserError("only the organiser may do this")
        case acts.Invite() | acts.ChangePairings() | acts.CorrectResult() | acts.Pause() | acts.Resume():
            _check_organises(tournament, act.by)
        case acts.Withdraw() if act.by != act.player:
            _check_organises(tournament, act.by)


def may_see(tournament: Tournament, player_id: PlayerId) -> bool:
    """Return whether a player may see a tournament."""
    return not tournament.terms.limits.invited_only or player_id in tournament.members


def _check_organises(tournament: Tournament, player_id: PlayerId) -> None:
    if not tournament.organised_by(player_id):
        raise NotOrganiserError("only the organiser and the helpers may do this")
