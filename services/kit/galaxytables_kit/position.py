"""A position: a game as bytes, made of a checkpoint, the choices since, and a digest of the format.

A lobby stores positions and sends them back. Their format depends on the code of a game, so each position names its
format. A position of another format is refused instead of misread.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
import msgspec.inspect
import msgspec.structs
from msgspec import Struct

from galaxytables_kit.compiled import Json
from galaxytables_kit.errors import InvalidPosition, OutdatedPosition
from galaxytables_kit.game import AnyGame
from galaxytables_kit.mark import Mark
from galaxytables_kit.prompt import Picks
from galaxytables_kit.seat import Seat

S = TypeVar("S", bound=Struct)
OptionsT = TypeVar("OptionsT", bound=Struct)


class Checkpoint(Struct, Generic[S, OptionsT], array_like=True):
    """The game as plain data, at a moment before a step that may open a prompt.

    `number` counts these moments from 1.
    """

    number: int
    key: bytes
    counter: int
    seats: int
    options: OptionsT
    state: S
    # How many answers in a row were defaults.
    idle: int
    place: Mark


AnyCheckpoint: TypeAlias = Checkpoint[Any, Any]  # that of `AnyGame`


class Position(Struct, array_like=True):
    """A game as a lobby stores it: the last checkpoint, and the choices since.

    If the lobby ended the game, it also has the reason, otherwise 0. `form` identifies the format, which depends on the
    code (`position_form`).
    """

    game: str
    rules_version: int
    pack: bytes
    checkpoint: bytes
    choices: list[tuple[Seat, Picks]]
    closed: int
    form: bytes = b""


class Made(Struct, frozen=True):
    """A choice made since the checkpoint, with the facts that decide whether it can be undone.

    `secret` is the number of the secret part of the step in which it was made, or 0. `revealing` says whether it showed
    hidden information or drew chance. `events` is the number of events that it caused.
    """

    seat: Seat
    picks: Picks
    secret: int
    revealing: bool
    events: int


_encoder = msgspec.msgpack.Encoder()
_position_decoder = msgspec.msgpack.Decoder(Position)


def encode(data: Position | AnyCheckpoint) -> bytes:
    """Return the bytes of a position or a checkpoint; equal ones give equal bytes."""
    return _encoder.encode(data)


def decode_position(game: AnyGame, content: bytes) -> Position:
    """Decode a position of a game. Raises `InvalidPosition`, `OutdatedPosition`."""
    try:
        position = _position_decoder.decode(content)
    except msgspec.DecodeError:
        raise InvalidPosition from None
    if position.game != game.name:
        raise InvalidPosition
    if position.form != position_form(game):
        raise OutdatedPosition
    return position


def decode_checkpoint(game: AnyGame, content: bytes) -> AnyCheckpoint:
    """Decode the checkpoint of a position that has the current format. Raises `InvalidPosition`."""
    try:
        return _checkpoint_decoder(game).decode(content)
    except msgspec.DecodeError:
        raise InvalidPosition from None


@lru_cache
def position_form(game: AnyGame) -> bytes:
    """Return eight bytes that identify the format of a game's positions.

    The bytes change when the fields of the state, the steps or the loops of the game change.
    """
    made_of = (Position, Checkpoint[game.state_type, game.options_type])  # type: ignore[name-defined]  # a type at run time
    structs: dict[str, list[str]] = {}
    for kind in msgspec.inspect.multi_type_info(made_of):
        _name_fields(kind, structs)
    _, schemas = msgspec.json.schema_components(made_of)
    form = json.dumps([structs, _undescribed(schemas), game.contents.marked_by()], sort_keys=True)
    return sha256(form.encode()).digest()[:8]


@lru_cache
def _checkpoint_decoder(game: AnyGame) -> msgspec.msgpack.Decoder[AnyCheckpoint]:
    return msgspec.msgpack.Decoder(Checkpoint[game.state_type, game.options_type])  # type: ignore[name-defined]  # a type at run time


def _name_fields(kind: Any, structs: dict[str, list[str]]) -> None:  # noqa: ANN401 - any part of a description of types
    """Collect the fields of all structs in order, which schemas of arrays do not name."""
    if isinstance(kind, msgspec.inspect.StructType):
        name = kind.cls.__name__
        if name in structs:
            return
        structs[name] = [field.name for field in kind.fields]
    if isinstance(kind, msgspec.inspect.Type | msgspec.inspect.Field):
        for part in msgspec.structs.astuple(kind):
            _name_fields(part, structs)
    elif isinstance(kind, tuple):
        for part in kind:
            _name_fields(part, structs)


def _undescribed(schema: Json) -> Json:
    """Return a JSON schema without texts for people."""
    if isinstance(schema, Mapping):
        return {key: _undescribed(part) for key, part in schema.items() if key not in ("description", "title")}
    if isinstance(schema, list | tuple):
        return [_undescribed(part) for part in schema]
    return schema
