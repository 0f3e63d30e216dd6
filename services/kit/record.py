"""Finished games played again from their records."""

from hashlib import sha256
from typing import Any

from msgspec import Struct

from galaxy.rules.v1 import game_pb2
from services.kit.chance import SeededChance, chance_key, commitment
from services.kit.errors import ChoiceError, InvalidSeed, OptionError, UnknownRulesVersion
from services.kit.game import Game
from services.kit.live import LiveGame
from services.kit.options import read_options, write_options
from services.kit.pack import Shelf
from services.kit.wire import event_message, picks_of, score_messages


class Verdict(Struct, frozen=True):
    """Whether a record holds: the first difference in words (empty if it does), and the replay's SHA-256."""

    difference: str
    digest: bytes


def record_digest(record: game_pb2.Record) -> bytes:
    """SHA-256 of a record in deterministic serialization."""
    return sha256(record.SerializeToString(deterministic=True)).digest()


def verify(game: Game[Any, Any, Any], shelf: Shelf[Any], record: game_pb2.Record) -> Verdict:
    """Play a finished game's record again and compare it to the byte.

    Raises `UnknownRulesVersion`, `UnknownPack` if it cannot be played here.
    """
    if record.rules_version != game.rules_version:
        raise UnknownRulesVersion(record.rules_version, game.rules_version)
    if commitment(record.seed) != record.commitment:
        return Verdict("the seed does not fit the commitment", b"")
    pack = Shelf(record.pack_digest, {record.pack_digest: shelf.get(record.pack_digest)})
    try:
        replayed = replay(game, pack, record)
    except (ChoiceError, OptionError, InvalidSeed) as error:
        return Verdict(f"the record cannot be played: {error}", b"")
    return Verdict(_difference(record, replayed), record_digest(replayed))


def replay(game: Game[Any, Any, Any], shelf: Shelf[Any], record: game_pb2.Record) -> game_pb2.Record:
    """Play options, seed and choices of a record; give the record that they lead to.

    Raises what a rules service raises for the same calls.
    """
    options = read_options(game.options_type, record.options)
    chance = SeededChance(chance_key(record.seed, record.entropy, record.seats))
    live = LiveGame.new(game, shelf, record.seats, options, chance, checkpoints=False)
    replayed = game_pb2.Record(
        game=game.name,
        rules_version=game.rules_version,
        pack_digest=shelf.default,
        seats=record.seats,
        options=write_options(options),
        seed=record.seed,
        commitment=commitment(record.seed),
        entropy=record.entropy,
        events=(event_message(game, live.play, told) for told in live.play.told),
    )
    for choice in record.choices:
        prompt = live.open_prompt(choice.seat, choice.prompt_id)
        told = live.answer(choice.seat, choice.prompt_id, picks_of(prompt, choice.picks))
        replayed.choices.append(choice)
        replayed.events.extend(event_message(game, live.play, each) for each in told)
    replayed.scores.extend(score_messages(live.scores()))
    return replayed


def _difference(record: game_pb2.Record, replayed: game_pb2.Record) -> str:
    for number, (theirs, ours) in enumerate(zip(record.events, replayed.events, strict=False), 1):
        if theirs != ours:
            return f"event {number}: the record says {theirs.kind}, the replay {ours.kind} (or other facts)"
    for field in ("game", "options", "events", "scores"):
        if getattr(record, field) != getattr(replayed, field):
            return f"{field} differ"
    return "" if record_digest(record) == record_digest(replayed) else "the bytes differ"
