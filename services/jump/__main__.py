"""Start the rules service: `python -m services.jump`."""

from services.jump.rules import JUMP
from services.kit.server import main

main(JUMP)
