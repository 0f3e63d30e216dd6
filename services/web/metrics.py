"""The gateway's figures. Its calls are counted as those of every server (`grpc_server_...`)."""

from prometheus_client import Counter

REQUESTS = Counter(
    "galaxy_web_requests_total",
    "Requests by what they were for and the HTTP status of the answer; errors of streams are 200.",
    ["kind", "status"],
)
REFUSED = Counter("galaxy_web_refused_total", "Calls that the gateway refused itself, by reason.", ["reason"])
CUT_OFF = Counter(
    "galaxy_web_cut_off_total",
    "Connections that were cut: head (too long a head), late (the request did not arrive), slow (nothing was read).",
    ["why"],
)
