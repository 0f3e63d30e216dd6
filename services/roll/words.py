"""The words of the game: questions, the log, labels of options."""

from collections.abc import Callable, Mapping

from services.kit.game import Label, Question
from services.kit.prompt import Prompt
from services.roll.dice import DIE, kind_of
from services.roll.phases.explore import stock_credits
from services.roll.phases.ship import VIRTUAL
from services.roll.powers import consume_value, trade_price
from services.roll.state import RollPlay

QUESTIONS: Mapping[str, Question] = {
    "start.development": Question("Which start tile do you put up as a development? The other is your world.", "R2.6"),
    "assign.phase": Question("Which phase do you select? It is sure to happen.", "R3.5"),
    "assign.selector": Question("Which worker selects {subject}? It works there, whatever it shows.", "R3.6"),
    "assign.wild": Question(
        "Your wild dice join the phase you selected. Which of them go elsewhere?",
        "R3.4",
        "Each wild die goes to one phase.",
    ),
    "assign.power": Question("Do you reassign workers? When done you wait for the reveal.", "R3.8"),
    "assign.source": Question("{subject}: from which phase?", "R13.7"),
    "assign.dictate": Question("Dictate: which worker rests this round so that another can move?", "R3.9"),
    "assign.workers": Question("Which workers move to another phase?", "R3.12"),
    "assign.to": Question("Where does the {subject} go?", "R3.13"),
    "explore.task": Question("What does the next explorer do?", "R5.1"),
    "explore.abandon": Question("Scout: which tiles do you abandon? You draw one more than that.", "R5.3"),
    "explore.place": Question("Which side of the drawn tile do you put under its stack?", "R5.5"),
    "explore.developments": Question(
        "Which tiles go under the development stack, first to last? The others become worlds.", "R5.5"
    ),
    "explore.worlds": Question("In which order do these go under the world stack?", "R5.5"),
    "explore.top": Question("Which of these go on top of their stacks instead? The first ends up topmost.", "R13.21"),
    "explore.give": Question("The bag is empty: which tile of your construction zone goes into it?", "R5.13"),
    "develop.workers": Question("Which developers work on {subject}?", "R6.6"),
    "develop.used": Question("Which of the dice on the stack complete {subject}?", "R6.7"),
    "develop.to_cup": Question("Which developers of {subject} go to your cup?", "R13.17"),
    "settle.workers": Question("Which settlers work on {subject}?", "R6.6"),
    "settle.used": Question("Which of the dice on the stack complete {subject}?", "R6.7"),
    "settle.to_cup": Question("Which settlers of {subject} go to your cup?", "R13.17"),
    "die.remove": Question("{subject}: which of your dice do you return to the supply?", "R12.1"),
    "produce.place": Question("Which producer goes to which world?", "R7.6"),
    "ship.good": Question("Which good is shipped next, and how?", "R8.2"),
    "ship.shipper": Question("{subject}: with which shipper?", "R8.7"),
    "ship.buy": Question("{subject}: do you buy VP?", "R13.20"),
    "manage.recruit": Question("You cannot pay for all: which dice do you recruit?", "R9.2"),
    "manage.recall": Question("Which dice do you recall to your cup?", "R9.4"),
}

SENTENCES: Mapping[str, str] = {
    "dealt": "{seat} plays faction {faction}: {first} and {second}, with {home} as home world.",
    "began": "{seat} starts with {development} and {world} to build.",
    "round": "Round {round}: all roll their dice.",
    "selected": "{seat} selects {phase} ({die}); workers: {workers}.",
    "extra_die": "The spare home die shows {face} (a further phase: {new}).",
    "phase": "The {phase} phase begins.",
    "idle": "{seat} takes {count:idle worker} back into the cup.",
    "credits": "{seat} gains ${amount} ({source}).",
    "lost": "{seat} has $10 at most and loses ${amount}.",
    "chips": "{seat} gains {amount} VP ({source}).",
    "paid": "{seat} pays ${amount} for {source}.",
    "scouted": "{seat} scouts; tiles abandoned: {abandoned}.",
    "drew": "{seat} draws {count:tile}.",
    "drew.own": "You draw, side by side: {sides}.",
    "placed": "{seat} adds to the construction zone: developments {developments}, worlds {worlds}.",
    "placed.own": "You add to your construction zone: {tiles}.",
    "rearranged": "{seat} rearranges the construction zone: developments {developments}, worlds {worlds}.",
    "bag_refilled": "Abandoned tiles go back into the bag: {count}.",
    "gave": "{seat} gives a tile from the construction zone to the bag.",
    "gave.own": "You give {tile} to the bag.",
    "put": "{seat} puts workers on {tile}: {dice}.",
    "completed": "{seat} completes {tile} (workers: {workers}).",
    "back": "{seat} takes {count:worker} of it back into the cup.",
    "gained": "{seat} gains {count} x {die} from {source} ({to}).",
    "removed": "{seat} returns a die to the supply: {die} ({place}).",
    "produced": "{seat} produces on {world} ({die}).",
    "traded": "{seat} trades the good of {world} ({good}, shipper {shipper}).",
    "consumed": "{seat} consumes the good of {world} ({good}, shipper {shipper}).",
    "recruited": "{seat} recruits {count}: {dice}.",
    "last_credit": "{seat} has no credit left and takes $1.",
    "recalled": "{seat} recalls {count}: {dice}.",
    "over": "The game ends after round {round}.",
}

