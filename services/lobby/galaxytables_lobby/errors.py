"""Everything that the lobby refuses, each with its reason and values.

    LobbyError
    ├── Unauthenticated      TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED, TOKEN_REVOKED, REFRESH_TOKEN_INVALID,
    │                        REFRESH_TOKEN_SPENT, OPERATOR_UNKNOWN
    ├── Missing              TABLE_NOT_FOUND, UNKNOWN_GAME, UNKNOWN_BOT, UNKNOWN_EVENT, UNKNOWN_LANGUAGE, NO_BOT_THERE,
    │                        NO_PLAYER_THERE, NOT_SANCTIONED, NO_INTRODUCTION
    ├── Malformed            INVALID_NAME, INVALID_TIME_CONTROL, ENTROPY_TOO_LONG, INVALID_PAGE_TOKEN,
    │                        INVALID_REQUEST_ID, REQUEST_ID_REUSED, INVALID_REQUEST, INVALID_DELAY, INVALID_MESSAGE,
    │                        INVALID_FILTER, UNKNOWN_VALUE, INTRODUCTION_FIXED
    ├── Forbidden            NOT_HOST, NOT_SEATED, NOT_A_BOT_HOST, NOT_A_PROXY, INVITATION_REQUIRED, SENT_AWAY,
    │                        CHAT_NOT_ALLOWED, BANNED, MUTED, REFRESH_INSTEAD, HINTS_NOT_ALLOWED
    ├── Untimely             TABLE_STARTED, TABLE_CLOSED, TABLE_NOT_STARTED, TABLE_FULL, SEAT_TAKEN, NAME_TAKEN,
    │                        ALREADY_SEATED,
    │                        SEATS_OPEN, NOT_READY, ALREADY_RESIGNED, GAME_OVER, GAME_NOT_OVER, PROMPT_CLOSED,
    │                        UNDO_REFUSED, NOTHING_TO_UNDO, TAKEBACK_OPEN, TAKEBACK_CLOSED, TAKEBACK_DECLINED,
    │                        TABLE_ARCHIVED, PAST_NOT_KEPT, TABLE_PAUSED, NO_VACATION, TERMS_CHANGED,
    │                        TABLE_NOT_STRANDED, GAME_DRAINING, WOULD_BE_UNRATED, MUST_STAY_RATED
    ├── TooMany              TOO_MANY_REQUESTS, TOO_MANY_TABLES, RATE_LIMITED, CHAT_TOO_FAST, HISTORY_FULL
    ├── Unavailable          GAME_UNAVAILABLE, STORE_UNAVAILABLE, ARCHIVE_UNAVAILABLE, GAME_NOT_ARCHIVED, TABLE_BUSY,
    │   │                    HINT_UNAVAILABLE; worth a retry, and they say when
    │   └── Stranded         TABLE_STRANDED
    └── RulesRefusal         whatever a rules service refused, with its own reason

One class a family rather than one a reason: code that reacts to an error reacts to the family, and the reason is a
value of the instance. Each module function below makes one error, so that a reason's text and values stand once.
"""

from collections.abc import Iterable, Mapping

import grpc

from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_serving import GalaxyError

DOMAIN = "galaxytables.lobby"

# Seconds after which it is worth trying again. Rules services that are away are asked for twice a second; Redis and
# the database have not answered for some seconds by the time a caller hears of it; whoever competes for a table is
# done in less.
_GAME_ASKED_FOR = 1.0
_VERSION_ASKED_FOR = 10.0
_STORE_ASKED_FOR = 1.0
_ARCHIVE_ASKED_FOR = 2.0
_TABLE_RESTS = 0.1
# A host of bots that was restarted offers again within seconds.
_HINT_ASKED_FOR = 3.0


class LobbyError(GalaxyError):
    """Base of all; the reason belongs to the instance."""

    code = grpc.StatusCode.FAILED_PRECONDITION

    def __init__(self, reason: str, message: str, /, *, retry_after: float | None = None, **metadata: object) -> None:
        """Take the reason, the sentence and its values; in how many seconds to try again, where that may help."""
        super().__init__(message, **metadata)
        self.reason = reason
        self.retry_after = retry_after


class Unauthenticated(LobbyError):
    """The caller did not show who they are."""

    code = grpc.StatusCode.UNAUTHENTICATED


class Missing(LobbyError):
    """There is no such thing."""

    code = grpc.StatusCode.NOT_FOUND


class Malformed(LobbyError):
    """The request itself is wrong, whatever the table."""

    code = grpc.StatusCode.INVALID_ARGUMENT


