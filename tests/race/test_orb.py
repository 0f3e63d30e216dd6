"""R20, the orb game: set-up, the orb step, artifacts, the second team, scoring and end.

The scenes lay card 45 to the right of the start, with its top left cell at (2, 0):

    (2, 0) (3, 0)     from the corner (1, 0) it is one step to (2, 0), four to the artifact at (2, 1);
    (2, 1) (3, 1)     between (2, 1) and (2, 2) is a barrier of 6;
    (2, 2) (3, 2)     from the corner (1, 2) it is one step to (2, 2), two to the artifact at (3, 2)
"""

from collections.abc import Mapping, Sequence

import pytest

from galaxytables.race.v1 import race_pb2
from galaxytables_kit import Seat
from galaxytables_kit.chance import SeededChance
from galaxytables_kit.contents import END
from galaxytables_kit.errors import ChoiceError, InvalidSeats, OptionsConflict
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin
from galaxytables_race.components.orb import WALL, Laid, Square, TokenNumber
from galaxytables_race.options import RaceOptions
from galaxytables_race.orb.layout import STEPS, layout_of
from galaxytables_race.orb.table import lay_out_orb
from galaxytables_race.orb.view import waiting
from galaxytables_race.rules import RACE
from galaxytables_race.state.orb import Cell, Orb, Team
from galaxytables_race.state.phases import InOrb, Move, OrbSetup
from galaxytables_race.table.agenda import phases_to_come
from galaxytables_race.table.running import running
from tests.race.saying import options_said
from tests.race.scene import PACK, PACKS, Side, Table, fact, scene

ORB = RaceOptions(expansion="alien_artifacts", orb=True)
TOUCHING = RaceOptions(expansion="alien_artifacts", orb=True, orb_touch_is_enough=True)
EAST = Laid(45, 2, 0)
FIRST, SECOND = Side(["sentient_robots"], actions=["explore_1_1"]), Side(["frontier_capital"])
AWAY = (Team(Seat(0), (-2, 0)), Team(Seat(1), (-2, 2)))


def token(name: str, number: int = 0) -> TokenNumber:
    """The number of a token, by the id of the artifact."""
    return [TokenNumber(place) for place, artifact in enumerate(PACK.orb.tokens) if artifact.id == name][number]


def orb(
    *,
    laid: Sequence[Laid] = (EAST,),
    teams: Sequence[Team] = AWAY,
    tokens: Mapping[Cell, str] | None = None,
    hands: Sequence[Sequence[int]] = ((), ()),
    deck: Sequence[int] = (11, 12, 13, 14),
) -> Orb:
    """An orb in the middle of a game; the last card of the deck is its top."""
    return Orb(
        laid=[*PACK.orb.start, *laid],
        tokens={cell: token(name) for cell, name in (tokens or {}).items()},
        deck=list(deck),
        stacks=(PACK.orb.stack("A")[::-1], PACK.orb.stack("B")[::-1]),
        airlocks=PACK.orb.deck("extra_airlock"),
        track=[Seat(0), Seat(1)],
        hands=[list(hand) for hand in hands],
        teams=[Team(team.seat, team.cell) for team in teams],
    )


def step(
    first: Side = FIRST,
    second: Side = SECOND,
    options: RaceOptions = ORB,
    artifacts: Sequence[str] = (),
    *,
    phase: str = "orb",
    rules_version: int = RACE.rules_version,
    **parts: object,
) -> Table:
    """A scene of a phase with an orb; `artifacts` are those of seat 0."""
    held = [token(name, artifacts[:place].count(name)) for place, name in enumerate(artifacts)]
    laid_out = orb(**parts)  # type: ignore[arg-type]
    return scene(first, second, phase=phase, options=options, orb=laid_out, artifacts=held, rules_version=rules_version)


def orb_in(table: Table) -> Orb:
    assert table.state.orb is not None
    return table.state.orb


def seen(table: Table, viewer: int | None) -> race_pb2.RaceView:
    view = table.live.view(viewer)
    assert isinstance(view, race_pb2.RaceView)
    return view


def setting_up(table: Table) -> bool:
    return table.live.play.where == "orb_setup/place_team"


def cells(table: Table, seat: int = 0) -> set[str]:
    assert table.asked(seat) == "orb.move"
    return {str(pick) for pick in table.prompt(seat).options}


def moved(first: Side = FIRST, **parts: object) -> Table:
    """Seat 0 moves with a team in the corner (1, 0)."""
    parts.setdefault("teams", (Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2))))
    table = step(first, **parts)  # type: ignore[arg-type]
    table.answer(0, "move")
    return table


def again(table: Table) -> Table:
    """Another orb step at the same table."""
    return Table(LiveGame.begin(RACE, PACKS.default, table.live.play, at="round/orb"))


def pass_on(table: Table) -> None:
    """Everybody else passes until the orb step is over."""
    while table.live.play.where == "round/orb/act_or_pass":
        (prompt,) = table.live.prompts.values()
        table.live.answer(prompt.seat, next(iter(table.live.prompts)), prompt.default_picks)


def test_R20_options_that_do_not_go_together_are_refused_by_name() -> None:
    for options, name in (
        ({"orb": "on"}, "orb"),
        ({"expansion": "xeno_invasion", "orb": "on"}, "orb"),
        ({"expansion": "alien_artifacts", "orb_touch_is_enough": "on"}, "orb_touch_is_enough"),
        ({"expansion": "alien_artifacts", "orb": "on", "goals": "on"}, "goals"),
    ):
        with pytest.raises(OptionsConflict) as refused:
            RACE.check(read_options(RaceOptions, options), 3, PACK)
        assert name in str(refused.value.metadata)
    with pytest.raises(InvalidSeats):
        RACE.check(ORB, 6, PACK)
    RACE.check(ORB, 5, PACK)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_R20_1_cards_are_removed_for_each_missing_player(seats: int) -> None:
    laid = lay_out_orb(seats, PACK, SeededChance(bytes(32)))
    assert len(laid.aside) == 9 * (5 - seats)
    assert len(laid.deck) == 45 - 9 * (5 - seats)
    decks = [PACK.orb.cards[card].deck for card in laid.deck]
    assert decks == sorted(decks, reverse=True)  # B below, A on top


def test_R20_3_R20_4_R20_5_set_up_in_reverse_turn_order() -> None:
    live = begin(RACE, PACKS, 5, ORB, 3)
    table = Table(live)
    while not setting_up(table):
        key, prompt = next(iter(live.prompts.items()))
        table.log += live.answer(prompt.seat, key, prompt.default_picks)
    lowest = min(range(5), key=lambda seat: PACK.cards[table.state.empires[seat].tableau[0]].start_world or 0)
    assert orb_in(table).track == [(lowest + place) % 5 for place in range(5)]
    assert [len(hand) for hand in orb_in(table).hands] == [3] * 5
    assert [len(empire.hand) for empire in table.state.empires] == [4] * 5
    asked = []
    while setting_up(table):
        key, prompt = next(iter(live.prompts.items()))
        if prompt.kind == "orb.play":
            assert prompt.least == 1
            asked.append(prompt.seat)
        table.log += live.answer(prompt.seat, key, prompt.default_picks)
    assert asked == orb_in(table).track[::-1]
    places = [team.cell for team in orb_in(table).teams]
    assert set(places[:4]) == set(PACK.orb.corners)
    assert places[4] == (-1, 1)  # the hub, for the fifth
    assert [team.seat for team in orb_in(table).teams] == asked


