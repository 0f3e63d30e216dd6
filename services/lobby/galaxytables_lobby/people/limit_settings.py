"""The settings of limits. Each variable sets one limit for some scopes; scopes that it does not name are unlimited."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_serving.settings import Kind, variable
from galaxytables_serving.sources import SourceSettings, read_networks

V = TypeVar("V")

_OFF = "off"
_MAX_NUMBER, _MAX_SECONDS, _MAX_THRESHOLD = 1_000_000_000, 86_400, 365


class Activity(StrEnum):
    """The activities that are limited more strictly for new players."""

    TABLES = "tables"
    MESSAGES = "messages"
    INVITATIONS = "invitations"
    REPORTS = "reports"
    FOLLOWS = "follows"


class NewUntil(NamedTuple):
    """When a player is no longer new: this many days after they came, and after this many finished games.

    Both must be reached.
    """

    days: int
    games: int


def _number(text: str, maximum: int) -> int:
    if re.fullmatch(r"[0-9]{1,10}", text) is None or not 1 <= int(text) <= maximum:
        raise ValueError
    return int(text)


def _rate(text: str) -> Rate:
    capacity, _, seconds = text.partition("/")
    return Rate(_number(capacity, _MAX_NUMBER), _number(seconds, _MAX_SECONDS))


def _count(text: str) -> int:
    return _number(text, _MAX_NUMBER)


def _scoped(read: Callable[[str], V], *, example: str) -> Kind[Mapping[Scope, V]]:
    def parse(text: str) -> dict[Scope, V]:
        found: dict[Scope, V] = {}
        for part in [] if text == _OFF else text.split(","):
            name, _, value = part.partition("=")
            scope = Scope(name.strip())
            if scope in found:
                raise ValueError
            found[scope] = read(value.strip())
        return {scope: found[scope] for scope in Scope if scope in found}

    return Kind(parse, f"`{_OFF}`, or like {example}, each scope once")


def _named(text: str, names: Iterable[str], read: Callable[[str], V]) -> dict[str, V]:
    """Read `name=value,…`, each of these names at most once. Raises `ValueError`."""
    found: dict[str, V] = {}
    known = set(names)
    for part in [] if text == _OFF else text.split(","):
        name, _, value = part.partition("=")
        name = name.strip()
        if name in found or name not in known:
            raise ValueError
        found[name] = read(value.strip())
    return found


def _until(text: str) -> NewUntil:
    found = _named(text, NewUntil._fields, lambda value: _number(value, _MAX_THRESHOLD))
    return NewUntil(found.get("days", 0), found.get("games", 0))


def _activities(text: str) -> dict[Activity, Rate]:
    return {Activity(name): rate for name, rate in _named(text, Activity, _rate).items()}


_NEW_UNTIL = Kind(_until, f"`{_OFF}`, or like days=3,games=3, each at most once")
_ACTIVITIES = Kind(_activities, f"`{_OFF}`, or like tables=20/3600,follows=20/3600, each at most once")
_RATES = _scoped(_rate, example="player=20/600,address=60/600,all=3000/60")
_COUNTS = _scoped(_count, example="player=20,address=200,all=20000")


@dataclass(frozen=True, kw_only=True)
class LimitSettings(SourceSettings):
    """The limits by scope: `player=20/600` allows each player 20 at once, and 20 more in 600 seconds."""

    guests: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_GUESTS",
        _RATES,
        "guests made and players renamed, over all lobbies",
        default="address=30/600,all=3000/60",
    )
    personal_tokens: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_PERSONAL_TOKENS",
        _RATES,
        "personal tokens made, over all lobbies",
        default="player=20/86400,address=60/3600,all=3000/60",
    )
    refreshes: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_REFRESHES",
        _RATES,
        "refresh tokens shown, good or not, over all lobbies",
        default="address=600/600,all=12000/60",
    )
    sign_ins: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_SIGN_INS",
        _RATES,
        "sign-ins begun and completed, over all lobbies",
        default="address=60/600,all=6000/60",
    )
    tables: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_TABLES",
        _RATES,
        "tables opened, rematches too, over all lobbies",
        default="player=20/600,address=60/600,all=3000/60",
    )
    open_tables: Mapping[Scope, int] = variable(
        "GALAXYTABLES_LIMIT_OPEN_TABLES",
        _COUNTS,
        "tables that a player has opened and that are not over; `all` those of everybody",
        default="player=50,all=100000",
    )
    tournaments: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_TOURNAMENTS",
        _RATES,
        "tournaments announced, over all lobbies",
        default="player=10/86400,address=30/86400,all=600/3600",
    )
    entries: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_ENTRIES",
        _RATES,
        "changes of tournaments by people: entries, check-ins, withdrawals, and what organisers do, over all lobbies",
        default="player=60/600,address=600/600,all=6000/60",
    )
    tickets: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_TICKETS",
        _RATES,
        "tickets made, over all lobbies",
        default="player=30/600,address=300/600,all=6000/60",
    )
    messages: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_MESSAGES",
        _RATES,
        "messages written at tables, over all lobbies",
        default="player=30/60,address=120/60,all=6000/60",
    )
    relations: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_RELATIONS",
        _RATES,
        "follows, blocks, mutes and notes changed, over all lobbies",
        default="player=60/600,address=120/600,all=3000/60",
    )
    invitations: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_INVITATIONS",
        _RATES,
        "players challenged to games, over all lobbies",
        default="player=30/600,address=60/600,all=3000/60",
    )
    subscriptions: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_SUBSCRIPTIONS",
        _RATES,
        "browsers and webhooks added, webhooks tested, and links of e-mails opened, over all lobbies",
        default="player=30/600,address=60/600,all=3000/60",
    )
    addresses: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_ADDRESSES",
        _RATES,
        "links sent to confirm an e-mail address, over all lobbies",
        default="player=5/3600,address=10/3600,all=600/3600",
    )
    guesses: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_GUESSES",
        _RATES,
        "invitation codes tried that lead nowhere, over all lobbies",
        default="player=10/600,address=30/600,all=6000/60",
    )
    reports: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_REPORTS",
        _RATES,
        "reports and appeals made, over all lobbies",
        default="player=10/3600,address=30/3600,all=600/3600",
    )
    searches: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_SEARCHES",
        _RATES,
        "players searched for by name, at each lobby",
        default="player=60/60,address=120/60,all=1200/60",
    )
    new_players: NewUntil = variable(
        "GALAXYTABLES_NEW_PLAYERS",
        _NEW_UNTIL,
        "until when a player is new: so many days, and so many finished games, both",
        default="days=3,games=3",
    )
    new_player_rates: Mapping[Activity, Rate] = variable(
        "GALAXYTABLES_LIMIT_NEW_PLAYERS",
        _ACTIVITIES,
        "what a new player may do, over all lobbies: tables opened, messages, invitations, reports, follows",
        default="tables=20/3600,messages=120/3600,invitations=10/3600,reports=3/86400,follows=20/3600",
    )
    undos: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_UNDOS",
        _RATES,
        "choices taken back, at each lobby: undone, or proposed to be",
        default="player=60/60,address=300/60",
    )
    hints: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_HINTS",
        _RATES,
        "hints asked for, at each lobby",
        default="player=30/60,address=120/60,all=600/60",
    )
    choices: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_CHOICES", _RATES, "choices sent, at each lobby", default="player=300/30,address=3000/30"
    )
    calls: Mapping[Scope, Rate] = variable(
        "GALAXYTABLES_LIMIT_CALLS",
        _RATES,
        "calls and streams begun, at each lobby",
        default="player=600/60,address=3000/60",
    )
    streams: Mapping[Scope, int] = variable(
        "GALAXYTABLES_LIMIT_STREAMS", _COUNTS, "streams open at each lobby", default="player=20,address=200,all=20000"
    )
    watches: Mapping[Scope, int] = variable(
        "GALAXYTABLES_LIMIT_WATCHES",
        _COUNTS,
        "tables watched through each lobby",
        default="player=200,address=1000,all=50000",
    )


NO_LIMITS = LimitSettings(exempt=read_networks("0.0.0.0/0,::/0"))
"""Settings without limits, for platforms with no outside callers."""
