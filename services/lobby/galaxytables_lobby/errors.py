"""The lobby's errors: every refusal, with its reason and values.

There is one class for each family of reasons, since code that handles errors handles families. The reason is a
value of the instance. Each function below returns one kind of error, and its docstring says when that is raised.

A new error also needs words in `words/*/errors.ftl` (`error-TABLE-FULL` for TABLE_FULL), and the comment of a call in
the protos that names it. `make reference` then lists it.
"""

import math
from collections.abc import Iterable, Mapping

import grpc

from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_serving import GalaxyError

DOMAIN = "galaxytables.lobby"

# Seconds after which a retry is worthwhile. Absent rules services are probed twice a second. Redis and the database
# have been silent for some seconds before a caller gets this error. Competition for a table is over sooner.
_GAME_ASKED_FOR = 1.0
_VERSION_ASKED_FOR = 10.0
_STORE_ASKED_FOR = 1.0
_ARCHIVE_ASKED_FOR = 2.0
_PROVIDER_ASKED_FOR = 3.0
_TABLE_RESTS = 0.1
# A bot host that was restarted offers its bots again within seconds.
_HINT_ASKED_FOR = 3.0


class LobbyError(GalaxyError):
    """Base of all errors of the lobby; each instance has its own reason."""

    code = grpc.StatusCode.FAILED_PRECONDITION

    def __init__(self, reason: str, message: str, /, *, retry_after: float | None = None, **metadata: object) -> None:
        """A retry may help after `retry_after` seconds."""
        super().__init__(message, **metadata)
        self.reason = reason
        self.retry_after = retry_after


class UnauthenticatedError(LobbyError):
    """The caller did not prove who they are."""

    code = grpc.StatusCode.UNAUTHENTICATED


class NotFoundError(LobbyError):
    """What the caller asked for does not exist."""

    code = grpc.StatusCode.NOT_FOUND


class InvalidRequestError(LobbyError):
    """The request is wrong in itself, whatever the table's state."""

    code = grpc.StatusCode.INVALID_ARGUMENT


class ForbiddenError(LobbyError):
    """The caller is not allowed to do what they ask for."""

    code = grpc.StatusCode.PERMISSION_DENIED


class ConflictError(LobbyError):
    """The table's current state does not allow the request."""


class LimitExceededError(LobbyError):
    """The caller exceeds a limit."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class UnavailableError(LobbyError):
    """The request cannot be done at the moment; the same request may succeed later."""

    code = grpc.StatusCode.UNAVAILABLE


class StrandedError(UnavailableError):
    """No service plays the table's rules at the moment."""


class RulesRefusalError(LobbyError):
    """A rules service refused the request, for a reason that concerns the caller."""

    def __init__(self, reason: str, message: str, metadata: Mapping[str, str], code: grpc.StatusCode) -> None:
        """Reason, message, metadata and code are those of the rules service's error."""
        super().__init__(reason, message, retry_after=None, **metadata)
        self.code = code


def token_missing() -> UnauthenticatedError:
    """The call has no `authorization` metadata; CreateGuest gives a token."""
    return UnauthenticatedError(
        "TOKEN_MISSING", "Send a token as metadata `authorization: Bearer <token>`; CreateGuest gives one."
    )


def token_invalid() -> UnauthenticatedError:
    """The token was not issued by this platform."""
    return UnauthenticatedError("TOKEN_INVALID", "The token is damaged or signed with an unknown key.")


def token_expired() -> UnauthenticatedError:
    """The token has expired. Refresh it, or create a new guest."""
    return UnauthenticatedError(
        "TOKEN_EXPIRED", "The token has expired. Refresh gives another one for its refresh token."
    )


def token_ended() -> UnauthenticatedError:
    """The player has ended this personal token."""
    return UnauthenticatedError("TOKEN_ENDED", "The player has ended this token; they can make another one.")


def refresh_token_invalid() -> UnauthenticatedError:
    """The refresh token is unknown, has expired, or its session was ended."""
    return UnauthenticatedError("REFRESH_TOKEN_INVALID", "The refresh token is unknown or has expired.")


def refresh_token_spent() -> UnauthenticatedError:
    """The refresh token was used before, so it may be stolen; its whole session has ended."""
    return UnauthenticatedError(
        "REFRESH_TOKEN_SPENT",
        "The refresh token was used before, perhaps by a thief: all tokens made from it have been revoked.",
    )


def table_not_found(table: str) -> NotFoundError:
    """There is no such table, or it is private and the caller does not belong to it."""
    return NotFoundError("TABLE_NOT_FOUND", "There is no such table, or it is private.", table=table)


def tournament_not_found(tournament: str) -> NotFoundError:
    """There is no such tournament, or it is for invited players only and the caller is none of them."""
    return NotFoundError(
        "TOURNAMENT_NOT_FOUND", "There is no such tournament, or it is private.", tournament=tournament
    )


def unknown_entrant() -> NotFoundError:
    """The player has not entered the tournament."""
    return NotFoundError("UNKNOWN_ENTRANT", "This player has not entered the tournament.")


def unknown_pairing(message: str) -> NotFoundError:
    """The tournament has no such round, pairing or game."""
    return NotFoundError("UNKNOWN_PAIRING", message)


