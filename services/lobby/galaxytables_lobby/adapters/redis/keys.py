"""Names of all keys in the store.

Tables are spread over a fixed number of shards. Every key that a commit at a table touches carries the tag of the
table's shard, `{s17}`, so that a commit is one script on one slot, on Redis Cluster too:

| key | type | what |
|---|---|---|
| `{s17}:table:<id>` | hash | the table: see below |
| `{s17}:table:<id>:answers` | string | a ring: what repeats of the last commits are answered with (`earlier.lua`) |
| `{s17}:table:<id>:events` | list | the history, what is long past in blocks (`history.py`) |
| `{s17}:table:<id>:choices` | list | the journal that a record is made from, but what those blocks hold |
| `{s17}:table:<id>:chat` | list | the last messages |
| `{s17}:table:<id>:past` | list | how the table stood after the last choices, where spectators see it with a delay |
| `{s17}:deadlines` | sorted set | table id, scored by when the clock must act |
| `{s17}:leases` | sorted set | table id, scored by when a clock worker's claim ends |
| `{s17}:feed` | stream | one small entry a commit, trimmed |
| `{s17}:index:<public or private>:<stage>:<game>` | sorted set | table id, scored by when it was created |
| `{s17}:player:<id>` | sorted set | tables in this shard at which a player sits or is the host, scored likewise |
| `{s17}:bots:<game>:<bot>` | set | `<table id>:<seat>` of running tables |
| `{s17}:invitation:<code>` | string | table id |
| `{s17}:finished` | sorted set | finished tables that are not archived as they are, scored by when they finished |
| `{s17}:archiving` | sorted set | table id, scored by when a claim to archive it ends |
| `{s17}:retention` | sorted set | archived and closed tables, scored by when they may be forgotten |
| `{s17}:repeated` | string | empty; written for a moment so that replicas can be asked for what was written before it |
| `{s17}:created:<id of a request>` | string | id of the table that the request opens |
| `{clock}:beats` | hash | game, edition or `*gateways` to when it was last known to be playable, or any of them there |
| `{clock}:outages` | list | `<start> <end> <game>`: when it was not |
| `{clock}:homes` | sorted set | `<process> <host:port>` of lobbies that are homes of tables, scored by when it lapses |
| `{operator}:sanctions` | hash | `<kind> <subject>` to what operators keep players, addresses and games from |
| `{operator}:sanctioned` | string | how often that has changed |
| `sessions:<player>` | hash | a player's sessions, by the hashes of their secrets; gone when the last has expired |
| `limit:<limit>:<scope>:<who>` | string | when a bucket is full again, in milliseconds; gone when it is |
| `opened:<player>` | sorted set | tables that a player has opened, scored by when; some may be over |
| `offers` | sorted set | `<game> <bot> <host> <process>`, with what it advises on, scored by when it lapses |

A table's hash has its `version`; `meta`, the table as it was last written as a whole; `game`, how the game stands now,
with the little that has become of the table since (`progress.py`); `commits`, how many there were; and `response<n>`,
the response that belongs to record n of the ring.

An invitation code is drawn such that its own hash gives its table's shard, so it too lies on the table's slot.
"""

from functools import cache, lru_cache

from galaxytables_lobby.ids import PlayerId, TableId, shard_of

OFFERS = "offers"
BEATS = "{clock}:beats"
OUTAGES = "{clock}:outages"
LOBBIES = "{clock}:homes"
SANCTIONS = "{operator}:sanctions"
SANCTIONED = "{operator}:sanctioned"


@cache
def tag(shard: int) -> str:
    """The hash tag of a shard."""
    return f"{{s{shard}}}"


@lru_cache(8_192)
def table(table_id: TableId) -> str:
    """The table itself."""
    return f"{tag(shard_of(table_id))}:table:{table_id}"


def events(table_id: TableId) -> str:
    """A table's history."""
    return f"{table(table_id)}:events"


def choices(table_id: TableId) -> str:
    """A table's journal of choices."""
    return f"{table(table_id)}:choices"


def answers(table_id: TableId) -> str:
    """How repeats of a table's last commits are answered."""
    return f"{table(table_id)}:answers"


def created(identity: bytes) -> str:
    """The table that a request opens."""
    name = identity.hex()
    return f"{tag(shard_of(name))}:created:{name}"


def repeated(shard: int) -> str:
    """Written after what a repeated request is answered with."""
    return f"{tag(shard)}:repeated"


def chat(table_id: TableId) -> str:
    """What was said at a table last."""
    return f"{table(table_id)}:chat"


def past(table_id: TableId) -> str:
    """How a table stood after its last choices."""
    return f"{table(table_id)}:past"


def deadlines(shard: int) -> str:
    """When the clock must act at which table."""
    return f"{tag(shard)}:deadlines"


def leases(shard: int) -> str:
    """Tables that a clock worker is busy with."""
    return f"{tag(shard)}:leases"


def feed(shard: int) -> str:
    """News of all tables of a shard."""
    return f"{tag(shard)}:feed"


def index(shard: int, *, private: bool, stage: int, game: str) -> str:
    """Tables of a game at a stage."""
    return f"{tag(shard)}:index:{'private' if private else 'public'}:{stage}:{game}"


def player(shard: int, player_id: PlayerId) -> str:
    """Tables that a player belongs to."""
    return f"{tag(shard)}:player:{player_id}"


def bots(shard: int, game: str, bot: str) -> str:
    """Seats that a bot plays at running tables."""
    return f"{tag(shard)}:bots:{game}:{bot}"


def invitation(code: str) -> str:
    """Where an invitation code leads."""
    return f"{tag(shard_of(code))}:invitation:{code}"


def bucket(name: str) -> str:
    """How much is left of a rate, for somebody."""
    return f"limit:{name}"


def sessions(player_id: PlayerId) -> str:
    """A player's sessions."""
    return f"sessions:{player_id}"


def opened(player_id: PlayerId) -> str:
    """Tables that a player has opened."""
    return f"opened:{player_id}"


def finished(shard: int) -> str:
    """Finished tables that are not archived as they are."""
    return f"{tag(shard)}:finished"


def archiving(shard: int) -> str:
    """Finished tables that somebody is archiving."""
    return f"{tag(shard)}:archiving"


def retention(shard: int) -> str:
    """Tables that will be forgotten."""
    return f"{tag(shard)}:retention"
