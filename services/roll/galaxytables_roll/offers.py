"""Gives players the facts of prompts and options: what a prompt is about, and what an option stands for."""

from collections.abc import Callable, Mapping

from galaxytables_kit import (
    Action,
    Component,
    Facts,
    FactValue,
    Number,
    Offer,
    Pick,
    Piece,
    Place,
    Prompt,
    Seat,
    Target,
)
from galaxytables_roll.components.kinds import DictateCount, TradeBuyChip
from galaxytables_roll.components.tiles import DEVELOPMENTS, WORLDS, Face
from galaxytables_roll.dice import (
    DIE_OF,
    DIE_WORDS,
    FACE_WORDS,
    FACES,
    PHASE,
    PHASE_WORDS,
    OwnedDie,
    RolledDie,
    colour_of,
    kind_of,
    number_of,
    phase_in,
)
from galaxytables_roll.phases.explore import stock_credits
from galaxytables_roll.phases.reassign import reassign_powers
from galaxytables_roll.pieces import (
    DIE_COMPONENTS,
    PHASE_COMPONENTS,
    citizenry_id,
    column_id,
    cup_id,
    dictate_id,
    die_id,
    extra_id,
    phase_id,
    stack_id,
    tile_id,
)
from galaxytables_roll.powers import consume_value, trade_price
from galaxytables_roll.reasons import face_of
from galaxytables_roll.state import RollPlay, working
from galaxytables_roll.telling import die_fact

NOWHERE = "nowhere"
"""The place of a wild die that has not been placed."""


def prompt_facts(play: RollPlay, prompt: Prompt) -> Facts:
    """Return the facts of a prompt: the tile whose effect it belongs to, the phase, the worker or the shipment."""
    match prompt.kind:
        case "assign.selector" | "assign.wild":
            return {"phase": PHASE_WORDS[play.state.seats[prompt.seat].selected]}
        case "assign.to":
            rolled = _rolled(prompt, prompt.subject)
            die = DIE_OF[rolled]
            worker = Piece(die_id(prompt.seat, die))
            return {"worker": worker, "die": die_fact(die), **_worker(rolled, str(prompt.subject))}
        case "ship.shipper":
            task, world, good = str(prompt.subject).split(":")
            return {"task": task, "world": Component(world), "good": Component(f"{good}_die")}
    return {} if prompt.subject is None else {"tile": Component(str(prompt.subject))}


def offer(play: RollPlay, prompt: Prompt, pick: Pick) -> Offer:
    """Return the thing that an option stands for: a die or a tile with its destination and effect, or an action."""
    if isinstance(pick, int):
        face = face_of(pick)
        return _die(prompt, OwnedDie(pick)) if face is None else _tile(play.pack.faces[face])
    return _OFFERS[prompt.kind](play, prompt, pick)


def _owned(prompt: Prompt, option: Pick | None) -> OwnedDie:
    return OwnedDie(prompt.pieces[option])


def _rolled(prompt: Prompt, option: Pick | None) -> RolledDie:
    return RolledDie(prompt.pieces[option])


def _face(play: RollPlay, option: str) -> Face:
    return play.pack.faces[play.pack.by_id[kind_of(option)]]


def _tile(face: Face, *where: Target, facts: Facts | None = None) -> Offer:
    return Offer((Piece(tile_id(face.tile)), *where), facts or {}, face.id)


def _die(prompt: Prompt, die: OwnedDie, *where: Target, facts: Facts | None = None) -> Offer:
    return Offer((Piece(die_id(prompt.seat, die)), *where), facts or {}, DIE_COMPONENTS[colour_of(die)])


