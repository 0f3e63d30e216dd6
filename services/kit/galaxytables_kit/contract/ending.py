"""Laws of endings: every game ends, and can be scored at any time."""

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.positions import copied
from galaxytables_kit.game import ranks
from galaxytables_kit.live import CLOSING_REASONS, AnyLive, LiveGame

_MAX_ANSWERS = 20_000
"""The most answers that a game of defaults may take until its end."""

_MOMENTS_BETWEEN_CLOSINGS = 15


@law()
def defaults_alone_end_every_game(inspection: Inspection) -> None:
    """The default of every prompt is a legal answer.

    A game in which only defaults are played ends by its rules, or comes back to an earlier position.
    """
    for live, _ in inspection.thorough_games():
        answers = 0
        while live.prompts and answers < _MAX_ANSWERS:
            for key, prompt in list(live.prompts.items()):
                if key in live.prompts:
                    live.answer(prompt.seat, key, prompt.default_picks)
                    answers += 1
        assert live.over, f"{answers} defaults did not end it"
        assert live.end_reason in (game_pb2.END_REASON_PLAYED_OUT, game_pb2.END_REASON_STALLED)
        _can_be_counted(live)


@law()
def a_game_can_be_counted_at_any_moment(inspection: Inspection) -> None:
    """A game that is ended early has scores for all seats. The game restored from its position has the same scores."""
    reasons = sorted(CLOSING_REASONS)
    for moment, (live, random) in enumerate(inspection.moments()):
        if live.over or moment % _MOMENTS_BETWEEN_CLOSINGS:
            continue
        closed = LiveGame.restore(inspection.game, inspection.packs, live.position())
        before, reason = copied(closed.play.state), random.choice(reasons)
        closed.close(reason)
        assert closed.play.state == before, "closing a game changes nothing on the table"
        _can_be_counted(closed)
        again = LiveGame.restore(inspection.game, inspection.packs, closed.position())
        assert (again.end_reason, again.scores()) == (reason, closed.scores())


def _can_be_counted(live: AnyLive) -> None:
    scores = live.scores()
    assert [score.seat for score in scores] == list(range(live.play.seats))
    assert len({tuple(score.parts) for score in scores}) == 1, "every seat has the same sources of points"
    assert 1 in ranks(scores).values()
    for viewer in (None, *live.play.all_seats):
        live.view(viewer)
