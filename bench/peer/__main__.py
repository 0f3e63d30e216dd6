"""`make bench-peer`: compares Galaxy Tables with boardgame.io and Colyseus in one table (README.md says how).

    python -m bench.peer [--sides ours,a,b,c,d,floor] [--tables 1,200] [--seconds 3] [--game race] [--lobbies 1]
                         [--views]

All run on the same two cores, one after the other, and once more in the opposite order.
"""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict

from bench.figures import RESULTS
from bench.interpreter import form_of_rules, run_with_optimised
from bench.peer.install import install
from bench.peer.loads import Load, Row, load, remarks, row_of, table_of, with_ratios
from bench.peer.sides import Side, all_sides

CORES = 2


async def compare(sides: Sequence[Side], tables: Sequence[int], given: argparse.Namespace) -> list[Row]:
    """Load all servers in turn, then again in the opposite order. Each load starts its server anew."""
    loads: dict[tuple[str, int], list[Load]] = {}
    for side in (*sides, *reversed(sides)):
        begun = time.monotonic()
        async with side.run() as running:
            for number in tables:
                measured = await load(side, running, number, seconds=given.seconds, game=given.game, views=given.views)
                loads.setdefault((side.name, number), []).append(measured)
        print(f"{side.what}: {time.monotonic() - begun:.0f} s", flush=True)
    return [
        row
        for number in tables
        for row in with_ratios([row_of(side, number, loads[side.name, number]) for side in sides])
    ]


def main() -> None:
    """Read the command line, compare, print the table and write JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sides", default="ours,a,b,c,d,floor")
    parser.add_argument("--tables", default="1,200")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--game", default="race")
    parser.add_argument("--lobbies", type=int, default=1)
    parser.add_argument("--views", action="store_true", help="every update of ours carries the whole view, too")
    given = parser.parse_args()
    build = run_with_optimised("bench.peer")
    install()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    names = given.sides.split(",")
    sides = {side.name: side for side in all_sides(given.game, given.lobbies)}
    if unknown := [name for name in names if name not in sides]:
        parser.error(f"no side {unknown[0]}; there are: {', '.join(sides)}")
    begun = time.monotonic()
    rows = asyncio.run(compare([sides[name] for name in names], [int(each) for each in given.tables.split(",")], given))
    head = f"{build}, rules {form_of_rules()}, {len(os.sched_getaffinity(0))} cores, {time.monotonic() - begun:.0f} s"
    print(head)
    print(table_of(rows))
    for remark in remarks(rows):
        print(remark)
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "peer.json").write_text(
        json.dumps({"head": head, "rows": [asdict(row) for row in rows]}, indent=1) + "\n"
    )


main()