def unknown_game(game: str, known: Iterable[str]) -> NotFoundError:
    """No such game is configured; `ListGames` lists those that are."""
    return NotFoundError("UNKNOWN_GAME", f"No game {game!r} here; there are: {', '.join(known)}.", game=game)


def report_not_found(report: str) -> NotFoundError:
    """There is no such report."""
    return NotFoundError("REPORT_NOT_FOUND", "There is no such report.", report=report)


def sanction_not_found(sanction: str) -> NotFoundError:
    """No sanction of the player has this id."""
    return NotFoundError("SANCTION_NOT_FOUND", "You have no such sanction.", sanction=sanction)


def unknown_announcement(announcement: str) -> NotFoundError:
    """There is no such announcement, or it has ended."""
    return NotFoundError(
        "UNKNOWN_ANNOUNCEMENT", f"There is no announcement {announcement!r}.", announcement=announcement
    )


def unknown_token(token: str) -> NotFoundError:
    """The player has no such personal token."""
    return NotFoundError("UNKNOWN_TOKEN", "You have no such token.", token=token)


def unknown_language(language: str, known: Iterable[str]) -> NotFoundError:
    """There are no words in that language."""
    languages = ",".join(known)
    return NotFoundError(
        "UNKNOWN_LANGUAGE",
        f"No words in {language[:20]!r}; there are {languages}.",
        language=language[:20],
        languages=languages,
    )


def unknown_event(event: int, last: int) -> NotFoundError:
    """The caller has received no such event."""
    return NotFoundError(
        "UNKNOWN_EVENT", f"There is no event {event}; the last so far is {last}.", event=event, last=last
    )


def unknown_bot(bot: str, game: str) -> NotFoundError:
    """No host offers that bot."""
    return NotFoundError("UNKNOWN_BOT", f"No bot {bot!r} is available for {game} right now.", bot=bot, game=game)


def no_introduction(game: str) -> NotFoundError:
    """The game has no introduction, or is not served now."""
    return NotFoundError("NO_INTRODUCTION", f"There is no introduction to {game}.", game=game)


def unknown_puzzle(puzzle: str) -> NotFoundError:
    """The game has no such puzzle; `ListGames` lists those that there are."""
    shown = puzzle[:40]
    return NotFoundError("UNKNOWN_PUZZLE", f"There is no puzzle {shown!r}.", puzzle=shown)


def no_bot_there(seat: SeatNumber) -> NotFoundError:
    """That seat holds no bot."""
    return NotFoundError("NO_BOT_THERE", f"There is no bot in seat {seat}.", seat=seat)


def no_player_there(seat: SeatNumber) -> NotFoundError:
    """That seat has no person who could be removed."""
    return NotFoundError("NO_PLAYER_THERE", f"There is nobody in seat {seat} to remove.", seat=seat)


def unknown_subscription() -> NotFoundError:
    """The caller has no webhook with this id."""
    return NotFoundError("UNKNOWN_SUBSCRIPTION", "You have no such subscription.")


def invalid_endpoint() -> InvalidRequestError:
    """The URL is not https, names a private address, or holds a password."""
    return InvalidRequestError(
        "INVALID_ENDPOINT", "An endpoint is an https URL of a public server, without a password."
    )


def invalid_push_keys() -> InvalidRequestError:
    """The keys of a push subscription are not those that a browser gives."""
    return InvalidRequestError("INVALID_PUSH_KEYS", "These are not the keys of a push subscription.")


def invalid_email() -> InvalidRequestError:
    """The text is not an e-mail address."""
    return InvalidRequestError("INVALID_EMAIL", "That is not an e-mail address.")


def invalid_time_zone() -> InvalidRequestError:
    """The text is not the name of an IANA time zone."""
    return InvalidRequestError("INVALID_TIME_ZONE", "That is not the name of a time zone, such as Asia/Tokyo.")


def link_invalid() -> InvalidRequestError:
    """The link of an e-mail is mistyped, too old, or of another address."""
    return InvalidRequestError("LINK_INVALID", "This link is not valid, or has expired.")


def name_reserved() -> InvalidRequestError:
    """The name could be mistaken for a bot's."""
    return InvalidRequestError("NAME_RESERVED", "That name looks like a bot's name.")


def invalid_token_end(days: int) -> InvalidRequestError:
    """A personal token must expire in the future, and within the maximum number of days."""
    return InvalidRequestError("INVALID_TOKEN_END", f"A token ends after now, and within {days} days.", days=days)


def invalid_name(minimum: int, maximum: int) -> InvalidRequestError:
    """A name is too short, too long, invisible, imitates another one, or reads like a seat: `{seat 1}`."""
    return InvalidRequestError(
        "INVALID_NAME",
        f"A name has {minimum} to {maximum} characters that can be seen, "
        "and no word of scripts mixed to imitate another.",
        least=minimum,
        most=maximum,
    )


def unknown_value(field: str, value: int) -> InvalidRequestError:
    """The number is not a value of the field's enum, or not one that is allowed here."""
    return InvalidRequestError("UNKNOWN_VALUE", f"{field} has no value {value} here.", field=field, value=value)


