"""The object that the phases of a game change: it holds the state of the table, the chance, and the events."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Generic, TypeAlias, TypeVar, final

from galaxytables_kit.chance import Chance
from galaxytables_kit.declared import EventKind, UndeclaredError, check
from galaxytables_kit.event import EmittedEvent, Facts, FactValue
from galaxytables_kit.seat import Seat, seats_of

S = TypeVar("S")
P = TypeVar("P")
OptionsT = TypeVar("OptionsT")

_NOBODY: Mapping[Seat, Facts] = {}


@final
class Play(Generic[S, P, OptionsT]):
    """A game in progress: its state `S`, its component pack `P`, its options `OptionsT`, the chance, and its events.

    `seats` is the number of seats, and `all_seats` are the seats themselves, clockwise from 0. `rules_version` is the
    version by which this table is played: the newest, or an older one that the game still supports. Games change
    `state`, and call `tell` for everything that a game log should show.

    Without `listening`, as in playouts, neither events nor a frozen state are stored. `memo` is for values that a game
    derives from the state; the game must check whether they are still valid, and positions do not include them.
    `declared` are the kinds of events that the game declares; if it is empty, events are not checked.

    `where` is the path of the running step in the game's contents: `round/settle/pay`. `secret_part` counts the secret
    parts of this step. `frozen` is the state that others see during a secret part, or None for the last checkpoint.
    `answered` says whether a prompt of this step has been answered.
    """

    __slots__ = (
        "_held",
        "all_seats",
        "answered",
        "chance",
        "declared",
        "events",
        "frozen",
        "holding",
        "listening",
        "memo",
        "options",
        "pack",
        "rules_version",
        "seats",
        "secret_part",
        "showings",
        "state",
        "where",
    )

    def __init__(self, seats: int, options: OptionsT, pack: P, chance: Chance, state: S, *, rules_version: int) -> None:
        self.seats = seats
        self.all_seats = seats_of(seats)
        self.options = options
        self.pack = pack
        self.chance = chance
        self.state = state
        self.rules_version = rules_version
        self.declared: Mapping[str, EventKind] = {}
        self.events: list[EmittedEvent] = []
        self.where = ""
        self.showings = 0
        self.holding = 0
        self.listening = True
        self.memo: dict[Any, Any] = {}  # keys and values are the game's own
        self._held: list[EmittedEvent] = []
        self.answered = False
        self.secret_part = 0
        self.frozen: S | None = None

    def tell(
        self,
        kind: str,
        seat: Seat | None = None,
        *,
        private: Mapping[Seat, Facts] = _NOBODY,
        **facts: FactValue,
    ) -> None:
        """Emit an event: `facts` for everybody, `private` with additional facts for single seats.

        While seats choose in secret, events are held back until all are done. `private` shows hidden information, so
        the choice that led to such an event cannot be taken back. Raises `UndeclaredError` if the kind or its facts
        do not match the game's declarations.
        """
        if not self.listening:
            return
        if self.declared:
            self._check(kind, facts, private)
        if private:
            self.showings += 1
        (self._held if self.holding else self.events).append(EmittedEvent(kind, seat, facts, private))

    def _check(self, kind: str, facts: Facts, private: Mapping[Seat, Facts]) -> None:
        declared = self.declared.get(kind)
        if declared is None:
            raise UndeclaredError(kind, "the kind")
        check(kind, declared.facts, facts)
        for own in private.values():
            check(kind, declared.own, own)

    def show(self) -> None:
        """Record that hidden information is shown without a private event, for example when a card is turned face up.

        The choice that led to this cannot be taken back.
        """
        self.showings += 1

    def hold(self) -> None:
        """Begin to hide the seats' choices from each other; see `together`."""
        if self.holding == 0 and self.listening:
            if self.answered or self.secret_part:
                self.frozen = deepcopy(self.state)
            self.secret_part += 1
        self.holding += 1

    def release(self) -> None:
        """Stop hiding the seats' choices, and emit the events that were held back."""
        self.holding -= 1
        if self.holding == 0:
            self.events.extend(self._held)
            self._held.clear()
            self.frozen = None

    def begin_step(self) -> None:
        """Reset the attributes that belong to one step. The kit calls this at each checkpoint."""
        self.answered = False
        self.secret_part = 0
        self.frozen = None


AnyPlay: TypeAlias = Play[Any, Any, Any]  # of any state, pack and options: for code that serves every game
