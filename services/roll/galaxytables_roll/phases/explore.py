"""Phase I: Explore (R5)."""

from collections.abc import Callable, Mapping

from galaxytables_kit import NOBODY, AnyPick, Barred, Flow, Pick, Prompt, Reason, Reasons, Seat
from galaxytables_roll.components.kinds import (
    CreditsIfScoutedWith,
    DrawTileAtPhaseEnd,
    RearrangeConstruction,
    ScoutPlaceOnTop,
    StockAmount,
)
from galaxytables_roll.components.numbers import TileNumber
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import DIE, DIE_WORDS, OwnedDie, Phase, colour_of, number_of, numbered
from galaxytables_roll.gains import gain_credits
from galaxytables_roll.phases.bag import draw
from galaxytables_roll.phases.placing import place, rearrange
from galaxytables_roll.phases.turns import extra_workers
from galaxytables_roll.reasons import like_others
from galaxytables_roll.state import Exploring, RollPlay, SeatState, exploring
from galaxytables_roll.workers import any_at, take_worker, workers_at

STOCK_CREDITS = 2
JUST_REARRANGED = Reason("just_rearranged", "R13.1")


def begin_exploring(play: RollPlay) -> Exploring:
    """Return the state with which Explore begins; players always explore one after another (R5.15, R11.3)."""
    scouted: list[list[int]] = [[] for _ in play.state.seats]
    return Exploring(Phase.EXPLORE, in_order=True, virtual=extra_workers(play, Phase.EXPLORE), scouted=scouted)


def explorers(play: RollPlay) -> list[int]:
    """Return, in player order, the seats that have explorers or may rearrange the construction zone (R5.15, R12.6)."""
    seats, virtual = play.state.seats, exploring(play).virtual
    return [
        seat
        for seat in play.state.order
        if any_at(seats[seat], Phase.EXPLORE) or virtual[seat] or may_arrange(play.pack, seats[seat])
    ]


def explore(play: RollPlay, seat: Seat) -> Flow[None]:
    """All explorers of a player do their tasks, one at a time (R5.1)."""
    phase = exploring(play)
    phase.turn = seat
    mine, virtual = play.state.seats[seat], phase.virtual[seat]
    arranges = may_arrange(play.pack, mine)
    distinguished = _distinguished(play.pack, mine)
    arranged = False
    while True:
        explorers = workers_at(mine, Phase.EXPLORE)
        if virtual:
            explorers += [numbered(colour, 0) for colour in virtual]
        tasks = _tasks(explorers, distinguished)
        options = tuple(tasks)
        if arranges and not arranged and any(mine.stacks):
            options = (*options, "rearrange") if explorers else ("done", "rearrange")
        elif not explorers:
            return
        barred = Barred(_untasked(seat, explorers, distinguished, tasks, arranged=arranged))
        (pick,) = yield Prompt(seat, "explore.task", options, pieces=tasks, barred=barred)
        task = str(pick).partition(":")[0]
        if task == "done":
            return
        if task == "rearrange":
            yield from rearrange(play, seat)
            arranged = True
        elif task == "stock":
            _stock(play, seat, _use_explorer(mine, virtual, tasks[pick]))
        else:
            arranged = False
            yield from _scout(play, seat, tasks[pick])


def tiles_come_at_the_end(play: RollPlay) -> bool:
    """Return whether any player draws a tile at the end of the phase."""
    powers = play.pack.powers["explore"]
    return any(powers.of(DrawTileAtPhaseEnd, mine.empire) for mine in play.state.seats)


def draw_at_the_end(play: RollPlay) -> Flow[None]:
    """After all turns, players draw the extra tiles of their powers (R5.16)."""
    exploring(play).turn = NOBODY
    for seat in play.state.order:
        for power in play.pack.powers["explore"].of(DrawTileAtPhaseEnd, play.state.seats[seat].empire):
            yield from draw(play, seat, power.count)
            yield from place(play, seat, may_top=False)


def may_arrange(pack: Pack, mine: SeatState) -> bool:
    """Return whether a player has a power to rearrange the construction zone (R13.1)."""
    return bool(pack.powers["explore"].of(RearrangeConstruction, mine.empire))


def _distinguished(pack: Pack, mine: SeatState) -> set[str]:
    """Return the colours for which the player has an Explore power."""
    stock = pack.powers["explore"].of(StockAmount, mine.empire)
    scout = pack.powers["explore"].of(CreditsIfScoutedWith, mine.empire)
    return {power.die_colour for power in stock} | {power.die_colour for power in scout}


