"""Finished games replay to the same bytes; a rules change that breaks one must bump `rules_version`.

Those that are missing are made by `python -m tests.race.test_golden`, which plays one game a setup: random seats (the
default where a rule refuses their choice), and the heuristic bot on seat 0 so that a good part of the cards comes into
play.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from galaxy.rules.v1 import game_pb2, rules_pb2
from services.bots.race.heuristic import Heuristic
from services.kit.calls import RulesCalls
from services.kit.chance import commitment
from services.kit.errors import ChoiceRefused
from services.kit.record import verify
from services.race.rules import RACE
from tests.race.scene import SHELF

GOLDEN = Path(__file__).with_name("golden")
SETUPS: Mapping[str, tuple[int, dict[str, str]]] = {
    "two": (2, {}),
    "three": (3, {"new_worlds": "on"}),
    "four": (4, {"second_edition": "on"}),
    "preset": (2, {"preset_hands": "on", "two_player_actions": "one"}),
    "alien_artifacts": (4, {"expansion": "alien_artifacts"}),
    "brink_of_war": (6, {"expansion": "brink_of_war", "goals": "on", "takeovers": "on"}),
    "invasion": (4, {"expansion": "xeno_invasion", "invasion": "on"}),
    "orb": (3, {"expansion": "alien_artifacts", "orb": "on"}),
    "orb_rims": (2, {"expansion": "alien_artifacts", "orb": "on"}),
    "orb_teams": (4, {"expansion": "alien_artifacts", "orb": "on"}),
    "six": (6, {"expansion": "rebel_vs_imperium", "goals": "on", "takeovers": "on"}),
    "duel": (2, {"expansion": "rebel_vs_imperium", "takeovers": "on", "takeover_scenario": "on"}),
    "draft": (3, {"draft": "on", "new_worlds": "on"}),
}


def read(name: str) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / f"{name}.binpb").read_bytes())


@pytest.mark.parametrize("name", SETUPS)
def test_golden_records_replay(name: str) -> None:
    record = read(name)
    seats, options = SETUPS[name]
    assert record.seats == seats
    assert options.items() <= dict(record.options).items()
    assert verify(RACE, SHELF, record).difference == ""


@pytest.mark.parametrize("name", ["invasion", "orb_rims", "orb_teams"])
def test_records_of_version_2_are_not_those_of_today(name: str) -> None:
    """They hold rewards of stacked discs, a rim beside a newer neighbour, a team that had squares left."""
    record = read(name)
    assert record.rules_version == 2
    record.rules_version = RACE.rules_version
    assert verify(RACE, SHELF, record).difference


@pytest.mark.parametrize("name", ["six", "duel"])
def test_takeovers_are_in_the_records(name: str) -> None:
    assert "declares_takeover" in {event.kind for event in read(name).events}


def test_a_forged_record_does_not() -> None:
    record = read("two")
    record.scores[0].parts[0].points += 1
    assert verify(RACE, SHELF, record).difference == "scores differ"


def test_the_events_tell_the_score_of_chips() -> None:
    record = read("three")
    told = {score.seat: 0 for score in record.scores}
    for event in record.events:
        told[event.seat] += sum(fact.number for fact in event.facts if fact.name == "vp")
    chips = {score.seat: part.points for score in record.scores for part in score.parts if part.source == "chips"}
    assert told == chips


def _play(seats: int, options: dict[str, str], random: Random) -> game_pb2.Record:
    calls = RulesCalls(RACE, SHELF)
    catalogue = {entry.id: entry for entry in calls.components(rules_pb2.ComponentsRequest()).components}
    seed, bot = random.randbytes(32), Heuristic()
    begun = calls.new_game(rules_pb2.NewGameRequest(seats=seats, options=options, seed=seed))
    record = game_pb2.Record(
        game="race",
        rules_version=begun.rules_version,
        pack_digest=begun.pack_digest,
        seats=seats,
        options=begun.options,
        seed=seed,
        commitment=commitment(seed),
        events=begun.events,
    )
    standing = begun.standing
    while standing.prompts:
        prompt = random.choice(standing.prompts)
        ref = rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)
        if prompt.seat == 0:
            seen = calls.view(rules_pb2.ViewRequest(position=ref, viewers=[rules_pb2.Viewer(seat=0)])).views[0]
            view = RACE.view_type()
            seen.view.Unpack(view)
            picks = list(bot.choose(prompt, view, catalogue))
        else:
            picks = [option.id for option in random.sample(prompt.options, random.randint(prompt.least, prompt.most))]
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
        try:
            answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
        except ChoiceRefused:
            choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
            answer = calls.apply(rules_pb2.ApplyRequest(position=ref, choice=choice))
        record.choices.append(choice)
        record.events.extend(answer.events)
        standing = answer.standing
    record.scores.extend(standing.scores)
    return record


def _make() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, (seats, options) in SETUPS.items():
        if (GOLDEN / f"{name}.binpb").exists():
            continue
        record = _play(seats, options, Random(name))
        (GOLDEN / f"{name}.binpb").write_bytes(record.SerializeToString(deterministic=True))


if __name__ == "__main__":
    _make()
