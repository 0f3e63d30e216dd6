"""Configures the Prometheus that `make run DASHBOARD=1` starts, with all metrics and alerts of the platform."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from galaxytables_platform.games import TOP, is_checkout
from galaxytables_serving import StartError

RULES = TOP / "deploy" / "monitoring" if is_checkout() else Path(__file__).parent / "monitoring"
"""Where our alerts and recording rules are; a wheel carries them."""
READ_EVERY = "5s"
KEPT_FOR = "2d"


def prometheus_executable() -> str:
    """Return the path of Prometheus. Raises `StartError` if it is not installed."""
    program = shutil.which("prometheus")
    if program is None:
        raise StartError(
            "prometheus is missing: install it (Debian: `apt-get install prometheus`), or leave DASHBOARD out."
        )
    return program


def prometheus_command(
    folder: Path, address: str, processes: Mapping[str, str], *, rules: Path = RULES, read_every: str = READ_EVERY
) -> tuple[str, ...]:
    """Write the configuration of a Prometheus that scrapes these processes, and return the command that starts it.

    `processes` are addresses by name; the name becomes the `instance` of the metrics. Alerts and recording rules come
    from the folder `rules`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    groups = [{"targets": [metrics], "labels": {"instance": name}} for name, metrics in processes.items()]
    settings = {
        "global": {"scrape_interval": read_every, "evaluation_interval": read_every},
        "rule_files": [str(rules / "recording.yaml"), str(rules / "alerts.yaml")],
        "scrape_configs": [{"job_name": "galaxytables", "static_configs": groups}],
    }
    file = folder / "prometheus.json"  # JSON is valid YAML
    file.write_text(json.dumps(settings, indent=1))
    return (
        prometheus_executable(),
        f"--config.file={file}",
        f"--storage.tsdb.path={folder / 'figures'}",
        f"--storage.tsdb.retention.time={KEPT_FOR}",
        f"--web.listen-address={address}",
        # Exemplars link metrics to traces of single calls.
        "--enable-feature=exemplar-storage",
        "--log.level=warn",
    )
