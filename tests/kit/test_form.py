"""What a form for a new table may offer."""

from random import Random
from typing import Any

import pytest

from galaxytables.rules.v1 import rules_pb2
from galaxytables_arena.games import game_names, load_game
from galaxytables_kit.errors import OptionError, OptionsConflict
from galaxytables_kit.form import option_form
from galaxytables_kit.game import Game
from galaxytables_kit.options import option_specs, read_options
from galaxytables_kit.pack import load_packs
from galaxytables_race.options import RaceOptions
from galaxytables_race.rules import RACE
from tests.kit.sample_game import AUCTION, Auction, AuctionOptions

GAMES: list[Game[Any, Any, Any]] = [AUCTION, *map(load_game, game_names())]


def offers_of(game, options, seats):
    return {offer.name: offer for offer in option_form(game, load_packs(game), options, seats).offers}


def test_every_option_has_a_title():
    rounds, pace, dice = option_specs(AuctionOptions)
    assert [rounds.title, pace.title, dice.title] == ["Rounds", "Pace", "Dice"]
    titles = {spec.name: spec.title for spec in option_specs(RaceOptions)}
    assert titles["new_worlds"] == "New worlds"
    assert titles["uplift_knowledge_settle_only"] == "Uplift Knowledge after Settle only"
    for game in GAMES:
        told = [spec.title for spec in option_specs(game.options_type)]
        assert all(told)
        assert len(set(told)) == len(told)


def test_a_form_has_all_options_with_what_may_be_chosen_instead():
    form = option_form(AUCTION, load_packs(AUCTION), AuctionOptions(pace="quick"), 3)
    assert dict(form.options) == {"rounds": "3", "pace": "quick", "dice": "off"}
    assert list(form.seats) == [2, 3, 4]
    assert not form.HasField("conflict")
    rounds, pace, dice = form.offers
    assert (rounds.name, rounds.value, list(rounds.values)) == ("rounds", "3", [])
    # Five rounds do not go with the quick pace (A0.2).
    assert [(each.least, each.most) for each in rounds.ranges] == [(1, 4)]
    assert (list(rounds.beyond.options), rounds.beyond.paragraph) == (["pace", "rounds"], "A0.2")
    assert {each.value: each.HasField("conflict") for each in pace.values} == {"slow": False, "quick": False}
    assert [each.value for each in dice.values] == ["off", "on"]


def test_what_does_not_go_together_is_said_by_the_form():
    form = option_form(AUCTION, load_packs(AUCTION), AuctionOptions(pace="quick", rounds=5), 2)
    assert (form.conflict.reason, list(form.conflict.options)) == ("OPTIONS_CONFLICT", ["pace", "rounds"])
    assert "(A0.2)" in form.conflict.text
    assert dict(form.conflict.metadata) == {
        "options": "pace,rounds",
        "paragraph": "A0.2",
        "rule": "too_many_rounds",
        "most": "4",
    }
    pace = form.offers[1]
    assert {each.value: each.HasField("conflict") for each in pace.values} == {"slow": False, "quick": True}
    assert [(each.least, each.most) for each in form.offers[0].ranges] == [(1, 4)]
    # The number of seats is not to blame.
    assert list(form.seats) == [2, 3, 4]


def test_too_many_seats_are_said_by_the_form():
    form = option_form(AUCTION, load_packs(AUCTION), AuctionOptions(), 7)
    assert (form.conflict.reason, list(form.conflict.options), form.conflict.paragraph) == ("INVALID_SEATS", [], "")
    assert dict(form.conflict.metadata) == {"seats": "7", "least": "2", "most": "4"}
    assert list(form.seats) == [2, 3, 4]


def test_an_option_that_makes_no_difference_names_what_it_depends_on():
    class Idle(Auction):
        def without_effect(self, options, seats):
            del seats
            if not options.dice:
                yield OptionsConflict("without dice nobody rolls", ["rounds", "dice"], "A0.9")

    conflict = offers_of(Idle(), AuctionOptions(), 2)["rounds"].without_effect
    assert (list(conflict.options), conflict.paragraph) == (["rounds", "dice"], "A0.9")
    assert not offers_of(Idle(), AuctionOptions(dice=True), 2)["rounds"].HasField("without_effect")
    assert not offers_of(AUCTION, AuctionOptions(), 2)["rounds"].HasField("without_effect")


