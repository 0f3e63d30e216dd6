import json

import pytest
from structlog.testing import capture_logs

from galaxytables.rules.v1 import rules_pb2
from galaxytables_kit.calls import RulesCalls
from galaxytables_kit.errors import ComponentError, OptionsConflict, UnknownPack
from galaxytables_kit.live import LiveGame
from galaxytables_kit.pack import load_packs, pack_digest
from galaxytables_kit.playout import begin
from tests.kit.sample_game import AUCTION, Auction, AuctionOptions


def write(path, **content):
    path.write_text(json.dumps(content))
    return path


@pytest.fixture
def replacement(tmp_path):
    return write(tmp_path / "mine.json", game="auction", values=[1] * 40)


def test_a_replacement_serves_new_games_and_the_old_pack_the_running_ones(replacement):
    running = begin(AUCTION, load_packs(AUCTION), 2, AuctionOptions(), 1)
    packs = load_packs(AUCTION, [replacement])
    assert packs.default == pack_digest(replacement)
    assert begin(AUCTION, packs, 2, AuctionOptions(), 1).play.pack.values == [1] * 40
    assert LiveGame.restore(AUCTION, packs, running.position()).play.pack.values != [1] * 40


def test_packs_that_were_built_in_before_serve_their_tables_and_no_new_ones(replacement):
    class Renewed(Auction):
        earlier_packs = (replacement,)

    running = begin(AUCTION, load_packs(AUCTION, [replacement]), 2, AuctionOptions(), 1)
    packs = load_packs(Renewed())
    assert packs.default == pack_digest(AUCTION.components_path)
    assert packs.digests == [packs.default, pack_digest(replacement)]
    assert LiveGame.restore(AUCTION, packs, running.position()).play.pack.values == [1] * 40


def test_a_game_is_set_up_with_another_pack_on_request(replacement):
    calls = RulesCalls(AUCTION, load_packs(AUCTION, [replacement]))
    built_in, mine = pack_digest(AUCTION.components_path), pack_digest(replacement)
    for wanted, got in ((b"", mine), (mine, mine), (built_in, built_in)):
        begun = calls.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32), pack_digest=wanted))
        assert begun.pack_digest == got
    with pytest.raises(UnknownPack):
        calls.new_game(rules_pb2.NewGameRequest(seats=2, seed=bytes(32), pack_digest=b"other"))


def test_options_are_checked_against_the_pack_of_the_table(replacement):
    class Choosy(Auction):
        def check(self, options, seats, pack):
            super().check(options, seats, pack)
            if options.dice and pack.values[0] == 1:
                raise OptionsConflict("no dice in this box", ["dice"], "A0.3")

    calls, dice = RulesCalls(Choosy(), load_packs(Choosy(), [replacement])), {"dice": "on"}
    built_in = pack_digest(AUCTION.components_path)
    with pytest.raises(OptionsConflict):
        calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, options=dice))
    with pytest.raises(OptionsConflict):
        calls.new_game(rules_pb2.NewGameRequest(seats=2, options=dice, seed=bytes(32)))
    calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, options=dice, pack_digest=built_in))
    for digest, said in ((b"", "no dice in this box"), (built_in, "")):
        form = calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, options=dice, form=True, pack_digest=digest))
        assert form.conflict.text.startswith(said)
        assert form.HasField("conflict") is bool(said)
    with pytest.raises(UnknownPack):
        calls.check_options(rules_pb2.CheckOptionsRequest(seats=2, pack_digest=b"other"))


def test_a_service_that_lacks_a_tables_pack_refuses_it(replacement):
    running = begin(AUCTION, load_packs(AUCTION, [replacement]), 2, AuctionOptions(), 1)
    with pytest.raises(UnknownPack) as refused:
        LiveGame.restore(AUCTION, load_packs(AUCTION), running.position())
    assert refused.value.metadata["pack"] == pack_digest(replacement).hex()


def test_packs_of_other_games_are_passed_over_but_named_in_the_log(tmp_path, replacement):
    other = write(tmp_path / "other.json", game="chess")
    with capture_logs() as logs:
        assert load_packs(AUCTION, [other, replacement]).default == pack_digest(replacement)
    (line,) = logs
    assert (line["event"], line["file"], line["pack_game"]) == ("pack_of_another_game", str(other), "chess")


def test_a_folder_is_a_pack_too(tmp_path):
    write(tmp_path / "pack.json", game="auction")
    one = pack_digest(tmp_path)
    write(tmp_path / "more.json", values=[])
    assert pack_digest(tmp_path) != one


@pytest.mark.parametrize("content", ["", "{", '{"values": []}', '{"game": 7}'])
def test_a_file_that_is_no_pack_is_named(tmp_path, content):
    path = tmp_path / "broken.json"
    path.write_text(content)
    with pytest.raises(ComponentError) as refused:
        load_packs(AUCTION, [path])
    assert refused.value.metadata["file"] == str(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ComponentError, match="No such file"):
        load_packs(AUCTION, [tmp_path / "nothing.json"])