def invalid_time_control(field: str, message: str) -> InvalidRequestError:
    """Times are out of bounds, or do not go together."""
    return InvalidRequestError("INVALID_TIME_CONTROL", message, field=field)


def invalid_ticket(field: str, message: str) -> InvalidRequestError:
    """What a ticket asks for is out of bounds, or does not go together."""
    return InvalidRequestError("INVALID_TICKET", message, field=field)


def invalid_tournament_terms(field: str, message: str) -> InvalidRequestError:
    """The terms of a tournament are out of bounds, or do not go together."""
    return InvalidRequestError("INVALID_TOURNAMENT_TERMS", message, field=field)


def invalid_pairings(message: str) -> InvalidRequestError:
    """The pairings are not those of a round: somebody plays twice, is missing, or does not take part."""
    return InvalidRequestError("INVALID_PAIRINGS", message)


def invalid_result(message: str) -> InvalidRequestError:
    """The result is not one of that table."""
    return InvalidRequestError("INVALID_RESULT", message)


def entropy_too_long(limit: int) -> InvalidRequestError:
    """The entropy is too long."""
    return InvalidRequestError("ENTROPY_TOO_LONG", f"Entropy has at most {limit} bytes.", most=limit)


def sandbox_fixed(field: str) -> InvalidRequestError:
    """A sandbox determines this field by itself, or does not have it."""
    return InvalidRequestError("SANDBOX_FIXED", f"A sandbox determines {field} itself.", field=field)


def invalid_seed(size: int, given: int) -> InvalidRequestError:
    """The seed does not have the required number of bytes."""
    return InvalidRequestError("INVALID_SEED", f"A seed has {size} bytes, not {given}.", bytes=size, given=given)


def introduction_fixed(field: str) -> InvalidRequestError:
    """An introduction determines this field by itself, or does not have it."""
    return InvalidRequestError("INTRODUCTION_FIXED", f"An introduction determines {field} itself.", field=field)


def invalid_page_token() -> InvalidRequestError:
    """This is no page token; take it from the previous page."""
    return InvalidRequestError("INVALID_PAGE_TOKEN", "Take page_token from next_page_token of the last response.")


def invalid_request_id(minimum: int, maximum: int) -> InvalidRequestError:
    """A request id is too short, too long, or not printable."""
    return InvalidRequestError(
        "INVALID_REQUEST_ID",
        f"A request id has {minimum} to {maximum} printable characters, for example a UUID.",
        least=minimum,
        most=maximum,
    )


def request_id_reused(request_id: str) -> InvalidRequestError:
    """The caller has sent a different request under this id."""
    return InvalidRequestError(
        "REQUEST_ID_REUSED",
        "You have sent another request under this id. Use an id again only to repeat the same request.",
        request_id=request_id,
    )


def invalid_request(message: str) -> InvalidRequestError:
    """Something else is wrong with the request; the message says what."""
    return InvalidRequestError("INVALID_REQUEST", message)


def invalid_delay(limit: int) -> InvalidRequestError:
    """The spectators' delay is too long."""
    return InvalidRequestError("INVALID_DELAY", f"Spectators can be at most {limit} choices behind.", most=limit)


def invalid_message(minimum: int, maximum: int) -> InvalidRequestError:
    """A message is empty, too long or invisible; joined emoji are allowed."""
    return InvalidRequestError(
        "INVALID_MESSAGE",
        f"A message has {minimum} to {maximum} characters that can be seen.",
        least=minimum,
        most=maximum,
    )


def words_refused() -> InvalidRequestError:
    """A word filter of this host refuses the text."""
    return InvalidRequestError("WORDS_REFUSED", "This text contains words that are not allowed here.")


def invalid_text(limit: int) -> InvalidRequestError:
    """The text is too long, or missing where it is needed."""
    return InvalidRequestError(
        "INVALID_TEXT", f"Write up to {limit} characters, and at least one if it says what it is.", most=limit
    )


def invalid_filter(field: str, message: str) -> InvalidRequestError:
    """No game in the archive can match this value."""
    return InvalidRequestError("INVALID_FILTER", message, field=field)


def token_revoked() -> UnauthenticatedError:
    """An operator has revoked all tokens of the player, this one included."""
    return UnauthenticatedError("TOKEN_REVOKED", "This token has been revoked. Begin as a new player.")


def session_ended() -> UnauthenticatedError:
    """The player has ended this session, or has signed in since. Sign in again, or create a new guest."""
    return UnauthenticatedError("SESSION_ENDED", "This session has ended. Sign in again, or begin as a new player.")


def unknown_provider(provider: str, known: Iterable[str]) -> NotFoundError:
    """The platform has no such provider, or none at all; `ListProviders` lists them."""
    names = ", ".join(known)
    return NotFoundError(
        "UNKNOWN_PROVIDER",
        f"No provider {provider[:32]!r} here; there are: {names or 'none'}.",
        provider=provider[:32],
    )


def redirect_not_allowed() -> InvalidRequestError:
    """The redirect address is neither the platform's own page nor a program on the player's machine."""
    return InvalidRequestError(
        "REDIRECT_NOT_ALLOWED",
        "A provider leads back to /sign-in at the platform's own address, or at 127.0.0.1 or [::1] at any port.",
    )