_TASKS = {
    "scout": "Scout: draw tiles",
    "rearrange": "Rearrange the construction zone",
    "done": "Done",
    "dictate": "Dictate",
    "no": "No",
    "yes": "Yes",
    "cup": "the cup",
    "citizenry": "the citizenry",
    "selector": "the selecting die",
    "developments": "the development stack",
    "worlds": "the world stack",
}


def label(play: RollPlay, prompt: Prompt, option: str) -> Label:
    """Show an option, or what a prompt is about."""
    return _LABELS.get(prompt.kind, _plain)(play, prompt, option)


def _task(play: RollPlay, prompt: Prompt, option: str) -> Label:
    task, _, word = option.partition(":")
    who = f" ({play.pack.dice[DIE[word]].name.lower()})" if word else ""
    amount = stock_credits(play.pack, play.state.seats[prompt.seat], word)
    return Label((f"Stock: gain ${amount}" if task == "stock" else _TASKS[task]) + who)


def _wild(play: RollPlay, _prompt: Prompt, option: str) -> Label:
    die, _, phase = option.partition(">")
    return Label(f"{_die_name(play, die)} to {phase.title()}")


def _placing(play: RollPlay, _prompt: Prompt, option: str) -> Label:
    die, _, face = option.partition("@")
    tile = play.pack.faces[play.pack.by_id[face]]
    return Label(f"{_die_name(play, die)} on {tile.name} ({tile.colour})")


def _lying(play: RollPlay, prompt: Prompt, option: str) -> Label:
    """A die where it lies; or the tile that asks for one."""
    if ":" not in option:
        return _plain(play, prompt, option)
    place, _, die = option.removeprefix("good:").rpartition(":")
    return Label(f"{_die_name(play, die)} from {_word(play, place)}")


def _plain(play: RollPlay, _prompt: Prompt, option: str) -> Label:
    if "@" in option:
        return _worker(play, option)
    if kind_of(option) in play.pack.by_id:
        return _face(play, kind_of(option))
    if kind_of(option) in DIE:
        return Label(_die_name(play, option), f"{kind_of(option)}_die")
    return Label(_word(play, option))


def _word(play: RollPlay, word: str) -> str:
    if word in play.pack.by_id:
        return _face(play, word).text
    return _TASKS.get(word, word.title())


def _face(play: RollPlay, face: str) -> Label:
    return Label(play.pack.faces[play.pack.by_id[face]].name, face)


def _die_name(play: RollPlay, option: str) -> str:
    return play.pack.dice[DIE[kind_of(option).removesuffix(VIRTUAL)]].name


def _worker(play: RollPlay, option: str) -> Label:
    die, _, phase = kind_of(option).partition("@")
    colour, _, face = die.partition(":")
    return Label(f"{_die_name(play, colour)} ({face}) at {phase.title()}")


def _start(play: RollPlay, prompt: Prompt, option: str) -> Label:
    other = next(str(each) for each in prompt.options if each != option)
    world = play.pack.faces[play.pack.by_id[other] + 1]
    return Label(f"{_face(play, option).text}, with {world.name} ({world.colour}, {world.cost}) as world", option)


def _shipment(play: RollPlay, prompt: Prompt, option: str) -> Label:
    """A good with its price, or a shipper with what the good is worth with it."""
    mine = play.state.seats[prompt.seat]
    if option.count(":") == 0:
        _, world, good = str(prompt.subject).split(":")
        virtual = " (extra worker)" if option.endswith(VIRTUAL) else ""
        colour = DIE[option.removesuffix(VIRTUAL)]
        value = consume_value(play.pack, mine, play.pack.faces[play.pack.by_id[world]], DIE[good], colour)
        gain = f": {value} VP" if str(prompt.subject).startswith("consume") else ""
        return Label(_die_name(play, option) + virtual + gain)
    task, world, good = option.split(":")
    face = play.pack.faces[play.pack.by_id[world]]
    price = f" for ${trade_price(play.pack, mine, face)}" if task == "trade" else ""
    return Label(f"{task.title()} the {_die_name(play, good).lower()} of {face.name}{price}")


_LABELS: Mapping[str, Callable[[RollPlay, Prompt, str], Label]] = {
    "start.development": _start,
    "assign.wild": _wild,
    "explore.task": _task,
    "die.remove": _lying,
    "produce.place": _placing,
    "ship.good": _shipment,
    "ship.shipper": _shipment,
    "manage.recall": _lying,
}
