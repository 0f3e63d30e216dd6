"""A tournament that the player is about to announce, as lines of text: one for each term, which Enter changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from galaxytables.lobby.v1 import tables_pb2, tournaments_pb2
from galaxytables_terminal.clock import spoken, time_words
from galaxytables_terminal.lines import Line
from galaxytables_terminal.settings import RATINGS
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.tournaments import FORMATS
from galaxytables_terminal.wording import Wording

MAX_NAME = 60

_MIN_SEATS, _MAX_SEATS = 2, 6
# What the form offers; calls take any number within the bounds of `tournaments.proto`.
_LENGTHS = {
    "swiss": (5, 7, 9, 11, 3),
    "round_robin": (1, 2),
    "knockout": (1, 3, 5),
    "arena": (60, 90, 120, 30),
    "league": (1, 2, 3, 4),
}
_LENGTH_WORDS = {
    "swiss": "tournament-length-rounds",
    "round_robin": "tournament-length-cycles",
    "knockout": "tournament-length-best-of",
    "arena": "tournament-length-minutes",
    "league": "tournament-length-seasons",
}
_STARTS_MINUTES = (15, 30, 60, 24 * 60, 5)
_GROUP_SIZE = 6
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Change:
    """The act to change a term of the tournament to its next value. For the name, the player types a new one."""

    term: str


@dataclass(frozen=True, slots=True)
class Announce:
    """The act to announce the tournament."""


Act = Change | Announce


@dataclass(frozen=True, slots=True)
class Draft:
    """The terms of a tournament as far as the form has them."""

    name: str
    game: str
    format: str = "swiss"
    seats: int = 2
    length: int = 5
    starts_minutes: int = _STARTS_MINUTES[0]
    # The name of a preset of the server; empty for no clock.
    time: str = ""
    rating: str = "rated"

    def changed(self, term: str, games: tables_pb2.ListGamesResponse) -> "Draft":
        """Return the draft with the next value of a term. Other terms that no longer fit this value change too."""
        values = self._values(games)[term]
        changed = replace(self, **{term: values[(values.index(getattr(self, term)) + 1) % len(values)]})
        if term == "format":
            changed = replace(changed, length=_LENGTHS[changed.format][0])
        return changed.fitted(games)

    def fitted(self, games: tables_pb2.ListGamesResponse) -> "Draft":
        """Return the draft, with another number of seats if the game and the format do not allow the present one."""
        seats = self._seats(games)
        return self if self.seats in seats else replace(self, seats=seats[0])

    def terms(self, games: tables_pb2.ListGamesResponse, now: datetime) -> tournaments_pb2.TournamentTerms:
        """Return the terms to announce."""
        terms = tournaments_pb2.TournamentTerms(
            name=self.name, game=self.game, seats=self.seats, rating=RATINGS[self.rating]
        )
        match self.format:
            case "swiss":
                terms.swiss.rounds = self.length
            case "round_robin":
                terms.round_robin.cycles = self.length
            case "knockout":
                terms.knockout.best_of = self.length
            case "arena":
                terms.arena.duration.FromTimedelta(timedelta(minutes=self.length))
            case _:
                terms.league.seasons, terms.league.group_size = self.length, max(_GROUP_SIZE, self.seats)
                terms.league.promoted = terms.league.relegated = 1
        terms.schedule.starts.FromDatetime(now + timedelta(minutes=self.starts_minutes))
        terms.time_control.CopyFrom(self._control(games))
        return terms

    def lines(self, games: tables_pb2.ListGamesResponse, say: Wording) -> list[Line[Act]]:
        """Return a line for each term, and one that announces the tournament."""
        terms: Mapping[str, str] = {
            "name": say("draft-name", name=self.name),
            "game": say("draft-game", game=titles_of(games.games).get(self.game, self.game)),
            "format": say("draft-format", format=say.one_of(FORMATS, self.format)),
            "length": say.one_of(_LENGTH_WORDS, self.format, count=self.length),
            "seats": say("draft-seats", seats=self.seats),
            "starts_minutes": say("draft-starts", time=spoken(self.starts_minutes * _SECONDS, say)),
            "time": time_words(self._control(games), say),
            "rating": say("menu-rating", terms=self.rating),
        }
        shown: list[Line[Act]] = [Line(say("draft-how"), heading=True)]
        shown += [Line(text, Change(term)) for term, text in terms.items()]
        shown.append(Line(say("draft-announce"), Announce()))
        return shown

    def _seats(self, games: tables_pb2.ListGamesResponse) -> Sequence[int]:
        game = next((each.description for each in games.games if each.description.game == self.game), None)
        if self.format == "knockout" or game is None:
            return (_MIN_SEATS,)
        return range(max(_MIN_SEATS, game.least_seats), max(_MIN_SEATS, min(_MAX_SEATS, game.most_seats)) + 1)

    def _values(self, games: tables_pb2.ListGamesResponse) -> Mapping[str, Sequence[Any]]:  # of each term its own type
        return {
            "game": [each.description.game for each in games.games if each.available],
            "format": list(FORMATS),
            "seats": self._seats(games),
            "length": _LENGTHS[self.format],
            "starts_minutes": _STARTS_MINUTES,
            "time": ["", *(each.name for each in games.presets)],
            "rating": list(RATINGS),
        }

    def _control(self, games: tables_pb2.ListGamesResponse) -> tables_pb2.TimeControl:
        presets = {each.name: each.control for each in games.presets}
        return presets.get(self.time, tables_pb2.TimeControl())
