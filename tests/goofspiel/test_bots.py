"""The bot that lies in the game's own folder."""

from galaxytables_arena.games import bots_besides, load_game
from galaxytables_arena.match import play_match
from galaxytables_bots.registry import discover


def test_it_is_found_in_the_folder_of_the_game():
    assert discover(bots_besides("goofspiel")).bots("goofspiel") == ["matching", "random"]
    assert bots_besides("jump") == {}


def test_it_beats_chance():
    match = play_match(load_game("goofspiel"), ("matching", "random"), games=60, seed=7)
    bot, others = match.sides
    assert bot.wins > 4 * others.wins
    assert bot.refused == bot.defaults == 0
