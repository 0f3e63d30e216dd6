"""What bots are called."""

from galaxytables_client.words import message_id
from galaxytables_terminal.wording import Wording


def bot_name(bot: str, say: Wording) -> str:
    """Name a bot by its level; one that the terminal does not know by its own name, as a bot."""
    return say.known(message_id("bot", bot)) or say("bot-named", bot=bot)
