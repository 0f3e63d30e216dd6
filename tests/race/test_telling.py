"""Options and events in words."""

import pytest

from services.kit.wire import event_message
from services.race.rules import RACE
from tests.race.scene import Side, Table, scene

OTHER = Side(["epsilon_eridani"])


def labels(table: Table, seat: int = 0) -> list[str]:
    prompt = table.prompt(seat)
    return sorted(RACE.label(table.live.play, prompt, pick).text for pick in prompt.options)


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
    assert labels(table) == [words]


def test_a_development_on_offer_says_its_price_with_the_bonus() -> None:
    table = scene(Side(["old_earth"], ["space_marines"], actions=["develop"], spare=2), OTHER, phase="develop")
    assert labels(table) == ["Space Marines (for 1 card)"]
    table.answer(0, "space_marines")
    assert all("(" not in label for label in labels(table))


def test_actions_and_phases_are_told_by_name() -> None:
    table = scene(Side(["old_earth"], spare=1), OTHER, phase="round_end")
    for seat, actions in ((0, ("develop", "develop_2")), (1, ("explore_5_0", "consume_x2"))):
        table.answer(seat, *actions)
    chose = [event_message(RACE, table.live.play, told).text for told in table.told("chose")]
    assert chose == ["{seat 0} chose Develop, second Develop.", "{seat 1} chose Explore +5, Consume: x2."]
    begun = [event_message(RACE, table.live.play, told).text for told in table.told("phase_begins")]
    assert begun[0] == "The Explore phase begins."
