"""Analysis of a finished game: compares a seat's choices with a bot's, and shows how the chance to win changed."""

from collections.abc import Sequence

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables_bots.advice import WIN_PERCENT, Advice, facts_of


def analysed(
    bot: str, seen: Sequence[tuple[bots_pb2.Decision, Sequence[Advice]]], final_win_percent: int
) -> play_pb2.Analysis:
    """Return an analysis of a game, from the choices of one seat and the bot's advice on each.

    Choices for which the bot gave no chance to win are left out.
    """
    judged = [(decision, advice) for decision, advice in seen if WIN_PERCENT in advice[0].facts]
    following = [*(advice[0].facts[WIN_PERCENT] for _, advice in judged[1:]), final_win_percent]
    choices = [
        play_pb2.AnalysedChoice(
            at_event=decision.at_event,
            prompt_id=decision.prompt.id,
            kind=decision.prompt.kind,
            payment=decision.prompt.payment,
            picks=decision.picks,
            best=play_pb2.HintedAnswer(picks=advice[0].picks, facts=facts_of(advice[0])),
            chosen_facts=[fact for each in advice if _is_chosen(each, decision) for fact in facts_of(each)],
            next_win_percent=after,
        )
        for (decision, advice), after in zip(judged, following, strict=False)
    ]
    return play_pb2.Analysis(bot=bot, choices=choices)


def _is_chosen(advice: Advice, decision: bots_pb2.Decision) -> bool:
    """Return whether the answer is the chosen one; the order of picks counts if the prompt says so."""
    advised, chosen = list(advice.picks), list(decision.picks)
    return advised == chosen if decision.prompt.ordered else sorted(advised) == sorted(chosen)
