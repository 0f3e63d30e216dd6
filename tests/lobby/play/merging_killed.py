"""A lobby that signs somebody in and a worker that goes on with it, in processes of their own, killed at any moment."""

import asyncio
import multiprocessing
import time
from importlib import import_module
from multiprocessing.connection import Connection

from galaxytables_lobby.adapters.archive import Archive
from galaxytables_lobby.adapters.redis import Store, new_origin
from galaxytables_lobby.domain.accounts import Proof, WayInKind
from galaxytables_lobby.domain.people import Person
from galaxytables_lobby.ids import PlayerId
from galaxytables_lobby.people.accounts import Accounts
from galaxytables_lobby.people.passkeys import Passkeys
from galaxytables_lobby.people.personal_tokens import PersonalTokens
from galaxytables_lobby.people.relations import Relations
from galaxytables_lobby.people.revocations import Revocations
from galaxytables_lobby.people.sanctions import Sanctions
from galaxytables_lobby.people.sessions import Sessions, SessionSettings
from galaxytables_lobby.people.sign_in import Begun, Intent, Shown
from galaxytables_lobby.people.tokens import Caller, Tokens
from galaxytables_lobby.play.entering import Entering
from galaxytables_lobby.play.merging import Merges
from galaxytables_lobby.play.passkeys import PasskeyEntrance
from galaxytables_lobby.settings import Settings
from galaxytables_lobby.tables import Tables
from tests.lobby.redis_server import RedisServer
from tests.lobby.workers import open_merges

_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])
_SECONDS = 60.0
_GOES_ON = 0.3
KEYS = {"k1": b"a secret that is long enough for anybody"}


def sign_in_and_die(
    settings: Settings, subject: str, guest: PlayerId, *, ahead: float, after: float, store: RedisServer | None
) -> bool:
    """Sign a guest in, and die after so many seconds of work. Returns whether it had been done by then.

    A `store` dies then, and comes back; the lobby lives on for a moment.
    """
    return _run_and_kill(_enter, (settings, subject, guest, ahead), after, store)


def use_passkey_and_die(
    settings: Settings, credential: str, guest: PlayerId, *, ahead: float, after: float, store: RedisServer | None
) -> bool:
    """As `sign_in_and_die`, by a passkey: `credential` answers a challenge that this guest asked for."""
    return _run_and_kill(_use_passkey, (settings, credential, guest, ahead), after, store)


def resume_and_die(settings: Settings, *, ahead: float, after: float) -> bool:
    """Go on with what was begun, and die after so many seconds of work. Returns whether it had been done by then."""
    return _run_and_kill(_resume, (settings, ahead), after)


def shown(subject: str) -> Shown:
    begun = Begun("one", "", "", "", b"", Intent.SIGN_IN, "", "Ada")
    return Shown(Proof(kind=WayInKind.OIDC, issuer="https://a.example", subject=subject), "One", begun)


def _run_and_kill(work, given, after: float, store: RedisServer | None = None) -> bool:
    here, there = _PROCESSES.Pipe()
    process = _PROCESSES.Process(target=_run, args=(there, work, given))
    process.start()
    there.close()
    assert here.poll(_SECONDS)
    assert here.recv() == "ready"
    here.send("go")
    done = here.poll(after)
    if store is not None:
        store.kill()
        store.start()
        here.poll(_GOES_ON)
    # Nothing, if it has ended by itself.
    process.kill()
    process.join(_SECONDS)
    return done


def _run(there: Connection, work, given) -> None:
    asyncio.run(work(there, *given))


async def _enter(there: Connection, settings: Settings, subject: str, guest: PlayerId, ahead: float) -> None:
    archive, accounts, sessions, merges, _ = await _parts(settings, ahead)
    entering = Entering(archive, accounts, sessions, merges)
    await asyncio.to_thread(_wait, there)
    await entering.enter(_guest(guest), shown(subject), "a browser", lambda _: None)
    there.send("done")
    await asyncio.sleep(_SECONDS)


async def _use_passkey(there: Connection, settings: Settings, credential: str, guest: PlayerId, ahead: float) -> None:
    archive, accounts, sessions, merges, store = await _parts(settings, ahead)
    entrance = PasskeyEntrance(archive, accounts, sessions, merges, Passkeys(store, "", verified=False))
    await asyncio.to_thread(import_module, "galaxytables_lobby.people.ceremonies")
    await asyncio.to_thread(_wait, there)
    await entrance.sign_in(_guest(guest), credential, "a browser", lambda _: None)
    there.send("done")
    await asyncio.sleep(_SECONDS)


def _guest(player_id: PlayerId) -> Caller:
    return Caller(Person(player_id, "Ada away"), role="", expires=0)


async def _parts(settings: Settings, ahead: float) -> tuple[Archive, Accounts, Sessions, Merges, Store]:
    def clock() -> float:
        return time.time() + ahead

    store, archive = Store(settings.redis_url, origin=new_origin()), Archive(settings.archive_url)
    store.start()
    await archive.start()
    tables = Tables(store, archive=archive, clock=clock)
    revocations = Revocations(store, SessionSettings(), clock)
    accounts = Accounts(archive, store, revocations, PersonalTokens(archive, revocations, clock), clock)
    sessions = Sessions(store, Tokens(KEYS, clock=clock), SessionSettings(), clock)
    merges = Merges(tables, archive, accounts, Sanctions(store, clock), Relations(store, archive, clock))
    return archive, accounts, sessions, merges, store


async def _resume(there: Connection, settings: Settings, ahead: float) -> None:
    async with open_merges(settings, clock=lambda: time.time() + ahead) as merges:
        await asyncio.to_thread(_wait, there)
        await merges.resume()
        there.send("done")
        await asyncio.sleep(_SECONDS)


def _wait(there: Connection) -> None:
    there.send("ready")
    there.recv()