def test_R20_6_who_can_play_no_card_shows_them_and_still_places_a_team() -> None:
    live = begin(RACE, PACKS, 2, ORB, 3)
    table = Table(live)
    while not setting_up(table):
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    later = running(live.play, OrbSetup).waiting[1]
    orb_in(table).hands[later] = []
    while table.asked(later) is None:
        key, prompt = next(iter(live.prompts.items()))
        table.log += live.answer(prompt.seat, key, prompt.default_picks)
    assert table.asked(later) == "orb.corner"
    assert len(table.told("shows_orb_cards", later)) == 1


@pytest.mark.parametrize(
    ("card", "series", "kind"), [(1, "B", "artifact_b"), (26, "A", "artifact_a"), (21, "A", "breeding_tube")]
)
def test_R20_7_R20_29_an_artifact_of_its_series_is_laid_onto_each_card_played(
    card: int, series: str, kind: str
) -> None:
    table = step(hands=([card], []))
    table.answer(0, "play")
    table.answer(0, str(table.prompt(0).options[0]))
    table.answer(0, str(table.prompt(0).options[0]))
    ((cell, laid),) = orb_in(table).tokens.items()
    spot = layout_of(PACK.orb, orb_in(table).laid).spots[cell]
    assert (spot.card, spot.kind, PACK.orb.tokens[laid].series) == (card, kind, series)
    assert orb_in(table).hands[0] == []


def phases_after(first: str, second: str) -> list[object]:
    """The phases that begin before the first question of a round, and the next one on the agenda."""
    table = scene(FIRST, SECOND, phase="round_end", options=ORB, orb=orb())
    table.answer(0, first, "settle")
    table.answer(1, second, "settle")
    return [*(fact(told, "phase") for told in table.told("phase_begins")), *phases_to_come(table.live.play)[:1]]


@pytest.mark.parametrize("explore", ["explore_5_0", "explore_1_1", "explore_orb"])
def test_R20_8_the_orb_step_is_held_before_explore_if_anybody_chose_it(explore: str) -> None:
    assert phases_after(explore, "produce") == ["orb", "explore"]
    assert phases_after("produce", explore) == ["orb", "explore"]


def test_R20_8_without_explore_there_is_no_orb_step() -> None:
    assert "orb" not in phases_after("produce", "consume_trade")


def test_R20_9_orb_explore_has_three_actions_the_others_two() -> None:
    table = step(Side(FIRST.tableau, actions=["explore_orb"]))
    for action in ("move", "draw"):
        assert action in table.offered(0)
    table = step(Side(FIRST.tableau, actions=["explore_orb"]), hands=([26], []))
    table.answer(0, "move")
    table.answer(0)
    table.answer(0, "play")
    table.answer(0)
    assert table.offered(0) == ["draw", "end"]
    table.answer(0, "draw")
    assert table.asked(1) == "orb.action"
    other = step(hands=([26], []))
    other.answer(0, "move")
    other.answer(0)
    other.answer(0, "play")
    other.answer(0)
    assert other.asked(0) is None
    assert other.asked(1) == "orb.action"


def test_R20_9_orb_explore_draws_two_and_keeps_one() -> None:
    table = scene(Side(["sentient_robots"], actions=["explore_orb"]), SECOND, phase="explore", options=ORB, orb=orb())
    assert (table.asked(0), len(table.offered(0)), table.prompt(0).least) == ("explore.keep", 2, 1)


def test_R20_10_the_disc_of_who_chose_orb_explore_moves_to_the_front() -> None:
    table = step(second=Side(SECOND.tableau, actions=["explore_orb"]))
    assert orb_in(table).track == [1, 0]
    assert table.asked(1) == "orb.action"


def test_R20_10_several_of_them_keep_their_order_before_all_others() -> None:
    chosen = ["explore_orb"]
    sides = (FIRST, Side(SECOND.tableau, actions=chosen), Side(["rebel_mutineers"], actions=chosen))
    table = scene(*sides, phase="orb", options=ORB, orb=_for_three())
    assert orb_in(table).track == [1, 2, 0]


def test_R20_12_who_passes_comes_before_who_chose_orb_explore() -> None:
    table = step(Side(FIRST.tableau, actions=["explore_orb"]))
    table.answer(0, "draw")
    table.answer(1, "pass")
    table.answer(1)
    assert orb_in(table).track == [1, 0]


def test_R20_11_one_after_another_in_the_order_of_the_track() -> None:
    table = step()
    assert (table.asked(0), table.asked(1)) == ("orb.action", None)
    table.answer(0, "draw")
    assert (table.asked(0), table.asked(1)) == (None, "orb.action")
    table.answer(1, "draw")
    assert table.live.play.where == "round/explore/keep"


def test_R20_12_passing_moves_the_disc_to_the_front_behind_earlier_passes() -> None:
    three = scene(FIRST, SECOND, Side(["rebel_mutineers"]), phase="orb", options=ORB, orb=_for_three())
    three.answer(0, "draw")
    three.answer(1, "pass")
    three.answer(1)
    three.answer(2, "pass")
    three.answer(2)
    assert orb_in(three).track == [1, 2, 0]


def _for_three() -> Orb:
    laid = orb(teams=(*AWAY, Team(Seat(2), (1, 2))), hands=((), (), ()))
    laid.track = [Seat(0), Seat(1), Seat(2)]
    return laid


def test_R20_12_passes_of_earlier_steps_do_not_count() -> None:
    table = step()
    table.answer(0, "pass")
    table.answer(0)
    table = again(table)
    table.answer(0, "draw")
    table.answer(1, "pass")
    table.answer(1)
    assert orb_in(table).track == [1, 0]


def test_R20_12_a_pass_is_instead_of_everything() -> None:
    table = step(Side(FIRST.tableau, actions=["explore_orb"]), hands=([26], []))
    table.answer(0, "pass")
    table.answer(0)
    assert (table.asked(0), table.asked(1)) == (None, "orb.action")
    later = step(Side(FIRST.tableau, actions=["explore_orb"]), hands=([26], []))
    later.answer(0, "move")
    later.answer(0)
    assert "pass" not in later.offered(0)


def test_R20_12_a_pass_brings_own_teams_to_hubs_as_many_as_wished() -> None:
    three = (Team(Seat(0), (2, 0)), Team(Seat(1), (2, 1)), Team(Seat(0), (-2, 0)), Team(Seat(0), (3, 0)))
    for returning in ([], [0], [2], [0, 3], [0, 2, 3]):
        table = step(teams=three)
        table.answer(0, "pass")
        assert [str(pick) for pick in table.prompt(0).options] == ["0:-1:1", "2:-1:1", "3:-1:1"]
        assert (table.asked(0), table.prompt(0).least, table.prompt(0).most) == ("orb.return", 0, 3)
        table.answer(0, *(f"{team}:-1:1" for team in returning))
        wanted = [(-1, 1) if number in returning else team.cell for number, team in enumerate(three)]
        assert [team.cell for team in orb_in(table).teams] == wanted
        assert len(table.told("moved_team", 0)) == len(returning)
        assert table.asked(1) == "orb.action"


