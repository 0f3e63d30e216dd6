"""The part of the store about running lobbies: their addresses, heartbeats and outages, and the bots on offer."""

from collections.abc import Iterable, Sequence

from galaxytables_lobby.adapters.redis import keys
from galaxytables_lobby.adapters.redis.command import Argument
from galaxytables_lobby.adapters.redis.script import Part
from galaxytables_lobby.domain.timing import Outage
from galaxytables_lobby.ids import SHARDS, PlayerId, TableId
from galaxytables_lobby.ports import BotOffer

_OUTAGES_KEPT = 500
# Suffixes of an offer's process: the numbers of seats that its bot analyses, then a mark if it gives hints.
_HINTS, _SEATS, _WITHOUT = "\0hints", "\0seats=", "\0without="


class LobbiesPart(Part):
    """The part of the Redis store about running lobbies, outages and bots on offer.

    Implements the ports `OutageStore`, `BotStore` and `HomeStore`.
    """

    async def beat(
        self, games: Sequence[str], *, now: int, longest_silence: int
    ) -> tuple[dict[str, int], tuple[Outage, ...]]:
        """Record a heartbeat of each of these games and editions.

        If the last heartbeat was more than `longest_silence` ago, an outage is recorded too. Returns when each game
        last had a heartbeat, and all outages, oldest first. All times are in milliseconds.
        """
        arguments = [str(now), str(longest_silence), str(_OUTAGES_KEPT), *games]
        beats, outages = await self.script("beat").run([keys.BEATS, keys.OUTAGES], arguments)
        last = {game.decode(): int(at) for game, at in zip(beats[::2], beats[1::2], strict=True)}
        return last, tuple(_read_outage(entry) for entry in outages)

    async def retire(self, name: str, *, last: int, now: int) -> None:
        """Stop expecting heartbeats of a game or an edition.

        Its silence from `last` to `now` is recorded as an outage.
        """
        await self.script("retire").run([keys.BEATS, keys.OUTAGES], [name, str(last), str(now), str(_OUTAGES_KEPT)])

    async def bot_seats(self, game: str, bot: str) -> list[tuple[TableId, int]]:
        """Return the seats at which a bot plays in running games, each as its table's id and its number."""
        commands: list[tuple[Argument, ...]] = [("SMEMBERS", keys.bots(shard, game, bot)) for shard in range(SHARDS)]
        found = []
        for members in await self._wire.run_all(commands):
            for member in members:
                table_id, _, seat = member.decode().rpartition(":")
                found.append((TableId(table_id), int(seat)))
        return sorted(found)

    async def refresh_offers(self, offers: Iterable[BotOffer], *, until: int) -> None:
        """Publish bots that hosts connected to this process offer.

        The offers expire at `until` (milliseconds since the epoch).
        """
        members: list[Argument] = []
        for offer in offers:
            members += (until, self._offer_member(offer))
        if members:
            await self._wire.run("ZADD", keys.OFFERS, *members)

    async def withdraw_offers(self, offers: Iterable[BotOffer]) -> None:
        """Delete offers of bots by hosts that are connected to this process."""
        members = [self._offer_member(offer) for offer in offers]
        if members:
            await self._wire.run("ZREM", keys.OFFERS, *members)

    async def offers(self, *, now: int) -> set[BotOffer]:
        """Return all bots on offer, whichever lobby process their hosts are connected to."""
        _, members = await self._wire.run_all(
            [("ZREMRANGEBYSCORE", keys.OFFERS, "-inf", f"({now}"), ("ZRANGE", keys.OFFERS, 0, -1)]
        )
        return {_read_offer(member) for member in members}

    async def announce(self, address: str, *, lasting: int) -> dict[bytes, str]:
        """Publish the address at which clients reach this process, for `lasting` milliseconds; 0 withdraws it.

        Returns the addresses of all running lobbies by their names.
        """
        members = await self.script("announce").run(
            [keys.LOBBIES], [self.origin + b" " + address.encode(), str(lasting)]
        )
        pairs = [member.split(b" ", 1) for member in members]
        return {origin: where.decode() for origin, where in pairs}

    def _offer_member(self, offer: BotOffer) -> bytes:
        seats = _SEATS + ",".join(map(str, offer.analysed_seats)) if offer.analysed_seats else ""
        pairs = ",".join(f"{option}={value}" for option, value in offer.unanalysed_options)
        without = f"{_WITHOUT}{pairs}" if pairs else ""
        process = self.origin + (f"{without}{seats}{_HINTS}".encode() if offer.hints else b"")
        return b"\0".join((offer.game.encode(), offer.bot.encode(), offer.host.encode(), process))


def _read_offer(member: bytes) -> BotOffer:
    game, bot, host, process = member.decode().split("\0", 3)
    before, _, seats = process.removesuffix(_HINTS).partition(_SEATS)
    without = before.partition(_WITHOUT)[2]
    pairs = [pair.partition("=") for pair in without.split(",")] if without else []
    return BotOffer(
        game,
        bot,
        PlayerId(host),
        hints=process.endswith(_HINTS),
        analysed_seats=tuple(map(int, seats.split(","))) if seats else (),
        unanalysed_options=tuple((option, value) for option, _, value in pairs),
    )


def _read_outage(entry: bytes) -> Outage:
    start, end, game = entry.decode().split(" ", 2)
    return Outage(game, int(start), int(end))
