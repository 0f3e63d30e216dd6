"""Names bots, by their levels and by their personas."""

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.words import Words, in_words, message_id
from galaxytables_terminal.wording import Wording


def bot_name(bot: str, say: Wording) -> str:
    """Return the name of a bot's level; for an unknown level, "bot" and its own name."""
    return say.known(message_id("bot", bot)) or say("bot-named", bot=bot)


def seated_bot(seat: tables_pb2.Seat, say: Wording, words: Words) -> str:
    """Return the name of a bot at a table: that of its persona in the lobby's words, or of its level if it has none.

    Without the lobby's words, the persona's id has its English name.
    """
    if not seat.persona:
        return bot_name(seat.bot, say)
    return words.message(message_id("persona", seat.persona), {}) or in_words(seat.persona).title()


def level_of(bot: str, words: Words) -> str:
    """Return the text of a bot's level in the lobby's words; empty for a bot that the lobby does not know."""
    return words.message(message_id("level", bot), {})


def bot_about(bot: str, persona: str, say: Wording, words: Words) -> str:
    """Return the name of a bot's level, and the persona's manner if the lobby has words for it."""
    manner = words.message(message_id("manner", persona), {})
    return say("bot-about", bot=bot_name(bot, say), manner=manner) if manner else bot_name(bot, say)