def test_R20_12_each_team_goes_to_one_hub_which_may_be_that_of_any_airlock() -> None:
    teams = (Team(Seat(0), (2, 0)), Team(Seat(1), (2, 1)), Team(Seat(0), (-1, 1)))
    table = step(teams=teams, laid=(EAST, Laid(43, 4, 0)))
    table.answer(0, "pass")
    assert table.prompt(0).most == 2
    assert [str(pick) for pick in table.prompt(0).options] == ["0:-1:1", "0:4:1", "2:4:1"]
    with pytest.raises(ChoiceError, match="one hub"):
        table.answer(0, "0:-1:1", "0:4:1")
    table.answer(0, "0:-1:1", "2:4:1")
    assert where(table) == [(-1, 1), (4, 1)]


def test_R20_12_at_a_table_of_version_2_an_answer_of_its_records_is_still_one() -> None:
    table = step(teams=TWO, rules_version=2)
    table.answer(0, "pass")
    table.answer(0, "2:-1:1")
    assert where(table) == [(1, 0), (-1, 1)]


def test_R20_13_actions_come_in_a_fixed_order() -> None:
    table = step(Side(FIRST.tableau, actions=["explore_orb"]), hands=([26], []))
    assert [str(pick) for pick in table.prompt(0).options] == ["move", "play", "draw", "pass"]
    table.answer(0, "play")
    table.answer(0)
    assert [str(pick) for pick in table.prompt(0).options] == ["draw", "end"]


def test_R20_14_four_squares() -> None:
    assert {"2:0", "3:0", "3:1", "2:1"} < cells(moved())
    farther = moved(teams=(Team(Seat(0), (0, 0)), Team(Seat(1), (-2, 2))))
    assert "3:1" in cells(farther)
    assert "2:1" not in cells(farther)


def test_R20_14_a_team_moves_once_in_every_step() -> None:
    table = moved()
    table.answer(0, str(table.prompt(0).options[0]))
    table = again(table)
    table.answer(0, "move")
    assert table.asked(0) == "orb.move"
    table.answer(0, str(table.prompt(0).options[0]))
    assert table.asked(0) != "orb.move"


def test_R20_14_six_with_alien_survey_technology() -> None:
    side = Side(["sentient_robots", "alien_survey_technology"])
    assert "2:1" in cells(moved(side, teams=(Team(Seat(0), (-1, 0)), Team(Seat(1), (-2, 2)))))


def test_R20_15_from_a_jump_tube_to_any_other() -> None:
    table = moved(laid=(EAST, Laid(30, 4, 0)), teams=(Team(Seat(0), (-1, 0)), Team(Seat(1), (-2, 2))))
    assert {"5:0", "5:2"} < cells(table)


def test_R20_16_a_barrier_opens_to_military_of_its_number() -> None:
    below = ("space_marines", "drop_ships")  # 5, and 1 of the start world
    here = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))
    assert "2:2" not in cells(moved(Side(["sentient_robots", "drop_ships"]), teams=here))
    assert "2:2" in cells(moved(Side(["sentient_robots", *below]), teams=here))


def test_R20_16_military_against_alien_worlds_counts() -> None:
    side = Side(["sentient_robots", "space_marines", "alien_researchers"])  # 3, and 3 against Alien worlds
    assert "2:2" in cells(moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))))


def test_R20_16_military_against_other_worlds_does_not() -> None:
    side = Side(["space_marines", "drop_ships", "uplift_alliance"])  # 5, and 2 against genes worlds
    assert "2:2" not in cells(moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))))


def test_R20_17_military_bought_for_the_step_opens_barriers() -> None:
    side = Side(["imperium_stealth_tactics", "drop_ships"])  # 4, and 3 for its discard
    table = moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2))))
    assert (table.asked(0), table.offered(0)) == ("orb.boost", ["imperium_stealth_tactics"])
    table.answer(0, "imperium_stealth_tactics")
    assert "2:2" in cells(table)
    assert table.tableau(0) == ["drop_ships"]
    assert table.state.changes(Seat(0)).temporary == 3
    table.answer(0)
    pass_on(table)
    assert table.state.changes(Seat(0)).temporary == 0


def test_R20_17_R7_20_the_military_of_a_card_discarded_for_the_step_holds_to_its_end() -> None:
    side = Side(["imperium_stealth_tactics", "space_marines"])  # 3 and 3: the barrier of 6 needs its own 1 as well
    table = moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2))))
    table.answer(0, "imperium_stealth_tactics")
    assert "2:2" in cells(table)
    table.answer(0)
    pass_on(table)
    assert seen(table, 0).empires[0].military == 2


def test_R20_17_each_good_buys_military_once() -> None:
    tableau = [
        "sentient_robots",
        "drop_ships",
        "imperium_war_faction",
        "rebel_gem_smugglers",
    ]  # 4, and 2 for a rare good
    side = Side(tableau, goods=["rebel_gem_smugglers"])
    table = moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2))))
    assert table.asked(0) == "orb.boost"
    key, prompt = next(iter(table.live.prompts.items()))
    with pytest.raises(ChoiceError, match="goods enough"):
        table.live.answer(0, key, prompt.options)
    table.answer(0, "imperium_war_faction")
    assert (table.goods(0), table.state.changes(Seat(0)).temporary) == ([], 2)
    assert "2:2" in cells(table)


def test_R20_17_powers_that_pay_for_military_worlds_open_nothing() -> None:
    side = Side(["contact_specialist", "alien_survey_technology"])  # -1 military
    assert "3:1" in cells(moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))))
    assert "2:2" not in cells(moved(side, teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))))


def test_R20_19_teams_do_not_block_each_other() -> None:
    table = moved(teams=(Team(Seat(0), (1, 0)), Team(Seat(1), (2, 0))))
    assert {"2:0", "3:0"} < cells(table)


def test_R20_20_an_artifact_is_taken_in_secret_and_ends_the_move() -> None:
    table = moved(tokens={(3, 0): "a_move_4"})
    assert "3:1" not in cells(table)
    table.answer(0, "3:0")
    assert table.state.empires[0].artifacts == [token("a_move_4")]
    assert orb_in(table).tokens == {}
    taken = table.told("took_artifact")[0]
    assert "artifact" not in taken.facts
    assert fact(taken, "artifact", 0) == "a_move_4"
    hidden, own = seen(table, 1), seen(table, 0)
    assert [each.component for each in hidden.empires[0].artifacts] == [""]
    assert [each.component for each in own.empires[0].artifacts] == ["a_move_4"]
    assert (hidden.empires[0].tally.artifacts, own.empires[0].tally.artifacts) == (0, 2)
    assert "move" not in table.offered(0)
    assert table.told("orb_drew") == []  # only a breeding tube brings an orb card


def bred(deck: Sequence[int], **parts: object) -> Table:
    """Seat 0 steps onto the breeding tube of card 25 at (2, 1), an artifact on it."""
    parts.setdefault("laid", (Laid(25, 2, -1),))
    table = moved(tokens={(2, 1): "a_move_4"}, deck=deck, **parts)  # type: ignore[arg-type]
    table.answer(0, "2:1")
    return table