def sign_in_unknown() -> UnauthenticatedError:
    """There is no such open sign-in: it is too old, was used, or was begun by another client or token. Begin again."""
    return UnauthenticatedError("SIGN_IN_UNKNOWN", "This sign-in has expired, or did not begin here. Begin again.")


def sign_in_refused(provider: str) -> UnauthenticatedError:
    """The provider did not confirm the player's identity: its answer failed a check. Begin again."""
    return UnauthenticatedError(
        "SIGN_IN_REFUSED", "The provider did not confirm who you are. Begin again.", provider=provider
    )


def provider_unavailable(provider: str) -> UnavailableError:
    """The provider does not answer at the moment, or its answer breaks OpenID Connect."""
    return UnavailableError(
        "PROVIDER_UNAVAILABLE",
        "The provider is not responding. Try again.",
        retry_after=_PROVIDER_ASKED_FOR,
        provider=provider,
    )


def seated_twice(table: TableId) -> ConflictError:
    """The guest and the account play at the same running table: end that game first, or sign in without the guest."""
    return ConflictError(
        "SEATED_TWICE",
        "You are at the same table twice, as a guest and with your account. That game must end first.",
        table=table,
    )


def no_account() -> ConflictError:
    """The player is a guest: they have no sign-in method yet."""
    return ConflictError("NO_ACCOUNT", "You have no account yet. Sign in first.")


def way_in_taken() -> ConflictError:
    """Another account has this sign-in method."""
    return ConflictError("WAY_IN_TAKEN", "This sign-in method belongs to another account.")


def way_in_not_found() -> NotFoundError:
    """The account has no such sign-in method."""
    return NotFoundError("WAY_IN_NOT_FOUND", "Your account has no such sign-in method.")


def last_way_in() -> ConflictError:
    """An account keeps at least one sign-in method, or nobody could come back to it."""
    return ConflictError("LAST_WAY_IN", "This is the last sign-in method of your account. Add another one first.")


def too_many_ways_in(limit: int) -> ConflictError:
    """The account has the maximum number of sign-in methods."""
    return ConflictError("TOO_MANY_WAYS_IN", f"An account has at most {limit} sign-in methods.", most=limit)


def unknown_player(player: str) -> NotFoundError:
    """Nobody with this id has an account, a session, a table or an archived game."""
    return NotFoundError("UNKNOWN_PLAYER", "There is no such player here.", player=player)


def not_yourself() -> InvalidRequestError:
    """The call is about another player, and the request names the caller."""
    return InvalidRequestError("NOT_YOURSELF", "You cannot do this to yourself.")


def invalid_note(limit: int) -> InvalidRequestError:
    """The note is too long, or is not one line that can be read."""
    return InvalidRequestError(
        "INVALID_NOTE", f"A note is one line of at most {limit} characters that can be read.", most=limit
    )


def too_many_relations(kind: str, limit: int) -> ConflictError:
    """The caller follows, blocks or mutes as many players as they may, or has notes about as many."""
    return ConflictError(
        "TOO_MANY_RELATIONS", f"You have at most {limit} of this kind ({kind}); end one first.", kind=kind, most=limit
    )


def renamed_too_soon(*, retry_after: float) -> LimitExceededError:
    """The account has changed its name too recently."""
    days = math.ceil(retry_after / 86_400)
    return LimitExceededError(
        "RENAMED_TOO_SOON",
        f"You changed your name recently. You can change it again in {days} days.",
        retry_after=retry_after,
        days=days,
    )


def name_kept() -> ConflictError:
    """An account gave up this name recently, so nobody else may take it for a while."""
    return ConflictError("NAME_KEPT", "Somebody had this name until recently. Choose another one.")


def session_not_found() -> NotFoundError:
    """The player has no such session; it may have ended."""
    return NotFoundError("SESSION_NOT_FOUND", "You have no such session, or it has ended.")


def sign_in_not_recent(limit: int) -> ForbiddenError:
    """The call needs a recent sign-in, so that a stolen token is not enough. Sign in again first."""
    return ForbiddenError(
        "SIGN_IN_NOT_RECENT", f"Sign in again first: this needs a sign-in of the last {limit} s.", most=limit
    )


def operator_unknown() -> UnauthenticatedError:
    """The call carries no operator's secret."""
    return UnauthenticatedError("OPERATOR_UNKNOWN", "Send an operator's secret as `authorization: Bearer <secret>`.")


def sign_in_at_provider(provider: str) -> ConflictError:
    """Operators sign in to the console at the OpenID provider, so a secret opens no session."""
    return ConflictError("SIGN_IN_AT_PROVIDER", f"Operators sign in at {provider}.", provider=provider)


def role_needed(needed: str, has: str) -> ForbiddenError:
    """The operator's role does not suffice for the call: it needs `needed`, and they have `has`."""
    return ForbiddenError("ROLE_NEEDED", f"That needs the role {needed}; yours is {has}.", needed=needed, has=has)


