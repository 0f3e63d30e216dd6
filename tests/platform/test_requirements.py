"""Packages that are missing, or of other versions than others need, are named: by the program itself, too."""

import pytest

from galaxytables_platform import __main__ as commands
from galaxytables_platform import entry
from galaxytables_platform.requirements import unmet_requirements


@pytest.fixture
def installs(tmp_path, monkeypatch):
    """What installs a package that needs others."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name, version, *needs):
        lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {each}" for each in needs)]
        (folder := tmp_path / f"{name}-{version}.dist-info").mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\n" + "\n".join(lines) + "\n")

    return install


def test_what_is_missing_or_of_another_version_is_named_however_far_away(installs):
    installs("zz_all", "1.0", "zz_near==1.0", "zz_far<1", "zz_tools[fast]>=2", "zz_never; extra == 'more'")
    installs("zz_near", "1.0", "zz_far>=7.36,<8")
    installs(
        "zz_tools", "2.1rc1", "zz_c; extra == 'fast'", "zz_never; extra == 'slow'", "zz_never; python_version < '3'"
    )
    installs("zz_far", "6.33.6")
    assert sorted(unmet_requirements("zz_all")) == [
        "zz_c is missing, which zz_tools needs",
        "zz_far is 6.33.6, but zz_all needs <1",
    ]
    assert list(unmet_requirements("zz_near")) == ["zz_far is 6.33.6, but zz_near needs <8,>=7.36"]


def test_all_that_is_installed_here_fits():
    assert list(unmet_requirements()) == []


def test_the_program_names_packages_that_do_not_fit_and_otherwise_fails_as_it_would(monkeypatch, capsys):
    def break_down(_):
        raise RuntimeError("gencode 7, runtime 6")

    monkeypatch.setattr(commands, "main", break_down)
    with pytest.raises(RuntimeError, match="gencode"):
        entry.command()
    monkeypatch.setattr(entry, "unmet_requirements", lambda: iter(["protobuf is 6, but client needs >=7"]))
    assert entry.command() == 2
    said = capsys.readouterr().err
    assert said.startswith("Packages do not fit: protobuf is 6, but client needs >=7; install the platform again: ")
    assert said.count("\n") == 1


def test_the_program_gives_the_exit_code_of_its_command(monkeypatch):
    monkeypatch.setattr(commands, "main", lambda _: 7)
    assert entry.command() == 7
