"""One game as an environment: whose turn it is, the legal actions, the observations, and the result."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, final

import msgspec
from google.protobuf.message import Message
from msgspec import Struct

from galaxytables_kit.environment.encoder import Encoder, Observation, OpenPrompt, encoder_of
from galaxytables_kit.environment.picking import Picking
from galaxytables_kit.errors import GameOver
from galaxytables_kit.game import AnyGame, Score, ranks
from galaxytables_kit.installed import installed_game
from galaxytables_kit.live import AnyLive, LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.pack import AnyPacks, load_packs
from galaxytables_kit.playout import begin, play_out
from galaxytables_kit.prompt import Pick, Picks, Prompt


class Word(str):
    """The meaning of an action that picks no option.

    `DONE` gives the answer as picked so far; `NEXT` shows the next options.
    """

    __slots__ = ()


DONE: Final = Word("done")
"""The action that gives what is picked as the answer."""

NEXT: Final = Word("next")
"""The action that shows the next options of a prompt that has more of them than there are actions."""


class Kept(Struct, frozen=True, array_like=True):
    """An environment as data that can be stored: the position, and the answer that is being built."""

    game: str
    options: dict[str, str]
    seed: int
    position: bytes
    seat: int
    picked: list[int]
    page: int


@final
class Environment:
    """A game in progress that asks one seat for one option at a time; `make` begins one.

    `seat` is the seat whose turn it is, or None when the game is over. If several seats choose at once, they are asked
    one after another, in seat order; no observation shows what others have chosen in secret. `seed` is the seed of the
    current game. `game`, `seats` and `encoding` never change.
    """

    def __init__(self, live: AnyLive, packs: AnyPacks, options: Mapping[str, str], seed: int) -> None:
        self.game: AnyGame = live.game
        self.seats = live.play.seats
        self.seed = seed
        self._packs = packs
        self._options = dict(options)
        self._live = live
        self._encoder: Encoder = encoder_of(self.game, packs, self.seats)
        self._page = 0
        self._picking: Picking | None = None
        self._offered: dict[int, Pick] | None = None
        self._turn()

    @property
    def encoding(self) -> str:
        """Return the name of the encoding of observations and actions.

        If two encodings have the same name, their observations and actions mean the same.
        """
        return self._encoder.encoding.name

    @property
    def encoder(self) -> Encoder:
        """Return the encoder, which has the sizes of observations and the names of their values."""
        return self._encoder

    @property
    def live(self) -> AnyLive:
        """Return the game itself, for uses that an environment does not cover.

        Answer prompts directly on this game only while no answer is half built in the environment.
        """
        return self._live

    @property
    def actions(self) -> int:
        """Return the number of actions: one for each slot, one for `DONE`, one for `NEXT`."""
        return self._encoder.encoding.slots + 2

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._live.over

    @property
    def seat(self) -> int | None:
        """Return the seat whose turn it is; None when the game is over."""
        return None if self._picking is None else self._picking.prompt.seat

    @property
    def prompts(self) -> dict[int, Prompt]:
        """Return the open prompts by seat. The first of them is the current one."""
        return {prompt.seat: prompt for prompt in sorted(self._live.prompts.values(), key=lambda each: each.seat)}

    @property
    def picked(self) -> Picks:
        """Return the options picked so far for the current prompt, in the order of picking."""
        picking = self._picking
        return () if picking is None else tuple([picking.prompt.options[index] for index in picking.picked])

    @property
    def cut_short(self) -> int:
        """Return how many searches for a legal answer to the current prompt ended without one (see `picking.py`)."""
        return 0 if self._picking is None else self._picking.cut_short

    def reset(self, seed: int | None = None) -> None:
        """Begin a new game with a seed; without one, with the seed after the current one."""
        self.seed = self.seed + 1 if seed is None else seed
        self._live = _begun(self.game, self._packs, self.seats, self._options, self.seed)
        self._turn()

    def options(self) -> dict[int, Pick]:
        """Return each legal action, with the option that it picks, or `DONE` or `NEXT`.

        The result is empty at the end of the game.
        """
        if self._offered is None:
            self._offered = self._legal()
        return self._offered

    def step(self, action: int) -> None:
        """Take an action that is one of `options()`. Raises `ValueError` for any other action."""
        options, picking = self.options(), self._picking
        if action not in options or picking is None:
            raise ValueError(f"action {action} is not one of {sorted(options)}")
        self._offered = None
        slots = self._encoder.encoding.slots
        if action == slots + 1:
            self._page = (self._page + 1) % -(-len(picking.prompt.options) // slots)
            return
        self._page = 0
        if action != slots:
            picking.pick(self._slot(action))
            if picking.pickable():
                return
        self.answer(picking.answer())

    def answer(self, picks: Picks) -> None:
        """Answer the current prompt completely, ignoring what was picked for it so far.

        Raises `OutOfBounds`, `UnknownOption`, `ChoiceRefused`, `GameOver`.
        """
        if self._picking is None:
            raise GameOver
        seat = self._picking.prompt.seat
        prompt_id, _ = self._live.prompt_of(seat)
        self._live.answer(seat, prompt_id, picks)
        self._turn()

    def mask(self) -> bytearray:
        """Return one byte for each action: 1 if it is one of `options()`, else 0."""
        mask = bytearray(self.actions)
        for action in self.options():
            mask[action] = 1
        return mask

    def observe(self, seat: int | None = None) -> Observation:
        """Return the observation of a seat, by default of the seat whose turn it is; see `Observation`.

        At the end of the game the default is a spectator's observation.
        """
        viewer = self.seat if seat is None else seat
        view = self._live.view(viewer)
        picking = self._picking
        if picking is None or picking.prompt.seat != viewer:
            return self._encoder.observe(view, viewer)
        return self._encoder.observe(view, viewer, OpenPrompt(self._live.play, picking, self._slot(0), self.mask()))

    def view(self, seat: int | None = None) -> Message:
        """Return the view of a seat, or of a spectator (None): the message that clients get."""
        return self._live.view(seat)

    def clone(self) -> "Environment":
        """Return an independent copy, which continues with the same chance."""
        again = Environment(self._live.clone(), self._packs, self._options, self.seed)
        if self._picking is not None:
            again.go_on(self._picking.prompt.seat, self._picking.picked, self._page)
        return again

    def serialize(self) -> bytes:
        """Return this environment as bytes, from which `restore` makes an equal one in any process."""
        picking = self._picking
        kept = Kept(
            self.game.name,
            self._options,
            self.seed,
            self._live.position(),
            -1 if picking is None else picking.prompt.seat,
            [] if picking is None else picking.picked,
            self._page,
        )
        return msgspec.msgpack.encode(kept)

    def playout(self, seed: int = 0) -> list[float]:
        """Play at random to the end of the game, and return the `returns()`. The same seed gives the same game."""
        random = Random(seed)
        while self._picking is not None and (self._picking.picked or self._page):
            self.step(random.choice(list(self.options())))
        if not self.over:
            play_out(self._live, random)
            self._turn()
        return self.returns()

    def scores(self) -> list[Score]:
        """Return the points of each seat by source, in seat order; an empty list before the end."""
        return self._live.scores()

    def returns(self) -> list[float]:
        """Return a number from -1 to 1 for each seat, which add up to 0. Before the end all are 0.

        A seat's number is the share of the other seats that it has beaten, minus the share that have beaten it.
        """
        if not self.over:
            return [0.0] * self.seats
        places = ranks(self.scores())
        mine = [places[seat] for seat in self._live.play.all_seats]
        return [sum((other > own) - (other < own) for other in mine) / max(1, self.seats - 1) for own in mine]

    def __copy__(self) -> "Environment":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Environment":
        return self.clone()

    def __reduce__(self) -> "tuple[object, tuple[bytes]]":
        return restore, (self.serialize(),)

    def go_on(self, seat: int, picked: Sequence[int], page: int = 0) -> None:
        """Continue an answer that a seat has begun elsewhere.

        `picked` are the indexes of the options picked so far, and `page` is the page of options that is shown.
        """
        _, prompt = self._live.prompt_of(seat)
        self._picking = Picking(prompt, picked)
        self._page, self._offered = page, None

    def _turn(self) -> None:
        """Ask the first seat that has an open prompt."""
        prompts = self._live.prompts.values()
        self._picking = Picking(min(prompts, key=lambda each: each.seat)) if prompts else None
        self._page, self._offered = 0, None

    def _slot(self, action: int) -> int:
        """Return the index of the option that an action picks."""
        return self._page * self._encoder.encoding.slots + action

    def _legal(self) -> dict[int, Pick]:
        picking = self._picking
        if picking is None:
            return {}
        slots, options = self._encoder.encoding.slots, picking.prompt.options
        first = self._slot(0)
        legal: dict[int, Pick] = {
            index - first: options[index] for index in picking.pickable() if first <= index < first + slots
        }
        if picking.may_stop():
            legal[slots] = DONE
        if len(options) > slots:
            legal[slots + 1] = NEXT
        return legal


def make(game: str | AnyGame, seats: int = 2, seed: int = 0, options: Mapping[str, str] | None = None) -> Environment:
    """Begin a game and return its environment. The same arguments give the same game.

    `game` is the name of an installed game, or any `Game`. `options` are the options of the game by name, as the
    reference lists them; the others have their defaults. Seeds are numbers from 0. Raises `LookupError` for an unknown
    game, `InvalidSeats`, `InvalidOption`, `OptionsConflict`.
    """
    played = installed_game(game) if isinstance(game, str) else game
    packs, given = packs_of(played), dict(options or {})
    return Environment(_begun(played, packs, seats, given, seed), packs, given, seed)


def restore(serialized: bytes, game: AnyGame | None = None) -> Environment:
    """Return the environment that `serialize` turned into bytes; `game` is needed for a game that is not installed.

    Raises `InvalidPosition`, `OutdatedPosition`, `UnknownRulesVersion`, `UnknownPack`, and `msgspec.DecodeError` for
    bytes that are no environment.
    """
    kept = msgspec.msgpack.decode(serialized, type=Kept)
    played = installed_game(kept.game) if game is None else game
    packs = packs_of(played)
    live = LiveGame.restore(played, packs, kept.position)
    environment = Environment(live, packs, kept.options, kept.seed)
    if kept.seat >= 0:
        environment.go_on(kept.seat, kept.picked, kept.page)
    return environment


@cache
def packs_of(game: AnyGame) -> AnyPacks:
    """Return the packs of a game. They are loaded at the first call and then reused."""
    return load_packs(game)


def _begun(game: AnyGame, packs: AnyPacks, seats: int, options: Mapping[str, str], seed: int) -> AnyLive:
    return begin(game, packs, seats, read_options(game.options_type, options), seed)