def not_sanctioned(subject: str) -> NotFoundError:
    """There is no such sanction to lift."""
    return NotFoundError("NOT_SANCTIONED", f"{subject} has no such sanction.", subject=subject)


def banned(why: str, until: str) -> ForbiddenError:
    """An operator has banned the player or their address until a time (empty: for good)."""
    return ForbiddenError("BANNED", f"You are banned{until and f' until {until}'}: {why}", until=until, why=why)


def muted(why: str, until: str) -> ForbiddenError:
    """An operator has muted the player until a time (empty: for good)."""
    return ForbiddenError(
        "MUTED", f"You cannot write messages{until and f' until {until}'}: {why}", until=until, why=why
    )


def cooling_down(minutes: int) -> ForbiddenError:
    """The player left rated games or let others wait, and must wait before the next one; casual games are open."""
    return ForbiddenError("COOLING_DOWN", f"You can play rated games again in {minutes} minutes.", minutes=minutes)


def not_reportable() -> ForbiddenError:
    """The caller is this player, or the player does not sit at the table, host it, or write there."""
    return ForbiddenError("NOT_REPORTABLE", "You can report other players who were at this table.")


def own_act() -> ForbiddenError:
    """An operator does not decide the appeal against their own act, if there is another operator."""
    return ForbiddenError("OWN_ACT", "Somebody else must decide about an appeal against your own act.")


def refresh_instead() -> ForbiddenError:
    """The token came with a refresh token: use Refresh to get the next one."""
    return ForbiddenError("REFRESH_INSTEAD", "This token came with a refresh token. Refresh gives the next one.")


def not_host() -> ForbiddenError:
    """Only the table's host may do that."""
    return ForbiddenError("NOT_HOST", "Only the table's host may do this.")


def not_seated() -> ForbiddenError:
    """The caller does not play here, or not on that seat."""
    return ForbiddenError("NOT_SEATED", "That is not your seat.")


def not_a_bot_host() -> ForbiddenError:
    """The token lacks the role `bots`."""
    return ForbiddenError("NOT_A_BOT_HOST", "This call needs a token with the role `bots`.")


def bot_not_named(bot: str) -> ForbiddenError:
    """The bot host's token is for certain bots only, and this bot is not one of them."""
    return ForbiddenError("BOT_NOT_NAMED", f"This token may offer only the bots that it names, not {bot!r}.", bot=bot)


def scope_missing(scope: str) -> ForbiddenError:
    """The personal token lacks the scope that the call needs."""
    return ForbiddenError("SCOPE_MISSING", f"This call needs a token with the scope {scope!r}.", scope=scope)


def not_by_personal_token() -> ForbiddenError:
    """The call cannot be made with a personal token: it concerns the player's identity, or is for bot hosts."""
    return ForbiddenError(
        "NOT_BY_PERSONAL_TOKEN", "A personal token is not enough for this call. Use the player's own session."
    )


def seat_not_automated(seat: SeatNumber) -> ForbiddenError:
    """A personal token with the scope `bots` plays only seats that such a token has taken."""
    return ForbiddenError(
        "SEAT_NOT_AUTOMATED", f"A person took seat {seat}, so a token of scope 'bots' cannot play it.", seat=seat
    )


def challenge_unknown() -> ForbiddenError:
    """The challenge was made for something else, is older than five minutes, or was used before. Begin again."""
    return ForbiddenError("CHALLENGE_UNKNOWN", "This challenge is no longer valid. Begin again.")


def passkey_refused() -> ForbiddenError:
    """The answer of the browser is damaged, or is for another site, another challenge or another passkey."""
    return ForbiddenError("PASSKEY_REFUSED", "The passkey's answer is not valid here.")


def passkey_unknown() -> ForbiddenError:
    """No account has this passkey."""
    return ForbiddenError("PASSKEY_UNKNOWN", "No account has this passkey.")


def passkey_cloned() -> ForbiddenError:
    """The passkey's use counter went back, so somebody has a copy of the passkey."""
    return ForbiddenError(
        "PASSKEY_CLONED", "This passkey seems to have been copied. Sign in another way and remove it."
    )


def not_a_proxy() -> ForbiddenError:
    """The call is for gateways, and its sender is not in `GALAXYTABLES_TRUSTED_PROXIES`."""
    return ForbiddenError("NOT_A_PROXY", "Only proxies of this platform may do this.")


def invitation_required() -> ForbiddenError:
    """The table is private; joining needs its invitation code."""
    return ForbiddenError("INVITATION_REQUIRED", "This table is private: join it by its invitation code.")


def sent_away() -> ForbiddenError:
    """The caller cannot take a seat: the host has removed them, or somebody there does not play with them.

    The error does not say which of the two, so that nobody learns from it that they are blocked.
    """
    return ForbiddenError("SENT_AWAY", "You cannot take a seat at this table.")


def you_blocked(player: str) -> ForbiddenError:
    """The caller has blocked somebody who sits there or is the host, so the caller cannot take a seat there."""
    return ForbiddenError("YOU_BLOCKED", f"You blocked {player}, who is at this table.", player=player)


