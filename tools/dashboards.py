"""`make dashboards` writes the Grafana dashboards of `deploy/monitoring/dashboards`, which this module declares.

A dashboard is a list of panels. A panel has a title, a unit, and an expression for each legend.
"""

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "deploy" / "monitoring" / "dashboards"
PANELS_IN_A_ROW = 3
_WIDTH, _HEIGHT = 8, 7


@dataclass(frozen=True)
class Panel:
    """A panel: its title, its unit in Grafana's names, and a PromQL expression for each legend."""

    title: str
    unit: str
    lines: dict[str, str]


@dataclass(frozen=True)
class Dashboard:
    """A dashboard. `name` is both its id and the name of its file."""

    name: str
    title: str
    panels: tuple[Panel, ...]


def _quantile(share: float, metric: str, *by: str) -> str:
    kept = ", ".join([*by, "le"])
    return f"histogram_quantile({share:g}, sum by ({kept}) (rate({metric}_bucket[5m])))"


def _times(title: str, metric: str, *by: str) -> Panel:
    names = " ".join(f"{{{{{name}}}}}" for name in by)
    shares = {"half": 0.5, "99 of 100": 0.99}
    return Panel(
        title, "s", {f"{names} {word}".strip(): _quantile(share, metric, *by) for word, share in shares.items()}
    )


def _rate(title: str, metric: str, *by: str, unit: str = "ops") -> Panel:
    legend = " ".join(f"{{{{{name}}}}}" for name in by) or title.lower()
    kept = f" by ({', '.join(by)})" if by else ""
    return Panel(title, unit, {legend: f"sum{kept} (rate({metric}[1m]))"})


def _largest(title: str, metric: str, *by: str, unit: str = "short") -> Panel:
    legend = " ".join(f"{{{{{name}}}}}" for name in by) or title.lower()
    kept = f" by ({', '.join(by)})" if by else ""
    return Panel(title, unit, {legend: f"max{kept} ({metric})"})


_SERVING = "sum by (process) (galaxytables_serving * on (instance) group_left (process) galaxytables_process_info)"
_CERTIFICATES = "min by (instance, variable) (galaxytables_certificate_expiry_timestamp_seconds) - time()"

