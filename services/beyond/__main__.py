"""Start the rules service: `python -m services.beyond`."""

from services.beyond.rules import BEYOND
from services.kit.server import main

main(BEYOND)
