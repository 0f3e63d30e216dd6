"""The classes in which a game declares all that the platform needs to play it."""

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
from galaxytables_kit.encoding import Encoding
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
    """The options of a game that has no options."""


class Score(Struct, frozen=True):
    """The result of one seat: points by source, in display order, and the values that break ties.

    Of two tied seats, the one with the greater value is ahead.
    """

    seat: Seat
    parts: Mapping[str, int]
    tie_breaks: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Return the sum of all points."""
        return sum(self.parts.values())


class Game(ABC, Generic[S, P, OptionsT]):
    """One game: state `S` and options `OptionsT` are msgspec Structs, and `P` is the loaded component pack.

    `contents` lists its phases, as the table of contents of the rulebook does. The kit plays them and tracks the place.
    """

    name: ClassVar[str]
    """The name for programs: `jump`."""
    title: ClassVar[str]
    """The name for people: `Jump Drive`."""
    rules_version: ClassVar[int]
    """The current version of the rules.

    Increase it when an old record no longer replays to the same facts and scores.
    """
    continues: ClassVar[frozenset[int]] = frozenset()
    """Older versions of the rules that are still played: their tables go on, and their records replay as before."""
    older_options: ClassVar[Mapping[int, Mapping[str, str]]] = {}
    """By older version: the values of options that were added later. An option without an entry has its default."""
    stall_after: ClassVar[int]
    """A game stalls, and ends, after this many defaults per seat in a row."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    options_type: ClassVar[type[Struct]] = NoOptions
    state_type: ClassVar[type[Struct]]
    view_type: ClassVar[type[Message]]
    loader: ClassVar[Loader[Any, Any]]  # of the game's own box and pack `P`: a ClassVar cannot have type variables
    """How component packs are read, checked and made ready for play."""
    components_path: ClassVar[Path]
    """The built-in component pack: a JSON file, or a folder of JSON files."""
    earlier_packs: ClassVar[tuple[Path, ...]] = ()
    """Former built-in packs, for tables that were started with them."""
    introduction_path: ClassVar[Path | None] = None
    """The file of the introduction to this game, played with the built-in pack (`introduction.py`)."""
    puzzles_path: ClassVar[Path | None] = None
    """The file of the puzzles of this game, made with the built-in pack (`puzzles.py`)."""
    prompts: ClassVar[Mapping[str, PromptKind]]
    """Every kind of prompt, with its facts."""
    events: ClassVar[Mapping[str, EventKind]]
    """Every kind of event, with its facts."""
    reasons: ClassVar[Mapping[str, ReasonKind]] = {}
    """Every kind of reason why something is not an option, with its facts."""
    component_kinds: ClassVar[Mapping[str, ComponentKind]] = {}
    """Every kind of component of the catalogue, with its facts."""
    power_kinds: ClassVar[Mapping[str, PowerKind]] = {}
    """Every kind of power of the catalogue, with its facts."""
    encoding: ClassVar[Encoding | None] = None
    """How observations encode the view (`environment`); without one, lists are added up that are not of seats."""
    words_path: ClassVar[Path]
    """The folder of the words: a folder for each language, with files in the syntax of Project Fluent."""
    contents: ClassVar[Contents[AnyPlay]]
    """All phases, in the order in which they are played."""

    def plays(self, rules_version: int) -> bool:
        """Return whether tables with this version of the rules can be played here."""
        return rules_version == self.rules_version or rules_version in self.continues

    def check(self, options: OptionsT, seats: int, pack: P) -> None:
        """Raise `InvalidSeats` or `OptionsConflict` if the game cannot be played with these options, seats and pack."""
        del options, pack
        if not self.min_seats <= seats <= self.max_seats:
            raise InvalidSeats(seats, self.min_seats, self.max_seats)

    def without_effect(self, options: OptionsT, seats: int) -> Iterable[OptionsConflict]:
        """Return a conflict for each option that has no effect while the other options are as they are.

        A conflict lists first the option without effect, then the options that it depends on.
        """
        del options, seats
        return ()

    def load_pack(self, path: Path) -> P:
        """Load and check a component pack. Raises `ComponentError` with file, entry and field."""
        pack: P = self.loader.load(path)
        return pack

    @abstractmethod
    def setup(self, seats: int, options: OptionsT, pack: P, chance: Chance) -> S:
        """Return the state of a new table: everything is laid out, and nobody has chosen yet."""

    @abstractmethod
    def scores(self, play: Play[S, P, OptionsT]) -> Sequence[Score]:
        """Return the points of all seats, in seat order: final ones, or current ones if the game was ended early."""

    @abstractmethod
    def view(self, play: Play[S, P, OptionsT], frozen: S, viewer: Seat | None) -> Message:
        """Return the view of the table for a seat, or for a spectator (None).

        Read what belongs to the viewer from `play.state` and everything else from `frozen`. While seats choose in
        secret, `frozen` is the state before they began; otherwise it is `play.state` itself.
        """

    def prompt_facts(self, play: Play[S, P, OptionsT], prompt: Prompt) -> Facts:
        """Return the facts of a prompt: those that its kind declares."""
        del play, prompt
        return {}

    @abstractmethod
    def offer(self, play: Play[S, P, OptionsT], prompt: Prompt, pick: Pick) -> Offer:
        """Return an option of a prompt as clients receive it: what it stands for, what it costs and what it brings.

        Its facts are those that the prompt's kind declares. The kit also calls this for the picks in `prompt.barred`,
        but then does not use their facts.
        """

    @abstractmethod
    def printed(self, pack: P) -> Iterable[Printed]:
        """Return every component that can lie on the table, with what is printed on it."""

    def components(self, pack: P) -> Iterable[rules_pb2.Component]:
        """Return every component that can lie on the table, as protobuf messages for the catalogue."""
        return map(component_message, self.printed(pack))

    def provenances(self, pack: P) -> Mapping[rules_pb2.Provenance.ValueType, int]:
        """Return how many components of a pack have each provenance."""
        return Counter(each.provenance for each in self.printed(pack))


AnyGame: TypeAlias = Game[Any, Any, Any]  # of any state, pack and options: for code that serves every game


def ranks(scores: Sequence[Score]) -> dict[Seat, int]:
    """Return the rank of each seat, from 1: by total, then by the tie breaks. Equal seats share a rank."""
    keys = {score.seat: (score.total, score.tie_breaks) for score in scores}
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
