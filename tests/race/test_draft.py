"""R18: the draft."""

from collections import Counter
from random import Random

import pytest

from galaxytables_kit.chance import SeededChance
from galaxytables_kit.errors import InvalidSeats, OptionsConflict
from galaxytables_kit.live import LiveGame
from galaxytables_kit.options import options_of_version, read_options
from galaxytables_kit.play import Play
from galaxytables_kit.playout import begin, play_out
from galaxytables_race.components.cards import CardNumber, Pack
from galaxytables_race.options import Expansion, RaceOptions
from galaxytables_race.phases.draft import begin as begin_draft
from galaxytables_race.phases.draft import deal_packs, figures_of, there_are_cards_for_packs
from galaxytables_race.rules import RACE
from galaxytables_race.sets import max_seats, sets_of
from galaxytables_race.state import Empire, RaceState
from galaxytables_race.state.phases import Drafting
from galaxytables_race.table import RacePlay
from galaxytables_race.table.running import running
from tests.race.scene import BRINK, PACK, PACKS, Side, Table, drawn, ids, scene

Live = LiveGame[RaceState, Pack, RaceOptions]
OPTIONS = {"draft": "on", "expansion": "gathering_storm"}
BRINK_SETS = ("base", "gathering_storm", "rebel_vs_imperium", "brink_of_war")


def older(options: RaceOptions) -> RaceOptions:
    """The options as a table of version 2 has them."""
    return options_of_version(RACE, 2, options)


def new(seats: int) -> Live:
    return begin(RACE, PACKS, seats, read_options(RaceOptions, OPTIONS), 1)


def take_one_each(live: Live) -> dict[int, int]:
    """Everybody takes the last card of the pack."""
    taken: dict[int, int] = {}
    for key, prompt in list(live.prompts.items()):
        taken[prompt.seat] = int(prompt.options[-1])
        live.answer(prompt.seat, key, (prompt.options[-1],))
    return taken


def is_drafting(live: Live) -> bool:
    return live.play.where == "draft/draft_round/take_and_pass"


def packs_of(play: RacePlay) -> list[list[CardNumber]]:
    return running(play, Drafting).packs


def drafted(live: Live) -> Live:
    while is_drafting(live):
        take_one_each(live)
    return live


@pytest.mark.parametrize("seats", [2, 3])
def test_R18_1_two_or_three_draft(seats: int) -> None:
    assert is_drafting(new(seats))


def test_R18_1_four_do_not() -> None:
    with pytest.raises(InvalidSeats):
        RACE.check(read_options(RaceOptions, OPTIONS), 4, PACK)


@pytest.mark.parametrize(("expansion", "most"), [("gathering_storm", 3), ("rebel_vs_imperium", 5), ("brink_of_war", 6)])
def test_R18_1_seats_by_set(expansion: Expansion, most: int) -> None:
    assert max_seats(RaceOptions(expansion, draft=True), PACK) == most
    assert max_seats(RaceOptions(expansion, draft=True, new_worlds=True), PACK) == most


@pytest.mark.parametrize("new_worlds", [False, True])
@pytest.mark.parametrize(
    ("expansion", "seats"),
    [("gathering_storm", 2), ("gathering_storm", 3), ("rebel_vs_imperium", 5), ("brink_of_war", 3)],
)
def test_R18_1_a_draft_of_the_arc_begins(expansion: Expansion, seats: int, new_worlds: bool) -> None:
    live = begin(RACE, PACKS, seats, RaceOptions(expansion, draft=True, goals=True, new_worlds=new_worlds), 1)
    assert all(len(pack) == 5 for pack in packs_of(live.play))
    assert all(len(empire.dealt) == 2 for empire in live.play.state.empires)


@pytest.mark.parametrize("expansion", ["alien_artifacts", "xeno_invasion"])
def test_R18_1_there_is_no_draft_in_the_other_arcs(expansion: Expansion) -> None:
    with pytest.raises(OptionsConflict, match=r"the draft comes with The Gathering Storm.*R18\.1"):
        RACE.check(RaceOptions(expansion, draft=True), 2, PACK)


def test_R18_5_the_draft_asks_for_the_gathering_storm() -> None:
    for new_worlds in (False, True):
        with pytest.raises(OptionsConflict, match=r"not with the base game.*R18\.1"):
            RACE.check(RaceOptions(draft=True, new_worlds=new_worlds), 2, PACK)
    RACE.check(RaceOptions("gathering_storm", draft=True), 2, PACK)


