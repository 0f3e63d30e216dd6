"""Hints about fair play for moderators: pure, and never a verdict. Each of them has innocent reasons too.

Somebody who knows the game well answers quickly. Friends often play with each other. And a good player often chooses as
a good bot would.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from galaxytables.lobby.v1 import play_pb2
from galaxytables_lobby.domain.archived import ArchivedGame, Who
from galaxytables_lobby.ids import PlayerId, SeatNumber

MAX_GAMES = 200
MAX_TOGETHER = 5


@dataclass(frozen=True)
class Times:
    """How long a seat took to act, in milliseconds, as measured `count` times."""

    count: int
    median: int
    shortest: int
    longest: int


@dataclass(frozen=True)
class Together:
    """The games that another person played with a player: how many, and in how many each ranked ahead of the other."""

    player_id: PlayerId
    name: str
    games: int
    ahead: int
    behind: int


def times_of(events: Iterable[play_pb2.TableEvent]) -> dict[SeatNumber, Times]:
    """Return how long each seat took to act: the time since the event before, for each event of the seat in the game.

    Events at the same time belong to one answer and are measured once. Answers of the clock do not count.
    """
    taken: dict[int, list[int]] = {}
    before: int | None = None
    by_clock = False
    for event in events:
        now, kind = event.time.ToMilliseconds(), event.event.kind
        by_clock = kind == "clocked_out" or (by_clock and now == before)
        is_game = event.source == play_pb2.EVENT_SOURCE_GAME
        if before is not None and now > before and is_game and event.event.HasField("seat") and not by_clock:
            taken.setdefault(event.event.seat, []).append(now - before)
        before = now
    return {
        SeatNumber(seat): Times(len(spans), round(median(spans)), min(spans), max(spans))
        for seat, spans in sorted(taken.items())
    }


def together_of(games: Sequence[ArchivedGame], player_id: PlayerId) -> list[Together]:
    """Return the people with whom a player played most of these games, the most frequent first."""
    own = Who(False, player_id)
    played, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for game in games:
        ranks: Mapping[Who, int] = {seat.who: seat.rank for seat in game.seats}
        if own not in ranks:
            continue
        for seat in game.seats:
            if seat.who.bot or seat.who == own:
                continue
            names.setdefault(seat.who.id, seat.name)
            played[seat.who.id] += 1
            ahead[seat.who.id] += ranks[own] < seat.rank
            behind[seat.who.id] += ranks[own] > seat.rank
    return [
        Together(PlayerId(other), names[other], count, ahead[other], behind[other])
        for other, count in played.most_common(MAX_TOGETHER)
    ]


def agreement(analysis: play_pb2.Analysis) -> tuple[int, int]:
    """Return how many choices of an analysis are the same as the bot's, and how many choices it has."""
    same = sum(set(each.picks) == set(each.best.picks) for each in analysis.choices)
    return same, len(analysis.choices)
