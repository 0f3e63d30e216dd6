"""The names of the players at a table."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client import PlayerId
from galaxytables_client.words import Words
from galaxytables_terminal.bots import bot_name, seated_bot
from galaxytables_terminal.wording import ENGLISH, Wording

_SEAT = re.compile(r"\{seat (\d+)\}")


class People:
    """The names of the seats of one table.

    If two players have the same name, the seat's number is added to their names, so that readers of the log can tell
    them apart.
    """

    def __init__(
        self,
        seats: Iterable[tables_pb2.Seat],
        me: PlayerId | None = None,
        say: Wording = ENGLISH,
        words: Words | None = None,
    ) -> None:
        """`words` are those of the lobby, which name bots."""
        self.say = say
        self._words = words or Words(say.language, (), {})
        self._seats = {seat.number: seat for seat in seats}
        self._me = me
        plain = {number: self._plain_name(seat) for number, seat in self._seats.items()}
        shared = Counter(plain.values())
        self._names = {number: f"{name} {number + 1}" if shared[name] > 1 else name for number, name in plain.items()}

    @property
    def seats(self) -> tuple[int, ...]:
        """Return all seat numbers, in order."""
        return tuple(sorted(self._seats))

    @property
    def own_seat(self) -> int | None:
        """Return the seat of the player `me`; None for a spectator."""
        return next(
            (n for n, seat in self._seats.items() if seat.HasField("player") and seat.player.id == self._me),
            None,
        )

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._names.get(seat) or self.say("people-seat", number=seat + 1)

    def note(self, seat: int) -> str:
        """Return the note on a seat: "resigned" in the player's language, or an empty text."""
        return self.say("people-resigned") if self.left(seat) else ""

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot plays at the seat."""
        return seat in self._seats and self._seats[seat].HasField("bot")

    def level(self, seat: int) -> str:
        """Return the level of the bot on a seat, unless its name says it already; empty for people."""
        return bot_name(self._seats[seat].bot, self.say) if self.is_bot(seat) and self._seats[seat].persona else ""

    def left(self, seat: int) -> bool:
        """Return whether the player of a seat resigned or was removed by the clock."""
        return seat in self._seats and self._seats[seat].resigned

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of several seats as one text: `Ann, Bob and you`."""
        own = self.own_seat
        names = [self.name(seat) for seat in seats if seat != own]
        if own is not None and own in seats:
            names.append(self.say("people-you"))
        if len(names) <= 1:
            return "".join(names)
        return self.say("people-and", first=self.say.listed(names[:-1]), second=names[-1])

    def own_or_name(self, seat: int, viewer: int | None) -> str:
        """Return `you` for the viewer's own seat, and the player's name for any other."""
        return self.say("people-you") if seat == viewer else self.name(seat)

    def tell(self, text: str) -> str:
        """Return a sentence in which every placeholder such as `{seat 2}` is replaced by the player's name."""
        return _SEAT.sub(lambda found: self.name(int(found.group(1))), text)

    def _plain_name(self, seat: tables_pb2.Seat) -> str:
        if seat.HasField("bot"):
            return seated_bot(seat, self.say, self._words)
        if seat.automated:
            return self.say("people-automated", name=seat.player.name)
        return seat.player.name or self.say("people-seat", number=seat.number + 1)
