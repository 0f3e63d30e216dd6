"""Builds request messages from the caller's arguments."""

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeAlias, TypeVar

from google.protobuf.message import Message

from galaxytables.rules.v1 import game_pb2

P = ParamSpec("P")
M = TypeVar("M", bound=Message)

Picks: TypeAlias = "str | game_pb2.Option | Iterable[str | game_pb2.Option]"
"""An answer to a prompt: one option or several, each as an `Option` or by its id."""


def build(kind: Callable[P, M], /, *args: P.args, **fields: P.kwargs) -> M:
    """Return a message of type `kind` with these fields.

    Raises `TypeError` with the name of the field whose value has the wrong type.
    """
    try:
        return kind(*args, **fields)
    except TypeError as error:
        for name, value in fields.items():
            try:
                kind(*args, **{name: value})  # type: ignore[arg-type]  # one of those that were given
            except TypeError:
                raise TypeError(f"{name}: {_described(value)} has the wrong type ({error})") from None
        raise


def option_ids(picks: Picks) -> list[str]:
    """Return the ids of picked options. Picks are given as options or as ids. Raises `TypeError` for anything else."""
    if isinstance(picks, (str, game_pb2.Option)):
        picks = (picks,)
    if not isinstance(picks, Iterable):
        raise TypeError(f"an answer is an option, its id, or several of these, not {_described(picks)}")
    return [_option_id(pick) for pick in picks]


def _option_id(pick: object) -> str:
    if isinstance(pick, game_pb2.Option):
        return pick.id
    if isinstance(pick, str):
        return pick
    raise TypeError(f"an answer consists of options or their ids, not of {_described(pick)}")


def _described(value: object) -> str:
    return f"{type(value).__name__} {' '.join(repr(value).split())[:60]}"