class Forbidden(LobbyError):
    """Not for this caller."""

    code = grpc.StatusCode.PERMISSION_DENIED


class Untimely(LobbyError):
    """Not as the table stands."""


class TooMany(LobbyError):
    """More than one caller may have under way."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class Unavailable(LobbyError):
    """Not now; the same request may succeed later."""

    code = grpc.StatusCode.UNAVAILABLE


class Stranded(Unavailable):
    """The table waits for rules that nobody plays now."""


class RulesRefusal(LobbyError):
    """A rules service refused, for a reason that concerns the caller."""

    def __init__(self, reason: str, message: str, metadata: Mapping[str, str], code: grpc.StatusCode) -> None:
        """Take over what the rules service said."""
        super().__init__(reason, message, retry_after=None, **metadata)
        self.code = code


def token_missing() -> Unauthenticated:
    """No `authorization` metadata came with the call; make a guest."""
    return Unauthenticated(
        "TOKEN_MISSING", "Send a token as metadata `authorization: Bearer <token>`; CreateGuest gives one."
    )


def token_invalid() -> Unauthenticated:
    """Not a token of this platform."""
    return Unauthenticated("TOKEN_INVALID", "The token is damaged or signed with an unknown key.")


def token_expired() -> Unauthenticated:
    """The token was good once: refresh it, or renew it in time; else make a new guest."""
    return Unauthenticated("TOKEN_EXPIRED", "The token has expired; Refresh gives another one for its refresh token.")


def refresh_token_invalid() -> Unauthenticated:
    """Not a refresh token of this platform, or none any more: it has expired, or what came of it was ended."""
    return Unauthenticated("REFRESH_TOKEN_INVALID", "The refresh token is not known here, or not any more.")


def refresh_token_spent() -> Unauthenticated:
    """The refresh token was used before: somebody has stolen it, and no token that came of it is refreshed any more."""
    return Unauthenticated(
        "REFRESH_TOKEN_SPENT",
        "The refresh token was used before, perhaps by a thief: nothing that came of it is good now.",
    )


def table_not_found(table: str) -> Missing:
    """No such table, or a private one that the caller does not belong to."""
    return Missing("TABLE_NOT_FOUND", "There is no such table, or it is private.", table=table)


def unknown_game(game: str, known: Iterable[str]) -> Missing:
    """No such game is configured; `ListGames` has those that are."""
    return Missing("UNKNOWN_GAME", f"No game {game!r} here; there are: {', '.join(known)}.", game=game)


def unknown_language(language: str, known: Iterable[str]) -> Missing:
    """There are no words in that language."""
    languages = ",".join(known)
    return Missing(
        "UNKNOWN_LANGUAGE",
        f"No words in {language[:20]!r}; there are {languages}.",
        language=language[:20],
        languages=languages,
    )


def unknown_event(event: int, last: int) -> Missing:
    """No such event has been told to the caller."""
    return Missing("UNKNOWN_EVENT", f"There is no event {event}; the last so far is {last}.", event=event, last=last)


def unknown_bot(bot: str, game: str) -> Missing:
    """Nobody offers that bot."""
    return Missing("UNKNOWN_BOT", f"Nobody offers a bot {bot!r} for {game} now.", bot=bot, game=game)


def no_introduction(game: str) -> Missing:
    """The game tells no introduction, or is not heard of now."""
    return Missing("NO_INTRODUCTION", f"There is no introduction to {game}.", game=game)


def no_bot_there(seat: SeatNumber) -> Missing:
    """That seat holds no bot."""
    return Missing("NO_BOT_THERE", f"There is no bot on seat {seat}.", seat=seat)


def no_player_there(seat: SeatNumber) -> Missing:
    """That seat holds nobody who could be sent away."""
    return Missing("NO_PLAYER_THERE", f"There is nobody to send away on seat {seat}.", seat=seat)


def invalid_name(least: int, most: int) -> Malformed:
    """A name is too short, too long, cannot be seen, looks made to be another, or reads like a seat: `{seat 1}`."""
    return Malformed(
        "INVALID_NAME",
        f"A name has {least} to {most} characters that can be seen, and no word of scripts mixed to imitate another.",
        least=least,
        most=most,
    )


def unknown_value(field: str, value: int) -> Malformed:
    """A number that is no value of a field's enum here."""
    return Malformed("UNKNOWN_VALUE", f"{field} has no value {value} here.", field=field, value=value)


def invalid_time_control(field: str, message: str) -> Malformed:
    """Times are out of bounds, or do not go together."""
    return Malformed("INVALID_TIME_CONTROL", message, field=field)


