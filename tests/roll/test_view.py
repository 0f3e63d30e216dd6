"""R11: what viewers see."""

from collections.abc import Iterable

from galaxytables.roll.v1 import roll_pb2
from galaxytables_kit import Seat
from galaxytables_kit.playout import begin
from galaxytables_kit.wire import event_message
from galaxytables_roll.rules import ROLL
from galaxytables_roll.state import RollOptions
from galaxytables_roll.view import view
from tests.kit.sentences import words_of
from tests.roll.scene import PACKS, Player, Table, assigning, in_phase, managing, prompt_of


def components(tiles: Iterable[roll_pb2.StackTile]) -> list[str]:
    return [tile.component for tile in tiles]


def seen(table: Table, viewer: Seat | None) -> roll_pb2.RollView:
    return view(table.play, table.state, viewer)


def test_R11_4_lower_tiles_are_hidden_from_others() -> None:
    player = Player(developments=["public_works", "conscription"], worlds=["gem_world", "spice_world"])
    table = Table(player, Player(faction=2))
    own, others = (seen(table, Seat(viewer)).empires[0] for viewer in (0, 1))
    assert components(own.developments.tiles) == ["public_works", "conscription"]
    assert components(others.developments.tiles) == ["public_works"]
    assert components(others.worlds.tiles) == ["gem_world"]
    assert others.developments.count == others.worlds.count == 2
    assert seen(table, None).empires[0] == others


def test_R11_4_dice_behind_the_screen() -> None:
    table = assigning(Player(at={"ship": ["home", "rare"]}, wild=["alien"], cup=()))
    own, others = (seen(table, Seat(viewer)).empires[0] for viewer in (0, 1))
    assert [len(column.workers) for column in own.strip] == [0, 0, 0, 0, 2]
    assert [worker.face for worker in own.wild] == [roll_pb2.DIE_FACE_WILD]
    assert not others.strip
    assert not others.wild
    assert not others.HasField("dictate")
    assert [die.colour for die in others.screen.dice] == [
        roll_pb2.DIE_COLOUR_HOME,
        roll_pb2.DIE_COLOUR_RARE,
        roll_pb2.DIE_COLOUR_ALIEN,
    ]


def test_R11_4_abandoned_and_drawn_tiles_are_only_counted() -> None:
    player = Player(at={"explore": ["home"]}, worlds=["gem_world"])
    table = in_phase("explore", player, bag=["public_works", "space_docks"])
    table.answer("explore.task", "scout").answer("explore.abandon", "gem_world")
    assert seen(table, Seat(1)).abandoned == 1
    assert (seen(table, Seat(1)).empires[0].drawn_count, list(seen(table, Seat(1)).empires[0].drawn)) == (2, [])
    drawn = seen(table, Seat(0)).empires[0].drawn
    assert [(tile.development, tile.world) for tile in drawn] == [
        ("public_works", "lost_alien_warship"),
        ("space_docks", "armaments_world"),
    ]


def test_R11_5_the_rest_is_public() -> None:
    player = Player(
        empire=["space_piracy", "spice_world", "galactic_reserves"],
        goods={"spice_world": ["rare"]},
        developments=["conscription"],
        developers=["genes"],
        credits=4,
        chips=3,
        cup=["home"],
        citizenry=["alien"],
    )
    table = Table(player, Player(faction=2))
    empire = seen(table, Seat(1)).empires[0]
    assert (empire.credits, empire.chips, empire.tie_break) == (4, 3, 5)
    assert [tile.component for tile in empire.tiles] == ["space_piracy", "spice_world", "galactic_reserves"]
    assert [die.colour for die in empire.tiles[1].goods] == [roll_pb2.DIE_COLOUR_RARE]
    assert (empire.tiles[1].goods_capacity, empire.tiles[2].bonus) == (2, 1)
    assert empire.developments.cost == 4
    assert [die.colour for die in empire.developments.dice] == [roll_pb2.DIE_COLOUR_GENES]
    assert [die.colour for die in empire.cup.dice] == [roll_pb2.DIE_COLOUR_HOME]
    assert [die.colour for die in empire.citizenry.dice] == [roll_pb2.DIE_COLOUR_ALIEN]
    assert empire.score == roll_pb2.Score(chips=3, developments=6, worlds=2, bonuses=1)


def test_the_cost_shown_is_the_reduced_one() -> None:
    table = Table(Player(empire=["investment_credits"], developments=["conscription"]), Player(faction=2))
    assert seen(table, None).empires[0].developments.cost == 3


def test_R11_4_phase_tiles_before_the_reveal() -> None:
    table = assigning(Player(at={"ship": ["home", "rare"]}, cup=())).answer("assign.phase", "ship")
    for viewer in (Seat(1), None):
        shown = seen(table, viewer)
        assert not any(tile.active or tile.done or tile.selected_by for tile in shown.phases)
        assert shown.empires[0].selected == roll_pb2.PHASE_UNSPECIFIED


