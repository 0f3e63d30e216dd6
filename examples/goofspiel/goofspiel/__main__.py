"""Starts the rules service: `python -m goofspiel`."""

from galaxytables_kit.server import main
from goofspiel.rules import GOOFSPIEL

main(GOOFSPIEL)
