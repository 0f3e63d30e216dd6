"""Checks which options of a table can be combined.

If some cannot, an error names these options and says why.
"""

from collections.abc import Iterator
from itertools import chain

from galaxytables_kit import InvalidSeats, OptionsConflict
from galaxytables_race.components.cards import Pack
from galaxytables_race.options import RaceOptions
from galaxytables_race.sets import (
    MIN_SEATS,
    STORM,
    TAKEOVERS,
    max_seats,
    missing_rules,
    sets_of,
    start_world_numbers,
)


def check_options(options: RaceOptions, seats: int, pack: Pack) -> None:
    """Raise `InvalidSeats` or `OptionsConflict` if a game cannot be played with these options."""
    for conflict in _unplayable(options, pack):
        raise conflict
    if not MIN_SEATS <= seats <= max_seats(options, pack):
        raise InvalidSeats(seats, MIN_SEATS, max_seats(options, pack))
    for conflict in chain(
        _of_sets(options, pack),
        _of_readings(options, pack),
        _of_scenario(options, pack),
        _of_hands(options, seats, pack),
        _of_start_worlds(options, seats, pack),
    ):
        raise conflict


def idle_options(options: RaceOptions, seats: int) -> Iterator[OptionsConflict]:
    """Yield a conflict for each option that would change nothing at such a table (R3.7, R14.7, R18.5)."""
    if not options.draft:
        yield OptionsConflict(
            "how large packs are matters in a draft only", ["draft_packs", "draft"], "R18.5", "packs_without_draft"
        )
    if options.expansion != "base":
        text = "with an expansion the draft needs no leave"
        yield OptionsConflict(text, ["draft_base_alone", "expansion"], "R18.5", "leave_with_expansion")
    if not options.takeovers:
        text = "the order matters with takeovers only"
        yield OptionsConflict(text, ["extra_worlds_before_takeovers", "takeovers"], "R14.7", "order_without_takeovers")
    if seats != MIN_SEATS:
        yield OptionsConflict("it is about two players", ["two_player_actions"], "R3.7", "about_two_players")


