"""The component catalogue: everything that can lie on the table, in figures and words."""

from collections.abc import Iterator, Sequence

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.beyond.cards import COLUMNS, NONE, Location, Pack, Printed, Side
from services.beyond.describe import effects_text, metric_text, modifier_text, paid_text, with_names
from services.beyond.effects import Cost, Modifier, OncePerTurn, Operations
from services.beyond.figures import figures
from services.kit.event import FactValue

_PROVENANCE = {
    "sourced": rules_pb2.PROVENANCE_SOURCED,
    "partly_sourced": rules_pb2.PROVENANCE_PARTLY_SOURCED,
    "reconstructed": rules_pb2.PROVENANCE_RECONSTRUCTED,
}


def catalogue(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Every component of a pack."""
    for part in (_technologies, _events, _systems, _achievements, _actions, _slots, _locations, _mats):
        for component in part(pack):
            component.lines[:] = [with_names(line, pack.names) for line in component.lines]
            yield component


def _entry(entry: Printed, name: str, kind: str, lines: Sequence[str], **facts: FactValue) -> rules_pb2.Component:
    inferred = [] if entry.provenance == "sourced" else [fact for fact in facts if fact not in entry.sourced_facts]
    if entry.provenance == "partly_sourced":
        lines = [*lines, "known: " + "; ".join(entry.sourced_parts)]
    return rules_pb2.Component(
        id=entry.id,
        name=name,
        kind=kind,
        copies=1,
        facts=[_fact(key, value) for key, value in facts.items()],
        lines=lines,
        provenance=_PROVENANCE[entry.provenance],
        inferred_facts=inferred,
    )


def _fact(name: str, value: FactValue) -> game_pb2.Fact:
    if isinstance(value, bool):
        return game_pb2.Fact(name=name, flag=value)
    return (
        game_pb2.Fact(name=name, number=value) if isinstance(value, int) else game_pb2.Fact(name=name, word=str(value))
    )


def _figures(prefix: str, effects: Operations, cost: Cost | None = None) -> dict[str, int]:
    return {f"{prefix}_{name}": number for name, number in figures(effects, cost).items()}


def _power_figures(powers: Sequence[Modifier]) -> dict[str, int]:
    """Figures of the powers that are used once a turn, numbered as in their option ids."""
    return {
        fact: number
        for index, power in enumerate(powers)
        if isinstance(power, OncePerTurn)
        for fact, number in _figures(f"power_{index}", power.effects, power.cost).items()
    }


def _technologies(pack: Pack) -> Iterator[rules_pb2.Component]:
    for card in pack.technologies:
        lines = ["at once: " + effects_text(card.immediate)] if card.immediate else []
        lines += [
            f"{action.spaces} {'space' if action.spaces == 1 else 'spaces'}: {paid_text(action.cost, action.effects)}"
            for action in card.actions
        ]
        lines += [modifier_text(power) for power in card.permanent]
        types = dict.fromkeys(card.types)
        yield _entry(
            card,
            card.name,
            "technology",
            lines,
            level=card.level,
            types=" ".join(types),
            output=card.output or "none",
            vp=card.vp,
            **_figures("immediate", card.immediate),
            **{
                fact: number
                for index, action in enumerate(card.actions)
                for fact, number in _figures(f"action_{index}", action.effects, action.cost).items()
            },
            **_power_figures(card.permanent),
        )


def _events(pack: Pack) -> Iterator[rules_pb2.Component]:
    for card in pack.events:
        yield _entry(card, card.name, "event", [effects_text(card.effects)], level=card.level, fixed=card.fixed)


def _systems(pack: Pack) -> Iterator[rules_pb2.Component]:
    for card in pack.systems:
        lines = ["on control: " + effects_text(card.on_control)] if card.on_control else []
        lines.append("on colonising: " + effects_text(card.on_colonize))
        lines += [modifier_text(power) for power in card.permanent]
        yield _entry(
            card,
            card.name,
            "system",
            lines,
            deck=card.deck,
            strength=card.strength,
            traits=" ".join(card.traits),
            vp=card.vp,
            **_figures("control", card.on_control),
            **_figures("colonize", card.on_colonize),
            **_power_figures(card.permanent),
        )


def _achievements(pack: Pack) -> Iterator[rules_pb2.Component]:
    for card in pack.achievements:
        condition = card.condition
        line = f"at least {condition.at_least}: {metric_text(condition.metric)}"
        yield _entry(
            card,
            card.name,
            "achievement",
            [line],
            group=card.group,
            slots=" ".join(map(str, card.slots)),
            metric=condition.metric,
            at_least=condition.at_least,
        )


def _actions(pack: Pack) -> Iterator[rules_pb2.Component]:
    for guild in pack.guilds:
        facts = {"spaces": guild.spaces, **_figures("action_0", guild.effects, guild.cost)}
        yield _entry(guild, guild.name, "guild", [paid_text(guild.cost, guild.effects)], **facts)
    for basic in pack.basics:
        facts = {f"spaces_{players}": len(extra) for players, extra in basic.surcharges.items()}
        facts |= _figures("action_0", basic.effects, basic.cost)
        yield _entry(basic, basic.name, "basic", [paid_text(basic.cost, basic.effects)], **facts)


def _slots(pack: Pack) -> Iterator[rules_pb2.Component]:
    for slot in pack.printed_slots:
        lines = [f"needs {slot.required} of: {', '.join(slot.prerequisites)}"] if slot.required else []
        yield _entry(slot, pack.names[slot.id], "slot", lines, level=slot.level, row=slot.row, required=slot.required)


def _locations(pack: Pack) -> Iterator[rules_pb2.Component]:
    """Locations of the boards; those that events add stand there as events. Both sides use the same ids."""
    seen: dict[str, list[tuple[Side, Location]]] = {}
    for side in dict.fromkeys(pack.sides.values()):
        for location in side.locations:
            if location.event == NONE:
                seen.setdefault(location.place.id, []).append((side, location))
    for id_, places in seen.items():
        place = places[0][1].place
        lines = [
            f"{players} players: outposts of {' or '.join(location.place.traits)}"
            for side, location in places
            for players in side.printed.players
            if location.place.traits
        ]
        facts: dict[str, FactValue] = {"deck": place.deck} if place.deck else {}
        for side, location in places:
            facts |= _location_facts(side, location)
        provenances = {side.printed.provenance for side, _ in places}
        provenance = provenances.pop() if len(provenances) == 1 else "partly_sourced"
        sourced = set.intersection(*(set(side.printed.sourced_facts) for side, _ in places))
        yield rules_pb2.Component(
            id=id_,
            name=place.name,
            kind=place.kind,
            copies=1,
            facts=[_fact(name, value) for name, value in facts.items()],
            lines=lines,
            provenance=_PROVENANCE[provenance],
            inferred_facts=[] if provenance == "sourced" else [name for name in facts if name not in sourced],
        )


def _location_facts(side: Side, location: Location) -> dict[str, FactValue]:
    """Traits and lanes of a location on one side; lanes to locations that events add aside."""
    players = "_".join(map(str, side.printed.players))
    ends = [side.locations[end] for end in location.lanes if side.locations[end].event == NONE]
    facts: dict[str, FactValue] = {f"lanes_{players}": " ".join(end.place.id for end in ends)}
    if location.place.traits:
        facts[f"traits_{players}"] = " ".join(location.place.traits)
    return facts


def facts_by_entry(pack: Pack) -> dict[str, set[str]]:
    """The names of the facts of every component; a side of the exploration board has those of its locations."""
    facts = {component.id: {fact.name for fact in component.facts} for component in catalogue(pack)}
    for side in pack.sides.values():
        facts[side.id] = set().union(*(facts[place.id] for place in side.printed.locations))
    return facts


def _mats(pack: Pack) -> Iterator[rules_pb2.Component]:
    for mat in pack.mats:
        lines = [f"from automation level {power.level} on: {modifier_text(power.modifier)}" for power in mat.powers]
        yield _entry(
            mat,
            pack.names[mat.id],
            "mat",
            lines,
            faction=mat.faction,
            mat=mat.mat,
            columns=" ".join(f"{letter}{size}" for letter, size in zip(COLUMNS, mat.supply_columns, strict=True)),
            population_track=" ".join(letter or "-" for letter in mat.population_track),
            ore_track=" ".join(map(str, mat.ore_track)),
            automation=" ".join(map(str, mat.automation)),
            trade_ore_to_pop=mat.trades.ore_to_pop,
            trade_retire_ship=mat.trades.retire_ship,
            trade_pop_to_ore=mat.trades.pop_to_ore,
        )
