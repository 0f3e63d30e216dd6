"""A build hook that puts files of `deploy` into the wheel: rules for Prometheus, dashboards, and systemd units."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildWithDeployment(BuildHookInterface[Any]):  # it has no configuration
    """Adds files of `deploy` to the wheel. An editable install instead finds the rules in `deploy/monitoring`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # hatchling's signature
        """Add the rules to the package, and all other files to the folder `share` of an installation."""
        if version == "editable":
            return
        folder = Path(self.root).parents[1] / "deploy"
        for name in ("alerts.yaml", "recording.yaml"):
            build_data["force_include"][str(folder / "monitoring" / name)] = f"galaxytables_platform/monitoring/{name}"
        for name in ("monitoring", "systemd"):
            build_data["shared_data"][str(folder / name)] = f"share/galaxytables/{name}"
