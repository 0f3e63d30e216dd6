"""Metrics of a rules service."""

from functools import cache

from prometheus_client import Counter, Histogram

CALLS = Counter(
    "galaxytables_rules_calls_total",
    "Calls on positions, by outcome (ok or the error's reason).",
    ["game", "call", "outcome"],
)
CALL_SECONDS = Histogram(
    "galaxytables_rules_call_seconds",
    "Time to compute a call in the rules, without the network.",
    ["game", "call"],
    buckets=(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5),
)
CACHE_LOOKUPS = Counter(
    "galaxytables_rules_cache_lookups_total",
    "Lookups of positions in the cache, by result (hit or miss).",
    ["game", "result"],
)

# Cached by labels, as in the lobby: looking up a child by its labels costs more than counting.
calls = cache(CALLS.labels)
call_seconds = cache(CALL_SECONDS.labels)
cache_lookups = cache(CACHE_LOOKUPS.labels)
