"""Starts the rules service: `python -m galaxytables_roll`."""

from galaxytables_kit.server import main
from galaxytables_roll.rules import ROLL

main(ROLL)
