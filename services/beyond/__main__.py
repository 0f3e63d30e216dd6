"""Starts the rules service of Beyond the Sun: `python -m services.beyond`."""

from services.beyond.rules import BEYOND
from services.kit.server import main

if __name__ == "__main__":
    main(BEYOND)
