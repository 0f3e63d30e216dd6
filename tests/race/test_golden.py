"""Finished games replay to the same bytes; a rules change that breaks one must bump `rules_version`.

Records of each version of the rules lie in a folder of their own. Records of the newest version that are missing are
made by `python -m tests.race.test_golden`, which plays one game a setup: random seats (the default where a rule refuses
their choice), and the heuristic bot on seat 0 so that a good part of the cards comes into play.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_bots.race.heuristic import Heuristic
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.contract import play_record
from galaxytables_kit.contract.records import Chooser
from galaxytables_kit.record import verify
from galaxytables_race.rules import RACE
from tests.race.scene import PACKS

GOLDEN = Path(__file__).with_name("golden")
Setups: TypeAlias = Mapping[str, tuple[int, Mapping[str, str]]]
_WAR = {"goals": "on", "takeovers": "on"}
_ORB = {"expansion": "alien_artifacts", "orb": "on"}
_DRAFT = (3, {"expansion": "gathering_storm", "draft": "on", "goals": "on"})
_OF_ALL: Setups = {
    "two": (2, {}),
    "three": (3, {"new_worlds": "on"}),
    "four": (4, {"second_edition": "on"}),
    "preset": (2, {"preset_hands": "on", "two_player_actions": "one"}),
    "alien_artifacts": (4, {"expansion": "alien_artifacts"}),
    "brink_of_war": (6, {"expansion": "brink_of_war"} | _WAR),
    "brink_draft": (4, {"expansion": "brink_of_war", "draft": "on"} | _WAR),
    "invasion": (4, {"expansion": "xeno_invasion", "invasion": "on"}),
    "orb": (3, _ORB),
    "six": (6, {"expansion": "rebel_vs_imperium"} | _WAR),
    "duel": (2, {"expansion": "rebel_vs_imperium", "takeovers": "on", "takeover_scenario": "on"}),
}
SETUPS: Mapping[int, Setups] = {
    2: {
        **_OF_ALL,
        "draft": (3, {"draft": "on", "new_worlds": "on"}),
        "logistics": (4, {"expansion": "brink_of_war"} | _WAR),
        "orb_rims": (2, _ORB),
        "orb_teams": (4, _ORB),
    },
    3: {**_OF_ALL, "draft": _DRAFT},
    4: {
        **_OF_ALL,
        "draft": _DRAFT,
        "worlds_first": (4, {"expansion": "brink_of_war", "extra_worlds_before_takeovers": "on"} | _WAR),
    },
}
NEWEST = max(SETUPS)
ALL = [(version, name) for version, setups in SETUPS.items() for name in setups]


def read(name: str, version: int = NEWEST) -> game_pb2.Record:
    return game_pb2.Record.FromString((GOLDEN / str(version) / f"{name}.binpb").read_bytes())


@pytest.mark.parametrize(("version", "name"), ALL)
def test_golden_records_replay(version: int, name: str) -> None:
    record = read(name, version)
    seats, options = SETUPS[version][name]
    assert (record.seats, record.rules_version) == (seats, version)
    assert options.items() <= dict(record.options).items()
    assert verify(RACE, PACKS, record).difference == ""


@pytest.mark.parametrize("name", ["brink_draft", "draft", "invasion", "logistics", "orb_rims", "orb_teams"])
def test_records_of_version_2_are_not_those_of_today(name: str) -> None:
    """They hold drafts of larger packs and of the base game alone, rewards of stacked discs, a world placed after a
    takeover was declared, a rim beside a newer neighbour, a team that had squares left.
    """
    record = read(name, 2)
    record.rules_version = NEWEST
    assert verify(RACE, PACKS, record).difference


def test_R14_7_the_order_of_extra_worlds_and_takeovers_makes_another_game() -> None:
    record = read("worlds_first")
    record.options["extra_worlds_before_takeovers"] = "off"
    assert verify(RACE, PACKS, record).difference


@pytest.mark.parametrize("name", ["six", "duel"])
def test_takeovers_are_in_the_records(name: str) -> None:
    assert "declares_takeover" in {event.kind for event in read(name).events}


def test_a_forged_record_does_not() -> None:
    record = read("two")
    record.scores[0].parts[0].points += 1
    assert verify(RACE, PACKS, record).difference == "scores differ"


def test_the_events_tell_the_score_of_chips() -> None:
    record = read("three")
    told = {score.seat: 0 for score in record.scores}
    for event in record.events:
        told[event.seat] += sum(fact.number for fact in event.facts if fact.name == "vp")
    chips = {score.seat: part.points for score in record.scores for part in score.parts if part.source == "chips"}
    assert told == chips


def _bot_on_seat_0(calls: RulesCalls) -> Chooser:
    catalogue = {entry.id: entry for entry in calls.components(rules_pb2.ComponentsRequest()).components}
    bot = Heuristic()

    def choose(_: game_pb2.Record, ref: rules_pb2.PositionRef, prompt: game_pb2.Prompt) -> list[str] | None:
        if prompt.seat:
            return None
        seen = calls.view(rules_pb2.ViewRequest(position=ref, viewers=[rules_pb2.Viewer(seat=0)])).views[0]
        view = RACE.view_type()
        seen.view.Unpack(view)
        return list(bot.choose(prompt, view, catalogue))

    return choose


def _make() -> None:
    folder = GOLDEN / str(RACE.rules_version)
    folder.mkdir(exist_ok=True)
    calls = RulesCalls(RACE, PACKS)
    for name, (seats, options) in SETUPS[RACE.rules_version].items():
        if (folder / f"{name}.binpb").exists():
            continue
        record = play_record(calls, seats, options, Random(name), _bot_on_seat_0(calls))
        (folder / f"{name}.binpb").write_bytes(record.SerializeToString(deterministic=True))


if __name__ == "__main__":
    _make()
