"""Takes a player from the settings to a table: starts a platform if needed, signs in, finds a seat. Uses no widget."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

import grpc

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import ClientError, Guest, Keyring, Lobby, PlayerId, UnavailableError
from galaxytables_client.words import Words
from galaxytables_terminal.catalogue import Catalogue
from galaxytables_terminal.errors import NothingToPlayError, SettingsError, TerminalError
from galaxytables_terminal.known_table import KnownTable
from galaxytables_terminal.last_seen import LastSeen
from galaxytables_terminal.people import People
from galaxytables_terminal.settings import RATINGS, Pace, Settings
from galaxytables_terminal.supervise import OwnPlatform, answers
from galaxytables_terminal.vocabulary import Vocabularies, Vocabulary, failure
from galaxytables_terminal.wording import wording

# A platform that has just started may lack its rules services or its bots for some seconds.
PATIENCE_SECONDS = 30.0
_LOOK_AGAIN_SECONDS = 0.5
# How long a player waits for the effect of a key before an error is shown.
CALL_PATIENCE_SECONDS = 20.0
_ENTROPY_BYTES = 32
_RANDOM = "random"

Tell = Callable[[str], None]


class Visit:
    """One player's connection to one lobby, and how the player gets to a table there."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.say = wording(settings.language)
        identity = Guest(settings.name, Keyring(settings.state))
        self.lobby = Lobby(settings.server, identity, patience=CALL_PATIENCE_SECONDS)
        self.last_seen = LastSeen(settings.state)
        self.me = players_pb2.Player()
        self._platform: OwnPlatform | None = None
        self._vocabularies = Vocabularies(self.lobby, settings.language)
        self._catalogues: dict[tuple[str, bytes], Catalogue] = {}

    @property
    def hosts_itself(self) -> bool:
        """Return whether this client started the platform, and so will stop it."""
        return self._platform is not None

    @property
    def my_id(self) -> PlayerId:
        """Return the player's id; empty before `connect`."""
        return PlayerId(self.me.id)

    @property
    def language(self) -> str:
        """Return the language of the words that are requested from the server."""
        return self._vocabularies.language

    @property
    def words(self) -> Words:
        """Return the lobby's words."""
        return self.lobby_vocabulary.words

    @property
    def lobby_vocabulary(self) -> Vocabulary:
        """Return the vocabulary of the lobby, without those of games."""
        return self._vocabularies.shared

    def explain(self, error: TerminalError | ClientError, vocabulary: Vocabulary | None = None) -> str:
        """Return an error as a sentence. For an error at a table, `vocabulary` has the words of the game."""
        return failure(error, self.say, vocabulary or self.lobby_vocabulary)

    async def vocabulary(self, table: tables_pb2.Table) -> Vocabulary:
        """Return the words of a table's game."""
        return await self._vocabularies.of(table)

    async def connect(self, tell: Tell) -> None:
        """Connect to the lobby and sign in as a player. If no server was named and none answers, a platform is started.

        Raises `ClientError` or `PlatformError`; can be called again after that.
        """
        server = self.settings.server
        tell(self.say("start-looking", server=server))
        if not await answers(server):
            if self.settings.server_named:
                raise UnavailableError(grpc.StatusCode.UNAVAILABLE, "nobody listens there.", address=server)
            tell(self.say("start-platform"))
            platform = OwnPlatform(self.settings.state / "platform.log", port=server.rpartition(":")[2])
            await platform.start()
            self._platform = platform
        self.me = await self.lobby.players.me()
        await self._vocabularies.begin()
        tell(self.say("start-connected", name=self.me.name))

    async def rename(self, name: str) -> None:
        """Change the player's name. Raises `ClientError`."""
        self.me = await self.lobby.rename(name)

    async def close(self) -> None:
        """Close the connection, and stop the platform if this client started it."""
        await self.lobby.close()
        if self._platform is not None:
            await self._platform.stop()
            self._platform = None

    async def open_table(self, wishes: Settings, tell: Tell) -> tables_pb2.Table:
        """Open a table with these settings, add its bots, and start the game if no seat is free then.

        Raises `NothingToPlayError` if the server has no such game or bot.
        """
        offer = await self.offer(wishes.game, tell, bots=wishes.bots != 0)
        min_seats, max_seats = offer.description.least_seats, offer.description.most_seats
        bots = wishes.bots if wishes.bots is not None else min_seats - 1
        seats = wishes.seats if wishes.seats is not None else min(max(bots + 1, min_seats), max(max_seats, 1))
        bot = bot_for(wishes.bot, offer) if bots else ""
        title = offer.description.title or wishes.game
        tell(self.say("start-opening", game=title, seats=seats))
        successor = bot or (bot_for("", offer) if offer.bots else "")
        table = await self.lobby.tables.create(
            wishes.game,
            seats,
            options=wishes.options,
            visibility=wishes.visibility,
            rating=RATINGS[wishes.rating],
            time_control=await self._time_control(wishes.pace, successor),
            spectators=tables_pb2.SpectatorRules(delay=wishes.delay, chat=wishes.talk),
            entropy=_entropy(),
        )
        for _ in range(min(bots, seats - 1)):
            table = await self.lobby.tables.add_bot(table.id, bot)
        if all(seat.WhichOneof("occupant") for seat in table.seats):
            table = await self.lobby.tables.start(table.id)
        return table

    async def challenge(self, player_id: str, game: str) -> tables_pb2.Table:
        """Open a table for two, and challenge another player to it. Returns the table.

        The settings say whether it is rated and whether it is private. If the challenge fails, the player leaves the
        table again.
        """
        wishes = replace(self.settings, game=game, seats=2, bots=0, by_invitation=True, options={})
        table = await self.open_table(wishes, lambda _: None)
        try:
            await self.lobby.relations.invite(table.id, player_id)
        except ClientError:
            await self.lobby.tables.leave(table.id)
            raise
        return table

    async def seat_bot(self, table: tables_pb2.Table) -> tables_pb2.Table:
        """Seat the bot that the settings name, or otherwise the best one, on the first free seat.

        Raises `NothingToPlayError` if the server now has no bot for this game.
        """
        for offer in (await self.lobby.tables.games()).games:
            if offer.description.game == table.game and offer.bots:
                return await self.lobby.tables.add_bot(table.id, bot_for(self.settings.bot, offer))
        raise NothingToPlayError("lobby-no-bot", game=table.game)

    async def enter(self, code: str) -> tables_pb2.Table:
        """Return the table with this id or invitation code.

        If it is open and the player has no seat, take a free one.
        """
        table = await self.lobby.tables.get(code)
        seated = self.people(table).own_seat is not None
        if table.state == tables_pb2.TABLE_STATE_OPEN and not seated:
            return (await self.lobby.tables.join(code, entropy=_entropy())).table
        return table

    async def set_ready(self, table: tables_pb2.Table, *, ready: bool) -> tables_pb2.Table:
        """Mark the player as ready or not ready.

        Also send entropy, since a player who was seated by a rematch has not sent any yet.
        """
        return await self.lobby.tables.set_ready(table.id, ready=ready, entropy=_entropy(), version=table.version)

    async def rematch(self, table: tables_pb2.Table) -> tables_pb2.Table:
        """Join the rematch of a finished table."""
        return await self.lobby.tables.rematch(table.id, entropy=_entropy())

    async def open_seats(self, table: tables_pb2.Table) -> tables_pb2.Table:
        """Open a table with the terms of a finished one, whose other seats anybody may take."""
        return await self.lobby.tables.create_like(table, entropy=_entropy())

    def people(self, table: tables_pb2.Table) -> People:
        """Return the names of the players at a table."""
        return People(table.seats, self.my_id, self.say, self.words)

    async def known_table(self, table: tables_pb2.Table) -> KnownTable:
        """Return a `KnownTable` without updates for a running table, with the catalogue and the words of its pack.

        If the catalogue cannot be loaded, it is left empty, and cards are shown by their ids.
        """
        vocabulary = await self._vocabularies.of(table)
        key = (table.game, table.pack_digest)
        if key not in self._catalogues:
            try:
                catalogue = await self.lobby.tables.components(*key, language=self.language)
            except ClientError:
                return KnownTable(table, self.people(table), vocabulary=vocabulary)
            self._catalogues[key] = Catalogue(catalogue.components)
        return KnownTable(table, self.people(table), self._catalogues[key], vocabulary)

    async def description(self, game: str) -> rules_pb2.DescribeResponse:
        """Return the description of a game. If the lobby does not offer the game now, only its name is set."""
        for offer in (await self.lobby.tables.games()).games:
            if offer.description.game == game:
                return offer.description
        return rules_pb2.DescribeResponse(game=game)

    async def _time_control(self, pace: Pace, successor: str) -> tables_pb2.TimeControl:
        """Return the time control; presets come from the server. Raises SettingsError for an unknown preset."""
        if not pace.preset:
            return time_control(pace, successor)
        presets = (await self.lobby.tables.games()).presets
        known = {preset.name: preset.control for preset in presets}
        if pace.preset not in known:
            message = "wanted-preset" if known else "wanted-preset-none"
            raise SettingsError("TIME", pace.preset, message, presets=self.say.listed(list(known)))
        control = known[pace.preset]
        control.successor = successor
        return control

    async def offer(self, game: str, tell: Tell, *, bots: bool) -> tables_pb2.GameOffer:
        """Return a game's offer, waiting a while for its service, and for a bot if one is wanted.

        Raises `NothingToPlayError` if the server has no such game, or no bot.
        """
        give_up = time.monotonic() + PATIENCE_SECONDS
        waiting = False
        while True:
            offers = {offer.description.game: offer for offer in (await self.lobby.tables.games()).games}
            offer = offers.get(game)
            bots_are_missing = offer is not None and offer.available
            if offer is not None and offer.available and (offer.bots or not bots):
                return offer
            if offer is None and offers and all(other.available for other in offers.values()):
                raise NothingToPlayError("lobby-no-game", game=game, games=self.say.listed(sorted(offers)))
            if time.monotonic() > give_up:
                vain = "lobby-waited-for-bots" if bots_are_missing else "lobby-waited-for-game"
                raise NothingToPlayError(vain, game=game, seconds=round(PATIENCE_SECONDS))
            if not waiting:
                tell(self.say("start-waiting-bots" if bots_are_missing else "start-waiting-game", game=game))
                waiting = True
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)


def time_control(pace: Pace, successor: str) -> tables_pb2.TimeControl:
    """Return the time control of a new table. The successor takes over a seat after three missed choices in a row."""
    control = tables_pb2.TimeControl(successor=successor)
    if pace.per_move:
        control.per_move.FromSeconds(pace.per_move)
    elif pace.budget:
        control.budget.initial.FromSeconds(pace.budget)
        control.budget.increment.FromSeconds(pace.increment)
    if not pace.unlimited:
        control.misses_before_handover = 3
    return control


def _entropy() -> bytes:
    """Return random bytes as the player's share of the seed."""
    return secrets.token_bytes(_ENTROPY_BYTES)


def bot_for(wished: str, offer: tables_pb2.GameOffer) -> str:
    """Return the wished bot or, without a wish, a bot made for the game: `random` only if there is no other.

    Raises `NothingToPlayError` if the server has no such bot.
    """
    if wished and wished not in offer.bots:
        none = "lobby-no-such-bot" if offer.bots else "lobby-no-such-bot-none"
        raise NothingToPlayError(none, bot=wished, game=offer.description.game, bots=", ".join(offer.bots))
    return wished or next((bot for bot in reversed(offer.bots) if bot != _RANDOM), offer.bots[-1])
