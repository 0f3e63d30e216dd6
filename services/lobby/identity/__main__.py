"""Makes a token for an operator's own program: `python -m services.lobby.identity --role bots`."""

import argparse
import sys

from services.lobby.identity.person import Person
from services.lobby.identity.tokens import ROLE_BOTS, Tokens, new_player_id, read_keys
from services.serving import Environment, StartError


def main(arguments: list[str] | None = None) -> int:
    """Print a token."""
    parser = argparse.ArgumentParser(prog="python -m services.lobby.identity", description="Makes a token.")
    parser.add_argument("--role", choices=[ROLE_BOTS], default=ROLE_BOTS, help="what the token allows")
    parser.add_argument("--name", default="bots", help="name of the host")
    parser.add_argument("--days", type=float, default=365, help="how long it is good for")
    chosen = parser.parse_args(arguments)
    try:
        tokens = Tokens(read_keys(Environment()))
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # a command's answer
        return 2
    token, _ = tokens.make(Person(new_player_id(), chosen.name), role=chosen.role, days=chosen.days)
    print(token)  # noqa: T201  # a command's answer
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
