import importlib
import pkgutil

from google.protobuf import any_pb2, duration_pb2
from rich.text import Text

import galaxytables_terminal.drawing
from galaxytables.jump.v1 import jump_pb2
from galaxytables.roll.v1 import roll_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client import PlayerId
from galaxytables_terminal.answer import Answer
from galaxytables_terminal.catalogue import Catalogue, details
from galaxytables_terminal.drawing import gallery, generic, jump, roll
from galaxytables_terminal.drawing.scene import Drawing, Look, Picture
from galaxytables_terminal.page import lay_out, rendered
from galaxytables_terminal.people import People
from galaxytables_terminal.question import option_area, option_text, question_text
from galaxytables_terminal.wording import ENGLISH
from tests.terminal import scenes
from tests.terminal.test_people import seat

CATALOGUE = Catalogue(scenes.CARDS)
PEOPLE = People([seat(0, "Ann", player="a"), seat(1, "Bob")], PlayerId("a"))
JUMP = "galaxytables.jump.v1.JumpView"


def look(width: int = 60, viewer: int | None = 0) -> Look:
    return Look(CATALOGUE, PEOPLE, viewer, width)


def text(picture: Picture, width: int = 60) -> list[str]:
    return [line.plain.rstrip() for line in lay_out(picture.areas, width).lines]


def packed(view: jump_pb2.JumpView) -> any_pb2.Any:
    view_any = any_pb2.Any()
    view_any.Pack(view)
    return view_any


def test_jump_shows_hand_own_empire_and_the_others() -> None:
    view = scenes.jump_view(2, ("galactic_salon", "pirate_lair"), ("survey_hq", "space_marines"), vp=12)
    picture = gallery.picture(packed(view), look())
    assert text(picture) == [
        "Your hand · 2 · price, VP/cards it adds",
        "  Galactic Salon         novelty pay 4   +0/+1",
        "  Pirate Lair            novelty conquer +1/+1",
        "",
        "Your empire · 2 cards",
        "  Survey HQ 2/1       Space Marines 2/1",
        "",
        "Bob · 1 card · +2 against rebel · Survey Team to take",
        "  Space Marines 0/0",
    ]
    assert picture.headline == "round 2 · choose and pay · deck 90 · 2 Survey Teams · to 50 VP"
    assert picture.figures == {
        0: " 12 VP (+3)   2 cards (+2)  military 1  dealer",
        1: "  5 VP (-1)   4 cards (+1)  military 0",
    }


def test_jump_cards_in_hand_can_be_picked_where_they_lie() -> None:
    picture = gallery.picture(packed(scenes.jump_view(1, scenes.HAND)), look())
    hand = picture.areas[0].spots
    assert [(spot.ids, spot.component) for spot in hand] == [
        ((f"h{number}",), component) for number, component in enumerate(scenes.HAND)
    ]


def test_jump_begins_with_the_viewer_and_goes_on_clockwise() -> None:
    view = scenes.jump_view(1, ("survey_hq",))
    titles = [area.title.split(" · ")[0] for area in jump.draw(view, look(viewer=1)).areas]
    assert titles == ["Your hand", "Your empire", "Ann"]


def test_a_spectator_of_jump_sees_no_hand() -> None:
    view = scenes.jump_view(1, ())
    titles = [area.title.split(" · ")[0] for area in jump.draw(view, look(viewer=None)).areas]
    assert titles == ["Ann", "Bob"]


def test_jump_fits_a_narrow_terminal() -> None:
    view = scenes.jump_view(1, scenes.HAND, ("survey_hq", "galactic_salon"))
    lines = lay_out(jump.draw(view, look(30)).areas, 30).lines
    assert all(line.cell_len <= 30 for line in lines)
    assert any("Survey HQ" in line.plain for line in lines)


def test_an_unknown_card_is_drawn_by_its_id() -> None:
    picture = gallery.picture(packed(scenes.jump_view(1, ("lost_world",))), look())
    assert "Lost world" in text(picture)[1]


def test_every_module_of_the_package_offers_a_drawing_or_is_part_of_the_machinery() -> None:
    modules = {module.name for module in pkgutil.iter_modules(galaxytables_terminal.drawing.__path__)}
    parts = {name for name in modules if "_" in name}
    games = modules - parts - {"freeform", "gallery", "generic", "scene"}
    assert "jump" in games
    assert {part.partition("_")[0] for part in parts} <= games
    for game in games:
        drawing = importlib.import_module(f"galaxytables_terminal.drawing.{game}").DRAWING
        assert isinstance(drawing, Drawing)
        assert drawing.view.DESCRIPTOR.full_name.startswith(f"galaxytables.{game}.")


def test_a_view_without_a_drawing_is_told_field_by_field() -> None:
    view = scenes.jump_view(3, ("survey_hq",), ("galactic_salon",))
    picture = generic.draw(view, look())
    lines = text(picture, 200)
    assert "round 3" in lines
    assert "phase phase choose" in lines
    assert "  Survey HQ, price 4, income gain 1" in lines
    assert "Ann" in lines
    assert "  Galactic Salon, vp 2, income 1" in lines[lines.index("Ann · Cards") :]
    assert [spot.component for area in picture.areas if area.title == "Hand" for spot in area.spots] == ["survey_hq"]


def test_a_message_of_any_library_is_told_by_name() -> None:
    packed_any = any_pb2.Any()
    packed_any.Pack(duration_pb2.Duration(seconds=7))
    assert text(gallery.picture(packed_any, look())) == ["Duration", "seconds 7"]