def test_R20_21_a_breeding_tube_brings_an_orb_card_that_must_be_played_elsewhere() -> None:
    table = bred((11, 26), laid=(Laid(25, 2, -1), Laid(30, -4, 0)))
    assert (table.asked(0), table.prompt(0).least) == ("orb.play", 1)
    assert table.state.empires[0].artifacts == [token("a_move_4")]
    assert orb_in(table).hands[0] == [26]
    table.answer(0, str(table.prompt(0).options[0]))
    own_card = {(column, row) for column in (2, 3) for row in (-1, 0, 1)}
    for pick in table.prompt(0).options:
        column, _, row = str(pick).partition(":")
        turns = int(str(table.prompt(0).subject).partition(":")[2])
        lying = PACK.orb.cards[26].turned[turns].squares
        assert not own_card & {(int(column) + square.place[0], int(row) + square.place[1]) for square in lying}
    table.answer(0, str(table.prompt(0).options[0]))
    assert orb_in(table).laid[-1].card == 26


def test_R20_21_without_a_legal_place_it_is_shown_and_removed() -> None:
    table = bred((11, 26))
    assert orb_in(table).removed == [26]
    assert fact(table.told("orb_card_removed")[0], "card") == "orb_26"
    assert orb_in(table).hands[0] == []


def test_R20_21_with_an_empty_deck_nothing_happens() -> None:
    table = bred(())
    assert (orb_in(table).removed, table.told("orb_drew")) == ([], [])


def test_R20_42_R20_21_a_card_drawn_by_a_breeding_tube_may_be_the_last() -> None:
    table = bred((26,))
    assert (orb_in(table).removed, orb_in(table).deck) == ([26], [])
    pass_on(table)
    while table.live.prompts:
        key, prompt = next(iter(table.live.prompts.items()))
        table.live.answer(prompt.seat, key, prompt.default_picks)
    assert (table.live.play.where, table.state.round) == (END, 1)


def test_R20_22_an_action_may_end_without_a_card() -> None:
    table = step(hands=([26], []))
    table.answer(0, "play")
    assert (table.asked(0), table.prompt(0).least) == ("orb.play", 0)
    table.answer(0)
    assert orb_in(table).hands[0] == [26]
    assert table.offered(0) == ["draw", "end"]


def ways(card: int, **scene_parts: object) -> set[Laid]:
    """Every way in which seat 0 may play this card, its only one, as it is asked for it."""

    def playing() -> Table:
        table = step(hands=([card], []), **scene_parts)  # type: ignore[arg-type]
        table.answer(0, "play")
        return table

    found = set()
    for turned in map(str, playing().prompt(0).options):
        table = playing()
        table.answer(0, turned)
        if table.asked(0) == "orb.place":
            places = [str(pick).split(":") for pick in table.prompt(0).options]
            found |= {Laid(card, int(column), int(row), int(turned.split(":")[1])) for column, row in places}
        else:
            found.add(orb_in(table).laid[-1])
    return found


def under(laid: Laid) -> set[Cell]:
    """The cells on which a card lies."""
    return {(laid.column + square.place[0], laid.row + square.place[1]) for square in _squares(laid)}


def _squares(laid: Laid) -> tuple[Square, ...]:
    return PACK.orb.cards[laid.card].turned[laid.turns].squares


def test_R20_24_a_card_covers_at_least_one_cell_of_the_orb() -> None:
    lying = set(layout_of(PACK.orb, [*PACK.orb.start, EAST]).spots)
    assert all(under(way) & lying for way in ways(26))


def test_R20_25_no_card_lies_on_the_orb_whole() -> None:
    """Only that speaks against card 3 on the six cells in the middle of two others: no rims coincide but open ones."""
    laid = (EAST, Laid(30, 4, 0))
    lying = set(layout_of(PACK.orb, [*PACK.orb.start, *laid]).spots)
    found = ways(3, laid=laid)
    assert under(Laid(3, 2, 0, 3)) <= lying
    assert Laid(3, 2, 0, 3) not in found
    assert all(under(way) - lying for way in found)


def test_R20_24_by_the_option_a_card_may_lie_beside_the_orb_and_is_otherwise_played_as_ever() -> None:
    lying = set(layout_of(PACK.orb, [*PACK.orb.start, EAST]).spots)
    covering = ways(26)
    beside = ways(26, options=TOUCHING) - covering
    edges = {(column + step[0], row + step[1]) for column, row in lying for step in STEPS}
    assert covering < ways(26, options=TOUCHING)
    assert all(not under(way) & lying and under(way) & edges for way in beside)
    assert {Laid(26, 4, row) for row in range(-2, 3)} < beside


@pytest.mark.parametrize("cell", [(2, 0), (3, 1), (3, 2)])
@pytest.mark.parametrize(
    "there", [{"tokens": "a_good"}, {"teams": 0}, {"teams": 1}], ids=["artifact", "own team", "other team"]
)
def test_R20_26_a_card_covers_neither_an_artifact_nor_a_team(cell: Cell, there: dict[str, object]) -> None:
    free = ways(26)
    team = there.get("teams")
    if isinstance(team, int):
        kept = ways(26, teams=(*AWAY, Team(Seat(team), cell)))
    else:
        kept = ways(26, tokens={cell: str(there["tokens"])})
    assert any(cell in under(way) for way in free)
    assert kept == {way for way in free if cell not in under(way)}


def test_R20_26_jump_tubes_are_covered_like_any_cell_but_no_cell_of_an_airlock_card() -> None:
    laid = (EAST, Laid(30, 4, 0), Laid(43, 2, 3))
    layout = layout_of(PACK.orb, [*PACK.orb.start, *laid])
    airlocks = {cell for start in (*PACK.orb.start, laid[-1]) for cell in under(start)}
    covered = {cell for way in ways(26, laid=laid) for cell in under(way)}
    assert (layout.spots[5, 0].kind, layout.spots[-1, 0].kind) == ("jump_tube", "jump_tube")
    assert (5, 0) in covered
    assert not covered & airlocks


def test_R20_28_R20_12_a_team_may_be_cut_off_and_come_back_by_passing() -> None:
    alone = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))
    cut_off = Laid(11, 3, -1)
    assert cut_off in ways(11, teams=alone)
    table = step(laid=(EAST, cut_off), teams=alone)
    table.answer(0, "move")
    assert not table.told("moved_team")
    table = step(laid=(EAST, cut_off), teams=alone)
    table.answer(0, "pass")
    table.answer(0, "0:-1:1")
    assert orb_in(table).teams[0].cell == (-1, 1)


def test_R20_27_at_tables_of_version_2_a_rim_is_compared_with_the_edge_as_it_is() -> None:
    """A newer neighbour has a wall beside an open rim of the covered card, and is open beside its wall."""
    laid = (EAST, Laid(11, 4, 0))
    beside_a_wall, beside_an_opening = Laid(2, 2, -2, 2), Laid(13, 2, 1)
    assert beside_a_wall in ways(2, laid=laid)
    assert beside_a_wall not in ways(2, laid=laid, rules_version=2)
    assert beside_an_opening not in ways(13, laid=laid)
    assert beside_an_opening in ways(13, laid=laid, rules_version=2)


def test_R20_30_drawing_an_orb_card() -> None:
    table = step()
    table.answer(0, "draw")
    assert orb_in(table).hands[0] == [14]
    drew = table.told("orb_drew")[0]
    assert (fact(drew, "left"), fact(drew, "card", 0)) == (3, "orb_14")
    empty = step(deck=())
    assert "draw" not in empty.offered(0)


def boosted(*artifacts: str, first: Side = FIRST, **parts: object) -> Table:
    return moved(first, artifacts=artifacts, **parts)


