"""Component packs: the cards or other components of a game as data, which an operator can replace.

A pack is a JSON file, or a folder of JSON files. Its digest is the SHA-256 over the names and bytes of its files. Every
table is pinned to the digest of the pack with which it was started.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

import structlog
from msgspec import Struct

from galaxytables_kit.component_json import HEAD, named_game
from galaxytables_kit.components import files_of
from galaxytables_kit.errors import UnknownPack
from galaxytables_kit.game import AnyGame, Game

S = TypeVar("S", bound=Struct)
P = TypeVar("P")
OptionsT = TypeVar("OptionsT", bound=Struct)

_log = structlog.get_logger(__name__)


class PackRegistry(Generic[P]):
    """All packs of a service: the one for new games, and those that running games may still need."""

    def __init__(self, default: bytes, packs: dict[bytes, P]) -> None:
        self.default = default
        self._packs = packs

    @property
    def digests(self) -> list[bytes]:
        """Return the digests of all packs, beginning with that of the pack for new games."""
        return [self.default, *(digest for digest in self._packs if digest != self.default)]

    def only(self, digest: bytes) -> "PackRegistry[P]":
        """Return a registry that has only the pack with this digest. New games use this pack too.

        Raises `UnknownPack`.
        """
        return PackRegistry(digest, {digest: self.get(digest)})

    def get(self, digest: bytes) -> P:
        """Return the pack with a digest; for an empty digest, the pack for new games. Raises `UnknownPack`."""
        try:
            return self._packs[digest or self.default]
        except KeyError:
            raise UnknownPack(digest) from None


AnyPacks: TypeAlias = PackRegistry[Any]  # those of `AnyGame`


def pack_digest(path: Path) -> bytes:
    """Return the SHA-256 over the sorted names, sizes and bytes of the files of a pack."""
    digest = sha256()
    for file in files_of(path):
        content = file.read_bytes()
        name = "" if file == path else file.name
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.digest()


def load_packs(game: Game[S, P, OptionsT], replacements: Iterable[Path] = ()) -> PackRegistry[P]:
    """Load the built-in pack, former built-in packs, and each replacement that is a pack of this game.

    New games use the first replacement or, if there is none, the built-in pack. Replacements for other games are
    skipped, so one list may serve all services. Raises `ComponentError`.
    """
    own = [path for path in replacements if _belongs(path, game)]
    paths = [game.components_path, *game.earlier_packs, *own]
    packs = {pack_digest(path): game.load_pack(path) for path in paths}
    return PackRegistry(pack_digest((own or [game.components_path])[0]), packs)


def game_of(path: Path) -> str:
    """Return the name of the game that a pack is for. Raises `ComponentError` if the pack does not say."""
    return named_game(path / HEAD if path.is_dir() else path)


def _belongs(path: Path, game: AnyGame) -> bool:
    said = game_of(path)
    if said in (game.name, game.title):
        return True
    _log.info("pack_of_another_game", game=game.name, file=str(path), pack_game=said)
    return False
