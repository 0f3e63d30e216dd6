"""Finds the folders of built pages: in the installed gateway, or where `make web` builds them."""

from importlib.util import find_spec
from pathlib import Path

from galaxytables_platform.games import TOP

_GATEWAY = "galaxytables_web"


def built_page() -> Path:
    """Return the folder of the page, which may not exist yet."""
    return _folder("built", "dist")


def built_console() -> Path:
    """Return the folder of the operators' console, which may not exist yet."""
    return _folder("built_console", "dist-console")


def _folder(packed: str, built: str) -> Path:
    spec = find_spec(_GATEWAY)
    installed = [Path(place) / packed for place in (spec.submodule_search_locations or ())] if spec else []
    return next(filter(Path.is_dir, installed), TOP / "clients" / "web" / built)
