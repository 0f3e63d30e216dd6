"""Starts the rules service of Beyond the Sun: `python -m services.beyond`.

`python -m services.beyond check-pack FILE` says what is missing or contradictory in a component pack instead.
"""

from argparse import Namespace
from pathlib import Path
from typing import Any

from services.beyond.components.pack_check import report
from services.beyond.rules import BEYOND
from services.kit.server import main


def _add_check_pack(commands: Any) -> None:  # noqa: ANN401 - argparse names its type in private
    check = commands.add_parser("check-pack", help="say what is missing or contradictory in a component pack")
    check.add_argument("file", type=Path, help="a pack: a JSON file, or a folder of JSON files")
    check.set_defaults(run=_check_pack)


def _check_pack(given: Namespace) -> int:
    return report(given.file)


if __name__ == "__main__":
    main(BEYOND, _add_check_pack)
