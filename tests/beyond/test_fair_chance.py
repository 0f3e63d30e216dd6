"""The luck of finished games is rebuilt by a script that knows the catalogue and the record alone."""

import ast
import sys
from pathlib import Path

import pytest

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_beyond.options import BeyondOptions
from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.chance import SeededChance, chance_key
from galaxytables_kit.live import LiveGame
from tests.beyond import stranger
from tests.beyond.scene import PACKS
from tests.beyond.test_golden import GAMES, read

CALLS = RulesCalls(BEYOND, PACKS)
CATALOGUE = CALLS.components(rules_pb2.ComponentsRequest())


def catalogue_of(record: game_pb2.Record) -> rules_pb2.ComponentsResponse:
    """The components that the game was played with."""
    return CALLS.components(rules_pb2.ComponentsRequest(pack_digest=record.pack_digest))


@pytest.fixture(params=GAMES)
def record(request: pytest.FixtureRequest) -> game_pb2.Record:
    seats, mats = request.param
    return read(BEYOND.rules_version, seats, mats)


def test_a_golden_record_is_fair(record: game_pb2.Record) -> None:
    assert stranger.wrong(record, catalogue_of(record)) == ""


def test_the_script_stands_on_its_own() -> None:
    tree = ast.parse(Path(stranger.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"galaxytables"}


@pytest.mark.parametrize("mats", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_is_laid_out_as_the_script_lays_it_out(seats: int, mats: str) -> None:
    """Everything that can be seen of a new table, and every deck."""
    seed, entropy = b"s" * 32, [b"", b"ann", b"b" * 64, b"c"][:seats]
    options = BeyondOptions(mats=mats)  # type: ignore[arg-type]
    chance = SeededChance(chance_key(seed, entropy, seats))
    state = LiveGame.new(BEYOND, PACKS, seats, options, chance).play.state
    pack = PACKS.get(PACKS.default)
    luck = stranger.Luck(seed, entropy)
    table = stranger.lay_out(CATALOGUE.components, {"mats": mats}, seats, luck)
    assert table.first == state.first
    assert table.mats == [pack.mats[faction.mat].id for faction in state.factions]
    lying = zip(pack.slots, state.techs, state.events, strict=True)
    technologies = [(slot.id, tech, event) for slot, tech, event in lying]
    assert table.technologies == {slot: pack.technologies[tech].id for slot, tech, _ in technologies if tech >= 0}
    assert table.events == {slot: pack.events[event].id for slot, _, event in technologies if event >= 0}
    decks = [[pack.technologies[tech].id for tech in deck] for deck in state.tech_decks]
    assert list(table.decks.values()) == decks
    assert list(table.system_decks.values()) == [[pack.systems[n].id for n in deck] for deck in state.system_decks]
    places = zip(pack.sides[seats].locations, state.locations, strict=True)
    systems = {printed.place.id: pack.systems[place.system].id for printed, place in places if place.system >= 0}
    assert table.systems == systems
    assert table.achievements == [pack.achievements[card.card].id for card in state.achievements]


def test_another_player_who_begins_is_caught(record: game_pb2.Record) -> None:
    first = next(event for event in record.events if event.kind == "turn")
    first.seat = (first.seat + 1) % record.seats
    assert stranger.wrong(record, catalogue_of(record)) == "another player began"


@pytest.mark.parametrize(
    ("kind", "fact"),
    [("event", "event"), ("researched", "technology"), ("system_revealed", "system"), ("achieved", "achievement")],
)
def test_forged_cards_are_caught(kind: str, fact: str) -> None:
    """In each record in which there are such events; the first technology is always one of Level I."""
    kinds = {card.id: card.kind for card in CATALOGUE.components}
    caught = 0
    for record in (read(BEYOND.rules_version, seats, mats) for seats, mats in GAMES):
        events = [event for event in record.events if event.kind == kind]
        if events:
            forged = next(each for each in events[0].facts if each.name == fact)
            others = [
                card for card, its in kinds.items() if its == kinds[forged.component] and card != forged.component
            ]
            assert any(verdict(record, forged, other).startswith(f"{kind}: ") for other in others)
            caught += 1
    assert caught >= 3


def verdict(record: game_pb2.Record, forged: game_pb2.Fact, component: str) -> str:
    forged.component = component
    return stranger.wrong(record, catalogue_of(record))


def test_a_better_technology_turned_up_is_caught(record: game_pb2.Record) -> None:
    """The last ones that were turned up."""
    last = [event for event in record.events if event.kind == "turned_up"][-1]
    cards = next(fact for fact in last.facts if fact.name == "cards").components.ids
    cards[0], cards[-1] = cards[-1], cards[0]
    assert "turned_up" in stranger.wrong(record, catalogue_of(record))


def test_another_seed_and_other_components_are_caught(record: game_pb2.Record) -> None:
    other = rules_pb2.ComponentsResponse(pack_digest=b"x", components=catalogue_of(record).components)
    assert stranger.wrong(record, other) == "the game was not played with these components"
    record.entropy[0] += b"!"
    assert stranger.wrong(record, catalogue_of(record)) != ""
    record.seed = bytes(32)
    assert stranger.wrong(record, catalogue_of(record)) == "the seed does not fit the commitment"