def _tasks(explorers: list[OwnedDie], distinguished: set[str]) -> dict[Pick, OwnedDie]:
    """Return stock and scout with their explorers; with `:colour` if the colour makes a difference.

    Of equal explorers the first one is used, a real one before an extra one.
    """
    if not explorers:
        return {}
    if not distinguished:
        return {"stock": explorers[0], "scout": explorers[0]}
    first: dict[str, OwnedDie] = {}
    for die in explorers:
        first.setdefault(_suffix(die, distinguished), die)
    words = sorted(first, key=lambda word: _place_of_word(word, explorers, distinguished))
    return {f"{task}{word}": first[word] for task in ("stock", "scout") for word in words}


def _suffix(die: OwnedDie, distinguished: set[str]) -> str:
    """Return the suffix of a task: the colour of its explorer, if it makes a difference."""
    word = DIE_WORDS[colour_of(die)]
    return f":{word}" if word in distinguished else ""


def _untasked(
    seat: Seat,
    explorers: list[OwnedDie],
    distinguished: set[str],
    tasks: Mapping[Pick, OwnedDie],
    *,
    arranged: bool,
) -> Callable[[], Reasons]:
    """Return a function that says why other explorers are not offered, and why the zone is not rearranged again."""

    def reasons() -> Reasons:
        named = [(f"stock{_suffix(die, distinguished)}", die) for die in explorers if number_of(die)]
        found: dict[AnyPick, Reason] = {**like_others(seat, "R5.1", named, tasks)}
        return {**found, "rearrange": JUST_REARRANGED} if arranged else found

    return reasons


def _place_of_word(word: str, explorers: list[OwnedDie], distinguished: set[str]) -> int:
    """Return the sort key of a suffix: its colour; without one, the first colour among its explorers."""
    if word:
        return DIE[word.removeprefix(":")]
    return min(colour_of(die) for die in explorers if DIE_WORDS[colour_of(die)] not in distinguished)


def _use_explorer(mine: SeatState, virtual: list[int], die: OwnedDie) -> int:
    """Move the explorer of a task to the citizenry, or remove an extra one (R4.8); return its colour."""
    if number_of(die):
        take_worker(mine, Phase.EXPLORE, die)
        mine.citizenry.append(die)
    else:
        virtual.remove(colour_of(die))
    return colour_of(die)


def _stock(play: RollPlay, seat: Seat, colour: int) -> None:
    """Gain credits, more for some colours (R5.2)."""
    gain_credits(play, seat, stock_credits(play.pack, play.state.seats[seat], DIE_WORDS[colour]), "stock")


def stock_credits(pack: Pack, mine: SeatState, word: str) -> int:
    """Return how many credits the task Stock yields for an explorer of a colour."""
    powers = pack.powers["explore"].of(StockAmount, mine.empire)
    return max((power.amount for power in powers if power.die_colour == word), default=STOCK_CREDITS)


def _scout(play: RollPlay, seat: Seat, explorer: OwnedDie) -> Flow[None]:
    """Abandon tiles, draw one more, and place them (R5.3-R5.7)."""
    mine, phase = play.state.seats[seat], exploring(play)
    zone = zone_options(play.pack, mine)
    picks = yield Prompt(seat, "explore.abandon", zone, 0, len(zone), default=())
    for pick in picks:
        phase.abandoned.append(take_tile(play.pack, mine, str(pick)))
    phase.scouted[seat].append(_use_explorer(mine, phase.virtual[seat], explorer))
    play.tell("scouted", seat, abandoned=len(picks))
    yield from draw(play, seat, len(picks) + 1)
    may_top = bool(play.pack.powers["explore"].of(ScoutPlaceOnTop, mine.empire))
    yield from place(play, seat, may_top=may_top)


def zone_options(pack: Pack, mine: SeatState) -> tuple[str, ...]:
    """Return the option ids of all tiles in a player's construction zone; each names the face that is up."""
    return tuple(pack.sides[tile][side].id for side, stack in enumerate(mine.stacks) for tile in stack)


def take_tile(pack: Pack, mine: SeatState, option: str) -> TileNumber:
    """Take a tile, given by its option id, from its stack and return it."""
    face = pack.faces[pack.by_id[option]]
    mine.stacks[face.world].remove(face.tile)
    return face.tile
