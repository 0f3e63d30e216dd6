"""Finds the turning points of a game: the choices that cost the player the most chance to win."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from rich.text import Text

from galaxytables.lobby.v1 import play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_terminal.bots import bot_name
from galaxytables_terminal.known_table import LogLine
from galaxytables_terminal.wording import Wording

_WIN_PERCENT = "win_percent"
_MAX_SWINGS, _MIN_COST = 5, 5
# The seat whose answers an introduction suggests.
_LEARNER = 0


@dataclass(frozen=True)
class Swing:
    """A choice that the bot would have made differently.

    `before` and `after` are the chances to win, in percent: `before` with the bot's answer, `after` with the chosen
    answer. If the bot has not `rated` the chosen answer, `after` is the chance at the player's next choice.
    """

    event: int
    round: int
    before: int
    after: int
    rated: bool

    @property
    def cost(self) -> int:
        """Return by how many percentage points the choice reduced the chance to win."""
        return max(0, self.before - self.after)


def dictated_steps(games: Iterable[tables_pb2.GameOffer], table: tables_pb2.Table) -> list[rules_pb2.IntroductionStep]:
    """Return the answers that the introduction dictated at a table; none if the table is not an introduction."""
    return [
        step
        for offer in games
        if offer.description.game == table.game
        and offer.description.HasField("introduction")
        and sha256(offer.description.introduction.seed).digest() == table.commitment
        for step in offer.description.introduction.steps
        if step.seat == _LEARNER
    ]


def swings(
    analysis: play_pb2.Analysis, log: Sequence[LogLine], dictated: Collection[rules_pb2.IntroductionStep] = ()
) -> list[Swing]:
    """Return the choices that cost the player the most chance to win, in the order of the game.

    There are at most five, and at most one of each round. Each cost at least five percentage points. If the bot has not
    rated the chosen answer, what the player lost until the next choice counts.
    """
    own = [_swing(choice, log) for choice in analysis.choices if _is_own(choice, dictated)]
    costly = [swing for swing in own if swing is not None and swing.cost >= _MIN_COST]
    worst = [max(swings, key=lambda swing: swing.cost) for _, swings in groupby(costly, lambda swing: swing.round)]
    largest = sorted(worst, key=lambda swing: -swing.cost)[:_MAX_SWINGS]
    return sorted(largest, key=lambda swing: swing.event)


def round_of(event: int, log: Sequence[LogLine]) -> int:
    """Return the number of the round in which an event happened, as far as the log shows it."""
    return max((line.round for line in log if line.number <= event), default=0) or 1


def turns_text(analysis: play_pb2.Analysis, found: Sequence[Swing], say: Wording) -> Text:
    """Return one numbered line for each swing, in the order of the game, or a sentence that says why there are none.

    The player types a line's number to open that moment.
    """
    bot = bot_name(analysis.bot, say)
    if not found:
        return Text(say("turns-even" if analysis.choices else "turns-unknown", bot=bot))
    lines = [say("turns-by", bot=bot)]
    for number, swing in enumerate(found, 1):
        line = say("turns-swing", number=number, round=swing.round, before=swing.before, after=swing.after)
        why = say("turns-cost", percent=swing.cost) if swing.rated else say("turns-unseen", bot=bot)
        lines.append(f"{line}  ({why})")
    return Text("\n".join(lines))


def _win_percent(facts: Iterable[game_pb2.Fact]) -> int | None:
    return next((fact.number for fact in facts if fact.name == _WIN_PERCENT), None)


def _is_own(choice: play_pb2.AnalysedChoice, dictated: Collection[rules_pb2.IntroductionStep]) -> bool:
    picks = sorted(choice.picks)
    if picks == sorted(choice.best.picks) or choice.payment:
        return False
    return not any(
        (step.prompt_id, step.kind, sorted(step.picks)) == (choice.prompt_id, choice.kind, picks) for step in dictated
    )


def _swing(choice: play_pb2.AnalysedChoice, log: Sequence[LogLine]) -> Swing | None:
    best, chosen = _win_percent(choice.best.facts), _win_percent(choice.chosen_facts)
    if best is None:
        return None
    after = choice.next_win_percent if chosen is None else chosen
    return Swing(choice.at_event, round_of(choice.at_event, log), best, after, rated=chosen is not None)
