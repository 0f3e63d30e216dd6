"""`make snapshots`: write anew what every game shows; the changes are for a person to read (docs/how-to/testing.md)."""

import sys
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).parents[1]


def main() -> int:
    """Rewrite the `SNAPSHOTS` of every folder of tests that has some."""
    for module in sorted(TESTS.glob("*/test_snapshots.py")):
        import_module(f"tests.{module.parent.name}.test_snapshots").SNAPSHOTS.rewrite()
    return 0


if __name__ == "__main__":
    sys.exit(main())
