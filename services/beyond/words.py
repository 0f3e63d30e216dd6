"""The words of prompts, options and events."""

from collections.abc import Callable, Mapping

from services.beyond.describe import cost_text, effects_text, modifier_text, paid_text, with_names
from services.beyond.effects import Choose, May, OncePerTurn
from services.beyond.phases.production import growth_columns, ore_yield
from services.beyond.powers import holding, trade_price
from services.beyond.spaces import spaces_in_play
from services.beyond.state import BeyondPlay
from services.kit.game import Label, Question
from services.kit.prompt import Pick, Prompt

QUESTIONS: Mapping[str, Question] = {
    "turn.action": Question("Move your pawn to an action space, or use a power first.", "R4.1"),
    "turn.power": Question("Use a power, or go on.", "R15.2"),
    "cost.swap": Question("How do you pay?", "R9.1"),
    "production.choose": Question("Choose your production, or use a power first.", "R5.1"),
    "trade.deal": Question("Trade, or stop.", "R5.4"),
    "achievement.claim": Question("Claim an achievement.", "R6.6"),
    "research.slot": Question("Where do you put your researcher?", "R10.1"),
    "research.type": Question("Which type do you look for on {subject}?", "R10.8"),
    "research.card": Question("Which technology comes to lie on {subject}?", "R10.10"),
    "private.keep": Question("Which technology do you keep?", "R8.2"),
    "build.place": Question("Where is the level {subject} ship built?", "R12.1"),
    "build.instead": Question("No supply is left: build the level {subject} ship of population, or pass.", "R15.5"),
    "upgrade.ship": Question("Upgrade a ship.", "R12.3"),
    "jump.move": Question("Move a ship, or stop ({subject} left).", "R13.1"),
    "teleport.move": Question("Move a ship to any location, or stop ({subject} left).", "R13.2"),
    "control.disc": Question("Which disc is your outpost at {subject}?", "R13.8"),
    "control.bonus": Question("Which bonus do you take next?", "R13.12"),
    "colonize.system": Question("Which system do you colonise?", "R14.1"),
    "colonize.ships": Question(
        "Which ships settle on {subject}?", "R14.3", "Together they reach the strength that the system asks for."
    ),
    "colonize.disc": Question("Which disc do you put on {subject}?", "R14.6"),
    "automate.track": Question("Which production do you automate?", "R11.1"),
    "supply.shift": Question("Where does the cube from {subject} go?", "R9.6"),
    "may.do": Question("You may: {subject}", "R15.2"),
    "choose.option": Question("Choose.", "R15.1"),
    "copy.action": Question("Which action do you carry out?", "R4.1"),
}

SENTENCES: Mapping[str, str] = {
    "turn": "Round {round}: {seat} is to move.",
    "action": "{seat} moves to {card}.",
    "no_action": "{seat} cannot use any space.",
    "paid": "{seat} pays {ore} ore and returns {population} population.",
    "gained_ore": "{seat} gains {ore} ore.",
    "populated": "{seat} turns {cubes:supply cube} into population.",
    "built": "{seat} builds a level {level} ship at {place}.",
    "upgraded": "{seat} upgrades a ship at {place} to level {level}.",
    "moved": "{seat} moves a level {level} ship from {start} to {end}.",
    "controlled": "{seat} controls {place} with a disc of {disc}.",
    "taken_over": "{seat} takes {place} from {loser} with a disc of {disc}.",
    "control_lost": "{seat} loses {place}; the disc of {disc} returns.",
    "control_bonus": "{seat} takes the bonus of {place}.",
    "settled": "{seat} settles {ships:ship} of strength {strength}.",
    "banished": "Banished to Deep Space: {ships:ship} of {seat}.",
    "colonized": "{seat} colonises {system} at {place}.",
    "system_revealed": "{system} is found at {place}.",
    "colony_disc": "{seat} puts a disc of {disc} on {system}.",
    "automated": "{seat} automates a disc of {disc}, level {level}.",
    "shifted": "{seat} moves a supply cube from column {source} to {target}.",
    "explored": "{seat} explores slot {slot}.",
    "event": "Event: {event}.",
    "guild_opened": "{guild} can be used from now on.",
    "system_added": "{system} is found beyond the known lanes.",
    "scoring_attached": "{event} will be scored at the end.",
    "turned_up": "{seat} looks for {type} technology and turns up {cards}.",
    "turned_up_privately": "{seat} turns up {cards}.",
    "kept": "{seat} keeps {technology}.",
    "discovered": "{seat} discovers {technology} on slot {slot}.",
    "researched": "{seat} researches {technology} on slot {slot}.",
    "copied": "{seat} copies an action of {card}.",
    "power_used": "{seat} uses the power of {card}.",
    "exchanged": "{seat} exchanges a disc on {achievement} for a disc of {disc}.",
    "grew": "{seat} grows by {cubes} population.",
    "mined": "{seat} produces {ore} ore.",
    "trades": "{seat} trades.",
    "bought_population": "{seat} gives {ore} ore for a population.",
    "sold_population": "{seat} returns a population for {ore} ore.",
    "retired": "{seat} retires a level {level} ship for {ore} ore.",
    "achieved": "{seat} claims {achievement} for {points} VP.",
    "end_triggered": "The end is triggered; round {round} is the last.",
    "round_limit": "Round {round} is the last in any case.",
    "game_ended": "The game is over.",
}

_Labeller = Callable[[BeyondPlay, Prompt, str], Label]


