"""A finished table as it goes into the archive: pure functions."""

from collections.abc import Sequence

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import record_bytes
from galaxytables_lobby.domain.archived import ArchivedContents, ArchivedEntry, ArchivedGame, ArchivedSeat, Moment, Who
from galaxytables_lobby.domain.events import LOBBY_EVENT, StoredEvent
from galaxytables_lobby.domain.rated import is_rated, why_unrated
from galaxytables_lobby.domain.state import FinishedTable, TableSeat, encode
from galaxytables_lobby.subscriptions.projection import record_for


def to_archive(
    table: FinishedTable, standing: bytes, position: bytes, journal: Sequence[bytes], history: Sequence[StoredEvent]
) -> ArchivedEntry:
    """What the archive keeps of a finished table, of which journal and history are given whole."""
    record = record_for(None, table, rules_pb2.Standing.FromString(standing), journal, history)
    scores = {score.seat: score for score in map(game_pb2.SeatScore.FromString, table.scores)}
    game = ArchivedGame(
        table_id=table.id,
        version=table.version,
        name=table.name,
        game=table.game,
        options=table.options,
        host=table.host.id,
        private=table.private,
        started=_started(table, history),
        finished=table.finished,
        rounds=_rounds(record.events),
        choices=len(record.choices),
        rules_version=table.rules_version,
        pack_digest=table.pack_digest,
        invitation=table.invitation or None,
        end_reason=table.end_reason,
        rated=is_rated(table),
        unrated=int(why_unrated(table)),
        seats=[_seat(seat, scores[number]) for number, seat in enumerate(table.seats)],
    )
    moment = Moment(encode(table), standing, position, tuple(history), tuple(journal))
    return ArchivedEntry(game, ArchivedContents(record_bytes(record), moment))


def _seat(seat: TableSeat, score: game_pb2.SeatScore) -> ArchivedSeat:
    """Who began the game on a seat: not the bot that played on for somebody."""
    player = seat.player
    return ArchivedSeat(
        who=Who(False, player.id) if player is not None else Who(True, seat.bot),
        name=player.name if player is not None else seat.bot,
        resigned=seat.resigned,
        rank=score.rank,
        score=score.SerializeToString(),
    )


def _started(table: FinishedTable, history: Sequence[StoredEvent]) -> int:
    for stored in history:
        if stored.told_by == LOBBY_EVENT:
            told = play_pb2.TableEvent.FromString(stored.payload)
            if told.event.kind == "started":
                return told.time.ToMilliseconds()
    return table.created


def _rounds(events: Sequence[game_pb2.Event]) -> int:
    """The last round that the game's events speak of in public, each by a fact `round`; 0 if they never do."""
    told = (fact.number for event in reversed(events) for fact in event.facts if fact.name == "round")
    return next(told, 0)
