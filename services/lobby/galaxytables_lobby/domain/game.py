"""A table's game as the rules tell it: its position, what a choice led to, who sees what; and by which rules it is."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from google.protobuf import any_pb2
from msgspec import Struct

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_lobby.domain.state import StartedTable
from galaxytables_lobby.ids import SeatNumber


class Pin(NamedTuple):
    """A rules version, a component pack, a form of positions; 0, empty and None where any will do.

    An empty form is that of positions whose service told none.
    """

    rules_version: int = 0
    pack_digest: bytes = b""
    position_form: bytes | None = None


ANY_RULES = Pin()
_BETWEEN = "@"


def pin_of(table: StartedTable, form: bytes | None = None) -> Pin:
    """By which rules a table is played, and a position of it is read."""
    return Pin(table.rules_version, table.pack_digest, form)


@lru_cache(1024)
def edition(game: str, rules_version: int, pack_digest: bytes) -> str:
    """A game by one version of its rules and one pack, by name: `race@3/0123456789abcdef`."""
    return f"{game}{_BETWEEN}{rules_version}/{pack_digest.hex()[:16]}"


def is_edition(name: str) -> bool:
    """Whether a name is that of an edition, and not of a whole game."""
    return _BETWEEN in name


# A seat that looks, or None for a spectator.
Viewer: TypeAlias = SeatNumber | None
Views: TypeAlias = dict[Viewer, any_pb2.Any]
# Ids of the open prompts of each seat that has any.
Asked: TypeAlias = Mapping[SeatNumber, frozenset[str]]


class Viewers(Struct, frozen=True):
    """Whose views a call is to return: of some always, of others only where they have an open prompt afterwards."""

    always: Collection[Viewer] = ()
    if_asked: Collection[Viewer] = ()


@dataclass(slots=True)
class HeldPosition:
    """A game's position, the rules that read it, and which pod probably still has it at hand."""

    content: bytes
    digest: bytes
    pin: Pin = ANY_RULES
    held_by: str = ""


@dataclass(slots=True)
class Moved:
    """What a choice or an undo led to; `standing` is without the position."""

    standing: rules_pb2.Standing
    position: HeldPosition
    events: Sequence[game_pb2.Event]
    views: Views
    # Of an undo: how many of the last events did not happen, and whose answer was taken back.
    withdrawn: int = 0
    prompt_id: str = ""
    # Nobody but the seat itself may notice.
    hidden: bool = False
    # Who must choose now.
    asked: Asked = field(init=False)

    def __post_init__(self) -> None:
        self.asked = prompts_by_seat(self.standing)


@dataclass(frozen=True, slots=True)
class Started:
    """A new game."""

    moved: Moved
    pack_digest: bytes
    rules_version: int
    options: dict[str, str]


def ended_without_rules(position: HeldPosition, reason: game_pb2.EndReason.ValueType, *, seats: int) -> Moved:
    """A game that is ended where no rules can say how it stands: nobody has points."""
    scores = [game_pb2.SeatScore(seat=seat, rank=1) for seat in range(seats)]
    return Moved(rules_pb2.Standing(over=True, end_reason=reason, scores=scores), position, (), {})


def prompts_by_seat(standing: rules_pb2.Standing) -> Asked:
    """Ids of the open prompts of each seat that has any."""
    found: dict[SeatNumber, set[str]] = {}
    for prompt in standing.prompts:
        found.setdefault(SeatNumber(prompt.seat), set()).add(prompt.id)
    return {seat: frozenset(prompts) for seat, prompts in found.items()}


def viewers_of(viewers: Iterable[Viewer]) -> list[rules_pb2.Viewer]:
    """Viewers as messages name them."""
    return [rules_pb2.Viewer() if seat is None else rules_pb2.Viewer(seat=seat) for seat in viewers]


def views_of(views: Iterable[rules_pb2.View]) -> Views:
    """Views by viewer."""
    return {SeatNumber(view.viewer.seat) if view.viewer.HasField("seat") else None: view.view for view in views}
