"""The Python client of Galaxy Tables, for programs that play board games, watch them, or host bots.

    async with Lobby("127.0.0.1:5100", Guest("Ada")) as lobby:
        table = await lobby.tables.create("jump", seats=2)

- `Lobby`: a player's connection; `tables`, `play`, `pairing`, `archive`, `players`, `accounts`, `passkeys`,
  `personal_tokens`, `relations`, `notifications`, `reports`, `tournaments`, `bots` have the calls of the services of
  these names;
  `play.watch` follows a table across lost connections, `pairing.find_table` waits for others, `play.seat` yields the
  prompts of a seat, `play_stream` carries many tables over one stream;
- `Homes`: channels to the homes of tables, for a play stream;
- `Guest`, `Bearer`, `SignedIn`, `Identity`, `Keyring`: who the caller is, and where tokens are stored;
- `Loopback`: an address of this machine where a browser comes back to after a sign-in;
- `ClientError` and its subclasses: the errors of calls (`errors`);
- `Rules`: a game's rules service, to replay a record;
- `TableList`: the list of public tables, which `tables.watch` yields;
- `TableId`, `PlayerId`: types for code that stores ids; calls take ids as text;
- `Keepalive`: when a silent connection counts as lost;
- `Backoff`, `open_channel`: the pauses between attempts, and the connection to a server.

Messages come from the generated package `galaxytables`, in the distribution `galaxytables-protos`.
"""

from galaxytables_client.backoff import Backoff
from galaxytables_client.channel import open_channel
from galaxytables_client.errors import (
    ClientError,
    ConflictError,
    ForbiddenError,
    InvalidRequestError,
    LimitExceededError,
    NotFoundError,
    RefusedError,
    ServerError,
    UnauthenticatedError,
    UnavailableError,
)
from galaxytables_client.homes import Homes
from galaxytables_client.identity import Bearer, Guest, Identity, Keyring, SignedIn, Token
from galaxytables_client.ids import PlayerId, TableId
from galaxytables_client.keepalive import Keepalive
from galaxytables_client.line import Watch
from galaxytables_client.lobby import Lobby
from galaxytables_client.loopback import Loopback
from galaxytables_client.play_stream import PlayStream
from galaxytables_client.resuming import Lost
from galaxytables_client.rules import Rules
from galaxytables_client.seat import Seat
from galaxytables_client.table_list import TableList

__all__ = [
    "Backoff",
    "Bearer",
    "ClientError",
    "ConflictError",
    "ForbiddenError",
    "Guest",
    "Homes",
    "Identity",
    "InvalidRequestError",
    "Keepalive",
    "Keyring",
    "LimitExceededError",
    "Lobby",
    "Loopback",
    "Lost",
    "NotFoundError",
    "PlayStream",
    "PlayerId",
    "RefusedError",
    "Rules",
    "Seat",
    "ServerError",
    "SignedIn",
    "TableId",
    "TableList",
    "Token",
    "UnauthenticatedError",
    "UnavailableError",
    "Watch",
    "open_channel",
]
