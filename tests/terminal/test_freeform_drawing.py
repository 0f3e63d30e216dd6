"""Views of games without a proto of their own."""

from google.protobuf import any_pb2, struct_pb2

from galaxytables_client.words import Words
from galaxytables_terminal.drawing import gallery
from galaxytables_terminal.drawing.scene import Look
from galaxytables_terminal.page import lay_out
from tests.terminal.test_drawings import CATALOGUE, PEOPLE

WORDS = """
game = Liar's Dice
field-part = part of the round
field-own = Your dice
field-face = shows
word-bid = bids
"""


def test_a_view_without_a_proto_is_drawn_by_its_names_and_its_pieces_can_be_picked() -> None:
    view = struct_pb2.Struct()
    view.update(
        {
            "round": 2,
            "part": "bid",
            "bid": None,
            "players": [{"seat": 0, "dice": 5}, {"seat": 1, "dice": 4, "next": True, "won": []}],
            "own": [{"id": "die:0:0", "face": 3}, {"id": "die:0:1", "face": 6}],
            "drawn": ["galactic_salon"],
        }
    )
    packed = any_pb2.Any()
    packed.Pack(view)
    look = Look(CATALOGUE, PEOPLE, 0, 60, words=Words("en", [WORDS], {}))
    picture = gallery.picture(packed, look)
    assert [line.plain.rstrip() for line in lay_out(picture.areas, 60).lines] == [
        "Liar's Dice",
        "part of the round bids",
        "round 2",
        "",
        "Drawn",
        "  Galactic Salon",
        "",
        "Your dice",
        "  shows 3   shows 6",
        "",
        "Players",
        "  Ann, dice 5",
        "  Bob, dice 4, next yes, won nothing yet",
    ]
    dice = [spot for area in picture.areas for spot in area.spots if spot.ids]
    assert [spot.ids for spot in dice] == [("galactic_salon",), ("die:0:0",), ("die:0:1",)]
