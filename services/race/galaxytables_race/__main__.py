"""Starts the rules service: `python -m galaxytables_race`."""

from galaxytables_kit.server import main
from galaxytables_race.rules import RACE

if __name__ == "__main__":
    main(RACE)
