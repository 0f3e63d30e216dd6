"""Names of all keys in the store.

Tables are spread over a fixed number of shards. Every key that a commit at a table touches has the hash tag of the
table's shard, `{s17}`. So a commit is one script on one slot, on Redis Cluster too:

| key | type | value |
|---|---|---|
| `{s17}:table:<id>` | hash | the table: see below |
| `{s17}:table:<id>:answers` | string | a ring with the answers to the last commits, for repeats (`earlier.lua`) |
| `{s17}:table:<id>:events` | list | the history, older events in blocks (`history.py`) |
| `{s17}:table:<id>:choices` | list | the journal that a record is made from, without what those blocks contain |
| `{s17}:table:<id>:chat` | list | the last messages |
| `{s17}:table:<id>:past` | list | the states after the last choices, if spectators see the table with a delay |
| `{s17}:deadlines` | sorted set | table ids, scored by when the clock must act |
| `{s17}:leases` | sorted set | table ids, scored by when a clock worker's lease ends |
| `{s17}:feed` | stream | one small entry per commit, trimmed |
| `{s17}:index:<public or private>:<stage>:<game>` | sorted set | table ids, scored by creation time |
| `{s17}:player:<id>` | sorted set | tables of this shard of a player or host, scored by creation time |
| `{s17}:bots:<game>:<bot>` | set | `<table id>:<seat>` of running tables |
| `{s17}:invitation:<code>` | string | table id |
| `{s17}:finished` | sorted set | finished tables whose current version is not archived, scored by when they finished |
| `{s17}:archiving` | sorted set | table ids, scored by when a lease to archive ends |
| `{s17}:retention` | sorted set | archived and closed tables, scored by when they may be deleted |
| `{s17}:unnoticed` | sorted set | tables to check for notices, scored by when that is due |
| `{s17}:noticing` | sorted set | table ids, scored by when a lease to check ends |
| `{s17}:notices` | sorted set | notices that are not queued for their players yet, scored by when they were made |
| `{s17}:routing` | sorted set | notices, scored by when a lease to queue them ends |
| `{s17}:subscriber:<player>` | hash | a player's notification settings and targets (`subscribers.py`) |
| `{s17}:subscribers` | sorted set | players of this shard who have a target, scored by since when (`counted.lua`) |
| `{s17}:subscribed` | string | the number of the last change to these |
| `{s17}:waiting:<player>` | hash | notices to send, by `<target> <notice>` |
| `{s17}:outbox` | sorted set | `<player> <target>` with notices to send, scored by when to send |
| `{s17}:sending` | sorted set | `<player> <target>`, scored by when a lease to send ends |
| `{s17}:dead` | sorted set | notices that could not be sent, scored by when they were given up; the latest 200 |
| `{s17}:relations:<kind>:<player>` | hash | a player's relations of a kind, by the other; a guest's expire |
| `{s17}:related:<player>` | set | the players who have or had a relation to this one |
| `{s17}:person:<player>` | hash | `name`, as others see a player; `hidden` if the player hides where they are |
| `{s17}:invited:<player>` | hash | challenges to a player, by table; expires with the last one |
| `{s17}:challenged:<table>` | hash | who was challenged to a table, by player; expires after the last one |
| `{s17}:repeated` | string | empty; written briefly, so that WAIT covers everything before it |
| `{s17}:created:<id of a request>` | string | id of the table that the request opens |
| `{clock}:beats` | hash | last heartbeat of each game, each edition and `*gateways` |
| `{clock}:outages` | list | `<start> <end> <game>` of each outage |
| `{clock}:homes` | sorted set | `<process> <host:port>` of running lobbies, scored by when it expires |
| `{operator}:sanctions` | hash | sanctions by `<kind> <subject>` |
| `{operator}:sanctioned` | string | how often the sanctions have changed |
| `{operator}:directives` | hash | what operators set for the platform, by `<kind> <name>` (`people/directives.py`) |
| `{operator}:directed` | string | how often these have changed |
| `{operator}:announced:<announcement>` | string | of how many shards the subscribers were notified of it; expires |
| `{operator}:announcing:<announcement>` | string | the process that notifies them now; expires with the lease |
| `{people}:endings` | sorted set | sessions and players whose earlier tokens are refused, scored by their number |
| `{people}:endings:until` | sorted set | the same, scored by when the last of these tokens expires |
| `{people}:ended` | string | the number of the last of these revocations |
| `{people}:silences` | sorted set | players whose blocks or mutes have changed, scored by the number of the change |
| `{people}:silences:until` | sorted set | the same, scored by when that may be forgotten |
| `{people}:silenced` | string | the number of the last change of blocks or mutes |
| `{people}:erasures` | hash | erasures that have begun and are not done, by player |
| `{pairing}:tickets` | hash | tickets that wait, by id |
| `{pairing}:holds` | sorted set | tickets, also those that get their table now, scored by when they expire |
| `{pairing}:missed` | hash | how often a ticket was left out, by its id |
| `{pairing}:of:<player>` | hash | a player's tickets, each `live` or `slow`; some may be over |
| `{pairing}:pool:<pool>` | sorted set | tickets in a pool, scored by since when; some may be over |
| `{pairing}:pools` | sorted set | pools with tickets, scored by when their next wave is due |
| `{pairing}:waves` | sorted set | pools, scored by when a lease on a wave ends |
| `{pairing}:openings` | hash | decisions that tickets get a table (`domain.tickets.Opening`), by table |
| `{pairing}:opening` | sorted set | the tables of these, scored by when that was decided |
| `{pairing}:openers` | sorted set | the same, scored by when a lease to open them ends |
| `{pairing}:seated` | hash | tables of the last tickets that got one, by ticket |
| `{pairing}:seated:until` | sorted set | these tickets, scored by when that is forgotten |
| `{pairing}:met` | sorted set | pairs of players who have just been paired, scored by when |
| `{pairing}:waited` | hash | how long the last people waited, by `<game>:<seats>:<speed>` |
| `{tournaments}:tournament:<id>` | hash | `version` and `state` of a tournament, and what was `noticed` in it |
| `{tournaments}:looks` | sorted set | tournaments, scored by when to look what is due in them |
| `{tournaments}:drivers` | sorted set | the same, scored by when a lease to do what is due ends |
| `{tournaments}:stage:<stage>` | sorted set | tournaments at a stage, scored by when they start; some may be gone |
| `{tournaments}:of:<player>` | sorted set | tournaments of a person, scored by creation time; some may be gone |
| `sessions:<player>` | hash | a player's sessions, by the hashes of their secrets; expires with the last one |
| `limit:<limit>:<scope>:<who>` | string | when a bucket is full again, in milliseconds; the key expires then |
| `sign-in:<digest of its state>` | string | a sign-in that has begun; expires |
| `operator-session:<digest of its token>` | string | an operator's session at the console; expires |
| `kept-name:<digest>` | string | the player for whom a name is reserved; expires |
| `departures:<player>` | sorted set | `<table> left` or `<table> stalled`, scored by when; expires after a week |
| `seen:<player>` | string | since when a player is known, for the limits of new players; expires |
| `opened:<player>` | sorted set | tables that a player has opened, scored by when they were opened; some may be over |
| `offers` | sorted set | `<game> <bot> <host> <process>`, with hints and analyses on offer, scored by when it expires |
| `present` | sorted set | players who are present, scored by when that expires |
| `online` | sorted set | `<player> <name>` of players who follow their tables, scored by when that expires |
| `present:<game>` | sorted set | those of them who have a table of the game, scored by when that expires |
| `watching:<player>` | sorted set | `<table> <process>` of tables that a player watches, scored by when that expires |

A table's hash has these fields: `version`; `meta`, the table as it was last written as a whole; `game`, the current
game with the table's progress since then (`progress.py`); `commits`, their number; `response<n>`, the response of
record n of the ring; and `noticed`, how far its events were noticed (`notices.py`).

An invitation code is chosen so that its own hash gives its table's shard, so it is on the table's slot too.
"""

