"""Checks a rules service: `python -m galaxytables_contract --target host:port`. Prints a finding for each law."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from galaxytables_contract import laws  # noqa: F401 - knows all laws
from galaxytables_contract.errors import ContractError
from galaxytables_contract.inspection import LAWS, Inspection, Sight, Verdict, find
from galaxytables_contract.rules import RulesAt

REACH_SECONDS = 10.0


def inspect(rules: RulesAt, games: int, lacks: frozenset[Sight]) -> bool:
    """Check every law and print each finding.

    Returns whether all laws hold. `lacks` are situations that the game cannot have.
    """
    inspection = Inspection(rules, games)
    held = 0
    for each in LAWS:
        finding = find(each, inspection, lacks)
        held += finding.verdict is Verdict.HOLDS
        sys.stdout.write(f"{finding}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{held} of {len(LAWS)} laws hold at {rules.target}\n")
    return held == len(LAWS)


def _read(arguments: Sequence[str], program: str) -> Namespace:
    parser = ArgumentParser(prog=program, description="Inspects a rules service.")
    parser.add_argument("--target", required=True, help="address of the service, host:port")
    parser.add_argument("--games", type=int, default=6, help="number of tables to play (default: 6)")
    parser.add_argument(
        "--lacks",
        default="",
        help=f"what the game has nothing of, parted by commas: {', '.join(Sight)}; a law that sees nothing of what it "
        "is about fails otherwise",
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str], program: str = "python -m galaxytables_contract") -> int:
    """Run the command. Returns the exit code: 0 if all laws hold, 1 if not, 2 for wrong arguments or no service.

    `program` is the name of the command in its messages.
    """
    given = _read(arguments, program)
    try:
        lacks = frozenset(Sight(name) for name in given.lacks.split(",") if name)
        with RulesAt(given.target) as rules:
            rules.reach(REACH_SECONDS)
            return 0 if inspect(rules, given.games, lacks) else 1
    except (ContractError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
