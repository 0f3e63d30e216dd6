"""Introductions: the scripted game by which players learn a game, as a data file beside its rules.

The file has the seed, the seats, the options and the answers; see `Introduction` in the contract. It depends on the
built-in components: with other components the same seed deals other cards.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.game import AnyGame
from galaxytables_kit.options import read_options, write_options
from galaxytables_kit.pack import AnyPacks, pack_digest


class _Step(Struct, forbid_unknown_fields=True):
    """An answer: its seat, prompt, kind and options; at seat 0 also the lesson."""

    seat: int
    prompt: str
    kind: str
    picks: list[str]
    lesson: str = ""


class _File(Struct, forbid_unknown_fields=True):
    """The whole file; the seed is hexadecimal."""

    seed: str
    seats: int
    options: dict[str, str]
    steps: list[_Step]


def introduction(game: AnyGame, packs: AnyPacks) -> rules_pb2.Introduction | None:
    """Return the introduction of a game. Returns None if there is none, or if new games use other components.

    Raises `msgspec.ValidationError` for a malformed file, and the errors of `read_options`.
    """
    if game.introduction_path is None or packs.default != pack_digest(game.components_path):
        return None
    return read(game, game.introduction_path)


def read(game: AnyGame, path: Path) -> rules_pb2.Introduction:
    """Read the introduction of a game from its file."""
    file = msgspec.json.decode(path.read_bytes(), type=_File)
    return rules_pb2.Introduction(
        seed=bytes.fromhex(file.seed),
        seats=file.seats,
        options=write_options(read_options(game.options_type, file.options)),
        steps=(
            rules_pb2.IntroductionStep(
                seat=step.seat, prompt_id=step.prompt, kind=step.kind, picks=step.picks, lesson=step.lesson
            )
            for step in file.steps
        ),
    )
