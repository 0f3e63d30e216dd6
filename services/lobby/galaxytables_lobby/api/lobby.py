"""What a lobby is made of: one of each, for the calls of its services."""

from dataclasses import dataclass

from galaxytables_lobby.api.access import Access
from galaxytables_lobby.api.heartbeat import Heartbeat
from galaxytables_lobby.people.quotas import Quotas
from galaxytables_lobby.people.sessions import Sessions
from galaxytables_lobby.play.analyses import Analyses
from galaxytables_lobby.play.hints import Hints
from galaxytables_lobby.play.looking_back import LookingBack
from galaxytables_lobby.play.opening import Opening
from galaxytables_lobby.play.outages import Outages
from galaxytables_lobby.play.records import Records, Verifying
from galaxytables_lobby.play.steps import Play
from galaxytables_lobby.ports import Archive, Games
from galaxytables_lobby.subscriptions.bots import BotDesk
from galaxytables_lobby.subscriptions.homes import Homes
from galaxytables_lobby.subscriptions.lobby import LobbyWatching
from galaxytables_lobby.subscriptions.own_tables import OwnTablesWatching
from galaxytables_lobby.subscriptions.sentences import Phrasebooks
from galaxytables_lobby.subscriptions.tables import Watching
from galaxytables_lobby.tables import Tables


@dataclass(frozen=True, kw_only=True)
class Lobby:
    """All parts of one lobby process that its calls work with."""

    access: Access
    quotas: Quotas
    sessions: Sessions
    heartbeat: Heartbeat
    tables: Tables
    games: Games
    archive: Archive
    play: Play
    opening: Opening
    hints: Hints
    analyses: Analyses
    looking_back: LookingBack
    records: Records
    verifying: Verifying
    outages: Outages
    phrasebooks: Phrasebooks
    watching: Watching
    lobby_watching: LobbyWatching
    own_tables: OwnTablesWatching
    bots: BotDesk
    homes: Homes
