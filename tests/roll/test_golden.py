"""Finished games of every rules version replay to the same bytes; a change that breaks one must bump `rules_version`.

`python -m tests.roll.test_golden` makes those of the newest version anew: a random game a number of seats, and one in
which everybody scouts until the bag is empty.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.kit.calls import RulesCalls
from services.kit.chance import commitment
from services.kit.contract import play_record
from services.kit.errors import ChoiceError
from services.kit.live import LiveGame
from services.kit.record import verify
from services.kit.wire import event_message, picks_of, score_messages
from services.roll.rules import ROLL
from tests.roll.scene import SHELF

GOLDEN = Path(__file__).with_name("golden")
SEATS = (2, 3, 4, 5)
SETUPS = {2: {"sides": "cheaper"}, 3: {"selecting_die": "locked"}}
DRY = "dry_bag"
NAMES = [*(f"seats_{seats}" for seats in SEATS), DRY]
POSITION_AFTER = 290
"""So many choices into the game with the dry bag its position was stored: the bag is empty, nobody has given yet."""
_GIFTS = 15


def read(version: int, name: str) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / f"version_{version}" / f"{name}.binpb").read_bytes())


@pytest.mark.parametrize("version", sorted({ROLL.rules_version, *ROLL.continues}))
@pytest.mark.parametrize("name", NAMES)
def test_golden_records_replay(version: int, name: str) -> None:
    record = read(version, name)
    assert record.rules_version == version
    assert verify(ROLL, SHELF, record).difference == ""


def test_a_forged_record_does_not() -> None:
    record = read(2, "seats_2")
    record.scores[0].parts[0].points += 1
    assert verify(ROLL, SHELF, record).difference == "scores differ"


@pytest.mark.parametrize(("version", "other"), [(1, 2), (2, 1)])
def test_no_record_replays_by_the_rules_of_another_version(version: int, other: int) -> None:
    record = read(version, DRY)
    assert Counter(event.kind for event in record.events)["gave"] >= _GIFTS
    record.rules_version = other
    assert verify(ROLL, SHELF, record).difference != ""


def test_a_stored_position_of_version_1_is_played_to_the_end_as_before() -> None:
    """The bytes were written by the code of version 1: its tiles, its gifts to an empty bag, its options."""
    record = read(1, DRY)
    stored = (GOLDEN / "version_1" / f"{DRY}_{POSITION_AFTER}.position").read_bytes()
    live = LiveGame.restore(ROLL, SHELF, stored)
    assert (live.play.rules_version, live.play.options.selecting_die) == (1, "locked")
    assert live.play.state.bag == []
    events: list[game_pb2.Event] = []
    for choice in record.choices[POSITION_AFTER:]:
        prompt = live.open_prompt(choice.seat, choice.prompt_id)
        told = live.answer(choice.seat, choice.prompt_id, picks_of(prompt, choice.picks))
        events += [event_message(ROLL, live.play, each) for each in told]
    assert [_bare(event) for event in events] == [_bare(event) for event in record.events[-len(events) :]]
    assert any(event.kind == "gave" for event in events)
    assert any(
        fact.component == "star_nomad_lair" for event in events if event.kind == "gained" for fact in event.facts
    )
    assert list(score_messages(live.scores())) == list(record.scores)


def _bare(event: game_pb2.Event) -> game_pb2.Event:
    bare = game_pb2.Event()
    bare.CopyFrom(event)
    bare.ClearField("text")
    for part in bare.private_parts:
        part.ClearField("text")
    return bare


def _make() -> None:
    folder = GOLDEN / f"version_{ROLL.rules_version}"
    folder.mkdir(exist_ok=True)
    for seats in SEATS:
        record = play_record(RulesCalls(ROLL, SHELF), seats, SETUPS.get(seats, {}), Random(seats))
        (folder / f"seats_{seats}.binpb").write_bytes(record.SerializeToString(deterministic=True))
    (folder / f"{DRY}.binpb").write_bytes(_play_dry(Random(4)).SerializeToString(deterministic=True))


def _play_dry(random: Random) -> game_pb2.Record:
    """Five players explore and scout until many tiles were given to the empty bag; from then on they play at random."""
    calls, seats = RulesCalls(ROLL, SHELF), 5
    seed, entropy = random.randbytes(32), [random.randbytes(8) for _ in range(seats)]
    begun = calls.new_game(rules_pb2.NewGameRequest(seats=seats, seed=seed, entropy=entropy))
    record = game_pb2.Record(
        game=ROLL.name,
        rules_version=begun.rules_version,
        pack_digest=begun.pack_digest,
        seats=seats,
        options=begun.options,
        seed=seed,
        commitment=commitment(seed),
        entropy=entropy,
        events=begun.events,
    )
    standing, gifts = begun.standing, 0
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        picks = _drying(prompt) if gifts < _GIFTS else []
        if not picks:
            picks = random.sample([each.id for each in prompt.options], random.randint(prompt.least, prompt.most))
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
        try:
            answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
        except ChoiceError:
            choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
            answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
        gifts += sum(event.kind == "gave" for event in answer.events)
        record.choices.append(choice)
        record.events.extend(answer.events)
        standing = answer.standing
    record.scores.extend(standing.scores)
    return record


def _drying(prompt: game_pb2.Prompt) -> list[str]:
    """What empties the bag soonest; nothing where it does not matter."""
    wanted = {"assign.phase": "explore", "assign.power": "done", "explore.task": "scout"}.get(prompt.kind)
    return [next(option.id for option in prompt.options if option.id.startswith(wanted))] if wanted else []


if __name__ == "__main__":
    _make()
