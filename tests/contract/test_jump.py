"""The contract suite on Jump Drive, which loses or doubles no card and no VP."""

from collections.abc import Iterator
from random import Random

from galaxytables_jump.options import JumpOptions
from galaxytables_jump.rules import JUMP
from galaxytables_jump.state import JumpState
from galaxytables_kit.contract import Sight, Subject, contract, lost_and_doubled
from galaxytables_kit.playout import begin, random_answer
from tests.jump.hidden import SURVEY_TEAM, census, copies, permute_hidden, piles, single_cards
from tests.jump.scene import PACKS

TestContract = contract(
    Subject(
        JUMP,
        census,
        permute_hidden,
        setups=({}, {"hands": "preset"}, {"dealer": "2"}),
        playouts=40,
        thorough_playouts=1,
        copies=copies,
        besides=single_cards,
        printed=frozenset({"explore_marker", "preset_hand", "reference"}),
        supplied=frozenset({SURVEY_TEAM}),
        lacks=frozenset({Sight.RULED_OPTION, Sight.RULE_BROKEN, Sight.NOT_UNDONE}),
    )
)


def test_the_census_notices_each_card_lost_or_doubled_anywhere() -> None:
    seen = set()
    for seed, seats in enumerate((2, 3, 4) * 2):
        live, random = begin(JUMP, PACKS, seats, JumpOptions(), seed), Random(seed)
        while live.prompts:
            seen |= set(_tampered(live.play.state))
            key, prompt = random.choice(list(live.prompts.items()))
            live.answer(prompt.seat, key, random_answer(prompt, random))
    assert seen == {name for name, _ in piles(live.play.state)} | {"placing"}


def _tampered(state: JumpState) -> Iterator[str]:
    """Lose and double one card of each place in turn; give the names of the places that held any."""
    before = census(state)
    for name, pile in piles(state):
        for change in lost_and_doubled(pile):
            assert census(state) != before, f"{change} in {name}"
            yield name
    for player in state.players:
        for change in lost_and_doubled(player.turn.placing):
            assert census(state) != before, change
            yield "placing"
    assert census(state) == before


def test_every_vp_that_comes_is_told_and_has_a_source() -> None:
    """Of VP the table keeps totals only, so what is told accounts for them."""
    for seed, seats in enumerate((2, 3, 4)):
        live, random = begin(JUMP, PACKS, seats, JumpOptions(), seed), Random(seed)
        vp = [0] * seats
        while live.prompts:
            key, prompt = random.choice(list(live.prompts.items()))
            for told in live.answer(prompt.seat, key, random_answer(prompt, random)):
                if told.kind == "scored" and told.seat is not None:
                    gained = told.facts["vp"]
                    assert isinstance(gained, int)
                    vp[told.seat] += gained
                    assert told.facts["total"] == vp[told.seat]
            if not live.play.holding:
                players = live.play.state.players
                assert [sum(player.vp_by_round) for player in players] == vp
                assert [sum(player.vp_by_source.values()) for player in players] == vp
        assert max(vp) > 0
