"""R22.33-R22.35: how the invasion game ends, and its points."""

from galaxytables_race.options import RaceOptions
from galaxytables_race.state.invasion import DEFEATED, REPULSED, Invasion
from tests.race.scene import INVADED, PACK, Side, Table, scene

NEEDS_ONE = RaceOptions(expansion="xeno_invasion", invasion=True, contributor_needs_one=True)
PEACEFUL = [design for design in PACK.of_set["base"] if PACK.designs[design].good == "novelty"]
TWELVE = (*PEACEFUL, "public_works", "colony_ship", "mining_robots", "free_trade_association")[-12:]
"""A tableau that ends the game, without any military."""
TIES = tuple(f"xeno_wave_{wave}_strength_{strength}" for wave, strength in ((3, 9), (3, 8)))


def board(table: Table) -> Invasion:
    assert table.state.invasion is not None
    return table.state.invasion


def parts(table: Table, seat: int) -> dict[str, int]:
    return dict(table.live.game.scores(table.live.play)[seat].parts)


def ended(first: Side, second: Side, options: RaceOptions = INVADED) -> Table:
    """A game at its end."""
    return scene(Side(TWELVE), first, second, phase="round_end", options=options)


def test_R22_33_the_last_round_has_its_invasion() -> None:
    sides = Side([*TWELVE, "rebel_cadre"]), Side(["epsilon_eridani"])
    table = scene(*sides, phase="invasion", options=INVADED, invaders=TIES)
    assert len(table.told("faces")) == 2
    while table.asked(0):
        table.answer(0, *table.offered(0)[: table.prompt(0).least])
    assert table.live.over
    assert len(table.state.empires[0].damaged) == 1


def test_R22_33_repulse_ends_the_game_in_any_round() -> None:
    table = scene(Side(["old_earth"]), Side(["epsilon_eridani"]), phase="round_end", options=INVADED)
    board(table).repulse = 0
    table.state.round = 3
    for seat in (0, 1):
        table.answer(seat, "consume_trade", "consume_x2")
    assert (table.live.over, board(table).end) == (True, REPULSED)
    assert parts(table, 1)["tiles"] == 10


def test_R22_34_the_greatest_admiral_by_value_now() -> None:
    table = ended(
        Side(["new_sparta", "rebel_bunker"]), Side(["alien_first_contact_team", "alien_weapon_plans"]), NEEDS_ONE
    )
    assert table.live.over
    assert [parts(table, seat)["tiles"] for seat in range(3)] == [0, 0, 5]


def test_R22_34_a_damaged_world_adds_nothing_to_the_admiral() -> None:
    table = ended(Side(["new_sparta"], damaged=["new_sparta"]), Side(["rebel_cadre"]), NEEDS_ONE)
    assert [parts(table, seat)["tiles"] for seat in range(3)] == [0, 0, 5]


def test_R22_34_the_greatest_contributor_by_chips() -> None:
    table = ended(Side(["old_earth"]), Side(["epsilon_eridani"]))
    for admiral, chips in zip(board(table).admirals, (1, 3, 2), strict=True):
        admiral.war_effort = chips
    assert [parts(table, seat)["tiles"] for seat in range(3)] == [0, 5, 5]


def test_R22_34_all_tied_have_the_tile() -> None:
    table = ended(Side(["epsilon_eridani"]), Side(["rebel_cadre"]))
    for admiral, chips in zip(board(table).admirals, (2, 2, 1), strict=True):
        admiral.war_effort = chips
    assert [parts(table, seat)["tiles"] for seat in range(3)] == [5, 10, 5]


def test_R22_34_without_any_war_effort_all_are_tied_unless_the_option_wants_one() -> None:
    sides = Side(["new_sparta"]), Side(["old_earth"])
    assert [parts(ended(*sides), seat)["tiles"] for seat in range(3)] == [5, 10, 5]
    assert [parts(ended(*sides, NEEDS_ONE), seat)["tiles"] for seat in range(3)] == [0, 5, 0]


def test_R22_34_no_tiles_where_the_empire_was_defeated() -> None:
    table = ended(Side(["new_sparta"]), Side(["old_earth"]))
    board(table).end = DEFEATED
    board(table).admirals[1].rewards = 2
    assert [(parts(table, seat)["tiles"], parts(table, seat)["defense"]) for seat in range(3)] == [
        (0, 0),
        (0, 2),
        (0, 0),
    ]


def test_R22_18_rewards_are_points_each() -> None:
    table = ended(Side(["new_sparta"]), Side(["old_earth"]))
    before = table.live.game.scores(table.live.play)[1].total
    board(table).admirals[1].rewards = 4
    assert table.live.game.scores(table.live.play)[1].total == before + 4


def test_R22_35_damaged_worlds_score_nothing() -> None:
    sides = Side(["alien_robotic_factory", "anti_xeno_league"]), Side(["old_earth"])
    whole = parts(ended(*sides), 1)
    broken = parts(
        ended(Side(["alien_robotic_factory", "anti_xeno_league"], damaged=["alien_robotic_factory"]), sides[1]), 1
    )
    assert whole["cards"] - broken["cards"] == PACK.designs["alien_robotic_factory"].vp
    assert whole["endgame"] - broken["endgame"] == 1


def test_without_the_invasion_there_are_no_such_points() -> None:
    table = scene(Side(TWELVE), Side(["old_earth"]), phase="round_end")
    assert {"tiles", "defense"} & set(parts(table, 0)) == set()


def test_the_view_counts_what_the_score_counts() -> None:
    table = ended(Side(["new_sparta"]), Side(["old_earth"]))
    board(table).admirals[2].rewards = 3
    view = table.shown(None)
    totals = [score.total for score in table.live.game.scores(table.live.play)]
    assert [empire.tally.total for empire in view.empires] == totals
    assert view.empires[2].tally.invasion == 3 + 5
    assert list(view.invasion.greatest_admirals) == [1]
