"""Every figure of a component file has a lowest and a highest value, in every game."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from galaxytables_arena.games import game_names, load_game
from galaxytables_kit.compiled import Compiled
from galaxytables_kit.game import Game


def kinds_of(game: Game[Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The types by which the files of the built-in pack are read."""
    kinds: list[Any] = []
    decode = msgspec.json.decode

    def noting(content: bytes, **kind: Any) -> Any:
        kinds.append(kind["type"])
        return decode(content, **kind)

    with monkeypatch.context() as patched:
        patched.setattr(msgspec.json, "decode", noting)
        game.load_pack(game.components_path)
    return kinds


def unbounded(kind: Any, at: str, seen: set[Any]) -> Iterator[str]:
    """The figures inside a type that lack a lowest or a highest value."""
    for info, place in _inside(inspect.type_info(kind), at, seen):
        if isinstance(info, inspect.IntType | inspect.FloatType) and (info.ge is None or info.le is None):
            yield place


def _inside(info: inspect.Type, at: str, seen: set[Any]) -> Iterator[tuple[inspect.Type, str]]:
    """All types of which one is made, each with the field that has it."""
    yield info, at
    for part, place in _parts(info, at, seen):
        yield from _inside(part, place, seen)


def _parts(info: inspect.Type, at: str, seen: set[Any]) -> list[tuple[inspect.Type, str]]:
    parts: list[inspect.Type] = []
    match info:
        case inspect.StructType() if info.cls not in seen:
            seen.add(info.cls)
            return [(field.type, f"{info.cls.__name__}.{field.name}") for field in info.fields]
        case inspect.CustomType() if issubclass(info.cls, Compiled) and info.cls not in seen:
            seen.add(info.cls)
            parts = [inspect.type_info(info.cls.form)]
        case inspect.DictType():
            parts = [info.key_type, info.value_type]
        case inspect.UnionType():
            parts = list(info.types)
        case inspect.TupleType():
            parts = list(info.item_types)
        case inspect.VarTupleType() | inspect.ListType():
            parts = [info.item_type]
        case inspect.Metadata():
            parts = [info.type]
    return [(part, at) for part in parts]


@pytest.mark.parametrize("name", game_names())
def test_every_figure_of_a_pack_has_bounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[Any] = set()
    kinds = kinds_of(load_game(name), monkeypatch)
    assert [place for kind in kinds for place in unbounded(kind, str(kind), seen)] == []
    assert seen


def test_a_figure_without_bounds_is_found() -> None:
    class Card(msgspec.Struct):
        cost: int

    assert list(unbounded(dict[str, tuple[Card, ...]], "cards", set())) == ["Card.cost"]
