"""The program `galaxytables`. It says in a line if packages are missing or have other versions than it needs."""

import sys

from galaxytables_platform.requirements import REMEDY, unmet_requirements

EXIT_START_FAILED = 2


def command() -> int:
    """Run the command line's command and return the exit code."""
    try:
        from galaxytables_platform.__main__ import main

        return main(sys.argv[1:])
    except Exception:  # a library of another version may raise anything, at its import or later
        unmet = sorted(unmet_requirements())
        if not unmet:
            raise
        sys.stderr.write(f"Packages do not fit: {'; '.join(unmet)}; {REMEDY}\n")
        return EXIT_START_FAILED
