"""Alerts, recorded figures and dashboards: of figures that exist, each alert proved and explained."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.dashboards import ALL, FOLDER, dashboards
from tools.reference.metrics_page import metrics_page

MONITORING = FOLDER.parent
RUNBOOK = MONITORING.parents[1] / "docs/how-to/runbook.md"
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (Debian: prometheus)")

NOT_OURS = {"up", "ALERTS", "kubelet_volume_stats_available_bytes", "kubelet_volume_stats_capacity_bytes"}
NOT_OURS |= {"process_open_fds", "process_max_fds"}
NOT_OURS |= {"node_filesystem_avail_bytes", "node_filesystem_size_bytes"}
NOT_OURS |= {"probe_ssl_earliest_cert_expiry", "certmanager_certificate_expiration_timestamp_seconds"}
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_STRINGS_AND_LABELS = re.compile(r'"[^"]*"|\{[^}]*\}|\b(?:by|on|group_left|without) ?\([^)]*\)')


def rules_of(name: str) -> list[dict[str, Any]]:
    groups = yaml.safe_load((MONITORING / name).read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


ALERTS = {rule["alert"]: rule for rule in rules_of("alerts.yaml")}
RECORDED = {rule["record"] for rule in rules_of("recording.yaml")}
EXPRESSIONS = [rule["expr"] for rule in (*rules_of("alerts.yaml"), *rules_of("recording.yaml"))]
SHOWN = [expression for board in ALL for panel in board.panels for expression in panel.lines.values()]


def figures_in(expression: str) -> set[str]:
    """The figures that an expression reads: names that are not called, and that are not labels."""
    bare = _STRINGS_AND_LABELS.sub(" ", expression)
    names = {name for name in _NAME.findall(bare) if not re.search(rf"\b{name} ?\(", expression)}
    return {name for name in names if "_" in name or name in NOT_OURS} - {"group_left"}


def declared() -> set[str]:
    page = metrics_page()
    found = set(re.findall(r"^\| `([a-z_]+)", page, re.MULTILINE))
    histograms = re.findall(r"^\| `([a-z_]+)[^|]*\| histogram", page, re.MULTILINE)
    return found | {f"{name}_{part}" for name in histograms for part in ("bucket", "count", "sum")}


def test_figures_are_found_in_an_expression():
    found = figures_in(
        'sum by (game, le) (rate(galaxytables_x_bucket{call="not_this"}[5m])) / game:galaxytables_y:rate1m or up'
    )
    assert found == {"galaxytables_x_bucket", "game:galaxytables_y:rate1m", "up"}


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *SHOWN])
def test_only_figures_that_exist_are_read(expression):
    found = figures_in(expression)
    assert found
    assert found <= declared() | RECORDED | NOT_OURS


def test_every_figure_of_ours_is_seen_somewhere():
    seen = {name for expression in (*EXPRESSIONS, *SHOWN) for name in figures_in(expression)}
    ours = set(re.findall(r"^\| `(galaxytables_[a-z_]+)", metrics_page(), re.MULTILINE))
    assert ours - {re.sub("_(bucket|count|sum)$", "", name) for name in seen} == set()


def test_what_is_recorded_is_used():
    assert {name for expression in (*EXPRESSIONS, *SHOWN) for name in figures_in(expression)} >= RECORDED


def test_each_alert_has_its_paragraph_and_no_other_is_there():
    assert re.findall(r"^## (\w+)$", RUNBOOK.read_text(), re.MULTILINE) == list(ALERTS)
    assert {rule["labels"]["severity"] for rule in ALERTS.values()} == {"page", "ticket"}


def test_each_alert_leads_to_its_paragraph():
    for name, rule in ALERTS.items():
        base, path = rule["annotations"]["runbook_url"].split("}}")
        assert base == "{{ $externalLabels.runbook "
        page, _, anchor = path.partition("#")
        text = (MONITORING.parents[1] / page).read_text()
        assert anchor in {heading.lower() for heading in re.findall(r"^## (\w+)$", text, re.MULTILINE)}, name
        assert anchor == name.lower()


def test_each_alert_is_proved_to_fire_and_to_clear():
    scenes = yaml.safe_load((MONITORING / "alerts.test.yaml").read_text())["tests"]
    expected: dict[str, set[int]] = {}
    for scene in scenes:
        for moment in scene["alert_rule_test"]:
            expected.setdefault(moment["alertname"], set()).add(len(moment["exp_alerts"]))
    assert expected == {name: {0, 1} for name in ALERTS}


@needs_promtool
def test_the_scenes_of_the_alerts_hold():
    tested = subprocess.run(
        [str(PROMTOOL), "test", "rules", "alerts.test.yaml"],
        cwd=MONITORING,
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout + tested.stderr


@needs_promtool
def test_every_expression_of_a_dashboard_can_be_read(tmp_path: Path):
    rules = [{"record": f"shown:{number}", "expr": expression} for number, expression in enumerate(SHOWN)]
    file = tmp_path / "shown.json"
    file.write_text(json.dumps({"groups": [{"name": "shown", "rules": rules}]}))
    checked = subprocess.run([str(PROMTOOL), "check", "rules", file], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_dashboards_are_current():
    lying = {path.name: path.read_text() for path in FOLDER.glob("*.json")}
    assert lying == dashboards(), "make dashboards"


def test_panels_lie_beside_each_other_and_every_page_has_a_title_of_its_own():
    pages = [json.loads(text) for text in dashboards().values()]
    assert len({page["title"] for page in pages}) == len({page["uid"] for page in pages}) == len(ALL)
    for page in pages:
        places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in page["panels"]]
        assert len(set(places)) == len(places)
        assert max(x for x, _ in places) < 24