def test_R20_31_an_artifact_is_used_once_and_in_one_way() -> None:
    table = boosted("b_barrier_or_military_3", teams=(Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2))))
    picks = tuple(table.prompt(0).options)
    assert len(picks) == 2
    key = next(iter(table.live.prompts))
    with pytest.raises(ChoiceError, match="one way"):
        table.live.answer(0, key, picks)
    table.answer(0, str(next(pick for pick in picks if str(pick).endswith("cross_barrier"))))
    assert table.state.empires[0].spent_artifacts == [token("b_barrier_or_military_3")]
    assert fact(table.told("used_artifact")[0], "artifact") == "b_barrier_or_military_3"
    assert "2:2" in cells(table)


def test_R20_32_R20_35_military_of_an_artifact_is_for_all_teams_and_the_whole_step() -> None:
    here = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)), Team(Seat(0), (3, 1)))
    side = Side(["drop_ships"])  # 3, for a barrier of 6
    table = boosted("b_barrier_or_military_3", first=side, teams=here)
    table.answer(0, "team:0")
    military = next(str(pick) for pick in table.prompt(0).options if str(pick).endswith("temporary_military"))
    table.answer(0, military)
    assert "2:2" in cells(table)
    table.answer(0)
    assert "2:2" in cells(table)  # for the other team, without another question
    assert table.state.changes(Seat(0)).temporary == 3


@pytest.mark.parametrize(
    ("artifact", "start", "end"),
    [
        ("a_move_4", (-2, 0), "2:1"),  # 4 more squares
        ("a_cross_wall", (2, 0), "2:1"),  # through the wall
        ("a_cross_wall", (2, 1), "2:2"),  # through the barrier
        ("a_barrier_or_military_1", (2, 1), "2:2"),
    ],
)
def test_R20_32_artifacts_for_a_move(artifact: str, start: Cell, end: str) -> None:
    here = (Team(Seat(0), start), Team(Seat(1), (-2, 2)))
    plain = moved(teams=here, tokens={(3, 0): "a_good"} if artifact == "a_cross_wall" else {})
    assert end not in cells(plain)
    table = boosted(artifact, teams=here, tokens={(3, 0): "a_good"} if artifact == "a_cross_wall" else {})
    assert table.asked(0) == "orb.boost"
    table.answer(0, str(table.prompt(0).options[0]))
    assert end in cells(table)


@pytest.mark.parametrize(
    ("artifact", "wall"),
    [("a_barrier_or_military_1", False), ("b_barrier_or_military_3", False), ("a_cross_wall", True)],
)
def test_R20_32_what_crosses_barriers_does_not_cross_walls(artifact: str, wall: bool) -> None:
    """From (2, 1) there is a wall to (2, 0), a barrier to (2, 2), and an artifact beyond which no team goes."""
    here = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)))
    table = boosted(artifact, teams=here, tokens={(3, 1): "a_good"})
    crossing = next(pick for pick in map(str, table.prompt(0).options) if "cross" in pick)
    table.answer(0, crossing)
    assert "2:2" in cells(table)
    assert ("2:0" in cells(table)) == wall


@pytest.mark.parametrize("artifact", ["a_barrier_or_military_1", "a_cross_wall"])
def test_R20_32_an_artifact_crosses_once_and_for_one_team(artifact: str) -> None:
    """A second barrier leads on from (2, 2) to (2, 3); an artifact closes the way over (3, 1)."""
    here = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)), Team(Seat(0), (2, 1)))
    for artifacts, beyond in (([artifact], False), ([artifact, artifact], True)):
        table = boosted(*artifacts, laid=(EAST, Laid(45, 2, 3)), teams=here, tokens={(3, 1): "a_good"})
        table.answer(0, "team:0")
        table.answer(0, *(pick for pick in map(str, table.prompt(0).options) if "cross" in pick))
        assert "2:2" in cells(table)
        assert ("2:3" in cells(table)) == beyond
        table.answer(0)
        assert "2:2" not in cells(table)