def entropy_too_long(most: int) -> Malformed:
    """Too many bytes for the chance."""
    return Malformed("ENTROPY_TOO_LONG", f"Entropy has at most {most} bytes.", most=most)


def introduction_fixed(field: str) -> Malformed:
    """What an introduction says by itself, or is never given."""
    return Malformed("INTRODUCTION_FIXED", f"An introduction is as it is: {field} cannot be chosen.", field=field)


def invalid_page_token() -> Malformed:
    """Not the token of a page: take it from the last one."""
    return Malformed("INVALID_PAGE_TOKEN", "Take page_token from next_page_token of the last response.")


def invalid_request_id(least: int, most: int) -> Malformed:
    """A request id is too short, too long, or not printable."""
    return Malformed(
        "INVALID_REQUEST_ID",
        f"A request id has {least} to {most} printable characters, for example a UUID.",
        least=least,
        most=most,
    )


def request_id_reused(request_id: str) -> Malformed:
    """The caller has asked for something else at this table under this id."""
    return Malformed(
        "REQUEST_ID_REUSED",
        "You have sent another request under this id; only a repeat of the same one carries it again.",
        request_id=request_id,
    )


def invalid_request(message: str) -> Malformed:
    """Something else is wrong with the request; the message says what."""
    return Malformed("INVALID_REQUEST", message)


def invalid_delay(most: int) -> Malformed:
    """Spectators would be too far behind."""
    return Malformed("INVALID_DELAY", f"Spectators are at most {most} choices behind.", most=most)


def invalid_message(least: int, most: int) -> Malformed:
    """A message is empty, too long or cannot be seen; emoji may be joined."""
    return Malformed(
        "INVALID_MESSAGE", f"A message has {least} to {most} characters that can be seen.", least=least, most=most
    )


def invalid_filter(field: str, message: str) -> Malformed:
    """Nothing in the archive could be meant by that."""
    return Malformed("INVALID_FILTER", message, field=field)


def token_revoked() -> Unauthenticated:
    """The operator has made all tokens of the player worthless that there were; this is one of them."""
    return Unauthenticated("TOKEN_REVOKED", "This token is not good any more; begin as a new player.")


def operator_unknown() -> Unauthenticated:
    """The call carries no secret of an operator."""
    return Unauthenticated("OPERATOR_UNKNOWN", "Send an operator's secret as `authorization: Bearer <secret>`.")


def not_sanctioned(subject: str) -> Missing:
    """There is nothing to take back."""
    return Missing("NOT_SANCTIONED", f"Nothing of that kind holds for {subject}.", subject=subject)


def banned(why: str, until: str) -> Forbidden:
    """The operator keeps the player, or their address, away until a time (empty: for good)."""
    return Forbidden("BANNED", f"You are kept away{until and f' until {until}'}: {why}", until=until, why=why)


def muted(why: str, until: str) -> Forbidden:
    """The operator keeps the player from writing messages until a time (empty: for good)."""
    return Forbidden("MUTED", f"You may write no messages{until and f' until {until}'}: {why}", until=until, why=why)


def refresh_instead() -> Forbidden:
    """The token came with a refresh token, which gives the next one."""
    return Forbidden("REFRESH_INSTEAD", "This token came with a refresh token: Refresh gives the next one.")


def not_host() -> Forbidden:
    """Only the host may do that."""
    return Forbidden("NOT_HOST", "Only the table's host may do this.")


def not_seated() -> Forbidden:
    """The caller does not play here, or not on that seat."""
    return Forbidden("NOT_SEATED", "You do not play that seat at this table.")


def not_a_bot_host() -> Forbidden:
    """The token lacks the role `bots`."""
    return Forbidden("NOT_A_BOT_HOST", "This call needs a token with the role `bots`.")


def not_a_proxy() -> Forbidden:
    """The call is for gateways, and comes from none of `GALAXYTABLES_TRUSTED_PROXIES`."""
    return Forbidden("NOT_A_PROXY", "Only proxies of this platform may do this.")


def invitation_required() -> Forbidden:
    """A private table is joined by its code."""
    return Forbidden("INVITATION_REQUIRED", "This table is private: join it by its invitation code.")


def sent_away() -> Forbidden:
    """The host does not want the caller at this table."""
    return Forbidden("SENT_AWAY", "The host has sent you away from this table.")


def chat_not_allowed() -> Forbidden:
    """Spectators are to be silent here."""
    return Forbidden("CHAT_NOT_ALLOWED", "At this table only players may write messages.")


def table_started() -> Untimely:
    """Too late: the game has begun, or is over."""
    return Untimely("TABLE_STARTED", "The table is no longer open.")


