"""The metrics of a bot host. Labels name games and bots, never tables."""

from prometheus_client import Counter, Gauge, Histogram

SEATS = Gauge("galaxytables_bots_seats", "Seats that this process plays.", ["game", "bot"])
CHOICES = Counter(
    "galaxytables_bots_choices_total",
    "Answers by outcome: accepted, refused (by the rules), closed (the prompt was gone), "
    "unavailable (sent again later).",
    ["game", "bot", "outcome"],
)
DEFAULTS = Counter(
    "galaxytables_bots_defaults_total",
    "Prompts answered with their default because the strategy failed.",
    ["game", "bot"],
)
STRATEGY_ERRORS = Counter(
    "galaxytables_bots_strategy_errors_total", "Errors of a strategy while it chose an answer.", ["game", "bot"]
)
HURRIED = Counter(
    "galaxytables_bots_hurried_total",
    "Answers chosen without a search because their prompts had waited too long. Too many seats for one core.",
    ["game", "bot"],
)
HINTS = Counter(
    "galaxytables_bots_hints_total",
    "Requested hints by outcome: given, refused (the prompt was closed), failed, left (too many at once).",
    ["game", "outcome"],
)
CHOOSE_SECONDS = Histogram(
    "galaxytables_bots_choose_seconds",
    "Time to choose an answer.",
    ["game", "bot"],
    buckets=(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5),
)
ANSWER_SECONDS = Histogram(
    "galaxytables_bots_answer_seconds",
    "Time from sending an answer to its acceptance.",
    ["game"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
CONNECTED = Gauge("galaxytables_bots_connected_streams", "Open streams to the lobby.", ["call"])
RECONNECTS = Counter(
    "galaxytables_bots_reconnects_total", "Streams to the lobby that were opened again after they ended.", ["call"]
)