ALL = (
    Dashboard(
        "overview",
        "Galaxy Tables: overview",
        (
            Panel("Choices a second", "ops", {"{{game}}": "game:galaxytables_choices:rate1m"}),
            Panel("A choice, 99 of 100", "s", {"{{game}}": "game:galaxytables_submit_seconds:p99_5m"}),
            Panel("Running tables", "short", {"{{game}}": 'game_stage:galaxytables_tables:max{stage="running"}'}),
            _largest("Games that answer", "galaxytables_rules_available", "game"),
            _largest("Share of the store that answers", "galaxytables_store_ready", unit="percentunit"),
            Panel("Processes that serve", "short", {"{{process}}": _SERVING}),
            Panel(
                "Calls that fail inside", "percentunit", {"{{grpc_service}}": "service:grpc_server_failures:ratio5m"}
            ),
            Panel(
                "Event loops, 99 of 100", "s", {"{{instance}}": "instance:galaxytables_event_loop_lag_seconds:p99_5m"}
            ),
            Panel("Alerts that fire", "short", {"{{alertname}}": 'sum by (alertname) (ALERTS{alertstate="firing"})'}),
        ),
    ),
    Dashboard(
        "game",
        "Galaxy Tables: games",
        (
            _rate("Choices, by what became of them", "galaxytables_choices_total", "game", "outcome"),
            _times("A choice, from its arrival to its acceptance", "galaxytables_submit_seconds", "game"),
            _times("A call to the rules, as the lobby sees it", "galaxytables_rules_seconds", "game"),
            _times("The same, in the rules service alone", "galaxytables_rules_call_seconds", "game"),
            _rate("Positions asked for, at hand or not", "galaxytables_rules_cache_lookups_total", "game", "result"),
            _rate("Positions sent again", "galaxytables_positions_resent_total", "game"),
            _rate("Tables played again for newer rules", "galaxytables_positions_renewed_total", "game"),
            _largest("Games that answer", "galaxytables_rules_available", "game"),
            _rate("Outages", "galaxytables_outage_seconds_total", "game", unit="percentunit"),
        ),
    ),
    Dashboard(
        "pods",
        "Galaxy Tables: pods of the rules",
        (
            Panel(
                "Pods that are called",
                "short",
                {"{{game}}": "sum by (game) (max by (game, pod) (galaxytables_rules_pod_ready))"},
            ),
            _rate("Answers, by pod", "galaxytables_rules_pod_calls_total", "game", "pod"),
            _rate(
                "Calls on positions, by what became of them",
                "galaxytables_rules_calls_total",
                "game",
                "call",
                "outcome",
            ),
            _rate("Calls given to another pod as well", "galaxytables_rules_repeated_total", "game", "why"),
            _rate("Pods sent away for their silence", "galaxytables_rules_ejections_total", "game"),
            Panel("Outages", "short", {"{{game}}": "sum by (game) (increase(galaxytables_outages_total[1h]))"}),
        ),
    ),
    Dashboard(
        "tables",
        "Galaxy Tables: life of the tables",
        (
            Panel("Tables in the store", "short", {"{{game}} {{stage}}": "game_stage:galaxytables_tables:max"}),
            _rate("Games that ended, by why", "galaxytables_games_ended_total", "game", "reason"),
            Panel("Streams that watch", "short", {"{{of}}": "sum by (of) (galaxytables_watchers)"}),
            _rate("Tables needed, by where they were found", "galaxytables_table_loads_total", "source"),
            _rate("Updates that carried everything", "galaxytables_watch_resyncs_total"),
            _rate("Looks at the past", "galaxytables_looked_back_total", "game", "how"),
            Panel("Homes of tables", "short", {"{{instance}}": "galaxytables_home_shards"}),
            _rate("Shards that changed their home", "galaxytables_home_handovers_total"),
        ),
    ),
    Dashboard(
        "store",
        "Galaxy Tables: store",
        (
            _largest("Share of the store that answers", "galaxytables_store_ready", unit="percentunit"),
            _rate("Commits, by what became of them", "galaxytables_commits_total", "outcome"),
            _times("A commit, queueing included", "galaxytables_commit_seconds"),
            _rate("Compactions, by what became of them", "galaxytables_compactions_total", "outcome"),
            Panel("Commands in a round trip", "short", {"half": _quantile(0.5, "galaxytables_store_batch_commands")}),
            _rate("Batches sent again", "galaxytables_store_retries_total"),
            _rate("Commits that no replica has", "galaxytables_store_unreplicated_total"),
            Panel("Scripts in Redis", "ops", {"scripts": "max(rate(galaxytables_store_script_calls_total[1m]))"}),
            Panel(
                "Redis at scripts", "percentunit", {"busy": "max(rate(galaxytables_store_script_seconds_total[1m]))"}
            ),
            _rate("Commits heard of from others", "galaxytables_feed_entries_total"),
            _rate("Own commits heard of", "galaxytables_feed_own_entries_total"),
        ),
    ),
    Dashboard(
        "clock",
        "Galaxy Tables: clock",
        (
            _largest("Tables whose deadline has passed", "galaxytables_deadline_backlog"),
            _times("How late the clock acts", "galaxytables_deadline_lateness_seconds"),
            _rate("Deadlines, by what became of them", "galaxytables_deadlines_total", "outcome"),
            _times("A sweep", "galaxytables_sweep_seconds"),
            _rate("Sweeps", "galaxytables_sweep_seconds_count"),
        ),
    ),
    Dashboard(
        "tournaments",
        "Galaxy Tables: tournaments",
        (
            Panel(
                "Tournaments under way",
                "short",
                {"{{format}} {{stage}}": "max by (format, stage) (galaxytables_tournaments)"},
            ),
            Panel("Entrants", "short", {"{{format}}": "max by (format) (galaxytables_tournament_entrants)"}),
            _largest("The longest that something is due", "galaxytables_tournament_overdue_seconds", unit="s"),
            _times("How late rounds begin", "galaxytables_tournament_round_lateness_seconds"),
            _rate("Rounds begun", "galaxytables_tournament_round_lateness_seconds_count"),
            _rate("Looks, by what became of them", "galaxytables_tournament_looks_total", "outcome"),
        ),
    ),
    Dashboard(
        "archive",
        "Galaxy Tables: archive",
        (
            _largest("The database answers", "galaxytables_archive_ready"),
            _largest("Finished games that wait", "galaxytables_archive_backlog"),
            _times("From a game's end to the archive", "galaxytables_archive_lateness_seconds"),
            _rate("Games archived, by what became of them", "galaxytables_games_archived_total", "game", "outcome"),
            _times("A call to the database", "galaxytables_archive_seconds", "call"),
        ),
    ),
    Dashboard(
        "bots",
        "Galaxy Tables: bots",
        (
            Panel("Seats played", "short", {"{{game}} {{bot}}": "sum by (game, bot) (galaxytables_bots_seats)"}),
            _rate("Answers, by what became of them", "galaxytables_bots_choices_total", "game", "outcome"),
            _times("Time to choose", "galaxytables_bots_choose_seconds", "game", "bot"),
            _times("From an answer to its acceptance", "galaxytables_bots_answer_seconds", "game"),
            _rate("Answered by default", "galaxytables_bots_defaults_total", "game", "bot"),
            _rate("Answered at once, others waited", "galaxytables_bots_hurried_total", "game", "bot"),
            _rate("Failures to answer", "galaxytables_bots_strategy_errors_total", "game", "bot"),
            _rate("Hints, by what became of them", "galaxytables_bots_hints_total", "game", "outcome"),
            Panel("Hosts of bots", "short", {"hosts": "sum(galaxytables_bot_hosts)"}),
            Panel("Open streams", "short", {"{{call}}": "sum by (call) (galaxytables_bots_connected_streams)"}),
            _rate("Streams opened again", "galaxytables_bots_reconnects_total", "call"),
        ),
    ),
    Dashboard(
        "web",
        "Galaxy Tables: web",
        (
            _rate("Requests, by status", "galaxytables_web_requests_total", "kind", "status"),
            _rate("Calls refused by the gateway", "galaxytables_web_refused_total", "reason"),
            _rate("Connections cut off", "galaxytables_web_cut_off_total", "why"),
            _rate("Connections closed since their address had too many", "galaxytables_connections_shut_total"),
            _rate("Calls of the public API that ended", "grpc_server_handled_total", "grpc_method", "grpc_code"),
            _times("Calls of the public API", "grpc_server_handling_seconds", "grpc_method"),
            Panel("Calls under way", "short", {"{{grpc_method}}": "sum by (grpc_method) (grpc_server_open_calls)"}),
            _times("Until a stream's first answer", "grpc_server_first_answer_seconds", "grpc_method"),
            _times("Until a stream's end", "grpc_server_stream_seconds", "grpc_method"),
            _rate("Messages on streams to players", "grpc_server_msg_sent_total", "grpc_method"),
            _rate("Calls asked of a table's home, or of any lobby", "galaxytables_web_asked_total", "lobby"),
            Panel("Homes that gateways know", "short", {"{{instance}}": "galaxytables_web_homes"}),
        ),
    ),
    Dashboard(
        "public",
        "Galaxy Tables: what is kept out",
        (
            _rate("Refused as too much", "galaxytables_limited_total", "limit", "scope"),
            Panel("Streams and watches that count", "short", {"{{limit}}": "sum by (limit) (galaxytables_limit_held)"}),
            _rate("Refused because an operator wants it", "galaxytables_sanctioned_total", "reason"),
            _largest("What operators keep others from", "galaxytables_sanctions", "kind"),
            _rate("What operators did by hand", "galaxytables_acts_total", "act", "outcome"),
            Panel("Announcements that players are shown", "short", {"{{instance}}": "galaxytables_announcements"}),
            _largest("Switched off by operators", "galaxytables_features_off", "feature"),
            _rate("Refused because it is switched off", "galaxytables_switched_off_total", "feature"),
            _largest("Limits that operators have changed", "galaxytables_limits_changed"),
            _rate("Reports of players and appeals", "galaxytables_reports_total", "kind"),
            _largest("Reports and appeals that nobody has decided", "galaxytables_reports_pending", "state"),
            Panel(
                "How old the oldest of these is",
                "s",
                {"{{state}}": "max by (state) (galaxytables_reports_oldest_seconds)"},
            ),
            _rate("Departures from rated games, and refusals", "galaxytables_cool_downs_total", "outcome"),
            _rate("Refresh tokens shown", "galaxytables_refreshes_total", "outcome"),
            Panel("Certificates end in", "s", {"{{instance}} {{variable}}": _CERTIFICATES}),
            _rate("Spans of traces", "galaxytables_spans_total", "outcome"),
        ),
    ),
    Dashboard(
        "accounts",
        "Galaxy Tables: accounts",
        (
            _rate("Sign-ins, by how they ended", "galaxytables_sign_ins_total", "outcome"),
            _times("A call to an OpenID provider", "galaxytables_provider_seconds", "provider", "call"),
            _rate("Passkeys, by what became of them", "galaxytables_passkeys_total", "outcome"),
            _rate("Guests who became part of an account", "galaxytables_merges_total", "step"),
            _rate("Sessions that players ended", "galaxytables_sessions_ended_total", "which"),
            _largest("Ended sessions whose tokens would still be good", "galaxytables_endings"),
        ),
    ),
    Dashboard(
        "pairing",
        "Galaxy Tables: pairing",
        (
            _rate("Tables for tickets, by what became of them", "galaxytables_pairings_total", "game", "outcome"),
            _times("How long a ticket waited", "galaxytables_pairing_wait_seconds"),
            _times("A wave of a pool", "galaxytables_pairing_seconds"),
            _rate("Tickets, by what became of them", "galaxytables_tickets_total", "kind", "outcome"),
            Panel("Live tickets with an open stream", "short", {"tickets": "sum(galaxytables_tickets_held)"}),
        ),
    ),
    Dashboard(
        "notifications",
        "Galaxy Tables: notifications",
        (
            _rate("Notifications, by what became of them", "galaxytables_notifications_total", "way", "outcome"),
            _times("From due to delivered", "galaxytables_notification_lateness_seconds", "way"),
            _largest("How long the oldest has waited", "galaxytables_notifications_oldest_seconds", "stage", unit="s"),
            _largest("Given up and kept for operators", "galaxytables_notifications_dead"),
        ),
    ),
)


