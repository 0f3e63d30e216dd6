"""The platform as a Python package: a wheel with all that the services read, and the built page in it."""

import re
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.client.building import TOP, build_wheel, run
from tests.house.files import committed

INDEX, SCRIPT = '<script type="module" src="/assets/page-0123abcd.js"></script>', "export {};"


def check_out(folder: Path) -> Path:
    """What the package is built from, as it lies in the repository."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements-runtime.in"):
        shutil.copy(TOP / name, folder / name)
    for path in committed("services"):
        (folder / path.relative_to(TOP)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(TOP))
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    sources = check_out(tmp_path_factory.mktemp("checkout"))
    page = sources / "clients" / "web" / "dist"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "assets" / "page-0123abcd.js").write_text(SCRIPT)
    return build_wheel(sources, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_every_file_of_the_services_and_the_page(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {path.relative_to(TOP).as_posix() for path in committed("services")} <= names
    assert {"services/web/built/index.html", "services/web/built/assets/page-0123abcd.js"} <= names
    assert {name.split("/")[0] for name in names} == {"services", f"{wheel.name.split('-py3')[0]}.dist-info"}


def test_it_needs_what_the_image_runs_on_and_the_client_of_its_version(wheel):
    (metadata,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    needs = re.findall(r"^Requires-Dist: (.+)$", zipfile.ZipFile(wheel).read(metadata).decode(), re.MULTILINE)
    version = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
    assert f"galaxy-client=={version}" in needs
    assert len(needs) == 1 + len(re.findall(r"^\w", (TOP / "requirements-runtime.in").read_text(), re.MULTILINE))


def test_the_gateway_of_an_unpacked_wheel_serves_the_page_in_it(wheel, tmp_path):
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
    probe = f"""
import sys; sys.path[:0] = [{str(tmp_path / "site")!r}]; sys.path += [{str(TOP)!r}, {str(TOP / "clients/python")!r}]
import asyncio
from services.serving.settings import read_settings
from services.web.page import Page
from services.web.settings import WebSettings

async def main():
    page, sent = Page(read_settings(WebSettings, {{}}).page), []
    await page.start()
    async def send(message):
        sent.append(message)
    await page({{"method": "GET", "path": "/", "headers": []}}, send)
    print(sent[0]["status"], sent[1]["body"].decode(), __import__("services").__file__)

asyncio.run(main())
"""
    (elsewhere := tmp_path / "elsewhere").mkdir()
    said = run(sys.executable, "-P", "-c", probe, folder=elsewhere)
    assert said.strip() == f"200 {INDEX} {tmp_path / 'site' / 'services' / '__init__.py'}"


def test_without_a_page_it_is_built_all_the_same(tmp_path):
    (tmp_path / "sources").mkdir()
    names = zipfile.ZipFile(build_wheel(check_out(tmp_path / "sources"), tmp_path / "out")).namelist()
    assert "services/web/page.py" in names
    assert not [name for name in names if "/built/" in name]
