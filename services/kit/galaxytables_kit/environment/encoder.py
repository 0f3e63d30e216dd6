"""Encodes what a seat may see as vectors of a fixed size, in which every value has a name.

Everything comes from the view that clients get, and from the seat's own prompt. So an observation holds nothing that
the seat may not know. The encoding follows from the protos of the view, the component pack, and what the game declares
(`Encoding`). It is the same for all games with the same number of seats, whatever their options.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypedDict, final
from zlib import crc32

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables_kit.declared import AnyOf, Form, Forms, Maybe, OneOf
from galaxytables_kit.encoding import Encoding
from galaxytables_kit.environment.layout import Figures, Layout, Look, zeros
from galaxytables_kit.environment.picking import Picking
from galaxytables_kit.event import At, Component, FactValue, Piece, Place
from galaxytables_kit.game import AnyGame
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.play import AnyPlay
from galaxytables_kit.target import Action, Number, Target

PROMPT_COLUMNS: Final = ("least", "most", "ordered", "picked")
OPTION_COLUMNS: Final = (
    "offered",
    "picked",
    "component",
    "list",
    "entry",
    "list_2",
    "entry_2",
    "seat",
    "number",
    "word",
)
_MAX_PLACES = 2


class Observation(TypedDict):
    """A seat's observation. All vectors but the mask hold floats of 4 bytes; `Encoder` has the names of their values.

    table: the view. prompt: the seat's prompt, all 0 if it is not its turn. options: a row for each slot, one after
    another. action_mask: a byte for each action, 1 if the action is legal.
    """

    table: Figures
    prompt: Figures
    options: Figures
    action_mask: bytearray


class OpenPrompt(Struct, frozen=True):
    """The prompt that the observing seat must answer. Its options come in pages of as many as there are slots.

    `first` is the index of the first option on the current page.
    """

    play: AnyPlay
    picking: Picking
    first: int
    mask: bytearray


@final
class Encoder:
    """Encodes the observations of one game for one number of seats.

    `table_names`, `prompt_names` and `option_names` are the names of the values in the three vectors; `option_names`
    are those of one slot, and the vector of options repeats them for each slot. Seats are counted clockwise from the
    observing seat, which is 0. `components` lists all components by number, from 1; 0 stands for none.
    """

    def __init__(self, game: AnyGame, packs: AnyPacks, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.encoding = game.encoding or _undeclared(game)
        printed = sorted(game.printed(packs.get(packs.default)), key=lambda each: each.id)
        self.components: tuple[str, ...] = ("", *(each.id for each in printed))
        self._numbers = {name: number for number, name in enumerate(self.components)}
        self._kinds = {kind: number for number, kind in enumerate(sorted(game.prompts))}
        self._prompt_columns = _columns(kind.facts for kind in game.prompts.values())
        self._option_columns = _columns(kind.options for kind in game.prompts.values())
        self._layout = Layout(game.view_type, self.encoding, seats, {each.id: str(each.kind) for each in printed})
        self.table_names: Sequence[str] = self._layout.names
        self.prompt_names: Sequence[str] = (
            *(f"kind={kind}" for kind in self._kinds),
            *PROMPT_COLUMNS,
            *self._prompt_columns,
        )
        self.option_names: Sequence[str] = (*OPTION_COLUMNS, *self._option_columns)

    def observe(self, view: Message, viewer: int | None, open_prompt: OpenPrompt | None = None) -> Observation:
        """Return what a viewer observes: the view as numbers, and the viewer's prompt if there is one."""
        look, slots = Look(viewer or 0, self.seats), self.encoding.slots
        return Observation(
            table=self._layout.write(view, look),
            prompt=self._prompt(open_prompt, look),
            options=self._options(open_prompt, look),
            action_mask=bytearray(slots + 2) if open_prompt is None else open_prompt.mask,
        )

    def _prompt(self, open_prompt: OpenPrompt | None, look: Look) -> Figures:
        figures = zeros(len(self.prompt_names))
        if open_prompt is None:
            return figures
        prompt = open_prompt.picking.prompt
        figures[self._kinds[prompt.kind]] = 1.0
        at = len(self._kinds)
        for column, value in enumerate(
            (prompt.least, prompt.most, prompt.ordered, len(open_prompt.picking.picked)), at
        ):
            figures[column] = float(value)
        at += len(PROMPT_COLUMNS)
        forms = self.game.prompts[prompt.kind].facts
        for name, fact in self.game.prompt_facts(open_prompt.play, prompt).items():
            figures[at + self._prompt_columns[name]] = self._figure(forms[name], fact, look)
        return figures

    def _options(self, open_prompt: OpenPrompt | None, look: Look) -> Figures:
        width, slots = len(self.option_names), self.encoding.slots
        figures = zeros(slots * width)
        if open_prompt is None:
            return figures
        prompt, picked = open_prompt.picking.prompt, open_prompt.picking.picked
        forms = self.game.prompts[prompt.kind].options
        for slot, pick in enumerate(prompt.options[open_prompt.first : open_prompt.first + slots]):
            at, index = slot * width, open_prompt.first + slot
            offer = self.game.offer(open_prompt.play, prompt, pick)
            figures[at] = float(open_prompt.mask[slot])
            figures[at + 1] = picked.index(index) + 1.0 if index in picked else 0.0
            figures[at + 2] = float(self._numbers.get(offer.component, 0))
            self._write_targets(figures, at + 3, offer.targets, look)
            at += len(OPTION_COLUMNS)
            for name, fact in offer.facts.items():
                figures[at + self._option_columns[name]] = self._figure(forms[name], fact, look)
        return figures

    def _write_targets(self, figures: Figures, at: int, targets: Iterable[Target], look: Look) -> None:
        """Write where the first two things are that an option stands for, and its seat, number and word."""
        places, words = 0, ""
        for target in targets:
            if isinstance(target, At):
                figures[at + 4] = look.seat(target.seat) + 1.0
            elif isinstance(target, Number):
                figures[at + 5] = float(target.value)
            elif not isinstance(target, Piece | Place):
                words += f" {target.name if isinstance(target, Action) else target.word}"
            elif places < _MAX_PLACES and target.id in look.where:
                figures[at + 2 * places], figures[at + 2 * places + 1] = map(float, look.where[target.id])
                places += 1
            else:
                words += f" {target.id}"
        figures[at + 6] = _number_of(words)

    def _figure(self, form: Form, value: FactValue, look: Look) -> float:
        """Return a fact as a figure: a number, the number of a component, a seat from 1, a word by its place."""
        if isinstance(value, int):
            return float(value)
        if isinstance(value, Component):
            return float(self._numbers.get(value.id, 0))
        if isinstance(value, At):
            return look.seat(value.seat) + 1.0
        if isinstance(value, str):
            words = _words(form)
            return words.index(value) + 1.0 if value in words else _number_of(value)
        return 0.0


