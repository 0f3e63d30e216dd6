"""What one seat did and drew in one phase of a transcript. Cards are positions in the transcript's deck."""

from collections.abc import Hashable
from typing import Any

from msgspec import Struct

NOTHING: tuple[Any, ...] = (None, [], {"cards": [], "powers": []})
"""Answers that leave everything as it was."""


class Decision(Struct):
    """An answer of the transcript: to which question, about what, and whether anything else could be answered.

    `read` is set when an answer of the replay was taken from it.
    """

    ask: str
    about: Hashable
    answer: Any
    only: bool
    read: bool = False


class Use(Struct):
    """A power used: by which card (None for what an action gives), on which worlds, with which hand cards."""

    kind: str
    card: int | None
    worlds: list[int] = []
    hand: list[int] = []


class Payment(Struct):
    """What was given for a world or a development, or in a fight for it.

    `cards` are hand cards, `powers` the cards of powers used; `goods` are the worlds and the goods given up there,
    `gone` the cards of the tableau that were discarded, `prestige` the chips spent.
    """

    cards: list[int] = []
    powers: list[int] = []
    goods: list[tuple[int, int]] = []
    gone: list[int] = []
    prestige: int = 0


class Extra(Struct):
    """A world placed by a power for one more, with everything that the engine moved for it."""

    card: int
    moves: list[dict[str, Any]] = []


class Segment(Struct):
    """What one seat did and drew in one phase.

    `to_hand`, `to_open` and `goods` (by world) are what it drew, in order. `extra` are the worlds placed by powers for
    one more world, by the card of the power. `takeovers` are the worlds that were to be taken over, each with the
    card of the power; `takeover_first` whether the first of them took the place of a hand card. `defended` is what was
    given in defense of a world, `blocked` the world whose takeover was defeated. `thrown` are the cards discarded after
    drawing for a power, a list for each power; `saved` those laid under a world; `swap` is a world placed instead of
    another, and that one. `for_boost` are cards drawn for a boost with a sale that is not that of the action, by the
    last card drawn for the sale itself.
    """

    to_hand: list[int] = []
    to_open: list[int] = []
    goods: dict[int, list[int]] = {}
    decisions: list[Decision] = []
    placed: list[int] = []
    paid: dict[int, Payment] = {}
    defended: dict[int, Payment] = {}
    takeovers: list[tuple[int, int]] = []
    takeover_first: bool = False
    discarded: list[int] = []
    traded: list[int] = []
    uses: list[Use] = []
    guess: list[int] = []
    bets: list[int] = []
    kept: list[int] = []
    swapped_goods: list[int] = []
    for_prestige: list[int] = []
    thrown: list[list[int]] = []
    saved: list[int] = []
    swap: tuple[int, ...] = ()
    blocked: int | None = None
    category: int = 0
    named: str = ""
    keeps: list[bool] = []
    extra: dict[int, Extra] = {}
    for_boost: dict[int, list[int]] = {}

    def read(self, ask: str, about: Hashable = None) -> None:
        """Note that an answer was taken from the decision; without `about` from all of the kind."""
        for decision in self.decisions:
            if decision.ask == ask and about in (None, decision.about):
                decision.read = True

    def unread(self) -> list[Decision]:
        """Decisions that changed something, could have been others, and from which no answer was taken."""
        return [each for each in self.decisions if not (each.read or each.only) and each.answer not in NOTHING]

    def payments(self) -> list[Payment]:
        """Everything that was paid, for cards and in fights."""
        return [*self.paid.values(), *self.defended.values()]
