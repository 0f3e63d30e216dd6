"""Checks what requests contain: time controls, page tokens, ids, values of enums."""

import base64
import binascii
from collections.abc import Callable, Iterable

from google.protobuf.duration_pb2 import Duration
from msgspec.structs import replace

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.domain.state import RatingTerms, Spectators, TimeControl
from galaxytables_lobby.domain.tournaments.ids import is_tournament_id
from galaxytables_lobby.ids import TableId, TournamentId, is_table_id

REQUEST_ID = (8, 64)
MAX_DELAY = 100
PAGE_SIZE, MAX_PAGE_SIZE = 20, 100
_SECOND = 1_000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_MAX_VACATION = 60 * _DAY
_YEAR = 366 * _DAY
_MAX_MISSES = 1_000
_MAX_BOT_NAME = 40
# Of a time in milliseconds.
_MAX_DIGITS = 15


def checked_request_id(request_id: str) -> str:
    """Return a request id unchanged if its form is right. Raises INVALID_REQUEST_ID."""
    if not REQUEST_ID[0] <= len(request_id) <= REQUEST_ID[1] or not request_id.isprintable():
        raise errors.invalid_request_id(*REQUEST_ID)
    return request_id


def time_control(message: tables_pb2.TimeControl) -> TimeControl:
    """Check the time control of a request, and return it as plain data. Raises INVALID_TIME_CONTROL (field)."""
    if message.misses_before_handover > _MAX_MISSES:
        raise errors.invalid_time_control("misses_before_handover", f"At most {_MAX_MISSES} clock-outs.")
    if len(message.successor) > _MAX_BOT_NAME:
        raise errors.invalid_time_control("successor", "No bot has so long a name.")
    misses, successor = message.misses_before_handover, message.successor
    kind = message.WhichOneof("control")
    if kind is None:
        given = [field for field in ("bank", "grace", "vacation") if message.HasField(field)]
        for field in ["misses_before_handover", *given] if misses else given:
            raise errors.invalid_time_control(field, "There is no clock without a control.")
        return TimeControl(successor=successor)
    shared = TimeControl(
        misses_before_handover=misses,
        successor=successor,
        grace=_milliseconds(message.grace, "grace", 0, _MINUTE) if message.HasField("grace") else _SECOND,
        vacation=_milliseconds(message.vacation, "vacation", 0, _MAX_VACATION),
    )
    if kind == "per_move":
        per_move = _milliseconds(message.per_move, "per_move", _SECOND)
        _check_vacation(shared, slow=per_move >= _HOUR)
        return replace(shared, per_move=per_move, bank=_milliseconds(message.bank, "bank", 0))
    if message.HasField("bank"):
        raise errors.invalid_time_control("bank", "A budget is its own bank.")
    budget = message.budget
    initial = _milliseconds(budget.initial, "budget.initial", _SECOND)
    increment = _milliseconds(budget.increment, "budget.increment", _SECOND) if budget.increment.ByteSize() else 0
    cap = _milliseconds(budget.cap, "budget.cap", _SECOND) if budget.HasField("cap") else 0
    if cap and cap < initial:
        raise errors.invalid_time_control("budget.cap", "The cap is not below the initial budget.")
    _check_vacation(shared, slow=initial >= _DAY)
    return replace(shared, initial=initial, increment=increment, cap=cap)


def _check_vacation(control: TimeControl, *, slow: bool) -> None:
    if control.vacation and not slow:
        raise errors.invalid_time_control(
            "vacation", "Vacations are for slow tables: an hour a choice, a budget of a day."
        )


# Visibilities of tables whose games everybody may see.
_SEEN_BY_ALL = (tables_pb2.VISIBILITY_PUBLIC, tables_pb2.VISIBILITY_BY_INVITATION)


def visibility(given: tables_pb2.Visibility.ValueType) -> tables_pb2.Visibility.ValueType:
    """Return the visibility of a request unchanged.

    Raises UNKNOWN_VALUE for a number that the contract does not have.
    """
    if given not in tables_pb2.Visibility.values():
        raise errors.unknown_value("visibility", given)
    return given


def rating_terms(given: tables_pb2.RatingTerms.ValueType) -> RatingTerms | None:
    """Return whether a request asks for a rated or a casual game; None if it does not say.

    Raises UNKNOWN_VALUE for a number that the contract does not have.
    """
    if given not in tables_pb2.RatingTerms.values():
        raise errors.unknown_value("rating", given)
    return RatingTerms(given) if given else None


