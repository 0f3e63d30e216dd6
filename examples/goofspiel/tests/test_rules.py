"""Goofspiel by its paragraphs (examples/goofspiel/README.md)."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from galaxytables.goofspiel.v1 import goofspiel_pb2
from galaxytables_kit.errors import ComponentError, GameOver, UnknownOption
from galaxytables_kit.game import ranks
from galaxytables_kit.live import AnyLive
from galaxytables_kit.pack import load_packs
from galaxytables_kit.playout import begin
from goofspiel import rules
from goofspiel.rules import GOOFSPIEL
from goofspiel.state import Options, State, Ties

PACKS = load_packs(GOOFSPIEL)
PACK = PACKS.get(b"")


class Table:
    """A table that is bid at, with the prizes coming in a given order."""

    def __init__(self, *order: int, seats: int = 2, ties: Ties = "stay", prizes: int = 5) -> None:
        options = Options(prizes=prizes, ties=ties)
        for seed in count():
            self.live: AnyLive = begin(GOOFSPIEL, PACKS, seats, options, seed)
            lies = [*self.state.prizes, *reversed(self.state.deck)]
            if lies[: len(order)] == [f"prize_{number}" for number in order]:
                return

    @property
    def state(self) -> State:
        state: State = self.live.play.state
        return state

    def bid(self, *values: int) -> list[str]:
        """One bid each, in seat order; the kinds of what is told."""
        kinds = [each.kind for seat, value in enumerate(values) for each in self.bid_of(seat, value)]
        return [kind for kind in kinds if kind != "bid"]

    def bid_of(self, seat: int, value: int):
        (key,) = [key for key, prompt in self.live.prompts.items() if prompt.seat == seat]
        return self.live.answer(seat, key, (value,))

    def won(self, seat: int) -> Sequence[str]:
        return self.state.players[seat].won

    def view(self, viewer: int | None) -> goofspiel_pb2.GoofspielView:
        view = self.live.view(viewer)
        assert isinstance(view, goofspiel_pb2.GoofspielView)
        return view


def test_1_1_the_ace_is_worth_1_and_the_king_13() -> None:
    assert [(prize.name, prize.points) for prize in PACK.prizes][:: len(PACK.prizes) - 1] == [("♦A", 1), ("♦K", 13)]


def test_1_1_fewer_prizes_are_the_lowest() -> None:
    state = Table(prizes=4).state
    assert sorted([*state.deck, *state.prizes]) == ["prize_1", "prize_2", "prize_3", "prize_4"]
    assert [player.hand for player in state.players] == [[1, 2, 3, 4]] * 2


def test_2_2_a_bid_is_secret_until_all_have_bid_and_then_spent() -> None:
    table = Table(3)
    assert table.bid_of(0, 4) == []
    assert table.view(0).players[0].bid.value == 4
    for viewer in (1, None):
        assert not table.view(viewer).players[0].HasField("bid")
        assert len(table.view(viewer).players[0].hand) == 5
    table.bid_of(1, 2)
    assert [player.spent for player in table.state.players] == [[4], [2]]
    with pytest.raises(UnknownOption):
        table.bid_of(0, 4)


def test_3_1_the_highest_bid_wins_the_prize() -> None:
    table = Table(3)
    assert table.bid(2, 5) == ["won", "turned_up"]
    assert (table.won(0), table.won(1)) == ([], ["prize_3"])


def test_3_2_prizes_stay_after_a_tie_and_go_with_the_next() -> None:
    table = Table(3, 1)
    assert table.bid(2, 2) == ["stayed", "turned_up"]
    assert table.state.prizes == ["prize_3", "prize_1"]
    table.bid(5, 1)
    assert table.won(0) == ["prize_3", "prize_1"]


def test_3_2_prizes_are_lost_where_that_was_agreed() -> None:
    table = Table(3, ties="lost")
    assert table.bid(2, 2) == ["lost", "turned_up"]
    assert table.state.lost == ["prize_3"]
    assert "prize_3" not in table.state.prizes


@pytest.mark.parametrize(
    ("ties", "bids", "winner"),
    [
        ("stay", (5, 5, 4), None),
        ("single", (5, 5, 4), 2),
        ("single", (5, 5, 5), None),
        ("single", (3, 4, 3), 1),
        ("stay", (3, 4, 3), 1),
    ],
)
def test_3_2_the_highest_bid_of_one_alone_wins_where_that_was_agreed(ties, bids, winner) -> None:
    table = Table(2, seats=3, ties=ties)
    assert table.bid(*bids)[0] == ("stayed" if winner is None else "won")
    assert [seat for seat in range(3) if table.won(seat)] == ([] if winner is None else [winner])


def test_4_1_what_lies_open_at_the_end_is_nobodys() -> None:
    table = Table(1, 2, 3, prizes=3)
    table.bid(1, 2)
    # The last bid is the only one left, and is made without asking.
    assert table.bid(2, 1) == ["won", "turned_up", "stayed"]
    assert table.live.over
    assert table.state.prizes == ["prize_3"]
    with pytest.raises(GameOver):
        table.live.answer(0, "x", (1,))


def test_4_2_most_points_win_then_most_prizes() -> None:
    table = Table(1, 2, 3, prizes=3)
    table.bid(2, 1)
    table.bid(3, 2)
    assert [score.total for score in table.live.scores()] == [3, 3]
    assert [score.tie_breaks for score in table.live.scores()] == [(2,), (1,)]
    assert ranks(table.live.scores()) == {0: 1, 1: 2}


def test_a_wrong_pack_is_told_by_its_field(tmp_path) -> None:
    file = tmp_path / "prizes.json"
    file.write_text(GOOFSPIEL.components_path.read_text().replace('"points": 13', '"points": -1'))
    with pytest.raises(ComponentError, match=r"prizes\.json: prize_13: points: Expected `int` >= 0"):
        GOOFSPIEL.load_pack(file)
    file.write_text(GOOFSPIEL.components_path.read_text().replace("prize_13", "prize_1"))
    with pytest.raises(ComponentError, match=r"prizes\.json: prize_1: id: stands 2 times"):
        GOOFSPIEL.load_pack(file)


def test_it_is_as_small_as_the_docs_say() -> None:
    modules = sorted(Path(rules.__file__).parent.glob("*.py"))
    lines = [line for module in modules for line in module.read_text().splitlines() if line.strip()]
    assert len(lines) < 200
