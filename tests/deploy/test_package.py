"""The services as Python packages: wheels with all that they read, and the built page in that of the gateway."""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from tests.client.building import TOP, build_wheel, check_out, run
from tests.house.files import committed
from tools.workspace import members, python_path

INDEX, SCRIPT = '<script type="module" src="/assets/page-0123abcd.js"></script>', "export {};"
WEB = TOP / "services" / "web"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The gateway's, built where a page is."""
    top = tmp_path_factory.mktemp("checkout")
    sources = check_out(WEB, top)
    page = top / "clients" / "web" / "dist"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "page-0123abcd.js").write_text(SCRIPT)
    return build_wheel(sources, tmp_path_factory.mktemp("wheel"))


@pytest.mark.parametrize("folder", [str(path.relative_to(TOP)) for path in members(TOP) if path.name != "protos"])
def test_a_wheel_holds_every_file_of_its_package_and_nothing_beside_it(folder, tmp_path):
    built = build_wheel(check_out(TOP / folder, tmp_path / "top"), tmp_path / "out")
    names = {name for name in zipfile.ZipFile(built).namelist() if ".dist-info/" not in name}
    (package,) = (TOP / folder).glob("galaxytables_*/")
    wanted = {path.relative_to(TOP / folder).as_posix() for path in committed(str(package))}
    assert {name for name in names if not name.endswith("/")} == wanted


def test_the_wheel_of_the_gateway_holds_the_page(wheel):
    built = {"galaxytables_web/built/index.html", "galaxytables_web/built/assets/page-0123abcd.js"}
    assert built <= set(zipfile.ZipFile(wheel).namelist())


def test_the_gateway_of_an_unpacked_wheel_serves_the_page_in_it(wheel, tmp_path):
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
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
    assert "run" in said
    assert "demo" in said
