"""The stored form of tournaments: it holds everything, and versions that know less or more can read it."""

import msgspec
import pytest

from galaxytables_lobby.domain.tournaments.state import (
    Knockout,
    RoundRobin,
    Swiss,
    Tournament,
    decode_tournament,
    encode_tournament,
)
from tests.lobby.domain.tournaments.organised import Run, terms, with_entrants


@pytest.mark.parametrize(
    ("form", "seats"), [(Swiss(rounds=2), 2), (RoundRobin(rounds=3), 3), (Knockout(third_place=True), 2)]
)
def test_it_is_read_as_it_was(form, seats):
    run = Run(with_entrants(8, terms(form, seats=seats)))
    run.rounds(2)
    assert decode_tournament(encode_tournament(run.tournament)) == run.tournament


def test_fields_of_later_versions_are_skipped():
    tournament = Run(with_entrants(4)).rounds(1)
    plain = msgspec.msgpack.decode(encode_tournament(tournament))
    plain["prizes"] = ["a badge"]
    plain["terms"]["theme"] = "winter"
    plain["entrants"][0]["team"] = 3
    plain["rounds"][0]["pairings"][0]["featured"] = True
    plain["steps"][0].append("more")
    assert decode_tournament(msgspec.msgpack.encode(plain)) == tournament


def test_fields_that_an_earlier_version_did_not_know_get_their_defaults():
    tournament = with_entrants(3)
    plain = msgspec.msgpack.decode(encode_tournament(tournament))
    plain.pop("steps")
    assert decode_tournament(msgspec.msgpack.encode(plain)).steps == ()


def test_anything_else_is_refused():
    with pytest.raises(msgspec.DecodeError):
        decode_tournament(b"\x93\x01\x02")


def test_it_is_plain_data():
    """A tournament is made of values that msgpack has, so no class of ours is needed to read one."""
    plain = msgspec.to_builtins(Run(with_entrants(5)).rounds(1), builtin_types=(bytes,))
    assert msgspec.convert(plain, Tournament, builtin_types=(bytes,)).rounds
