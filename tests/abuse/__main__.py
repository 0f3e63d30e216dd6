"""`python -m tests.abuse`: every field of every call at its extreme, on a platform of its own.

Over gRPC with a token and without, compressed, through the gateway, at a rules service and at the admin service, health
included. Prints how many calls were tried, what the worst cost the servers in processor time, and what they kept in
memory; exit code 1 where one cost more than ten ordinary calls, or more than two megabytes were kept.
"""

import asyncio
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.abuse.running import MAX_KEPT_MB, operated_platform, tried_on


def main() -> int:
    """Try all."""
    with tempfile.TemporaryDirectory() as folder:
        platform = operated_platform(Path(folder))
        platform.start()
        try:
            tried = asyncio.run(tried_on(platform, on_progress=partial(print, file=sys.stderr, flush=True)))
        finally:
            platform.stop()
    print(*tried.lines(), sep="\n")  # noqa: T201  # for a person
    return int(bool(tried.faults) or tried.kept_mb > MAX_KEPT_MB)


if __name__ == "__main__":
    sys.exit(main())