def test_a_view_of_an_unknown_type_is_told_by_field_numbers() -> None:
    inner = jump_pb2.HandCard(id="h0", component="survey_hq")
    view = jump_pb2.JumpView(round=4, hand=[inner])
    unknown = any_pb2.Any(type_url="type.example/galaxytables.chess.v1.ChessView", value=view.SerializeToString())
    shown = text(gallery.picture(unknown, look()))
    assert shown[0] == "galaxytables.chess.v1.ChessView (by field numbers)"
    assert "1: 4" in shown
    assert "  2: survey_hq" in shown


def test_a_view_that_cannot_be_read_is_said_to_be_so() -> None:
    broken = any_pb2.Any(type_url="type.example/" + JUMP, value=b"\xff\xff\xff")
    assert text(gallery.picture(broken, look())) == [f"{JUMP}: cannot be read"]


def test_details_tell_figures_words_and_how_well_they_are_known() -> None:
    shown = "\n".join(line.plain.rstrip() for line in rendered(details(CATALOGUE.get("trade_pact"), ENGLISH), 40))
    assert shown.splitlines() == [
        "Trade Pact",
        "development · 2 in the box",
        "• Income 2 with Trade Pact in any other",
        "empire",
        "Partly our reconstruction: VP.",
    ]


def test_a_card_without_words_is_told_by_its_figures() -> None:
    shown = [line.plain.rstrip() for line in rendered(details(CATALOGUE.get("pirate_lair"), ENGLISH), 60)]
    assert shown[-1].replace("\N{NO-BREAK SPACE}", " ") == ("colour novelty   defense 5   vp 3   income 2")


def test_jump_prints_formulas_with_a_plus_and_icons_as_letters() -> None:
    def shown(component: str) -> str:
        return " ".join(jump.line(CATALOGUE.get(component), look(60)).plain.split())

    assert shown("survey_hq") == "Survey HQ novelty cost 4 0+/0"
    assert shown("space_marines") == "Space Marines dev cost 2 0/0 MM"


def test_jump_shows_what_is_set_aside_and_what_everybody_does() -> None:
    view = scenes.jump_view(2, ("pirate_lair",))
    view.aside.action = jump_pb2.ACTION_DEVELOP
    view.aside.placing.add(id="7", component="space_marines")
    view.aside.discarding.add(id="h1", component="trade_pact")
    view.empires[1].action = jump_pb2.ACTION_EXPLORE
    picture = jump.draw(view, look())
    assert text(picture)[3:5] == [
        "Set aside, face down · develops",
        "  Space Marines                 Trade Pact (discard)",
    ]
    assert picture.figures[1].endswith("military 0  explores")


def option(label: str, component: str = "") -> game_pb2.Option:
    return game_pb2.Option(id="o", label=label, component=component)


def test_an_option_is_its_card_with_what_the_label_says_besides() -> None:
    def shown(one: game_pb2.Option) -> str:
        return " ".join(option_text(one, JUMP, look(60)).plain.split())

    assert shown(option("Explore")) == "Explore"
    assert shown(option("Pirate Lair", "pirate_lair")) == "Pirate Lair novelty def 5 3/2"
    assert shown(option("Pirate Lair: pay 4", "pirate_lair")) == "Pirate Lair novelty def 5 3/2 pay 4"


def test_questions_say_how_many_which_rule_and_which_paragraph() -> None:
    assert question_text(Answer(scenes.PAY, ENGLISH), look(60)).plain == (
        "Pay for Survey HQ.  (choose 2  R3.1)\nKeep what you can still use."
    )


def test_options_are_numbered_marked_and_ordered() -> None:
    answer = Answer(scenes.ORDER, ENGLISH)
    answer.toggle("rest")
    answer.toggle("draw")
    (area,) = option_area(answer, JUMP, look(60), 60)
    assert [spot.text.plain for spot in area.spots] == ["1 [2] first draw", "2 [ ] first score", "3 [1] first rest"]
    (area,) = option_area(Answer(scenes.SECOND, ENGLISH), JUMP, look(60), 60)
    assert area.spots[-1].text.plain == "0 none of these"


def test_a_card_of_any_game_fits_its_line() -> None:
    card = rules_pb2.Component(id="x", name="Alien Rosetta Stone World", kind="world")
    line = generic.line(card, look(12))
    assert isinstance(line, Text)
    assert line.plain == "Alien Roset…"


def test_roll_shows_who_selected_a_phase_also_where_the_die_is_elsewhere() -> None:
    home, produce = roll_pb2.DIE_COLOUR_HOME, roll_pb2.PHASE_PRODUCE
    selecting = roll_pb2.Worker(colour=home, selecting=True)
    standing = roll_pb2.Worker(colour=home)
    view = roll_pb2.RollView(
        step=roll_pb2.STEP_PRODUCE,
        phases=[roll_pb2.PhaseTile(phase=produce, active=True)],
        empires=[
            roll_pb2.Empire(seat=0, selected=produce, strip=[roll_pb2.Column(phase=produce, workers=[selecting])]),
            roll_pb2.Empire(seat=1, selected=produce, strip=[roll_pb2.Column(phase=produce, workers=[standing])]),
        ],
    )
    phases = next(area for area in roll.draw(view, look()).areas if area.title == "Phases")
    assert isinstance(phases.body, Text)
    assert phases.body.plain == "> IV  produce  you [H] Bob H [ ]"
