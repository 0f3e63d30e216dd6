"""The archive's tables. `migrations/` makes them; a test holds both to the same shape.

| table | a row is |
|---|---|
| `games` | a finished game; `ordinal` is its place in the order in which games entered the archive, and are rated |
| `seats` | a seat of a game: who, how it ended, the rating before and after |
| `options` | an option of a game |
| `contents` | the bytes of a game: its record, and all that its table was when it ended |
| `ratings` | how good somebody is at one game now; follows from `games` and `seats` |
| `acts` | what operators have done |

Whoever sits on a seat is named by `bot` and `who`: a person's id, or a bot's name. Times are milliseconds since the
epoch. Payloads are compressed with zlib.
"""

from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
)

# A row whose columns are known by name.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts rows up by itself only in an INTEGER column, which holds 64 bits there.
ORDINAL = BigInteger().with_variant(Integer, "sqlite")

GAMES = Table(
    "games",
    METADATA,
    Column("ordinal", ORDINAL, primary_key=True, autoincrement=True),
    Column("table_id", String(32), nullable=False, unique=True),
    # The table's version that is archived; a greater one replaces the contents.
    Column("version", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", String(64), nullable=False),
    Column("host", String(128), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("rules_version", BigInteger, nullable=False),
    Column("pack_digest", LargeBinary, nullable=False),
    # The code that leads to a private table.
    Column("invitation", String(32)),
    # A number of `galaxytables.rules.v1.EndReason`; 0 for games that ended before reasons were told.
    Column("end_reason", Integer, nullable=False, server_default="0"),
    # A number of `galaxytables.lobby.v1.UnratedReason`; 0 for rated games, and for those archived before it was kept.
    Column("unrated", Integer, nullable=False, server_default="0"),
    Index(None, "invitation"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("ordinal", ORDINAL, ForeignKey("games.ordinal"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("bot", Boolean, nullable=False),
    Column("who", String(128), nullable=False),
    Column("name", Text, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("rank", Integer, nullable=False),
    # As in `games`, for the order of a player's history.
    Column("finished", BigInteger, nullable=False),
    # Serialized `galaxytables.rules.v1.SeatScore`.
    Column("score", LargeBinary, nullable=False),
    Column("mean_before", Double),
    Column("deviation_before", Double),
    Column("mean_after", Double),
    Column("deviation_after", Double),
    Index(None, "who", "bot", "finished", "ordinal"),
)

OPTIONS = Table(
    "options",
    METADATA,
    Column("ordinal", ORDINAL, ForeignKey("games.ordinal"), primary_key=True, autoincrement=False),
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

CONTENTS = Table(
    "contents",
    METADATA,
    Column("ordinal", ORDINAL, ForeignKey("games.ordinal"), primary_key=True, autoincrement=False),
    # Serialized `galaxytables.rules.v1.Record`.
    Column("record", LargeBinary, nullable=False),
    # `entries.Moment` as msgpack.
    Column("moment", LargeBinary, nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("bot", Boolean, primary_key=True),
    Column("who", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    # Mean less three deviations: what leaderboards go by.
    Column("value", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Index(None, "game", "value", "bot", "who"),
    Index(None, "who", "bot"),
)

ACTS = Table(
    "acts",
    METADATA,
    Column("number", ORDINAL, primary_key=True, autoincrement=True),
    Column("time", BigInteger, nullable=False),
    Column("operator", String(64), nullable=False),
    Column("act", String(64), nullable=False),
    # `table:<id>`, `player:<id>` and the like.
    Column("subject", String(256), nullable=False),
    Column("reason", Text, nullable=False),
    # `begun`, then `done` or the reason of its refusal.
    Column("outcome", String(64), nullable=False),
    # What else was asked for, as JSON.
    Column("details", Text, nullable=False),
    # Of a request with an id: its identity, the digest of what it asks for, and the serialized answer.
    Column("request", LargeBinary),
    Column("content", LargeBinary),
    Column("answer", LargeBinary),
    Index(None, "subject", "number"),
    Index(None, "operator", "number"),
    Index(None, "request", unique=True),
)
