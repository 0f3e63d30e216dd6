"""Builds a pack from checked components: numbers, look-up tables and option ids, all computed once."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from galaxytables_beyond.components.box import Box
from galaxytables_beyond.components.cards import (
    COLUMNS,
    DISCS_PER_KIND,
    REFERENCE,
    BoardSide,
    Deed,
    FileEntry,
    Location,
    Mat,
    MatTables,
    Pack,
    Place,
    Power,
    Side,
    Slot,
    Space,
    System,
    Technology,
    TechSlot,
)
from galaxytables_beyond.components.effects import (
    UNNUMBERED,
    AddSystem,
    Choose,
    Colonize,
    CopyAction,
    Cost,
    ForEach,
    May,
    Modifier,
    On,
    OncePerTurn,
    Operation,
    Operations,
    Repeat,
    ReplayImmediate,
    Research,
    decisive,
    first_part,
    holds,
)
from galaxytables_beyond.components.numbers import NO_EVENT, EventNumber, events, techs

_SHIP_LEVELS = range(1, 5)

P = TypeVar("P", bound=FileEntry)


def assemble(box: Box) -> Pack:
    """Return the pack of a checked box. Components have numbers, and all look-up tables are computed."""
    technologies = tuple(_with_replays(card) for card in box.technologies.entries)
    slots = _slots(box.technology_board.entries, technologies)
    questions: list[May | Choose] = []
    for effects in _all_effects(box, technologies):
        _number(effects, questions)
    tech_powers = (*(_powers(card.id, card.permanent) for card in technologies), ())
    system_powers = tuple(_powers(card.id, card.permanent) for card in box.systems.entries)
    mat_tables = tuple(_mat_tables(mat) for mat in box.factions.entries)
    all_powers = [power for powers in (*tech_powers, *system_powers) for power in powers]
    all_powers += [power for tables in mat_tables for _, power in tables.powers]
    sides = [(side, _side(side, box)) for side in box.exploration_board.entries]
    return Pack(
        technologies=technologies,
        events=box.events.entries,
        systems=box.systems.entries,
        achievements=box.achievements.entries,
        guilds=box.guilds.entries,
        basics=box.basic_spaces.entries,
        slots=slots,
        slots_by_level={
            level: tuple(slot for slot in slots if slot.level == level) for level in {slot.level for slot in slots}
        },
        printed_slots=box.technology_board.entries,
        mats=box.factions.entries,
        sides={players: made for side, made in sides for players in side.players},
        end_trigger={int(players): discs for players, discs in box.achievements.end_trigger_discs.items()},
        seat_bonus=box.factions.seat_bonus_ore,
        basic_spaces={players: tuple(_basic_spaces(box, players)) for players in (2, 3, 4)},
        guild_spaces=tuple(_guild_spaces(box)),
        private_spaces={number: _tech_spaces(card.id, card) for number, card in techs(technologies) if card.actions},
        tech_powers=tech_powers,
        system_powers=system_powers,
        mat_tables=mat_tables,
        questions=tuple(questions),
        names=_names(box),
        guild_number={guild.id: number for number, guild in enumerate(box.guilds.entries)},
        powers={power.id: power for power in all_powers},
        provenances=Counter(entry.provenance for entries in box.files().values() for entry in entries),
    )


def _with_replays(card: Technology) -> Technology:
    """Return a card with its immediate list in place of each action that replays it."""
    actions = []
    for action in card.actions:
        effects: list[Operation] = []
        for op in action.effects:
            effects.extend(card.immediate if isinstance(op, ReplayImmediate) else (op,))
        actions.append(msgspec.structs.replace(action, effects=tuple(effects)))
    return msgspec.structs.replace(card, actions=tuple(actions))


def _all_effects(box: Box, technologies: Sequence[Technology]) -> Iterator[Operations]:
    for card in technologies:
        yield card.immediate
        yield from (action.effects for action in card.actions)
        yield from _modifier_effects(card.permanent)
    for system in box.systems.entries:
        yield system.on_control
        yield system.on_colonize
        yield from _modifier_effects(system.permanent)
    yield from (event.effects for event in box.events.entries)
    yield from (guild.effects for guild in box.guilds.entries)
    yield from (basic.effects for basic in box.basic_spaces.entries)
    yield from (place.on_control for side in box.exploration_board.entries for place in side.locations)
    for mat in box.factions.entries:
        yield from _modifier_effects([power.modifier for power in mat.powers])


def _modifier_effects(modifiers: Sequence[Modifier]) -> Iterator[Operations]:
    return (modifier.effects for modifier in modifiers if isinstance(modifier, OncePerTurn | On))


def _number(effects: Operations, questions: list[May | Choose]) -> None:
    """Number the operations that ask, in place, since a card alone cannot know their numbers."""
    for op in effects:
        if isinstance(op, May | Choose) and op.number == UNNUMBERED:
            msgspec.structs.force_setattr(op, "number", len(questions))
            questions.append(op)
        if isinstance(op, May | Repeat | ForEach):
            _number(op.effects, questions)
        elif isinstance(op, Choose):
            for option in op.options:
                _number(option.effects, questions)


def _deed(id_: str, component: str, number: int, cost: Cost, effects: Operations) -> Deed:
    return Deed(
        id_,
        component,
        number,
        cost,
        effects,
        research=holds(effects, Research),
        colonize=holds(effects, Colonize),
        copies=holds(effects, CopyAction),
        decisive=decisive(effects),
        first_part=first_part(effects),
    )


def _space(id_: str, deed: Deed, surcharge: int = 0, *, may_stay: bool = False) -> Space:
    commitment = (not may_stay, deed.research or deed.colonize, deed.cost.population, deed.cost.ore + surcharge)
    return Space(id_, deed, commitment, surcharge, may_stay)


def _tech_spaces(where: str, card: Technology) -> tuple[Space, ...]:
    spaces = []
    for number, action in enumerate(card.actions):
        deed = _deed(f"{where}.{number}", card.id, number, action.cost, action.effects)
        spaces += [_space(f"{where}.{number}.{space}", deed) for space in range(action.spaces)]
    return tuple(spaces)


def _slots(printed: Sequence[TechSlot], technologies: Sequence[Technology]) -> tuple[Slot, ...]:
    index = {slot.id: number for number, slot in enumerate(printed)}
    return tuple(
        Slot(
            index=number,
            id=slot.id,
            level=slot.level,
            row=slot.row,
            prerequisites=tuple(index[other] for other in slot.prerequisites),
            required=slot.required,
            event=slot.event,
            spaces={
                tech: _tech_spaces(slot.id, card) for tech, card in techs(technologies) if card.level == slot.level
            },
        )
        for number, slot in enumerate(printed)
    )


def _basic_spaces(box: Box, players: int) -> Iterator[Space]:
    for basic in box.basic_spaces.entries:
        deed = _deed(basic.id, basic.id, 0, basic.cost, basic.effects)
        surcharges = next(extra for number, extra in basic.surcharges.items() if int(number) == players)
        for number, surcharge in enumerate(surcharges):
            yield _space(f"{basic.id}.{number}", deed, surcharge, may_stay=basic.may_stay)


def _guild_spaces(box: Box) -> Iterator[tuple[Space, ...]]:
    for guild in box.guilds.entries:
        deed = _deed(guild.id, guild.id, 0, guild.cost, guild.effects)
        yield tuple(_space(f"{guild.id}.{number}", deed) for number in range(guild.spaces))


def _powers(component: str, modifiers: Sequence[Modifier]) -> tuple[Power, ...]:
    return tuple(
        Power(f"power.{component}.{number}", component, number, modifier) for number, modifier in enumerate(modifiers)
    )


def _mat_tables(mat: Mat) -> MatTables:
    shown = range(DISCS_PER_KIND + 1)
    growth = tuple(
        tuple(COLUMNS.index(letter) for letter in mat.population_track[: DISCS_PER_KIND + 1 - left] if letter)
        for left in shown
    )
    ore = tuple(sum(mat.ore_track[: DISCS_PER_KIND + 1 - left]) for left in shown)
    powers = _powers(mat.id, [power.modifier for power in mat.powers])
    levels = [power.level for power in mat.powers]
    return MatTables(growth, ore, tuple(zip(levels, powers, strict=True)))


def _side(side: BoardSide, box: Box) -> Side:
    """Return a side with the locations that events can add, each connected by one lane."""
    places: list[tuple[Place, EventNumber]] = [(place, NO_EVENT) for place in side.locations]
    lanes = list(side.lanes)
    for number, event in events(box.events.entries):
        for op in event.effects:
            if isinstance(op, AddSystem):
                places.append((Place(event.id, event.name, "system_slot", (), op.deck, ()), number))
                lanes.append((op.next_to, event.id))
    ids = [place.id for place, _ in places]
    by_id = {id_: number for number, id_ in enumerate(ids)}
    ends = [
        tuple(sorted(by_id[other] for lane in lanes if id_ in lane for other in lane if other != id_)) for id_ in ids
    ]
    locations = tuple(
        Location(
            index=number,
            place=place,
            lanes=ends[number],
            event=event,
            moves=tuple(tuple(f"{place.id}.{level}>{other}" for other in ids) for level in (0, *_SHIP_LEVELS)),
            ships=tuple(f"{place.id}.{level}" for level in (0, *_SHIP_LEVELS)),
        )
        for number, (place, event) in enumerate(places)
    )
    kinds = [place.kind for place, _ in places]
    everywhere = [(at, level) for at in range(len(ids)) for level in _SHIP_LEVELS]
    return Side(
        id=side.id,
        printed=side,
        locations=locations,
        sol=kinds.index("sol"),
        deep=kinds.index("deep_space"),
        yards=tuple(at for at, kind in enumerate(kinds) if kind in ("sol", "shipyard")),
        by_id=by_id,
        move_of={locations[at].moves[level][to]: (at, level, to) for at, level in everywhere for to in range(len(ids))},
        ship_of={locations[at].ships[level]: (at, level) for at, level in everywhere},
        distances=tuple(_distances(ends, start) for start in range(len(ids))),
    )


def _distances(ends: Sequence[Sequence[int]], start: int) -> tuple[int, ...]:
    found = {start: 0}
    front = [start]
    for here in front:
        for there in ends[here]:
            if there not in found:
                found[there] = found[here] + 1
                front.append(there)
    return tuple(found[number] for number in range(len(ends)))


def _names(box: Box) -> dict[str, str]:
    named: list[Technology | System | FileEntry] = [
        *box.technologies.entries,
        *box.events.entries,
        *box.systems.entries,
        *box.achievements.entries,
        *box.guilds.entries,
        *box.basic_spaces.entries,
    ]
    names = {card.id: str(getattr(card, "name", card.id)) for card in named}
    names |= {place.id: place.name for side in box.exploration_board.entries for place in side.locations}
    names |= {slot.id: f"slot {slot.id}" for slot in box.technology_board.entries}
    names |= {mat.id: f"{mat.name} ({mat.mat})" for mat in box.factions.entries}
    return names | {REFERENCE: "Reference"}
