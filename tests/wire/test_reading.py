"""Views are read from their bytes, whatever message they are."""

from google.protobuf import struct_pb2

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2
from galaxytables_contract.reading import leaves_in, strings_in


def test_every_text_is_found_at_any_depth() -> None:
    view = struct_pb2.Struct()
    view.update({"own": [{"id": "die:0:1", "face": 3}], "name": "Ada"})
    assert {"own", "id", "die:0:1", "face", "name", "Ada"} <= strings_in(view.SerializeToString())


def test_a_place_is_called_by_what_its_message_begins_with() -> None:
    one, other = struct_pb2.Struct(), struct_pb2.Struct()
    one.update({"first": 1, "second": 2})
    other.update({"second": 2, "first": 5})
    (place,) = [path for path, leaf in leaves_in(one.SerializeToString(deterministic=True)).items() if leaf == 2]
    assert leaves_in(other.SerializeToString(deterministic=True))[place] == 2


def test_numbers_are_read_with_and_without_a_sign_and_in_lists() -> None:
    fact = game_pb2.Fact(name="cost", number=-3)
    assert -3 in leaves_in(fact.SerializeToString()).values()
    several = game_pb2.NumberList(numbers=[5, 70_000])
    assert {10, 140_000} <= set(leaves_in(several.SerializeToString()).values())
    assert strings_in(jump_pb2.JumpView().SerializeToString()) == frozenset()
