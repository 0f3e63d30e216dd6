"""`make audit` finds what databases know, accepts only what has a reason, and never takes silence for safety."""

import json
import sys

import pytest

from tools.audit import __main__ as command
from tools.audit.__main__ import TOP, audit, locks, look_up_npm
from tools.audit.answers import Found, UnreachableError, read_npm, read_pip_audit

KNOWN = {"id": "PYSEC-2099-1", "aliases": ["CVE-2099-1"], "fix_versions": ["2.0"], "description": "bad"}
FOUND = Found("one 1.0", frozenset({"PYSEC-2099-1", "CVE-2099-1"}), "2.0")


def of_pip_audit(*dependencies):
    return json.dumps({"dependencies": dependencies, "fixes": []})


def test_what_pip_audit_knows_is_told_by_all_its_names():
    told = of_pip_audit(
        {"name": "one", "version": "1.0", "vulns": [KNOWN]}, {"name": "two", "version": "1.0", "vulns": []}
    )
    assert read_pip_audit(told) == [FOUND]
    assert str(FOUND) == "one 1.0: CVE-2099-1, PYSEC-2099-1; mended in 2.0"


@pytest.mark.parametrize(
    "told",
    [
        "",
        of_pip_audit(),
        of_pip_audit({"name": "one", "version": "1.0", "vulns": []}, {"name": "two", "skip_reason": "not found"}),
    ],
)
def test_a_package_that_was_not_looked_up_is_not_taken_for_safe(told):
    with pytest.raises(UnreachableError):
        read_pip_audit(told)


def test_what_npm_knows_is_told_once_where_it_lies():
    advisory = {"source": 1, "title": "bad", "url": "https://example.org/advisories/GHSA-aaaa"}
    told = {
        "vulnerabilities": {
            "deep": {"range": "<2", "via": [advisory], "fixAvailable": True},
            "above": {"range": "*", "via": ["deep"], "fixAvailable": False},
        },
        "metadata": {},
    }
    (found,) = read_npm(json.dumps(told))
    assert str(found) == "deep <2: GHSA-aaaa; mended in a newer release"


def test_an_error_of_npm_is_not_taken_for_safety():
    with pytest.raises(UnreachableError, match="405"):
        read_npm(json.dumps({"message": "405 Method Not Allowed", "error": {}}))


def test_a_program_is_heard_whatever_its_exit_code_is(tmp_path):
    told = "import sys; print('{\"vulnerabilities\": {}}'); sys.exit(1)"
    assert look_up_npm([sys.executable, "-c", told])(tmp_path / "package-lock.json") == []


def unreachable(_):
    raise UnreachableError("no answer")


@pytest.fixture
def looked_up(monkeypatch, tmp_path):
    monkeypatch.setattr(command, "locks", lambda top: [top / "a.lock", top / "b.json"])

    def look(python, npm, accepted=None):
        lines, bad, unknown = audit(tmp_path, {".lock": python, ".json": npm}, accepted or {})
        return "\n".join(lines), bad, unknown

    return look


def test_findings_count_and_silence_is_told(looked_up):
    told, bad, unknown = looked_up(lambda _: [FOUND], unreachable)
    assert (bad, unknown) == (1, 1)
    assert told == f"a.lock: 1 known\n  {FOUND}\nb.json: not looked up: no answer"


def test_what_is_accepted_is_told_with_its_reason_under_any_of_its_names(looked_up):
    told, bad, unknown = looked_up(lambda _: [FOUND], lambda _: [], {"CVE-2099-1": "never called here"})
    assert (bad, unknown) == (0, 0)
    assert told == f"a.lock: nothing known\n  {FOUND}; accepted: never called here\nb.json: nothing known"


@pytest.mark.parametrize(
    ("bad", "unknown", "if_reachable", "code"), [(1, 1, "1", 1), (0, 1, "", 2), (0, 1, "1", 0), (0, 0, "", 0)]
)
def test_the_exit_code_tells_findings_from_silence(monkeypatch, bad, unknown, if_reachable, code):
    monkeypatch.setattr(command, "audit", lambda *_: ([], bad, unknown))
    monkeypatch.setenv("IF_REACHABLE", if_reachable)
    assert command.main() == code


def test_every_lock_file_is_looked_up_and_none_of_what_is_installed(tmp_path):
    names = {str(lock.relative_to(TOP)) for lock in locks(TOP)}
    assert {"requirements.lock", "requirements-runtime.lock", "clients/web/package-lock.json"} <= names
    for folder in ("new", "new/node_modules/other", ".venv/other"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "package-lock.json").touch()
    assert locks(tmp_path) == [tmp_path / "new" / "package-lock.json"]