def test_R20_33_an_alien_good_is_traded_but_never_forced() -> None:
    seller = Side(["sentient_robots"], actions=["consume_trade"])
    table = step(seller, artifacts=["a_good"], phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("trade.good", 0)
    table.answer(0, f"artifact:{token('a_good')}")
    assert table.hand_size(0) == 5
    assert table.state.empires[0].spent_artifacts == [token("a_good")]


def test_R20_33_only_artifacts_that_are_alien_goods_are_sold_consumed_or_spent_as_such() -> None:
    seller = Side(["alien_artifact_hunters"], actions=["consume_trade"])
    others = [artifact.id for artifact in PACK.orb.artifacts.values() if not artifact.has("alien_good")]
    assert step(seller, artifacts=others, phase="consume").asked(0) not in ("trade.good", "consume.artifacts")
    table = step(seller, artifacts=["a_good", *others], phase="consume")
    assert (table.asked(0), table.offered(0)) == ("trade.good", [f"artifact:{token('a_good')}"])
    side = Side(["self_repairing_alien_artillery"], ["pirate_world"])
    assert step(side, artifacts=["a_move_4"], phase="settle").asked(0) != "settle.place"


def test_R20_33_an_alien_good_is_consumed_by_powers_for_any_or_alien_goods() -> None:
    table = step(Side(["alien_artifact_hunters", "prosperous_world"]), artifacts=["a_good"], phase="consume")
    assert (table.asked(0), table.prompt(0).least) == ("consume.artifacts", 0)
    table.answer(0, f"artifact:{token('a_good')}")
    assert table.asked(0) == "consume.power"
    table.answer(0, "alien_artifact_hunters")
    assert table.chips(0) == 2
    assert table.state.empires[0].artifacts == []


def test_R20_33_offered_and_not_taken_it_stays() -> None:
    table = step(Side(["mining_conglomerate"]), artifacts=["a_good"], phase="consume")
    table.answer(0, f"artifact:{token('a_good')}")
    assert (table.chips(0), table.state.empires[0].artifacts) == (0, [token("a_good")])
    assert table.state.phase is None


def test_R20_33_an_alien_good_pays_for_military() -> None:
    side = Side(["self_repairing_alien_artillery"], ["pirate_world"])
    table = step(side, artifacts=["b_good"], phase="settle")
    table.answer(0, "pirate_world")
    assert table.tableau(0)[-1] == "pirate_world"
    assert table.state.empires[0].spent_artifacts == [token("b_good")]


def test_R20_33_an_alien_good_pays_for_nothing_that_asks_for_another_kind() -> None:
    side = Side(["rebel_gem_smugglers"], ["rebel_miners"])  # 2 military for a rare good
    assert step(side, artifacts=["b_good"], phase="settle").asked(0) != "settle.place"


@pytest.mark.parametrize(("artifact", "less"), [("a_development_discount_2", 2), ("b_development_discount_3", 3)])
def test_R20_34_less_for_a_development(artifact: str, less: int) -> None:
    side = Side(["sentient_robots"], ["galactic_federation"], spare=6 - less)  # costs 6
    assert step(side, phase="develop").asked(0) != "develop.place"
    table = step(side, artifacts=[artifact], phase="develop")
    table.answer(0, "galactic_federation")
    assert table.state.empires[0].spent_artifacts == [token(artifact)]
    assert table.tableau(0)[-1] == "galactic_federation"


def test_R20_34_other_artifacts_take_nothing_off_a_development() -> None:
    others = [a.id for a in PACK.orb.artifacts.values() if not a.has("development_discount")]
    side = Side(["sentient_robots"], ["galactic_federation"], spare=6)
    table = step(side, artifacts=[*others, "a_development_discount_2"], phase="develop")
    table.answer(0, "galactic_federation")
    assert (table.asked(0), table.offered(0)) == (
        "develop.discount",
        [f"artifact:{token('a_development_discount_2')}"],
    )


@pytest.mark.parametrize(
    ("artifact", "world", "price"),
    [
        ("a_world_discount_2", "new_earth", 3),
        ("b_world_discount_3", "lost_species_ark_world", 2),
        ("a_uplift_2", "lost_species_ark_world", 3),
    ],
)
def test_R20_34_less_for_a_world(artifact: str, world: str, price: int) -> None:
    side = Side(["alien_artifact_hunters"], [world], spare=price + 1)
    table = step(side, artifacts=[artifact], phase="settle")
    table.answer(0, world)
    if table.asked(0) == "settle.artifacts":  # else it is the only way
        table.answer(0, f"artifact:{token(artifact)}")
    assert table.state.empires[0].spent_artifacts == [token(artifact)]
    assert (table.asked(0), table.prompt(0).least) == ("settle.pay", price)


def test_R20_34_an_uplift_artifact_is_for_genes_worlds_only() -> None:
    side = Side(["alien_artifact_hunters"], ["new_earth"], spare=4)
    assert step(side, artifacts=["a_uplift_2"], phase="settle").asked(0) != "settle.place"


@pytest.mark.parametrize(("artifact", "price"), [("", 2), ("a_world_discount_2", 0), ("b_world_discount_3", 0)])
def test_R20_34_R7_4_less_for_a_military_world_that_is_paid_for(artifact: str, price: int) -> None:
    """The Contact Specialist pays 2 for a world that is defended with 3."""
    tableau, held = ["alien_artifact_hunters", "contact_specialist"], [artifact] if artifact else []
    short = step(Side(tableau, ["rebel_underground"], spare=max(0, price - 1)), artifacts=held, phase="settle")
    assert (short.asked(0) == "settle.place") == (price == 0)
    table = step(Side(tableau, ["rebel_underground"], spare=2), artifacts=held, phase="settle")
    table.answer(0, "rebel_underground")
    if artifact:
        assert (table.asked(0), table.prompt(0).least) == ("settle.artifacts", 0)
        table.answer(0, f"artifact:{token(artifact)}")
    assert (table.tableau(0)[-1], table.hand_size(0)) == ("rebel_underground", 2 - price)


def test_R20_34_the_artifact_for_genes_worlds_makes_no_military_world_cheaper() -> None:
    """Uplift Researchers pay 1 for a race that is defended with 2, and lack 2 military for it."""
    side = Side(["uplift_researchers"], ["amphibian_uplift_race"], spare=1)
    table = step(side, artifacts=["a_uplift_2"], phase="settle")
    table.answer(0, "amphibian_uplift_race")
    table.answer(0, f"artifact:{token('a_uplift_2')}")
    assert (table.asked(0), table.offered(0)) == ("settle.means", ["conquer", "pay"])
    table.answer(0, "pay")
    assert (table.tableau(0)[-1], table.hand_size(0)) == ("amphibian_uplift_race", 0)


def test_R20_34_at_tables_of_version_2_no_artifact_makes_a_military_world_cheaper() -> None:
    for spare, asked in ((0, False), (1, True)):
        side = Side(["uplift_researchers"], ["amphibian_uplift_race"], spare=spare)
        table = step(side, artifacts=["b_world_discount_3"], phase="settle", rules_version=2)
        assert (table.asked(0) == "settle.place") == asked


def test_R20_34_what_a_development_costs_less_helps_no_world() -> None:
    side = Side(["alien_artifact_hunters"], ["new_earth"], spare=5)
    table = step(side, artifacts=["a_development_discount_2"], phase="settle")
    table.answer(0, "new_earth")
    assert (table.tableau(0)[-1], table.hand_size(0)) == ("new_earth", 0)
    assert table.state.empires[0].spent_artifacts == []


def test_R20_34_two_military_against_a_genes_world_only_for_it() -> None:
    side = Side(["epsilon_eridani"], ["amphibian_uplift_race"])
    table = step(side, artifacts=["a_uplift_2"], phase="settle")
    table.answer(0, "amphibian_uplift_race")
    if table.asked(0) == "settle.artifacts":
        table.answer(0, f"artifact:{token('a_uplift_2')}")
    assert table.tableau(0)[-1] == "amphibian_uplift_race"
    assert table.state.empires[0].spent_artifacts == [token("a_uplift_2")]


def test_R20_35_military_of_an_artifact_lasts_for_the_phase() -> None:
    side = Side(["imperium_supply_convoy", "drop_ships"], ["pirate_world", "rebel_miners"])  # 3, for 3 and 2
    table = step(side, artifacts=["b_barrier_or_military_2", "b_barrier_or_military_3"], phase="settle")
    table.answer(0, "pirate_world")
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["rebel_miners"])
    table.answer(0, "rebel_miners")
    assert table.asked(0) == "settle.artifacts"
    table.answer(0, f"artifact:{token('b_barrier_or_military_2')}")
    assert table.tableau(0)[-2:] == ["pirate_world", "rebel_miners"]
    assert table.state.empires[0].artifacts == [token("b_barrier_or_military_3")]


def test_R20_34_R7_14_military_for_one_world_only_is_used_up_on_it_first() -> None:
    side = Side(["imperium_supply_convoy", "sentient_robots"], ["amphibian_uplift_race", "imperium_fifth_column"])
    table = step(side, artifacts=["a_uplift_2"], phase="settle")
    table.answer(0, "amphibian_uplift_race")  # 2 by the artifact, so the own 1 is left for 1
    assert table.state.empires[0].spent_artifacts == [token("a_uplift_2")]
    assert (table.asked(0), table.offered(0)) == ("settle.extra", ["imperium_fifth_column"])


def test_R20_36_used_artifacts_stay_and_score() -> None:
    table = step(artifacts=["a_cross_wall"])
    empire = table.state.empires[0]
    before = _artifact_points(table)
    empire.spent_artifacts, empire.artifacts = empire.artifacts, []
    assert _artifact_points(table) == before == 2


def _artifact_points(table: Table, seat: int = 0) -> int:
    return RACE.scores(table.live.play)[seat].parts["artifacts"]


@pytest.mark.parametrize("turns", range(4))
def test_R20_37_the_research_ship_brings_an_airlock_and_a_team(turns: int) -> None:
    side = Side(["sentient_robots"], ["alien_research_ship"], spare=4)
    table = step(side, phase="develop", teams=(Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2))))
    table.answer(0, "alien_research_ship")
    if table.asked(0) == "develop.pay":
        table.answer(0, *table.offered(0)[: table.prompt(0).least])
    assert (table.asked(0), table.prompt(0).least) == ("orb.play", 1)
    table.answer(0, next(pick for pick in map(str, table.prompt(0).options) if pick.endswith(f":{turns}")))
    table.answer(0, str(table.prompt(0).options[0]))
    new = orb_in(table).teams[-1]
    assert new.seat == 0
    spots = layout_of(PACK.orb, orb_in(table).laid).spots
    assert (spots[new.cell].kind, spots[new.cell].airlock) == ("airlock_hub", True)
    (told,) = table.told("placed_team", 0)
    assert (fact(told, "column"), fact(told, "row")) == new.cell
    assert len(orb_in(table).airlocks) == 1


