"""Start the rules service: `python -m services.roll`."""

from services.roll.rules import ROLL

from services.kit.server import main

main(ROLL)
