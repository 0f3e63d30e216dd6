"""Returns names for bots, by their levels and by their personas."""

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.words import Words, in_words, message_id
from galaxytables_terminal.wording import Wording


def bot_name(bot: str, say: Wording) -> str:
    """Return the name of a bot's level; for an unknown level, the word "bot" and the level's id."""
    return say.known(message_id("bot", bot)) or say("bot-named", bot=bot)


def seated_bot(seat: tables_pb2.Seat, say: Wording, words: Words) -> str:
    """Return the name of a bot at a table: its persona's name in the lobby's words, or its level's name if it has none.

    If the lobby's words lack the persona, an English name is made from its id.
    """
    if not seat.persona:
        return bot_name(seat.bot, say)
    return words.message(message_id("persona", seat.persona), {}) or in_words(seat.persona).title()


def level_of(bot: str, words: Words) -> str:
    """Return the text of a bot's level in the lobby's words; empty if the lobby does not know the bot."""
    return words.message(message_id("level", bot), {})


def bot_about(bot: str, persona: str, say: Wording, words: Words) -> str:
    """Return the name of a bot's level, and its persona's manner if the lobby has words for that."""
    manner = words.message(message_id("manner", persona), {})
    return say("bot-about", bot=bot_name(bot, say), manner=manner) if manner else bot_name(bot, say)
