"""Makes a token for an operator's own program: `python -m galaxytables_lobby.identity --role bots`."""

import sys

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.people.tokens import ROLE_BOTS, Tokens, TokenSettings, new_player_id
from galaxytables_serving import StartError
from galaxytables_serving.command_line import command_line
from galaxytables_serving.settings import read_settings


def main(arguments: list[str] | None = None) -> int:
    """Print a token for an operator's own program, and return the exit code."""
    parser = command_line("galaxytables_lobby.identity", "Makes a token.", TokenSettings)
    parser.add_argument("--role", choices=[ROLE_BOTS], default=ROLE_BOTS, help="what the token allows")
    parser.add_argument("--name", default="bots", help="name of the host")
    parser.add_argument("--days", type=float, default=365, help="how long it is good for")
    chosen = parser.parse_args(arguments)
    try:
        tokens = Tokens(read_settings(TokenSettings).keys)
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # a command's answer
        return 2
    token, _ = tokens.make(Person(new_player_id(), chosen.name), role=chosen.role, days=chosen.days)
    print(token)  # noqa: T201  # a command's answer
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
