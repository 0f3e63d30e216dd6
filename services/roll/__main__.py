"""Start the rules service: `python -m services.roll`."""

from services.kit.server import main
from services.roll.rules import ROLL

main(ROLL)
