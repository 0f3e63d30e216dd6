"""Replays finished games from their records.

A record holds facts, and sentences for people, whose wording may change. Two records are the same if everything but the
sentences is equal. Options that were added later have their defaults, or the values that the game gives for older
versions of its rules, so old records stay valid. A recorded choice answers the only prompt that is open for its seat:
recorded prompt ids depend on the number of checkpoints, which may have changed since.
"""

from msgspec import Struct

from galaxytables.rules.v1 import game_pb2
from galaxytables_client.digest import UnknownDigestError, record_digest
from galaxytables_kit.chance import SeededChance, chance_key, commitment
from galaxytables_kit.errors import ChoiceError, InvalidSeed, OptionError, UnknownRulesVersion
from galaxytables_kit.game import AnyGame
from galaxytables_kit.live import CLOSING_REASONS, LiveGame
from galaxytables_kit.options import options_of_version, read_options
from galaxytables_kit.pack import AnyPacks
from galaxytables_kit.wire import event_message, picks_of, score_messages


class Verdict(Struct, frozen=True):
    """The result of verifying a record: the first fault in words (empty if there is none), and the record's digest."""

    difference: str
    digest: bytes


def verify(game: AnyGame, packs: AnyPacks, record: game_pb2.Record) -> Verdict:
    """Replay a finished game, and compare its record with that of the replay: all bytes, except for the sentences.

    Raises `UnknownRulesVersion` or `UnknownPack` if the record cannot be played here.
    """
    if not game.plays(record.rules_version):
        raise UnknownRulesVersion(record.rules_version, game.rules_version)
    if commitment(record.seed) != record.commitment:
        return Verdict("the seed does not fit the commitment", b"")
    pinned = packs.only(record.pack_digest)
    try:
        digest = record_digest(record)
    except UnknownDigestError as error:
        return Verdict(f"the digest of the record cannot be computed: {error}", b"")
    try:
        replayed = replay(game, pinned, record)
    except (ChoiceError, OptionError, InvalidSeed) as error:
        return Verdict(f"the record cannot be played: {error}", b"")
    return Verdict(_difference(record, replayed), digest)


def replay(game: AnyGame, packs: AnyPacks, record: game_pb2.Record) -> game_pb2.Record:
    """Play a game with the options, seed and choices of a record, and return the new record.

    Raises the errors that a rules service raises for the same calls.
    """
    options = options_of_version(game, record.rules_version, read_options(game.options_type, record.options))
    game.check(options, record.seats, packs.get(packs.default))  # before work is done for that many seats
    chance = SeededChance(chance_key(record.seed, record.entropy, record.seats))
    version = record.rules_version
    live = LiveGame.new(game, packs, record.seats, options, chance, checkpoints=False, rules_version=version)
    replayed = game_pb2.Record(
        game=game.name,
        rules_version=version,
        pack_digest=packs.default,
        seats=record.seats,
        options=record.options,
        seed=record.seed,
        commitment=commitment(record.seed),
        entropy=record.entropy,
        # The choices show neither whether somebody knew the seed before nor how the digest is computed.
        introduction=record.introduction,
        sandbox=record.sandbox,
        digest_algorithm=record.digest_algorithm,
        events=(event_message(event) for event in live.play.events),
    )
    for choice in record.choices:
        prompt_id, prompt = live.prompt_of(choice.seat)
        events = live.answer(choice.seat, prompt_id, picks_of(prompt, choice.picks))
        replayed.choices.append(choice)
        replayed.events.extend(event_message(each) for each in events)
    if record.end_reason in CLOSING_REASONS and not live.over:
        live.close(record.end_reason)
    if record.end_reason:
        replayed.end_reason = live.end_reason
    replayed.scores.extend(score_messages(live.scores()))
    return replayed


def without_sentences(record: game_pb2.Record) -> game_pb2.Record:
    """Return a copy of a record without its sentences. Records that are the same are equal in this form."""
    bare = game_pb2.Record()
    bare.CopyFrom(record)
    for event in bare.events:
        event.ClearField("text")
        for part in event.private_parts:
            part.ClearField("text")
    return bare


def _difference(theirs: game_pb2.Record, ours: game_pb2.Record) -> str:
    theirs, ours = without_sentences(theirs), without_sentences(ours)
    if theirs.SerializeToString(deterministic=True) == ours.SerializeToString(deterministic=True):
        return ""
    for number, (event, replayed) in enumerate(zip(theirs.events, ours.events, strict=False), 1):
        if event != replayed:
            return f"event {number}: the record says {event.kind}, the replay {replayed.kind} (or other facts)"
    fields = ("game", "events", "scores", "end_reason")
    return f"{next((field for field in fields if getattr(theirs, field) != getattr(ours, field)), 'bytes')} differ"
