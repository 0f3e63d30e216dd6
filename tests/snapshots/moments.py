"""What players are shown at every moment of a finished game, played again from its record."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from google.protobuf.message import Message
from msgspec import Struct

from galaxytables.rules.v1 import game_pb2
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.game import Game
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import options_of_version, read_options
from galaxytables_kit.pack import PackRegistry
from galaxytables_kit.wire import event_message, picks_of, prompt_message

_FINGERPRINT = 4


class Moment(Struct, frozen=True):
    """After so many choices: what the last of them led to, what is asked, and what everybody sees."""

    choices: int
    events: Sequence[Message]
    prompts: Sequence[Message]
    views: dict[str, Message]

    @property
    def fingerprint(self) -> str:
        """A few letters that tell whether anything that is shown now is other than before."""
        digest = sha256()
        for message in (*self.events, *self.prompts, *self.views.values()):
            digest.update(message.SerializeToString(deterministic=True) + b"\0")
        return digest.hexdigest()[:_FINGERPRINT]


def moments(game: Game[Any, Any, Any], packs: PackRegistry[Any], record: game_pb2.Record) -> Iterator[Moment]:
    """Every moment of a game: when it has begun, and after each choice."""
    for choices, (live, told) in enumerate(replayed(game, packs, record)):
        yield moment(live, choices, told)


def replayed(
    game: Game[Any, Any, Any], packs: PackRegistry[Any], record: game_pb2.Record
) -> Iterator[tuple[LiveGame[Any, Any, Any], Sequence[EmittedEvent]]]:
    """The game as it has begun, and after each choice, with what was told of that."""
    options = options_of_version(game, record.rules_version, read_options(game.options_type, record.options))
    chance = SeededChance(chance_key(record.seed, record.entropy, record.seats))
    pinned = packs.only(record.pack_digest)
    live = LiveGame.new(game, pinned, record.seats, options, chance, rules_version=record.rules_version)
    yield live, live.play.events
    for choice in record.choices:
        prompt_id, prompt = live.prompt_of(choice.seat)
        yield live, live.answer(choice.seat, prompt_id, picks_of(prompt, choice.picks))


def moment(live: LiveGame[Any, Any, Any], choices: int, told: Sequence[EmittedEvent]) -> Moment:
    """What is shown of a game that stands after so many choices."""
    return Moment(
        choices=choices,
        events=[event_message(each) for each in told],
        # Ids of prompts count checkpoints, which nobody is shown.
        prompts=[prompt_message(live, "", prompt) for prompt in live.prompts.values()],
        views={
            "spectator" if viewer is None else f"seat {viewer}": live.view(viewer)
            for viewer in (None, *range(live.play.seats))
        },
    )
