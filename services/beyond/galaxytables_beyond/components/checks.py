"""Checks the components of a pack against each other, to find mistakes that field types cannot rule out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from galaxytables_beyond.components.box import PARTS, Box
from galaxytables_beyond.components.cards import CUBES, DISCS_PER_KIND, TECH_TYPES, BoardSide, Mat, TechSlot
from galaxytables_beyond.components.effects import (
    AddSystem,
    AttachScoring,
    Choose,
    EndScore,
    ForEach,
    LongJump,
    May,
    Modifier,
    On,
    OncePerTurn,
    Operation,
    Operations,
    Repeat,
    ReplayImmediate,
    Scoring,
    StrongestAt,
    TradeRate,
    UnlockGuild,
)
from galaxytables_kit import WHOLE, Fault

_SLOTS, _SIDES = "technology_board.json", "exploration_board.json"
_TRACK_SLOTS = DISCS_PER_KIND + 1
_FACTIONS = 4
_FIXED_EVENTS = 2
_STARTING_SYSTEMS = 2
_SLOTS_PER_DECK = 2
_EVENT_ONLY = (ForEach, UnlockGuild, AddSystem, AttachScoring)
_TOP_LEVEL = 4


def contradictions(box: Box) -> Iterator[Fault]:
    """Yield every contradiction between components of a pack."""
    yield from (replace(fault, needs=(fault.file,)) for fault in miscounts(box, {}))
    yield from _check_ids(box)
    yield from _check_sources(box)
    yield from _check_slots(box.technology_board.entries)
    yield from _check_technologies(box)
    yield from _check_events(box)
    yield from _check_systems(box)
    yield from _check_achievements(box)
    yield from _check_basics(box)
    for guild in box.guilds.entries:
        yield from _check_operations("guilds.json", guild.id, "effects", guild.effects)
    for side in box.exploration_board.entries:
        yield from _check_side(side)
    players = sorted(number for side in box.exploration_board.entries for number in side.players)
    yield from _need(
        players == [2, 3, 4], "exploration_board.json", "all", "players", "the sides cover 2, 3 and 4 once each"
    )
    for mat in box.factions.entries:
        yield from _check_mat(box, mat)
    for kind in ("basic", "advanced"):
        factions = {mat.faction for mat in box.factions.entries if mat.mat == kind}
        yield from _need(
            len(factions) >= _FACTIONS, "factions.json", "all", "faction", f"4 factions have a {kind} mat (R1.2)"
        )


def _need(holds: bool, file: str, entry: str, field: str, rule: str, *, needs: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Yield a fault unless `holds`; a statement about all entries of a file needs the whole file."""
    if not holds:
        yield Fault(entry, field, rule, file, needs=(file, *needs) if entry == "all" else needs)


def miscounts(box: Box, left_out: Mapping[str, int]) -> Iterator[Fault]:
    """Yield a fault for each file that states a wrong number of entries.

    `left_out` counts the entries of each file that were skipped.
    """
    for part in PARTS:
        file, said = f"{part}.json", getattr(box, part).count
        found = len(getattr(box, part).entries) + left_out.get(file, 0)
        if said != found:
            yield Fault(WHOLE, "count", f"says {said}, the file has {found} entries", file, missing=said > found)


def _check_ids(box: Box) -> Iterator[Fault]:
    sides = box.exploration_board.entries
    known: dict[str, str] = {place.id: _SIDES for side in sides for place in side.locations}
    for file, entries in box.files().items():
        for entry in entries:
            yield from _need(
                entry.id not in known, file, entry.id, "id", f"the id stands in {known.get(entry.id)} already"
            )
            known[entry.id] = file


def _check_sources(box: Box) -> Iterator[Fault]:
    for file, entries in box.files().items():
        for entry in entries:
            named = bool(entry.sourced_parts or entry.sourced_facts)
            ours = entry.provenance == "reconstructed"
            yield from _need(not (ours and named), file, entry.id, "provenance", "names sourced parts of what is ours")
            partly = entry.provenance in ("partly_sourced", "named")
            yield from _need(not partly or named, file, entry.id, "sourced_parts", "says which parts are sourced")
            only_named = entry.provenance == "named"
            yield from _need(
                not (only_named and entry.sourced_facts), file, entry.id, "provenance", "partly_sourced: it has figures"
            )


