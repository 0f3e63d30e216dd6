"""The gateway's metrics. Its calls are counted as those of every server (`grpc_server_...`)."""

from prometheus_client import Counter, Gauge

REQUESTS = Counter(
    "galaxytables_web_requests_total",
    "Requests by route and HTTP status. Streams that fail later count as 200.",
    ["kind", "status"],
)
REFUSED = Counter(
    "galaxytables_web_refused_total", "Calls that the gateway answered with an error of its own, by reason.", ["reason"]
)
CUT_OFF = Counter(
    "galaxytables_web_cut_off_total",
    "Connections that were cut: head (too long a head), late (the request did not arrive), slow (nothing was read), "
    "crowd (their address had as many as it may have).",
    ["why"],
)
HOMES = Gauge(
    "galaxytables_web_homes",
    "Lobbies that are homes of tables, in the list that the gateway last loaded. 0 without a list.",
)
ASKED = Counter(
    "galaxytables_web_asked_total",
    "Calls passed on to a lobby: to the home of their table, or to any lobby.",
    ["lobby"],
)
