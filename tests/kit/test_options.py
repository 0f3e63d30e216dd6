from typing import Annotated

import pytest
from msgspec import Meta, Struct

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.errors import InvalidOption, InvalidSeats, OptionsConflict
from galaxytables_kit.options import option_specs, read_options, write_options
from tests.kit.sample_game import AUCTION, AuctionOptions

PACK = AUCTION.load_pack(AUCTION.components_path)


def test_options_are_described_from_their_fields():
    rounds, pace, dice = option_specs(AuctionOptions)
    assert (rounds.kind, rounds.least, rounds.most, rounds.default_value) == (rules_pb2.OPTION_KIND_NUMBER, 1, 5, "3")
    assert (pace.kind, list(pace.values), pace.default_value) == (
        rules_pb2.OPTION_KIND_WORD,
        ["slow", "quick"],
        "slow",
    ) or (sorted(pace.values) == ["quick", "slow"])
    assert (dice.kind, dice.default_value, dice.text) == (rules_pb2.OPTION_KIND_FLAG, "off", "roll a bonus each round")


def test_options_are_read_and_written_alike():
    options = read_options(AuctionOptions, {"rounds": "5", "dice": "on"})
    assert options == AuctionOptions(rounds=5, dice=True)
    assert read_options(AuctionOptions, write_options(options)) == options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", "0"),
        ("rounds", "6"),
        ("rounds", "x"),
        ("rounds", "٣"),
        ("rounds", "9" * 5000),
        ("dice", "yes"),
        ("pace", "fast"),
        ("speed", "1"),
    ],
)
def test_odd_options_are_refused_by_name(name, value):
    with pytest.raises(InvalidOption) as refused:
        read_options(AuctionOptions, {name: value})
    assert refused.value.metadata["option"] == name


def test_seats_and_conflicts_are_checked():
    with pytest.raises(InvalidSeats):
        AUCTION.check(AuctionOptions(), 5, PACK)
    with pytest.raises(OptionsConflict) as refused:
        AUCTION.check(AuctionOptions(pace="quick", rounds=5), 2, PACK)
    assert refused.value.metadata == {
        "options": "pace,rounds",
        "paragraph": "A0.2",
        "rule": "too_many_rounds",
        "most": "4",
    }


def test_other_kinds_of_options_are_a_mistake_of_the_game():
    class Odd(Struct):
        names: list[str] = []

    class Unbounded(Struct):
        number: Annotated[int, Meta(ge=0)] = 1

    for options in (Odd, Unbounded):
        with pytest.raises(TypeError):
            option_specs(options)
