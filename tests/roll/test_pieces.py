"""Ids of pieces and places, and what options stand for."""

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path
from random import Random

from galaxytables.roll.v1 import roll_pb2
from galaxytables_kit import Seat
from galaxytables_kit.live import LiveGame
from galaxytables_kit.playout import begin, random_answer
from galaxytables_kit.wording import languages
from galaxytables_roll.components.tiles import Pack
from galaxytables_roll.dice import DIE_OF, numbered
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions, RollState, dice_of, new_dice
from galaxytables_roll.view import view
from galaxytables_roll.workers import lift_worker, take_die, take_worker
from tests.kit.sentences import words_of
from tests.roll.scene import PACKS, Player, Table, assigning, in_phase, managing, prompt_of


def targets(table: Table, option: str, seat: int = 0) -> list[str]:
    """What an option stands for: ids of pieces and places, names of actions."""
    found = next(each for each in prompt_of(table, seat).options if each.id == option)
    return [str(getattr(target, target.WhichOneof("stands_for") or "")) for target in found.targets]


def facts(table: Table, option: str) -> dict[str, object]:
    found = next(each for each in prompt_of(table).options if each.id == option)
    return {fact.name: getattr(fact, fact.WhichOneof("value") or "") for fact in found.facts}


def own(table: Table, seat: int = 0) -> roll_pb2.Empire:
    return view(table.play, table.state, Seat(seat)).empires[seat]


def ids(dice: Iterable[roll_pb2.Die]) -> list[str]:
    return [die.id for die in dice]


def test_the_die_that_is_picked_is_the_die_that_goes() -> None:
    player = Player(developments=["free_trade_zone"], at={"develop": ["rare", "home", "home", "home", "home"]}, cup=())
    table = in_phase("develop", player)
    assert targets(table, "home#3") == ["0h3"]
    table.answer("develop.workers", "home#4", "home#2", "rare")
    assert ids(own(table).cup.dice) == ["0h1", "0h3"]
    assert ids(own(table).citizenry.dice) == ["0h2", "0h4", "0r1"]


def test_a_die_keeps_its_id_through_a_round() -> None:
    table = assigning(Player(at={"explore": ["home", "rare"], "ship": ["home"]}, cup=()))
    before = {worker.id: column.id for column in own(table).strip for worker in column.workers}
    assert before == {
        "0h1": "I:0",
        "0r1": "I:0",
        "0h2": "V:0",
    }
    table.answer("assign.phase", "explore")
    assert targets(table, "home:ship@ship") == ["0h2", "I:0"]
    table.answer("assign.selector", "home:ship@ship")
    column = own(table).strip[0]
    assert [(worker.id, worker.selecting) for worker in column.workers] == [
        ("0h1", False),
        ("0r1", False),
        ("0h2", True),
    ]
    table.answer("assign.power", "dictate")
    assert targets(table, "rare:explore@explore") == ["0r1", "dictate:0"]
    table.answer("assign.dictate", "rare:explore@explore").answer("assign.workers", "home:explore@explore")
    assert targets(table, "produce") == ["0h1", "IV:0"]
    table.answer("assign.to", "produce")
    assert [worker.id for worker in own(table).dictate.workers] == ["0r1"]
    assert [worker.id for worker in own(table).strip[3].workers] == ["0h1"]


def test_dice_have_one_id_each_that_all_see_alike_in_every_moment_of_a_game() -> None:
    live, random = begin(ROLL, PACKS, 3, RollOptions(), 8), Random(8)
    moments = 0
    while live.prompts:
        key, prompt = random.choice(list(live.prompts.items()))
        live.answer(prompt.seat, key, random_answer(prompt, random))
        for mine in live.play.state.seats:
            assert len(set(dice_of(mine))) == len(dice_of(mine))
        if not live.play.holding:
            moments += 1
            seen = [_dice_seen(live, viewer) for viewer in (None, 0, 1, 2)]
            assert seen[0] == seen[1] == seen[2] == seen[3]
    assert moments > 50


def _dice_seen(live: LiveGame[RollState, Pack, RollOptions], viewer: int | None) -> set[str]:
    message = live.view(viewer)
    assert isinstance(message, roll_pb2.RollView)
    seen = []
    for empire in message.empires:
        seen += ids([*empire.cup.dice, *empire.citizenry.dice, *empire.screen.dice])
        seen += ids(
            [*empire.developments.dice, *empire.worlds.dice, *(die for tile in empire.tiles for die in tile.goods)]
        )
        workers = [*empire.wild, *empire.dictate.workers, *(each for column in empire.strip for each in column.workers)]
        seen += [worker.id for worker in workers if not worker.virtual]
    assert len(set(seen)) == len(seen)
    return set(seen)


