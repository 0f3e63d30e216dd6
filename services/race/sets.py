"""Which sets can be played, and in which combinations.

A set can be played when every power kind on its cards is registered and every rule that it names is known; nothing
is listed by hand, so a set becomes available by writing its powers.
"""

from services.kit.errors import InvalidSeats, OptionsConflict
from services.race.cards import SECOND_EDITION, Card, Pack
from services.race.goals import uncounted_goals
from services.race.options import RaceOptions
from services.race.phases.agenda import SEARCH
from services.race.phases.explore import EXPLORE_ALWAYS_MIXES
from services.race.powers import consume, develop, explore, invasion, orb, produce, settle, standing, takeover
from services.race.powers.registry import missing_kinds
from services.race.prestige import PRESTIGE
from services.race.scoring import missing_measures

POWER_MODULES = (standing, explore, develop, settle, takeover, consume, produce, invasion, orb)
"""Importing them registers the power kinds."""

LEAST_SEATS = 2
_DRAFT_SEATS = 3
_RULES = frozenset((EXPLORE_ALWAYS_MIXES, PRESTIGE, SEARCH))
"""The rules that sets name and that are played."""
TAKEOVERS = "rebel_vs_imperium"
"""The set that brings takeovers."""


def sets_of(options: RaceOptions, pack: Pack) -> tuple[str, ...]:
    """The sets in play: the base game, what the expansion needs, the expansion, New Worlds."""
    chosen = pack.sets[options.expansion]
    sets = dict.fromkeys(("base", *chosen.requires, chosen.id))
    return (*sets, "new_worlds") if options.new_worlds else tuple(sets)


def missing_rules(name: str, pack: Pack) -> list[str]:
    """What a set needs and these rules do not have yet: power kinds, endgame measures and rules, by name."""
    designs = [pack.designs[design] for design in pack.of_set[name]]
    rules = (rule for rule in pack.sets[name].rules if rule not in _RULES)
    lacking = [*missing_kinds(designs), *missing_measures(designs), *rules]
    return [*lacking, *uncounted_goals(pack, name)]


def most_seats(options: RaceOptions, pack: Pack) -> int:
    """How many can play with these options (R2.1, R18.1)."""
    most = pack.sets[options.expansion].most_seats
    if options.draft and options.expansion in ("base", "gathering_storm"):
        return min(most, _DRAFT_SEATS)
    return most


def check_options(options: RaceOptions, seats: int, pack: Pack) -> None:
    """Raise `InvalidSeats` or `OptionsConflict` where a game cannot be played so."""
    sets = sets_of(options, pack)
    for name in (options.expansion, *sets):
        missing = missing_rules(name, pack)
        if missing:
            text = f"{pack.sets[name].name} ({name}) cannot be played here yet; it lacks {', '.join(missing)}"
            raise OptionsConflict(text, ["new_worlds" if name == "new_worlds" else "expansion"], "R2.12")
    if not LEAST_SEATS <= seats <= most_seats(options, pack):
        raise InvalidSeats(seats, LEAST_SEATS, most_seats(options, pack))
    if options.goals and not any(goal.set in sets for goal in pack.goals.values()):
        raise OptionsConflict("goals come with The Gathering Storm", ["goals", "expansion"], "R13.1")
    if options.takeovers and TAKEOVERS not in sets:
        raise OptionsConflict("takeovers come with Rebel vs Imperium", ["takeovers", "expansion"], "R14.1")
    _check_invasion(options)
    _check_orb(options)
    if options.preset_hands and options.draft:
        raise OptionsConflict("preset hands are not drafted", ["preset_hands", "draft"], "R2.10")
    if options.preset_hands and options.start_worlds == "choice":
        raise OptionsConflict("each preset hand has its start world", ["preset_hands", "start_worlds"], "R2.10")
    worlds = start_world_numbers(sets, pack)
    if options.preset_hands and sum(design in pack.preset_hands for design in worlds) < seats:
        raise OptionsConflict(f"there are not enough preset hands for {seats}", ["preset_hands"], "R2.10")
    odd = sum(number % 2 for number in worlds.values())
    if options.chooses_start_world and min(odd, len(worlds) - odd) < seats:
        raise OptionsConflict(
            f"there are not {seats} pairs of an odd and an even start world; add New Worlds or deal one each",
            ["start_worlds", "new_worlds", "draft"],
            "R2.3",
        )


def _check_orb(options: RaceOptions) -> None:
    if options.orb and options.expansion != "alien_artifacts":
        text = f"the orb game comes with Alien Artifacts, not with {options.expansion}"
        raise OptionsConflict(text, ["orb", "expansion"], "R20")
    if options.orb_touch_is_enough and not options.orb:
        text = "how orb cards may lie matters in the orb game only"
        raise OptionsConflict(text, ["orb_touch_is_enough", "orb"], "R20.24")


def _check_invasion(options: RaceOptions) -> None:
    if options.invasion and options.expansion != "xeno_invasion":
        text = f"the invasion game comes with Xeno Invasion, not with {options.expansion}"
        raise OptionsConflict(text, ["invasion", "expansion"], "R22")
    if options.contributor_needs_one and not options.invasion:
        text = "the contributor tile belongs to the invasion game"
        raise OptionsConflict(text, ["contributor_needs_one", "invasion"], "R22.34")


def start_world_numbers(sets: tuple[str, ...], pack: Pack) -> dict[str, int]:
    """The printed number of each start world of the sets, by component id."""
    cards = (pack.designs[design] for name in sets for design in pack.of_set[name])
    return {card.id: card.start_world for card in cards if card.start_world is not None}


def available_designs(pack: Pack) -> list[Card]:
    """The designs of every set that can be played, changed printings included."""
    names = [name for name in pack.sets if not missing_rules(name, pack)]
    chosen = {design for name in names for design in pack.of_set[name]}
    return [card for card in pack.designs.values() if card.id.removesuffix(SECOND_EDITION) in chosen]


def most_seats_of_all(pack: Pack) -> int:
    """How many can play with the largest arc that can be played."""
    arcs = [each for each in pack.sets.values() if each.arc is not None and not missing_rules(each.id, pack)]
    return max(each.most_seats for each in arcs)
