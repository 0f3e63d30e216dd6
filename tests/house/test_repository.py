"""What holds for every file of the repository."""

import json
import re

import pytest
from packaging.requirements import Requirement

from tests.house.files import ROOT, committed

# Written so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|tmp|Users|home/(?!ann\b))(?=/|\b)")
REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|registry[.]npmjs")


def text_of(path: object) -> str:
    try:
        return (ROOT / str(path)).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_file_names_a_path_of_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in committed()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if MACHINE_PATH.search(line) or REGISTRY.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("line", ["see /" + "root/x", "cd /" + "tmp", "'/" + "work/main'", "/" + "home/bob"])
def test_paths_of_a_machine_are_recognised(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize("line", ["services/work/x", "./tmp/x", "a/root/b", "framework", "https://x.example/home/a"])
def test_other_words_are_no_paths_of_a_machine(line: str) -> None:
    assert not MACHINE_PATH.search(line)


@pytest.mark.parametrize("name", [path.name for path in committed("requirements*.lock")])
def test_every_requirement_is_pinned_with_hashes_and_without_addresses(name: str) -> None:
    text = text_of(name)
    assert "://" not in text
    assert " @ " not in text
    entries = [entry for entry in re.split(r"\n(?=\S)", text.strip()) if not entry.startswith("#")]
    assert entries
    for entry in entries:
        first, *hashes = entry.split(" \\\n")
        assert re.fullmatch(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==[\w.!+]+( ; .+)?", first), first
        assert hashes, first
        for each in hashes:
            assert re.fullmatch(r"\s+--hash=sha256:[0-9a-f]{64}(\n\s+# .*)*", each), (first, each)


@pytest.mark.parametrize("source", [path.name for path in committed("requirements*.in")])
def test_every_wanted_requirement_is_locked(source: str) -> None:
    wanted = {
        re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~\[;]", line, maxsplit=1)[0]).lower()
        for line in text_of(source).splitlines()
        if line.strip() and not line.startswith(("#", "-"))
    }
    locked = set(re.findall(r"^([a-z0-9-]+)==", text_of(source.replace(".in", ".lock")), re.MULTILINE))
    assert wanted
    assert wanted <= locked


# What reads bytes of strangers, or decides who they are.
EXPOSED = {
    *("celery", "connectrpc", "grpcio", "grpcio-health-checking", "grpcio-reflection", "grpcio-status", "hiredis"),
    *("httptools", "msgspec", "protobuf", "psycopg", "pyjwt", "redis", "sqlalchemy", "uvicorn", "uvloop"),
}


def test_what_security_rests_on_is_never_older_than_what_is_tested() -> None:
    wanted = {
        requirement.name: requirement.specifier
        for line in text_of("requirements-runtime.in").splitlines()
        if (text := line.partition("#")[0].strip())
        for requirement in [Requirement(text)]
    }
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text_of("requirements-runtime.lock"), re.MULTILINE))
    assert wanted.keys() >= EXPOSED
    for name in sorted(EXPOSED):
        assert {each.operator for each in wanted[name]} & {">=", "=="}, name
        assert locked[name] in wanted[name], name
        assert "0.0.1" not in wanted[name], name


@pytest.mark.parametrize("path", [str(path.relative_to(ROOT)) for path in committed("*package-lock.json")])
def test_node_packages_are_pinned_with_hashes_and_without_addresses(path: str) -> None:
    packages = json.loads(text_of(path))["packages"]
    assert len(packages) > 1
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package["integrity"].startswith("sha512-"), name