from functools import cache, lru_cache

from galaxytables_lobby.ids import PlayerId, TableId, shard_of

OFFERS = "offers"
BEATS = "{clock}:beats"
OUTAGES = "{clock}:outages"
LOBBIES = "{clock}:homes"
SANCTIONS = "{operator}:sanctions"
SANCTIONED = "{operator}:sanctioned"
DIRECTIVES = "{operator}:directives"
DIRECTED = "{operator}:directed"
REVOCATIONS = "{people}:endings"
REVOCATIONS_UNTIL = "{people}:endings:until"
REVOKED = "{people}:ended"
ERASURES = "{people}:erasures"
SILENCES = "{people}:silences"
SILENCES_UNTIL = "{people}:silences:until"
SILENCED = "{people}:silenced"
ONLINE = "online"
TICKETS = "{pairing}:tickets"
HOLDS = "{pairing}:holds"
MISSED = "{pairing}:missed"
POOLS = "{pairing}:pools"
WAVES = "{pairing}:waves"
OPENINGS = "{pairing}:openings"
OPENING = "{pairing}:opening"
OPENERS = "{pairing}:openers"
SEATED = "{pairing}:seated"
SEATED_UNTIL = "{pairing}:seated:until"
MET = "{pairing}:met"
WAITED = "{pairing}:waited"
LOOKS = "{tournaments}:looks"
DRIVERS = "{tournaments}:drivers"


