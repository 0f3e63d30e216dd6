"""Puts notices to players into words."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from async_lru import alru_cache

from galaxytables_client.words import Words
from galaxytables_lobby.adapters.notifications.sending import Message
from galaxytables_lobby.domain.announcements import Announcement
from galaxytables_lobby.domain.notices import Kind, Notice
from galaxytables_lobby.domain.state import Table
from galaxytables_lobby.domain.subscribers import Preferences
from galaxytables_lobby.domain.tournaments.state import Tournament
from galaxytables_lobby.ids import SeatNumber
from galaxytables_lobby.ports import Games
from galaxytables_lobby.subscriptions.sentences import ENGLISH, Phrasebooks, lobby_languages, lobby_words
from galaxytables_serving import GalaxyError

DECISIONS = "/#/decisions"
"""Where the page shows reports, and what was decided about the player."""
_DECISIONS = (Kind.REPORT_ANSWERED, Kind.SANCTIONED)


class Wording:
    """Puts notices into words, in the language of each player."""

    def __init__(self, games: Games, public_address: str) -> None:
        """`public_address` is the URL at which players open the page; empty if it is unknown."""
        self._phrasebooks = Phrasebooks(games)
        self._public_address = public_address
        # Games keep their titles. For a title all words of a game are read, which takes long, so notices that are sent
        # together share it.
        self._titles = alru_cache(maxsize=None)(self._read_title)

    async def message(self, notice: Notice, table: Table | None, preferences: Preferences) -> Message:
        """Return a notice in words, in its player's language; `table` is the table that the notice is about."""
        words = notification_words(preferences.language)
        kind = f"notification-{notice.kind.name.lower().replace('_', '-')}"
        if table is None:
            decided = notice.kind in _DECISIONS
            if decided:
                kind = f"{kind}-{notice.about}"
            return Message(
                notice, words.message(kind, {}), link=f"{self._public_address}{DECISIONS}" if decided else ""
            )
        title = await self._title(table.game, preferences.language)
        name = table.name or title
        place = words.message("notification-table", {"table": name, "game": title}) if table.name else title
        variables = {"table": place, "who": _writers(notice, table, words), "deadline": ""}
        if notice.kind is Kind.TOURNAMENT:
            kind = f"{kind}-{notice.about}"
        if notice.deadline:
            variables["deadline"] = _shown(notice.deadline, preferences)
            kind = kind if kind.endswith("deadline") else f"{kind}-by"
        # An invitation lets its player into a private table.
        address = table.invitation if notice.kind is Kind.INVITED and table.private else table.id
        link = f"{self._public_address}/#/table/{address}"
        return Message(notice, words.message(kind, variables), name, title, link)

    async def tournament(self, notice: Notice, tournament: Tournament, preferences: Preferences) -> Message:
        """Return a notice of a tournament in words, in its player's language."""
        name, title = tournament.terms.name, await self._title(tournament.terms.game, preferences.language)
        shown = _shown(notice.deadline or tournament.terms.schedule.starts, preferences)
        variables: dict[str, int | str] = {"tournament": name, "place": notice.place, "start": shown}
        text = notification_words(preferences.language).message(f"notification-tournament-{notice.about}", variables)
        return Message(notice, text, name, title, f"{self._public_address}/#/tournament/{tournament.id}")

    def announcement(self, notice: Notice, announcement: Announcement, preferences: Preferences) -> Message:
        """Return the text of an operator's announcement as a message to a player, in the player's language."""
        text = announcement.texts.get(preferences.language) or announcement.texts[ENGLISH]
        return Message(notice, text, link=f"{self._public_address}/#/")

    async def _title(self, game: str, language: str) -> str:
        """Return the title of a game in a language, or the game's plain name while its rules service is unavailable."""
        try:
            return await self._titles(game, language)
        except GalaxyError:
            return game

    async def _read_title(self, game: str, language: str) -> str:
        said = await self._phrasebooks.words(game, b"", language)
        return Words.of(language, [said]).message("game", {}) or game


@cache
def notification_words(language: str) -> Words:
    """Return the lobby's words in a language, or in English if it has none in that language."""
    languages = [language, ENGLISH] if language in lobby_languages() else [ENGLISH]
    return Words.of(languages[0], [lobby_words(each) for each in dict.fromkeys(languages)])


def _shown(time: int, preferences: Preferences) -> str:
    """Return a time as clocks in the player's zone show it."""
    return f"{datetime.fromtimestamp(time / 1000, ZoneInfo(preferences.zone)):%Y-%m-%d %H:%M %Z}"


def _writers(notice: Notice, table: Table, words: Words) -> str:
    """Return who wrote: the name of one person, or the first name and how many others; empty if nobody did."""
    names = [_name(seat, table, words) for seat in notice.by]
    if not names:
        return ""
    others = len(names) - 1
    variables: Mapping[str, int | str] = {"who": names[0], "others": others}
    return words.message("notification-others", variables) if others else names[0]


def _name(seat: SeatNumber | None, table: Table, words: Words) -> str:
    player = table.seats[seat].player if seat is not None and seat < len(table.seats) else None
    return player.name if player is not None and player.name else words.message("notification-somebody", {})
