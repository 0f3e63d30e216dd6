"""The heuristic in a faster form, which answers from the state. It plays all seats when games are played forward.

Views are made for clients and cost more time than the moves of a game; so the same values are read from the state here.
A test compares the answers with those of the bot.
"""

from collections.abc import Mapping

from galaxytables_bots.roll.evaluation import ANY, USUAL, Evaluation, Stack, Standing, Tile, Weights
from galaxytables_bots.roll.heuristic import Question, answer_to
from galaxytables_kit import Picks, Prompt
from galaxytables_roll.components.kinds import GainDie, Reassign, ReassignByMajority
from galaxytables_roll.components.tiles import Face, Pack
from galaxytables_roll.dice import DIE, DIE_WORDS, OF_A_COLOUR
from galaxytables_roll.ending import ENDING_TILES, VP_PER_PLAYER, chips_left, is_last_round
from galaxytables_roll.powers import capacity, consume_value, cost
from galaxytables_roll.state import NO_DIE, RollPlay, SeatState

_EXTRA = "+"


class StatePlayer:
    """A player that picks the options with the highest value in this round, as `Heuristic` does."""

    def __init__(self, pack: Pack, weights: Weights = USUAL) -> None:
        self._weights = weights
        self._tile = {face.id: _tile(face) for face in pack.faces}.__getitem__

    def answer(self, play: RollPlay, prompt: Prompt) -> Picks:
        """Return a legal answer to a prompt."""
        options = [str(pick) for pick in prompt.options]
        vp = _shipped(play, prompt) if prompt.kind == "ship.shipper" else {}
        question = Question(prompt.kind, options, prompt.least, prompt.most, [*map(str, prompt.default_picks)], vp)
        return tuple(answer_to(question, Evaluation(standing_of(play, prompt.seat), self._tile, self._weights)))


def standing_of(play: RollPlay, seat: int) -> Standing:
    """Return the figures from which the heuristic decides for a seat."""
    state, pack, mine = play.state, play.pack, play.state.seats[seat]
    workers = [len(dice) for dice in mine.strip]
    if mine.selector != NO_DIE:
        workers[mine.selected] += 1
    if state.phase is not None:
        workers[state.phase.phase] += len(state.phase.virtual[seat])
    room, faces = capacity(pack, mine), pack.faces
    goods = [(faces[world].colour or "", die) for world, dice in mine.goods.items() for die in dice]
    return Standing(
        play.seats,
        state.round,
        mine.credits,
        len(mine.citizenry),
        workers,
        mine.selected,
        len(mine.wild),
        _stack(pack, mine, 0),
        _stack(pack, mine, 1),
        [(world, DIE_WORDS[die // OF_A_COLOUR]) for world, die in goods],
        sum([max(0, room - len(dice)) for dice in mine.goods.values()]),
        [(pack.sides[tile][0].id, pack.sides[tile][1].id) for tile in mine.drawn],
        _ending(play),
    )


def _stack(pack: Pack, mine: SeatState, side: int) -> Stack:
    faces = [pack.sides[tile][side] for tile in mine.stacks[side]]
    return Stack([face.id for face in faces], len(mine.builders[side]), cost(pack, mine, faces[0]) if faces else 0)


def _ending(play: RollPlay) -> bool:
    seats = play.state.seats
    tiles = max([len(mine.empire) for mine in seats])
    return is_last_round(seats) or tiles >= ENDING_TILES - 2 or chips_left(seats) * 4 < VP_PER_PLAYER * play.seats


def _shipped(play: RollPlay, prompt: Prompt) -> Mapping[str, int]:
    """Return the VP of each shipper for a Consume."""
    task, world, good = str(prompt.subject).split(":")
    if task == "trade":
        return {}
    pack, mine = play.pack, play.state.seats[prompt.seat]
    face, colour = pack.faces[pack.by_id[world]], DIE[good]
    return {
        str(pick): consume_value(pack, mine, face, colour, DIE[str(pick).removesuffix(_EXTRA)])
        for pick in prompt.options
    }


def _tile(face: Face) -> Tile:
    granted = sum(effect.count for effect in face.immediate if isinstance(effect, GainDie))
    goals: list[str] = []
    for power in face.powers:
        if isinstance(power, ReassignByMajority):
            goals.append(ANY)
        elif isinstance(power, Reassign):
            goals += [power.to] if isinstance(power.to, str) else power.to
    return Tile(face.cost, face.colour or "", granted, tuple(goals))
