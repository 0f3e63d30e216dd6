"""Start the rules service: `python -m examples.goofspiel`."""

from examples.goofspiel.rules import GOOFSPIEL
from galaxytables_kit.server import main

main(GOOFSPIEL)
