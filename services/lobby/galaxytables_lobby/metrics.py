"""The lobby's metrics for Prometheus. Labels are games, pods, stages and outcomes; never tables or players."""

from collections.abc import Iterator
from functools import cache

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_LATE = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30, 60, 300)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

CHOICES = Counter(
    "galaxytables_choices_total",
    "Choices by game and outcome: accepted, repeated, or the reason of their refusal in lower case.",
    ["game", "outcome"],
)
SUBMIT_SECONDS = Histogram(
    "galaxytables_submit_seconds", "Time from a choice's arrival to its acceptance.", ["game"], buckets=_FAST
)
RULES_SECONDS = Histogram(
    "galaxytables_rules_seconds", "Time of one call to a rules service.", ["game", "call"], buckets=_FAST
)
RULES_AVAILABLE = Gauge(
    "galaxytables_rules_available", "1 while the rules service of a game answers, 0 while it is away.", ["game"]
)
RULES_POD_READY = Gauge(
    "galaxytables_rules_pod_ready",
    "1 while calls go to a pod of a rules service, 0 while it is away or ejected.",
    ["game", "pod"],
)
RULES_POD_CALLS = Counter(
    "galaxytables_rules_pod_calls_total", "Calls that a pod of a rules service answered.", ["game", "pod"]
)
RULES_EJECTIONS = Counter(
    "galaxytables_rules_ejections_total",
    "Times that a pod was taken out of use: it was silent while calls waited and other pods answered.",
    ["game"],
)
RULES_REPEATED = Counter(
    "galaxytables_rules_repeated_total",
    "Calls sent again to another pod, by cause: away (no answer), broken (the stream), gone (the address).",
    ["game", "why"],
)
POSITIONS_RESENT = Counter(
    "galaxytables_positions_resent_total",
    "Positions that a rules service no longer held. Grows when a service was replaced.",
    ["game"],
)
POSITIONS_RENEWED = Counter(
    "galaxytables_positions_renewed_total",
    "Tables replayed because newer rules services use another position format. Grows after an upgrade.",
    ["game"],
)
COMMIT_SECONDS = Histogram("galaxytables_commit_seconds", "Time of one commit, queueing included.", buckets=_FAST)
COMMITS = Counter(
    "galaxytables_commits_total",
    "Commits by outcome: done, repeated (the answer was lost, or asked again), conflict (several processes write the "
    "same tables).",
    ["outcome"],
)
COMPACTIONS = Counter(
    "galaxytables_compactions_total",
    "Times that older events of a table were to be compressed in the store, by outcome: done, needless and overtaken "
    "(another process was faster), failed.",
    ["outcome"],
)
STORE_BATCH = Histogram("galaxytables_store_batch_commands", "Commands in one round trip to Redis.", buckets=_SIZES)
STORE_RECONNECTS = Counter("galaxytables_store_retries_total", "Batches sent again because Redis did not answer.")
STORE_REFUSED = Counter(
    "galaxytables_store_refused_total",
    "Commands that Redis refused for good, by the first word of its error: OOM where it is full, MISCONF its disk.",
    ["error"],
)
STORE_UNREPLICATED = Counter(
    "galaxytables_store_unreplicated_total",
    "Commits acknowledged though fewer replicas than GALAXYTABLES_WAIT_REPLICAS had them; grows while replicas are "
    "away.",
)
STORE_READY = Gauge(
    "galaxytables_store_ready",
    "Share of the store that responds to this process: 1 for all, 0 for none, a fraction for part of a cluster.",
)
TABLES = Gauge(
    "galaxytables_tables",
    "Tables in the store by stage: open, running, finished, closed. Each lobby counts all: take max, not sum.",
    ["game", "stage"],
)
TABLES_STRANDED = Gauge(
    "galaxytables_tables_stranded",
    "Running tables whose rules no service has, counted once a minute. Each lobby counts all: take max, not sum.",
    ["game"],
)
CACHE = Counter("galaxytables_table_loads_total", "Tables needed, by where they were found: cache, store.", ["source"])
WATCHERS = Gauge(
    "galaxytables_watchers", "Streams that follow a table, the lobby, a player's own tables, or a tournament.", ["of"]
)
LOOKED_BACK = Counter(
    "galaxytables_looked_back_total",
    "Requests for earlier states of tables, by how they were met: replayed or cached.",
    ["game", "how"],
)
RESYNCS = Counter(
    "galaxytables_watch_resyncs_total",
    "Updates that carried the whole table because a reader was too slow for patches.",
)
LIMITED = Counter(
    "galaxytables_limited_total",
    "Requests that a limit refused, by limit (guests, tables, streams, ...) and scope: player, address, all.",
    ["limit", "scope"],
)
ACTS = Counter("galaxytables_acts_total", "Acts of operators, by call and outcome: done, refused.", ["act", "outcome"])
REPORTS = Counter("galaxytables_reports_total", "Reports and appeals by players, by kind.", ["kind"])
COOL_DOWNS = Counter(
    "galaxytables_cool_downs_total",
    "Departures from rated games (left, stalled), and calls and tickets refused because of them (refused).",
    ["outcome"],
)
SANCTIONS = Gauge(
    "galaxytables_sanctions", "Sanctions in force, by kind. Each lobby counts all: take max, not sum.", ["kind"]
)
REVOCATIONS = Gauge(
    "galaxytables_endings", "Sessions and devices that were signed out while their tokens would still be valid."
)
SANCTIONED = Counter(
    "galaxytables_sanctioned_total",
    "Calls refused because of an operator's act, by reason: banned, muted, token_revoked, game_draining.",
    ["reason"],
)
PASSKEYS = Counter(
    "galaxytables_passkeys_total",
    "Passkeys used or added, by outcome: registered, signed_in, unknown (no account has it), refused, cloned (its use "
    "count went back).",
    ["outcome"],
)
REFRESHES = Counter(
    "galaxytables_refreshes_total",
    "Refresh tokens shown, by outcome: refreshed, repeated (the answer was lost, or another tab was faster), spent (it "
    "was used before, perhaps by a thief, and its session was ended), unknown.",
    ["outcome"],
)
SESSIONS_ENDED = Counter(
    "galaxytables_sessions_ended_total", "Times that players ended their own sessions: one, or all others.", ["which"]
)
PROVIDER_SECONDS = Histogram(
    "galaxytables_provider_seconds",
    "Time that OpenID providers took to respond, by provider and call.",
    ["provider", "call"],
)
SIGN_INS = Counter(
    "galaxytables_sign_ins_total",
    "Sign-ins by how they ended: begun, signed_in, linked, or the reason of their refusal in lower case.",
    ["outcome"],
)
MERGES = Counter(
    "galaxytables_merges_total",
    "Guests who became part of an account, by step: first_way_in (the guest is the account), moved, done.",
    ["step"],
)
LIMIT_HELD = Gauge(
    "galaxytables_limit_held", "Streams and watches that count against a limit of this process.", ["limit"]
)
ANNOUNCEMENTS = Gauge(
    "galaxytables_announcements", "Announcements that players are shown now, as far as this process knows."
)
FEATURES_OFF = Gauge(
    "galaxytables_features_off", "1 for what operators have switched off, as this process knows.", ["feature"]
)
LIMITS_CHANGED = Gauge(
    "galaxytables_limits_changed", "Limits that operators have changed from the values in the settings."
)
SWITCHED_OFF = Counter(
    "galaxytables_switched_off_total",
    "Calls refused because operators have switched off a feature that they need.",
    ["feature"],
)
BOT_HOSTS = Gauge("galaxytables_bot_hosts", "Streams of bot hosts at this process.")
HOME_SHARDS = Gauge("galaxytables_home_shards", "Shards of tables whose home this lobby is; 64 in all.")
HANDOVERS = Counter("galaxytables_home_handovers_total", "Shards whose home moved to this lobby.")
FEED_ENTRIES = Counter("galaxytables_feed_entries_total", "Commits of other processes that this one received.")
OWN_ENTRIES = Counter("galaxytables_feed_own_entries_total", "Commits of this process that it read back.")
DEADLINE_LATENESS = Histogram(
    "galaxytables_deadline_lateness_seconds", "How long after a deadline the clock acted.", buckets=_LATE
)
DEADLINE_BACKLOG = Gauge("galaxytables_deadline_backlog", "Tables whose deadline had passed at the last sweep.")
DEADLINES = Counter(
    "galaxytables_deadlines_total",
    "Claimed tables by outcome: acted, settled (nothing was due any more), stranded (no rules service), failed.",
    ["outcome"],
)
GAMES_ENDED = Counter(
    "galaxytables_games_ended_total",
    "Games that this process ended, by reason: played_out, resigned, clocked_out, abandoned, stalled.",
    ["game", "reason"],
)
OUTAGES = Counter(
    "galaxytables_outages_total",
    "Times in which a game could not be played, or with `*gateways` none from a browser, as the lobby that noticed the "
    "end of one counts them.",
    ["game"],
)
OUTAGE_SECONDS = Counter(
    "galaxytables_outage_seconds_total", "Total time in which a game could not be played.", ["game"]
)
GATEWAYS_SILENT = Gauge(
    "galaxytables_gateways_silent_seconds",
    "How long no gateway has reported, while clocks are stopped. 0 if there never was one. Each lobby counts all.",
)
TOURNAMENTS = Gauge(
    "galaxytables_tournaments",
    "Tournaments that are not over, by format and stage: registration, running. Each lobby counts all: take max.",
    ["format", "stage"],
)
TOURNAMENT_ENTRANTS = Gauge(
    "galaxytables_tournament_entrants",
    "Entrants who have a place, or play, in tournaments that are not over. Each lobby counts all: take max, not sum.",
    ["format"],
)
TOURNAMENT_OVERDUE = Gauge(
    "galaxytables_tournament_overdue_seconds",
    "For how long the start, pairing or end of a round has been due that waits longest. Each lobby counts all.",
)
TOURNAMENT_ROUND_LATENESS = Histogram(
    "galaxytables_tournament_round_lateness_seconds", "How long after it was due a round began.", buckets=_LATE
)
TOURNAMENT_LOOKS = Counter(
    "galaxytables_tournament_looks_total",
    "Looks at tournaments by outcome: done, delayed (something else did not answer, or refused), failed.",
    ["outcome"],
)
SWEEP_SECONDS = Histogram("galaxytables_sweep_seconds", "Time of one sweep of the clock.", buckets=_LATE)
GAMES_ARCHIVED = Counter(
    "galaxytables_games_archived_total",
    "Claimed finished games by outcome: added, updated (something happened at the table after its end), present (the "
    "mark in the store was lost), gone, failed.",
    ["game", "outcome"],
)
REPORTS_PENDING = Gauge(
    "galaxytables_reports_pending",
    "Undecided reports and appeals, by state: open, claimed. Each worker counts all: take max, not sum.",
    ["state"],
)
REPORTS_OLDEST = Gauge(
    "galaxytables_reports_oldest_seconds",
    "Age of the oldest undecided report or appeal, by state. 0 for none.",
    ["state"],
)
ARCHIVE_BACKLOG = Gauge(
    "galaxytables_archive_backlog", "Finished tables that were waiting for the archive at the last check."
)
ARCHIVE_LATENESS = Histogram(
    "galaxytables_archive_lateness_seconds", "How long after its end a game was archived.", buckets=_LATE
)
ARCHIVE_SECONDS = Histogram(
    "galaxytables_archive_seconds",
    "Time of one call to the archive's database, queueing included.",
    ["call"],
    buckets=_FAST,
)
ARCHIVE_READY = Gauge(
    "galaxytables_archive_ready", "1 once this process has found the archive's database in good shape."
)

