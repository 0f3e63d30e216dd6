"""Puts the built page and documentation beside the gateway, where it looks for them."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildWithPage(BuildHookInterface[Any]):  # it has no configuration
    """Adds both to the wheel; an editable one finds them where `make web` and `make docs` build them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # hatchling's signature
        """Add what is built. Without a page the gateway serves calls only."""
        top = Path(self.root).parents[1]
        page, docs = top / "clients" / "web" / "dist", top / ".tools" / "docs" / "html"
        if version == "editable":
            return
        if (docs / "index.html").is_file():
            build_data["force_include"][str(docs)] = "galaxytables_web/built_docs"
        if (page / "index.html").is_file():
            build_data["force_include"][str(page)] = "galaxytables_web/built"
        else:
            self.app.display_warning("The page is not built, so this package has none: `make web` builds it.")
