"""The Prometheus that `make run DASHBOARD=1` starts: it reads the figures of all processes and knows our alerts."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from galaxytables_platform.games import TOP
from galaxytables_serving import StartError

RULES = TOP / "deploy" / "monitoring"
READ_EVERY = "5s"
KEPT_FOR = "2d"


def prometheus_executable() -> str:
    """Find the program. Raises `StartError` where it is not installed."""
    program = shutil.which("prometheus")
    if program is None:
        raise StartError(
            "prometheus is missing: install it (Debian: `apt-get install prometheus`), or leave DASHBOARD out."
        )
    return program


def prometheus_command(
    folder: Path, address: str, processes: Mapping[str, str], *, rules: Path = RULES, read_every: str = READ_EVERY
) -> tuple[str, ...]:
    """Write the settings of a server that reads the figures of processes, by name; give its command.

    A process is the `instance` of its figures. Alerts and recorded figures are those in the folder `rules`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    groups = [{"targets": [metrics], "labels": {"instance": name}} for name, metrics in processes.items()]
    settings = {
        "global": {"scrape_interval": read_every, "evaluation_interval": read_every},
        "rule_files": [str(rules / "recording.yaml"), str(rules / "alerts.yaml")],
        "scrape_configs": [{"job_name": "galaxytables", "static_configs": groups}],
    }
    file = folder / "prometheus.json"  # JSON is YAML, too
    file.write_text(json.dumps(settings, indent=1))
    return (
        prometheus_executable(),
        f"--config.file={file}",
        f"--storage.tsdb.path={folder / 'figures'}",
        f"--storage.tsdb.retention.time={KEPT_FOR}",
        f"--web.listen-address={address}",
        # Traces of single calls beside the figures.
        "--enable-feature=exemplar-storage",
        "--log.level=warn",
    )
