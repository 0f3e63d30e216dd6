"""What positions are made of."""

from msgspec import Struct, defstruct

from galaxytables_kit.contents import Contents, phase
from galaxytables_kit.position import position_form
from tests.kit.sample_game import AUCTION, Auction, AuctionOptions, AuctionState, bidding, draft, over


def test_the_form_follows_from_state_options_steps_and_loops():
    class Signed(AuctionState):
        signature: str = ""

    class Timed(AuctionOptions, frozen=True):
        seconds: int = 0

    class OtherState(Auction):
        state_type = Signed

    class OtherOptions(Auction):
        options_type = Timed

    class OtherSteps(Auction):
        contents = Contents(phase("game", bidding, draft).until(over))

    class OtherLoops(Auction):
        contents = Contents(phase("round", bidding, draft).each(lambda _: [0]).until(over))

    forms = [position_form(game()) for game in (Auction, OtherState, OtherOptions, OtherSteps, OtherLoops)]
    assert len(set(forms)) == 5
    assert forms[0] == position_form(AUCTION)


def test_the_form_follows_from_names_also_where_positions_hold_none():
    def form(*names):
        state = defstruct("Laid", [(name, list[int]) for name in names], bases=(Struct,), array_like=True)
        return position_form(type("Named", (Auction,), {"state_type": state})())

    assert form("deck", "discards") == form("deck", "discards")
    assert form("deck", "discards") != form("discards", "deck")


def test_words_for_people_say_nothing_of_positions():
    class Described(AuctionState):
        """Another sentence."""

    Described.__name__ = AuctionState.__name__

    class Same(Auction):
        """And another one."""

        state_type = Described

    assert position_form(Same()) == position_form(AUCTION)
