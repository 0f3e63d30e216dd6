"""Known departures of the engine from the rules, by name."""

from enum import StrEnum


class Departure(StrEnum):
    """What the engine does otherwise than the rules; how often each was met is counted."""

    NEW_DECK_AT_ONCE = "a new deck is made as soon as the old one is empty, not when a card is needed (R1.12)"
    SEAT_BY_SEAT = "a card is drawn that an earlier seat discarded in the same phase (R8.2)"
    FRESH_GOOD = "a good on a world placed in the phase is given up for another (R7.12)"
    NEEDLESS = "something is given up for a discount or for military that changes nothing (R6.4, R7.5, R14.9)"
    WEAKER_POWER = "a military world is paid for by a weaker power than the best (R7.4)"
    BOOST_WITH_EVERY_SALE = "the cards of a boosted Trade come with a sale by a power too (R16.13)"
    KIND_OF_A_PHASE = "the kind of a variable good is named for all of a phase, not for each power (`variable_kind`)"
    EXTRA_WORLD_AFTER_DECLARING = "one more world is placed after a takeover that is not fought yet (R7.12, R7.13)"
    SAME_WORLD_TWICE = "a takeover of a world is declared that the same seat has declared already (R14.17)"
    TOO_FEW_CARDS = "a power that takes two hand cards is given one, and nothing happens (R8.10)"
    LOSES_FOR_MILITARY = "a card for negative military loses points for positive one (R11.6)"
    GOALS_OF_THE_LAST_CHECK = "a Most goal is scored by the values of the last check (R13.7)"
    THIRTY_ROUNDS = "the game stops after 30 rounds (R11.3)"
