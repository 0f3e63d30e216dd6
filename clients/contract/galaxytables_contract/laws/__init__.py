"""The laws, a module for each concern. Importing this makes all of them known to `LAWS`."""

from galaxytables_contract.laws import (
    cataloguing,
    chance,
    choosing,
    describing,
    drawing,
    ending,
    introducing,
    options,
    positions,
    records,
    secrecy,
    sessions,
    undoing,
    viewing,
    wording,
)

__all__ = [
    "cataloguing",
    "chance",
    "choosing",
    "describing",
    "drawing",
    "ending",
    "introducing",
    "options",
    "positions",
    "records",
    "secrecy",
    "sessions",
    "undoing",
    "viewing",
    "wording",
]
