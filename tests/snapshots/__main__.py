"""`make snapshots`: write anew what every game shows; the changes are for a person to read (docs/testing.md)."""

import sys

from tests.beyond.test_snapshots import SNAPSHOTS as BEYOND
from tests.jump.test_snapshots import SNAPSHOTS as JUMP
from tests.race.test_snapshots import SNAPSHOTS as RACE
from tests.roll.test_snapshots import SNAPSHOTS as ROLL


def main() -> int:
    """Rewrite the snapshots of all games."""
    for snapshots in (RACE, ROLL, JUMP, BEYOND):
        snapshots.rewrite()
    return 0


if __name__ == "__main__":
    sys.exit(main())