def not_organiser() -> ForbiddenError:
    """Only the organiser of the tournament may do this, or only the organiser and the helpers."""
    return ForbiddenError("NOT_ORGANISER", "Only the organiser of this tournament can do this.")


def not_eligible(limit: str, message: str) -> ForbiddenError:
    """The player may not enter the tournament; `limit` names the term that forbids it."""
    return ForbiddenError("NOT_ELIGIBLE", message, limit=limit)


def chat_not_allowed() -> ForbiddenError:
    """Spectators may not write messages here."""
    return ForbiddenError("CHAT_NOT_ALLOWED", "At this table only players may write messages.")


def table_started() -> ConflictError:
    """The game has already started, or is over."""
    return ConflictError("TABLE_STARTED", "The table is no longer open.")


def table_closed() -> ConflictError:
    """The table was closed before its game began."""
    return ConflictError("TABLE_CLOSED", "The table is closed.")


def terms_changed(version: int) -> ConflictError:
    """The host has edited the table since the version that the caller saw; load it again."""
    return ConflictError("TERMS_CHANGED", "The host has changed the terms. Load the table again.", version=version)


def table_not_started() -> ConflictError:
    """The game has not started yet."""
    return ConflictError("TABLE_NOT_STARTED", "The game has not started.")


def table_full() -> ConflictError:
    """No seat is free."""
    return ConflictError("TABLE_FULL", "No seat is free.")


def seat_taken(seat: SeatNumber) -> ConflictError:
    """Somebody has that seat, or there is no such seat."""
    return ConflictError("SEAT_TAKEN", f"Seat {seat} cannot be taken.", seat=seat)


def name_taken(seat: SeatNumber) -> ConflictError:
    """The player on that seat has a name that looks the same."""
    return ConflictError("NAME_TAKEN", f"The name looks like that on seat {seat} of this table.", seat=seat)


def entrant_name_taken(player: str) -> ConflictError:
    """Somebody has entered the tournament under a name that looks the same."""
    return ConflictError(
        "ENTRANT_NAME_TAKEN", f"Your name looks like that of {player}, who has entered.", player=player
    )


def wrong_tournament_stage(message: str) -> ConflictError:
    """The tournament, or its round, is not at the stage for this."""
    return ConflictError("WRONG_TOURNAMENT_STAGE", message)


def tournament_paused() -> ConflictError:
    """The tournament is paused."""
    return ConflictError("TOURNAMENT_PAUSED", "The tournament is paused.")


def already_seated() -> ConflictError:
    """The caller already has a seat at this table."""
    return ConflictError("ALREADY_SEATED", "You already have a seat at this table.")


def seats_open() -> ConflictError:
    """Not all seats are taken."""
    return ConflictError("SEATS_OPEN", "Not all seats are taken.")


def not_ready(seats: Iterable[int]) -> ConflictError:
    """Somebody is not ready."""
    return ConflictError("NOT_READY", "Not everybody is ready.", seats=",".join(map(str, seats)))


def table_paused() -> ConflictError:
    """The table is paused; choose again once it resumes."""
    return ConflictError("TABLE_PAUSED", "The table is paused until all players want to go on.")


def no_vacation() -> ConflictError:
    """The table has no vacations, or the player has used theirs up."""
    return ConflictError("NO_VACATION", "You have no vacation left at this table.")


def end_not_claimable() -> ConflictError:
    """Somebody else still plays, or the caller does not: see `TableUpdate.may_claim_end`."""
    return ConflictError(
        "END_NOT_CLAIMABLE", "Only the last player left may end the game: somebody else is still playing."
    )


def already_resigned() -> ConflictError:
    """The caller has already resigned."""
    return ConflictError("ALREADY_RESIGNED", "You have given up this seat.")


def game_over() -> ConflictError:
    """The game is over, so it cannot change."""
    return ConflictError("GAME_OVER", "The game is over.")


def game_not_over() -> ConflictError:
    """The whole game can only be seen once it is over."""
    return ConflictError("GAME_NOT_OVER", "The game is not over yet.")


def past_not_kept(table: TableId) -> ConflictError:
    """The table is too old: its earlier states were not kept."""
    return ConflictError("PAST_NOT_KEPT", "Earlier states of this table were not kept.", table=table)


def table_archived(table: TableId) -> ConflictError:
    """The table has left the store, so it can no longer change."""
    return ConflictError("TABLE_ARCHIVED", "This table is in the archive and can no longer change.", table=table)


def prompt_closed(prompt: str) -> ConflictError:
    """The prompt is not open to the caller: it is answered already, never existed, or belongs to another seat."""
    return ConflictError("PROMPT_CLOSED", "This prompt is not open.", prompt=prompt)


def undo_refused(message: str) -> ConflictError:
    """Taking the choice back would be unfair."""
    return ConflictError("UNDO_REFUSED", message)


def nothing_to_undo(seat: SeatNumber) -> ConflictError:
    """The seat has made no choice since the last checkpoint, or fewer than it wants to take back."""
    return ConflictError("NOTHING_TO_UNDO", "You have not made that many choices.", seat=seat)


def takeback_open() -> ConflictError:
    """Another takeback proposal is still open."""
    return ConflictError("TAKEBACK_OPEN", "A proposal to take back waits for answers.")


