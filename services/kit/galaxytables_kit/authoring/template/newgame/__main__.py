"""Runs the game from the command line: `python -m newgame --help`."""

from galaxytables_kit.server import main

from newgame.rules import GAME

main(GAME)
