"""Puts the alerts and recording rules into the wheel, for the Prometheus that a platform starts."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildWithRules(BuildHookInterface[Any]):  # it has no configuration
    """Adds the rules to the wheel; an editable one finds them in `deploy/monitoring`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # hatchling's signature
        """Add the rules."""
        if version == "editable":
            return
        folder = Path(self.root).parents[1] / "deploy" / "monitoring"
        for name in ("alerts.yaml", "recording.yaml"):
            build_data["force_include"][str(folder / name)] = f"galaxytables_platform/monitoring/{name}"
