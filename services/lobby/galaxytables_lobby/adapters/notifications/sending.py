"""The types that all ways of sending notifications share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from galaxytables_lobby.domain.notices import Notice
from galaxytables_lobby.domain.subscribers import Subscriber


@dataclass(frozen=True)
class Result:
    """The result of an attempt to send notices. It never contains the receiver's address."""

    outcome: str
    # The target is no more, so nothing must be sent there again.
    gone: bool = False
    # For how many milliseconds the receiver asks to wait.
    retry_after: int = 0
    # The receiver said that it does not have it.
    refused: bool = False

    @property
    def delivered(self) -> bool:
        """Return whether the notices were delivered to the receiver."""
        return self == DELIVERED


DELIVERED = Result("delivered")


class Message(NamedTuple):
    """A notice in words, ready to be sent."""

    notice: Notice
    # One sentence in the player's language.
    text: str
    # The table or tournament as it is called there, and its game; empty without one.
    table: str = ""
    game: str = ""
    # Where the page shows it; begins with the host's public URL, if it has one.
    link: str = ""


class Sender(Protocol):
    """Sends notices in one way, such as e-mail."""

    # Whether all that waits goes out as one.
    together: bool

    async def send(self, subscriber: Subscriber, target: str, messages: Sequence[Message]) -> Result:
        """Send messages to a target, such as an e-mail address; several at once only if the sender's `together` is set.

        Never raises because of the receiver.
        """
