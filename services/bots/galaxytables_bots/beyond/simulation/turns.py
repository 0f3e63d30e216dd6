"""Plays turns forward from a seat's prompt, with a bot that answers from views."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from galaxytables_beyond.components.cards import Deed, Pack
from galaxytables_beyond.components.effects import Jump, Operations, Teleport
from galaxytables_beyond.operations.resolve import carry_out
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.phases.achievement import achievement
from galaxytables_beyond.phases.action import action
from galaxytables_beyond.phases.interlude import exchange_at_end, use_powers
from galaxytables_beyond.phases.production import production, trade
from galaxytables_beyond.phases.turn import (
    begin_round,
    begin_turn,
    end_by_limit,
    final_round_is_over,
    limit_is_reached,
    seats_clockwise,
)
from galaxytables_beyond.powers import jump_bonus
from galaxytables_beyond.rules import BEYOND
from galaxytables_beyond.state import BeyondPlay, BeyondState, this_turn
from galaxytables_bots.strategy import Catalogue, Strategy
from galaxytables_kit import Flow, Picks, Play, Prompt, Seat
from galaxytables_kit.advance import Ended, Opened, advance, reply, run
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs
from galaxytables_kit.wire import prompt_message

_PACKS = load_packs(BEYOND)
PACK: Pack = _PACKS.get(_PACKS.default)
CATALOGUE: Catalogue = {component.id: component for component in BEYOND.components(PACK)}

Step: TypeAlias = Callable[[BeyondPlay], Flow[None]]
Way: TypeAlias = Sequence[Step]
"""The remaining steps of a turn."""

_WHOLE: Way = (action, production, use_powers, achievement)
"""All steps of a turn."""


class Table:
    """A sampled table in the middle of a turn, at which the rest of the game can be played."""

    def __init__(self, options: BeyondOptions, state: BeyondState, key: bytes, strategy: Strategy) -> None:
        """`strategy` plays for all seats; `key` is the seed of the shuffles."""
        self._strategy = strategy
        chance, seats = SeededChance(key), len(state.factions)
        self.play: BeyondPlay = Play(seats, options, PACK, chance, state, rules_version=BEYOND.rules_version)
        self.play.listening = False
        self.play.where = "round/turn"
        place = BEYOND.contents.start("round/turn")
        self.live = LiveGame(BEYOND, _PACKS.default, self.play, 0, place, checkpoints=False)

    def asked(self, way: Way) -> Prompt | None:
        """Return the prompt that the first step of `way` opens, or None if the step opens none.

        `way` are the remaining steps of the turn.
        """
        opened = advance(run(way[0](self.play)), None)
        return None if isinstance(opened, Ended) else _asked(opened)

    def play_on(self, way: Way, answer: Callable[[Prompt], Picks]) -> None:
        """Play the remaining steps of the turn (`way`) to its end.

        `answer` is called with each prompt that comes up, and returns the picks.
        """
        for step in way:
            flow = run(step(self.play))
            opened = advance(flow, None)
            while not isinstance(opened, Ended):
                asked = _asked(opened)
                opened = advance(flow, reply(opened, asked, answer(asked)))

    @property
    def seat(self) -> Seat:
        """Return the seat whose turn it is, or was."""
        return this_turn(self.play).seat

    def play_turn(self) -> bool:
        """Play the next seat's turn. Returns False if the game is over."""
        if not self._begin_next():
            return False
        self.play_on(_WHOLE, self.answer)
        return True

    def _begin_next(self) -> bool:
        play = self.play
        order = seats_clockwise(play)
        place = order.index(self.seat) + 1
        if place == len(order):
            if final_round_is_over(play):
                exchange_at_end(play)
                return False
            begin_round(play)
            if limit_is_reached(play):
                end_by_limit(play)
            place = 0
        play.state.phase = begin_turn(play, order[place])
        return True

    def answer(self, prompt: Prompt) -> Picks:
        """Return the strategy's answer to a prompt.

        Prompts with only one answer, and prompts for several picks, get the default answer, as bots answer them too.
        """
        if prompt.most != 1 or len(prompt.options) == prompt.least:
            return prompt.default_picks
        message = prompt_message(self.live, "", prompt)
        return picks_of(prompt, self._strategy.choose(message, self.live.view(prompt.seat), CATALOGUE))


def ways(play: BeyondPlay, kind: str, left: int) -> Iterator[Way]:
    """Yield the ways in which a turn can go on from a prompt of this kind.

    `left` is how many more moves the seat has if it is moving ships. In the middle of an action, the turn goes on with
    the rest of its operations, and any of these may be the current one. Operations of a technology that was just
    researched, and of powers, are not considered.
    """
    after: Way = (use_powers, achievement)
    match kind:
        case "turn.action":
            yield _WHOLE
        case "production.choose":
            yield production, *after
        case "trade.deal":
            yield _trade, *after
        case "achievement.claim":
            yield (achievement,)
        case _:
            for operations in _operations_left(play, kind, left):
                yield partial(_carry_out, operations), production, *after


def _operations_left(play: BeyondPlay, kind: str, left: int) -> Iterator[Operations]:
    seat = this_turn(play).seat
    moves: Operations = ()
    if kind == "jump.move":
        moves = (Jump(left - jump_bonus(play, seat)),)
    elif kind == "teleport.move":
        moves = (Teleport(left),)
    deed = _deed(play, play.state.factions[seat].pawn)
    effects = () if deed is None else deed.effects
    for place, operation in enumerate(effects):
        if moves and type(operation) is type(moves[0]):
            yield (*moves, *effects[place + 1 :])
        elif not moves:
            yield effects[place:]
    yield moves


def _deed(play: BeyondPlay, pawn: str) -> Deed | None:
    """Return the action of the space on which a pawn is, or None."""
    pack, state = play.pack, play.state
    spaces = [*pack.basic_spaces[play.seats]]
    spaces += [space for guild in pack.guild_spaces for space in guild]
    spaces += [space for slot, tech in zip(pack.slots, state.techs, strict=True) for space in slot.spaces.get(tech, ())]
    for faction in state.factions:
        spaces += [space for tech in faction.private for space in pack.private_spaces.get(tech, ())]
    return next((space.deed for space in spaces if space.id == pawn), None)


def _carry_out(operations: Operations, play: BeyondPlay) -> Flow[None]:
    return carry_out(play, this_turn(play).seat, operations)


def _trade(play: BeyondPlay) -> Flow[None]:
    """Play the rest of a production by trades."""
    return trade(play, this_turn(play).seat)


def _asked(opened: Opened) -> Prompt:
    return opened[0] if isinstance(opened, tuple) else opened


def picks_of(prompt: Prompt, ids: Sequence[str]) -> Picks:
    """Return the picks of a prompt that have these option ids."""
    by_id = {str(pick): pick for pick in prompt.options}
    return tuple([by_id[each] for each in ids])
