"""What beat counts; workers count what they do (`galaxytables_lobby.metrics`)."""

from prometheus_client import Counter

TICKS = Counter(
    "galaxytables_clock_ticks_total",
    "Ticks of beat by task and outcome: sent, withheld (so many wait already that one more would change nothing), "
    "failed (the broker took none).",
    ["task", "outcome"],
)