def _check_slots(slots: Sequence[TechSlot]) -> Iterator[Fault]:
    file = "technology_board.json"
    by_id = {slot.id: slot for slot in slots}
    for slot in slots:
        yield from _need(
            len(set(slot.prerequisites)) == len(slot.prerequisites), file, slot.id, "prerequisites", "a line twice"
        )
        for other in slot.prerequisites:
            if other not in by_id:
                yield Fault(slot.id, "prerequisites", f"there is no slot {other}", file, needs=(file,))
            elif by_id[other].level != slot.level - 1:
                yield Fault(slot.id, "prerequisites", f"{other} is not one level lower (R10.4)", file)
        yield from _need(
            (slot.required > 0) == (slot.level > 1) and slot.required <= len(slot.prerequisites),
            file,
            slot.id,
            "required",
            "Level I needs none, others at least one and no more than there are (R10.4)",
        )
        yield from _need(
            not slot.event or slot.level in (2, 3), file, slot.id, "event", "events cover Level II and III (R10.7)"
        )
    for level in range(1, _TOP_LEVEL + 1):
        yield from _need(any(slot.level == level for slot in slots), file, "all", "level", f"no slot of level {level}")


def _check_technologies(box: Box) -> Iterator[Fault]:
    file = "technologies.json"
    slots = Counter(slot.level for slot in box.technology_board.entries)
    cards = Counter(card.level for card in box.technologies.entries)
    yield from _need(
        cards[1] == slots[1],
        file,
        "all",
        "level",
        f"Level I has {slots[1]} slots and {cards[1]} cards (R2.2)",
        needs=(_SLOTS,),
    )
    for level in range(2, _TOP_LEVEL + 1):
        rule = f"level {level} has {slots[level]} slots and {cards[level]} cards"
        yield from _need(cards[level] >= slots[level], file, "all", "level", rule, needs=(_SLOTS,))
        for kind in TECH_TYPES:
            matching = sum(kind in card.types for card in box.technologies.entries if card.level == level)
            yield from _need(
                matching > 1, file, "all", "types", f"fewer than two {kind} cards of level {level} (R10.9)"
            )
    for card in box.technologies.entries:
        yield from _need(
            (card.output is None) == (card.level == _TOP_LEVEL), file, card.id, "output", "Levels I to III have one"
        )
        yield from _need(
            card.level in (card.vp, _TOP_LEVEL),
            file,
            card.id,
            "vp",
            "Levels I to III score their level (R8.1)",
        )
        yield from _check_operations(file, card.id, "immediate", card.immediate)
        for number, action in enumerate(card.actions):
            field = f"actions[{number}].effects"
            yield from _check_operations(file, card.id, field, action.effects, replay=bool(card.immediate))
        yield from _check_modifiers(box, file, card.id, "permanent", card.permanent)


def _check_events(box: Box) -> Iterator[Fault]:
    file = "events.json"
    guilds = {guild.id for guild in box.guilds.entries}
    places = [{place.id for place in side.locations} for side in box.exploration_board.entries]
    unlocked: set[str] = set()
    for level in (2, 3):
        slots = sum(slot.event and slot.level == level for slot in box.technology_board.entries)
        fixed = sum(event.fixed for event in box.events.entries if event.level == level)
        others = sum(not event.fixed for event in box.events.entries if event.level == level)
        yield from _need(
            fixed == _FIXED_EVENTS, file, "all", "fixed", f"level {level} has {fixed} fixed events, not 2 (R2.3)"
        )
        rule = f"level {level} has {slots} slots with events and {fixed + others} events"
        yield from _need(fixed + others >= slots >= fixed, file, "all", "level", rule, needs=(_SLOTS,))
    for event in box.events.entries:
        for number, op in enumerate(event.effects):
            field = f"effects[{number}]"
            if isinstance(op, UnlockGuild):
                yield from _need(
                    op.guild in guilds,
                    file,
                    event.id,
                    f"{field}.guild",
                    f"there is no guild {op.guild}",
                    needs=("guilds.json",),
                )
                unlocked.add(op.guild)
            elif isinstance(op, AddSystem):
                rule = f"no side may lack a location {op.next_to}"
                yield from _need(
                    all(op.next_to in side for side in places),
                    file,
                    event.id,
                    f"{field}.next_to",
                    rule,
                    needs=(_SIDES,),
                )
                yield from _need(len(event.effects) == 1, file, event.id, field, "it stands alone on its card")
            elif isinstance(op, AttachScoring):
                yield from _check_scoring(box, file, event.id, f"{field}.scoring", op.scoring)
            elif isinstance(op, ForEach):
                yield from _check_operations(file, event.id, f"{field}.effects", op.effects)
            else:
                yield from _check_operations(file, event.id, field, (op,))
    for guild in sorted(guilds - unlocked):
        yield Fault(guild, "id", "no event lifts its cover (R2.6)", "guilds.json", needs=("events.json",))