def table_closed() -> Untimely:
    """The table was closed before its game began."""
    return Untimely("TABLE_CLOSED", "The table is closed.")


def terms_changed(version: int) -> Untimely:
    """The host has edited the table since the version that the caller looked at; look again."""
    return Untimely("TERMS_CHANGED", "The host has changed the terms; look at the table again.", version=version)


def table_not_started() -> Untimely:
    """Too early: nothing is played yet."""
    return Untimely("TABLE_NOT_STARTED", "The game has not started.")


def table_full() -> Untimely:
    """No seat is free."""
    return Untimely("TABLE_FULL", "No seat is free.")


def seat_taken(seat: SeatNumber) -> Untimely:
    """Somebody sits there, or there is no such seat."""
    return Untimely("SEAT_TAKEN", f"Seat {seat} cannot be taken.", seat=seat)


def name_taken(seat: SeatNumber) -> Untimely:
    """The player who sits there has a name that looks the same."""
    return Untimely("NAME_TAKEN", f"The name looks like that on seat {seat} of this table.", seat=seat)


def already_seated() -> Untimely:
    """One seat a player."""
    return Untimely("ALREADY_SEATED", "You already have a seat at this table.")


def seats_open() -> Untimely:
    """Not all seats are taken."""
    return Untimely("SEATS_OPEN", "Not all seats are taken.")


def not_ready(seats: Iterable[int]) -> Untimely:
    """Somebody is not ready."""
    return Untimely("NOT_READY", "Not everybody is ready.", seats=",".join(map(str, seats)))


def table_paused() -> Untimely:
    """Nothing can be chosen in a pause; choose again once the table goes on."""
    return Untimely("TABLE_PAUSED", "The table is paused until all who play wish to go on.")


def no_vacation() -> Untimely:
    """The table has no vacations, or the player has used it up."""
    return Untimely("NO_VACATION", "You have no vacation (left) at this table.")


def end_not_claimable() -> Untimely:
    """Somebody else still plays, or the caller does not: see `TableUpdate.may_claim_end`."""
    return Untimely("END_NOT_CLAIMABLE", "Only who is left alone may end the game: somebody else still plays.")


def already_resigned() -> Untimely:
    """Once is enough."""
    return Untimely("ALREADY_RESIGNED", "You have given up this seat.")


def game_over() -> Untimely:
    """Nothing more can be done at this table."""
    return Untimely("GAME_OVER", "The game is over.")


def game_not_over() -> Untimely:
    """Only a finished game can be looked at as a whole."""
    return Untimely("GAME_NOT_OVER", "The game is not over yet.")


def past_not_kept(table: TableId) -> Untimely:
    """The table is of a time when less was kept."""
    return Untimely("PAST_NOT_KEPT", "How this table stood earlier cannot be told any more.", table=table)


def table_archived(table: TableId) -> Untimely:
    """The table has left the store; nothing can happen there any more."""
    return Untimely("TABLE_ARCHIVED", "This table is in the archive; nothing changes there any more.", table=table)


def prompt_closed(prompt: str) -> Untimely:
    """Not open to the caller: answered already, never asked, or another's."""
    return Untimely("PROMPT_CLOSED", "This prompt is not open (any more).", prompt=prompt)


def undo_refused(message: str) -> Untimely:
    """Taking back would not be fair."""
    return Untimely("UNDO_REFUSED", message)


def nothing_to_undo(seat: SeatNumber) -> Untimely:
    """The seat has not chosen since the last checkpoint, or not so often."""
    return Untimely("NOTHING_TO_UNDO", "You have not made so many choices.", seat=seat)


def takeback_open() -> Untimely:
    """One proposal at a time."""
    return Untimely("TAKEBACK_OPEN", "A proposal to take back waits for answers.")


def takeback_closed(takeback: int) -> Untimely:
    """That proposal is not open any more, or never was."""
    return Untimely("TAKEBACK_CLOSED", "This proposal is not open (any more).", takeback=takeback)


def takeback_declined() -> Untimely:
    """The caller's proposal was declined, and nobody has chosen since."""
    return Untimely("TAKEBACK_DECLINED", "Your proposal was declined; wait until somebody has chosen.")


def would_be_unrated() -> Untimely:
    """What the caller wants ends that the game counts for the ratings, and they have not said that they know."""
    return Untimely("WOULD_BE_UNRATED", "This game would not be rated then; say that you accept that.")


def must_stay_rated() -> Untimely:
    """The host wants the game to count in any case."""
    return Untimely("MUST_STAY_RATED", "At this table nothing is taken back: its game must stay rated.")


