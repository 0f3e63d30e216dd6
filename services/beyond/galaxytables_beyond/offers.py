"""Gives players the facts of prompts and options: what a prompt is about, and what an option stands for."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from galaxytables_beyond import ids
from galaxytables_beyond.components.cards import Deed
from galaxytables_beyond.components.effect_facts import cost_facts, effects_fact
from galaxytables_beyond.components.effects import Choose, Cost, May, OncePerTurn, Operations, Track
from galaxytables_beyond.components.numbers import NO_TECH
from galaxytables_beyond.operations.colonize import strength_needed
from galaxytables_beyond.operations.settlers import Settlers
from galaxytables_beyond.phases.production import RETIRE, growth_columns, ore_yield
from galaxytables_beyond.powers import holding, trade_price
from galaxytables_beyond.state import BeyondPlay, Disc
from galaxytables_beyond.table.spaces import find_space, spaces_in_play
from galaxytables_kit import Action, Component, Facts, Groups, Number, Offer, Pick, Piece, Place, Prompt, Seat, Word

_NOTHING: Facts = {}


def prompt_facts(play: BeyondPlay, prompt: Prompt) -> Facts:
    """Return the facts of a prompt: the slot, ship, place, system, column or optional part that it asks about."""
    subject, facts = prompt.subject, _NOTHING
    match prompt.kind:
        case "research.type" | "research.card":
            facts = {"slot": Place(str(subject))}
        case "build.place" | "build.instead":
            facts = {"level": int(subject or 0)}
        case "jump.move" | "teleport.move":
            facts = {"left": int(subject or 0)}
        case "control.disc":
            facts = {"place": Place(str(subject))}
        case "colonize.ships":
            assert isinstance(prompt.rule, Settlers)  # noqa: S101 - asked so
            facts = {"system": Component(str(subject)), "strength": prompt.rule.needed}
        case "colonize.disc":
            facts = {"system": Component(str(subject))}
        case "supply.shift":
            facts = {"source": Place(ids.column(prompt.seat, str(subject)))}
        case "may.do":
            part = play.pack.questions[int(subject or 0)]
            assert isinstance(part, May)  # noqa: S101 - numbered so
            facts = _part(part.cost, part.effects)
    return facts


def offer(play: BeyondPlay, prompt: Prompt, pick: Pick) -> Offer:
    """Return the thing that an option stands for, its costs and its gains."""
    return _OFFERS[prompt.kind](play, prompt, str(pick))


def _part(cost: Cost, effects: Operations) -> Facts:
    return {**cost_facts(cost.ore, cost.population), "effects": effects_fact(effects)}


def _action(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return a space for the pawn, or another thing that can be done."""
    if pick.startswith(("power.", "swap.")):
        return _besides(play, prompt, pick)
    space = find_space(play, prompt.seat, pick)
    return _deed(play, prompt.seat, space.id, space.deed, space.surcharge)


