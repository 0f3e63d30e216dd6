"""The permanent archive."""

from collections.abc import Collection
from typing import Protocol

from galaxytables_lobby.domain.accounts import Account, Entered, Entry, Merge, NewWayIn, Proof, WayIn
from galaxytables_lobby.domain.archived import (
    Act,
    ActQuery,
    ArchivedGame,
    ArchivedPerson,
    Found,
    HistoryQuery,
    LeaderboardQuery,
    Moment,
    PlayerRating,
    Who,
)
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.domain.personal_tokens import PersonalToken
from galaxytables_lobby.domain.reports import Evidence, Report, ReportQuery, ReportState
from galaxytables_lobby.ids import PlayerId, TableId


class Archive(Protocol):
    """The permanent archive of finished games, and the log of operators' acts. `adapters/archive` implements it.

    Every method may raise ARCHIVE_UNAVAILABLE.
    """

    async def table_of_invitation(self, code: str) -> TableId | None:
        """Return the id of the table with this invitation code, or None."""

    async def moment(self, table_id: TableId) -> Moment | None:
        """Return a table as it was when it was archived, or None if it is not archived."""

    async def record(self, table_id: TableId) -> bytes | None:
        """Return a game's serialized record, or None if the game is not archived."""

    async def summary(self, table_id: TableId) -> ArchivedGame | None:
        """Return an archived game without its record and its table, or None if it is not archived."""

    async def history(self, query: HistoryQuery) -> list[Found]:
        """Return the finished games that match a query, latest first."""

    async def ratings(self, who: Who, *, day: int | None = None) -> list[PlayerRating]:
        """Return a player's ratings, one for each rating pool, with their places on the leaderboards.

        Uncertainty grows from day to day. It is given as of `day` (UTC, counted from the epoch) or, if that is None, as
        of the day of the player's last game.
        """

    async def leaderboard(self, query: LeaderboardQuery) -> list[PlayerRating]:
        """Return the ratings of the best players of a rating pool, best first."""

    async def seasons(self) -> list[int]:
        """Return the seasons whose standings are archived, latest first."""

    async def standings(self, who: Who) -> list[tuple[int, PlayerRating]]:
        """Return the ratings that a player had at the end of past seasons, latest season first.

        Each comes with the number of its season.
        """

    async def people_called(self, beginning: str, *, limit: int) -> list[Person]:
        """Return up to `limit` players whose names begin with `beginning`, ignoring case, sorted by name."""

    async def people_named(self, search: str, *, limit: int) -> list[ArchivedPerson]:
        """Return up to `limit` people whose name in archived games contains `search`, or whose id equals it.

        People with the most games come first.
        """

    async def erase(self, player_id: PlayerId, pseudonym: PlayerId, names: Collection[str]) -> int:
        """Replace a player by a pseudonym in all archived games; `names` are all names the player has had.

        Returns how many games changed.
        """

    async def merge(self, guest: PlayerId, account: PlayerId) -> int:
        """Replace a guest by an account in all archived games, and recompute the ratings that this changes.

        Returns how many games were changed.
        """

    async def account(self, player_id: PlayerId) -> Account | None:
        """Return a player's account, or None for a guest."""

    async def way_in(self, proof: Proof) -> tuple[PlayerId, WayIn] | None:
        """Return the sign-in method that a proof of identity matches, and its player; None if there is none."""

    async def enter(self, entry: Entry) -> Entered:
        """Sign a player in by a sign-in method. A method that nobody has yet creates an account.

        If the caller is a guest, the guest becomes that account, or begins to be merged into it. Either all of this is
        stored or nothing.
        """

    async def found_account(self, entry: Entry) -> Entered:
        """Create an account for a guest, with its first sign-in method, and begin the merge of the guest into it.

        Raises WAY_IN_TAKEN if any account has the method, and SESSION_ENDED if the guest has an account or was merged
        into one.
        """

    async def enter_again(self, entry: Entry, way_in: WayIn) -> Entered | None:
        """Sign a player in, as `enter` does, by a method whose details change at each use, such as a passkey's counter.

        `way_in` is the method as it was read, and `entry.shown` has its new details. Returns None, and changes nothing,
        if the method has been changed or removed since it was read.
        """

    async def link(self, player_id: PlayerId, new: NewWayIn, now: int) -> WayIn:
        """Add a sign-in method to an account. Raises WAY_IN_TAKEN, NO_ACCOUNT, TOO_MANY_WAYS_IN."""

    async def unlink(self, player_id: PlayerId, number: int) -> None:
        """Remove a sign-in method, unless it is the last one. Raises WAY_IN_NOT_FOUND, LAST_WAY_IN."""

    async def rename(self, player_id: PlayerId, name: str, now: int, pause: int) -> str:
        """Give an account another name. That is allowed once in `pause` milliseconds. Returns the old name.

        Raises NO_ACCOUNT, RENAMED_TOO_SOON.
        """

    async def forget_account(self, player_id: PlayerId) -> None:
        """Delete a player's account, with its sign-in methods and merges."""

    async def guests_of(self, player_id: PlayerId) -> list[PlayerId]:
        """Return the guests who were merged into an account."""

    async def account_of(self, player_id: PlayerId) -> PlayerId:
        """Return the account into which a guest is or is being merged; for any other player, return `player_id`."""

    async def merges(self, *, limit: int) -> list[Merge]:
        """Return up to `limit` merges of guests into accounts that are not done yet, oldest first."""

    async def note_moved(self, number: int, now: int) -> None:
        """Record that a merge has moved all of the guest's data, and the time `now`. A second call changes nothing."""

    async def note_merged(self, number: int, now: int) -> None:
        """Record that the merge of a guest into an account is done."""

    async def add_personal_token(self, token: PersonalToken, digest: bytes, *, now: int, limit: int) -> bool:
        """Store a personal token under the digest of its secret.

        Returns False if its player already has `limit` valid tokens.
        """

    async def personal_token(self, digest: bytes) -> PersonalToken | None:
        """Return the personal token whose secret has this digest, or None."""

    async def personal_tokens(self, player_id: PlayerId) -> list[PersonalToken]:
        """Return all personal tokens of a player, newest first, including tokens that have ended."""

    async def end_personal_token(self, player_id: PlayerId, token_id: str, *, now: int) -> bool:
        """End a player's personal token, unless it has ended already. Returns whether the player has such a token."""

    async def use_personal_token(self, token_id: str, used: int) -> None:
        """Record that a personal token was used at the time `used`, in milliseconds since the epoch."""

    async def rename_personal_tokens(self, player_id: PlayerId, player_name: str) -> None:
        """Change a player's name in all of the player's personal tokens."""

    async def add_report(self, report: Report, evidence: Evidence | None) -> Report:
        """Store a report with its evidence, and return it.

        For a repeated request, return the report that is stored already. Raises REQUEST_ID_REUSED, REPORTED_ALREADY,
        APPEALED_ALREADY, TOO_MANY_REPORTS.
        """

    async def reports(self, query: ReportQuery) -> list[Report]:
        """Return the reports that match a query, latest first, without their evidence."""

    async def report(self, report_id: str) -> tuple[Report, Evidence | None]:
        """Return a report with its evidence. Raises REPORT_NOT_FOUND."""

    async def claim_report(self, report_id: str, moderator: str, *, now: int) -> Report:
        """Assign a report to a moderator, and return it. Raises REPORT_NOT_FOUND, REPORT_CLAIMED, REPORT_CLOSED."""

    async def release_report(self, report_id: str, moderator: str) -> Report:
        """Put a report that a moderator has claimed back into the queue, and return it.

        Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
        """

    async def decide_report(
        self, report_id: str, moderator: str, state: ReportState, answer: str, *, now: int
    ) -> Report:
        """Store the moderator's decision about a claimed report: its new state, and an answer to the reporter.

        Returns the report. Raises REPORT_NOT_FOUND, REPORT_NOT_CLAIMED, REPORT_CLOSED.
        """

    async def void_game(self, table_id: TableId) -> None:
        """Void a game's rating, so that the game no longer counts, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """

    async def restore_game(self, table_id: TableId) -> None:
        """Restore a game's voided rating, so that the game counts again, and recompute the ratings that this changes.

        Raises GAME_NOT_ARCHIVED, GAME_NOT_RATED.
        """

    async def begin_act(self, act: Act) -> Act:
        """Log that an operator is about to change something. Returns the log entry.

        For a repeated request, returns the entry of the first one.
        """

    async def end_act(self, number: int, outcome: str, answer: bytes | None) -> None:
        """Log how an operator's act ended, and the answer to give if its request is repeated."""

    async def acts(self, query: ActQuery) -> list[Act]:
        """Return the acts of operators that match a query, latest first."""
