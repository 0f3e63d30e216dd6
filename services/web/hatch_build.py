"""Puts the built page beside the gateway, where it looks for it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildWithPage(BuildHookInterface[Any]):  # it has no configuration
    """Adds the page to the wheel; an editable one finds it where `make web` builds it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # hatchling's signature
        """Add the page. Without one the gateway serves calls only."""
        page = Path(self.root).parents[1] / "clients" / "web" / "dist"
        if version == "editable":
            return
        if (page / "index.html").is_file():
            build_data["force_include"][str(page)] = "galaxytables_web/built"
        else:
            self.app.display_warning("The page is not built, so this package has none: `make web` builds it.")
