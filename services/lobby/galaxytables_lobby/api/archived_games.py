"""Messages about games that are over, and how good their players are, made of what the archive tells."""

from galaxytables.lobby.v1 import archive_pb2, players_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_lobby.adapters.archive import ArchivedGame, ArchivedSeat, PlayerRating, Skill, Who
from galaxytables_lobby.domain.events import timestamp


def finished_game(game: ArchivedGame) -> archive_pb2.FinishedGame:
    """A finished game, for whoever may know of its table."""
    message = archive_pb2.FinishedGame(
        table_id=game.table_id,
        name=game.name,
        game=game.game,
        options=game.options,
        seats=[_seat(number, seat) for number, seat in enumerate(game.seats)],
        started=timestamp(game.started),
        finished=timestamp(game.finished),
        rounds=game.rounds,
        choices=game.choices,
        rules_version=game.rules_version,
        pack_digest=game.pack_digest,
        private=game.private,
        rated=game.rated,
        end_reason=game_pb2.EndReason.ValueType(game.end_reason),
        unrated=tables_pb2.UnratedReason.ValueType(game.unrated),
    )
    message.duration.FromMilliseconds(max(0, game.finished - game.started))
    return message


def game_rating(rating: PlayerRating) -> archive_pb2.GameRating:
    """A rating at one game; everybody may know it."""
    return archive_pb2.GameRating(
        game=rating.game,
        who=_rated_player(rating.who, rating.name),
        rating=_rating(rating.skill),
        games=rating.games,
        won=rating.won,
    )


def _seat(number: int, seat: ArchivedSeat) -> archive_pb2.FinishedSeat:
    return archive_pb2.FinishedSeat(
        number=number,
        who=_rated_player(seat.who, seat.name),
        resigned=seat.resigned,
        score=game_pb2.SeatScore.FromString(seat.score),
        before=_rating(seat.before) if seat.before is not None else None,
        after=_rating(seat.after) if seat.after is not None else None,
    )


def _rated_player(who: Who, name: str) -> archive_pb2.RatedPlayer:
    if who.bot:
        return archive_pb2.RatedPlayer(bot=who.id)
    return archive_pb2.RatedPlayer(player=players_pb2.Player(id=who.id, name=name))


def _rating(skill: Skill) -> archive_pb2.Rating:
    return archive_pb2.Rating(mean=skill.mean, deviation=skill.deviation, value=skill.shown_value)
