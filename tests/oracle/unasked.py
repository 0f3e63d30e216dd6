"""Decisions of the transcript for which the rules have no question."""

from collections.abc import Mapping

UNASKED: Mapping[str, str] = {
    "consume_power": "the rules ask for the order of powers only where it can matter",
    "produce_power": "powers of Produce have their order by the rules (R9)",
    "choose_goods": "powers take their goods in another order, and this one had the last good left",
    "windfall": "powers are used in another order, and this one had the last empty world left",
    "variable_kind": "the rules take the kind from the good that is chosen, or the one that is best (R8.9, R11.7)",
}
"""Kinds of decisions that may come without a question, and why. What they brought is compared with the table."""