def takeback_closed(takeback: int) -> ConflictError:
    """The takeback proposal is no longer open, or never was."""
    return ConflictError("TAKEBACK_CLOSED", "This proposal is not open.", takeback=takeback)


def takeback_declined() -> ConflictError:
    """The caller's proposal was declined, and nobody has chosen since."""
    return ConflictError(
        "TAKEBACK_DECLINED", "Your proposal was declined. You can propose again after the next choice."
    )


def reported_already(report: str) -> ConflictError:
    """The caller has reported this player for this at this table."""
    return ConflictError(
        "REPORTED_ALREADY", "You have already reported this player for this at this table.", report=report
    )


def appealed_already() -> ConflictError:
    """The player has appealed against this sanction once."""
    return ConflictError("APPEALED_ALREADY", "You have already appealed against this.")


def not_appealable() -> ConflictError:
    """The sanction was taken back already."""
    return ConflictError("NOT_APPEALABLE", "This decision has already been reversed.")


def report_claimed(by: str) -> ConflictError:
    """Another moderator has claimed the report."""
    return ConflictError("REPORT_CLAIMED", f"{by} has claimed this report.", by=by)


def report_not_claimed() -> ConflictError:
    """The operator has not claimed the report, or another operator has taken it over."""
    return ConflictError("REPORT_NOT_CLAIMED", "Claim the report first.")


def report_closed() -> ConflictError:
    """The report is decided or dismissed."""
    return ConflictError("REPORT_CLOSED", "This report has already been decided.")


def game_not_rated(table: TableId) -> ConflictError:
    """The game does not count for the ratings, or its rating was not voided."""
    return ConflictError("GAME_NOT_RATED", "This game has no rating to change.", table=table)


def would_be_unrated() -> ConflictError:
    """The request would make the game unrated, and the caller has not accepted that."""
    return ConflictError("WOULD_BE_UNRATED", "This would make the game unrated. Accept that first.")


def must_stay_rated() -> ConflictError:
    """The host requires that the game stays rated."""
    return ConflictError("MUST_STAY_RATED", "Nothing can be taken back at this table: its game must stay rated.")


def notification_way_off(way: str) -> ConflictError:
    """The platform is not set up to notify players in this way: push, email or webhook."""
    return ConflictError("NOTIFICATION_WAY_OFF", f"This server does not notify anybody by {way}.", way=way)


def hints_not_allowed() -> ForbiddenError:
    """Hints are not given in games that may be rated."""
    return ForbiddenError(
        "HINTS_NOT_ALLOWED", "Hints are available only at private and casual tables, whose games are not rated."
    )


def too_many_requests(limit: int, *, retry_after: float | None = None) -> LimitExceededError:
    """Too many requests are open; without `retry_after` the caller must end one first."""
    return LimitExceededError(
        "TOO_MANY_REQUESTS", f"You can have {limit} of these at once.", retry_after=retry_after, most=limit
    )


def too_many_subscriptions(limit: int) -> LimitExceededError:
    """The caller has the maximum number of browsers or webhooks; remove one first."""
    return LimitExceededError("TOO_MANY_SUBSCRIPTIONS", f"You can have {limit} of these. Remove one first.", most=limit)


def too_many_tokens(limit: int) -> LimitExceededError:
    """The player has the maximum number of personal tokens."""
    return LimitExceededError("TOO_MANY_TOKENS", f"You can have {limit} tokens. Revoke one first.", most=limit)


def too_many_reports(limit: int) -> LimitExceededError:
    """Too many reports of the player are undecided."""
    return LimitExceededError(
        "TOO_MANY_REPORTS", f"{limit} of your reports are still waiting for an answer.", most=limit
    )


def too_many_tickets(limit: int) -> LimitExceededError:
    """The player has the maximum number of slow tickets; cancel one first."""
    return LimitExceededError("TOO_MANY_TICKETS", f"You can have {limit} tickets. Cancel one first.", most=limit)


def too_many_tournaments(limit: int) -> LimitExceededError:
    """The player organises the maximum number of tournaments that are not over."""
    return LimitExceededError(
        "TOO_MANY_TOURNAMENTS", f"You can have {limit} tournaments in progress. End one first.", most=limit
    )


def too_many_tables(limit: int, scope: str, *, retry_after: float) -> LimitExceededError:
    """Too many tables of the caller, or of all players (`scope`), are not over yet; one must end first."""
    return LimitExceededError(
        "TOO_MANY_TABLES",
        f"You can have {limit} tables open or running at once. One must end first.",
        retry_after=retry_after,
        most=limit,
        scope=scope,
    )


def rate_limited(limit: str, scope: str, capacity: int, seconds: int, *, retry_after: float) -> LimitExceededError:
    """The caller, their address or all callers together (`scope`) exceed a rate limit (`limit`)."""
    return LimitExceededError(
        "RATE_LIMITED",
        f"At most {capacity} {limit} in {seconds} seconds. Wait a moment.",
        retry_after=retry_after,
        limit=limit,
        scope=scope,
        most=capacity,
        seconds=seconds,
    )