def test_new_dice_take_the_lowest_numbers_that_are_free() -> None:
    mine = Player(cup=["home", "genes", "genes", "genes"]).state()
    mine.cup.remove(numbered(5, 2))
    assert new_dice(mine, 5, 2) == [numbered(5, 2), numbered(5, 4)]
    assert new_dice(mine, 6, 1) == [numbered(6, 1)]


def test_a_worker_that_leaves_does_not_change_the_order_of_colours() -> None:
    """Logs tell what stands at a phase in this order, also in games that began when dice had no numbers."""
    mine = Player(at={"settle": ["home", "rare", "home", "home"]}).state()
    take_worker(mine, 2, numbered(0, 6))
    assert [shown // 6 for shown in mine.strip[2]] == [numbered(4, 1), numbered(0, 5), numbered(0, 4)]
    lift_worker(mine, 2, mine.strip[2][1])
    assert [shown // 6 for shown in mine.strip[2]] == [numbered(4, 1), numbered(0, 4)]


def test_where_the_selecting_die_leaves_another_alike_selects() -> None:
    mine = Player(at={"settle": ["home", "rare"]}, selects="settle", cup=()).state()
    take_worker(mine, 2, DIE_OF[mine.selector])
    assert mine.selector // 6 == numbered(0, 1)
    assert [shown // 6 for shown in mine.strip[2]] == [numbered(4, 1)]
    take_worker(mine, 2, numbered(0, 1))
    assert mine.selector == -1


def test_a_die_at_rest_leaves_the_order_of_colours_too() -> None:
    dice = [numbered(0, 1), numbered(4, 1), numbered(0, 2)]
    take_die(dice, numbered(0, 2))
    assert dice == [numbered(4, 1), numbered(0, 1)]


def test_R13_19_extra_workers_have_ids_and_are_options() -> None:
    table = in_phase("explore", Player(empire=["alien_research_ship", "alien_archaeology"], at={"explore": ["rare"]}))
    assert [worker.id for worker in own(table).strip[0].workers] == [
        "0r1",
        "0h+1",
        "0a+1",
    ]
    assert targets(table, "stock") == ["stock", "0r1"]
    assert targets(table, "stock:alien") == ["stock", "0a+1"]
    assert facts(table, "stock:alien") == {"credits": 4, "extra": True}


def test_R5_5_a_tile_keeps_its_id_whichever_side_is_up() -> None:
    player = Player(at={"explore": ["home"]}, cup=())
    table = in_phase("explore", player, bag=["public_works"]).answer("explore.task", "scout")
    (drawn,) = own(table).drawn
    assert targets(table, "public_works") == [drawn.id, "dev:0"]
    assert targets(table, "lost_alien_warship") == [drawn.id, "world:0"]
    table.answer("explore.place", "lost_alien_warship")
    assert [(tile.id, tile.component) for tile in own(table).worlds.tiles] == [(drawn.id, "lost_alien_warship")]


def test_R9_4_dice_to_recall_say_where_they_lie() -> None:
    table = managing(Player(empire=["mining_world"], goods={"mining_world": ["genes"]}, settlers=["home"], credits=0))
    assert targets(table, "mining_world:genes") == ["0g1"]
    assert facts(table, "mining_world:genes") == {"world": "mining_world"}
    assert facts(table, "worlds:home") == {"place": "world:0"}


def test_R3_5_phases_are_phase_tiles() -> None:
    table = assigning(Player(at={"ship": ["home", "rare"]}, cup=()))
    assert targets(table, "ship") == ["V"]
    assert [tile.id for tile in view(table.play, table.state, Seat(0)).phases] == ["I", "II", "III", "IV", "V"]


def test_every_refusal_has_words() -> None:
    rules = set()
    for file in Path(inspect.getfile(type(ROLL))).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "ChoiceRefused":
                _, _, rule = call.args
                assert isinstance(rule, ast.Constant)
                rules.add(str(rule.value))
    assert rules == {"one_phase_each"}
    for language in languages(ROLL):
        said = {rule: words_of(ROLL, language).error("CHOICE_REFUSED", {"rule": rule}) for rule in rules}
        assert all(said.values())
        assert said["one_phase_each"] != words_of(ROLL, language).error("CHOICE_REFUSED", {"paragraph": "R3.4"})