def test_R18_5_the_base_game_alone_is_drafted_by_an_option_and_at_tables_of_version_2() -> None:
    RACE.check(RaceOptions(draft=True, draft_base_alone=True), 2, PACK)
    with pytest.raises(OptionsConflict, match=r"R2\.3"):
        RACE.check(RaceOptions(draft=True, draft_base_alone=True), 3, PACK)
    live = LiveGame.new(RACE, PACKS, 2, older(RaceOptions(draft=True)), SeededChance(bytes(32)), rules_version=2)
    assert is_drafting(live)


def test_R18_3_packs_of_five_are_passed_on() -> None:
    assert {prompt.kind for prompt in new(2).prompts.values()} == {"draft.take"}
    live = new(3)
    packs = [list(pack) for pack in packs_of(live.play)]
    assert [len(pack) for pack in packs] == [5, 5, 5]
    taken = take_one_each(live)
    for seat, pack in enumerate(packs):
        passed = [card for card in pack if card != taken[seat]]
        assert packs_of(live.play)[(seat + 1) % 3] == passed


def test_R18_3_the_second_round_goes_the_other_way() -> None:
    live = new(3)
    while running(live.play, Drafting).round == 1:
        take_one_each(live)
    packs = [list(pack) for pack in packs_of(live.play)]
    taken = take_one_each(live)
    for seat, pack in enumerate(packs):
        passed = [card for card in pack if card != taken[seat]]
        assert packs_of(live.play)[(seat - 1) % 3] == passed


@pytest.mark.parametrize(("seats", "rounds", "left"), [(2, 13, 2), (3, 8, 10)])
def test_R18_4_as_many_rounds_as_the_deck_has_full_packs(seats: int, rounds: int, left: int) -> None:
    live = drafted(new(seats))
    state = live.play.state
    assert [told.facts for told in live.play.events if told.kind == "draft_ends"] == [{"rounds": rounds}]
    assert len(state.aside) == left
    assert rounds * 5 * seats + left + 2 * seats == 114 + 22


def pack_sizes(seats: int, options: RaceOptions) -> list[int]:
    """How large the packs of each round are in a draft of The Brink of War; what is left over leaves the game."""
    box = PACK.box(BRINK_SETS, second_edition=False)
    state = RaceState([Empire() for _ in range(seats)], [box[2 * seats :]], [[]], 0)
    play = Play(seats, options, PACK, SeededChance(bytes(32)), state, rules_version=RACE.rules_version)
    state.phase = begin_draft(play)
    sizes = []
    while there_are_cards_for_packs(play):
        deal_packs(play)
        assert len({len(pack) for pack in packs_of(play)}) == 1
        sizes.append(len(packs_of(play)[0]))
    assert len(state.decks[0]) == len(box) - 2 * seats - seats * sum(sizes)
    return sizes


@pytest.mark.parametrize(("seats", "rounds"), [(2, 22), (3, 14), (4, 11), (5, 8), (6, 7)])
def test_R18_5_packs_are_of_five_for_any_number_of_seats(seats: int, rounds: int) -> None:
    assert pack_sizes(seats, RaceOptions("brink_of_war")) == [5] * rounds


BY_SEATS = [
    (2, [5] * 22 + [2]),
    (3, [5] * 14 + [4]),
    (4, [7] * 7 + [6]),
    (5, [9] * 4 + [7]),
    (6, [9] * 4),
]


@pytest.mark.parametrize(("seats", "sizes"), BY_SEATS)
def test_R18_5_packs_by_seats_with_a_smaller_last_round(seats: int, sizes: list[int]) -> None:
    assert pack_sizes(seats, RaceOptions("brink_of_war", draft_packs="by_seats")) == sizes
    assert pack_sizes(seats, older(RaceOptions("brink_of_war"))) == sizes


def test_R18_5_too_few_for_a_last_round_leave_the_game() -> None:
    figures = figures_of(RaceOptions("brink_of_war", draft_packs="by_seats"), PACK)
    assert [figures.pack_size(4, cards) for cards in (28, 27, 24, 23, 4, 0)] == [7, 6, 6, 0, 0, 0]
    figures = figures_of(RaceOptions("brink_of_war"), PACK)
    assert [figures.pack_size(4, cards) for cards in (28, 20, 19, 0)] == [5, 5, 0, 0]


def own_piles(table: Table) -> Table:
    """As after a draft: the deck is parted, everybody has a discard pile."""
    state, seats = table.state, len(table.state.empires)
    state.decks = [state.decks[0][seat::seats] for seat in range(seats)]
    state.discards = [[] for _ in range(seats)]
    return table


def test_R18_7_retrofit_and_salvage_draws_from_its_own_deck() -> None:
    sides = (
        Side(["old_earth", "retrofit_and_salvage_inc"]),
        Side(["epsilon_eridani"], ["gem_world", "comet_zone"], spare=10),
    )
    table = own_piles(scene(*sides, phase="round_end", options=BRINK))
    top = table.state.decks[0][-2:]
    table.answer(1, "gem_world", "comet_zone")
    assert sorted(table.state.empires[0].hand) == sorted(top)
    assert sorted(ids(table.state.discards[1])) == ["comet_zone", "gem_world"]


