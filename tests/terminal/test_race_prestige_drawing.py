"""Prestige drawn from real views."""

from galaxytables_kit import Seat
from tests.race.scene import BRINK, PACK, Side, Table, scene
from tests.terminal.test_race_drawing import drawn, text

OTHER = Side(["epsilon_eridani"])


def searching() -> Table:
    table = scene(
        Side(["old_earth"], actions=["search"], prestige=2),
        OTHER,
        phase="search",
        deck=["gem_world", "rebel_base"],
        options=BRINK,
    )
    table.answer(0, "strong_military_world")
    return table


def test_a_search_shows_what_was_turned_up() -> None:
    picture = drawn(searching(), viewer=1)
    lines = text(picture)
    assert "Turned up by Ann · 2" in lines
    assert any("Gem World" in line and "Rebel Base" in line for line in lines)
    assert picture.headline.startswith("round 1 · Search")


def test_prestige_and_the_tile_stand_beside_the_name() -> None:
    table = searching()
    table.state.leader = Seat(0)
    table.state.empires[0].prestige.on_tile = 1
    figures = drawn(table).figures
    assert "2 prestige (leads, 1 on the tile)" in figures[0]
    assert "0 prestige" in figures[1]
    assert "leads" not in figures[1]


def test_own_saved_cards_are_drawn_and_counted_for_others() -> None:
    table = scene(Side(["galactic_scavengers"], actions=["search"]), OTHER, phase="search", options=BRINK)
    card = PACK.numbers["rebel_base"][0]
    table.state.decks[0].remove(card)
    table.state.empires[0].saved = {PACK.numbers["galactic_scavengers"][0]: [card]}
    assert "Saved under a world · 1" in text(drawn(table))
    others = "\n".join(text(drawn(table, viewer=1)))
    assert "(1 saved)" in others
    assert "Rebel Base" not in others
