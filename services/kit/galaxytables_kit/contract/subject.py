"""Declares a game to the contract suite: its pieces, its secrets, and the situations that it lacks."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.errors import OptionError
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import read_options
from galaxytables_kit.seat import Seat

Pieces: TypeAlias = Mapping[str, Mapping[str, int]]
"""How many of each piece there are, by kind and by name; pieces of the catalogue go by their component ids."""

Setup: TypeAlias = dict[str, str]

AnyState: TypeAlias = Any  # the state of the game under test, passed only to the game's own functions
AnyOptions: TypeAlias = Any  # the same for its options


class Sight(StrEnum):
    """A situation of a game that a law must have come across; otherwise the law counts as untested.

    `Subject.lacks` lists the sights that a game lacks.
    """

    HIDDEN_FROM_SEATS = "a piece hidden from a seat"
    HIDDEN_FROM_SPECTATORS = "a piece hidden from spectators"
    SEEN_BY_ONE = "a piece that one seat sees and another does not"
    COME_TO_LIGHT = "a piece that nobody saw before it came to light"
    TOLD_TO_ONE = "a piece told to one seat alone"
    TOLD_TO_ALL = "a piece told to everybody"
    SECRET_CHOICE = "a choice while seats choose in secret"  # noqa: S105 - no password
    RULED_OPTION = "an option of a prompt with a rule"
    RULE_BROKEN = "an answer that breaks the rule of its prompt"
    SEVERAL_PICKS = "a prompt that takes several picks"
    OTHER_SEAT = "an answer to the prompt of another seat"
    AFTER_THE_END = "an answer after the end"
    UNDONE = "a choice taken back"
    UNDONE_IN_SECRET = "a choice taken back while seats choose in secret"  # noqa: S105 - no password
    NOT_UNDONE = "a choice that cannot be taken back"
    NOTHING_TO_UNDO = "a seat without a choice to take back"


def all_copies(component: rules_pb2.Component, options: AnyOptions, seats: int) -> int:
    """Return how many copies of a component are in the box. This is for games whose tables use every copy."""
    del options, seats
    return component.copies


def nothing_besides(options: AnyOptions, seats: int) -> Pieces:
    """Return no pieces. This is for games that put nothing on the table but the components of their catalogue."""
    del options, seats
    return {}


class Subject(Struct, frozen=True):
    """A game under test.

    `census(state)` counts all pieces that can neither appear nor vanish (cards, tiles, dice, cubes, chips), wherever
    they are in the state. The census must equal the box: `copies(component, options, seats)` of each component of the
    catalogue (all copies, unless a table leaves some out), and `besides(options, seats)`. `printed` are kinds of the
    catalogue that are not pieces, but printed on boards or sheets. `absent` are kinds that lie on none of these tables.

    `permute_hidden(state, viewer, random)` permutes, in place, everything that the viewer may not know: cards between
    other hands, the deck and face-down piles.

    `passing` are kinds of events about pieces that are seen only for a moment. Such an event shows everybody a piece
    that moves between hidden places (turned up and discarded face down), or shows one seat a piece that is public right
    afterwards. `lacks` lists the sights that the game lacks; that it lacks them is tested too. `supplied` are
    components of a public supply, which views count without naming: no permutation moves those.

    `setups` are the options to test with, and `seats` the numbers of seats (if empty, all that the game allows).
    `playouts` is the number of random games per table, and `thorough_playouts` the number of those that are checked
    before each choice.
    """

    game: AnyGame
    census: Callable[[AnyState], Pieces]
    permute_hidden: Callable[[AnyState, Seat | None, Random], None]
    setups: tuple[Setup, ...] = ({},)
    seats: tuple[int, ...] = ()
    playouts: int = 200
    thorough_playouts: int = 3
    copies: Callable[[rules_pb2.Component, AnyOptions, int], int] = all_copies
    besides: Callable[[AnyOptions, int], Pieces] = nothing_besides
    printed: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    supplied: frozenset[str] = frozenset()
    lacks: frozenset[Sight] = frozenset()

    def tables(self, pack: Any) -> Iterator[tuple[int, Setup]]:  # noqa: ANN401 - any game's pack
        """Yield every setup with every number of seats that it allows.

        Errors that `Game.check` raises are passed on, except `OptionError`.
        """
        for setup in self.setups:
            options = read_options(self.game.options_type, setup)
            for seats in self.seats or range(self.game.min_seats, self.game.max_seats + 1):
                try:
                    self.game.check(options, seats, pack)
                except OptionError:
                    continue
                yield seats, setup

    def box(
        self,
        catalogue: Mapping[str, rules_pb2.Component],
        options: AnyOptions,
        seats: int,
    ) -> dict[str, dict[str, int]]:
        """Return how many of each piece there are on a table, by the kind and the name of the piece.

        The numbers follow from the catalogue and from what this Subject declares.
        """
        counted: dict[str, dict[str, int]] = {}
        for component in catalogue.values():
            if component.kind not in self.printed and (copies := self.copies(component, options, seats)):
                counted.setdefault(component.kind, {})[component.id] = copies
        for kind, pieces in self.besides(options, seats).items():
            counted.setdefault(kind, {}).update(pieces)
        return counted