def test_R20_37_only_when_it_is_placed() -> None:
    table = step(Side(["alien_research_ship"], ["drop_ships"], spare=4), phase="develop")
    table.answer(0, "drop_ships")
    assert table.tableau(0)[-1] == "drop_ships"
    assert len(orb_in(table).airlocks) == 2


TWO = (Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2)), Team(Seat(0), (-2, 0)))
"""Two teams of seat 0: `team:0` and `team:2`."""


def where(table: Table, seat: int = 0) -> list[Cell]:
    return [team.cell for team in orb_in(table).teams if team.seat == seat]


def test_R20_38_each_of_two_teams_has_its_own_move() -> None:
    table = moved(teams=TWO)
    assert (table.asked(0), table.offered(0)) == ("orb.team", ["team:0", "team:2"])
    table.answer(0, "team:2")
    assert {"-2:1", "0:0"} < cells(table)
    table.answer(0, "-1:1")
    table.answer(0, "team:0")
    table.answer(0, "2:1")
    assert where(table) == [(2, 1), (-1, 1)]


def test_R20_38_R20_14_a_team_may_go_on_after_another_with_the_squares_that_it_has_left() -> None:
    table = moved(teams=TWO)
    table.answer(0, "team:0")
    table.answer(0, "0:0")
    table.answer(0, "team:2")
    table.answer(0, "-2:1")
    assert table.offered(0) == ["team:0", "team:2"]
    assert options_said(table) == [
        "the team at column -2, row 1 (3 squares)",
        "the team at column 0, row 0 (3 squares)",
    ]
    table.answer(0, "team:0")
    assert "3:0" in cells(table)
    assert "3:1" not in cells(table)
    table.answer(0, "3:0")
    assert "1:0" in cells(table)  # the other team, with three left
    assert "2:0" not in cells(table)
    table.answer(0, "-2:0")
    assert where(table) == [(3, 0), (-2, 0)]
    assert table.asked(0) != "orb.move"


def test_R20_38_a_team_that_went_all_its_squares_is_not_asked_again() -> None:
    table = moved(teams=TWO)
    table.answer(0, "team:0")
    table.answer(0, "2:1")
    assert {"-2:1", "0:0"} < cells(table)
    table.answer(0)
    assert table.asked(0) != "orb.team"


def test_R20_38_R20_31_what_a_team_finds_may_still_help_the_other() -> None:
    table = moved(teams=TWO, tokens={(-2, 1): "a_move_4"})
    table.answer(0, "team:0")
    table.answer(0, "2:1")
    table.answer(0, "-2:1")
    assert (table.asked(0), table.prompt(0).subject) == ("orb.boost", "2:1")
    table.answer(0, str(table.prompt(0).options[0]))
    assert "2:0" in cells(table)
    table.answer(0, "2:0")
    assert where(table) == [(2, 0), (-2, 1)]


def test_R20_38_R20_20_who_took_an_artifact_goes_no_farther() -> None:
    table = moved(teams=TWO, tokens={(2, 0): "a_good"})
    table.answer(0, "team:0")
    table.answer(0, "2:0")
    assert table.prompt(0).subject == "-2:0"
    table.answer(0, "-2:1")
    assert table.asked(0) not in ("orb.team", "orb.move")


def test_R20_38_who_goes_nowhere_is_not_asked_again() -> None:
    table = moved(teams=TWO)
    table.answer(0, "team:0")
    table.answer(0)
    assert (table.asked(0), table.prompt(0).subject) == ("orb.move", "-2:0")


def crossing(artifact: str, first: str) -> set[str]:
    """Where a team goes on after its first move, with an artifact that lets it cross something once."""
    teams = (Team(Seat(0), (2, 1)), Team(Seat(1), (-2, 2)), Team(Seat(0), (-2, 0)))
    table = moved(teams=teams, artifacts=[artifact])
    table.answer(0, "team:0")
    table.answer(0, next(pick for pick in map(str, table.prompt(0).options) if "cross" in pick))
    table.answer(0, first)
    table.answer(0, "team:2")
    table.answer(0, "-2:1")
    table.answer(0, "team:0")
    return cells(table)


def test_R20_38_R20_32_a_crossing_that_was_bought_is_kept_until_it_is_used() -> None:
    assert "3:2" in crossing("a_cross_wall", "3:1")
    assert "2:1" not in crossing("a_cross_wall", "2:2")
    assert "2:2" in crossing("a_barrier_or_military_1", "3:1")
    assert "2:1" not in crossing("a_barrier_or_military_1", "2:2")


def test_R20_32_artifacts_are_asked_for_only_where_they_lead_any_further() -> None:
    """No barrier is within four squares."""
    teams = (Team(Seat(0), (-2, 0)), Team(Seat(1), (-2, 2)))
    assert moved(artifacts=["a_barrier_or_military_1"], teams=teams).asked(0) == "orb.move"
    assert moved(artifacts=["a_barrier_or_military_1", "a_move_4"], teams=teams).asked(0) == "orb.boost"


def test_R20_38_at_tables_of_version_2_each_team_moves_at_once_or_not_at_all() -> None:
    table = moved(teams=TWO, rules_version=2)
    table.answer(0, "team:0")
    table.answer(0, "2:0")
    assert (table.asked(0), table.prompt(0).subject) == ("orb.move", "-2:0")
    table.answer(0, "-2:1")
    assert table.asked(0) not in ("orb.team", "orb.move")


def test_R20_38_squares_and_crossings_are_those_of_the_running_step() -> None:
    table = moved(teams=TWO)
    running(table.live.play, InOrb).moves[0] = Move(moved=4, squares=2, walls=1, barriers=1)
    table = again(table)
    table.answer(0, "move")
    assert running(table.live.play, InOrb).moves[0] == Move()
    table.answer(0, "team:0")
    assert "2:1" in cells(table)


def test_R20_39_each_artifact_scores_its_points() -> None:
    table = step(artifacts=["a_cross_wall", "b_good", "a_good"])
    assert _artifact_points(table) == 2 + 3
    assert _artifact_points(table, 1) == 0


def test_R11_5_artifacts_that_serve_as_goods_break_no_tie() -> None:
    table = step(Side(["gem_world"], goods=["gem_world"]), artifacts=["a_good", "b_good"])
    assert RACE.scores(table.live.play)[0].tie_breaks == (1,)


def test_R20_40_uplift_artifacts_score_for_feeding_stations_in_sight() -> None:
    stations = (EAST, Laid(11, 4, 0))  # two of them
    table = step(artifacts=["a_uplift_2", "b_uplift_plain"], laid=stations)
    assert _artifact_points(table) == 2 + (2 + 2)
    covered = step(artifacts=["a_uplift_2"], laid=(*stations, Laid(26, 4, 2)))
    assert _artifact_points(covered) == 0


@pytest.mark.parametrize(
    ("card", "artifact"),
    [
        ("alien_researchers", "a_good"),
        ("terraforming_unlimited", "b_world_discount_3"),
        ("uplift_alliance", "a_uplift_2"),
    ],
)
def test_R20_41_some_developments_score_artifacts_of_their_class(card: str, artifact: str) -> None:
    plain, found = step(Side([card])), step(Side([card]), artifacts=[artifact, artifact, "a_move_4"])
    assert found.score_of(0, card) == plain.score_of(0, card) + 2


