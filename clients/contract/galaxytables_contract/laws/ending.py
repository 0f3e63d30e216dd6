"""Laws of endings: every game ends, and can be closed with scores at any moment."""

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_contract.errors import hold
from galaxytables_contract.games import defaults_to_the_end, reference, viewer_of
from galaxytables_contract.inspection import Inspection, law
from galaxytables_contract.laws.refusing import refused

_BY_RULES = (game_pb2.END_REASON_PLAYED_OUT, game_pb2.END_REASON_STALLED)
_CLOSING = (
    game_pb2.END_REASON_RESIGNED,
    game_pb2.END_REASON_CLOCKED_OUT,
    game_pb2.END_REASON_ABANDONED,
    game_pb2.END_REASON_CLOSED_BY_OPERATOR,
)


@law()
def games_end_with_scores_and_a_reason(inspection: Inspection) -> None:
    """A game has scores and an end reason once it is over, and not before."""
    for moment in inspection.all_moments():
        standing = moment.standing
        if standing.over:
            hold(standing.end_reason in _BY_RULES, f"it ended for {game_pb2.EndReason.Name(standing.end_reason)}")
            check_scores(standing, moment.game.setup.seats)
            hold(not standing.undoable_seats, "somebody could take a choice back after the end")
        else:
            hold(not standing.scores, "there are scores before the end")
            hold(standing.end_reason == game_pb2.END_REASON_UNSPECIFIED, "there is a reason before the end")


@law()
def defaults_alone_end_every_game(inspection: Inspection) -> None:
    """A game in which only defaults are played ends by its rules, or stops at a limit that the game has."""
    for seed, setup in enumerate(inspection.each_setup()):
        *_, standing = defaults_to_the_end(inspection.rules, setup, seed)
        hold(standing.over, "nobody is asked any more, and it is not over")
        hold(standing.end_reason in _BY_RULES, f"it ended for {game_pb2.EndReason.Name(standing.end_reason)}")
        check_scores(standing, setup.seats)


@law()
def a_game_can_be_closed_at_any_moment(inspection: Inspection) -> None:
    """A game can be ended early with its current points, for every reason that is not reserved for the rules."""
    for number, moment in enumerate(inspection.some_moments()):
        if moment.standing.over:
            continue
        reason, viewers = _CLOSING[number % len(_CLOSING)], moment.game.setup.viewers
        closing = rules_pb2.CloseRequest(position=moment.position, reason=reason, viewers=map(viewer_of, viewers))
        closed = inspection.rules.close(closing)
        hold(closed.standing.over and not closed.standing.prompts, "a closed game is not over")
        hold(closed.standing.end_reason == reason, "a closed game says another reason than it was closed for")
        hold(not closed.standing.undoable_seats, "somebody could take a choice back after the end")
        check_scores(closed.standing, moment.game.setup.seats)
        looking = rules_pb2.ViewRequest(position=reference(closed.standing), viewers=map(viewer_of, viewers))
        hold(
            list(inspection.rules.view(looking).views) == list(closed.views),
            "View and Close show a closed game differently",
        )
        for wrong in (game_pb2.END_REASON_UNSPECIFIED, game_pb2.END_REASON_PLAYED_OUT):
            closing.reason = wrong
            words = f"closed for {game_pb2.EndReason.Name(wrong)}"
            refused(inspection.rules.close, closing, "INVALID_END_REASON", values=("given",), words=words)


def check_scores(standing: rules_pb2.Standing, seats: int) -> None:
    """Raise `LawBrokenError` unless each score is the sum of its parts, and ranks follow points and tie breaks."""
    scores = standing.scores
    hold([score.seat for score in scores] == list(range(seats)), "not each seat has one score, in order")
    for score in scores:
        hold(score.parts, f"nobody says what the points of seat {score.seat} come from")
        hold(sum(part.points for part in score.parts) == score.total, f"the parts of seat {score.seat} do not add up")
        sources = [part.source for part in score.parts]
        hold(sources == [part.source for part in scores[0].parts], "seats have points from different sources")
    worth = {score.seat: (score.total, *score.tie_breaks) for score in scores}
    for score in scores:
        rank = 1 + sum(other > worth[score.seat] for other in worth.values())
        hold(score.rank == rank, f"seat {score.seat} is of rank {score.rank}, not {rank}")
