"""Starts the rules service: `python -m galaxytables_jump`."""

from galaxytables_jump.rules import JUMP
from galaxytables_kit.server import main

main(JUMP)
