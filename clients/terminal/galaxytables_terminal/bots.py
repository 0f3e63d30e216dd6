"""The names of bots."""

from galaxytables_client.words import message_id
from galaxytables_terminal.wording import Wording


def bot_name(bot: str, say: Wording) -> str:
    """Return the name of a bot's level; for an unknown level, "bot" and its own name."""
    return say.known(message_id("bot", bot)) or say("bot-named", bot=bot)
