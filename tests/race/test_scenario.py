"""R15: the scenario of takeovers for two."""

from random import Random

import pytest

from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import read_options
from galaxytables_kit.playout import begin, play_out
from galaxytables_race.components.cards import Pack
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from galaxytables_race.state import RaceState
from tests.race.scene import PACK, PACKS, ids

Live = LiveGame[RaceState, Pack, RaceOptions]

SCENARIO = {"expansion": "rebel_vs_imperium", "takeovers": "on", "takeover_scenario": "on"}
HANDED = {"rebel_cantina": "rebel_alliance", "imperium_warlord": "imperium_seat"}


def begun(seed: int, **options: str) -> Live:
    return begin(RACE, PACKS, 2, read_options(RaceOptions, SCENARIO | options), seed)


def test_R15_1_for_two_with_takeovers() -> None:
    RACE.check(read_options(RaceOptions, SCENARIO), 2, PACK)
    with pytest.raises(InvalidSeats):
        RACE.check(read_options(RaceOptions, SCENARIO), 3, PACK)


@pytest.mark.parametrize("expansion", ["rebel_vs_imperium", "brink_of_war"])
def test_R15_1_with_every_expansion_that_includes_rebel_vs_imperium(expansion: str) -> None:
    live = begun(1, expansion=expansion)
    assert {ids(empire.tableau)[0] for empire in live.play.state.empires} == set(HANDED)
    play_out(live, Random(1))
    assert len(live.scores()) == 2


@pytest.mark.parametrize(
    ("options", "paragraph"),
    [
        ({"takeovers": "off"}, r"R15\.1"),
        ({"expansion": "gathering_storm", "takeovers": "off"}, r"R15\.1"),
        ({"start_worlds": "choice"}, r"R15\.2"),
        ({"preset_hands": "on"}, r"R15\.2"),
        ({"draft": "on"}, r"R15\.4"),
    ],
)
def test_R15_what_it_excludes(options: dict[str, str], paragraph: str) -> None:
    with pytest.raises(OptionsConflict, match=paragraph):
        RACE.check(read_options(RaceOptions, SCENARIO | options), 2, PACK)


def test_R15_2_each_has_one_of_the_two_start_worlds_at_random() -> None:
    starts = set()
    for seed in range(12):
        live = begun(seed)
        starts.add(tuple(ids(empire.tableau)[0] for empire in live.play.state.empires))
    assert starts == {("rebel_cantina", "imperium_warlord"), ("imperium_warlord", "rebel_cantina")}


def test_R15_2_R15_3_the_great_cards_leave_the_deck_for_the_hands_after_the_discard() -> None:
    live = begun(1)
    state = live.play.state
    everywhere = [*state.decks[0], *(card for empire in state.empires for card in empire.hand)]
    assert not {"rebel_alliance", "imperium_seat"} & set(ids(everywhere))
    while any(prompt.kind == "setup.discard" for prompt in live.prompts.values()):
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.default_picks)
    assert state.aside == []
    for empire in state.empires:
        assert len(empire.hand) == 5
        assert HANDED[ids(empire.tableau)[0]] in ids(empire.hand)


def test_R15_4_goals_and_new_worlds_may_be_added() -> None:
    live = begun(2, goals="on", new_worlds="on")
    assert len(live.play.state.goals) == 6
    play_out(live, Random(2))
    assert len(live.scores()) == 2


def test_other_games_have_both_cards_in_the_deck() -> None:
    live = begin(RACE, PACKS, 2, RaceOptions(expansion="rebel_vs_imperium"), 1)
    empires = live.play.state.empires
    cards = [*live.play.state.decks[0], *(card for empire in empires for card in empire.hand)]
    assert {"rebel_alliance", "imperium_seat"} <= set(ids(cards))
    assert PACK.takeover_scenario == HANDED