def test_phase_tiles_after_the_reveal() -> None:
    table = in_phase(
        "settle", Player(selects="settle", worlds=["gem_world", "spice_world"], at={"settle": ["home"] * 2 + ["rare"]})
    )
    tiles = seen(table, None).phases
    assert [tile.active for tile in tiles] == [False, False, True, False, False]
    assert [tile.done for tile in tiles] == [True, True, False, True, True]
    assert list(tiles[2].selected_by) == [0]


def test_pool_and_supply() -> None:
    table = Table(Player(chips=5), Player(chips=2, faction=2))
    shown = seen(table, None)
    assert (shown.vp_pool, shown.vp_pool_size) == (17, 24)
    assert sum(shown.supply) == 111 - 6


def test_virtual_workers_are_shown() -> None:
    table = in_phase("explore", Player(empire=["alien_research_ship"], at={"explore": ["rare"]}))
    workers = seen(table, None).empires[0].strip[0].workers
    assert sorted((worker.colour, worker.virtual) for worker in workers) == [
        (roll_pb2.DIE_COLOUR_HOME, True),
        (roll_pb2.DIE_COLOUR_RARE, False),
        (roll_pb2.DIE_COLOUR_ALIEN, True),
    ]


def test_whose_turn_it_is() -> None:
    player = Player(at={"explore": ["home"]})
    table = in_phase("explore", player, Player(at={"explore": ["home"]}, faction=2), order=[1, 0])
    assert seen(table, None).turn == 1
    assert not seen(managing(Player(developers=["home"])), None).HasField("turn")


def test_own_drawn_tiles_at_the_start_are_secret() -> None:
    live = begin(ROLL, PACKS, 3, RollOptions(), 4)
    message = live.view(0)
    assert isinstance(message, roll_pb2.RollView)
    assert [len(empire.drawn) for empire in message.empires] == [2, 0, 0]
    assert message.step == roll_pb2.STEP_START


def test_drawn_tiles_are_told_to_their_owner_only() -> None:
    table = in_phase("explore", Player(at={"explore": ["home"]}), bag=["public_works"]).answer("explore.task", "scout")
    drew = next(event_message(told) for told in table.log if told.kind == "drew")
    assert words_of(ROLL).event(drew, 1) == "{seat 0} draws 1 tile."
    assert [part.seat for part in drew.private_parts] == [0]
    assert words_of(ROLL).event(drew, 0) == "You draw, side by side: Public Works and Lost Alien Warship."
    assert "public_works" not in str(drew.facts)


def asked(table: Table, language: str = "en") -> tuple[str, list[str]]:
    """The open question of seat 0 and its options, as read in a language."""
    message = prompt_of(table)
    words = words_of(ROLL, language)
    return words.prompt(message), [words.option(message, option) for option in message.options]


def test_options_name_faces_phases_and_values() -> None:
    table = assigning(Player(at={"ship": ["home"]}, wild=["alien"], cup=())).answer("assign.phase", "ship")
    question, options = asked(table)
    assert question == "Which worker selects Ship? It works there, whatever it shows."
    assert options == [
        "Home die (showing Ship, at Ship)",
        "Alien technology die (showing a wild face, not placed yet)",
    ]
    question, options = asked(table, "ja")
    assert question == "どの労働者で出荷を選択しますか？出目に関係なくそのフェイズで働きます。"
    assert options[1] == "エイリアンテクノロジーダイス（出目：ワイルド、未配置）"


def test_stock_options_say_how_much() -> None:
    empire = ["alien_archaeology"]
    table = in_phase("explore", Player(empire=empire, at={"explore": ["home", "alien"]}))
    assert asked(table)[1] == [
        "Stock with Home die (gain $2)",
        "Stock with Alien technology die (gain $4)",
        "Scout with Home die",
        "Scout with Alien technology die",
    ]


def test_shipment_options_say_what_it_is_worth() -> None:
    goods = {"mining_world": ["rare"]}
    table = in_phase("ship", Player(empire=["mining_world"], goods=goods, at={"ship": ["home", "consumption"]}))
    assert asked(table)[1] == [
        "Consume the Rare elements die of Mining World",
        "Trade the Rare elements die of Mining World for $4",
    ]
    assert asked(table, "ja")[1][1] == "鉱山世界の希少元素ダイスを交易（$4）"
    table.answer("ship.good", "consume:mining_world:rare")
    assert asked(table) == (
        "Consume the Rare elements die of Mining World: with which shipper?",
        ["Home die (2 VP)", "Consumption die (3 VP)"],
    )
