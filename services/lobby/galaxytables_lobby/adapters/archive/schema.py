"""The archive's tables. `migrations/` creates them; a test checks that both agree.

| table | a row is |
|---|---|
| `games` | a finished game; `ordinal` is its place in the order in which games were archived and rated |
| `seats` | a seat of a game: the player, the result, the rating before and after |
| `options` | an option of a game |
| `contents` | the large parts of a game: its record, and its table at the end |
| `ratings` | a player's rating in a pool after the last game that counted; computed from `games` and `seats` |
| `seasons` | a season whose standings are archived |
| `standings` | a player's rating in a pool as a season ended |
| `acts` | an operator's act |
| `accounts` | a player who has a sign-in method: an account |
| `player_names` | the name by which a player is found who has an account or a finished game |
| `ways_in` | a sign-in method: anybody who proves the same `kind`, `issuer` and `subject` is the same player |
| `joinings` | a merge of a guest into an account, and how far it is done |
| `personal_tokens` | a token that a player made for a program, known by a hash of its secret |
| `reports` | a player's report of another one with its evidence, or an appeal against a sanction |
| `report_people` | a player whom a report or its evidence names |

`bot` and `who` name the player on a seat: a person's id, or a bot's name. Times are milliseconds since the epoch.
Payloads are compressed with zlib.
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
    UniqueConstraint,
    false,
)

# A row with columns accessed by name.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite autoincrements only INTEGER columns, which have 64 bits there.
ORDINAL = BigInteger().with_variant(Integer, "sqlite")

GAMES = Table(
    "games",
    METADATA,
    Column("ordinal", ORDINAL, primary_key=True, autoincrement=True),
    Column("table_id", String(32), nullable=False, unique=True),
    # The archived version of the table; a higher one replaces the contents.
    Column("version", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    # Whether a host has given the name.
    Column("named", Boolean, nullable=False, server_default=false()),
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
    # The code that admits players to a private table.
    Column("invitation", String(32)),
    # A number of `galaxytables.rules.v1.EndReason`; 0 for games that ended before reasons were kept.
    Column("end_reason", Integer, nullable=False, server_default="0"),
    # A number of `galaxytables.lobby.v1.UnratedReason`; 0 for rated games, and for older unrated ones.
    Column("unrated", Integer, nullable=False, server_default="0"),
    # The part of its game that its pool is, such as `two:live`; empty while unsettled, if an older version archived it.
    Column("pool", String(16), nullable=False, server_default=""),
    # Whether it is decided if the game counts, and the game rated if it does.
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index(None, "invitation"),
    Index(None, "settled", "ordinal"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("ordinal", ORDINAL, ForeignKey("games.ordinal"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("bot", Boolean, nullable=False),
    Column("who", String(128), nullable=False),
    Column("name", Text, nullable=False),
    # Whom a bot appeared as; empty for people, and for games archived before this was kept.
    Column("persona", String(64), nullable=False, server_default=""),
    Column("resigned", Boolean, nullable=False),
    Column("rank", Integer, nullable=False),
    # As in `games`, to sort a player's history.
    Column("finished", BigInteger, nullable=False),
    # Serialized `galaxytables.rules.v1.SeatScore`.
    Column("score", LargeBinary, nullable=False),
    Column("mean_before", Double),
    Column("deviation_before", Double),
    Column("mean_after", Double),
    Column("deviation_after", Double),
    Column("vouched_before", Double),
    Column("vouched_after", Double),
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
    # `Moment` as msgpack.
    Column("moment", LargeBinary, nullable=False),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("bot", Boolean, primary_key=True),
    Column("who", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("vouched", Double, nullable=False),
    # The day and the season of the last game that counted, from which certainty ages.
    Column("day", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    # Different people whom the player has met, up to as many as a rating needs.
    Column("opponents", Integer, nullable=False),
    Index(None, "who", "bot"),
)

SEASONS = Table(
    "seasons",
    METADATA,
    # A quarter of a year, counted from the year 0.
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("archived", BigInteger, nullable=False),
)

STANDINGS = Table(
    "standings",
    METADATA,
    Column("season", Integer, ForeignKey("seasons.season"), primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("bot", Boolean, primary_key=True),
    Column("who", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("vouched", Double, nullable=False),
    # By which the standings are sorted.
    Column("value", Double, nullable=False),
    Column("provisional", Boolean, nullable=False),
    # Those of the season.
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
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
    # Other parameters, as JSON.
    Column("details", Text, nullable=False),
    # For a request with an id: its identity, the digest of its content, and the serialized answer.
    Column("request", LargeBinary),
    Column("content", LargeBinary),
    Column("answer", LargeBinary),
    Index(None, "subject", "number"),
    Index(None, "operator", "number"),
    Index(None, "request", unique=True),
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("player_id", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the name was last changed; 0 for never.
    Column("renamed", BigInteger, nullable=False),
)

PLAYER_NAMES = Table(
    "player_names",
    METADATA,
    Column("player_id", String(128), primary_key=True),
    Column("name", Text, nullable=False),
    # The name whatever its case, sorted by its bytes, so that what begins in the same way lies together.
    Column("folded", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    Index(None, "folded", "player_id"),
)
WAYS_IN = Table(
    "ways_in",
    METADATA,
    Column("number", ORDINAL, primary_key=True, autoincrement=True),
    # `oidc` or `passkey` (`domain/accounts.py`).
    Column("kind", String(16), nullable=False),
    Column("issuer", String(512), nullable=False),
    Column("subject", String(1400), nullable=False),
    Column("player_id", String(128), ForeignKey("accounts.player_id"), nullable=False),
    Column("label", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    # What the kind keeps beside, such as a passkey's public key and counter.
    Column("details", LargeBinary),
    UniqueConstraint("kind", "issuer", "subject"),
    Index(None, "player_id"),
)

MERGES = Table(
    "joinings",
    METADATA,
    Column("number", ORDINAL, primary_key=True, autoincrement=True),
    Column("guest", String(128), nullable=False, unique=True),
    # The same as `guest` for a guest who got a first way in.
    Column("account", String(128), ForeignKey("accounts.player_id"), nullable=False),
    # The id of the session that began it.
    Column("session", String(64), nullable=False),
    Column("begun", BigInteger, nullable=False),
    # When everything had moved for the first time, and when it was looked through once more.
    Column("moved", BigInteger),
    Column("done", BigInteger),
    Index(None, "account"),
    Index(None, "done"),
)

PERSONAL_TOKENS = Table(
    "personal_tokens",
    METADATA,
    Column("token_id", String(32), primary_key=True),
    # SHA-256 of the secret.
    Column("digest", LargeBinary, nullable=False),
    Column("player_id", String(128), nullable=False),
    Column("player_name", Text, nullable=False),
    Column("name", Text, nullable=False),
    # A bit for each number of `galaxytables.lobby.v1.TokenScope`.
    Column("scopes", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    # To the hour; 0 if never.
    Column("used", BigInteger, nullable=False),
    # 0 if the player has not ended it.
    Column("ended", BigInteger, nullable=False),
    Index(None, "digest", unique=True),
    Index(None, "player_id", "created"),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("number", ORDINAL, primary_key=True, autoincrement=True),
    Column("report_id", String(32), nullable=False),
    # A number of `galaxytables.lobby.v1.ReportKind`, and one of `ReportState`.
    Column("kind", Integer, nullable=False),
    Column("state", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("reporter", String(128), nullable=False),
    # Empty for appeals, as is the table.
    Column("reported", String(128), nullable=False),
    Column("reported_name", Text, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("table_name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    # The number of the act that an appeal is about; 0 for reports.
    Column("act", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    # `Evidence` as msgpack; none for appeals, and some time after the decision.
    Column("evidence", LargeBinary),
    # Who claimed it, and when; empty and 0 if nobody has.
    Column("moderator", String(64), nullable=False),
    Column("claimed", BigInteger, nullable=False),
    # When it was decided; 0 before.
    Column("decided", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),
    # For a request with an id: its identity, and the digest of its content.
    Column("request", LargeBinary),
    Column("content", LargeBinary),
    UniqueConstraint("reporter", "reported", "table_id", "kind", "act"),
    Index(None, "report_id", unique=True),
    Index(None, "request", unique=True),
    Index(None, "state", "number"),
    Index(None, "reported", "number"),
)

REPORT_PEOPLE = Table(
    "report_people",
    METADATA,
    Column("number", ORDINAL, ForeignKey("reports.number"), primary_key=True, autoincrement=False),
    Column("player_id", String(128), primary_key=True),
    Index(None, "player_id"),
)


def row_of(given: object, table: Table) -> dict[str, Any]:  # values of any column
    """Return a row for a database table: for each column, the object's attribute of that name.

    The number that the database assigns is left out.
    """
    columns = (column.name for column in table.c if column.autoincrement is not True)
    return {name: getattr(given, name) for name in columns}
