"""The laws, one module for each subject. Importing this package registers all of them in `LAWS`."""

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
    puzzling,
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
    "puzzling",
    "records",
    "secrecy",
    "sessions",
    "undoing",
    "viewing",
    "wording",
]
