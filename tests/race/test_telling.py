"""Options and events in words."""

import pytest

from galaxytables_client.words import Words
from galaxytables_kit.wire import prompt_message
from galaxytables_race.options import RaceOptions
from tests.race.saying import event_said, options_said
from tests.race.scene import BASE, BRINK, WORDS, Side, scene

OTHER = Side(["epsilon_eridani"])


@pytest.mark.parametrize(
    ("tableau", "world", "words"),
    [
        (["old_earth"], "gem_world", "Gem World (for 2 cards)"),
        (["old_earth", "mining_robots"], "comet_zone", "Comet Zone (for 2 cards)"),
        (["new_sparta"], "rebel_miners", "Rebel Miners (conquered)"),
    ],
)
def test_a_world_on_offer_says_what_it_takes(tableau: list[str], world: str, words: str) -> None:
    table = scene(Side(tableau, [world], spare=3), OTHER, phase="settle")
    assert options_said(table) == [words]


def test_a_development_on_offer_says_its_price_with_the_bonus() -> None:
    table = scene(Side(["old_earth"], ["space_marines"], actions=["develop"], spare=2), OTHER, phase="develop")
    assert options_said(table) == ["Space Marines (for 1 card)"]
    table.answer(0, "space_marines")
    assert all("(" not in label for label in options_said(table))


def test_actions_and_phases_are_told_by_name() -> None:
    table = scene(Side(["old_earth"], spare=1), OTHER, phase="round_end")
    for seat, actions in ((0, ("develop", "develop_2")), (1, ("explore_5_0", "consume_x2"))):
        table.answer(seat, *actions)
    chose = [event_said(told) for told in table.told("chose")]
    assert chose == ["{seat 0} chose Develop and second Develop.", "{seat 1} chose Explore +5 and Consume: ×2."]
    begun = [event_said(told) for told in table.told("phase_begins")]
    assert begun[0] == "The Explore phase begins."


@pytest.mark.parametrize(
    ("phase", "options", "boosted", "development", "world"),
    [
        ("develop", BASE, "", 3, 5),
        ("settle", BASE, "", 4, 5),
        ("develop", BRINK, "develop", 1, 5),
        ("settle", BRINK, "settle", 4, 2),
    ],
)
def test_R6_3_R16_13_the_bonus_is_off_the_price_of_cards_of_its_phase_only(
    phase: str, options: RaceOptions, boosted: str, development: int, world: int
) -> None:
    side = Side(["old_earth"], ["research_labs", "new_earth"], actions=[phase], boosted=boosted, spare=4)
    table = scene(side, OTHER, phase=phase, options=options)
    prices = {card.component: card.price for card in table.shown(0).hand}
    assert (prices["research_labs"], prices["new_earth"]) == (development, world)


@pytest.mark.parametrize(("words", "called"), list(zip(WORDS, ["Consume: Trade", "消費：交易"], strict=True)))
def test_R3_1_an_action_on_offer_is_its_card(words: Words, called: str) -> None:
    table = scene(Side(["old_earth"], spare=1), OTHER, phase="round_end")
    message = prompt_message(table.live, "1", table.prompt(0))
    option = next(option for option in message.options if option.id == "consume_trade")
    assert (option.component, words.option(message, option)) == ("consume_trade", called)
    assert [target.piece for target in option.targets] == ["consume_trade"]
    assert "consume_trade" in {card.id for card in table.shown(0).action_cards}
