"""Finds which sets of cards can be played, and which are played together.

A set can be played if every power kind on its cards is registered and every rule that it names is known. A set
becomes available once the last of its power kinds is registered by a module of `POWER_MODULES`.
"""

from collections.abc import Mapping
from functools import lru_cache

from galaxytables_race.abilities.registry import missing_kinds
from galaxytables_race.components.cards import SECOND_EDITION, Card, Pack
from galaxytables_race.goals import uncounted_goals
from galaxytables_race.options import RaceOptions
from galaxytables_race.phases.explore import EXPLORE_ALWAYS_MIXES
from galaxytables_race.powers import (
    consume,
    develop,
    explore,
    invasion,
    orb,
    prestige,
    produce,
    saving,
    settle,
    standing,
    takeover,
)
from galaxytables_race.prestige import PRESTIGE
from galaxytables_race.scoring import missing_measures
from galaxytables_race.table.agenda import SEARCH

POWER_MODULES = (standing, explore, develop, settle, takeover, consume, produce, invasion, orb, prestige, saving)
"""Importing these modules registers the power kinds."""

MIN_SEATS = 2
_RULES = frozenset((EXPLORE_ALWAYS_MIXES, PRESTIGE, SEARCH))
"""The rules that sets name and that are implemented."""
STORM = "gathering_storm"
"""The set that brings the draft."""
TAKEOVERS = "rebel_vs_imperium"
"""The set that brings takeovers."""


def sets_of(options: RaceOptions, pack: Pack) -> tuple[str, ...]:
    """Return the sets of cards that a table with these options plays with.

    They are the base game, the sets that the expansion requires, the expansion, and New Worlds if it is chosen.
    """
    chosen = pack.sets[options.expansion]
    sets = dict.fromkeys(("base", *chosen.requires, chosen.id))
    return (*sets, "new_worlds") if options.new_worlds else tuple(sets)


@lru_cache
def missing_rules(name: str, pack: Pack) -> tuple[str, ...]:
    """Return the power kinds, endgame measures and rules, by name, that a set needs but that are not implemented."""
    designs = [pack.designs[design] for design in pack.of_set[name]]
    rules = (rule for rule in pack.sets[name].rules if rule not in _RULES)
    lacking = [*missing_kinds(designs), *missing_measures(designs), *rules]
    return (*lacking, *uncounted_goals(pack, name))


def max_seats(options: RaceOptions, pack: Pack) -> int:
    """Return the greatest number of players for these options (R2.1, R15.1, R18.1)."""
    if options.takeover_scenario:
        return len(pack.takeover_scenario)
    chosen = pack.sets[options.expansion]
    return chosen.draft.most_seats if options.draft and chosen.draft is not None else chosen.most_seats


@lru_cache
def start_world_numbers(sets: tuple[str, ...], pack: Pack) -> Mapping[str, int]:
    """Return the printed number of each start world of the sets, by component id."""
    cards = (pack.designs[design] for name in sets for design in pack.of_set[name])
    return {card.id: card.start_world for card in cards if card.start_world is not None}


def available_designs(pack: Pack) -> list[Card]:
    """Return the designs of the cards of all sets that can be played, changed printings included."""
    names = [name for name in pack.sets if not missing_rules(name, pack)]
    chosen = {design for name in names for design in pack.of_set[name]}
    return [card for card in pack.designs.values() if card.id.removesuffix(SECOND_EDITION) in chosen]


def max_seats_of_all(pack: Pack) -> int:
    """Return the greatest number of players that any playable arc (a series of expansions) allows."""
    arcs = [each for each in pack.sets.values() if each.arc is not None and not missing_rules(each.id, pack)]
    return max(each.most_seats for each in arcs)
