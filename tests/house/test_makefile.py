"""The Makefile: every target that a person would call is there and says what it is for."""

import os
import re
import subprocess

import pytest

from tests.house.files import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
PHONY = set(re.findall(r"^\.PHONY:(.*)$", MAKEFILE, re.MULTILINE)[0].split())
EXPLAINED = dict(re.findall(r"^([a-z-]+):[^#\n]*## (.+)$", MAKEFILE, re.MULTILINE))


def make(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    environment["PATH"] = os.environ["PATH"]
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_every_target_says_what_it_is_for() -> None:
    assert set(EXPLAINED) == PHONY
    wanted = {"run", "demo", "play", "test", "lint", "protos", "bench", "soak", "clean", "help", "setup"}
    assert wanted <= PHONY


@pytest.mark.parametrize("arguments", [(), ("help",)])
def test_help_lists_every_target_with_its_words(arguments: tuple[str, ...]) -> None:
    shown = make(*arguments)
    assert shown.returncode == 0
    listed = dict(line.split(maxsplit=1) for line in shown.stdout.splitlines())
    assert listed == EXPLAINED


def test_variables_given_to_make_reach_the_programs() -> None:
    shown = make("--eval=show: ; @echo $$GAME $$SEATS", "show", "GAME=jump", "SEATS=2")
    assert shown.stdout == "jump 2\n"


def test_what_was_compiled_is_kept_whatever_the_machine_says() -> None:
    shown = make("--eval=show: ; @echo $${PYTHONDONTWRITEBYTECODE-kept}", "show", PYTHONDONTWRITEBYTECODE="1")
    assert shown.stdout == "kept\n"


def test_continuous_integration_runs_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text()
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in text
    assert "make test" in text