def new_player_limited(
    activity: str, capacity: int, seconds: int, *, hours: int, games: int, retry_after: float
) -> LimitExceededError:
    """A new player has done that too often.

    The limit ends once the player has been here for some more hours, and has finished some more games.
    """
    return LimitExceededError(
        "NEW_PLAYER_LIMITED",
        f"New players can do this ({activity}) {capacity} times in {seconds} s. "
        f"That ends after {hours} more hours and {games} more finished games.",
        retry_after=retry_after,
        activity=activity,
        most=capacity,
        seconds=seconds,
        hours=hours,
        games=games,
    )


def chat_too_fast(capacity: int, seconds: int, *, retry_after: float) -> LimitExceededError:
    """The caller writes messages too fast."""
    return LimitExceededError(
        "CHAT_TOO_FAST",
        f"You can send {capacity} messages in {seconds} seconds. Wait a moment.",
        retry_after=retry_after,
        most=capacity,
        seconds=seconds,
    )


def history_full(limit: int) -> LimitExceededError:
    """The table's history is full: only the game itself goes on, without undo, takeback, pause or vacation."""
    return LimitExceededError(
        "HISTORY_FULL", f"This table's history is full at {limit} events. Only the game goes on.", most=limit
    )


def game_unavailable(game: str) -> UnavailableError:
    """The rules service does not answer; the table waits."""
    return UnavailableError(
        "GAME_UNAVAILABLE",
        f"The rules service of {game} is not responding. Try again.",
        retry_after=_GAME_ASKED_FOR,
        game=game,
    )


def table_not_stranded(table: TableId) -> ConflictError:
    """Only a stranded table can be closed like this."""
    return ConflictError("TABLE_NOT_STRANDED", "The rules of this table are available.", table=table)


def passkeys_unavailable() -> ConflictError:
    """The page's address is an IP address, for which browsers have no passkeys."""
    return ConflictError("PASSKEYS_UNAVAILABLE", "Passkeys do not work at this platform's address.")


def ticket_over() -> ConflictError:
    """The player has no such ticket any more: it was cancelled or replaced, or has expired."""
    return ConflictError("TICKET_OVER", "This ticket has ended. Make a new one.")


def feature_off(feature: str) -> ConflictError:
    """An operator has switched off what the call needs; `GetPlatform` says what is off."""
    return ConflictError("FEATURE_OFF", f"This is switched off for now: {feature}.", feature=feature)


def game_draining(game: str) -> ConflictError:
    """The operator drains the game: no new tables are opened, existing ones go on."""
    return ConflictError("GAME_DRAINING", f"New tables of {game} cannot be opened right now.", game=game)


def table_stranded(game: str, version: int) -> StrandedError:
    """No rules service plays the table's rules version and pack; the table goes on once one does."""
    return StrandedError(
        "TABLE_STRANDED",
        f"Version {version} of the rules of {game}, which this table needs, is not available. Its clocks are stopped.",
        retry_after=_VERSION_ASKED_FOR,
        game=game,
        version=version,
    )


def hint_unavailable(game: str) -> UnavailableError:
    """No bot host gives hints for the game now, or none has answered in time."""
    return UnavailableError(
        "HINT_UNAVAILABLE",
        f"No bot can give hints for {game!r} right now. Try again.",
        retry_after=_HINT_ASKED_FOR,
        game=game,
    )


def store_unavailable() -> UnavailableError:
    """Redis does not answer. The change may have been made: repeat it with its request id."""
    return UnavailableError(
        "STORE_UNAVAILABLE", "The store is not responding. Try again.", retry_after=_STORE_ASKED_FOR
    )


def store_full() -> UnavailableError:
    """The store is full; it can still be read."""
    return UnavailableError(
        "STORE_FULL",
        "The store is full, and nothing was changed. Try again later.",
        retry_after=_STORE_ASKED_FOR,
    )


def archive_unavailable() -> UnavailableError:
    """The archive's database does not answer; games go on."""
    return UnavailableError(
        "ARCHIVE_UNAVAILABLE", "The archive is not responding. Try again.", retry_after=_ARCHIVE_ASKED_FOR
    )


def game_not_archived(table: TableId, *, retry_after: float) -> UnavailableError:
    """The game is over, but not archived yet."""
    return UnavailableError(
        "GAME_NOT_ARCHIVED",
        "The game is still being archived. Try again.",
        retry_after=retry_after,
        table=table,
    )


def being_seated(*, retry_after: float) -> UnavailableError:
    """The player's earlier ticket gets its table at this moment."""
    return UnavailableError("BEING_SEATED", "Your table is being set up. Try again.", retry_after=retry_after)


def table_busy(table: TableId) -> UnavailableError:
    """The request was tried several times, and each time another change of the table came first."""
    return UnavailableError(
        "TABLE_BUSY", "The table is changing too fast. Try again.", retry_after=_TABLE_RESTS, table=table
    )


def tournament_busy(tournament: str) -> UnavailableError:
    """The request was tried several times, and each time another change of the tournament came first."""
    return UnavailableError(
        "TOURNAMENT_BUSY",
        "The tournament is changing too fast. Try again.",
        retry_after=_TABLE_RESTS,
        tournament=tournament,
    )