def check_introduction(request: tables_pb2.CreateTableRequest) -> None:
    """Raise INTRODUCTION_FIXED if a request to play a game's introduction sets a field that the host cannot choose."""
    given = {
        "seats": bool(request.seats),
        "options": bool(request.options),
        "entropy": bool(request.entropy),
        "time_control": request.HasField("time_control"),
        "spectators": request.HasField("spectators"),
        "visibility": visibility(request.visibility) in _SEEN_BY_ALL,
        "rating": rating_terms(request.rating) is not None,
        "sandbox": request.HasField("sandbox"),
    }
    for field, chosen in given.items():
        if chosen:
            raise errors.introduction_fixed(field)


def check_sandbox(request: tables_pb2.CreateTableRequest) -> None:
    """Raise SANDBOX_FIXED if a request for a sandbox sets a field that the host cannot choose."""
    recorded = bool(request.sandbox.table_id)
    given = {
        "entropy": bool(request.entropy),
        "visibility": visibility(request.visibility) in _SEEN_BY_ALL,
        "rating": rating_terms(request.rating) is not None,
        "seats": recorded and bool(request.seats),
        "options": recorded and bool(request.options),
        "seed": recorded and bool(request.sandbox.seed),
        "event": not recorded and bool(request.sandbox.event),
    }
    for field, chosen in given.items():
        if chosen:
            raise errors.sandbox_fixed(field)


def states(given: Iterable[tables_pb2.TableState.ValueType]) -> list[tables_pb2.TableState.ValueType]:
    """Return the table states of a request as a list. Raises UNKNOWN_VALUE for a number that stands for no state."""
    requested = list(given)
    for state in requested:
        if state not in tables_pb2.TableState.values() or state == tables_pb2.TABLE_STATE_UNSPECIFIED:
            raise errors.unknown_value("states", state)
    return requested


def spectators(message: tables_pb2.SpectatorRules) -> Spectators:
    """Return the rules for spectators of a request as plain data. Raises INVALID_DELAY."""
    if message.delay > MAX_DELAY:
        raise errors.invalid_delay(MAX_DELAY)
    return Spectators(delay=message.delay, chat=message.chat)


def page_token(position: tuple[int, str]) -> str:
    """Return the page token for the page that follows an entry, given the entry's time and id."""
    return base64.urlsafe_b64encode(f"{position[0]}:{position[1]}".encode()).decode()


def read_page_token(token: str) -> tuple[int, TableId] | None:
    """Return the creation time and table id in a page token, None for an empty token (the first page).

    Raises INVALID_PAGE_TOKEN.
    """
    position = _read_position(token, is_table_id)
    return None if position is None else (position[0], TableId(position[1]))


def read_tournament_page_token(token: str) -> tuple[int, TournamentId] | None:
    """Return the start and tournament id in a page token, None for an empty token (the first page).

    Raises INVALID_PAGE_TOKEN.
    """
    position = _read_position(token, is_tournament_id)
    return None if position is None else (position[0], TournamentId(position[1]))


def read_pairing_page_token(token: str) -> int:
    """Return the index of the first pairing on a page, 0 for an empty token. Raises INVALID_PAGE_TOKEN."""
    position = _read_position(token, "pairing".__eq__)
    return 0 if position is None else position[0]


def pairing_page_token(first: int) -> str:
    """Return the page token for the page of pairings that begins at the index `first`."""
    return page_token((first, "pairing"))


def _read_position(token: str, is_id: Callable[[str], bool]) -> tuple[int, str] | None:
    if not token:
        return None
    try:
        number, _, name = base64.b64decode(token, altchars=b"-_", validate=True).decode().partition(":")
        if not is_id(name) or not number.isascii() or not number.isdigit() or len(number) > _MAX_DIGITS:
            raise errors.invalid_page_token()
        return int(number), name
    except (binascii.Error, ValueError):
        raise errors.invalid_page_token() from None


def page_size(requested: int) -> int:
    """Return how many entries a page gets: `requested`, up to a maximum, or a default number if `requested` is 0."""
    return min(requested or PAGE_SIZE, MAX_PAGE_SIZE)


def _milliseconds(duration: Duration, field: str, minimum: int, maximum: int = _YEAR) -> int:
    value = duration.seconds * _SECOND + duration.nanos // 1_000_000
    if not minimum <= value <= maximum:
        bounds = f"{minimum // _SECOND} to {maximum // _SECOND} seconds"
        raise errors.invalid_time_control(field, f"{field} is from {bounds}.")
    return value