def hints_not_allowed() -> Forbidden:
    """The game may be rated."""
    return Forbidden(
        "HINTS_NOT_ALLOWED", "Hints are given at private and casual tables only, whose games are not rated."
    )


def too_many_requests(most: int, *, retry_after: float | None = None) -> TooMany:
    """Too much is under way; without `retry_after` it is the caller who must end something first."""
    return TooMany(
        "TOO_MANY_REQUESTS", f"At most {most} of these may be under way at once.", retry_after=retry_after, most=most
    )


def too_many_tables(most: int, scope: str, *, retry_after: float) -> TooMany:
    """So many tables are not over yet, of the caller or of all players (`scope`); let one end first."""
    return TooMany(
        "TOO_MANY_TABLES",
        f"At most {most} tables may be open or running at once; one has to end first.",
        retry_after=retry_after,
        most=most,
        scope=scope,
    )


def rate_limited(limit: str, scope: str, most: int, seconds: int, *, retry_after: float) -> TooMany:
    """Too much of something (`limit`) in too short a time, by the caller, from their address or by all (`scope`)."""
    return TooMany(
        "RATE_LIMITED",
        f"At most {most} {limit} in {seconds} seconds; wait a moment.",
        retry_after=retry_after,
        limit=limit,
        scope=scope,
        most=most,
        seconds=seconds,
    )


def chat_too_fast(most: int, seconds: int, *, retry_after: float) -> TooMany:
    """A caller says too much in too short a time."""
    return TooMany(
        "CHAT_TOO_FAST",
        f"At most {most} messages in {seconds} seconds; wait a moment.",
        retry_after=retry_after,
        most=most,
        seconds=seconds,
    )


def history_full(most: int) -> TooMany:
    """So much has happened that nothing but the game goes on: no undo, taking back, pause, or vacation."""
    return TooMany(
        "HISTORY_FULL", f"More than {most} things have happened here; nothing but the game goes on.", most=most
    )


def game_unavailable(game: str) -> Unavailable:
    """The rules service does not answer; the table waits."""
    return Unavailable(
        "GAME_UNAVAILABLE",
        f"The rules of {game} do not answer now; try again.",
        retry_after=_GAME_ASKED_FOR,
        game=game,
    )


def table_not_stranded(table: TableId) -> Untimely:
    """Only tables that nobody can play are closed like this."""
    return Untimely("TABLE_NOT_STRANDED", "The rules of this table are served.", table=table)


def game_draining(game: str) -> Untimely:
    """The operator has no more tables of this game opened; those that there are go on."""
    return Untimely("GAME_DRAINING", f"No more tables of {game} are opened now.", game=game)


def table_stranded(game: str, version: int) -> Stranded:
    """No rules service plays the version and the pack that the table began with; it goes on when one comes back."""
    return Stranded(
        "TABLE_STRANDED",
        f"Nobody plays version {version} of the rules of {game} now, by which this table began; its clocks stand.",
        retry_after=_VERSION_ASKED_FOR,
        game=game,
        version=version,
    )


def hint_unavailable(game: str) -> Unavailable:
    """No host of bots gives hints for the game now, or none has answered in time."""
    return Unavailable(
        "HINT_UNAVAILABLE", f"No bot gives hints for {game!r} now; try again.", retry_after=_HINT_ASKED_FOR, game=game
    )


def store_unavailable() -> Unavailable:
    """Redis does not answer. The change may have been made: repeat it with its request id."""
    return Unavailable("STORE_UNAVAILABLE", "The store does not answer now; try again.", retry_after=_STORE_ASKED_FOR)


def store_full() -> Unavailable:
    """The store holds as much as it may; what is there can still be read."""
    return Unavailable(
        "STORE_FULL",
        "There is no room for more now; nothing was changed. Try again later.",
        retry_after=_STORE_ASKED_FOR,
    )


def archive_unavailable() -> Unavailable:
    """The archive's database does not answer; games go on."""
    return Unavailable(
        "ARCHIVE_UNAVAILABLE", "The archive does not answer now; try again.", retry_after=_ARCHIVE_ASKED_FOR
    )


def game_not_archived(table: TableId, *, retry_after: float) -> Unavailable:
    """The game is over, but has not come into the archive yet."""
    return Unavailable(
        "GAME_NOT_ARCHIVED",
        "The game is on its way into the archive; try again.",
        retry_after=retry_after,
        table=table,
    )


def table_busy(table: TableId) -> Unavailable:
    """The table changes too fast: others came first, again and again."""
    return Unavailable("TABLE_BUSY", "The table changes too fast; try again.", retry_after=_TABLE_RESTS, table=table)
