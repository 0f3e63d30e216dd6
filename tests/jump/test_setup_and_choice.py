"""R1 and R2: set-up, and what can be chosen in a round."""

import pytest

from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import Action
from galaxytables_kit import Seat
from galaxytables_kit.chance import ScriptedChance, SeededChance
from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.live import LiveGame
from tests.jump.scene import PACK, PACKS, Side, Table, names_of, number, private_cards, scene


def new_game(seats: int, options: JumpOptions) -> Table:
    live = LiveGame.new(JUMP, PACKS, seats, options, SeededChance(bytes(32)))
    return Table(live, live.play.events)


def test_R1_1_the_box_holds_112_cards_and_4_survey_teams() -> None:
    assert len(PACK.deck) == 112
    assert len(PACK.cards) == 116
    assert {PACK.cards[PACK.survey_team(Seat(seat))].id for seat in range(4)} == {"survey_team"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R1_2_as_many_survey_teams_as_players(seats: int) -> None:
    assert names_of(new_game(seats, JumpOptions()).state.survey_teams) == ["survey_team"] * seats


@pytest.mark.parametrize("seats", [1, 5])
def test_2_to_4_players(seats: int) -> None:
    with pytest.raises(InvalidSeats):
        new_game(seats, JumpOptions())


def test_R1_3_each_player_gets_a_preset_hand_at_random() -> None:
    table = new_game(3, JumpOptions(hands="preset"))
    hands = [tuple(player.hand) for player in table.state.players]
    assert len(set(hands)) == 3
    assert set(hands) < set(PACK.preset_hands)
    assert table.where == "round/choose"


def test_R1_3_which_hand_is_left_to_chance() -> None:
    order = [3, 1, 0, 2]
    deck = [card for card in range(112) if card not in PACK.preset_hands[3] + PACK.preset_hands[1]]
    state = JUMP.setup(2, JumpOptions(hands="preset"), PACK, ScriptedChance([order, deck]))
    assert [tuple(player.hand) for player in state.players] == [PACK.preset_hands[3], PACK.preset_hands[1]]
    assert "space_marines" in names_of(state.players[0].hand)


def test_R1_3_preset_hands_that_nobody_got_go_back_into_the_deck() -> None:
    state = new_game(2, JumpOptions(hands="preset")).state
    assert len(state.deck) == 112 - 2 * 5
    assert sorted(state.deck + state.players[0].hand + state.players[1].hand) == list(range(112))


def test_R1_4_seven_cards_are_dealt_and_two_discarded_face_down() -> None:
    table = new_game(2, JumpOptions())
    assert [len(player.hand) for player in table.state.players] == [7, 7]
    kept = table.hand(0)[2:]
    table.answer(0, *table.hand(0)[:2])
    assert sorted(table.hand(0)) == sorted(kept)
    assert table.state.discards == [], "nobody sees a discard before all are ready"
    table.default(1)
    assert [table.hand_size(0), table.hand_size(1), len(table.state.discards)] == [5, 5, 4]
    assert [sorted(told.private) for told in table.told("discarded")] == [[0], [1]]
    assert (table.where, table.state.round) == ("round/choose", 1)


def test_R1_6_the_dealer_is_seat_0_unless_told_otherwise() -> None:
    assert JumpOptions().dealer == 0
    with pytest.raises(OptionsConflict):
        new_game(2, JumpOptions(dealer=2))


def test_R2_1_a_round_is_choice_reveal_score_income() -> None:
    table = scene(Side(["comet_zone"], ["ancient_races"], spare=4), Side(["gem_world"], spare=2))
    table.play(0, "ancient_races")
    table.finish_round()
    kinds = [told.kind for told in table.log if told.seat in (0, None)]
    wanted = ["discarded", "placed", "drew", "scored", "drew", "round_began"]
    assert kinds == wanted
    assert table.state.round == 2


def test_R2_2_the_choice_is_secret_until_all_have_chosen() -> None:
    table = scene(Side(hand=["consumer_markets"], spare=3), Side(hand=["comet_zone"], spare=3))
    table.answer(0, "consumer_markets")
    table.default(0)
    assert table.log == []
    assert table.empire(0) == []
    table.answer(1, "comet_zone")
    table.default(1)
    assert [table.empire(0), table.empire(1)] == [["consumer_markets"], ["comet_zone"]]


def test_R2_3_a_development_alone_costs_one_less() -> None:
    table = scene(Side(hand=["consumer_markets"], spare=3), Side())
    table.play(0, "consumer_markets")
    assert number(table.told("placed", 0)[0], "paid") == 1
    assert table.drawn(0, "lone world") == 0


def test_R2_4_a_world_alone_draws_a_card_after_it_is_paid() -> None:
    table = scene(Side(hand=["ancient_races"], spare=2), Side(), on_top=["gem_world"])
    table.play(0, "ancient_races")
    assert private_cards(table.told("drew", 0)[0], 0) == ("gem_world",)
    assert table.drawn(0, "lone world") == 1


def test_R2_4_a_conquered_world_alone_draws_too() -> None:
    table = scene(Side(["space_marines"], ["former_penal_colony"]), Side())
    table.play(0, "former_penal_colony")
    assert table.drawn(0, "lone world") == 1


def test_R2_5_both_are_paid_in_full_and_nothing_is_drawn() -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=5), Side())
    table.play(0, "consumer_markets", "ancient_races")
    assert [number(told, "paid") for told in table.told("placed", 0)] == [2, 2]
    assert table.drawn(0, "lone world") == 0
    assert table.hand_size(0) == 1 + table.drawn(0, "income")


