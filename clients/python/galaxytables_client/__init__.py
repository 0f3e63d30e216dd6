"""The Python client of Galaxy Tables: tables of board games, to play at, to watch, to host bots for.

    async with Lobby("127.0.0.1:5100", Guest("Ada")) as lobby:
        table = await lobby.tables.create("jump", seats=2)

- `Lobby`: a player's connection; `tables`, `play`, `archive`, `players`, `bots` have the calls of the services of these
  names, `play.watch` a table that is followed over lost connections, `play.seat` prompts to answer, `play_stream` many
  tables over one stream;
- `Homes`: what a play stream needs to go to the homes of tables;
- `Guest`, `Bearer`, `Identity`, `Keyring`: who calls, and where the key is kept;
- `ClientError` and what derives from it: what a call can end in (`errors`);
- `Rules`: a game's rules service, to have a record played again;
- `TableId`, `PlayerId`: types for ids that are kept; calls take ids as text;
- `Keepalive`: when a silent connection counts as lost;
- `Backoff`, `open_channel`: how all of these wait and connect.

Messages are those of the generated package `galaxytables`, of the distribution `galaxytables-protos`.
"""

from galaxytables_client.backoff import Backoff
from galaxytables_client.channel import open_channel
from galaxytables_client.errors import (
    Broken,
    ClientError,
    Forbidden,
    Malformed,
    Missing,
    Refused,
    TooMany,
    Unauthenticated,
    Unavailable,
    Untimely,
)
from galaxytables_client.homes import Homes
from galaxytables_client.identity import Bearer, Guest, Identity, Keyring, Token
from galaxytables_client.ids import PlayerId, TableId
from galaxytables_client.keepalive import Keepalive
from galaxytables_client.line import Watch
from galaxytables_client.lobby import Lobby
from galaxytables_client.play_stream import PlayStream
from galaxytables_client.resuming import Lost
from galaxytables_client.rules import Rules
from galaxytables_client.seat import Seat

__all__ = [
    "Backoff",
    "Bearer",
    "Broken",
    "ClientError",
    "Forbidden",
    "Guest",
    "Homes",
    "Identity",
    "Keepalive",
    "Keyring",
    "Lobby",
    "Lost",
    "Malformed",
    "Missing",
    "PlayStream",
    "PlayerId",
    "Refused",
    "Rules",
    "Seat",
    "TableId",
    "Token",
    "TooMany",
    "Unauthenticated",
    "Unavailable",
    "Untimely",
    "Watch",
    "open_channel",
]