def _start(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a start tile as development, with the world that the other one becomes (R2.6)."""
    other = next(str(each) for each in prompt.options if each != option)
    world = play.pack.faces[play.pack.by_id[other] + 1]
    facts = {"world": Component(world.id), "colour": world.colour or "", "cost": world.cost}
    return _tile(_face(play, option), Place(stack_id(prompt.seat, DEVELOPMENTS)), facts=facts)


def _phase(_: RollPlay, __: Prompt, option: str) -> Offer:
    phase = PHASE[option]
    return Offer((Piece(phase_id(phase)),), component=PHASE_COMPONENTS[phase])


def _worker(die: RolledDie, option: str) -> Mapping[str, FactValue]:
    """Return the face and the phase of a worker; a wild die that was not placed has no phase."""
    return {"face": FACE_WORDS[die % FACES], "phase": kind_of(option).rpartition("@")[2]}


def _selector(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    mine, die = play.state.seats[prompt.seat], _rolled(prompt, option)
    facts = {**_worker(die, option), **({"phase": NOWHERE} if die in mine.wild else {})}
    return _die(prompt, DIE_OF[die], Place(column_id(prompt.seat, mine.selected)), facts=facts)


def _wild(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    phase = PHASE[option.partition(">")[2]]
    return _die(prompt, DIE_OF[_rolled(prompt, option)], Place(column_id(prompt.seat, phase)))


def _power(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a Reassign power, with how many workers it moves at most (R3.8)."""
    mine = play.state.seats[prompt.seat]
    if option == "done":
        return Offer((Action("done"),))
    if option == "dictate":
        counts = play.pack.powers["assign"].of(DictateCount, mine.empire)
        most = max((power.max for power in counts), default=1)
        return Offer((Place(dictate_id(prompt.seat)),), {"workers": most})
    facts = {"workers": reassign_powers(play, prompt.seat)[option].max}
    another = option.partition("#")[2]
    return _tile(_face(play, option), *([Number(int(another))] if another else []), facts=facts)


def _column(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    return Offer((Place(column_id(prompt.seat, PHASE[option])),))


def _dictated(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    die = _rolled(prompt, option)
    return _die(prompt, DIE_OF[die], Place(dictate_id(prompt.seat)), facts=_worker(die, option))


def _mover(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    die = _rolled(prompt, option)
    return _die(
        prompt,
        DIE_OF[die],
        Place(column_id(prompt.seat, phase_in(option))),
        facts={"face": FACE_WORDS[die % FACES]},
    )


def _moved(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    die = _rolled(prompt, prompt.subject)
    return _die(prompt, DIE_OF[die], Place(column_id(prompt.seat, PHASE[option])))


def _task(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a task and its explorer (R5.1)."""
    task = option.partition(":")[0]
    if option not in prompt.pieces:
        return Offer((Action(task),))
    mine, die = play.state.seats[prompt.seat], _owned(prompt, option)
    offer = _worker_or_extra(play, prompt, die)
    facts = dict(offer.facts)
    if task == "stock":
        facts = {"credits": stock_credits(play.pack, mine, DIE_WORDS[colour_of(die)]), **facts}
    return Offer((Action(task), *offer.targets), facts, offer.component)


def _worker_or_extra(play: RollPlay, prompt: Prompt, die: OwnedDie) -> Offer:
    """Return a die, or the last extra worker of its colour."""
    if number_of(die):
        return _die(prompt, die)
    colour = colour_of(die)
    extra = Piece(extra_id(prompt.seat, die, working(play).virtual[prompt.seat].count(colour)))
    return Offer((extra,), {"extra": True}, DIE_COMPONENTS[colour])


def _side(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    face = _face(play, option)
    return _tile(face, Place(stack_id(prompt.seat, WORLDS if face.world else DEVELOPMENTS)))


def _plain_tile(play: RollPlay, _: Prompt, option: str) -> Offer:
    return _tile(_face(play, option))


def _plain_die(_: RollPlay, prompt: Prompt, option: str) -> Offer:
    return _die(prompt, _owned(prompt, option))


def _lying(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a die with its place."""
    place = option.removeprefix("good:").rpartition(":")[0]
    if place in play.pack.by_id:
        facts: Facts = {"world": Component(place)}
    else:
        facts = {"place": Place(_place(play, prompt.seat, place))}
    return _die(prompt, _owned(prompt, option), facts=facts)


def _place(play: RollPlay, seat: Seat, word: str) -> str:
    match word:
        case "cup":
            return cup_id(seat)
        case "citizenry":
            return citizenry_id(seat)
        case "developments" | "worlds":
            return stack_id(seat, WORLDS if word == "worlds" else DEVELOPMENTS)
        case "selector":
            return column_id(seat, play.state.seats[seat].selected)
    return column_id(seat, PHASE[word])


def _good_onto(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    world = _face(play, option.partition("@")[2])
    facts: Facts = {"world": Component(world.id), "colour": world.colour or ""}
    return _die(prompt, _owned(prompt, option), Piece(tile_id(world.tile)), facts=facts)


def _shipment(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a good with the price of its Trade (R8.3)."""
    task, name, _ = option.split(":")
    world = _face(play, name)
    price = trade_price(play.pack, play.state.seats[prompt.seat], world) if task == "trade" else 0
    facts: Facts = {"world": Component(world.id), "credits": price}
    return _die(prompt, _owned(prompt, option), Action(task), facts=facts)


def _shipper(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    """Return a shipper with the VP of its Consume (R8.4)."""
    mine, die = play.state.seats[prompt.seat], _owned(prompt, option)
    offer = _worker_or_extra(play, prompt, die)
    task, name, good = str(prompt.subject).split(":")
    if task == "trade":
        return offer
    vp = consume_value(play.pack, mine, _face(play, name), DIE_WORDS.index(good), colour_of(die))
    return Offer(offer.targets, {"vp": vp, **offer.facts}, offer.component)


def _buying(play: RollPlay, prompt: Prompt, option: str) -> Offer:
    if option == "no":
        return Offer((Action("pass"),))
    powers = _face(play, str(prompt.subject)).powers
    power = next(power for power in powers if isinstance(power, TradeBuyChip))
    return Offer((Action("buy"),), {"price": power.cost, "vp": power.chips})


_OFFERS: Mapping[str, Callable[[RollPlay, Prompt, str], Offer]] = {
    "start.development": _start,
    "assign.phase": _phase,
    "assign.selector": _selector,
    "assign.wild": _wild,
    "assign.power": _power,
    "assign.source": _column,
    "assign.dictate": _dictated,
    "assign.workers": _mover,
    "assign.to": _moved,
    "explore.task": _task,
    "explore.abandon": _plain_tile,
    "explore.place": _side,
    "explore.developments": _plain_tile,
    "explore.worlds": _plain_tile,
    "explore.top": _plain_tile,
    "explore.give": _plain_tile,
    "develop.workers": _plain_die,
    "develop.used": _plain_die,
    "develop.to_cup": _plain_die,
    "settle.workers": _plain_die,
    "settle.used": _plain_die,
    "settle.to_cup": _plain_die,
    "die.remove": _lying,
    "produce.place": _good_onto,
    "ship.good": _shipment,
    "ship.shipper": _shipper,
    "ship.buy": _buying,
    "manage.recruit": _plain_die,
    "manage.recall": _lying,
}
