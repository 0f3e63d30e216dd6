"""Start the rules service: `python -m services.race`."""

from services.kit.server import main
from services.race.rules import RACE

if __name__ == "__main__":
    main(RACE)
