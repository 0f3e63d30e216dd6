"""Games that are over and how good their players are, in lines of text."""

from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo

from rich.table import Table as Grid
from rich.text import Text

from galaxy.lobby.v1 import archive_pb2
from galaxy.rules.v1 import game_pb2

_MOST_NAMES = 60

# Why a game was over before its rules ended it.
_WHY = {
    game_pb2.END_REASON_STALLED: "nobody played on",
    game_pb2.END_REASON_RESIGNED: "by resignation",
    game_pb2.END_REASON_CLOCKED_OUT: "on time",
    game_pb2.END_REASON_ABANDONED: "abandoned",
    game_pb2.END_REASON_CLOSED_BY_OPERATOR: "closed by the platform",
}


def game_line(game: archive_pb2.FinishedGame, me: str, titles: Mapping[str, str], zone: tzinfo | None = None) -> str:
    """Tell a finished game of the player with id `me`: when, how it ended, against whom, what the rating made of it.

    `zone` is where the player's clock is, by default the machine's.
    """
    day = game.finished.ToDatetime(UTC).astimezone(zone)
    own = [seat for seat in game.seats if seat.who.player.id == me]
    others = _clipped(", ".join(f"{_name(seat.who)} {seat.score.total}" for seat in game.seats if seat not in own))
    return " · ".join(
        (
            f"{day:%Y-%m-%d %H:%M}",
            titles.get(game.game) or game.game,
            *(_ending(seat, game.seats) for seat in own),
            *([_WHY[game.end_reason]] if game.end_reason in _WHY else []),
            f"against {others}" if own else others,
            *(f"rating {seat.after.value - seat.before.value:+.1f}" for seat in own if seat.HasField("after")),
        )
    )


def ratings_line(ratings: Sequence[archive_pb2.GameRating], titles: Mapping[str, str]) -> str:
    """Tell how good a player is at each game."""
    if not ratings:
        return "No rated game yet: games at public tables count."
    return "Rating: " + ", ".join(
        f"{titles.get(each.game) or each.game} {each.rating.value:.1f} ({each.won} of {each.games} won)"
        for each in ratings
    )


def leaderboard_grid(places: Sequence[archive_pb2.LeaderboardPlace], me: str) -> Grid:
    """Draw a leaderboard, the player with id `me` marked."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("")
    grid.add_column("place", justify="right")
    grid.add_column("")
    grid.add_column("rating", justify="right")
    grid.add_column("won", justify="right")
    for place in places:
        rating = place.rating
        own = rating.who.HasField("player") and rating.who.player.id == me
        name = f"{_name(rating.who)}{' (bot)' if rating.who.HasField('bot') else ''}"
        won = f"{rating.won} of {rating.games}"
        grid.add_row("▸" if own else "", f"{place.place}.", Text(name), f"{rating.rating.value:.1f}", won)
    return grid


def _ending(seat: archive_pb2.FinishedSeat, seats: Sequence[archive_pb2.FinishedSeat]) -> str:
    best = sum(each.score.rank == 1 for each in seats)
    if seat.resigned:
        return f"resigned with {seat.score.total}"
    if seat.score.rank == 1:
        return f"{'won' if best == 1 else 'shared the victory'} with {seat.score.total}"
    return f"{seat.score.rank}. of {len(seats)} with {seat.score.total}"


def _name(who: archive_pb2.RatedPlayer) -> str:
    return who.bot or who.player.name


def _clipped(names: str) -> str:
    return names if len(names) <= _MOST_NAMES else f"{names[: _MOST_NAMES - 1]}…"
