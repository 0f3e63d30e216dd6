"""Makes all generated pages of the reference."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fluent.syntax import ast

from galaxytables_kit.wording import ENGLISH, shared_messages
from tools.reference.bounds_page import bounds_page
from tools.reference.client_page import client_page
from tools.reference.game_page import game_page
from tools.reference.games import games
from tools.reference.lobby_page import lobby_page
from tools.reference.markdown import ORIGIN, code, page, section, table
from tools.reference.metrics_page import metrics_page
from tools.reference.sentences import Messages, parsed
from tools.reference.settings_page import settings_page

_TOP = Path(__file__).parents[2]
FOLDER = _TOP / "docs" / "reference"

_ABOUT = """Every kind of question, event, reason, error and option with its facts, as the code declares it.
[Front ends](../how-to/front-ends.md) and [operations](../how-to/operations.md) say how to use them."""


def generated_files() -> list[Path]:
    """Return the files of `docs/reference/` that are generated. Pages that people wrote are left out."""
    return [file for file in FOLDER.glob("*.md") if ORIGIN in file.read_text(encoding="utf-8").splitlines()]


@cache
def pages() -> Mapping[str, str]:
    """Return the text of each generated page, by the name of its file."""
    shared = parsed(shared_messages(ENGLISH))
    by_page = {f"{game.name}.md": game for game in games()}
    texts = {
        **{name: game_page(game, shared) for name, game in by_page.items()},
        "bounds.md": bounds_page(),
        "lobby.md": lobby_page(),
        "metrics.md": metrics_page(),
        "python-client.md": client_page(),
        "settings.md": settings_page(),
    }
    about = {
        **{
            name: (game.title, "options, prompts, events, reasons, refusals, view, components, powers, words")
            for name, game in by_page.items()
        },
        "bounds.md": ("Bounds", "what servers take of each request and each of its fields"),
        "lobby.md": ("Lobby", "calls, errors, events, words"),
        "metrics.md": ("Metrics", "of every process"),
        "python-client.md": ("Python client", "classes, methods, errors"),
        "settings.md": ("Settings", "environment variables of every process"),
    }
    return {"README.md": _contents(about, shared), **texts}


def _contents(about: Mapping[str, tuple[str, str]], shared: Mapping[str, ast.Message]) -> str:
    words = Messages(shared)
    return page(
        "Reference",
        _ABOUT,
        table(["page", "what it lists"], ((f"[{title}]({name})", what) for name, (title, what) in about.items())),
        section(
            "Words of all games",
            table(["message", ""], ((code(name), words.say(name)) for name in words.left_over())),
        ),
    )
