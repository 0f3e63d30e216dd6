"""What contributors and public services read: CI, hooks, updates of dependencies, templates."""

import re
import subprocess

import pytest
import yaml

from tests.house.files import ROOT, committed

WORKFLOWS = committed(".github/workflows/*")


@pytest.mark.parametrize(
    "path", [str(path.relative_to(ROOT)) for path in committed(".github/*.yml", ".pre-commit-config.yaml")]
)
def test_every_file_is_yaml(path: str) -> None:
    assert yaml.safe_load((ROOT / path).read_text())


def test_public_ci_runs_the_script_that_everybody_can_run() -> None:
    runs = [
        step["run"]
        for path in WORKFLOWS
        for job in yaml.safe_load(path.read_text())["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    assert runs[-1] == ".ci/run"


@pytest.mark.parametrize("path", [str(path.relative_to(ROOT)) for path in WORKFLOWS])
def test_public_ci_may_read_only_and_uses_what_is_pinned(path: str) -> None:
    text = (ROOT / path).read_text()
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    assert "secrets" not in text
    assert "pull_request_target" not in text
    used = re.findall(r"uses: (.*)", text)
    assert used
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[\d.]+", action), action


def test_hooks_are_the_projects_own() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert {repository["repo"] for repository in config["repos"]} == {"local"}
    hooks = {hook["id"]: hook for repository in config["repos"] for hook in repository["hooks"]}
    assert hooks["lint"]["entry"] == "make --no-print-directory lint"
    named = re.findall(r"tests/\S+", " ".join(hook["entry"] for hook in hooks.values()))
    assert named
    assert all((ROOT / name).is_file() for name in named)
    for hook in hooks.values():
        assert hook["language"] == "system"
        command = hook["entry"].split()[0]
        subprocess.run(["bash", "-c", f"command -v {command}"], cwd=ROOT, check=True, capture_output=True)


def test_every_lock_file_is_kept_up_to_date() -> None:
    config = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())
    watched: dict[str, set[str]] = {}
    for update in config["updates"]:
        folders = update.get("directories") or [update["directory"]]
        watched.setdefault(update["package-ecosystem"], set()).update(folders)
    node = {f"/{path.parent.relative_to(ROOT)}" for path in committed("*package-lock.json")}
    python = {f"/{path.parent.relative_to(ROOT)}".replace("/.", "/") for path in committed("*requirements*.in")}
    assert watched["npm"] == node
    assert watched["pip"] >= python
    assert watched["docker"] == {f"/{path.parent.relative_to(ROOT)}" for path in committed("*Containerfile")}
    assert watched["github-actions"] == {"/"}


def test_templates_ask_for_what_a_maintainer_needs() -> None:
    forms = [path for path in committed(".github/ISSUE_TEMPLATE/*.yml") if path.name != "config.yml"]
    assert len(forms) > 1
    for path in forms:
        form = yaml.safe_load(path.read_text())
        assert form.keys() >= {"name", "description", "body"}, path.name
        assert any(field.get("validations", {}).get("required") for field in form["body"]), path.name
    assert "changelog.d" in (ROOT / ".github/PULL_REQUEST_TEMPLATE.md").read_text()


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_the_project_says_how_to_take_part(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert not re.search(r"\S+@\S+\.\w+", text), "an address that somebody would have to answer for"
    assert len(text.split()) < 600