@cache
def encoder_of(game: AnyGame, packs: AnyPacks, seats: int) -> Encoder:
    """Return the encoder for a game and a number of seats. It is made at the first call and then reused."""
    return Encoder(game, packs, seats)


def _undeclared(game: AnyGame) -> Encoding:
    """Return the form for a game that declares none: lists of messages with a seat hold one for each seat."""
    by_seat = set()
    for field in game.view_type.DESCRIPTOR.fields:
        kind = field.message_type
        if kind is not None and field.is_repeated and "seat" in kind.fields_by_name:
            by_seat.add(field.name)
    return Encoding(f"{game.name}-0", by_seat=frozenset(by_seat))


def _columns(forms: Iterable[Forms]) -> dict[str, int]:
    """Return a column for the facts of each name, in alphabetical order."""
    return {name: column for column, name in enumerate(sorted({name for each in forms for name in each}))}


@cache
def _words(form: Form) -> tuple[str, ...]:
    """Return the words that a fact may be, in alphabetical order."""
    inner = form.form if isinstance(form, Maybe) else form
    several = inner.forms if isinstance(inner, AnyOf) else (inner,)
    return tuple(sorted({word for each in several if isinstance(each, OneOf) for word in each.words}))


def _number_of(words: str) -> float:
    """Return a number from 0 to 1 for words that no list holds: equal words have equal numbers."""
    return crc32(words.encode()) / 2**32 if words else 0.0