def test_R14_21_an_option_of_race_names_the_expansion_that_it_comes_with():
    offers = offers_of(RACE, RaceOptions(), 2)
    on = {each.value: each.conflict for each in offers["security_council_any_target_only"].values}["on"]
    assert on.metadata["rule"] == "reading_of_council"
    assert (list(on.options), on.paragraph) == (
        ["security_council_any_target_only", "takeovers", "expansion"],
        "R14.21",
    )
    whole = offers_of(RACE, RaceOptions(expansion="brink_of_war", takeovers=True), 2)
    assert not any(each.HasField("conflict") for each in whole["security_council_any_target_only"].values)


def test_R3_7_the_actions_of_two_players_matter_to_two():
    conflict = offers_of(RACE, RaceOptions(), 3)["two_player_actions"].without_effect
    assert (list(conflict.options), conflict.paragraph) == (["two_player_actions"], "R3.7")
    assert not offers_of(RACE, RaceOptions(), 2)["two_player_actions"].HasField("without_effect")


def test_R18_5_packs_matter_in_a_draft_and_leave_to_draft_in_the_base_game():
    offers = offers_of(RACE, RaceOptions(expansion="gathering_storm"), 2)
    assert list(offers["draft_packs"].without_effect.options) == ["draft_packs", "draft"]
    assert list(offers["draft_base_alone"].without_effect.options) == ["draft_base_alone", "expansion"]
    drafted = offers_of(RACE, RaceOptions(draft=True, draft_base_alone=True), 2)
    assert not any(drafted[name].HasField("without_effect") for name in ("draft_packs", "draft_base_alone"))


def test_more_seats_come_with_expansions_of_race():
    assert list(option_form(RACE, load_packs(RACE), RaceOptions(), 2).seats) == [2, 3, 4]
    assert list(option_form(RACE, load_packs(RACE), RaceOptions(expansion="gathering_storm"), 2).seats) == [2, 3, 4, 5]
    expansion = offers_of(RACE, RaceOptions(), 5)["expansion"]
    reasons = {each.value: each.conflict.reason for each in expansion.values}
    assert (reasons["base"], reasons["gathering_storm"]) == ("INVALID_SEATS", "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_offered_can_be_played_and_what_is_not_is_refused(game):
    random, packs = Random(7), load_packs(game)
    pack = packs.get(packs.default)

    def playable(options, seats):
        try:
            game.check(read_options(game.options_type, options), seats, pack)
        except OptionError:
            return False
        return True

    for _ in range(25):
        options, seats = some(game, random), random.randint(game.min_seats, game.max_seats)
        form = option_form(game, packs, options, seats)
        assert form.HasField("conflict") == (not playable(dict(form.options), seats))
        for spec, offer in zip(option_specs(game.options_type), form.offers, strict=True):
            if spec.kind == rules_pb2.OPTION_KIND_NUMBER:
                good = {str(n) for each in offer.ranges for n in range(each.least, each.most + 1)}
                every = [str(n) for n in range(spec.least, spec.most + 1)]
                assert offer.HasField("beyond") == (len(good) < len(every))
            else:
                good = {each.value for each in offer.values if not each.HasField("conflict")}
                every = [each.value for each in offer.values]
            assert {v for v in every if playable({**form.options, spec.name: v}, seats)} == good
        if not form.HasField("conflict"):
            fitting = range(game.min_seats, game.max_seats + 1)
            assert list(form.seats) == [n for n in fitting if playable(dict(form.options), n)]


def some(game, random):
    given = {}
    for spec in option_specs(game.options_type):
        if random.random() < 0.3:
            values = spec.values or (
                ["on", "off"]
                if spec.kind == rules_pb2.OPTION_KIND_FLAG
                else [str(random.randint(spec.least, spec.most))]
            )
            given[spec.name] = random.choice(list(values))
    return read_options(game.options_type, given)
