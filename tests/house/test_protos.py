"""Protos as a module for other languages: each file says where its code belongs, and nothing is missing."""

import re

import pytest
import yaml

from tests.house.files import ROOT, committed

PROTOS = ROOT / "protos"
FILES = [path for path in committed("protos/galaxytables") if path.suffix == ".proto"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_names_its_place_in_every_language(path) -> None:
    text = path.read_text()
    (package,) = re.findall(r"^package ([\w.]+);$", text, re.MULTILINE)
    top, name, version = package.split(".")
    assert top == "galaxytables"
    assert re.findall(r"^option (\w+) = (.*);$", text, re.MULTILINE) == [
        ("csharp_namespace", f'"GalaxyTables.{name.title()}.{version.title()}"'),
        ("go_package", f'"{package.replace(".", "/")};{name}{version}"'),
        ("java_multiple_files", "true"),
        ("java_package", f'"{package}"'),
    ]


def test_the_module_has_what_a_registry_wants_and_all_that_it_imports() -> None:
    (module,) = yaml.safe_load((PROTOS / "buf.yaml").read_text())["modules"]
    assert module["path"] == "."
    assert (PROTOS / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (PROTOS / "README.md").is_file()
    for path in FILES:
        for imported in re.findall(r'^import "(.*)";$', path.read_text(), re.MULTILINE):
            assert imported.startswith("google/protobuf/") or (PROTOS / imported).is_file(), imported