def test_R19_2_survey_technology_counts_as_an_explore_power_where_the_orb_is_played() -> None:
    side = Side(["galactic_survey_seti", "alien_survey_technology"], ["alien_survey_technology"])
    table = step(side)
    assert table.score_of(0, "galactic_survey_seti") == 1 + 1
    assert RACE.scores(table.live.play)[0].parts["endgame"] == 2
    own = seen(table, 0)
    assert own.empires[0].cards[0].vp == 2
    assert own.hand[0].vp_gain == 1 + 1  # its own point, and another for the survey
    without = scene(side, SECOND, phase="explore", options=RaceOptions(expansion="alien_artifacts"))
    assert without.score_of(0, "galactic_survey_seti") == 1


def test_R20_42_the_game_ends_with_the_round_of_the_last_orb_card() -> None:
    table = step(deck=(14,))
    table.answer(0, "draw")
    pass_on(table)
    while table.live.prompts:
        key, prompt = next(iter(table.live.prompts.items()))
        table.live.answer(prompt.seat, key, prompt.default_picks)
    assert (table.live.play.where, table.state.round) == (END, 1)


def test_the_map_is_shown_with_all_that_is_counted_beside_it() -> None:
    table = step(hands=((1, 2, 3), (4,)), teams=(Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2))), deck=(11, 12))
    laid_out = orb_in(table)
    laid_out.stacks[0][:], laid_out.stacks[1][:] = laid_out.stacks[0][:4], laid_out.stacks[1][:3]
    laid_out.removed = [14]
    shown = seen(table, None).orb
    assert list(shown.track) == laid_out.track
    assert (list(shown.waiting), shown.deck) == ([0, 1], 2)
    assert (shown.artifacts_a, shown.artifacts_b, list(shown.hand_sizes)) == (4, 3, [3, 1])
    assert list(shown.removed) == [PACK.orb.cards[14].id]
    assert list(seen(table, 1).orb_hand) == [PACK.orb.cards[4].id]
    assert not seen(table, None).orb_hand
    assert [(team.id, team.seat, team.column, team.row) for team in shown.teams] == [
        ("team:0", 0, 1, 0),
        ("team:1", 1, -2, 2),
    ]


def test_R20_18_the_map_shows_cards_as_they_lie_and_edges_as_they_are_now() -> None:
    table = step(teams=(Team(Seat(0), (1, 0)), Team(Seat(1), (-2, 2))))
    laid_out, shown = orb_in(table), seen(table, None).orb
    assert [(card.card, card.column, card.row, card.turns) for card in shown.laid] == [
        (PACK.orb.cards[each.card].id, each.column, each.row, each.turns) for each in laid_out.laid
    ]
    layout = layout_of(PACK.orb, laid_out.laid)
    for cell in shown.cells:
        edges = [layout.strictness((cell.column, cell.row), direction) for direction in range(4)]
        passed = [WALL if edge < 0 else edge for edge in (cell.north, cell.east, cell.south, cell.west)]
        assert (cell.id, passed) == (f"c:{cell.column}:{cell.row}", edges)


def test_R20_22_places_beside_the_map_are_shown_to_whoever_may_place_a_card() -> None:
    table = step(hands=((1, 2, 3), (4,)))
    first = waiting(table.state.phase, orb_in(table))[0]
    assert [bool(seen(table, viewer).orb.beside) for viewer in (first, 1 - first, None)] == [True, False, False]
    assert not set(seen(table, first).orb.beside) & {cell.id for cell in seen(table, first).orb.cells}


def why(table: Table) -> dict[str, str]:
    """The kinds of reasons against what is no option of seat 0."""
    return {str(pick): reason.kind for pick, reason in table.prompt(0).barred.items()}


def test_R20_13_R20_14_why_an_action_cannot_be_done() -> None:
    table = step(teams=(Team(Seat(1), (-2, 2)),))
    assert why(table) == {"move": "no_team", "play": "fits_nowhere"}
    table = step(deck=(), hands=((1, 2, 3), ()))
    assert why(table) == {"draw": "deck_is_empty"}
    table.answer(0, "move")
    table.answer(0)
    assert (table.asked(0), why(table)) == ("orb.action", {"move": "in_order", "draw": "deck_is_empty"})


def test_R20_14_R20_15_why_a_cell_is_not_reached() -> None:
    table = moved(teams=(Team(Seat(0), (0, 0)), Team(Seat(1), (-2, 2))))
    far = {pick: reason for pick, reason in table.prompt(0).barred.items() if reason.kind == "out_of_reach"}
    assert {reason.facts["squares"] for reason in far.values()} == {4}
    assert (why(table)["0:0"], why(table)["2:1"]) == ("stands_there", "out_of_reach")
    assert not far.keys() & cells(table)


def test_R20_38_why_a_team_does_not_move() -> None:
    table = moved(teams=(*TWO, Team(Seat(0), (1, 2))))
    table.answer(0, "team:2")
    table.answer(0)
    assert (table.asked(0), why(table)) == ("orb.team", {"team:2": "has_moved"})
    assert not running(table.live.play, InOrb).moves[0].done


def test_R20_5_why_a_corner_is_not_free() -> None:
    options = read_options(RaceOptions, {"expansion": "alien_artifacts", "orb": "on"})
    live, taken = begin(RACE, PACKS, 3, options, 1), 0
    while live.play.state.round == 0:
        key, prompt = next(iter(live.prompts.items()))
        if prompt.kind == "orb.corner":
            told = [reason.kind for reason in prompt.barred.values()]
            assert (told.count("taken"), {*told}) == (taken, {"taken", "no_corner"} if taken else {"no_corner"})
            taken += 1
        live.answer(prompt.seat, key, prompt.default_picks)
    assert taken == 3


def test_R20_12_why_a_team_does_not_go_back_to_a_cell() -> None:
    table = step(teams=(Team(Seat(0), (2, 0)), Team(Seat(0), (-1, 1))))
    table.answer(0, "pass")
    assert (table.asked(0), [*table.prompt(0).options]) == ("orb.return", ["0:-1:1"])
    told = why(table)
    assert (told["1:-1:1"], told["0:2:0"], told["0:0:1"]) == ("stands_there", "no_hub", "part_of_a_hub")


def test_R20_33_why_an_artifact_is_no_good() -> None:
    seller = Side(["alien_artifact_hunters"], actions=["consume_trade"])
    table = step(seller, artifacts=["a_good", "a_move_4"], phase="consume")
    assert (table.asked(0), why(table)) == ("trade.good", {f"artifact:{token('a_move_4')}": "no_alien_good"})
    eater = Side(["alien_artifact_hunters", "prosperous_world"])
    table = step(eater, artifacts=["a_good", "a_move_4"], phase="consume")
    assert (table.asked(0), why(table)) == ("consume.artifacts", {f"artifact:{token('a_move_4')}": "no_alien_good"})


def test_R20_34_why_an_artifact_does_not_help_with_a_world() -> None:
    side = Side(["alien_artifact_hunters", "contact_specialist"], ["rebel_underground"], spare=2)
    table = step(side, artifacts=["a_uplift_2", "b_barrier_or_military_2"], phase="settle")
    table.answer(0, "rebel_underground")
    assert (table.asked(0), why(table)) == ("settle.artifacts", {f"artifact:{token('a_uplift_2')}": "no_help"})
