"""What a release gives to others: the same bits from the same commit, with digests, a signature, what they need."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.building import TOP, bare_environment, check_out
from tools.publishing.__main__ import main as publish
from tools.release.artefacts import MATERIALS, SIGNATURE, SUMS, read_sums, required, sign, write_sums
from tools.wheels import PAGE, build_wheels, date_by_commit

PAGE_OF_RELEASES = TOP / "docs" / "how-to" / "releasing.md"
SMALL = ("clients/python", "protos")
EARLY, LATE = 1_000_000_000, 1_300_000_000


def skew(folder, moment, file_mode, folder_mode):
    """Give all files in a folder other times and modes."""
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(folder_mode if path.is_dir() else file_mode | (path.stat().st_mode & 0o100))
            os.utime(path, (moment, moment))


def small_wheels(top, moment, file_mode, folder_mode):
    """Wheels from a copy of the sources of some packages."""
    for member in SMALL:
        check_out(TOP / member, top)
    (top / PAGE).parent.mkdir(parents=True)
    (top / PAGE).write_text("<!doctype html>\n")
    skew(top, moment, file_mode, folder_mode)
    return build_wheels(top / "dist", top)


def bits(files):
    return {file.name: file.read_bytes() for file in files}


@pytest.fixture
def undated(monkeypatch):
    """Nobody has said which time files are to bear; and what a test says is forgotten afterwards."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")


@pytest.fixture
def umask():
    """What sets the umask, which is as before afterwards."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@pytest.mark.usefixtures("undated")
def test_wheels_are_the_same_whatever_folder_umask_modes_and_times(tmp_path, umask):
    date_by_commit()
    first = small_wheels(tmp_path / "first", EARLY, 0o644, 0o755)
    umask(0o077)
    second = small_wheels(tmp_path / "another" / "second", LATE, 0o600, 0o700)
    assert len(first) == len(SMALL)
    assert bits(first) == bits(second)
    # Nothing of ours is among what they need of others, and what those need is.
    needed = {name for _, name, _ in required(first)}
    assert needed >= {"fluent-runtime", "fluent-syntax", "grpcio", "protobuf"}
    assert not [name for name in needed if name.startswith("galaxytables")]


@pytest.mark.usefixtures("undated")
def test_all_times_are_that_of_the_commit_or_what_is_said(tmp_path):
    os.environ["SOURCE_DATE_EPOCH"] = "7"
    date_by_commit()
    assert os.environ["SOURCE_DATE_EPOCH"] == "7"
    del os.environ["SOURCE_DATE_EPOCH"]
    date_by_commit(tmp_path)
    assert "SOURCE_DATE_EPOCH" not in os.environ
    date_by_commit()
    command = ["git", "log", "-1", "--format=%ct"]
    commit = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout
    assert os.environ["SOURCE_DATE_EPOCH"] == commit.strip()


@pytest.fixture
def key(tmp_path_factory):
    """A maintainer's private key; the public one lies beside it."""
    file = tmp_path_factory.mktemp("keys") / "release"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file], check=True)
    return file


def trusts(folder, key, namespace="galaxytables"):
    """Whether the page's check passes of the signature in a folder, and its check of the files there."""
    block = re.search(r'^```\n(echo "release .*?)```', PAGE_OF_RELEASES.read_text(), re.DOTALL | re.MULTILINE)
    assert block is not None
    shutil.copy(key.with_suffix(".pub"), folder.parent)
    trusting, signature, files = block[1].splitlines()
    trusting = f"cd .. && {trusting}".replace(">trusted", f">'{folder}/trusted'")
    signature = signature.replace("-n galaxytables ", f"-n {namespace} ")
    subprocess.run(["bash", "-c", trusting], cwd=folder, check=True)
    ran = [
        subprocess.run(["bash", "-c", each], cwd=folder, capture_output=True, check=False)
        for each in (signature, files)
    ]
    (folder / "trusted").unlink()
    return tuple(each.returncode == 0 for each in ran)


def test_a_changed_file_has_another_digest_and_changed_digests_are_not_signed(tmp_path, key):
    (folder := tmp_path / "dist").mkdir()
    (file := folder / "a.whl").write_bytes(b"ours")
    write_sums(folder, [file])
    sign(folder, key)
    assert trusts(folder, key) == (True, True)
    assert trusts(folder, key, "another") == (False, True)
    assert read_sums(folder) == [file]
    file.write_bytes(b"theirs")
    assert trusts(folder, key) == (True, False)
    with pytest.raises(ValueError, match=r"a\.whl is not what SHA256SUMS names"):
        read_sums(folder)
    write_sums(folder, [file])
    assert trusts(folder, key) == (False, True)


def test_nothing_is_published_where_no_release_is_built(tmp_path, capsys):
    assert publish([str(tmp_path)]) == 1
    assert "`make dist` builds a release" in capsys.readouterr().err


def distribution_of(origin: Path, clone: Path, moment: int, mask: int, **variables: str) -> Path:
    """What `make dist` builds in a clone of what is committed, whose files have a time, under a umask."""
    subprocess.run(["git", "clone", "--quiet", origin, clone], check=True)
    packages = "clients/web/node_modules"
    shutil.copytree(TOP / packages, clone / packages, symlinks=True)
    skew(clone, moment, 0o666 & ~mask, 0o777 & ~mask)
    (clone / packages / ".installed").touch()  # as after `make web`
    command = ["make", "dist", f"VENV={sys.prefix}", *(f"{name}={value}" for name, value in variables.items())]
    kept = {name: value for name, value in bare_environment().items() if not name.startswith(("MAKE", "SOURCE_DATE"))}
    done = subprocess.run(command, cwd=clone, env=kept, umask=mask, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    signed = f"signed by {variables['SIGNING_KEY']}" if "SIGNING_KEY" in variables else "not signed"
    assert signed in done.stdout
    return clone / "dist"


@pytest.mark.release
@pytest.mark.timeout(1800)
def test_a_release_is_the_same_twice_and_installs_from_registries(tmp_path, key):
    first = distribution_of(TOP, tmp_path / "first", EARLY, 0o022, SIGNING_KEY=str(key))
    second = distribution_of(tmp_path / "first", tmp_path / "another" / "second", LATE, 0o077)
    assert {file.name for file in first.iterdir()} > {SUMS, SIGNATURE, MATERIALS}
    assert trusts(first, key) == (True, True)
    (first / SIGNATURE).unlink()
    built = bits(first.iterdir())
    again = bits(second.iterdir())
    assert built.keys() == again.keys()
    assert [name for name in built if built[name] != again[name]] == []
    command = [sys.executable, "-m", "tools.publishing", str(first)]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(list(first.glob('*.whl')))} wheels were published and installed from there" in done.stdout
    assert "  verified: replays to the same bytes" in done.stdout
    assert "was published and installed from there" in done.stdout
