"""What a phase acts on: the state on the table, the chance, and what is told of it."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Generic, TypeAlias, TypeVar, final

from galaxytables_kit.chance import Chance
from galaxytables_kit.declared import EventKind, Undeclared, check
from galaxytables_kit.event import Facts, FactValue, Told
from galaxytables_kit.seat import Seat, seats_of

S = TypeVar("S")
P = TypeVar("P")
OptionsT = TypeVar("OptionsT")

_NOBODY: Mapping[Seat, Facts] = {}


@final
class Play(Generic[S, P, OptionsT]):
    """A game in play: its state `S`, its component pack `P`, its options `OptionsT`, the chance, and its events.

    `seats` is the number of seats, `all_seats` are the seats themselves, clockwise from 0. `rules_version` is that of
    the rules by which this table is played: the newest for new ones, one that the game continues for those that began
    under it. Games act on `state` and call `tell` for everything that a game log should show. Without `listening`
    neither events nor a frozen state are kept: nobody wants any in a playout. `memo` is for what a game has worked out
    from the state; it must see for itself whether that still holds, and no position carries it. `declared` are the
    kinds of events that the game has; nothing is checked where there are none. `where` is the path of the running step
    in the game's contents: `round/settle/pay`. `secret_part` counts the secret parts of this step; `frozen` is the
    state that others see meanwhile, or None where that is the last checkpoint. `answered` says whether anything was
    answered in it.
    """

    __slots__ = (
        "_held",
        "all_seats",
        "answered",
        "chance",
        "declared",
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
        "told",
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
        self.told: list[Told] = []
        self.where = ""
        self.showings = 0
        self.holding = 0
        self.listening = True
        self.memo: dict[Any, Any] = {}  # keys and values are the game's own
        self._held: list[Told] = []
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
        """Tell what happened: `facts` to everybody, `private` to single seats besides.

        While seats choose in secret, events are held back until all are done. A private part shows hidden
        information, so the choice that led to it cannot be taken back. Raises `Undeclared` where kind or facts are
        not as the game declares them.
        """
        if not self.listening:
            return
        if self.declared:
            self._check(kind, facts, private)
        if private:
            self.showings += 1
        (self._held if self.holding else self.told).append(Told(kind, seat, facts, private))

    def _check(self, kind: str, facts: Facts, private: Mapping[Seat, Facts]) -> None:
        declared = self.declared.get(kind)
        if declared is None:
            raise Undeclared(kind, "the kind")
        check(kind, declared.facts, facts)
        for own in private.values():
            check(kind, declared.own, own)

    def show(self) -> None:
        """Note that hidden information is shown now without a private event, as by turning a card face up."""
        self.showings += 1

    def hold(self) -> None:
        """Begin to hide what seats do from each other; see `together`."""
        if self.holding == 0 and self.listening:
            if self.answered or self.secret_part:
                self.frozen = deepcopy(self.state)
            self.secret_part += 1
        self.holding += 1

    def release(self) -> None:
        """End hiding: what was held back is told now."""
        self.holding -= 1
        if self.holding == 0:
            self.told.extend(self._held)
            self._held.clear()
            self.frozen = None

    def begin_step(self) -> None:
        """Nothing has been asked since the checkpoint; called by the kit at each."""
        self.answered = False
        self.secret_part = 0
        self.frozen = None


AnyPlay: TypeAlias = Play[Any, Any, Any]  # of whatever state, pack and options: for what serves every game
