"""Makes a token for an operator's own program: `python -m galaxytables_lobby.identity --role bots`."""

import sys

from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import is_word
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
    parser.add_argument(
        "--bots", type=_names, metavar="NAME,…", help="the only bots that it may offer; any if left out"
    )
    chosen = parser.parse_args(arguments)
    try:
        tokens = Tokens(read_settings(TokenSettings).keys)
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # a command's answer
        return 2
    token, _ = tokens.make(Person(new_player_id(), chosen.name), role=chosen.role, bots=chosen.bots, days=chosen.days)
    print(token)  # noqa: T201  # a command's answer
    return 0


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(map(is_word, names)):
        raise ValueError
    return names


if __name__ == "__main__":
    raise SystemExit(main())
