"""What a game declares to be played on this platform."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.chance import Chance
from galaxytables_kit.components import Loader
from galaxytables_kit.contents import Contents
from galaxytables_kit.declared import ComponentKind, EventKind, PowerKind, PromptKind, ReasonKind
from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.event import Facts
from galaxytables_kit.play import AnyPlay, Play
from galaxytables_kit.printed import Printed, component_message
from galaxytables_kit.prompt import Pick, Prompt
from galaxytables_kit.seat import Seat
from galaxytables_kit.target import Offer

S = TypeVar("S", bound=Struct)
P = TypeVar("P")
OptionsT = TypeVar("OptionsT", bound=Struct)


class NoOptions(Struct, frozen=True):
    """Options of a game that has none."""


class Score(Struct, frozen=True):
    """The result of one seat: points by source, in telling order, and what breaks ties (greater is better)."""

    seat: Seat
    parts: Mapping[str, int]
    tie_breaks: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Points in all."""
        return sum(self.parts.values())


class Game(ABC, Generic[S, P, OptionsT]):
    """One game: state `S` and options `OptionsT` are msgspec Structs, `P` is its loaded component pack.

    Its phases stand in `contents`, the table of contents of the rulebook; the kit plays them and keeps the place.
    """

    name: ClassVar[str]
    """Used everywhere: `jump`."""
    title: ClassVar[str]
    """For people: `Jump Drive`."""
    rules_version: ClassVar[int]
    """Bump it when an old record no longer replays to the same choices, facts and scores."""
    continues: ClassVar[frozenset[int]] = frozenset()
    """Older versions of the rules: their tables go on, and their records replay, as they always did."""
    older_options: ClassVar[Mapping[int, Mapping[str, str]]] = {}
    """What options that came later count as at tables of each older version; without an entry: their defaults."""
    stall_after: ClassVar[int]
    """Answers a seat, all of them defaults and in a row, after which nobody plays any more and the game ends."""
    least_seats: ClassVar[int]
    most_seats: ClassVar[int]
    options_type: ClassVar[type[Struct]] = NoOptions
    state_type: ClassVar[type[Struct]]
    view_type: ClassVar[type[Message]]
    loader: ClassVar[Loader[Any, Any]]  # of the game's own box and pack `P`: a ClassVar has no type variables
    """How component packs are read, checked and made ready for play."""
    components_path: ClassVar[Path]
    """The built-in component pack: a JSON file, or a folder of JSON files."""
    earlier_packs: ClassVar[tuple[Path, ...]] = ()
    """Packs that were built in before: tables that were started with one go on with it."""
    introduction_path: ClassVar[Path | None] = None
    """The game that this one is learnt by, with the built-in pack (`introduction.py`)."""
    prompts: ClassVar[Mapping[str, PromptKind]]
    """Every kind of prompt, with the facts that it has."""
    events: ClassVar[Mapping[str, EventKind]]
    """Every kind of event, with the facts that it has."""
    reasons: ClassVar[Mapping[str, ReasonKind]] = {}
    """Every kind of reason why something is no option, with the facts that it has."""
    component_kinds: ClassVar[Mapping[str, ComponentKind]] = {}
    """Every kind of component of the catalogue, with the facts that it has."""
    power_kinds: ClassVar[Mapping[str, PowerKind]] = {}
    """Every kind of power of the catalogue, with the facts that it has."""
    words_path: ClassVar[Path]
    """Folder of the words: a folder for each language, in it files in the syntax of Project Fluent."""
    contents: ClassVar[Contents[AnyPlay]]
    """All phases, in the order in which they are played."""

    def plays(self, rules_version: int) -> bool:
        """Whether tables of these rules can be played here."""
        return rules_version == self.rules_version or rules_version in self.continues

    def check(self, options: OptionsT, seats: int, pack: P) -> None:
        """Raise `InvalidSeats` or `OptionsConflict` if the game cannot be played so with this pack."""
        del options, pack
        if not self.least_seats <= seats <= self.most_seats:
            raise InvalidSeats(seats, self.least_seats, self.most_seats)

    def without_effect(self, options: OptionsT, seats: int) -> Iterable[OptionsConflict]:
        """Options that make no difference now, though any value is taken: each first, then those it depends on."""
        del options, seats
        return ()

    def load_pack(self, path: Path) -> P:
        """Load and check a component pack; raise `ComponentError` naming file, entry and field."""
        pack: P = self.loader.load(path)
        return pack

    @abstractmethod
    def setup(self, seats: int, options: OptionsT, pack: P, chance: Chance) -> S:
        """Lay out the table, up to before the first question."""

    @abstractmethod
    def scores(self, play: Play[S, P, OptionsT]) -> Sequence[Score]:
        """Points of all seats, in seat order: final ones, or as they stand in a game that is ended early."""

    @abstractmethod
    def view(self, play: Play[S, P, OptionsT], frozen: S, viewer: Seat | None) -> Message:
        """Show the table to a seat, or to a spectator (None).

        Take what belongs to the viewer from `play.state` and everything else from `frozen`: the table as it was
        before seats began to choose in secret (the same object as `play.state` when nobody does).
        """

    def ask(self, play: Play[S, P, OptionsT], prompt: Prompt) -> Facts:
        """Say what a question is about, in the facts that its kind declares."""
        del play, prompt
        return {}

    @abstractmethod
    def offer(self, play: Play[S, P, OptionsT], prompt: Prompt, pick: Pick) -> Offer:
        """Say what an option stands for, and what it costs and brings, in the facts that the prompt's kind declares.

        Asked also for picks of `prompt.barred`, whose facts are not wanted.
        """

    @abstractmethod
    def printed(self, pack: P) -> Iterable[Printed]:
        """Give everything that can lie on the table, with what is printed on it."""

    def components(self, pack: P) -> Iterable[rules_pb2.Component]:
        """Give the same as the catalogue of components."""
        return map(component_message, self.printed(pack))

    def provenances(self, pack: P) -> Mapping[rules_pb2.Provenance.ValueType, int]:
        """Count the components of a pack by how well they are known."""
        return Counter(each.provenance for each in self.printed(pack))


AnyGame: TypeAlias = Game[Any, Any, Any]  # of whatever state, pack and options: for what serves every game


def ranks(scores: Sequence[Score]) -> dict[Seat, int]:
    """Rank of each seat, from 1: by total, then by the tie breaks; equal seats share a rank."""
    keys = {score.seat: (score.total, score.tie_breaks) for score in scores}
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
