"""Loading a component pack: read the file, check it, get its cards ready for play."""

from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from services.jump.cards import Pack
from services.jump.checks import check_pack
from services.jump.compiling import compile_pack
from services.jump.schema import CardEntry, PackFile
from services.kit.errors import ComponentError
from services.kit.pack import place_in


class _Loose(Struct):
    """Just enough of the file to name its cards, however wrong they are."""

    cards: tuple[msgspec.Raw, ...] = ()
    survey_team: msgspec.Raw = msgspec.Raw()


class _Named(Struct):
    id: str


def load_pack(path: Path) -> Pack:
    """Load a pack file; raise `ComponentError` that names the file, the card and the field."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ComponentError(path.name, "pack", "file", error.strerror or "cannot be read") from None
    file = _decode(path.name, content)
    check_pack(path.name, file)
    return compile_pack(file)


def _decode(name: str, content: bytes) -> PackFile:
    """Decode card by card first, so that an error can name its card."""
    try:
        loose = msgspec.json.decode(content, type=_Loose)
    except msgspec.DecodeError as error:
        _refuse(name, "pack", error)
    for number, raw in enumerate(loose.cards, 1):
        _decode_card(name, f"card {number}", raw)
    if loose.survey_team:
        _decode_card(name, "survey_team", loose.survey_team)
    try:
        return msgspec.json.decode(content, type=PackFile)
    except msgspec.DecodeError as error:
        _refuse(name, "pack", error)


def _decode_card(name: str, place: str, raw: msgspec.Raw) -> None:
    try:
        place = msgspec.json.decode(raw, type=_Named).id
        msgspec.json.decode(raw, type=CardEntry)
    except msgspec.DecodeError as error:
        _refuse(name, place, error)


def _refuse(name: str, entry: str, error: msgspec.DecodeError) -> NoReturn:
    """Say where in the file the error lies."""
    field, message = place_in(error)
    raise ComponentError(name, entry, field or "file", message) from None
