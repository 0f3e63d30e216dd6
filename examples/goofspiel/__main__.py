"""Start the rules service: `python -m examples.goofspiel`."""

from examples.goofspiel.rules import GOOFSPIEL
from services.kit.server import main

main(GOOFSPIEL)