def _check_systems(box: Box) -> Iterator[Fault]:
    file = "systems.json"
    starting = [system for system in box.systems.entries if system.starting]
    yield from _need(len(starting) >= _STARTING_SYSTEMS, file, "all", "starting", "at least two cards start (R2.4)")
    yield from _need(
        all(system.deck == "A" for system in starting), file, "all", "starting", "starting cards are of deck A"
    )
    b_cards = sum(system.deck == "B" for system in box.systems.entries)
    yield from _need(b_cards >= _SLOTS_PER_DECK, file, "all", "deck", "at least two cards of deck B (R2.4)")
    for system in box.systems.entries:
        yield from _need(len(set(system.traits)) == len(system.traits), file, system.id, "traits", "a trait twice")
        yield from _check_operations(file, system.id, "on_control", system.on_control)
        yield from _check_operations(file, system.id, "on_colonize", system.on_colonize)
        yield from _check_modifiers(box, file, system.id, "permanent", system.permanent)


def _check_achievements(box: Box) -> Iterator[Fault]:
    file = "achievements.json"
    groups: Counter[str] = Counter(card.group for card in box.achievements.entries)
    for group, count in (("basic", 2), ("A", 1), ("B", 1)):
        fits = groups[group] == count if group == "basic" else groups[group] >= count
        yield from _need(fits, file, "all", "group", f"{groups[group]} cards of group {group} (R2.5)")
    for card in box.achievements.entries:
        falling = all(left >= right for left, right in zip(card.slots, card.slots[1:], strict=False))
        yield from _need(falling, file, card.id, "slots", "slots further right are worth less (R6.2)")
    yield from _need(
        set(box.achievements.end_trigger_discs) == {"2", "3", "4"},
        file,
        WHOLE,
        "end_trigger_discs",
        "2, 3 and 4 players (R7.1, R7.2)",
    )


def _check_basics(box: Box) -> Iterator[Fault]:
    file = "basic_spaces.json"
    basics = box.basic_spaces.entries
    kept = bool(basics) and basics[-1].may_stay
    yield from _need(kept, file, "all", "may_stay", "the last space may be kept (R4.4)")
    for basic in basics:
        yield from _need(
            set(basic.surcharges) == {"2", "3", "4"}, file, basic.id, "surcharges", "spaces for 2, 3 and 4 players"
        )
        yield from _check_operations(file, basic.id, "effects", basic.effects)


def _check_side(side: BoardSide) -> Iterator[Fault]:
    file = "exploration_board.json"
    ids = [place.id for place in side.locations]
    kinds = Counter(place.kind for place in side.locations)
    yield from _need(len(set(ids)) == len(ids), file, side.id, "locations", "an id twice")
    yield from _need(
        kinds["sol"] == kinds["deep_space"] == 1, file, side.id, "locations", "one Sol, one Deep Space (R1.5)"
    )
    decks = sorted(place.deck or "" for place in side.locations if place.kind == "system_slot")
    yield from _need(decks == ["A", "A", "B", "B"], file, side.id, "locations", "two slots of each deck (R1.6)")
    for number, place in enumerate(side.locations):
        field = f"locations[{number}]"
        yield from _need(
            bool(place.traits) == (place.kind == "shipyard"), file, side.id, f"{field}.traits", "shipyards have traits"
        )
        yield from _need(
            (place.deck is not None) == (place.kind == "system_slot"),
            file,
            side.id,
            f"{field}.deck",
            "system slots have a deck",
        )
    lanes = [frozenset(lane) for lane in side.lanes]
    for number, lane in enumerate(lanes):
        yield from _need(
            len(lane) > 1 and lane <= set(ids), file, side.id, f"lanes[{number}]", "two locations of this side"
        )
        yield from _need(lanes.count(lane) == 1, file, side.id, f"lanes[{number}]", "a lane twice")
    reached, grown = set(ids[:1]), True
    while grown:
        more = {place for lane in lanes if lane & reached for place in lane} - reached
        reached |= more
        grown = bool(more)
    yield from _need(
        reached >= set(ids), file, side.id, "lanes", f"{', '.join(sorted(set(ids) - reached))} cannot be reached"
    )