def announced(announcement_id: str) -> str:
    """Return the Redis key of the number of shards whose subscribers were notified of an announcement."""
    return f"{{operator}}:announced:{announcement_id}"


def announcing(announcement_id: str) -> str:
    """Return the Redis key of a worker's lease for notifying subscribers of an announcement."""
    return f"{{operator}}:announcing:{announcement_id}"


@cache
def tag(shard: int) -> str:
    """Return the hash tag of a shard, such as `{s17}`."""
    return f"{{s{shard}}}"


def present(game: str = "") -> str:
    """Return the Redis key of the set of players who are present.

    With `game`, only those who have a table of it are in the set.
    """
    return f"present:{game}" if game else "present"


@lru_cache(8_192)
def table(table_id: TableId) -> str:
    """Return the Redis key of the hash that has a table and its current game."""
    return f"{tag(shard_of(table_id))}:table:{table_id}"


def events(table_id: TableId) -> str:
    """Return the Redis key of the list of a table's events, older ones in compressed blocks."""
    return f"{table(table_id)}:events"


def choices(table_id: TableId) -> str:
    """Return the Redis key of the list of a table's journal: its choices and undos."""
    return f"{table(table_id)}:choices"


def answers(table_id: TableId) -> str:
    """Return the Redis key of the remembered answers to a table's last commits."""
    return f"{table(table_id)}:answers"


def created(identity: bytes) -> str:
    """Return the Redis key that holds the id of the table that a request opens."""
    name = identity.hex()
    return f"{tag(shard_of(name))}:created:{name}"


def repeated(shard: int) -> str:
    """Return the Redis key that a repeated request writes briefly, so that WAIT covers the earlier commit."""
    return f"{tag(shard)}:repeated"


def chat(table_id: TableId) -> str:
    """Return the Redis key of a table's latest chat messages."""
    return f"{table(table_id)}:chat"


def past(table_id: TableId) -> str:
    """Return the Redis key of the past states of a table, which delayed spectators see."""
    return f"{table(table_id)}:past"


def deadlines(shard: int) -> str:
    """Return the Redis key of the sorted set of the times at which the clock must act at a shard's tables."""
    return f"{tag(shard)}:deadlines"


def leases(shard: int) -> str:
    """Return the Redis key of the clock workers' leases on a shard's overdue tables."""
    return f"{tag(shard)}:leases"


def feed(shard: int) -> str:
    """Return the Redis key of the stream that reports each commit at a shard's tables."""
    return f"{tag(shard)}:feed"


def index(shard: int, *, private: bool, stage: int, game: str) -> str:
    """Return the Redis key of the list of a shard's tables of one game at one stage, public or private."""
    return f"{tag(shard)}:index:{'private' if private else 'public'}:{stage}:{game}"


def player(shard: int, player_id: PlayerId) -> str:
    """Return the Redis key of the list of a player's tables in one shard."""
    return f"{tag(shard)}:player:{player_id}"


def bots(shard: int, game: str, bot: str) -> str:
    """Return the Redis key of the list of seats that a bot plays in running games of one shard."""
    return f"{tag(shard)}:bots:{game}:{bot}"


def invitation(code: str) -> str:
    """Return the Redis key that holds the id of the table with an invitation code."""
    return f"{tag(shard_of(code))}:invitation:{code}"


def bucket(name: str) -> str:
    """Return the Redis key of the bucket that counts calls for a rate limit."""
    return f"limit:{name}"


def sessions(player_id: PlayerId) -> str:
    """Return the Redis key of a player's sessions."""
    return f"sessions:{player_id}"


def kept_name(digest: str) -> str:
    """Return the Redis key that holds the player for whom a name is reserved."""
    return f"kept-name:{digest}"


def sign_in(digest: str) -> str:
    """Return the Redis key of a sign-in that has begun."""
    return f"sign-in:{digest}"


def operator_session(digest: str) -> str:
    """Return the Redis key of an operator's session."""
    return f"operator-session:{digest}"


def opened(player_id: PlayerId) -> str:
    """Return the Redis key of the list of tables that a player has opened."""
    return f"opened:{player_id}"


