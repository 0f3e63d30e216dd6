"""Formats a bot's hint as lines of text."""

from rich.text import Text

from galaxytables.lobby.v1 import play_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_terminal.bots import bot_name
from galaxytables_terminal.known_table import KnownTable

_FACTS = {
    "win_percent": "hint-win-percent",
    "expected_points": "hint-expected-points",
    "points": "hint-points",
    "tables": "hint-tables",
}


def hint_text(hint: play_pb2.GivenHint, prompt: game_pb2.Prompt, known: KnownTable) -> Text:
    """Return the bot's answers, best first, each with its options and expected results."""
    lines = [Text(known.say("hint-by", bot=bot_name(hint.bot, known.say)))]
    for rank, answer in enumerate(hint.answers):
        picks = [_option(pick, prompt, known) for pick in answer.picks]
        words = known.say.listed(picks) if picks else known.say("hint-nothing")
        facts = "".join(f"\n    {_fact(fact, known)}" for fact in answer.facts)
        lines.append(Text.assemble((f"  {words}", "bold" if rank == 0 else ""), facts))
    return Text("\n").join(lines)


def _option(pick: str, prompt: game_pb2.Prompt, known: KnownTable) -> str:
    """Return an option as its number and its line."""
    words = known.vocabulary.of_seats(known.people.name).words
    for number, option in enumerate(prompt.options, 1):
        if option.id == pick:
            return f"{number} {known.people.tell(option.label) or words.option(prompt, option)}"
    return pick


def _fact(fact: game_pb2.Fact, known: KnownTable) -> str:
    message = _FACTS.get(fact.name)
    if message is None:
        return f"{fact.name.replace('_', ' ')}: {fact.number}"
    return known.say(message, number=fact.number)