def test_R18_8_a_destroyed_world_goes_to_the_pile_of_who_had_it() -> None:
    options = RaceOptions("brink_of_war", takeovers=True)
    sides = Side(["new_sparta", "imperium_planet_buster"]), Side(["rebel_miners", "space_marines"])
    table = own_piles(scene(*sides, phase="settle", options=options))
    table.answer(0, "rebel_miners")
    while table.asked(0) not in (None, "actions.choose"):
        table.answer(0, *table.offered(0)[: table.prompt(0).least])
    assert (table.tableau(1), ids(table.state.discards[1])) == (["space_marines"], ["rebel_miners"])


def test_R18_9_goods_come_from_the_own_deck_and_go_to_the_pile_of_who_used_them() -> None:
    sides = Side(["gem_world"], goods=["gem_world"]), Side(["spice_world"])
    table = own_piles(scene(*sides, phase="round_end"))
    good = table.state.empires[0].goods[table.state.empires[0].tableau[0]][0]
    for actions in (("consume_trade", "produce"), ("produce", "explore_1_1")):
        table.answer(0 if "consume_trade" in actions else 1, *actions)
    while not table.told("produced"):
        seat = 0 if table.asked(0) else 1
        table.answer(seat, *table.offered(seat)[: table.prompt(seat).least])
    assert good in table.state.discards[0]
    made = [card for pile in table.state.empires[1].goods.values() for card in pile]
    assert made
    assert all(card not in table.state.decks[0] for card in made)


def test_R18_6_the_drafted_cards_are_a_deck_of_ones_own() -> None:
    live = new(2)
    own: dict[int, set[int]] = {0: set(), 1: set()}
    while is_drafting(live):
        for seat, card in take_one_each(live).items():
            own[seat].add(card)
    state = live.play.state
    assert len(state.decks) == len(state.discards) == 2
    for seat in range(2):
        deck = {*state.decks[seat], *drawn(state, seat)}
        assert own[seat] < deck
        assert len(deck) == 5 * 13


def test_R18_6_the_drafted_cards_are_shuffled() -> None:
    live = new(2)
    taken: list[int] = []
    while is_drafting(live):
        taken.append(take_one_each(live)[0])
    deck = [*live.play.state.decks[0], *reversed(drawn(live.play.state, 0))]
    assert set(taken) < set(deck)
    assert [card for card in deck if card in taken] != taken


def test_R18_6_draws_and_discards_use_the_own_piles() -> None:
    live = drafted(new(2))
    owners = Counter[int]()
    for seat, empire in enumerate(live.play.state.empires):
        for card in (*live.play.state.decks[seat], *drawn(live.play.state, seat), *empire.hand):
            owners[card] = seat
    for _ in range(120):
        if not live.prompts:
            break
        key, prompt = next(iter(live.prompts.items()))
        live.answer(prompt.seat, key, prompt.options[: max(prompt.least, min(1, prompt.most))])
    state = live.play.state
    assert state.round > 3
    for seat, empire in enumerate(state.empires):
        goods = [card for pile in empire.goods.values() for card in pile]
        held = (*state.decks[seat], *state.discards[seat], *empire.hand, *drawn(state, seat), *goods)
        assert {owners[card] for card in held if card in owners} == {seat}


def test_the_draft_is_secret() -> None:
    live = new(2)
    seen = live.view(1)
    key, prompt = next((key, prompt) for key, prompt in live.prompts.items() if prompt.seat == 0)
    live.answer(0, key, prompt.options[:1])
    assert live.view(1) == seen
    assert live.undoable_seats() == [0]


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (RaceOptions("gathering_storm", draft=True, goals=True), 3),
        (RaceOptions("rebel_vs_imperium", draft=True, takeovers=True), 4),
        (RaceOptions("rebel_vs_imperium", draft=True, new_worlds=True), 5),
        (RaceOptions("brink_of_war", draft=True, goals=True, takeovers=True), 6),
    ],
)
def test_drafts_of_every_arc_are_played_to_their_end(options: RaceOptions, seats: int) -> None:
    live = begin(RACE, PACKS, seats, options, 3, checkpoints=False)
    play_out(live, Random(3))
    state = live.play.state
    piles = [*state.decks, *state.discards, state.aside]
    for empire in state.empires:
        piles += [empire.hand, list(empire.tableau), *empire.goods.values(), *empire.saved.values()]
    cards = sorted(card for pile in piles for card in pile)
    assert live.over
    assert cards == sorted(PACK.box(sets_of(options, PACK), second_edition=False))
