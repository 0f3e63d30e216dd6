"""The services as Python packages: wheels with all that they read, and the built page in that of the gateway."""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from galaxytables_platform.commands import COMMANDS
from tests.client.building import TOP, check_out, run
from tests.house.files import committed
from tools.wheels import PAGE, build_wheels, main
from tools.workspace import members, python_path

INDEX, SCRIPT = '<script type="module" src="/assets/page-0123abcd.js"></script>', "export {};"
BUILT, MONITORING = "galaxytables_web/built", "galaxytables_platform/monitoring"
SHARED = ".data/data/share/galaxytables/"
FOLDERS = [str(path.relative_to(TOP)) for path in members(TOP)]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The wheel of each folder, from a copy of the sources alone, where a page is built."""
    top = tmp_path_factory.mktemp("checkout")
    for member in (*members(TOP), TOP / "deploy" / "monitoring", TOP / "deploy" / "systemd"):
        check_out(member, top)
    page = top / PAGE
    (page.parent / "assets").mkdir(parents=True)
    page.write_text(INDEX)
    (page.parent / "assets" / "page-0123abcd.js").write_text(SCRIPT)
    built = build_wheels(tmp_path_factory.mktemp("wheels"), top)
    return dict(zip(FOLDERS, built, strict=True))


def files_in(wheel):
    """The files of a wheel, without what says which wheel it is."""
    names = zipfile.ZipFile(wheel).namelist()
    return {name for name in names if ".dist-info/" not in name and not name.endswith("/")}


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder != "protos"])
def test_a_wheel_holds_every_file_of_its_package_and_nothing_beside_it(folder, wheels):
    (package,) = (TOP / folder).glob("galaxytables_*/")
    wanted = {path.relative_to(TOP / folder).as_posix() for path in committed(str(package))}
    held = {name for name in files_in(wheels[folder]) if SHARED not in name}
    assert {name for name in held if not name.startswith((BUILT, MONITORING))} == wanted


def test_the_wheel_of_the_protos_holds_what_is_generated(wheels):
    generated = files_in(wheels["protos"])
    for proto in committed("protos/galaxytables"):
        stem = proto.relative_to(TOP / "protos").with_suffix("").as_posix()
        assert {f"{stem}_pb2.py", f"{stem}_pb2.pyi"} <= generated


def test_the_wheel_of_the_gateway_holds_the_page(wheels):
    assert {f"{BUILT}/index.html", f"{BUILT}/assets/page-0123abcd.js"} <= files_in(wheels["services/web"])


def test_the_wheel_of_the_platform_holds_the_alerts_that_its_prometheus_loads(wheels, tmp_path):
    shutil.unpack_archive(wheels["services/platform"], tmp_path / "site", "zip")
    paths = [str(tmp_path / "site"), *python_path(TOP).split(":")]
    probe = f"import sys; sys.path[:0] = {paths!r}; from galaxytables_platform.prometheus import RULES; print(RULES)"
    (elsewhere := tmp_path / "elsewhere").mkdir()
    folder = Path(run(sys.executable, "-P", "-c", probe, folder=elsewhere).strip())
    assert folder == tmp_path / "site" / MONITORING
    for name in ("alerts.yaml", "recording.yaml"):
        assert (folder / name).read_bytes() == (TOP / "deploy" / "monitoring" / name).read_bytes()


def test_the_wheel_of_the_platform_installs_units_alerts_and_dashboards(wheels):
    held = {name.partition(SHARED)[2] for name in files_in(wheels["services/platform"]) if SHARED in name}
    deployed = [*committed("deploy/systemd"), *committed("deploy/monitoring")]
    assert held == {path.relative_to(TOP / "deploy").as_posix() for path in deployed}


def test_wheels_without_a_page_are_not_built(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tools.wheels.PAGE", "clients/web/dist/missing.html")
    assert main([str(tmp_path / "wheels")]) == 1
    assert "`make web` builds the page" in capsys.readouterr().err
    assert not (tmp_path / "wheels").exists()


def test_the_gateway_of_an_unpacked_wheel_serves_the_page_in_it(wheels, tmp_path):
    shutil.unpack_archive(wheels["services/web"], tmp_path / "site", "zip")
    paths = [str(tmp_path / "site"), *python_path(TOP).split(":")]
    probe = f"""
import sys; sys.path[:0] = {paths!r}
import asyncio
from galaxytables_serving.settings import read_settings
from galaxytables_web.page import Page
from galaxytables_web.settings import WebSettings

async def main():
    page, sent = Page(read_settings(WebSettings, {{}}).page), []
    await page.start()
    async def send(message):
        sent.append(message)
    await page({{"method": "GET", "path": "/", "headers": []}}, send)
    print(sent[0]["status"], sent[1]["body"].decode(), __import__("galaxytables_web").__file__)

asyncio.run(main())
"""
    (elsewhere := tmp_path / "elsewhere").mkdir()
    said = run(sys.executable, "-P", "-c", probe, folder=elsewhere)
    assert said.strip() == f"200 {INDEX} {tmp_path / 'site' / 'galaxytables_web' / '__init__.py'}"


def test_the_command_of_the_distribution_that_brings_all_is_installed():
    said = run(Path(sys.executable).with_name("galaxytables"), "--help", folder=TOP)
    for name, command in COMMANDS.items():
        assert f"  {name:<10}  {command.meaning}\n" in said
