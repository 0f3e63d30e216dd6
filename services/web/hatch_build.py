"""A build hook that puts the built page and documentation into the gateway's wheel."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildWithPage(BuildHookInterface[Any]):  # it has no configuration
    """Adds page, console and documentation to the wheel. An editable install finds them where they are built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # hatchling's signature
        """Add the pages and the documentation, if they are built. Without a page the gateway only serves calls."""
        top = Path(self.root).parents[1]
        page, docs = top / "clients" / "web" / "dist", top / ".tools" / "docs" / "html"
        console = top / "clients" / "web" / "dist-console"
        if version == "editable":
            return
        if (docs / "index.html").is_file():
            build_data["force_include"][str(docs)] = "galaxytables_web/built_docs"
        if (console / "index.html").is_file():
            build_data["force_include"][str(console)] = "galaxytables_web/built_console"
        if (page / "index.html").is_file():
            build_data["force_include"][str(page)] = "galaxytables_web/built"
        else:
            self.app.display_warning("The page is not built, so this package has none: `make web` builds it.")
