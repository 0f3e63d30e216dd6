"""Finds where in a state each piece is stored: the values without which the census no longer counts the piece."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from galaxytables_kit.contract.subject import Pieces

S = TypeVar("S")

Path: TypeAlias = tuple[Any, ...]  # keys are of any type
"""Field names, indexes and keys on the way from a state to one of its values."""

Value: TypeAlias = Any  # any part of a state; its type is checked where it is read

Piece: TypeAlias = tuple[str, str]
"""Kind and name."""


def places_of_pieces(census: Callable[[S], Pieces], state: S) -> dict[Piece, list[Path]]:
    """Return the paths in a state at which each piece lies.

    The state is changed for a moment and restored at the end.
    """
    before = census(state)
    found: dict[Piece, list[Path]] = {}
    for path in _each_taken_away(state):
        with suppress(Exception):
            for piece in _missing(before, census(state)):
                places = found.setdefault(piece, [])
                if path not in places:
                    places.append(path)
    return found


def value_at(state: Value, path: Path) -> object:
    """Return the value at a path, or None if there is no such path."""
    value = state
    for step in path:
        try:
            value = getattr(value, step) if isinstance(value, Struct) else value[step]
        except (LookupError, TypeError):
            return None
    return value


def lost_and_doubled(pile: list[Value]) -> Iterator[str]:
    """Remove the last piece of a pile and yield, then add it twice and yield. At the end the pile is as before."""
    if pile:
        piece = pile.pop()
        yield "one piece fewer"
        pile += [piece, piece]
        yield "one piece more"
        pile.pop()


def _missing(before: Pieces, after: Pieces) -> Iterator[Piece]:
    for kind, pieces in before.items():
        left = after.get(kind, {})
        if left != pieces:
            yield from ((kind, name) for name, count in pieces.items() if left.get(name, 0) < count)


def _each_taken_away(value: Value, path: Path = ()) -> Iterator[Path]:
    """Remove one value after another and yield its path; each is put back when the caller continues."""
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            inner = getattr(value, field)
            if not _is_leaf(inner):
                yield from _each_taken_away(inner, (*path, field))
            elif inner is not None:
                for less in _less(inner):
                    setattr(value, field, less)
                    yield (*path, field)
                setattr(value, field, inner)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _each_taken_away(inner, (*path, index))
    elif isinstance(value, list):
        yield from _out_of_list(value, path)
    elif isinstance(value, dict):
        yield from _out_of_dict(value, path)


def _out_of_list(values: list[Value], path: Path) -> Iterator[Path]:
    for index, inner in enumerate(list(values)):
        if _is_leaf(inner):
            del values[index]
            yield (*path, index)
            values.insert(index, inner)
            for less in _less(inner):
                values[index] = less
                yield (*path, index)
            values[index] = inner
        else:
            yield from _each_taken_away(inner, (*path, index))


def _out_of_dict(values: dict[Value, Value], path: Path) -> Iterator[Path]:
    whole = dict(values)
    for key, inner in whole.items():
        if _is_leaf(inner):
            del values[key]
            yield (*path, key)
            for less in _less(inner):
                values[key] = less
                yield (*path, key)
            values.clear()
            values.update(whole)
        else:
            yield from _each_taken_away(inner, (*path, key))


def _is_leaf(value: Value) -> bool:
    """Return whether a value is removed as a whole: a number, a word, or a frozen Struct or tuple of those."""
    if isinstance(value, Struct):
        return value.__struct_config__.frozen
    if isinstance(value, tuple):
        return all(_is_leaf(each) for each in value)
    return not isinstance(value, list | dict | Mapping)


def _less(value: Value) -> tuple[Value, ...]:
    """Return what could lie there instead: nothing (in the ways in which games write it), or one less."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (-1, value - 1)
    if isinstance(value, tuple):
        return tuple(value[:index] + value[index + 1 :] for index in range(len(value)))
    return ("",) if isinstance(value, str) else (None,)