def seen(player_id: PlayerId) -> str:
    """Return the Redis key of the time at which a player was first seen."""
    return f"seen:{player_id}"


def departures(player_id: PlayerId) -> str:
    """Return the Redis key of the list of games that a player left, or in which the player let the clock run out."""
    return f"departures:{player_id}"


def finished(shard: int) -> str:
    """Return the Redis key of the queue of a shard's finished tables that are still to be archived."""
    return f"{tag(shard)}:finished"


def archiving(shard: int) -> str:
    """Return the Redis key of the workers' leases on a shard's finished tables, which they archive."""
    return f"{tag(shard)}:archiving"


def retention(shard: int) -> str:
    """Return the Redis key of the list of a shard's tables that may be deleted at some later time."""
    return f"{tag(shard)}:retention"


def unnoticed(shard: int) -> str:
    """Return the Redis key of the queue of a shard's tables that must be checked for notices."""
    return f"{tag(shard)}:unnoticed"


def noticing(shard: int) -> str:
    """Return the Redis key of the workers' leases on a shard's tables, which they check for notices."""
    return f"{tag(shard)}:noticing"


def notices(shard: int) -> str:
    """Return the Redis key of a shard's notices that are not queued for their players yet."""
    return f"{tag(shard)}:notices"


def routing(shard: int) -> str:
    """Return the Redis key of the workers' leases on a shard's notices, which they queue for the players."""
    return f"{tag(shard)}:routing"


def subscriber(player_id: PlayerId) -> str:
    """Return the Redis key of a player's notification settings and subscriptions."""
    return f"{tag(shard_of(player_id))}:subscriber:{player_id}"


def subscribers(shard: int) -> str:
    """Return the Redis key of a shard's subscribers: the players who have a target for notifications."""
    return f"{tag(shard)}:subscribers"


def subscribed(shard: int) -> str:
    """Return the Redis key of the number of the last change to a shard's subscribers."""
    return f"{tag(shard)}:subscribed"


def waiting(player_id: PlayerId) -> str:
    """Return the Redis key of the hash of notices that wait to be sent to a player's targets."""
    return f"{tag(shard_of(player_id))}:waiting:{player_id}"


def outbox(shard: int) -> str:
    """Return the Redis key of a shard's targets that have notices to send."""
    return f"{tag(shard)}:outbox"


def sending(shard: int) -> str:
    """Return the Redis key of the workers' leases on a shard's targets, to which they send notices."""
    return f"{tag(shard)}:sending"


def dead(shard: int) -> str:
    """Return the Redis key of a shard's notices that could not be sent."""
    return f"{tag(shard)}:dead"


def tickets_of(player_id: PlayerId) -> str:
    """Return the Redis key of the list of a player's tickets."""
    return f"{{pairing}}:of:{player_id}"


def pool(name: str) -> str:
    """Return the Redis key of the list of tickets in a pool."""
    return f"{{pairing}}:pool:{name}"


def tournament(tournament_id: str) -> str:
    """Return the Redis key of a tournament."""
    return f"{{tournaments}}:tournament:{tournament_id}"


def tournaments_at(stage: int) -> str:
    """Return the Redis key of the list of tournaments at a stage."""
    return f"{{tournaments}}:stage:{stage}"


def tournaments_of(player_id: PlayerId) -> str:
    """Return the Redis key of the list of a player's tournaments."""
    return f"{{tournaments}}:of:{player_id}"


def watching(player_id: PlayerId) -> str:
    """Return the Redis key of the list of tables that a player watches."""
    return f"watching:{player_id}"


def relations(player_id: PlayerId, kind: str) -> str:
    """Return the Redis key of a player's relations of one kind to others."""
    return f"{tag(shard_of(player_id))}:relations:{kind}:{player_id}"


def related(player_id: PlayerId) -> str:
    """Return the Redis key of the set of players who have or had a relation to a player."""
    return f"{tag(shard_of(player_id))}:related:{player_id}"


def person(player_id: PlayerId) -> str:
    """Return the Redis key of a player's name as others see it, and of whether the player hides their table."""
    return f"{tag(shard_of(player_id))}:person:{player_id}"


def invited(player_id: PlayerId) -> str:
    """Return the Redis key of the challenges to a player."""
    return f"{tag(shard_of(player_id))}:invited:{player_id}"


def challenged(table_id: TableId) -> str:
    """Return the Redis key of the players who were challenged to a table."""
    return f"{tag(shard_of(table_id))}:challenged:{table_id}"