def label(play: BeyondPlay, prompt: Prompt, pick: Pick) -> Label:
    """Show an option, or the subject of a prompt."""
    if pick == prompt.subject and pick not in prompt.options:
        return Label(_subject(play, prompt, pick))
    return _LABELS.get(prompt.kind, _component)(play, prompt, str(pick))


def _subject(play: BeyondPlay, prompt: Prompt, pick: Pick) -> str:
    if prompt.kind == "may.do":
        op = play.pack.asked[int(pick)]
        assert isinstance(op, May)  # noqa: S101 - numbered so
        return with_names(paid_text(op.cost, op.effects), play.pack.names)
    return play.pack.names.get(str(pick), str(pick))


def _component(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    """An option that is a component."""
    return Label(play.pack.names[pick], pick)


def _plain(_: BeyondPlay, __: Prompt, pick: str) -> Label:
    return Label(pick)


def _slot(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    slot = next(slot for slot in play.pack.slots if slot.id == pick)
    tech = play.state.techs[slot.index]
    if tech < 0:
        return Label(f"{pick}: undiscovered")
    card = play.pack.technologies[tech]
    return Label(f"{pick}: {card.name}", card.id)


def _ship(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    place, level = pick.rsplit(".", 1)
    return Label(f"level {level} ship at {play.pack.names[place]}")


def _move(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    ship, end = pick.split(">")
    place, level = ship.rsplit(".", 1)
    names = play.pack.names
    return Label(f"level {level} ship from {names[place]} to {names[end]}")


def _settler(_: BeyondPlay, __: Prompt, pick: str) -> Label:
    return Label(f"level {pick.partition('.')[0]} ship")


def _column(_: BeyondPlay, __: Prompt, pick: str) -> Label:
    return Label(f"column {pick}")


def _disc(_: BeyondPlay, __: Prompt, pick: str) -> Label:
    return Label(f"disc of {pick}")


def _payment(_: BeyondPlay, __: Prompt, pick: str) -> Label:
    ore, population = map(int, pick.split("."))
    return Label(cost_text(ore, population) or "nothing")


def _may(play: BeyondPlay, prompt: Prompt, _: str) -> Label:
    return Label(_subject(play, prompt, prompt.subject or 0))


def _option(play: BeyondPlay, prompt: Prompt, pick: str) -> Label:
    op = play.pack.asked[int(prompt.subject or 0)]
    assert isinstance(op, Choose)  # noqa: S101 - numbered so
    option = op.options[int(pick)]
    return Label(with_names(paid_text(option.cost, option.effects), play.pack.names))


def _achievement(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    card = next(card for card in play.state.achievements if play.pack.achievements[card.card].id == pick)
    points = play.pack.achievements[card.card].slots[len(card.discs)]
    return Label(f"{play.pack.names[pick]} ({points} VP)", pick)


def _offer(play: BeyondPlay, _: Prompt, pick: str) -> Label:
    """A power or an exchange of discs."""
    if pick.startswith("swap."):
        card, track = pick.split(".")[1:]
        return Label(f"put a {track} disc on {play.pack.names[card]} instead of the achievement disc")
    power = play.pack.powers[pick]
    modifier = power.modifier
    text = paid_text(modifier.cost, modifier.effects) if isinstance(modifier, OncePerTurn) else modifier_text(modifier)
    text = with_names(text, play.pack.names)
    return Label(f"{play.pack.names[power.component]}: power, {text}", power.component)


def _action(play: BeyondPlay, prompt: Prompt, pick: str) -> Label:
    if pick.startswith(("power.", "swap.")):
        return _offer(play, prompt, pick)
    copied = prompt.kind == "copy.action"
    spaces = spaces_in_play(play, prompt.seat)
    space = next(space for space in spaces if pick == (space.deed.id if copied else space.id))
    deed = space.deed
    ore = holding(play, prompt.seat).prices.ore(deed, 0 if copied else space.surcharge)
    price = cost_text(ore, deed.cost.population)
    effects = with_names(effects_text(deed.effects), play.pack.names)
    text = f"{price}: {effects}" if price else effects
    return Label(f"{play.pack.names[deed.component]}: {text}", deed.component)


def _production(play: BeyondPlay, prompt: Prompt, pick: str) -> Label:
    if pick == "population":
        return Label(f"population growth: {len(growth_columns(play, prompt.seat))} population")
    if pick == "ore":
        return Label(f"ore production: {ore_yield(play, prompt.seat)} ore")
    return Label("trade") if pick == "trade" else _offer(play, prompt, pick)


def _deal(play: BeyondPlay, prompt: Prompt, pick: str) -> Label:
    if pick == "ore_to_pop":
        return Label(f"{trade_price(play, prompt.seat, pick)} ore for a population")
    if pick == "pop_to_ore":
        gained = play.pack.mats[play.state.factions[prompt.seat].mat].trades.pop_to_ore
        return Label(f"a population for {gained} ore")
    ship = _ship(play, prompt, pick.removeprefix("retire."))
    return Label(f"{trade_price(play, prompt.seat, 'retire_ship')} ore: retire the {ship.text}")


_LABELS: Mapping[str, _Labeller] = {
    "turn.action": _action,
    "turn.power": _offer,
    "cost.swap": _payment,
    "production.choose": _production,
    "trade.deal": _deal,
    "achievement.claim": _achievement,
    "research.slot": _slot,
    "research.type": _plain,
    "upgrade.ship": _ship,
    "jump.move": _move,
    "teleport.move": _move,
    "control.disc": _disc,
    "colonize.ships": _settler,
    "colonize.disc": _disc,
    "automate.track": _disc,
    "supply.shift": _column,
    "may.do": _may,
    "choose.option": _option,
    "copy.action": _action,
}
