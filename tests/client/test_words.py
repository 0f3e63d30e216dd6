import pytest

from galaxytables.rules.v1 import game_pb2
from galaxytables_client.words import Words


@pytest.mark.parametrize(
    ("ids", "said"),
    [(["home"], "Home die"), (["home"] * 3, "3 × Home die"), (["home", "blue", "home"], "2 × Home die and blue")],
)
def test_a_component_that_is_there_several_times_is_named_once(ids: list[str], said: str) -> None:
    words = Words("en", ["event-rolled = { $dice }"], {"home": "Home die"})
    dice = game_pb2.Fact(name="dice", components=game_pb2.ComponentList(ids=ids))
    assert words.event(game_pb2.Event(kind="rolled", facts=[dice])) == said
