"""Laws of records: a game can be replayed from its record, and a forged record does not verify."""

from collections.abc import Callable

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import CANONICAL, UNNAMED, record_digest
from galaxytables_contract.errors import CallRefusedError, LawBrokenError, hold
from galaxytables_contract.games import Game, opening, viewer_of, views_by_viewer
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused

_NO_VERSION = 2**31
_EVERY = 7
_NO_ALGORITHM = "no such algorithm"


@law()
def records_replay(inspection: Inspection) -> None:
    """The record of a game verifies, with and without sentences or an introduction, and its digest is correct."""
    for game in inspection.each_game():
        record = game.record(inspection.description.game)
        for algorithm in UNNAMED, CANONICAL:
            record.digest_algorithm = algorithm
            _verify(inspection, record)
        for event in record.events:
            event.text = "Something happened."
        _verify(inspection, record)
        record.introduction = record.sandbox = True
        _verify(inspection, record)
        record.digest_algorithm = _NO_ALGORITHM
        answer = inspection.rules.replay(record)
        hold(not answer.verified and answer.difference, f"a record is verified with a digest by {_NO_ALGORITHM!r}")


def _verify(inspection: Inspection, record: game_pb2.Record) -> None:
    answer = inspection.rules.replay(record)
    hold(answer.verified, f"the record of a game is not verified: {answer.difference}")
    hold(not answer.difference, "a record is verified, and there is a difference")
    algorithm = record.digest_algorithm or "unnamed"
    hold(answer.digest == record_digest(record), f"the digest is not that of the record (algorithm {algorithm})")


@law()
def forged_records_do_not(inspection: Inspection) -> None:
    """A record does not verify after a change of points, events, choices, seed or entropy."""
    for game in inspection.each_game():
        for what, forge in FORGERIES.items():
            record = game.record(inspection.description.game)
            forge(record)
            try:
                answer = inspection.rules.replay(record)
            except CallRefusedError as refusal:
                raise LawBrokenError(f"{what} must be answered, not refused: {refusal}") from None
            hold(not answer.verified, f"{what} is verified")
            hold(answer.difference, f"{what} is not verified, and nobody says why")
    record = inspection.games[0].record(inspection.description.game)
    record.rules_version = _NO_VERSION
    refused(
        inspection.rules.replay, record, "UNKNOWN_RULES_VERSION", values=("version",), words="a record of no version"
    )
    record = inspection.games[0].record(inspection.description.game)
    record.pack_digest = bytes(32)
    refused(inspection.rules.replay, record, "UNKNOWN_PACK", values=("pack",), words="a record with no pack")


def _another_score(record: game_pb2.Record) -> None:
    record.scores[0].total += 1


def _no_scores(record: game_pb2.Record) -> None:
    del record.scores[:]


def _another_event(record: game_pb2.Record) -> None:
    record.events[-1].kind += "_not"


def _another_fact(record: game_pb2.Record) -> None:
    changed = next(event for event in record.events if event.facts)
    changed.facts[0].number += 1


def _no_last_event(record: game_pb2.Record) -> None:
    del record.events[-1]


def _another_commitment(record: game_pb2.Record) -> None:
    record.commitment = bytes(32)


def _no_last_choice(record: game_pb2.Record) -> None:
    del record.choices[-1]


def _no_such_choice(record: game_pb2.Record) -> None:
    record.choices[0].picks.append("no such option")


def _far_more_seats(record: game_pb2.Record) -> None:
    record.seats = 2**32 - 1
    del record.entropy[:]


FORGERIES: dict[str, Callable[[game_pb2.Record], None]] = {
    "a record with other points": _another_score,
    "a record without points": _no_scores,
    "a record with another event": _another_event,
    "a record with another fact": _another_fact,
    "a record without its last event": _no_last_event,
    "a record with another commitment": _another_commitment,
    "a record without its last choice": _no_last_choice,
    "a record of far more seats": _far_more_seats,
    "a record with a choice that cannot be made": _no_such_choice,
}


@law()
def choices_played_again_lead_to_the_same(inspection: Inspection) -> None:
    """The same choices lead to the same position, from the start and from any position on the way.

    Which prompt ids the record has does not matter.
    """
    for game in inspection.each_game():
        choices = [game_pb2.Choice(seat=each.seat, picks=each.picks) for each in game.choices]
        request = _from_start(game, choices)
        request.every = _EVERY
        again = inspection.rules.replay_to(request)
        hold(again.standing == game.end.standing, "played again, the game ends otherwise")
        hold(views_by_viewer(again.views) == game.end.views, "played again, the end looks otherwise")
        hold(len(again.positions) == len(choices) // _EVERY, f"not a position after every {_EVERY} choices")
        for count, position in enumerate(again.positions, 1):
            rest = rules_pb2.ReplayToRequest(position=position, choices=choices[count * _EVERY :])
            hold(
                inspection.rules.replay_to(rest).standing == game.end.standing,
                "begun from a position between, it ends otherwise",
            )
    for moment in inspection.some_moments():
        choices = moment.game.choices[: moment.step]
        again = inspection.rules.replay_to(_from_start(moment.game, choices))
        hold(again.standing == moment.standing, "played again to here, the game stands otherwise")
        hold(views_by_viewer(again.views) == moment.views, "played again to here, the game looks otherwise")
        if not moment.standing.over:
            request = _from_start(moment.game, choices)
            request.end_reason = game_pb2.END_REASON_CLOCKED_OUT
            closed = inspection.rules.replay_to(request).standing
            hold(closed.over and closed.end_reason == request.end_reason, "ReplayTo does not end what was ended")


def _from_start(game: Game, choices: list[game_pb2.Choice]) -> rules_pb2.ReplayToRequest:
    start, viewers = opening(game.setup, game.seed), map(viewer_of, game.setup.viewers)
    return rules_pb2.ReplayToRequest(start=start, choices=choices, viewers=viewers)