def test_R2_6_exploring_places_nothing() -> None:
    table = scene(Side(hand=["ancient_races"], spare=3), Side(), teams=False)
    table.answer(0, "explore")
    assert table.empire(0) == []
    assert table.action(0) is Action.EXPLORE


def test_R2_6_who_cannot_place_anything_explores_unasked() -> None:
    table = scene(Side(hand=["rebel_stronghold"]), Side(hand=["ancient_races"], spare=2), teams=False)
    assert table.asked(0) is None
    assert table.action(0) is Action.EXPLORE


def test_R2_7_the_development_serves_the_world_of_the_same_round() -> None:
    table = scene(Side(hand=["replicant_robots", "comet_zone"], spare=4), Side())
    table.play(0, "replicant_robots", "comet_zone")
    assert [number(told, "paid") for told in table.told("placed", 0)] == [3, 1]


def test_R2_7_icons_of_the_development_conquer_the_world_of_the_same_round() -> None:
    table = scene(Side(hand=["space_marines", "former_penal_colony"], spare=2), Side())
    assert "former_penal_colony" not in table.offered(0)
    table.answer(0, "space_marines")
    assert table.offered(0) == ["alone", "former_penal_colony"]


def test_R2_8_a_card_does_not_help_to_place_itself() -> None:
    table = scene(Side(hand=["investment_credits", "mining_robots", "lost_alien_warship"], spare=1), Side())
    assert "lost_alien_warship" not in table.offered(0)
    table.play(0, "investment_credits")
    assert number(table.told("placed", 0)[0], "paid") == 0, "the bonus for a lone development alone"
    assert table.empire(0) == ["investment_credits"]


def test_R2_9_the_first_world_serves_the_second() -> None:
    table = scene(Side(["colony_convoy"], ["uplift_mining_moles", "comet_zone"], spare=3), Side())
    table.play(0, "uplift_mining_moles")
    table.answer(0, "comet_zone")
    assert table.state.players[0].turn.placing[0].price == 0, "3, convoy 2, moles 1"


@pytest.mark.parametrize(("spare", "offered"), [(1, False), (2, True)])
def test_R2_10_only_what_can_be_paid_is_on_offer(spare: int, *, offered: bool) -> None:
    table = scene(Side(hand=["ancient_races"], spare=spare), Side())
    assert ("ancient_races" in table.offered(0)) is offered


@pytest.mark.parametrize(("spare", "offered"), [(3, False), (4, True)])
def test_R2_10_both_must_be_payable_together(spare: int, *, offered: bool) -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=spare), Side())
    table.answer(0, "consumer_markets")
    assert (table.asked(0) == "choose.world") is offered


def test_R2_11_cards_to_be_placed_pay_for_nothing() -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=5), Side())
    table.answer(0, "consumer_markets")
    table.answer(0, "ancient_races")
    prompt = table.prompt(0)
    assert prompt is not None
    assert (prompt.kind, prompt.least, prompt.most) == ("choose.payment", 4, 4)
    assert not {"consumer_markets", "ancient_races"} & set(table.offered(0))


def test_undo_leads_back_step_by_step_until_the_reveal() -> None:
    table = scene(Side(hand=["consumer_markets", "ancient_races"], spare=5), Side(hand=["gem_world"], spare=3))
    before = table.live.position()
    table.answer(0, "consumer_markets")
    table.answer(0, "ancient_races")
    table.default(0)
    assert table.asked(0) is None
    live = table.live
    for kind in ("choose.payment", "choose.world", "choose.card"):
        live, reopened, _ = live.undo(0)
        assert live.prompts[reopened].kind == kind
    assert live.position() == before
