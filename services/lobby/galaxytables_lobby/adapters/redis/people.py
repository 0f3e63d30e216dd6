"""The part of the store about players: sessions, sanctions, rate limits, and who is present."""

from collections.abc import Collection, Iterable, Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.cool_downs import HEALING_MILLISECONDS, Departure, Kind
from galaxytables_lobby.domain.erasure import Erasure, decode_erasure, encode_erasure
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId, TableId

# How long the list of a player's opened tables is kept after the last one; older tables then no longer count.
_OPENED_KEPT = 90 * 24 * 3600 * 1000

# How long it is kept since when a player is known, after it was last asked; longer than anybody is new for.
_SEEN_KEPT = 400 * 24 * 3600 * 1000

# Arguments of one command: a server that reads more at once keeps others waiting.
_TOGETHER = 2_000


class PeoplePart(Part):
    """The part of the Redis store about players. Implements the ports `PeopleStore` and `PresenceStore`."""

    async def attend(self, player_ids: Collection[PlayerId], game: str = "", *, now: int, until: int) -> None:
        """Record that players are present until `until`, in milliseconds since the epoch.

        With `game`, record instead that these players have a table of that game, for as long.
        """
        key = keys.present(game)
        members: list[Argument] = [each for player_id in player_ids for each in (until, player_id)]
        commands: list[tuple[Argument, ...]] = [("ZREMRANGEBYSCORE", key, "-inf", f"({now}")]
        commands += [("ZADD", key, *members[start : start + _TOGETHER]) for start in range(0, len(members), _TOGETHER)]
        commands.append(("PEXPIRE", key, until - now))
        await self._wire.run_all(commands)

    async def present(self, player_ids: Sequence[PlayerId], *, now: int) -> set[PlayerId]:
        """Return those of these players who are present."""
        if not player_ids:
            return set()
        until = await self._wire.run("ZMSCORE", keys.present(), *player_ids)
        return {
            player_id
            for player_id, last in zip(player_ids, until, strict=True)
            if last is not None and float(last) >= now
        }

    async def go_online(self, people: Collection[Person], *, now: int, until: int) -> None:
        """Record that players are online, under their names, until a time in milliseconds since the epoch."""
        members: list[Argument] = [each for player in people for each in (until, f"{player.id} {player.name}")]
        commands: list[tuple[Argument, ...]] = [("ZREMRANGEBYSCORE", keys.ONLINE, "-inf", f"({now}")]
        commands += [
            ("ZADD", keys.ONLINE, *members[start : start + _TOGETHER]) for start in range(0, len(members), _TOGETHER)
        ]
        commands.append(("PEXPIRE", keys.ONLINE, until - now))
        await self._wire.run_all(commands)

    async def online(self, *, now: int, limit: int) -> list[Person]:
        """Return up to `limit` players who are online, each under the name that was recorded last."""
        found = await self._wire.run("ZREVRANGEBYSCORE", keys.ONLINE, "+inf", now, "LIMIT", 0, limit)
        people: dict[PlayerId, Person] = {}
        for member in found:
            player_id, _, name = member.decode().partition(" ")
            people.setdefault(PlayerId(player_id), Person(PlayerId(player_id), name))
        return list(people.values())

    async def count_present(self, games: Iterable[str], *, now: int) -> tuple[int, dict[str, int]]:
        """Return how many players are present and, for each game, how many of them have a table of it."""
        games = tuple(games)
        all_games, *counts = await self._wire.run_all(
            [("ZCOUNT", keys.present(game), now, "+inf") for game in ("", *games)]
        )
        return int(all_games), {game: int(count) for game, count in zip(games, counts, strict=True)}

    async def take(self, bucket: str, taken: int, *, now: int, capacity: int, milliseconds: int) -> int:
        """Take `taken` tokens from a rate limit's bucket, which holds up to `capacity` and refills in `milliseconds`.

        Returns 0 on success, else the number of milliseconds until taking can succeed. Taking 0 tokens only checks
        whether a token is left.
        """
        return int(await self.script("take").run([keys.bucket(bucket)], [now, taken, capacity, milliseconds]))

    async def add_opened(self, player_id: PlayerId, table_id: TableId, *, now: int, limit: int) -> list[TableId]:
        """Record that a player opens a table, unless `limit` opened tables are already recorded for the player.

        Returns those `limit` tables if the new one was not recorded, else an empty list.
        """
        opened = await self.script("open").run([keys.opened(player_id)], [table_id, now, limit, _OPENED_KEPT])
        return [TableId(each.decode()) for each in opened]

    async def drop_opened(self, player_id: PlayerId, table_ids: Sequence[TableId]) -> None:
        """Delete these tables from the record of tables that a player has opened."""
        await self._wire.run("ZREM", keys.opened(player_id), *table_ids)

    async def move_opened(self, player_id: PlayerId, to: PlayerId) -> int:
        """Move the record of tables that a player has opened to the player `to`. Returns how many tables were moved."""
        found = await self._wire.run("ZRANGE", keys.opened(player_id), 0, -1, "WITHSCORES")
        if not found:
            return 0
        pairs = [(score, name) for name, score in zip(found[::2], found[1::2], strict=True)]
        await self._wire.run("ZADD", keys.opened(to), *(part for pair in pairs for part in pair))
        await self._wire.run("PEXPIRE", keys.opened(to), _OPENED_KEPT)
        await self._wire.run("DEL", keys.opened(player_id))
        return len(pairs)

    async def note_departure(self, player_id: PlayerId, table_id: TableId, departure: Departure) -> None:
        """Record that a player left a game, or let the clock run out.

        A second departure of the same kind at the same table is not recorded.
        """
        key = keys.departures(player_id)
        await self._wire.run("ZADD", key, "NX", departure.at, f"{table_id} {departure.kind.value}")
        await self._wire.run("ZREMRANGEBYSCORE", key, "-inf", departure.at - HEALING_MILLISECONDS)
        await self._wire.run("PEXPIRE", key, HEALING_MILLISECONDS)

    async def departures(self, player_id: PlayerId) -> list[Departure]:
        """Return a player's departures of the last week, oldest first: games left, and clocks that ran out."""
        found = await self._wire.run("ZRANGE", keys.departures(player_id), 0, -1, "WITHSCORES")
        return [
            Departure(Kind(name.decode().partition(" ")[2]), int(float(score)))
            for name, score in zip(found[::2], found[1::2], strict=True)
        ]

    async def move_departures(self, player_id: PlayerId, to: PlayerId) -> None:
        """Move a player's recorded departures to the player `to`."""
        found = await self._wire.run("ZRANGE", keys.departures(player_id), 0, -1, "WITHSCORES")
        if found:
            pairs = [part for name, score in zip(found[::2], found[1::2], strict=True) for part in (score, name)]
            await self._wire.run("ZADD", keys.departures(to), *pairs)
            await self._wire.run("PEXPIRE", keys.departures(to), HEALING_MILLISECONDS)
            await self._wire.run("DEL", keys.departures(player_id))

    async def forget_departures(self, player_id: PlayerId) -> None:
        """Delete a player's recorded departures."""
        await self._wire.run("DEL", keys.departures(player_id))

    async def seen_since(self, player_id: PlayerId) -> int | None:
        """Return when a player was first seen, in milliseconds since the epoch; None if that is not recorded."""
        since = await self._wire.run("GETEX", keys.seen(player_id), "PX", _SEEN_KEPT)
        return None if since is None else int(since)

    async def note_seen(self, player_id: PlayerId, since: int) -> int:
        """Record when a player was first seen, unless a time is recorded already. Returns the recorded time."""
        await self._wire.run("SET", keys.seen(player_id), since, "NX", "PX", _SEEN_KEPT)
        return int(await self._wire.run("GET", keys.seen(player_id)) or since)

    async def move_seen(self, player_id: PlayerId, to: PlayerId) -> None:
        """Record that the player `to` was first seen when `player_id` was, unless `to` was seen earlier.

        The record of `player_id` is deleted.
        """
        since = await self.seen_since(player_id)
        if since is not None:
            earlier = min(since, await self.note_seen(to, since))
            await self._wire.run("SET", keys.seen(to), earlier, "PX", _SEEN_KEPT)
            await self.forget_seen(player_id)

    async def forget_seen(self, player_id: PlayerId) -> None:
        """Delete the record of when a player was first seen."""
        await self._wire.run("DEL", keys.seen(player_id))

    async def sanctioned(self) -> int:
        """Return how often the sanctions have changed. A process that knows an older number loads them again."""
        return int(await self._wire.run("GET", keys.SANCTIONED) or 0)

    async def sanctions(self) -> dict[str, bytes]:
        """Return all encoded sanctions, by their names."""
        found = await self._wire.run("HGETALL", keys.SANCTIONS)
        return {name.decode(): value for name, value in zip(found[::2], found[1::2], strict=True)}

    async def sanction(self, name: str, value: bytes) -> None:
        """Store an encoded sanction under its name."""
        await self.script("register", replicated=True).run([keys.SANCTIONS, keys.SANCTIONED], [name, value])

    async def lift_sanction(self, name: str) -> bool:
        """Delete the sanction with this name. Returns whether there was one."""
        return bool(await self.script("register", replicated=True).run([keys.SANCTIONS, keys.SANCTIONED], [name]))

    async def forget_sanction(self, name: str, value: bytes) -> None:
        """Delete the sanction with this name, unless something else than `value` is stored there by now."""
        await self.script("unregister").run([keys.SANCTIONS, keys.SANCTIONED], [name, value])

    async def add_revocation(self, encoded: bytes, *, until: int, now: int) -> None:
        """Store an encoded revocation, which says which tokens are refused from now on, and number it.

        It may be deleted from `until` on, in milliseconds since the epoch.
        """
        await self.script("end", replicated=True).run(
            [keys.REVOCATIONS, keys.REVOCATIONS_UNTIL, keys.REVOKED], [encoded, until, now]
        )

    async def last_revocation(self) -> int:
        """Return the number of the last revocation; 0 if there was none."""
        return int(await self._wire.run("GET", keys.REVOKED) or 0)

    async def revocations(self, after: int, last: int) -> list[bytes]:
        """Return the encoded revocations with a number above `after` and up to `last`, in order."""
        found: list[bytes] = await self._wire.run("ZRANGEBYSCORE", keys.REVOCATIONS, f"({after}", last)
        return found

    async def begin_erasure(self, erasure: Erasure) -> Erasure:
        """Store that the erasure of a player has begun, so that another process can finish it.

        Returns the erasure as stored. If an earlier erasure of the same player was interrupted, its pseudonyms and
        names are added first.
        """
        earlier = await self._wire.run("HGET", keys.ERASURES, erasure.player)
        if earlier is not None:
            erasure = erasure.continuing(decode_erasure(earlier))
        await self._wire.run("HSET", keys.ERASURES, erasure.player, encode_erasure(erasure), replicated=True)
        return erasure

    async def erasures(self) -> list[Erasure]:
        """Return the records of all erasures of players that have begun and are not done."""
        return [decode_erasure(each) for each in await self._wire.run("HVALS", keys.ERASURES)]

    async def end_erasure(self, player_id: PlayerId) -> None:
        """Delete the record of a player's erasure, because the erasure is done."""
        await self._wire.run("HDEL", keys.ERASURES, player_id, replicated=True)

    async def begin_sign_in(self, digest: str, value: bytes, *, lasting: int) -> None:
        """Store a sign-in that has begun, under the digest of its OAuth state, for `lasting` milliseconds."""
        await self._wire.run("SET", keys.sign_in(digest), value, "PX", lasting, replicated=True)

    async def take_sign_in(self, digest: str) -> bytes | None:
        """Return the sign-in stored under this digest, or None.

        The sign-in is deleted, so that it is used only once.
        """
        found: bytes | None = await self._wire.run("GETDEL", keys.sign_in(digest), replicated=True)
        return found

    async def keep_names(self, digests: Sequence[str], player_id: PlayerId, *, lasting: int) -> None:
        """Reserve names, given by their digests, for a player. Names that are reserved already are left as they are.

        The reservations end after `lasting` milliseconds.
        """
        for digest in digests:
            key = keys.kept_name(digest)
            await self._wire.run("SET", key, player_id, "NX", "PX", lasting, replicated=True)

    async def names_kept_for(self, digests: Sequence[str]) -> list[PlayerId]:
        """Return the players for whom any of these names, given by their digests, are reserved."""
        found = await self._wire.run_all([("GET", keys.kept_name(digest)) for digest in digests])
        return [PlayerId(each.decode()) for each in found if each is not None]

    async def release_names(self, digests: Sequence[str]) -> None:
        """End the reservation of these names, so that any player may take them."""
        await self._wire.run_all([("DEL", keys.kept_name(digest)) for digest in digests])

    async def session(self, player_id: PlayerId, name: bytes) -> bytes | None:
        """Return a player's session with this name, encoded, or None."""
        found: bytes | None = await self._wire.run("HGET", keys.sessions(player_id), name)
        return found

    async def sessions_of(self, player_id: PlayerId) -> dict[bytes, bytes]:
        """Return all encoded sessions of a player, by name."""
        found = await self._wire.run("HGETALL", keys.sessions(player_id))
        return dict(zip(found[::2], found[1::2], strict=True))

    async def keep_session(
        self, player_id: PlayerId, name: bytes, value: bytes, *, instead_of: bytes, lasting: int
    ) -> bool:
        """Store a new value of a session, to be kept for at least `lasting` milliseconds.

        Returns whether it was stored. `instead_of` is the value to replace, empty for a new session. If the store has
        another value by now, nothing changes.
        """
        return bool(
            await self.script("session", replicated=True).run(
                [keys.sessions(player_id)], [name, value, instead_of, lasting]
            )
        )

    async def end_session(self, player_id: PlayerId, name: bytes) -> None:
        """Delete a session of a player."""
        await self._wire.run("HDEL", keys.sessions(player_id), name, replicated=True)

    async def end_sessions(self, player_id: PlayerId) -> None:
        """Delete all sessions of a player."""
        await self._wire.run("DEL", keys.sessions(player_id), replicated=True)
