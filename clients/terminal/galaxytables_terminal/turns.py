"""The turning points of a game: the choices after which the chance to win rose or fell most."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from galaxytables.lobby.v1 import play_pb2
from galaxytables_terminal.bots import bot_name
from galaxytables_terminal.known_table import LogLine
from galaxytables_terminal.wording import Wording

_WIN_PERCENT = "win_percent"
_MOST, _LEAST = 5, 5


@dataclass(frozen=True)
class Swing:
    """A choice, with the chance to win (in percent) when it was made and at the next choice.

    `otherwise` is true if the bot would have chosen something else.
    """

    event: int
    before: int
    after: int
    otherwise: bool


def swings(analysis: play_pb2.Analysis) -> list[Swing]:
    """Return the largest swings, at most five and each at least five percent, in the order of the game."""
    found = [
        Swing(choice.at_event, fact.number, choice.next_win_percent, set(choice.picks) != set(choice.best.picks))
        for choice in analysis.choices
        for fact in choice.best.facts
        if fact.name == _WIN_PERCENT
    ]
    large = [swing for swing in found if abs(swing.after - swing.before) >= _LEAST]
    largest = sorted(large, key=lambda swing: -abs(swing.after - swing.before))[:_MOST]
    return sorted(largest, key=lambda swing: swing.event)


def round_of(event: int, log: Sequence[LogLine]) -> int:
    """Return the round of an event, as far as the log shows it."""
    return max((line.round for line in log if line.number <= event), default=0) or 1


def turns_text(analysis: play_pb2.Analysis, found: Sequence[Swing], log: Sequence[LogLine], say: Wording) -> Text:
    """Return the swings by round, each with the number that opens it, or why there are none."""
    bot = bot_name(analysis.bot, say)
    if not found:
        return Text(say("turns-even" if analysis.choices else "turns-unknown", bot=bot))
    lines = [say("turns-by", bot=bot)]
    for number, swing in enumerate(found, 1):
        line = say(
            "turns-swing", number=number, round=round_of(swing.event, log), before=swing.before, after=swing.after
        )
        lines.append(f"{line}  ({say('turns-otherwise', bot=bot)})" if swing.otherwise else line)
    return Text("\n".join(lines))
