"""Formats finished games and ratings as lines of text."""

from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo

from rich.table import Table as Grid
from rich.text import Text

from galaxytables.lobby.v1 import archive_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_client import PlayerId
from galaxytables_terminal.bots import bot_name
from galaxytables_terminal.cells import cut
from galaxytables_terminal.people import People
from galaxytables_terminal.vocabulary import Vocabulary
from galaxytables_terminal.wording import Wording

_MAX_NAMES = 60

# Why a game was over before its rules ended it.
_WHY = {
    game_pb2.END_REASON_STALLED: "past-stalled",
    game_pb2.END_REASON_RESIGNED: "past-resigned",
    game_pb2.END_REASON_CLOCKED_OUT: "past-clocked-out",
    game_pb2.END_REASON_ABANDONED: "past-abandoned",
    game_pb2.END_REASON_CLOSED_BY_OPERATOR: "past-closed",
}


def game_line(
    game: archive_pb2.FinishedGame,
    me: PlayerId,
    titles: Mapping[str, str],
    vocabulary: Vocabulary,
    say: Wording,
    *,
    zone: tzinfo | None = None,
) -> str:
    """Return a line about a finished game of player `me`: date, result, opponents, change of rating.

    `zone` is the time zone of the date; None means the time zone of the machine.
    """
    day = game.finished.ToDatetime(UTC).astimezone(zone)
    own = [seat for seat in game.seats if seat.who.player.id == me]
    others = _clipped(", ".join(f"{_name(seat.who, say)} {seat.score.total}" for seat in game.seats if seat not in own))
    return " · ".join(
        (
            f"{day:%Y-%m-%d %H:%M}",
            titles.get(game.game) or game.game,
            *(_ending(seat, game.seats, say) for seat in own),
            *([say(_WHY[game.end_reason])] if game.end_reason in _WHY else []),
            say("past-against", others=others) if own else others,
            *([] if game.rated else [vocabulary.unrated(game.unrated)]),
            *(
                say("past-rating-change", change=f"{seat.after.value - seat.before.value:+.0f}")
                for seat in own
                if seat.HasField("after")
            ),
        )
    )


def rating_text(rating: archive_pb2.Rating) -> str:
    """Return the text of a rating: the value by which leaderboards are sorted."""
    return f"{rating.value:.0f}"


def skill_text(rating: archive_pb2.Rating) -> str:
    """Return the skill behind a rating as text: the most likely value, and how uncertain it is."""
    return f"{rating.mean:.0f} ± {rating.deviation:.0f}"


def pools_of(game: str) -> list[archive_pb2.RatingPool]:
    """Return all rating pools of a game."""
    return [
        archive_pb2.RatingPool(game=game, seats=seats, speed=speed)
        for speed in (archive_pb2.RATING_SPEED_LIVE, archive_pb2.RATING_SPEED_SLOW)
        for seats in (archive_pb2.SEATS_KIND_TWO, archive_pb2.SEATS_KIND_MORE)
    ]


def pool_text(pool: archive_pb2.RatingPool, say: Wording) -> str:
    """Return the words of a rating pool, without its game."""
    seats = say("past-pool-more" if pool.seats == archive_pb2.SEATS_KIND_MORE else "past-pool-two")
    speed = say("past-pool-slow" if pool.speed == archive_pb2.RATING_SPEED_SLOW else "past-pool-live")
    return f"{seats}, {speed}"


def rating_lines(game: archive_pb2.FinishedGame, people: People) -> str:
    """Return a line for each seat that says how its rating changed; none for a game that is not rated."""
    return "\n".join(
        people.say(
            "result-rating",
            who=people.own_or_name(seat.number, people.own_seat),
            before=rating_text(seat.before),
            after=rating_text(seat.after),
            change=f"{seat.after.value - seat.before.value:+.0f}",
        )
        for seat in game.seats
        if seat.HasField("after")
    )


def ratings_line(ratings: Sequence[archive_pb2.GameRating], titles: Mapping[str, str], say: Wording) -> str:
    """Return a line with a player's ratings, one for each pool."""
    if not ratings:
        return say("past-no-rating")
    lines = [
        say(
            "past-rating-of",
            game=titles.get(each.game) or each.game,
            pool=pool_text(each.pool, say),
            rating=rating_text(each.rating) + ("?" if each.provisional else ""),
            skill=skill_text(each.rating),
            place=each.place,
            won=each.won,
            games=each.games,
        )
        for each in ratings
    ]
    return say("past-ratings", ratings=say.listed(lines))


def leaderboard_grid(places: Sequence[archive_pb2.LeaderboardPlace], me: PlayerId, say: Wording) -> Grid:
    """Draw a leaderboard with the player `me` marked."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("")
    grid.add_column(say("past-column-place"), justify="right")
    grid.add_column("")
    grid.add_column(say("past-column-rating"), justify="right")
    grid.add_column(say("past-column-skill"), justify="right")
    grid.add_column(say("past-column-won"), justify="right")
    for place in places:
        rating = place.rating
        own = rating.who.HasField("player") and rating.who.player.id == me
        called = _name(rating.who, say)
        won = say("past-won-of", won=rating.won, games=rating.games)
        rank = say("result-rank", rank=place.place)
        value = rating_text(rating.rating) + ("?" if rating.provisional else " ")
        grid.add_row("▸" if own else "", rank, Text(called), value, skill_text(rating.rating), won)
    return grid


def _ending(seat: archive_pb2.FinishedSeat, seats: Sequence[archive_pb2.FinishedSeat], say: Wording) -> str:
    best = sum(each.score.rank == 1 for each in seats)
    if seat.resigned:
        return say("past-ended-resigned", points=seat.score.total)
    if seat.score.rank == 1:
        return say("past-ended-won" if best == 1 else "past-ended-shared", points=seat.score.total)
    return say("past-ended-ranked", rank=seat.score.rank, seats=len(seats), points=seat.score.total)


def _name(who: archive_pb2.RatedPlayer, say: Wording) -> str:
    return bot_name(who.bot, say) if who.bot else who.player.name


def _clipped(names: str) -> str:
    return cut(names, _MAX_NAMES)