def _copied(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return the offer of an action, at the first space that has it."""
    space = next(space for space in spaces_in_play(play, prompt.seat) if space.deed.id == pick)
    return _deed(play, prompt.seat, space.id, space.deed, 0)


def _deed(play: BeyondPlay, seat: Seat, space: str, deed: Deed, surcharge: int) -> Offer:
    ore = holding(play, seat).prices.ore(deed, surcharge)
    facts = {**cost_facts(ore, deed.cost.population), "effects": _brought(deed)}
    return Offer((Place(space),), facts, deed.component)


@lru_cache(4096)
def _brought(deed: Deed) -> Groups:
    """Return what an action brings; it is cached by the deed itself."""
    return effects_fact(deed.effects)


def _besides(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return a power, or an exchange of the disc on an achievement card for the leftmost one of a track."""
    if pick.startswith("swap."):
        _, card, track = pick.split(".")
        return Offer((Place(_own_slot(play, prompt.seat, card)), _track_of(prompt.seat, track)))
    power = play.pack.powers[pick]
    modifier = power.modifier
    assert isinstance(modifier, OncePerTurn)  # noqa: S101 - only those are offered
    return Offer((Place(ids.power(power)),), _part(modifier.cost, modifier.effects), power.component)


def _own_slot(play: BeyondPlay, seat: Seat, card: str) -> str:
    """Return the slot of an achievement card with an achievement disc of a seat."""
    (achievement,) = [each for each in play.state.achievements if play.pack.achievements[each.card].id == card]
    claimed = [(each.seat, each.disc) for each in achievement.discs]
    return ids.achievement_slot(card, claimed.index((seat, Disc.ACHIEVEMENT)))


def _production(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    match pick:
        case "population":
            return Offer((Action("grow"),), {"gains_population": len(growth_columns(play, prompt.seat))})
        case "ore":
            return Offer((Action("produce_ore"),), {"gains_ore": ore_yield(play, prompt.seat)})
        case "trade":
            return Offer((Action("trade"),))
    return _besides(play, prompt, pick)


def _trade(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    if pick == "ore_to_pop":
        price = trade_price(play, prompt.seat, pick)
        return Offer((Action("buy_population"),), {"trade": pick, "cost_ore": price, "gains_population": 1})
    if pick == "pop_to_ore":
        gained = play.pack.mats[play.state.factions[prompt.seat].mat].trades.pop_to_ore
        return Offer((Action("return_population"),), {"trade": pick, "cost_population": 1, "gains_ore": gained})
    price = trade_price(play, prompt.seat, "retire_ship")
    ship = _alike(play, prompt.seat, pick.removeprefix(RETIRE))
    return Offer((ship,), {"trade": "retire_ship", "cost_ore": price, "gains_population": 1})


def _alike(play: BeyondPlay, seat: Seat, ship: str) -> Piece:
    """Return the first ship of a level at a location."""
    place, level = play.pack.sides[play.seats].ship_of[ship]
    return Piece(ids.ship(seat, play.pack.sides[play.seats].locations[place].place.id, level, 0))


def _ship(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    return Offer((_alike(play, prompt.seat, pick),))


def _move(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    ship, end = pick.split(">")
    return Offer((_alike(play, prompt.seat, ship), Place(end)))


def _settler(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return a ship of the fleet that settles, by its place in the fleet."""
    level, number = map(int, pick.split("."))
    system = next(n for n, card in enumerate(play.pack.systems) if card.id == prompt.subject)
    place = next(n for n, location in enumerate(play.state.locations) if location.system == system)
    number -= play.state.locations[place].fleets[prompt.seat].index(level)
    at = play.pack.sides[play.seats].locations[place].place.id
    return Offer((Piece(ids.ship(prompt.seat, at, level, number)),))


def _achievement(play: BeyondPlay, _: Prompt, pick: str) -> Offer:
    card = next(card for card in play.state.achievements if play.pack.achievements[card.card].id == pick)
    points = play.pack.achievements[card.card].slots[len(card.discs) :]
    return Offer((Piece(pick),), {"points": points[0]} if points else {}, pick)


def _slot(play: BeyondPlay, _: Prompt, pick: str) -> Offer:
    tech = next(play.state.techs[slot.index] for slot in play.pack.slots if slot.id == pick)
    if tech == NO_TECH:
        return Offer((Place(pick),))
    card = play.pack.technologies[tech].id
    return Offer((Place(pick),), {"technology": Component(card)}, card)


def _system(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    system = next(card for card in play.pack.systems if card.id == pick)
    return Offer((Piece(pick),), {"strength": strength_needed(system, int(prompt.subject or 0))}, pick)


def _payment(_: BeyondPlay, __: Prompt, pick: str) -> Offer:
    ore, population = map(int, pick.split("."))
    return Offer((Number(ore), Number(population)), cost_facts(ore, population))


def _choice(play: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return one of the alternatives of a `Choose` operation; the pick is its number."""
    op = play.pack.questions[int(prompt.subject or 0)]
    assert isinstance(op, Choose)  # noqa: S101 - numbered so
    option = op.options[int(pick)]
    return Offer((Number(int(pick)),), _part(option.cost, option.effects))


def _track(_: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    """Return the track from which a disc is taken."""
    return Offer((_track_of(prompt.seat, pick),))


def _track_of(seat: Seat, pick: str) -> Place:
    kind: Track = "food" if pick == "food" else "ore"
    return Place(ids.track(seat, kind))


def _card(_: BeyondPlay, __: Prompt, pick: str) -> Offer:
    return Offer((Piece(pick),), component=pick)


def _location(_: BeyondPlay, __: Prompt, pick: str) -> Offer:
    return Offer((Place(pick),))


def _column(_: BeyondPlay, prompt: Prompt, pick: str) -> Offer:
    return Offer((Place(ids.column(prompt.seat, pick)),))


def _word(_: BeyondPlay, __: Prompt, pick: str) -> Offer:
    return Offer((Word(pick),))


def _yes(_: BeyondPlay, __: Prompt, ___: str) -> Offer:
    return Offer((Action("do"),))


_OFFERS: Mapping[str, Callable[[BeyondPlay, Prompt, str], Offer]] = {
    "turn.action": _action,
    "turn.power": _besides,
    "cost.swap": _payment,
    "production.choose": _production,
    "trade.deal": _trade,
    "achievement.claim": _achievement,
    "research.slot": _slot,
    "research.type": _word,
    "research.card": _card,
    "private.keep": _card,
    "build.place": _location,
    "build.instead": _location,
    "upgrade.ship": _ship,
    "jump.move": _move,
    "teleport.move": _move,
    "control.disc": _track,
    "control.bonus": _location,
    "colonize.system": _system,
    "colonize.ships": _settler,
    "colonize.disc": _track,
    "automate.track": _track,
    "supply.shift": _column,
    "may.do": _yes,
    "choose.option": _choice,
    "copy.action": _copied,
}
