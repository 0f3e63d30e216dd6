"""The errors that refuse a step of a tournament.

`api/tournaments.py` translates each into an error of the lobby (`errors.py`), so a new class needs a line there.

```
TournamentError
├── StepConflictError      another step has this number, or steps before it are missing
├── WrongStageError        the tournament, or the round, is not at the stage for this
├── PausedError            the tournament is paused
├── NotOrganiserError      neither the organiser nor a helper
├── NotEligibleError       the player may not enter; names the limit
├── EntrantNameTakenError  somebody has entered under a name that looks the same
├── UnknownTournamentError no such tournament
├── BusyTournamentError    others change it all the time; try again
├── UnknownEntrantError    no such entrant
├── UnknownPairingError    no such round, pairing or game
├── InvalidTermsError      the terms contradict each other; names the term
├── InvalidPairingError    the pairings are not those of a round
├── InvalidResultError     the result is not one of that table
└── MissingReasonError     a repair has no reason, or too long a one
```
"""


class TournamentError(Exception):
    """Base of all refusals of a tournament's steps."""


class StepConflictError(TournamentError):
    """Another step has this number, or earlier steps are missing: load the tournament again."""


class WrongStageError(TournamentError):
    """The stage of the tournament or of the round does not allow this."""


class PausedError(TournamentError):
    """The tournament is paused, so no round is paired or started."""


class NotOrganiserError(TournamentError):
    """Only the organiser and the helpers, or only the organiser, may do this."""


class NotEligibleError(TournamentError):
    """The player may not enter; `limit` is the name of the term that forbids it."""

    def __init__(self, limit: str, message: str) -> None:
        """`limit` is the name of the term."""
        super().__init__(message)
        self.limit = limit


class EntrantNameTakenError(TournamentError):
    """Somebody has entered under a name that looks the same; `player` is that name."""

    def __init__(self, player: str) -> None:
        super().__init__(f"the name looks like that of {player}")
        self.player = player


class UnknownTournamentError(TournamentError):
    """There is no such tournament, or it was deleted after its retention."""


class BusyTournamentError(TournamentError):
    """Other changes were faster several times in a row: try again."""


class UnknownEntrantError(TournamentError):
    """The tournament has no such entrant."""


class UnknownPairingError(TournamentError):
    """The tournament has no such round, pairing or game."""


class InvalidTermsError(TournamentError):
    """The terms contradict each other; `term` is the name of the one to change."""

    def __init__(self, term: str, message: str) -> None:
        """`term` is its name."""
        super().__init__(message)
        self.term = term


class InvalidPairingError(TournamentError):
    """The pairings are not those of a round: somebody plays twice, is missing, or does not take part."""


class InvalidResultError(TournamentError):
    """The result is not possible at that table."""


class MissingReasonError(TournamentError):
    """A repair has no reason, or its reason is too long."""