def _unplayable(options: RaceOptions, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield a conflict for sets that are not in the pack, or whose rules are not all implemented."""
    worlds = [("new_worlds", "new_worlds")] if options.new_worlds else []
    for name, option in ((options.expansion, "expansion"), *worlds):
        if name not in pack.sets:
            yield OptionsConflict(f"this pack has no cards of {name}", [option], "R2.12", "not_in_pack")
    for name in (options.expansion, *sets_of(options, pack)):
        missing = missing_rules(name, pack)
        if missing:
            text = f"{pack.sets[name].name} ({name}) cannot be played here yet; it lacks {', '.join(missing)}"
            yield OptionsConflict(
                text,
                ["new_worlds" if name == "new_worlds" else "expansion"],
                "R2.12",
                "lacks_rules",
            )


def _of_sets(options: RaceOptions, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield conflicts of options that need certain sets (R13.1, R14.1, R18.1, R22)."""
    sets = sets_of(options, pack)
    if options.goals and not any(goal.set in sets for goal in pack.goals.values()):
        yield OptionsConflict(
            "goals come with The Gathering Storm", ["goals", "expansion"], "R13.1", "goals_without_set"
        )
    if options.takeovers and TAKEOVERS not in sets:
        yield OptionsConflict(
            "takeovers come with Rebel vs Imperium", ["takeovers", "expansion"], "R14.1", "takeovers_without_set"
        )
    drafted = pack.sets[options.expansion].draft is not None
    if options.draft and not (drafted and (STORM in sets or options.draft_base_alone)):
        text = f"the draft comes with The Gathering Storm and not with {pack.sets[options.expansion].name}"
        yield OptionsConflict(text, ["draft", "expansion"], "R18.1", "draft_without_set")
    if options.orb and "alien_artifacts" not in sets:
        text = f"the orb game comes with Alien Artifacts and not with {pack.sets[options.expansion].name}"
        yield OptionsConflict(text, ["orb", "expansion"], "R20", "orb_without_set")
    if options.invasion and "xeno_invasion" not in sets:
        text = f"the invasion game comes with Xeno Invasion and not with {pack.sets[options.expansion].name}"
        yield OptionsConflict(text, ["invasion", "expansion"], "R22", "invasion_without_set")


def _of_readings(options: RaceOptions, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield conflicts of options for rules that the table does not use.

    These are R13.7, R13.14, R13.15, R14.21, R20.24 and R22.34.
    """
    at_war = options.takeovers and "brink_of_war" in sets_of(options, pack)
    if options.peace_war_counts_defence and not (at_war and options.goals):
        text = "Peace/War Leader counts takeover powers as a goal of The Brink of War with takeovers"
        yield OptionsConflict(
            text, ["peace_war_counts_defence", "goals", "takeovers", "expansion"], "R13.15", "reading_of_peace_war"
        )
    if options.security_council_any_target_only and not at_war:
        text = "the Security Council comes with The Brink of War and defeats takeovers"
        yield OptionsConflict(
            text, ["security_council_any_target_only", "takeovers", "expansion"], "R14.21", "reading_of_council"
        )
    if options.most_goals_without_holder and not options.goals:
        text = "who scores for Most goals matters with goals only"
        yield OptionsConflict(text, ["most_goals_without_holder", "goals"], "R13.7", "reading_of_most_goals")
    if options.uplift_knowledge_settle_only and not (options.goals and TAKEOVERS in sets_of(options, pack)):
        text = "Uplift Knowledge is a goal of Rebel vs Imperium"
        yield OptionsConflict(
            text, ["uplift_knowledge_settle_only", "goals", "expansion"], "R13.14", "reading_of_uplift"
        )
    if options.orb_touch_is_enough and not options.orb:
        text = "how orb cards may lie matters in the orb game only"
        yield OptionsConflict(text, ["orb_touch_is_enough", "orb"], "R20.24", "reading_of_orb")
    if options.contributor_needs_one and not options.invasion:
        text = "the contributor tile belongs to the invasion game"
        yield OptionsConflict(text, ["contributor_needs_one", "invasion"], "R22.34", "reading_of_contributor")


def _of_scenario(options: RaceOptions, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield conflicts of the takeover scenario for two (R15)."""
    if not options.takeover_scenario:
        return
    if TAKEOVERS not in sets_of(options, pack) or not options.takeovers:
        text = "the scenario is played with Rebel vs Imperium and takeovers"
        yield OptionsConflict(
            text, ["takeover_scenario", "expansion", "takeovers"], "R15.1", "scenario_without_takeovers"
        )
    if options.start_worlds != "standard" or options.preset_hands:
        text = "the scenario has its own start worlds"
        yield OptionsConflict(
            text, ["takeover_scenario", "start_worlds", "preset_hands"], "R15.2", "scenario_start_worlds"
        )
    if options.draft:
        yield OptionsConflict("the scenario is not drafted", ["takeover_scenario", "draft"], "R15.4", "scenario_draft")


def _of_hands(options: RaceOptions, seats: int, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield conflicts of preset first hands (R2.10)."""
    if not options.preset_hands:
        return
    if options.draft:
        yield OptionsConflict("preset hands are not drafted", ["preset_hands", "draft"], "R2.10", "preset_draft")
    if options.start_worlds == "choice":
        yield OptionsConflict(
            "each preset hand has its start world", ["preset_hands", "start_worlds"], "R2.10", "preset_choice"
        )
    worlds = start_world_numbers(sets_of(options, pack), pack)
    if sum(design in pack.preset_hands for design in worlds) < seats:
        yield OptionsConflict(
            f"there are not enough preset hands for {seats}", ["preset_hands"], "R2.10", "preset_too_few", seats=seats
        )


def _of_start_worlds(options: RaceOptions, seats: int, pack: Pack) -> Iterator[OptionsConflict]:
    """Yield a conflict unless there are an odd and an even start world for everybody who chooses one (R2.3)."""
    worlds = start_world_numbers(sets_of(options, pack), pack)
    odd = sum(number % 2 for number in worlds.values())
    if options.chooses_start_world and min(odd, len(worlds) - odd) < seats:
        yield OptionsConflict(
            f"there are not {seats} pairs of an odd and an even start world; add New Worlds or deal one each",
            ["start_worlds", "new_worlds", "draft"],
            "R2.3",
            "start_worlds_too_few",
            seats=seats,
        )