def _check_mat(box: Box, mat: Mat) -> Iterator[Fault]:
    file = "factions.json"
    cubes = sum(mat.supply_columns) + mat.start.population + 1
    yield from _need(
        cubes == CUBES, file, mat.id, "supply_columns", f"{cubes} cubes with population and ship, not 20 (R2.9)"
    )
    for field, track in (("population_track", mat.population_track), ("ore_track", mat.ore_track)):
        yield from _need(len(track) == _TRACK_SLOTS, file, mat.id, field, f"9 slots, not {len(track)} (R2.8)")
    yield from _need(any(mat.ore_track[:1]), file, mat.id, "ore_track", "the first slot shows ore")
    yield from _need((mat.mat == "advanced") or not mat.powers, file, mat.id, "powers", "basic mats have none (R1.3)")
    cheapest = min([mat.trades.ore_to_pop, *_rates(box)])
    rule = "trading ore for population and back must not gain"
    yield from _need(mat.trades.pop_to_ore < cheapest, file, mat.id, "trades", rule)
    for number, power in enumerate(mat.powers):
        yield from _check_modifiers(box, file, mat.id, f"powers[{number}].modifier", (power.modifier,))
    for side in box.exploration_board.entries:
        known = any(place.id == mat.start.ship.location for place in side.locations)
        rule = f"there is no {mat.start.ship.location} on {side.id}"
        yield from _need(known, file, mat.id, "start.ship.location", rule, needs=(_SIDES,))


def _rates(box: Box) -> Iterable[int]:
    modifiers = [modifier for card in box.technologies.entries for modifier in card.permanent]
    modifiers += [modifier for system in box.systems.entries for modifier in system.permanent]
    modifiers += [power.modifier for mat in box.factions.entries for power in mat.powers]
    for modifier in modifiers:
        if isinstance(modifier, TradeRate) and modifier.trade == "ore_to_pop":
            yield modifier.ore


def _check_operations(
    file: str, entry: str, field: str, effects: Operations, *, replay: bool = False
) -> Iterator[Fault]:
    for number, op in enumerate(effects):
        at = f"{field}[{number}]"
        yield from _need(not isinstance(op, _EVENT_ONLY), file, entry, f"{at}.op", "stands on event cards only")
        rule = "stands in the actions of a technology with an immediate bonus only"
        yield from _need(replay or not isinstance(op, ReplayImmediate), file, entry, f"{at}.op", rule)
        for inner, effects_inside in _inside(op):
            yield from _check_operations(file, entry, f"{at}.{inner}", effects_inside)


def _inside(op: Operation) -> Iterable[tuple[str, Operations]]:
    if isinstance(op, May | Repeat | ForEach):
        yield "effects", op.effects
    elif isinstance(op, Choose):
        for number, option in enumerate(op.options):
            yield f"options[{number}].effects", option.effects


def _check_modifiers(box: Box, file: str, entry: str, field: str, modifiers: Sequence[Modifier]) -> Iterator[Fault]:
    places = {place.id for side in box.exploration_board.entries for place in side.locations}
    for number, modifier in enumerate(modifiers):
        at = f"{field}[{number}]"
        if isinstance(modifier, OncePerTurn | On):
            yield from _check_operations(file, entry, f"{at}.effects", modifier.effects)
        elif isinstance(modifier, EndScore):
            yield from _check_scoring(box, file, entry, f"{at}.scoring", modifier.scoring)
        elif isinstance(modifier, LongJump):
            for place in modifier.except_from:
                yield from _need(
                    place in places, file, entry, f"{at}.except_from", f"there is no location {place}", needs=(_SIDES,)
                )


def _check_scoring(box: Box, file: str, entry: str, field: str, scoring: Scoring) -> Iterator[Fault]:
    if isinstance(scoring, StrongestAt):
        for side in box.exploration_board.entries:
            known = any(place.id == scoring.location for place in side.locations)
            yield from _need(
                known, file, entry, f"{field}.location", f"there is no {scoring.location} on {side.id}", needs=(_SIDES,)
            )
