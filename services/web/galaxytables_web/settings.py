"""Settings of the gateway."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from galaxytables_serving.files import USUAL_CONNECTIONS
from galaxytables_serving.settings import Kind, integer, optional, pairs, path, seconds, text, variable
from galaxytables_serving.tls import CallTls

ANY_ORIGIN = "*"

# The folders of page and documentation in the Python package (hatch_build.py), and in a checkout.
_PACKED, _BUILT = Path(__file__).with_name("built"), "clients/web/dist"
_PACKED_DOCS, _BUILT_DOCS = Path(__file__).with_name("built_docs"), ".tools/docs/html"


def _origins(value: str) -> frozenset[str]:
    """Read `https://example.org,http://localhost:5173`, or `*` for all. Raises `ValueError`."""
    origins = frozenset(filter(None, (part.strip().lower() for part in value.split(","))))
    for origin in origins - {ANY_ORIGIN}:
        scheme, separator, host = origin.partition("://")
        if scheme not in {"http", "https"} or not separator or not host or "/" in host:
            raise ValueError
    return origins


_PAIRS = pairs("=", example="goofspiel=/path/of/its/board")


def _folders(value: str) -> Mapping[str, Path]:
    """Read the folders of boards by their games. Raises `ValueError`."""
    return {game: Path(folder) for game, folder in _PAIRS.parse(value).items()}


@dataclass(frozen=True)
class WebSettings(CallTls):
    """Settings of the gateway: what it serves, which front ends may call it, and its limits."""

    lobby: str = variable("GALAXYTABLES_LOBBY", text, "`host:port` of the lobby", default="127.0.0.1:5100")
    connections: int = variable(
        "GALAXYTABLES_WEB_LOBBY_CONNECTIONS",
        integer(1, 64),
        "connections to the lobby, which calls take in turn",
        default="2",
    )
    page: Path = variable(
        "GALAXYTABLES_WEB_PAGE", path, "folder of the built page", default=str(_PACKED) if _PACKED.is_dir() else _BUILT
    )
    docs: Path = variable(
        "GALAXYTABLES_WEB_DOCS",
        path,
        "folder of the built documentation, which is served at `/docs/`",
        default=str(_PACKED_DOCS) if _PACKED_DOCS.is_dir() else _BUILT_DOCS,
    )
    boards: Mapping[str, Path] = variable(
        "GALAXYTABLES_WEB_BOARDS",
        Kind(_folders, _PAIRS.expected),
        "folders of boards that games bring for the page: `game=folder,…`; `galaxytables run` finds those of packages",
    )
    font: Path | None = variable(
        "GALAXYTABLES_WEB_FONT",
        optional(path),
        "font file for names in pictures of shared games that are not in Latin, Greek or Cyrillic letters; a name that "
        "no font can write is left out of the picture",
    )
    origins: frozenset[str] = variable(
        "GALAXYTABLES_WEB_ORIGINS",
        Kind(_origins, "origins like https://example.org,http://localhost:5173, or *"),
        "other front ends whose pages may call: `https://example.org,…`, or `*` for all; the page's own may always",
    )
    max_streams: int = variable(
        "GALAXYTABLES_WEB_STREAMS", integer(1, 1_000_000), "streams open at once; more are refused", default="10000"
    )
    max_connections: int | None = variable(
        "GALAXYTABLES_WEB_CONNECTIONS",
        optional(integer(1, 1_000_000)),
        f"connections of browsers at once; more are refused; if unset as many as there are files for, "
        f"{USUAL_CONNECTIONS} at most",
    )
    deadline: float = variable(
        "GALAXYTABLES_WEB_DEADLINE",
        seconds(1, 600),
        "seconds that a call which is no stream may take at most",
        default="30",
    )
    patience: float = variable(
        "GALAXYTABLES_WEB_PATIENCE",
        seconds(1, 600),
        "seconds that a request may take to arrive, and a reader may take nothing, before the connection is cut",
        default="30",
    )
