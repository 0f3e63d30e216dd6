"""Finds the folder of the page: in the installed gateway, or where `make web` builds it."""

from importlib.util import find_spec
from pathlib import Path

from galaxytables_platform.games import TOP

_GATEWAY = "galaxytables_web"


def built_page() -> Path:
    """Return the folder of the page, which may not exist yet."""
    spec = find_spec(_GATEWAY)
    installed = [Path(place) / "built" for place in (spec.submodule_search_locations or ())] if spec else []
    return next(filter(Path.is_dir, installed), TOP / "clients" / "web" / "dist")
