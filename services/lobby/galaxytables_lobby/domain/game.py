"""Plain data about a table's game, as the rules service reports it: positions, results of choices, views, editions."""

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
    """What a call requires of a pod: the rules version, the component pack and the position format.

    A version of 0, an empty pack and a format of None match any. An empty `position_form` means that the service that
    made the position named no format.
    """

    rules_version: int = 0
    pack_digest: bytes = b""
    position_form: bytes | None = None


ANY_RULES = Pin()
_BETWEEN = "@"


def pin_of(table: StartedTable, form: bytes | None = None) -> Pin:
    """Return the pin of a table: its rules version, its pack, and `form`, the format of positions (None: any)."""
    return Pin(table.rules_version, table.pack_digest, form)


@lru_cache(1024)
def edition(game: str, rules_version: int, pack_digest: bytes) -> str:
    """Return an edition's name, such as `race@3/0123456789abcdef`: game, rules version, pack."""
    return f"{game}{_BETWEEN}{rules_version}/{pack_digest.hex()[:16]}"


def is_edition(name: str) -> bool:
    """Return whether a name is that of an edition, such as `race@3/0123456789abcdef`, and not that of a game."""
    return _BETWEEN in name


# The seat that looks at a game, or None for a spectator.
Viewer: TypeAlias = SeatNumber | None
Views: TypeAlias = dict[Viewer, any_pb2.Any]
# Ids of the open prompts of each seat that has any.
OpenPrompts: TypeAlias = Mapping[SeatNumber, frozenset[str]]


class Viewers(Struct, frozen=True):
    """The viewers for whom a call returns views.

    Those in `always` get a view in any case, those in `if_asked` only if they have an open prompt after the call.
    """

    always: Collection[Viewer] = ()
    if_asked: Collection[Viewer] = ()


@dataclass(slots=True)
class HeldPosition:
    """A game's position, the rules that read it, and the pod that probably still has it in memory."""

    content: bytes
    digest: bytes
    pin: Pin = ANY_RULES
    held_by: str = ""


@dataclass(slots=True)
class Moved:
    """The result of a choice or an undo. `standing` has everything about the game except its position."""

    standing: rules_pb2.Standing
    position: HeldPosition
    events: Sequence[game_pb2.Event]
    views: Views
    # After an undo: how many of the last events were withdrawn, and which prompt's answer was taken back.
    withdrawn: int = 0
    prompt_id: str = ""
    # Only the seat itself may notice it.
    hidden: bool = False
    # The prompts that are open now.
    open_prompts: OpenPrompts = field(init=False)

    def __post_init__(self) -> None:
        self.open_prompts = prompts_by_seat(self.standing)


@dataclass(frozen=True, slots=True)
class Started:
    """The result of setting up a game: how it stands before the first choice."""

    moved: Moved
    pack_digest: bytes
    rules_version: int
    options: dict[str, str]


def ended_without_rules(position: HeldPosition, reason: game_pb2.EndReason.ValueType, *, seats: int) -> Moved:
    """Return the result of ending a game whose rules service is gone: all seats share rank 1 without points."""
    scores = [game_pb2.SeatScore(seat=seat, rank=1) for seat in range(seats)]
    return Moved(rules_pb2.Standing(over=True, end_reason=reason, scores=scores), position, (), {})


def prompts_by_seat(standing: rules_pb2.Standing) -> OpenPrompts:
    """Return the ids of the open prompts of each seat that has any."""
    found: dict[SeatNumber, set[str]] = {}
    for prompt in standing.prompts:
        found.setdefault(SeatNumber(prompt.seat), set()).add(prompt.id)
    return {seat: frozenset(prompts) for seat, prompts in found.items()}


def viewers_of(viewers: Iterable[Viewer]) -> list[rules_pb2.Viewer]:
    """Return viewers as protobuf messages for the rules service."""
    return [rules_pb2.Viewer() if seat is None else rules_pb2.Viewer(seat=seat) for seat in viewers]


def views_of(views: Iterable[rules_pb2.View]) -> Views:
    """Return the views of a response, by viewer."""
    return {SeatNumber(view.viewer.seat) if view.viewer.HasField("seat") else None: view.view for view in views}
