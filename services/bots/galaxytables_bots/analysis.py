"""Where a game turned: a seat's choices with what a bot would have chosen, and how the chance to win went on."""

from collections.abc import Sequence

from galaxytables.lobby.v1 import bots_pb2, play_pb2
from galaxytables_bots.advice import WIN_PERCENT, Advice, facts_of


def analysed(bot: str, seen: Sequence[tuple[bots_pb2.Decision, Advice]], final_win_percent: int) -> play_pb2.Analysis:
    """An analysis of choices, each with the bot's best answer: of those at which it tells the chance to win."""
    told = [(decision, advice) for decision, advice in seen if WIN_PERCENT in advice.facts]
    following = [*(advice.facts[WIN_PERCENT] for _, advice in told[1:]), final_win_percent]
    choices = [
        play_pb2.AnalysedChoice(
            at_event=decision.at_event,
            prompt_id=decision.prompt.id,
            kind=decision.prompt.kind,
            picks=decision.picks,
            best=play_pb2.HintedAnswer(picks=advice.picks, facts=facts_of(advice)),
            next_win_percent=after,
        )
        for (decision, advice), after in zip(told, following, strict=False)
    ]
    return play_pb2.Analysis(bot=bot, choices=choices)
