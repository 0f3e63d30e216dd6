"""The gateway's metrics. Its calls are counted as those of every server (`grpc_server_...`)."""

from prometheus_client import Counter, Gauge

REQUESTS = Counter(
    "galaxytables_web_requests_total",
    "Requests by what they were for and the HTTP status of the answer; errors of streams are 200.",
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
    "Lobbies that have tables in memory, by the list that the gateway last loaded; 0 without one.",
)
ASKED = Counter(
    "galaxytables_web_asked_total",
    "Calls that went on to a lobby: to the home of the table that they are about, or to any.",
    ["lobby"],
)
