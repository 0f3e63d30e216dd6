"""Starts the rules service of Beyond the Sun: `python -m services.beyond`.

`python -m services.beyond check-pack FILE` says what is missing or contradictory in a component pack instead.
"""

import argparse
from pathlib import Path

from services.beyond.pack_check import report
from services.beyond.rules import BEYOND
from services.kit.server import main

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m services.beyond", description="The rules of Beyond the Sun.")
    commands = parser.add_subparsers(dest="command")
    check = commands.add_parser("check-pack", help="say what is missing or contradictory in a component pack")
    check.add_argument("file", type=Path, help="a pack: a JSON file, or a folder of JSON files")
    given = parser.parse_args()
    if given.command == "check-pack":
        raise SystemExit(report(given.file))
    main(BEYOND)