NOTIFICATIONS = Counter(
    "galaxytables_notifications_total",
    "Notifications by kind, way and outcome: delivered, failed (tried again), dead (given up after a day), gone (the "
    "receiver is no more), outdated (it no longer held when it could be sent), watching (the player had the table "
    "open), no_room. The way is none before it is known.",
    ["kind", "way", "outcome"],
)
NOTIFICATIONS_AGE = Gauge(
    "galaxytables_notifications_oldest_seconds",
    "How long the oldest was overdue at the last check, by stage: unnoticed tables, unsent notifications.",
    ["stage"],
)
NOTIFICATIONS_DEAD = Gauge(
    "galaxytables_notifications_dead", "Notifications that could not be delivered and are kept for operators."
)
NOTIFICATION_LATENESS = Histogram(
    "galaxytables_notification_lateness_seconds",
    "How long after it was due a notification was delivered, by channel.",
    ["way"],
    buckets=_LATE,
)
PAIRINGS = Counter(
    "galaxytables_pairings_total",
    "Tables that tickets were to get together, by outcome: seated, with_bots (bots fill the seats that nobody wanted), "
    "put_back (the game could not be started, and the tickets wait on).",
    ["game", "outcome"],
)
PAIRING_WAIT = Histogram(
    "galaxytables_pairing_wait_seconds", "How long a ticket had waited when it got its table.", buckets=_LATE
)
PAIRING_SECONDS = Histogram(
    "galaxytables_pairing_seconds", "Time of one wave of a pool, with the opening of its tables.", buckets=_LATE
)
TICKETS_HELD = Gauge("galaxytables_tickets_held", "Live tickets whose streams are open at this process.")
TICKETS = Counter(
    "galaxytables_tickets_total",
    "Tickets by kind (live, slow) and what became of them: made, cancelled. How many get a table, "
    "`galaxytables_pairing_wait_seconds_count` says.",
    ["kind", "outcome"],
)


# Cached by labels, for what is counted at every choice: finding a child by its labels costs more than counting.
choices = cache(CHOICES.labels)
submit_seconds = cache(SUBMIT_SECONDS.labels)
rules_seconds = cache(RULES_SECONDS.labels)
commits = cache(COMMITS.labels)
table_loads = cache(CACHE.labels)


class ScriptTime(Collector):
    """Metrics of the Lua scripts that Redis has run since it started: how many, and their time, as last reported."""

    def __init__(self) -> None:
        """Both are zero until the first report."""
        self._calls, self._seconds = 0, 0.0

    def report(self, calls: int, seconds: float) -> None:
        """Report how many scripts Redis has run, and the time they took."""
        self._calls, self._seconds = calls, seconds

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield the metrics of Redis's scripts for Prometheus."""
        yield CounterMetricFamily(
            "galaxytables_store_script_calls",
            "Scripts that Redis has run since it started. Take max, not sum.",
            self._calls,
        )
        yield CounterMetricFamily(
            "galaxytables_store_script_seconds",
            "Time that Redis has spent in scripts since it started. Take max, not sum.",
            self._seconds,
        )


SCRIPT_TIME = ScriptTime()
REGISTRY.register(SCRIPT_TIME)