def dashboards() -> dict[str, str]:
    """Return the JSON text of each dashboard, by the name of its file."""
    return {f"{each.name}.json": f"{json.dumps(_grafana(each), indent=1)}\n" for each in ALL}


def _grafana(dashboard: Dashboard) -> dict[str, object]:
    return {
        "uid": f"galaxytables-{dashboard.name}",
        "title": dashboard.title,
        "tags": ["galaxytables"],
        "schemaVersion": 39,
        "editable": False,
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {
            "list": [{"name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus"}]
        },
        "links": [{"type": "dashboards", "tags": ["galaxytables"], "asDropdown": True, "title": "Galaxy Tables"}],
        "panels": [_panel(place, panel) for place, panel in enumerate(dashboard.panels)],
    }


def _panel(place: int, panel: Panel) -> dict[str, object]:
    row, column = divmod(place, PANELS_IN_A_ROW)
    return {
        "id": place + 1,
        "type": "timeseries",
        "title": panel.title,
        "datasource": {"type": "prometheus", "uid": "${source}"},
        "gridPos": {"x": column * _WIDTH, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + number), "legendFormat": legend, "expr": expression}
            for number, (legend, expression) in enumerate(panel.lines.items())
        ],
    }


def main(folder: Path = FOLDER) -> None:
    """Write all dashboards, and remove files of dashboards that no longer exist."""
    folder.mkdir(parents=True, exist_ok=True)
    found = dashboards()
    for path in folder.glob("*.json"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
