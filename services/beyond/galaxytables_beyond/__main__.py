"""Starts the rules service: `python -m galaxytables_beyond`."""

from galaxytables_beyond.rules import BEYOND
from galaxytables_kit.server import main

main(BEYOND)
